//! What moves, frame by frame: cards that are laid, sealed and turned up, ships that sail, chests that hop.

use std::time::Duration;

use doubloons_gui_tests::app::App;
use doubloons_gui_tests::party::{PATIENCE, press};
use doubloons_gui_tests::playing::{self, shown};
use doubloons_words::tr;

use super::learning::reachable;
use crate::studio::{Rhythm, Studio};

pub(super) const SCENES: &[&str] =
    &["film-lay", "film-refused", "film-seal", "film-reveal", "film-sail", "film-capture", "film-others"];

/// For what is over in a third of a second.
const QUICK: Rhythm = Rhythm { every: Duration::from_millis(40), frames: 12 };
/// For what takes two.
const SLOW: Rhythm = Rhythm { every: Duration::from_millis(120), frames: 18 };

pub(super) fn motion(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&["--name", "Anne", "--practice", "--seed", "7"]);
    app.button(tr("Suggest"));
    app.take_up_keyboard();
    let key = |key: &str| app.hands().press(key);
    studio.film(&app, "film-lay", QUICK, || key("5"));
    // A ship that nobody has bribed yet does not sail.
    let sea = app.wait_for("open sea", |seen| seen.name.ends_with(tr("open sea")));
    studio.film(&app, "film-refused", QUICK, || app.click(&sea));
    app.take_up_keyboard();
    // Most of it on the Arriba, who has the most to win in this game.
    ["4", "3", "2", "1", "0", "t"].iter().for_each(|card| key(card));
    app.button(&playing::seal());
    studio.film(&app, "film-seal", QUICK, || key("ctrl+Return"));
    studio.film_on(&app, "film-reveal", SLOW);
    wait_for_command(&app);
    let lit =
        app.wait_within(PATIENCE, "a space to sail to", |seen| seen.name.contains(reachable()) && is_town(&seen.name));
    studio.film(&app, "film-sail", QUICK, || app.click(&lit));
    app.take_up_keyboard();
    studio.film(&app, "film-capture", SLOW, || key("c"));
    studio
        .film(&app, "film-others", SLOW, || press(&app, &playing::end(&app.look()).expect("the way to the end").name));
}

/// Whether a chest lies where the ship would go, and not only comes there later.
fn is_town(name: &str) -> bool {
    let lies = tr("chest {value}").split('{').next().unwrap_or_default();
    let to_come = tr("chest {value} to come").rsplit('}').next().unwrap_or_default();
    name.contains(lies) && !name.contains(to_come)
}

fn wait_for_command(app: &App<'_>) {
    app.wait_until("a ship to command", PATIENCE, |all| {
        if let Some(skip) = shown(all, tr("Skip")) {
            app.click_unless_gone(&skip);
        }
        playing::end(all)
    });
}
