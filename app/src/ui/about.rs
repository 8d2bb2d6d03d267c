//! What this program is, which version, and under which terms.

use adw::prelude::*;
use doubloons_words::tr;
use gtk::gio;

use super::app::APP_ID;

mod words {
    pub(super) const WHAT: &str = "Pirate board games for a room full of friends with laptops: one hosts, the others join, and nobody has to trust the host.";
    pub(super) const ARTWORK: &str = "Artwork and sounds: CC-BY-SA-4.0";
}

/// The action that shows it, in every window that has it.
pub(crate) const ACTION: &str = "win.about";

/// Gives a window the action.
pub(crate) fn install(window: &adw::ApplicationWindow) {
    let action = gio::SimpleAction::new("about", None);
    let weak = window.downgrade();
    action.connect_activate(move |_, _| {
        if let Some(window) = weak.upgrade() {
            show(&window);
        }
    });
    window.add_action(&action);
}

fn show(parent: &adw::ApplicationWindow) {
    let about = adw::AboutWindow::new();
    about.set_transient_for(Some(parent));
    about.set_modal(true);
    about.set_application_name(tr("Doubloons"));
    // Where the program was not installed, the desktop does not know its icon.
    if gtk::IconTheme::for_display(&RootExt::display(parent)).has_icon(APP_ID) {
        about.set_application_icon(APP_ID);
    }
    about.set_version(env!("CARGO_PKG_VERSION"));
    about.set_license_type(gtk::License::Gpl30);
    about.set_comments(tr(words::WHAT));
    about.set_copyright(tr(words::ARTWORK));
    about.present();
}
