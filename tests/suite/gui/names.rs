//! Everything has a name: whatever can be focused or pressed, on every page, and every space, ship and card.

use std::collections::BTreeSet;

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON, is_button};
use doubloons_gui_tests::desktop::{Desktop, Size};
use doubloons_gui_tests::party::press;
use doubloons_net::table::genesis::EMBLEMS;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("names::a_name_that_is_missing_is_noticed", a_missing_name_is_noticed),
        test("names::chart_hand_and_berths_are_named", chart_hand_and_berths_are_named),
        test("names::sheets_are_named", sheets_are_named),
        test("names::windows_beside_the_main_one_are_named", windows_beside_the_main_one_are_named),
        test("names::questions_are_named", questions_are_named),
    ]
}

/// What can be pressed or changed.
const CONTROLS: [&str; 12] = [
    "button",
    "push button",
    "toggle button",
    "check box",
    "radio button",
    "switch",
    "combo box",
    "entry",
    "text",
    "spin button",
    "slider",
    "menu item",
];

/// Fails on anything that could be used but has no name.
pub(crate) fn everything_is_named(app: &App<'_>, page: &str) {
    let nameless: Vec<String> = nameless(&app.look()).into_iter().map(ToString::to_string).collect();
    if !nameless.is_empty() {
        app.fail(&format!("{page}: without a name\n{}", nameless.join("\n")));
    }
}

fn nameless(all: &[Seen]) -> Vec<&Seen> {
    let mut inside_choice = None;
    let mut found = Vec::new();
    for (at, seen) in all.iter().enumerate() {
        // What a combo box is made of is the library's; the whole has a name.
        inside_choice = inside_choice.filter(|&depth| seen.depth > depth);
        // A list without a heading is read by its rows, which have names. Newer versions of libadwaita don't call it a list
        // where it holds the head of a row that opens.
        let holds_row = all.get(at + 1).is_some_and(|next| next.depth > seen.depth && next.role == "list item");
        let list = seen.role == "list" || (seen.role == "generic" && holds_row);
        let usable = (seen.is(State::Focusable) && !list) || CONTROLS.contains(&seen.role.as_str());
        if inside_choice.is_none() && usable && !has_name(seen) {
            found.push(seen);
        }
        if seen.role == "combo box" && inside_choice.is_none() {
            inside_choice = Some(seen.depth);
        }
    }
    found
}

/// GTK calls whatever has no name by the name of its class.
fn has_name(seen: &Seen) -> bool {
    let class = ["Gtk", "Adw", "Doubloons"].into_iter().find_map(|library| seen.name.strip_prefix(library));
    !seen.name.trim().is_empty() && !class.is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

fn a_missing_name_is_noticed() {
    let desktop = Desktop::new("missing-name");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    let mut all = app.look();
    assert!(nameless(&all).is_empty());
    for stripped in ["", "DoubloonsPainted"] {
        let seen = all.iter_mut().find(|seen| seen.name.starts_with("Space 1,")).expect("a space");
        let name = std::mem::replace(&mut seen.name, stripped.to_owned());
        assert_eq!(nameless(&all).len(), 1, "a space called {stripped:?} has no name");
        all.iter_mut().find(|seen| seen.name == stripped && seen.is(State::Focusable)).expect("the space").name = name;
    }
}

fn chart_hand_and_berths_are_named() {
    let desktop = Desktop::new("names");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    everything_is_named(&app, "bribing");
    let names: Vec<String> = app.look().into_iter().filter(Seen::is_usable).map(|seen| seen.name).collect();
    let beginning = |with: &str| names.iter().filter(|name| name.starts_with(with)).count();
    let spaces: BTreeSet<&str> =
        names.iter().filter(|name| name.starts_with("Space ")).filter_map(|name| name.split(',').next()).collect();
    assert_eq!(spaces.len(), 77, "{spaces:?}");
    for ship in ["Arriba", "Bravo", "Caribic", "Diabolo", "Evita", "Fuego"] {
        let there = names.iter().filter(|name| name.starts_with("Space ") && name.contains(ship)).count();
        assert_eq!((there, beginning(&format!("Place {ship},"))), (1, 1), "{ship} on the chart and at her berth");
    }
    for card in ["Thief, minus 1", "Empty mug, 0", "1 barrel", "2 barrels", "3 barrels", "4 barrels", "5 barrels"] {
        assert_eq!(beginning(&format!("{card}, in hand")), 1, "{card}");
    }
    assert_eq!(beginning("Tie-breaker, empty"), 1);
}

fn sheets_are_named() {
    let desktop = Desktop::new("names-sheets");
    let app = desktop.start(&[]);
    let close = |sheet: &str| {
        everything_is_named(&app, sheet);
        press(&app, "Cancel");
        app.wait_until("no sheet", SOON, |all| (!all.iter().any(|seen| is_button(seen, "Cancel"))).then_some(()));
    };
    press(&app, "Practice");
    app.button("Cancel");
    close("Practice");
    press(&app, "Host a Table");
    // What a row hides until it is opened has names, too.
    app.click(&app.wait_for("the house rules", |seen| seen.name.starts_with("House rules")));
    app.wait_for("a house rule", |seen| seen.role == "switch" && seen.name == "Loading costs a step");
    close("Host a Table");
    press(&app, "Preferences");
    app.button("Cancel");
    let crests = app.look().iter().filter(|seen| seen.role.ends_with("button") && seen.name.contains(" on ")).count();
    assert_eq!(crests, usize::from(EMBLEMS), "every crest can be chosen by its name");
    close("Preferences");
    let address = app.wait_for("a row", |seen| seen.is(State::Focusable) && seen.name.starts_with("Join by address"));
    app.scroll_to(&address, Size::DESIGNED);
    app.click(&address);
    app.button("Cancel");
    close("Join by address");
}

fn windows_beside_the_main_one_are_named() {
    let desktop = Desktop::new("names-windows");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.hands().press("F1");
    app.wait_for("the rules", |seen| seen.role == "window" && seen.name == "Rules");
    everything_is_named(&app, "the rules");
    app.hands().take_up_keyboard("Rules");
    app.hands().press("Escape");
    app.wait_until("no rules", SOON, |all| (!all.iter().any(|seen| seen.name == "Rules")).then_some(()));
    app.take_up_keyboard();
    app.hands().press("ctrl+question");
    app.wait_for("the keys", |seen| seen.name == "Seal the bribes");
    // GTK lets its own list of keys take the focus, and gives it no name.
    let all = app.look();
    let nameless: Vec<&Seen> = nameless(&all).into_iter().filter(|seen| seen.role != "group").collect();
    assert!(nameless.is_empty(), "{nameless:?}");
}

fn questions_are_named() {
    let desktop = Desktop::new("names-questions");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    press(&app, "Back to the harbour");
    app.button("Stay");
    everything_is_named(&app, "before a game is left");
    press(&app, "Resume Later");
    app.button("Practice");
    everything_is_named(&app, "the harbour with a game that was left");
}
