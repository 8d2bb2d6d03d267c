//! What is on a space: asked for by the other button of the pointer, and by the keys that open menus.

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::party::press;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("here::the_other_button_tells_what_is_on_a_space", the_other_button_tells_what_is_on_a_space),
        test("here::a_key_tells_what_is_on_a_space", a_key_tells_what_is_on_a_space),
    ]
}

fn space_with(app: &App<'_>, what: &str) -> Seen {
    app.wait_for(what, |seen| seen.name.starts_with("Space ") && seen.name.contains(what))
}

fn told(app: &App<'_>, what: &str) -> Seen {
    app.wait_for(what, |seen| seen.is(State::Focusable) && seen.name.contains(what))
}

fn nothing_told(app: &App<'_>) {
    app.wait_until("nothing told", SOON, |all| {
        (!all.iter().any(|seen| seen.name.contains("Her hold is empty."))).then_some(())
    });
}

fn the_other_button_tells_what_is_on_a_space() {
    let desktop = Desktop::new("here");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.hands().click_other(app.extents(&space_with(&app, "Diabolo, empty")));
    let what = told(&app, "The Diabolo lies here. Her hold is empty.");
    assert!(what.name.contains("You have laid no bribe for her yet."), "{}", what.name);
    everything_is_named(&app, "what is on a space");
    app.hands().press("Escape");
    nothing_told(&app);
    // With a card in the hand, the ship takes it.
    app.click(&app.button("5 barrels, in hand"));
    app.hands().click_other(app.extents(&space_with(&app, "Diabolo, empty")));
    press(&app, "Lay Here: 5");
    app.button("Place Diabolo, bribe 5");
    nothing_told(&app);
    let town = app.wait_for("a town", |seen| seen.name.starts_with("Space ") && seen.name.contains("to come"));
    app.hands().click_other(app.extents(&town));
    told(&app, "comes here in a later round.");
}

fn a_key_tells_what_is_on_a_space() {
    let desktop = Desktop::new("here-keys");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.hands().press("F6");
    let space = app.wait_for("the chart", |seen| seen.is(State::Focused) && seen.name.starts_with("Space "));
    for key in ["shift+F10", "Menu"] {
        app.hands().press(key);
        let number = space.name.split(',').next().unwrap_or_default();
        app.wait_for("the focus on what is told", |seen| {
            seen.is(State::Focused) && seen.name.contains(number) && seen.name.contains(" lies here")
        });
        app.hands().press("Escape");
        app.wait_for("the focus on the space again", |seen| seen.is(State::Focused) && seen.name == space.name);
    }
}
