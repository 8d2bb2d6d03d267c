//! The PIN at a table's door.

use adw::prelude::*;
use doubloons_net::lan::door::Pin;
use doubloons_words::{told, tr};

use super::{Sheet, complain, complaint, entry, group};
use crate::game::sentence;

mod words {
    pub(super) const TITLE: &str = "PIN";
    pub(super) const JOIN: &str = "Join";
    pub(super) const PIN: &str = "PIN";

    pub(super) fn about(table: &str) -> String {
        doubloons_words::say!("“{table}” has a PIN. Ask whoever hosts for it.")
    }
}

/// Asks for the PIN of a table, after saying what was wrong with the last one.
pub(crate) fn ask_for_pin(
    parent: &impl IsA<gtk::Window>,
    table: &str,
    wrong_before: Option<&str>,
    chosen: impl Fn(Pin) + 'static,
) {
    let sheet = Sheet::new(parent, tr(words::TITLE), tr(words::JOIN));
    let group = group("", &words::about(table));
    let row = entry(tr(words::PIN), "");
    group.add(&row);
    let wrong = complaint();
    complain(&wrong, wrong_before.unwrap_or_default());
    sheet.content.append(&group);
    sheet.content.append(&wrong);
    let focus = row.clone();
    sheet.present(move || match Pin::try_from(row.text().trim().to_owned()) {
        Ok(pin) => {
            chosen(pin);
            true
        }
        Err(no_pin) => {
            complain(&wrong, &sentence(&told(&no_pin)));
            false
        }
    });
    focus.grab_focus();
}
