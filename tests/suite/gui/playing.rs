//! Playing a game as fast as a hand can: the first thing that a window offers.

use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::Seen;
use doubloons_gui_tests::app::{App, is_button};

/// How long a whole game may take.
const GAME: Duration = Duration::from_secs(480);

/// Has others' moves shown without any animation.
pub(crate) fn at_once(app: &App<'_>) {
    app.click(&app.button("Menu"));
    app.click(&app.wait_for("At once", |seen| seen.role != "label" && seen.name == "At once"));
}

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

/// Lets them play until all of them see the results.
pub(crate) fn play_to_the_end(apps: &[&App<'_>]) {
    let deadline = Instant::now() + GAME;
    // Each of them in each turn, also those after one who still plays.
    while apps.iter().filter(|app| !play(app)).count() > 0 {
        assert!(Instant::now() < deadline, "a game takes at most {GAME:?}");
    }
}
