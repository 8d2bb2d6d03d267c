//! What the verifier says of a transcript, as a banner.

use doubloons_words::tr;
use gtk::prelude::*;

use super::{a11y, dialog};
use crate::replay::{Finding, Verdict};

mod words {
    pub(super) const DETAILS: &str = "Details";
}

/// A banner with the verdict: green, amber, or red; plain where there was nothing to check. What was found is told in plain
/// words; whoever wants to know exactly can ask.
pub(crate) fn banner(verdict: &Verdict) -> gtk::Box {
    let (icon, class, text, details) = match verdict {
        Verdict::Sound(text) => ("emblem-ok-symbolic", "success", text, None),
        Verdict::Unfinished(text) => ("dialog-information-symbolic", "warning", text, None),
        Verdict::Caught(Finding { told, details }) => ("dialog-warning-symbolic", "warning", told, Some(details)),
        Verdict::Unsigned(text) => ("dialog-information-symbolic", "quiet", text, None),
        Verdict::Broken(Finding { told, details }) => ("dialog-error-symbolic", "error", told, Some(details)),
    };
    let banner = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    banner.add_css_class("verdict");
    banner.add_css_class("verdict-banner");
    banner.add_css_class(class);
    let label = gtk::Label::new(Some(text));
    label.set_wrap(true);
    label.set_xalign(0.0);
    label.set_hexpand(true);
    banner.append(&gtk::Image::from_icon_name(icon));
    banner.append(&label);
    if let Some(details) = details {
        let button = gtk::Button::with_label(tr(words::DETAILS));
        button.add_css_class("flat");
        button.set_valign(gtk::Align::Center);
        let details = details.clone();
        button.connect_clicked(move |button| {
            if let Some(window) = button.root().and_downcast::<gtk::Window>() {
                dialog::tell(&window, tr(words::DETAILS), &details);
            }
        });
        banner.append(&button);
    }
    a11y::set_label(&banner, text);
    banner
}
