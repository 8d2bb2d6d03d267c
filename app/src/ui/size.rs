//! The size of the window, for pages that look different in small ones.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gdk;
use gtk::glib::SignalHandlerId;
use gtk::prelude::*;

/// How much larger than usual the desktop wants writing, 1 where it does not.
pub(crate) fn text_scale() -> f64 {
    const USUAL: f64 = 96.0 * 1024.0;
    let dpi = gtk::Settings::default().map_or(-1, |settings| settings.gtk_xft_dpi());
    if dpi > 0 { f64::from(dpi) / USUAL } else { 1.0 }
}

/// Whether writing is so large that it has to share the room.
pub(crate) fn is_text_large() -> bool {
    text_scale() > 1.2
}

/// Tells of the window's size, now and whenever it changes.
pub(crate) fn watch<M: 'static>(
    root: &impl IsA<gtk::Widget>,
    input: relm4::Sender<M>,
    resized: impl Fn(i32, i32) -> M + Copy + 'static,
) {
    // The window outlives the page; it must not go on telling a page that is gone.
    let listening: Rc<RefCell<Option<(gdk::Surface, SignalHandlerId)>>> = Rc::default();
    let heard = Rc::clone(&listening);
    root.connect_realize(move |root| {
        let Some(surface) = root.native().and_then(|native| native.surface()) else {
            return;
        };
        let tell = {
            let input = input.clone();
            move |width: i32, height: i32| {
                // The page may be gone while its window still changes.
                let _ = input.send(resized(width, height));
            }
        };
        tell(surface.width(), surface.height());
        let handler = surface.connect_layout(move |_, width, height| tell(width, height));
        heard.replace(Some((surface, handler)));
    });
    root.connect_unrealize(move |_| {
        if let Some((surface, handler)) = listening.take() {
            surface.disconnect(handler);
        }
    });
}
