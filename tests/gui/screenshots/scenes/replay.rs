//! Transcripts in the replay viewer.

use std::fs;
use std::path::Path;

use doubloons_gui_tests::accessible::Extents;
use doubloons_gui_tests::app::App;
use doubloons_gui_tests::party::{PATIENCE, press};
use doubloons_gui_tests::playing::shown;
use doubloons_net::transcript::Transcript;
use doubloons_words::tr;

use crate::studio::Studio;

/// A game that was played on a LAN once, at which Jack was caught cheating.
fn golden() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../net/tests/golden/game-1.doubloons")
}

fn wait_for_film(app: &App<'_>) {
    app.wait_within(PATIENCE, "the film", |seen| seen.name == tr("Step on"));
}

/// Stops a film that plays by itself, at its beginning.
pub(super) fn hold(app: &App<'_>) {
    press(app, tr("Stop"));
    while let Some(back) = shown(&app.look(), tr("Step back")) {
        app.click(&back);
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

pub(super) fn replay(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&[text(&golden())]);
    wait_for_film(&app);
    hold(&app);
    for _ in 0..24 {
        press(&app, tr("Step on"));
    }
    studio.shoot(&app, "replay");
    // A click takes the scrubber near the end, and the keyboard there; its key does the rest.
    app.take_up_keyboard();
    let scrubber = app.extents(&app.wait_for("the scrubber", |seen| seen.role == "slider"));
    app.hands().click(Extents { x: scrubber.x + scrubber.width - 8, width: 4, ..scrubber });
    app.hands().press("End");
    app.wait_for("the end", |seen| seen.name.contains(tr("The game is over.")));
    studio.shoot(&app, "replay-end");
}

pub(super) fn broken(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let whole = Transcript::read_file(&golden()).expect("a transcript");
    let mut entries = whole.entries().to_vec();
    entries.remove(60);
    let torn = Transcript::new(&whole.charter().expect("a beginning"), whole.board(), entries).expect("a transcript");
    let file = desktop.home().join("torn.doubloons");
    torn.write_file(&file).expect("a file");
    let app = desktop.start(&[text(&file)]);
    wait_for_film(&app);
    hold(&app);
    studio.shoot(&app, "replay-broken");
    drop(app);
    let file = desktop.home().join("shopping.doubloons");
    fs::write(&file, "rum, limes, rope").expect("a file");
    let app = desktop.start(&[text(&file)]);
    app.button(tr("Close"));
    studio.shoot_with(&app, "no-transcript", tr("This file can’t be opened"));
}
