//! Transcripts in the replay viewer.

use std::fs;
use std::path::{Path, PathBuf};

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON};
use doubloons_gui_tests::desktop::{Desktop, Size};
use doubloons_net::transcript::Transcript;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("replay::a_transcript_is_checked_and_played_again", a_transcript_is_played_again),
        test("replay::a_broken_transcript_is_shown_as_such", a_broken_transcript_is_shown_as_such),
        test("replay::what_is_no_transcript_is_refused", what_is_no_transcript_is_refused),
        test("replay::games_in_the_data_folder_are_listed", games_in_the_data_folder_are_listed),
    ]
}

/// A game that was played on a LAN once, at which Jack was caught cheating.
fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../net/tests/golden/game-1.doubloons")
}

fn as_text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Which moment is shown, and of how many.
fn moment(all: &[Seen]) -> Option<(usize, usize)> {
    let scrubber = all.iter().find_map(|seen| seen.name.strip_prefix("Moment of the game, "))?;
    let (at, of) = scrubber.split_once(" of ")?;
    Some((at.parse().ok()?, of.parse().ok()?))
}

fn wait_for_moment(app: &App<'_>, wanted: impl Fn(usize, usize) -> bool) -> (usize, usize) {
    app.wait_until("the moment", SOON, |all| moment(all).filter(|&(at, of)| wanted(at, of)))
}

fn a_transcript_is_played_again() {
    let desktop = Desktop::new("replay");
    let app = desktop.start(&[as_text(&golden())]);
    app.wait_for("the verdict", |seen| seen.name.contains("Jack decided the same thing twice, and not alike."));
    everything_is_named(&app, "replay");
    let (_, last) = wait_for_moment(&app, |at, _| at >= 2);
    app.click(&app.button("Stop"));
    app.button("Play");
    app.click(&app.button("Details"));
    app.wait_for("the proof", |seen| seen.name.contains("Jack, seat 2,") && seen.name.contains("entry 87"));
    app.hands().take_up_keyboard("Details");
    app.hands().press("Escape");
    app.wait_until("no details", SOON, |all| all.iter().all(|seen| seen.role != "dialog").then_some(()));
    app.take_up_keyboard();
    focus(&app, "Moment of the game");
    app.hands().press("Home");
    wait_for_moment(&app, |at, _| at == 1);
    app.click(&app.button("Step on"));
    wait_for_moment(&app, |at, _| at == 2);
    app.wait_for("the log", |seen| seen.name.ends_with("sealed their bribes"));
    app.click(&app.button("Step back"));
    wait_for_moment(&app, |at, _| at == 1);
    app.wait_until("a log without it", SOON, |all| {
        (!all.iter().any(|seen| seen.name.ends_with("sealed their bribes"))).then_some(())
    });
    app.click(&app.button("Play"));
    wait_for_moment(&app, |at, _| at >= 3);
    app.click(&app.button("Stop"));
    app.take_up_keyboard();
    focus(&app, "Moment of the game");
    app.hands().press("End");
    wait_for_moment(&app, |at, of| at == of && of == last);
    app.wait_for("the end", |seen| seen.name == "The game is over.");
    app.wait_for("the winner", |seen| seen.role == "label" && seen.name.ends_with(" rules the Caribbean."));
    app.wait_for("the winner above", |seen| seen.name.contains(" rules the Caribbean · "));
    app.click(&app.button("Step back"));
    app.wait_until("no winner before the end", SOON, |all| {
        (!all.iter().any(|seen| seen.name.contains(" rules the Caribbean · "))).then_some(())
    });
    app.click(&app.button("Back to the harbour"));
    app.button("Practice");
}

/// Presses Tab until a control has the keyboard.
fn focus(app: &App<'_>, name: &str) {
    for _ in 0..30 {
        let all = app.look();
        let focused = all.iter().find(|seen| seen.is(State::Focused));
        if focused.is_some_and(|seen| seen.name.starts_with(name)) {
            return;
        }
        let before = focused.map(|seen| seen.address.clone());
        app.hands().press("Tab");
        app.wait_until("another focus", SOON, |all| {
            let now = all.iter().find(|seen| seen.is(State::Focused))?;
            (before.as_ref() != Some(&now.address)).then_some(())
        });
    }
    app.fail(&format!("Tab does not lead to {name:?}"));
}

fn a_broken_transcript_is_shown_as_such() {
    let desktop = Desktop::new("broken");
    let whole = Transcript::read_file(&golden()).expect("a transcript");
    let mut entries = whole.entries().to_vec();
    entries.remove(60);
    let charter = whole.charter().expect("a beginning");
    let torn = Transcript::new(&charter, whole.board(), entries).expect("a transcript");
    let file = desktop.home().join("torn.doubloons");
    torn.write_file(&file).expect("a file");
    let app = desktop.start(&[as_text(&file)]);
    app.wait_for("the verdict", |seen| seen.name.starts_with("This replay is damaged or was changed."));
    let (_, last) = wait_for_moment(&app, |_, _| true);
    assert!(last > 3, "what comes before is shown: {last} moments");
    app.click(&app.button("Step on"));
    wait_for_moment(&app, |at, _| at >= 2);
    app.click(&app.button("Details"));
    app.wait_for("where it breaks off", |seen| seen.name.starts_with("Broken at entry 61,"));
}

fn what_is_no_transcript_is_refused() {
    let desktop = Desktop::new("no-transcript");
    let file = desktop.home().join("shopping.doubloons");
    fs::write(&file, "rum, limes, rope").expect("a file");
    let app = desktop.start(&[as_text(&file)]);
    app.wait_for("a dialog", |seen| seen.name == "This file can’t be opened");
    app.button("Close");
}

fn games_in_the_data_folder_are_listed() {
    let desktop = Desktop::new("listed");
    let data = desktop.home().join("games");
    fs::create_dir_all(data.join("transcripts")).expect("a folder");
    fs::copy(golden(), data.join("transcripts/volcano-anchor-1234abcd.doubloons")).expect("a copy");
    let app = desktop.start(&["--data-dir", as_text(&data)]);
    let game = app.wait_for("the game", |seen| seen.name.starts_with("Look again at Mary, Jack"));
    app.scroll_to(&game, Size::DESIGNED);
    app.click(&game);
    wait_for_moment(&app, |_, _| true);
}
