//! The pages of the window, of which one is shown. The others are hidden altogether: a leaflet's own way of putting a
//! page aside leaves it in the accessibility tree, where a screen reader would still read it.

use adw::prelude::*;

/// The pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    leaflet: adw::Leaflet,
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
        leaflet.connect_child_transition_running_notify(|leaflet| {
            if !leaflet.is_child_transition_running() {
                hide_others(leaflet);
            }
        });
        Pages { leaflet }
    }

    /// The widget that holds them.
    pub(crate) fn widget(&self) -> &adw::Leaflet {
        &self.leaflet
    }

    /// Puts a page in the place of another, which is shown.
    pub(crate) fn replace(&self, old: &impl IsA<gtk::Widget>, new: &impl IsA<gtk::Widget>) {
        self.leaflet.insert_child_after(new, Some(old));
        self.leaflet.set_visible_child(new);
        self.leaflet.remove(old);
    }

    /// Turns to a page.
    pub(crate) fn show(&self, page: &impl IsA<gtk::Widget>) {
        page.set_visible(true);
        self.leaflet.set_visible_child(page);
        if !self.leaflet.is_child_transition_running() {
            hide_others(&self.leaflet);
        }
    }
}

fn hide_others(leaflet: &adw::Leaflet) {
    let shown = leaflet.visible_child();
    let mut page = leaflet.first_child();
    while let Some(widget) = page {
        page = widget.next_sibling();
        if shown.as_ref() != Some(&widget) {
            widget.set_visible(false);
        }
    }
}
