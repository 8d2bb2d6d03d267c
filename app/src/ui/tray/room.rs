//! How high the tray is: as high as what lies on it, at the width that it really has.

use std::cell::Cell;
use std::rc::Rc;

use gtk::glib;
use gtk::prelude::*;

/// How high the rim of the tray is; the style sheet says the same.
const RIM: i32 = 3;

/// After how many frames a new width and a new style have reached everything on the tray.
const FRAMES: u32 = 3;

/// The room for what lies on the tray.
pub(super) struct Room {
    content: gtk::Box,
    /// What lies on the tray, below its rim.
    reach: adw::Clamp,
    /// How high the tray has to be for everything that comes again and again.
    height: Cell<i32>,
    /// Whether what lies there now is only there for a moment.
    for_a_moment: Cell<bool>,
}

impl Room {
    pub(super) fn new(content: &gtk::Box, reach: &adw::Clamp, height: i32) -> Rc<Room> {
        content.set_size_request(-1, height);
        let (height, for_a_moment) = (Cell::new(height), Cell::new(true));
        Rc::new(Room { content: content.clone(), reach: reach.clone(), height, for_a_moment })
    }

    /// Begins anew with this height.
    pub(super) fn begin(&self, height: i32) {
        self.height.set(height);
    }

    /// Makes the tray as high as what lies on it now. It never gets lower than it was, or else the chart above would be
    /// painted anew, larger or smaller, with every phase; only what was needed `for_a_moment` it gives back.
    pub(super) fn make(self: &Rc<Self>, for_a_moment: bool) {
        self.for_a_moment.set(for_a_moment);
        self.check();
    }

    /// Makes room once more: the tray has another width, or soon will have. Lines break elsewhere then, which is known
    /// only after frames were laid out.
    pub(super) fn check(self: &Rc<Self>) {
        self.measure();
        let (room, left) = (Rc::downgrade(self), Cell::new(FRAMES));
        self.content.add_tick_callback(move |_, _| {
            let Some(room) = room.upgrade() else { return glib::ControlFlow::Break };
            room.measure();
            left.set(left.get() - 1);
            if left.get() == 0 { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
        });
    }

    fn measure(&self) {
        let width = if self.content.width() > 0 { self.content.width() } else { -1 };
        let (_, needed, ..) = self.reach.measure(gtk::Orientation::Vertical, width);
        let needed = self.height.get().max(needed + RIM);
        if !self.for_a_moment.get() {
            self.height.set(needed);
        }
        self.content.set_height_request(needed);
    }
}
