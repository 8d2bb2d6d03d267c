//! What is shown when something is not as it should be, and the way back.

use doubloons_gui_tests::app::is_button;
use doubloons_gui_tests::party::{BotTable, PATIENCE, beginning, press, sit_down};
use doubloons_gui_tests::playing;
use doubloons_tests::network::Lan;
use doubloons_words::tr;

use crate::studio::Studio;

pub(super) const SCENES: &[&str] = &["connection-lost", "host-gone", "away", "harbour-resume"];
pub(super) const COPIES: &[&str] = &["copy-offered", "copy"];

/// How long the host thinks about each decision, in milliseconds.
const THINKS: &str = "8000";

pub(super) fn trouble(studio: &Studio<'_>) {
    let lan = Lan::bridged(4);
    let mut table = BotTable::open(&lan, 4, &["--pace", THINKS]);
    let desktop = studio.desktop_of(lan.laptop(3));
    let mut app = desktop.start(&["--name", "Mary"]);
    sit_down(&app);
    let lost = tr("Lost the table. Trying again; nothing is lost.");
    lan.unplug(3);
    app.wait_within(PATIENCE, "the banner", |seen| seen.name == lost);
    studio.shoot(&app, "connection-lost");
    lan.plug_in(3);
    app.wait_until("no banner", PATIENCE, |all| (!all.iter().any(|seen| seen.name.starts_with(lost))).then_some(()));
    press(&app, tr("Suggest"));
    app.button(&playing::seal());
    table.bots[0].kill();
    app.wait_within(PATIENCE, "who is gone", |seen| seen.name == tr("no connection"));
    studio.snap(&app, "host-gone");
    if studio.wants("away") {
        // Whoever is not waited for is not missed.
        press(&app, &playing::seal());
        app.wait_within(PATIENCE, "what can be done", |seen| is_button(seen, tr("Let a Bot Stand In")));
        studio.shoot(&app, "away");
    }
    app.program.kill();
    let app = desktop.start(&["--name", "Mary"]);
    app.wait_within(PATIENCE, "the game that was left", |seen| is_button(seen, &beginning("Resume")));
    studio.shoot(&app, "harbour-resume");
}

/// The cable stays out for so long that the others go on without whoever plays in a copy.
pub(super) fn copies(studio: &Studio<'_>) {
    let lan = Lan::bridged(4);
    let _table = BotTable::open(&lan, 4, &["--pace", THINKS]);
    let desktop = studio.desktop_of(lan.laptop(3));
    let app = desktop.start(&["--name", "Mary"]);
    sit_down(&app);
    lan.unplug(3);
    app.wait_within(PATIENCE, "the offer", |seen| is_button(seen, tr("Play On in a Copy")));
    studio.shoot(&app, "copy-offered");
    press(&app, tr("Play On in a Copy"));
    app.wait_within(PATIENCE, "the copy", |seen| is_button(seen, tr("Back to the Table")));
    studio.shoot(&app, "copy");
}
