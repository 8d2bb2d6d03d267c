//! The pages of the window, of which one is shown. The others are hidden altogether: a leaflet's own way of putting a
//! page aside leaves it in the accessibility tree, where a screen reader would still read it.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;

/// The pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    leaflet: adw::Leaflet,
    /// The page that was turned to last.
    turned_to: Rc<RefCell<gtk::Widget>>,
}

impl Pages {
    /// The first page, which is shown, and those that may follow.
    pub(crate) fn new(first: &impl IsA<gtk::Widget>, others: &[&adw::Bin]) -> Pages {
        let leaflet = adw::Leaflet::new();
        leaflet.set_can_unfold(false);
        leaflet.append(first);
        for page in others {
            page.set_visible(false);
            leaflet.append(*page);
        }
        let turned_to = Rc::new(RefCell::new(first.clone().upcast()));
        let stays = Rc::clone(&turned_to);
        leaflet.connect_child_transition_running_notify(move |leaflet| {
            if !leaflet.is_child_transition_running() {
                hide_others(leaflet, &stays.borrow());
            }
        });
        Pages { leaflet, turned_to }
    }

    /// The widget that holds them.
    pub(crate) fn widget(&self) -> &adw::Leaflet {
        &self.leaflet
    }

    /// Whether this page is shown.
    pub(crate) fn shows(&self, page: &impl IsA<gtk::Widget>) -> bool {
        *self.turned_to.borrow() == *page.upcast_ref()
    }

    /// Puts a page in the place of another, which is shown.
    pub(crate) fn replace(&self, old: &impl IsA<gtk::Widget>, new: &impl IsA<gtk::Widget>) {
        self.turned_to.replace(new.clone().upcast());
        self.leaflet.insert_child_after(new, Some(old));
        self.leaflet.set_visible_child(new);
        self.leaflet.remove(old);
    }

    /// Turns to a page, even while another one is still being turned to.
    pub(crate) fn show(&self, page: &impl IsA<gtk::Widget>) {
        self.turned_to.replace(page.clone().upcast());
        page.set_visible(true);
        self.leaflet.set_visible_child(page);
        if !self.leaflet.is_child_transition_running() {
            hide_others(&self.leaflet, page.upcast_ref());
        }
    }
}

fn hide_others(leaflet: &adw::Leaflet, shown: &gtk::Widget) {
    let mut page = leaflet.first_child();
    while let Some(widget) = page {
        page = widget.next_sibling();
        if *shown != widget {
            widget.set_visible(false);
        }
    }
}
