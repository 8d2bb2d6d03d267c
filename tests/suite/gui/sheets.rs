//! Sheets in the smallest window that is designed for.

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON};
use doubloons_gui_tests::desktop::{Desktop, Look, Size};
use doubloons_gui_tests::party::press;
use doubloons_words::Language;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("sheets::house_rules_come_into_view_when_they_are_opened", house_rules_come_into_view),
        test("sheets::a_sheet_is_as_high_as_what_is_in_it", as_high_as_what_is_in_it),
        test("sheets::what_is_wrong_comes_into_view", what_is_wrong_comes_into_view),
    ]
}

const SMALL: Size = Size { width: 1024, height: 640 };

/// Opens the sheet of a table in a small window.
fn ask_how_to_host(desktop: &Desktop) -> App<'_> {
    let app = desktop.start(&[]);
    app.fill_screen(SMALL);
    press(&app, "Host a Table");
    app.button("Open Table");
    app
}

/// Waits until something is within the sheet, wherever it has to be scrolled from.
fn wait_until_in_view(app: &App<'_>, what: &str, likes: impl Fn(&Seen) -> bool) -> Seen {
    app.wait_until(what, SOON, |all| {
        let sheet = all.iter().find(|seen| seen.role == "window" && seen.name == "Host a Table")?;
        let seen = all.iter().find(|seen| likes(seen))?;
        let bottom = |of: &Seen| app.desktop().bus().extents(&of.address).map(|place| place.y + place.height);
        (bottom(seen)? <= bottom(sheet)?).then(|| seen.clone())
    })
}

fn house_rules_come_into_view() {
    let desktop = Desktop::with("sheets-rules", SMALL, Look::default());
    let app = ask_how_to_host(&desktop);
    app.click(&app.wait_for("the house rules", |seen| seen.name.starts_with("House rules")));
    let is_last = |seen: &Seen| seen.role == "switch" && seen.name == "Victory can be shared";
    let last = wait_until_in_view(&app, "the last rule", |seen| is_last(seen) && seen.is(State::Checked));
    wait_until_in_view(&app, "the row that was opened", |seen| seen.name.starts_with("House rules"));
    app.click(&last);
    app.wait_for("the rule, switched off", |seen| is_last(seen) && !seen.is(State::Checked));
}

/// Sentences that are longer than a line, as they are in French, have room, and below the last one there is some left.
fn as_high_as_what_is_in_it() {
    const MARGIN: i32 = 10;
    let desktop = Desktop::with("sheets-high", SMALL, Look::default()).speaking(Language::French);
    let app = desktop.start(&[]);
    app.fill_screen(SMALL);
    press(&app, "S’entraîner");
    app.button("Annuler");
    app.wait_until("room below the last choice", SOON, |all| {
        let bottom = |likes: &dyn Fn(&Seen) -> bool| {
            let extents = app.desktop().bus().extents(&all.iter().find(|seen| likes(seen))?.address)?;
            Some(extents.y + extents.height)
        };
        let sheet = bottom(&|seen| seen.role == "window" && seen.name == "S’entraîner")?;
        let last = bottom(&|seen| seen.role == "combo box" && seen.name.starts_with("Édition"))?;
        (last + MARGIN <= sheet).then_some(())
    });
}

fn what_is_wrong_comes_into_view() {
    let desktop = Desktop::with("sheets-wrong", SMALL, Look::default());
    let app = ask_how_to_host(&desktop);
    app.click(&app.wait_for("the PIN", |seen| seen.role == "text box" && seen.name.starts_with("PIN")));
    app.hands().take_up_keyboard("Host a Table");
    app.hands().type_text("1");
    press(&app, "Open Table");
    wait_until_in_view(&app, "what is wrong", |seen| seen.role == "label" && seen.name.contains("PIN has"));
}
