//! The pages of the window, of which one is shown. The others are hidden altogether: a leaflet's own way of putting a
//! page aside leaves it in the accessibility tree, where a screen reader would still read it.

use adw::prelude::*;

/// The pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    leaflet: adw::Leaflet,
}

impl Pages {
    /// Pages in this order, of which the first is shown.
    pub(crate) fn new(pages: &[&gtk::Widget]) -> Pages {
        let leaflet = adw::Leaflet::new();
        leaflet.set_can_unfold(false);
        for (index, page) in pages.iter().enumerate() {
            page.set_visible(index == 0);
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
