//! A page whose panes are visited in an order of its own: GTK goes by where things lie, people by what they do first.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

glib::wrapper! {
    /// A column of panes, visited in turn.
    pub(crate) struct Ring(ObjectSubclass<imp::Ring>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

mod imp {
    use std::cell::RefCell;

    use super::*;

    #[derive(Default)]
    pub(crate) struct Ring {
        pub(super) panes: RefCell<Vec<glib::WeakRef<gtk::Widget>>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Ring {
        const NAME: &'static str = "DoubloonsRing";
        type Type = super::Ring;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for Ring {}

    impl WidgetImpl for Ring {
        /// Tab goes on within a pane, and from its end to the next one.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let forward = match direction {
                gtk::DirectionType::TabForward => true,
                gtk::DirectionType::TabBackward => false,
                _ => return self.parent_focus(direction),
            };
            let mut panes = self.obj().panes();
            if !forward {
                panes.reverse();
            }
            let here = panes.iter().position(holds_focus).unwrap_or(0);
            panes[here.min(panes.len())..].iter().any(|pane| pane.child_focus(direction))
        }
    }

    impl BoxImpl for Ring {}
}

impl Ring {
    /// An empty page.
    pub(crate) fn new() -> Ring {
        glib::Object::builder().property("orientation", gtk::Orientation::Vertical).build()
    }

    /// Sets what is visited, in which order.
    pub(crate) fn set_panes(&self, panes: &[&gtk::Widget]) {
        self.imp().panes.replace(panes.iter().map(|pane| pane.downgrade()).collect());
    }

    /// Puts the focus into the next pane that can take it, beginning again after the last.
    pub(crate) fn focus_next(&self) -> bool {
        let mut panes = self.panes();
        let next = panes.iter().position(holds_focus).map_or(0, |here| here + 1);
        let all = panes.len().max(1);
        panes.rotate_left(next % all);
        panes.iter().any(|pane| pane.child_focus(gtk::DirectionType::TabForward))
    }

    fn panes(&self) -> Vec<gtk::Widget> {
        self.imp().panes.borrow().iter().filter_map(glib::WeakRef::upgrade).collect()
    }
}

fn holds_focus(pane: &gtk::Widget) -> bool {
    pane.has_focus() || pane.focus_child().is_some()
}
