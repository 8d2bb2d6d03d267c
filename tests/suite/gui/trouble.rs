//! What people see when things go wrong: a PIN that is not right, a host of another version, a pulled cable, a host that
//! dies, a program that was killed. Each time they are told, and nothing is lost.

use std::fs;
use std::path::Path;
use std::time::Duration;

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::announcement::Announcement;
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::{Desktop, Size};
use doubloons_gui_tests::party::{BotTable, bot, find, host, press, sit_down, table_of};
use doubloons_tests::network::Lan;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("trouble::a_wrong_pin_can_be_typed_again", a_wrong_pin_can_be_typed_again),
        test("trouble::a_table_of_another_version_says_what_to_do", a_table_of_another_version_says_what_to_do),
        test("trouble::a_pulled_cable_is_told_and_forgotten", a_pulled_cable_is_told_and_forgotten),
        test("trouble::the_game_goes_on_when_the_host_dies", the_game_goes_on_when_the_host_dies),
        test("trouble::a_killed_program_goes_on_with_its_game", a_killed_program_goes_on_with_its_game),
        test("trouble::a_killed_practice_game_goes_on", a_killed_practice_game_goes_on),
        test("trouble::cards_that_were_not_sealed_are_found_again", cards_that_were_not_sealed_are_found_again),
        test("trouble::whoever_is_left_alone_plays_on_in_a_copy", whoever_is_left_alone_plays_on_in_a_copy),
    ]
}

/// How long it may take until a table is in the list, or the table has found itself again.
const FOUND: Duration = Duration::from_secs(45);

const LOST_TABLE: &str = "Lost the table.";
/// The same where there are only two.
const LOST_OTHER: &str = "No connection to";

fn seal(app: &App<'_>) {
    app.click(&app.wait_within(FOUND, "the next bribes", |seen| is_button(seen, "Suggest")));
    app.click(&app.wait_within(FOUND, "laid bribes", |seen| is_button(seen, "Seal, all cards laid")));
}

/// Waits until this is said, or not said any more.
fn wait_for_words(app: &App<'_>, beginning: &str, there: bool) {
    let what = format!("{beginning:?}, {}", if there { "said" } else { "not said any more" });
    app.wait_until(&what, FOUND, |all| {
        (all.iter().any(|seen| seen.name.starts_with(beginning)) == there).then_some(())
    });
}

fn a_wrong_pin_can_be_typed_again() {
    let lan = Lan::bridged(2);
    let _table = BotTable::open(&lan, 2, &["--pin", "271828"]);
    let desktop = Desktop::of(lan.laptop(1));
    let app = desktop.start(&["--name", "Mary"]);
    app.click(&app.wait_within(FOUND, "the table in the list", |seen| is_button(seen, "Join…")));
    type_pin(&app, "314159");
    wait_for_words(&app, "Wrong PIN, 4 tries left.", true);
    type_pin(&app, "271828");
    app.wait_within(FOUND, "the seat", |seen| is_button(seen, "Ready"));
}

/// Types a PIN into the sheet that asks for it.
fn type_pin(app: &App<'_>, pin: &str) {
    wait_for_words(app, "“Tortuga” has a PIN.", true);
    app.hands().take_up_keyboard("PIN");
    for digit in pin.chars() {
        app.hands().press(&digit.to_string());
    }
    app.click(&app.button("Join"));
}

fn a_table_of_another_version_says_what_to_do() {
    let lan = Lan::bridged(2);
    let _tomorrow = Announcement::of_version(lan.laptop(0), "Tomorrow", "99.0.0");
    let desktop = Desktop::of(lan.laptop(1));
    let app = desktop.start(&["--name", "Mary"]);
    app.wait_until("what to do", FOUND, |all| {
        let told = |name: &str| name.contains("Runs Doubloons 99.0.0") && name.contains("update yours to join");
        all.iter().any(|seen| told(&seen.name)).then_some(())
    });
    let joins = app.look().iter().any(|seen| seen.is_usable() && is_button(seen, "Join…"));
    assert!(!joins, "nobody can join it");
}

fn a_pulled_cable_is_told_and_forgotten() {
    let lan = Lan::bridged(4);
    let _table = BotTable::open(&lan, 4, &[]);
    let desktop = Desktop::of(lan.laptop(3));
    let app = desktop.start(&["--name", "Mary"]);
    sit_down(&app);
    app.take_up_keyboard();
    lan.unplug(3);
    wait_for_words(&app, LOST_TABLE, true);
    app.hands().press("5");
    lan.plug_in(3);
    wait_for_words(&app, LOST_TABLE, false);
    app.wait_for("the focus on a card again", |seen| seen.is(State::Focused) && seen.name.ends_with(", in hand"));
    app.hands().press("4");
    app.wait_for("the only card that was laid", |seen| seen.name == "Place Arriba, bribe 4");
    seal(&app);
    wait_for_words(&app, "Round 1", true);
}

fn the_game_goes_on_when_the_host_dies() {
    let lan = Lan::bridged(4);
    let desktops: Vec<Desktop> = lan.laptops()[..3].iter().map(Desktop::of).collect();
    let mut anne = host(&desktops[0], "Anne");
    let _bart = bot(lan.laptop(3), &table_of("Anne"), "Bart");
    let [mary, jack] = [(&desktops[1], "Mary"), (&desktops[2], "Jack")].map(|(desktop, name)| {
        let app = find(desktop, name);
        press(&app, "Join…");
        press(&app, "Ready");
        app
    });
    press(&anne, "Start the Game");
    for app in [&mary, &jack] {
        app.wait_within(FOUND, "the game", |seen| is_button(seen, "Suggest"));
    }
    anne.program.kill();
    for app in [&mary, &jack] {
        app.wait_until("who is gone", FOUND, |all| {
            all.iter().any(|seen| seen.name.contains("no connection")).then_some(())
        });
        press(app, "Suggest");
        let seal = app.button("Seal, all cards laid");
        let place = app.extents(&berth(app));
        app.click(&seal);
        if std::ptr::eq(app, &mary) {
            app.wait_within(FOUND, "the seal", |seen| is_button(seen, "Break the Seal"));
            assert_eq!(app.extents(&berth(app)), place, "what is sealed lies where it lay");
        }
    }
    for app in [&mary, &jack] {
        app.wait_until("the bribes, opened without the host", 2 * FOUND, |all| {
            let opened = |name: &str| name.contains("· Round") && !name.ends_with("Bribing");
            all.iter().any(|seen| opened(&seen.name)).then_some(())
        });
    }
}

/// The place for the first ship's bribe.
fn berth(app: &App<'_>) -> Seen {
    app.wait_for("a place", |seen| seen.name.starts_with("Place Arriba"))
}

fn a_killed_program_goes_on_with_its_game() {
    let lan = Lan::bridged(4);
    let _table = BotTable::open(&lan, 4, &[]);
    let desktop = Desktop::of(lan.laptop(3));
    let mut app = desktop.start(&["--name", "Mary"]);
    sit_down(&app);
    app.program.kill();
    let app = desktop.start(&["--name", "Mary"]);
    app.wait_within(FOUND, "how far the game is, and since when", |seen| {
        seen.name.starts_with("Resume “Tortuga”, Round 1 · With ") && seen.name.contains(" · today, ")
    });
    app.click(&app.wait_within(FOUND, "the game that was left", |seen| is_button(seen, "Resume…")));
    seal(&app);
}

fn a_killed_practice_game_goes_on() {
    let desktop = Desktop::new("killed-practice");
    let mut app = desktop.start(&["--practice", "--seed", "7"]);
    press(&app, "Suggest");
    press(&app, "Seal, all cards laid");
    // Whoever has sealed first in a practice game sees what comes of it: the bribes are on the disk by then.
    wait_for_words(&app, "You sealed your bribes", true);
    app.program.kill();
    let app = desktop.start(&[]);
    let left = app.wait_for("the game that was left", |seen| seen.name.starts_with("Resume the practice game,"));
    assert!(left.name.contains("Round 1, against ") && left.name.contains(" · today, "), "{}", left.name);
    app.scroll_to(&left, Size::DESIGNED);
    app.click(&left);
    wait_for_words(&app, "You sealed your bribes", true);
    app.wait_within(FOUND, "the game", |seen| seen.name.starts_with("Practice · Round 1"));
}

fn cards_that_were_not_sealed_are_found_again() {
    let desktop = Desktop::new("killed-draft");
    let mut app = desktop.start(&["--practice", "--seed", "7"]);
    press(&app, "Suggest");
    app.button("Seal, all cards laid");
    app.wait_until("a draft on the disk", FOUND, |_| is_kept(desktop.home(), "\ndraft ").then_some(()));
    app.program.kill();
    let app = desktop.start(&[]);
    let left = app.wait_for("the game that was left", |seen| seen.name.starts_with("Resume the practice game,"));
    app.scroll_to(&left, Size::DESIGNED);
    app.click(&left);
    app.button("Seal, all cards laid");
}

/// Whether a file below this folder has these words in it.
fn is_kept(folder: &Path, words: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| match path.is_dir() {
        true => is_kept(&path, words),
        false => fs::read_to_string(&path).is_ok_and(|text| text.contains(words)),
    })
}

fn whoever_is_left_alone_plays_on_in_a_copy() {
    let lan = Lan::bridged(2);
    let mut table = BotTable::open(&lan, 2, &[]);
    let desktop = Desktop::of(lan.laptop(1));
    let app = desktop.start(&["--name", "Mary"]);
    sit_down(&app);
    table.bots[0].kill();
    wait_for_words(&app, LOST_OTHER, true);
    app.click(&app.wait_within(FOUND, "the offer of a copy", |seen| is_button(seen, "Play On in a Copy")));
    wait_for_words(&app, "Copy of “Tortuga” · Round 1", true);
    wait_for_words(&app, "This is a copy with bots", true);
    seal(&app);
    app.wait_until("bribes, opened by the bots", FOUND, |all| {
        let opened = |name: &str| name.starts_with("Copy of “Tortuga”") && !name.ends_with("Bribing");
        all.iter().any(|seen| opened(&seen.name)).then_some(())
    });
    app.click(&app.button("Back to the Table"));
    press(&app, "Leave the Copy");
    wait_for_words(&app, LOST_OTHER, true);
}
