//! Another language, chosen while a game is played: the game goes on, and what comes after it is in that language.

use doubloons_gui_tests::app::is_button;
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::party::press;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![test("speaking::a_language_chosen_in_a_game_waits_for_the_harbour", chosen_in_a_game)]
}

/// The choices before German: that of the system, and English.
const BEFORE_GERMAN: usize = 2;

fn chosen_in_a_game() {
    let desktop = Desktop::new("language");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    press(&app, "Suggest");
    app.button("Seal, all cards laid");
    app.click(&app.button("Menu"));
    let preferences = app.wait_for("the way to them", |seen| seen.role != "label" && seen.name == "Preferences");
    assert!(desktop.bus().act(&preferences.address), "they can be opened");
    app.button("Save");
    app.choose("Preferences", "Language", "Deutsch", BEFORE_GERMAN);
    press(&app, "Save");
    app.wait_for("what happens with it", |seen| seen.name.starts_with("This language is spoken as soon as"));
    app.button("Seal, all cards laid");
    press(&app, "Back to the harbour");
    press(&app, "Resume Later");
    app.wait_for("the harbour in German", |seen| is_button(seen, "Üben"));
    app.wait_for("the game that was left", |seen| seen.name.starts_with("Übungsspiel fortsetzen,"));
    press(&app, "Üben");
    app.wait_for("a sheet in German", |seen| is_button(seen, "Abbrechen"));
}
