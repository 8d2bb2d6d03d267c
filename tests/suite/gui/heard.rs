//! What a screen reader can read without looking for it: what happened, what is refused, and what is awaited.

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON};
use doubloons_gui_tests::desktop::Desktop;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("heard::a_refusal_is_in_the_status_line", a_refusal_is_in_the_status_line),
        test("heard::a_reveal_is_in_the_status_line", a_reveal_is_in_the_status_line),
        test("heard::a_key_reads_what_is_awaited_and_another_gives_the_focus_back", a_key_reads_what_is_awaited),
        test("heard::a_key_reads_event_after_event_backwards", a_key_reads_event_after_event),
    ]
}

/// What the line is called on the accessibility bus.
const STATUS: &str = "log";

fn status(all: &[Seen]) -> Option<&Seen> {
    all.iter().find(|seen| seen.role == STATUS)
}

fn wait_for_status(app: &App<'_>, what: &str, likes: impl Fn(&Seen) -> bool) -> String {
    app.wait_until(what, SOON, |all| status(all).filter(|seen| likes(seen)).map(|seen| seen.name.clone()))
}

fn a_refusal_is_in_the_status_line() {
    let desktop = Desktop::new("heard-refusal");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    let sea = app.wait_for("open sea", |seen| seen.name.starts_with("Space ") && seen.name.ends_with("open sea"));
    app.click(&sea);
    wait_for_status(&app, "why not", |seen| seen.name == "Bribe the ships first; they sail afterwards.");
}

/// Lays and seals what is suggested.
fn seal(app: &App<'_>) {
    app.click(&app.button("Suggest"));
    app.click(&app.button("Seal, all cards laid"));
}

fn a_reveal_is_in_the_status_line() {
    let desktop = Desktop::new("heard-reveal");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    seal(&app);
    wait_for_status(&app, "what became of a ship", |seen| {
        ["won the Arriba: ", "The Arriba stays put", "A tie: "].iter().any(|became| seen.name.contains(became))
    });
}

fn a_key_reads_what_is_awaited() {
    let desktop = Desktop::new("heard-awaited");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.wait_for("the focus in the hand", |seen| seen.is(State::Focused) && seen.name.ends_with("in hand"));
    app.hands().press("n");
    let read = "Your bribes: 7 of 7 cards still to lay.";
    wait_for_status(&app, read, |seen| seen.is(State::Focused) && seen.name == read);
    app.hands().press("Escape");
    app.wait_for("the focus in the hand again", |seen| seen.is(State::Focused) && seen.name.ends_with("in hand"));
}

fn a_key_reads_event_after_event() {
    let desktop = Desktop::new("heard-events");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.wait_for("the focus in the hand", |seen| seen.is(State::Focused) && seen.name.ends_with("in hand"));
    app.wait_until("three sealed", SOON, |all| {
        let sealed = all.iter().filter(|seen| seen.role == "label" && seen.name.ends_with(" sealed their bribes"));
        (sealed.count() == 3).then_some(())
    });
    let read = |what: &str, likes: fn(&str) -> bool| {
        app.hands().press("l");
        wait_for_status(&app, what, |seen| seen.is(State::Focused) && likes(&seen.name))
    };
    let newest = read("the newest", |name| name.ends_with(" sealed their bribes"));
    app.hands().press("l");
    wait_for_status(&app, "the one before", |seen| {
        seen.is(State::Focused) && seen.name.ends_with(" sealed their bribes") && seen.name != newest
    });
    app.hands().press("l");
    read("what was before them", |name| name.starts_with("New chests: "));
}
