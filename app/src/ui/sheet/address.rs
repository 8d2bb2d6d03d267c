//! Joining where a network hides its tables: by the address on the host's screen.

use adw::prelude::*;
use doubloons_words::tr;

use super::{Sheet, complain, complaint, entry, group};

mod words {
    pub(super) const TITLE: &str = "Join by Address";
    pub(super) const JOIN: &str = "Join";
    pub(super) const ABOUT: &str = "The host sees it on the table page.";
    pub(super) const ADDRESS: &str = "Address, for example 192.168.1.23";
    pub(super) const EMPTY: &str = "Type the address first.";
}

/// Asks for an address; `before` is what was typed last, which may only have to be corrected.
pub(crate) fn ask_for_address(parent: &impl IsA<gtk::Window>, before: &str, chosen: impl Fn(String) + 'static) {
    let sheet = Sheet::new(parent, tr(words::TITLE), tr(words::JOIN));
    let group = group("", tr(words::ABOUT));
    let address = entry(tr(words::ADDRESS), before);
    group.add(&address);
    let wrong = complaint();
    sheet.content.append(&group);
    sheet.content.append(&wrong);
    let focus = address.clone();
    sheet.present(move || {
        let text = address.text().trim().to_owned();
        if text.is_empty() {
            complain(&wrong, tr(words::EMPTY));
            return false;
        }
        chosen(text);
        true
    });
    focus.grab_focus();
}
