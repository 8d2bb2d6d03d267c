//! How much moves on the screen. Whoever wants little of it sees ships jump instead of sail; what happened stays in view
//! as long as before, with the wake that shows the way, and the log tells it.

use crate::preferences::Motion;

/// Takes over what the person has chosen. GTK then leaves its own animations out as well.
pub(crate) fn set(motion: Motion) {
    let Some(settings) = gtk::Settings::default() else { return };
    match motion {
        Motion::System => settings.reset_property("gtk-enable-animations"),
        Motion::Reduced => settings.set_gtk_enable_animations(false),
    }
}

/// Whether little is to move, by the person's choice or the desktop's.
pub(crate) fn is_reduced() -> bool {
    gtk::Settings::default().is_some_and(|settings| !settings.is_gtk_enable_animations())
}
