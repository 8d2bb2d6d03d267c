//! What the verifier says of a transcript, as a banner.

use gtk::prelude::*;

use super::a11y;
use crate::replay::Verdict;

/// A banner with the verdict: green, amber, or red; plain where there was nothing to check.
pub(crate) fn banner(verdict: &Verdict) -> gtk::Box {
    let (icon, class, text) = match verdict {
        Verdict::Sound(text) => ("emblem-ok-symbolic", "success", text),
        Verdict::Unfinished(text) => ("dialog-information-symbolic", "warning", text),
        Verdict::Caught(text) => ("dialog-warning-symbolic", "warning", text),
        Verdict::Unsigned(text) => ("dialog-information-symbolic", "quiet", text),
        Verdict::Broken(text) => ("dialog-error-symbolic", "error", text),
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
    a11y::set_label(&banner, text);
    banner
}
