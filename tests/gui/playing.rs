//! Playing a game as fast as a hand can: the first thing that a window offers. In every language, since pictures are taken
//! in all of them.

use std::time::{Duration, Instant};

use doubloons_words::{say, tr};

use crate::accessible::Seen;
use crate::app::{App, is_button};

/// How long a whole game may take.
const GAME: Duration = Duration::from_secs(480);

/// Has others' moves shown without any animation.
pub fn at_once(app: &App<'_>) {
    app.click(&app.button(tr("Menu")));
    app.click(&app.wait_for("At once", |seen| seen.role != "label" && seen.name == tr("At once")));
}

/// The name of the button that seals, once all cards are laid.
pub fn seal() -> String {
    format!("{}, {}", tr("Seal"), tr("all cards laid"))
}

/// The beginning of the name of the button that keeps a tie-breaker.
pub fn keep() -> String {
    format!("{}…", tr("Keep It"))
}

/// The button that ends a move, which says who is paid if somebody is.
pub fn end(all: &[Seen]) -> Option<Seen> {
    let paid =
        [say!("End, you get {amount}", amount = "…"), say!("End, {name} gets {amount}", name = "…", amount = "…")];
    let named = paid.iter().map(|name| name.split_inclusive('…').next().unwrap_or_default());
    [tr("End Move")].into_iter().chain(named).find_map(|name| shown(all, name))
}

/// A button that can be pressed now.
pub fn shown(all: &[Seen], name: &str) -> Option<Seen> {
    all.iter().find(|seen| seen.is_usable() && is_button(seen, name)).cloned()
}

/// Does what the window asks for, if it asks for anything. Whether the game is over.
pub fn play(app: &App<'_>) -> bool {
    let all = app.look();
    if shown(&all, tr("Rematch")).is_some() {
        return true;
    }
    let next = [&seal(), &keep(), tr("Suggest")].into_iter().find_map(|name| shown(&all, name));
    if let Some(button) = next.or_else(|| end(&all)).or_else(|| shown(&all, tr("Skip"))) {
        app.click_unless_gone(&button);
    }
    false
}

/// Lets them play until all of them see the results.
pub fn play_to_the_end(apps: &[&App<'_>]) {
    let deadline = Instant::now() + GAME;
    // Each of them in each turn, also those after one who still plays.
    while apps.iter().filter(|app| !play(app)).count() > 0 {
        assert!(Instant::now() < deadline, "a game takes at most {GAME:?}");
    }
}
