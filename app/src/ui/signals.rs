//! Leaving when the system asks for it: at the end of a session, or because somebody sent a signal.

use gtk::glib;
use gtk::prelude::*;

/// `SIGHUP`, `SIGINT` and `SIGTERM`: the same numbers wherever GTK runs.
const ASK_TO_END: [i32; 3] = [1, 2, 15];

/// Lets the program end by itself when it is asked to, so that everything is put away as if its window was closed.
pub(crate) fn leave_when_asked() {
    for signal in ASK_TO_END {
        glib_unix::unix_signal_add_local(signal, || {
            relm4::main_application().quit();
            glib::ControlFlow::Continue
        });
    }
}
