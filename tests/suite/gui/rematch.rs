//! Two people on two laptops play a game to its end, ask for a rematch at the same time, and sit at one table again.

use std::time::Duration;

use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::playing::{at_once, play_to_the_end};
use doubloons_tests::network::Lan;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![test("rematch::both_ask_and_sit_at_one_table_again", both_ask_and_sit_at_one_table_again)]
}

/// How long it may take until a table is in the list, or the next one is open.
const FOUND: Duration = Duration::from_secs(30);

fn both_ask_and_sit_at_one_table_again() {
    let lan = Lan::bridged(2);
    let desktops: Vec<Desktop> = lan.laptops().iter().map(Desktop::of).collect();
    let anne = desktops[0].start(&["--name", "Anne", "--host"]);
    anne.wait_for("the code to scan", |seen| seen.name.starts_with("QR code of the link doubloons://join/"));
    for seat in [3, 4] {
        anne.click(&anne.button(&format!("Add Bot, Seat {seat}")));
        anne.click(&anne.button("Deckhand"));
        anne.button(&format!("Remove Bot, Seat {seat}"));
    }
    let mary = desktops[1].start(&["--name", "Mary"]);
    mary.click(&mary.wait_within(FOUND, "the table in the list", |seen| is_button(seen, "Join…")));
    mary.click(&mary.wait_within(FOUND, "the seat", |seen| is_button(seen, "Ready")));
    let start =
        |app: &App<'_>| app.click(&app.wait_within(FOUND, "the start", |seen| is_button(seen, "Start the Game")));
    start(&anne);
    for app in [&anne, &mary] {
        app.wait_within(FOUND, "the game", |seen| is_button(seen, "Suggest"));
        at_once(app);
    }
    play_to_the_end(&[&anne, &mary]);
    for app in [&anne, &mary] {
        app.wait_within(FOUND, "the verdict", |seen| seen.name.starts_with("Verified"));
    }
    everything_is_named(&anne, "results of a network game");
    for app in [&anne, &mary] {
        app.click(&app.button("Rematch"));
    }
    anne.wait_within(FOUND, "the guest at the table", |seen| seen.name.contains("Mary, not ready"));
    mary.wait_for("the standings at the table", |seen| seen.name.contains("This evening, after one game"));
    mary.click(&mary.wait_within(FOUND, "the seat", |seen| is_button(seen, "Ready")));
    start(&anne);
    for app in [&anne, &mary] {
        app.wait_within(FOUND, "the next game", |seen| is_button(seen, "Suggest"));
    }
}
