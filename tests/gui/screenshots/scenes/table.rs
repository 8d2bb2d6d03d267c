//! Two people with windows, and bots, at one table: before the game, in it, and after it.

use doubloons_engine::bots::Level;
use doubloons_gui_tests::accessible::State;
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::party::{self, PATIENCE, beginning, press};
use doubloons_gui_tests::playing::{self, at_once, play_to_the_end};
use doubloons_tests::network::Lan;
use doubloons_words::{capitalised, told, tr};

use super::harbour::wait_for_no_sheet;
use crate::studio::Studio;

pub(super) const SCENES: &[&str] = &[
    "table-host",
    "table-pin",
    "table-rules",
    "table-add-bot",
    "table-ready",
    "table-guest",
    "close-table",
    "chat",
    "clock",
    "sealed",
    "watcher",
    "leave-table",
];

fn say(app: &App<'_>, text: &str) {
    app.click(&app.wait_for("the chat", |seen| seen.is(State::Focusable) && seen.name == tr("Say something")));
    app.take_up_keyboard();
    app.hands().type_text(text);
    app.hands().press("Return");
}

fn bot_name(level: Level) -> String {
    capitalised(&told(&level))
}

/// A table on a computer without a network.
pub(super) fn alone(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = party::host(&desktop, "Anne");
    app.wait_for("what is missing", |seen| seen.name == tr("No network"));
    studio.shoot(&app, "table-alone");
}

/// Opens the choice of a bot for the first seat that is open.
fn offer_bots(app: &App<'_>) {
    app.click(&app.button(&beginning("Add Bot")));
    app.button(&bot_name(Level::Deckhand));
}

/// Chooses one, and waits until there are so many.
fn choose_bot(app: &App<'_>, level: Level, bots: usize) {
    press(app, &bot_name(level));
    app.wait_until("the bot at the table", PATIENCE, |all| {
        let there = all.iter().filter(|seen| is_button(seen, &beginning("Remove Bot"))).count();
        (there == bots).then_some(())
    });
}

pub(super) fn table(studio: &Studio<'_>) {
    let lan = Lan::bridged(3);
    let desktops = [0, 1, 2].map(|laptop| studio.desktop_of(lan.laptop(laptop)));
    let anne = party::host(&desktops[0], "Anne");
    studio.shoot(&anne, "table-host");
    if studio.wants("table-pin") {
        press(&anne, tr("Change the PIN"));
        anne.button(tr("Cancel"));
        studio.shoot_with(&anne, "table-pin", tr("PIN of the Table"));
        press(&anne, tr("Cancel"));
        wait_for_no_sheet(&anne);
    }
    if studio.wants("table-rules") || studio.wants("clock") {
        press(&anne, tr("Change the rules of this table"));
        anne.choose(tr("Rules of the Table"), tr("Clock"), tr("Calm: 180 s and 120 s"), 1);
        studio.shoot_with(&anne, "table-rules", tr("Rules of the Table"));
        press(&anne, tr("Change"));
        wait_for_no_sheet(&anne);
    }
    offer_bots(&anne);
    studio.shoot(&anne, "table-add-bot");
    choose_bot(&anne, Level::Bosun, 1);
    offer_bots(&anne);
    choose_bot(&anne, Level::Captain, 2);
    let mary = party::find(&desktops[1], "Mary");
    press(&mary, &beginning("Join"));
    mary.wait_within(PATIENCE, "the seat", |seen| is_button(seen, tr("Ready")));
    say(&anne, "Ahoy! Who brings the rum?");
    say(&mary, "Aye, two barrels.");
    studio.shoot(&mary, "table-guest");
    press(&mary, tr("Ready"));
    anne.wait_within(PATIENCE, "the start", |seen| is_button(seen, tr("Start the Game")));
    studio.shoot(&anne, "table-ready");
    if studio.wants("close-table") {
        press(&anne, tr("Leave the table"));
        anne.button(tr("Stay"));
        studio.shoot_with(&anne, "close-table", tr("Close this table?"));
        press(&anne, tr("Stay"));
    }
    press(&anne, tr("Start the Game"));
    for app in [&anne, &mary] {
        app.wait_within(PATIENCE, "the game", |seen| is_button(seen, tr("Suggest")));
    }
    if studio.wants("watcher") {
        let jack = desktops[2].start(&["--name", "Jack"]);
        press(&jack, &beginning("Watch"));
        jack.wait_within(PATIENCE, "the game", |seen| seen.name == tr("You are watching this game."));
        studio.shoot(&jack, "watcher");
    }
    press(&anne, tr("Suggest"));
    studio.shoot(&anne, "clock");
    anne.take_up_keyboard();
    anne.hands().press("ctrl+k");
    studio.shoot(&anne, "chat");
    press(&anne, &playing::seal());
    anne.wait_within(PATIENCE, "the seal", |seen| is_button(seen, tr("Break the Seal")));
    studio.shoot(&anne, "sealed");
    press(&anne, tr("Back to the harbour"));
    anne.button(tr("Stay"));
    studio.shoot_with(&anne, "leave-table", tr("Leave the table for now?"));
}

/// A whole game of two people, and another one, so that there are standings.
pub(super) fn rematch(studio: &Studio<'_>) {
    let lan = Lan::bridged(2);
    let desktops = [0, 1].map(|laptop| studio.desktop_of(lan.laptop(laptop)));
    let anne = party::host(&desktops[0], "Anne");
    for bots in 1..=2 {
        offer_bots(&anne);
        choose_bot(&anne, Level::Deckhand, bots);
    }
    let mary = party::find(&desktops[1], "Mary");
    press(&mary, &beginning("Join"));
    let play = || {
        press(&mary, tr("Ready"));
        press(&anne, tr("Start the Game"));
        for app in [&anne, &mary] {
            app.wait_within(PATIENCE, "the game", |seen| is_button(seen, tr("Suggest")));
            at_once(app);
        }
        play_to_the_end(&[&anne, &mary]);
    };
    play();
    anne.wait_within(PATIENCE, "the verdict", |seen| is_button(seen, tr("Save Replay…")));
    studio.shoot(&anne, "results-lan");
    if studio.wants("results-standings") {
        for app in [&anne, &mary] {
            press(app, tr("Rematch"));
        }
        play();
        studio.shoot(&anne, "results-standings");
    }
}
