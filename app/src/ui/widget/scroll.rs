//! What grows at its end: lists, and sheets with something to unfold.

use std::cell::Cell;
use std::rc::Rc;

use adw::prelude::*;
use gtk::glib;

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
        glib::idle_add_local_once(move || {
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

/// Lets keys scroll lines among which nothing takes the focus. Tab stops there only while there is more to see: by itself a
/// scroller would always take the focus in their place.
pub(crate) fn stop_while_there_is_more(scroller: &gtk::ScrolledWindow) {
    scroller.add_css_class("lines");
    scroller.set_can_focus(false);
    let weak = scroller.downgrade();
    scroller.vadjustment().connect_changed(move |adjustment| {
        if let Some(scroller) = weak.upgrade() {
            scroller.set_can_focus(adjustment.upper() > adjustment.page_size());
        }
    });
}

/// Brings what a person unfolds into view, but not so far that the row itself goes out of it.
pub(crate) fn show_what_unfolds(row: &adw::ExpanderRow, scroller: &gtk::ScrolledWindow) {
    let unfolds = Rc::new(Cell::new(false));
    let unfolding = Rc::clone(&unfolds);
    row.connect_expanded_notify(move |row| unfolding.set(row.is_expanded()));
    let row = row.downgrade();
    // It grows in every frame until it is unfolded.
    scroller.vadjustment().connect_upper_notify(move |adjustment| {
        let Some(row) = row.upgrade().filter(|_| unfolds.get()) else { return };
        let adjustment = adjustment.clone();
        glib::idle_add_local_once(move || {
            let viewport = row.ancestor(gtk::Viewport::static_type());
            let Some(place) = viewport.and_then(|viewport| row.compute_bounds(&viewport)) else { return };
            let top = adjustment.value() + f64::from(place.y());
            let end = adjustment.upper() - adjustment.page_size();
            adjustment.set_value(adjustment.value().max(end.min(top)));
        });
    });
}

/// Makes a window that has a width as high as its header and what it scrolls, up to a limit. What a scroller itself asks for
/// leaves the lines out that have to be wrapped.
pub(crate) fn fit_height(
    window: &impl IsA<gtk::Window>,
    header: &impl IsA<gtk::Widget>,
    scroller: &gtk::ScrolledWindow,
    highest: i32,
) {
    let width = window.default_width();
    let natural = |widget: &gtk::Widget| widget.measure(gtk::Orientation::Vertical, width).1;
    let content = scroller.child().map_or(0, |content| natural(&content));
    window.set_default_height(natural(header.upcast_ref()) + content.min(highest));
}

/// Brings something into view that has just been shown.
pub(crate) fn show_in_view(what: &impl IsA<gtk::Widget>) {
    let frames = Cell::new(0);
    // It has its place only after the layout of the next frame.
    what.add_tick_callback(move |what, _| {
        frames.set(frames.get() + 1);
        if frames.get() == 1 {
            return glib::ControlFlow::Continue;
        }
        let scroller = what.ancestor(gtk::ScrolledWindow::static_type()).and_downcast::<gtk::ScrolledWindow>();
        let place = what.ancestor(gtk::Viewport::static_type()).and_then(|viewport| what.compute_bounds(&viewport));
        if let (Some(scroller), Some(place)) = (scroller, place) {
            let adjustment = scroller.vadjustment();
            let top = adjustment.value() + f64::from(place.y());
            adjustment.clamp_page(top, top + f64::from(place.height()));
        }
        glib::ControlFlow::Break
    });
}
