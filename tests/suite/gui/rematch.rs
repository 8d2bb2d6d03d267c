//! Two people on two laptops play a game to its end, ask for a rematch at the same time, and sit at one table again.

use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::Seen;
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_tests::network::Lan;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![test("rematch::both_ask_and_sit_at_one_table_again", both_ask_and_sit_at_one_table_again)]
}

/// How long it may take until a table is in the list, or the next one is open.
const FOUND: Duration = Duration::from_secs(30);

/// How long a whole game may take.
const GAME: Duration = Duration::from_secs(280);

fn shows(all: &[Seen], name: &str) -> Option<Seen> {
    all.iter().find(|seen| seen.is_usable() && is_button(seen, name)).cloned()
}

/// Does what the window asks for, if it asks for anything. Whether the game is over.
fn play(app: &App<'_>) -> bool {
    let all = app.look();
    if shows(&all, "Rematch").is_some() {
        return true;
    }
    let next = ["Seal, all cards laid", "Suggest", "Keep It…", "End Move", "End, …", "Skip"];
    if let Some(button) = next.into_iter().find_map(|name| shows(&all, name)) {
        app.click(&button);
    }
    false
}

fn play_to_the_end(apps: &[&App<'_>]) {
    let deadline = Instant::now() + GAME;
    // Each of them in each turn, also those after one who still plays.
    while apps.iter().filter(|app| !play(app)).count() > 0 {
        assert!(Instant::now() < deadline, "a game takes at most {GAME:?}");
    }
}

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
        app.click(&app.button("Menu"));
        app.click(&app.wait_for("At once", |seen| seen.role != "label" && seen.name == "At once"));
    }
    play_to_the_end(&[&anne, &mary]);
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
