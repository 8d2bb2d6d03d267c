//! A table with a clock: everybody sees how much time is left, and whoever lets it run out loses what the rules say, not the
//! game.

use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::Seen;
use doubloons_gui_tests::app::{App, SOON, is_button};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::party::{PATIENCE, bot, find, press, table_of};
use doubloons_gui_tests::playing;
use doubloons_tests::network::Lan;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![test("clock::whoever_lets_it_run_out_loses_the_decision_alone", whoever_lets_it_run_out_loses_the_decision)]
}

/// The shortest clock that the sheet offers, and its times for bribing and for sailing.
const FAST: &str = "Fast: 45 s and 30 s";
const BRIBING: Duration = Duration::from_secs(45);
const SAILING: Duration = Duration::from_secs(30);

/// How much earlier or later the table's own clock may be than what a window shows: the latter begins when the news is there,
/// and others' animations may come before it.
const TOLERANCE: Duration = Duration::from_secs(10);

/// Within how long one of two commands a ship: four rounds in which the third lets the time for bribes pass.
const ROUNDS: Duration = Duration::from_secs(4 * 90);

/// What the clock in the header says to a screen reader.
const OWN: &str = "Time left: ";
const OTHERS: &str = "Time left for the others: ";

/// How many seconds are left, and of whom.
fn seconds(all: &[Seen], whose: &str) -> Option<u64> {
    let clock = all.iter().find_map(|seen| seen.name.strip_prefix(whose))?;
    clock.strip_suffix(" s")?.parse().ok()
}

fn wait_for_seconds(app: &App<'_>, whose: &str, likes: impl Fn(u64) -> bool) -> u64 {
    app.wait_until(whose, PATIENCE, |all| seconds(all, whose).filter(|&left| likes(left)))
}

/// Opens a table for three with the shortest clock, as a person would.
fn host_with_clock(desktop: &Desktop) -> App<'_> {
    let app = desktop.start(&["--name", "Anne"]);
    press(&app, "Host a Table");
    app.button("Open Table");
    app.choose("Host a Table", "Seats", "3", 1);
    app.choose("Host a Table", "Clock", FAST, 3);
    press(&app, "Open Table");
    app.wait_within(PATIENCE, "the table", |seen| seen.name.contains("Anne"));
    app
}

/// Waits until a line of the log says that somebody took too long.
fn wait_for_delay(app: &App<'_>, line: &str, within: Duration) {
    app.wait_until(line, within, |all| {
        all.iter().any(|seen| seen.role == "label" && seen.name.starts_with(line)).then_some(())
    });
}

fn whoever_lets_it_run_out_loses_the_decision() {
    // One who is late, one who sees it, and one who plays on.
    let lan = Lan::bridged(3);
    let desktops: Vec<Desktop> = lan.laptops()[..2].iter().map(Desktop::of).collect();
    let anne = host_with_clock(&desktops[0]);
    let _bart = bot(lan.laptop(2), &table_of("Anne"), "Bart");
    let mary = find(&desktops[1], "Mary");
    press(&mary, "Join…");
    press(&mary, "Ready");
    press(&anne, "Start the Game");

    // Both have the same time for their bribes, and see it pass.
    let began = Instant::now();
    for app in [&anne, &mary] {
        app.wait_within(PATIENCE, "the game", |seen| is_button(seen, "Suggest"));
        let left = wait_for_seconds(app, OWN, |left| left <= BRIBING.as_secs());
        wait_for_seconds(app, OWN, |later| later < left);
    }
    everything_is_named(&anne, "a game with a clock");

    // Mary seals; what she sees from then on is the time of the others.
    press(&mary, "Suggest");
    press(&mary, &playing::seal());
    let left = wait_for_seconds(&mary, OTHERS, |_| true);
    wait_for_seconds(&mary, OTHERS, |later| later < left);

    // Anne lays all her cards and thinks too long.
    press(&anne, "Suggest");
    anne.button(&playing::seal());
    wait_for_delay(&anne, "You took too long", BRIBING + TOLERANCE);
    let passed = began.elapsed();
    assert!(passed + TOLERANCE >= BRIBING, "it was over after {passed:?} already");
    wait_for_delay(&mary, "Anne took too long", SOON);

    // She has no bribes, so it is Mary who commands, unless Bart does or both lay the same; then she bribes again in the next
    // round, which Anne keeps waiting as well. She is asked for her move, with a time of its own.
    mary.wait_until("a ship to command", ROUNDS, |all| {
        let commands = playing::end(all);
        let answers = ["Show It…", &playing::seal(), "Suggest", "Skip"];
        let answer = answers.into_iter().find_map(|name| playing::shown(all, name));
        if let Some(answer) = answer.filter(|_| commands.is_none()) {
            mary.click_unless_gone(&answer);
        }
        commands
    });
    let began = Instant::now();
    let left = wait_for_seconds(&mary, OWN, |left| left <= SAILING.as_secs());
    assert!(left + TOLERANCE.as_secs() >= SAILING.as_secs(), "only {left} s of them were left");
    wait_for_seconds(&anne, OTHERS, |left| left <= SAILING.as_secs());

    // Nobody waits for her longer than that: the move is over, and the game goes on.
    wait_for_delay(&mary, "You took too long", SAILING + TOLERANCE);
    let passed = began.elapsed();
    assert!(passed + TOLERANCE >= SAILING, "it was over after {passed:?} already");
    wait_for_delay(&anne, "Mary took too long", SOON);
}
