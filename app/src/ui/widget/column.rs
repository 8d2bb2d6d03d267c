//! Lines of text, one below the other, that wrap where there is little room.
//!
//! A [`gtk::Box`] would do, but whatever lies in a row is asked how wide it would like to be for a certain height, and a
//! label answers by trying one width after the other. In a page full of rows that took longer than all the rest of the
//! start. A column says how wide it is without looking at the height.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

glib::wrapper! {
    /// Lines of text.
    pub(crate) struct Column(ObjectSubclass<imp::Column>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

mod imp {
    use std::cell::Cell;

    use super::*;

    #[derive(Default)]
    pub(crate) struct Column {
        pub(super) spacing: Cell<i32>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Column {
        const NAME: &'static str = "DoubloonsColumn";
        type Type = super::Column;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            // What style sheets say of a box holds for a column.
            class.set_css_name("box");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for Column {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Column {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let lines = self.obj().lines();
            let (least, natural) = if orientation == gtk::Orientation::Horizontal {
                lines.iter().fold((0, 0), |(least, natural), line| {
                    let (own_least, own_natural, ..) = line.measure(orientation, -1);
                    (least.max(own_least), natural.max(own_natural))
                })
            } else {
                let between = self.spacing.get() * (lines.len() as i32 - 1).max(0);
                lines.iter().fold((between, between), |(least, natural), line| {
                    let (own_least, own_natural, ..) = line.measure(orientation, for_size);
                    (least + own_least, natural + own_natural)
                })
            };
            (least, natural, -1, -1)
        }

        fn size_allocate(&self, width: i32, _: i32, _: i32) {
            let mut top = 0.0;
            for line in self.obj().lines() {
                let (_, height, ..) = line.measure(gtk::Orientation::Vertical, width);
                let place = gtk::gsk::Transform::new().translate(&gtk::graphene::Point::new(0.0, top));
                line.allocate(width, height, -1, Some(place));
                top += (height + self.spacing.get()) as f32;
            }
        }
    }
}

impl Column {
    /// A column without lines that will be so far apart.
    pub(crate) fn new(spacing: i32) -> Column {
        let column: Column = glib::Object::new();
        column.imp().spacing.set(spacing);
        column
    }

    /// Adds a line in this style at the end.
    pub(crate) fn write(&self, text: &str, class: &str) {
        let label = gtk::Label::new(Some(text));
        label.add_css_class(class);
        label.set_xalign(0.0);
        label.set_wrap(true);
        label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
        label.set_parent(self);
    }

    fn lines(&self) -> Vec<gtk::Widget> {
        std::iter::successors(self.first_child(), gtk::Widget::next_sibling).collect()
    }
}
