//! The PIN at a table's door.

use adw::prelude::*;
use doubloons_net::lan::door::{NoPin, Pin};
use doubloons_words::{told, tr};

use super::{Sheet, complain, complaint, entry, group};
use crate::game::sentence;

mod words {
    pub(super) const TITLE: &str = "PIN";
    pub(super) const JOIN: &str = "Join";
    pub(super) const PIN: &str = "PIN";

    pub(super) const NEW_TITLE: &str = "PIN of the Table";
    pub(super) const CHANGE: &str = "Change";
    pub(super) const NEW_PIN: &str = "PIN (optional)";
    pub(super) const NEW_ABOUT: &str = "Leave it empty if everybody may join. Whoever is at the table already stays.";

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
    let row = entry(tr(words::PIN), "");
    let typed = |text: &str| Pin::try_from(text.trim().to_owned());
    ask(sheet, &words::about(table), row, wrong_before, typed, chosen);
}

/// Asks a host for another PIN of the table, or for none.
pub(crate) fn ask_for_new_pin(
    parent: &impl IsA<gtk::Window>,
    before: Option<&str>,
    chosen: impl Fn(Option<Pin>) + 'static,
) {
    let sheet = Sheet::new(parent, tr(words::NEW_TITLE), tr(words::CHANGE));
    let row = entry(tr(words::NEW_PIN), before.unwrap_or_default());
    ask(sheet, tr(words::NEW_ABOUT), row, None, wanted, chosen);
}

/// Asks until what is typed can be a PIN, and says why it can't.
fn ask<T>(
    sheet: Sheet,
    about: &str,
    row: adw::EntryRow,
    wrong_before: Option<&str>,
    typed: impl Fn(&str) -> Result<T, NoPin> + 'static,
    chosen: impl Fn(T) + 'static,
) {
    let group = group("", about);
    group.add(&row);
    let wrong = complaint();
    complain(&wrong, wrong_before.unwrap_or_default());
    sheet.content.append(&group);
    sheet.content.append(&wrong);
    let focus = row.clone();
    sheet.present(move || match typed(&row.text()) {
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

/// The PIN that somebody typed; none if nothing was typed.
pub(super) fn wanted(text: &str) -> Result<Option<Pin>, NoPin> {
    match text.trim() {
        "" => Ok(None),
        text => Pin::try_from(text.to_owned()).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_is_no_pin_and_nonsense_is_none_either_but_said() {
        assert!(wanted("  ").expect("nothing").is_none());
        assert_eq!(wanted(" rum42 ").expect("a PIN").expect("one").read_out(), "RUM42");
        assert!(wanted("1").is_err());
    }
}
