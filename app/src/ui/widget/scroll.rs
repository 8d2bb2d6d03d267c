//! A list that grows at its end.

use std::cell::Cell;
use std::rc::Rc;

use gtk::prelude::*;

/// Keeps the newest line in view, unless the reader has scrolled up.
pub(crate) fn follow_the_end(scroller: &gtk::ScrolledWindow) {
    let adjustment = scroller.vadjustment();
    let at_end = Rc::new(Cell::new(true));
    let known_upper = Rc::new(Cell::new(0.0));
    let (seen, known) = (Rc::clone(&at_end), Rc::clone(&known_upper));
    adjustment.connect_value_changed(move |adjustment| {
        // While new lines come in, the value changes without anybody having scrolled.
        if known.get() == adjustment.upper() {
            seen.set(adjustment.value() + adjustment.page_size() >= adjustment.upper() - 24.0);
        }
    });
    let catch_up = move |adjustment: &gtk::Adjustment| {
        let (adjustment, at_end, known_upper) = (adjustment.clone(), Rc::clone(&at_end), Rc::clone(&known_upper));
        // The page has its new size only after this layout.
        gtk::glib::idle_add_local_once(move || {
            if at_end.get() {
                adjustment.set_value(adjustment.upper());
            }
            known_upper.set(adjustment.upper());
        });
    };
    adjustment.connect_upper_notify(catch_up.clone());
    // What stands above the list may grow and leave it less room.
    adjustment.connect_page_size_notify(catch_up);
}
