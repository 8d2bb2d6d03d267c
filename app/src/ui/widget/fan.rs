//! A hand of cards: children side by side that overlap when there is little room, and lean a little.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{glib, graphene, gsk};

glib::wrapper! {
    /// A hand of cards.
    pub(crate) struct Fan(ObjectSubclass<imp::Fan>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub(crate) struct Fan;

    #[glib::object_subclass]
    impl ObjectSubclass for Fan {
        const NAME: &'static str = "DoubloonsFan";
        type Type = super::Fan;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("fan");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for Fan {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    /// Where cards overlap, the first one shows so much more of itself than the others, as a part of what those show: its
    /// number may be the one below zero, which is wider.
    const MORE_FOR_FIRST: f32 = 0.7;

    impl WidgetImpl for Fan {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let sizes: Vec<i32> = self.obj().cards(true).map(|card| card.measure(orientation, -1).1).collect();
            let one = sizes.iter().copied().max().unwrap_or(0);
            if orientation == gtk::Orientation::Vertical {
                return (one + 8, one + 8, -1, -1);
            }
            let others = i32::try_from(sizes.len()).unwrap_or(1).max(1) - 1;
            (one + others * one / 3, one + others * one / 2, -1, -1)
        }

        /// What the coach points at lies on top, so that its ring is whole.
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let is_pointed_at = |card: &gtk::Widget| card.has_css_class("pointed-at");
            let (above, below): (Vec<_>, Vec<_>) = self.obj().cards(false).partition(is_pointed_at);
            below.iter().chain(&above).for_each(|card| self.obj().snapshot_child(card, snapshot));
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let cards: Vec<gtk::Widget> = self.obj().cards(false).collect();
            let Some(first) = cards.first() else { return };
            let card = first.measure(gtk::Orientation::Horizontal, -1).1;
            let tall = first.measure(gtk::Orientation::Vertical, -1).1;
            let gaps = (cards.len() as f32 - 1.0).max(1.0);
            let (room, apart) = ((width - card) as f32, card as f32 + 4.0);
            let more_for_first = if room / gaps < apart { MORE_FOR_FIRST } else { 0.0 };
            let step = (room / (gaps + more_for_first)).min(apart);
            let places: Vec<f32> =
                (0..cards.len()).map(|at| step * (at as f32 + if at == 0 { 0.0 } else { more_for_first })).collect();
            let left = (room - places.last().copied().unwrap_or(0.0)) / 2.0;
            for (index, child) in cards.iter().enumerate() {
                let lean = index as f32 - (cards.len() as f32 - 1.0) / 2.0;
                let drop = lean * lean * 0.6;
                let x = left + places[index];
                let y = (height - tall) as f32 / 2.0 + drop;
                let middle = graphene::Point::new(card as f32 / 2.0, tall as f32 / 2.0);
                let transform = gsk::Transform::new()
                    .translate(&graphene::Point::new(x, y))
                    .translate(&middle)
                    .rotate(lean * 2.0)
                    .translate(&graphene::Point::new(-middle.x(), -middle.y()));
                child.allocate(card, tall, -1, Some(transform));
            }
        }
    }
}

impl Fan {
    /// An empty hand.
    pub(crate) fn new() -> Fan {
        glib::Object::new()
    }

    /// Adds a card on top.
    pub(crate) fn add(&self, card: &impl IsA<gtk::Widget>) {
        card.set_parent(self);
    }

    fn cards(&self, hidden_too: bool) -> impl Iterator<Item = gtk::Widget> {
        let mut next = self.first_child();
        std::iter::from_fn(move || {
            let card = next.take()?;
            next = card.next_sibling();
            Some(card)
        })
        .filter(move |card| hidden_too || card.should_layout())
    }
}
