//! Sheets in the smallest window that is designed for.

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON};
use doubloons_gui_tests::desktop::{Desktop, Look, Size};
use doubloons_gui_tests::party::press;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("sheets::house_rules_come_into_view_when_they_are_opened", house_rules_come_into_view),
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

fn what_is_wrong_comes_into_view() {
    let desktop = Desktop::with("sheets-wrong", SMALL, Look::default());
    let app = ask_how_to_host(&desktop);
    app.click(&app.wait_for("the PIN", |seen| seen.role == "text box" && seen.name.starts_with("PIN")));
    app.hands().take_up_keyboard("Host a Table");
    app.hands().type_text("1");
    press(&app, "Open Table");
    wait_until_in_view(&app, "what is wrong", |seen| seen.role == "label" && seen.name.contains("PIN has"));
}
