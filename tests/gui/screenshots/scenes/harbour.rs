//! The first page, and the sheets that it opens.

use doubloons_gui_tests::announcement::Announcement;
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::party::{PATIENCE, press};
use doubloons_tests::network::Lan;
use doubloons_words::{say_count, tr};

use crate::studio::Studio;

pub(super) const FIRST_START: &[&str] = &[
    "harbour-empty",
    "preferences",
    "practice-sheet",
    "host-sheet",
    "host-sheet-rules",
    "menu-harbour",
    "about",
    "address",
    "connection",
];

/// Somebody who has never played, on a network without tables.
pub(super) fn first_start(studio: &Studio<'_>) {
    let lan = Lan::bridged(1);
    let desktop = studio.desktop_of(lan.laptop(0));
    let app = desktop.start(&["--name", "Anne"]);
    app.button(tr("Start the Tutorial"));
    studio.shoot(&app, "harbour-empty");
    let sheet = |opens: &str, title: &str, scene: &str| {
        if !studio.wants(scene) {
            return;
        }
        press(&app, opens);
        app.button(tr("Cancel"));
        studio.shoot_with(&app, scene, title);
        app.hands().take_up_keyboard(title);
        app.hands().press("Escape");
        wait_for_no_sheet(&app);
    };
    sheet(tr("Preferences"), tr("Preferences"), "preferences");
    sheet(tr("Practice"), tr("Practice"), "practice-sheet");
    sheet(tr("Host a Table"), tr("Host a Table"), "host-sheet");
    let row = |name: &'static str| app.click(&app.wait_for(name, |seen| seen.name.starts_with(tr(name))));
    if studio.wants("host-sheet-rules") {
        press(&app, tr("Host a Table"));
        row("House rules");
        studio.shoot_with(&app, "host-sheet-rules", tr("Host a Table"));
        press(&app, tr("Cancel"));
        wait_for_no_sheet(&app);
    }
    if studio.wants("menu-harbour") || studio.wants("about") {
        app.click(&app.button(tr("Menu")));
        app.wait_for("the menu", |seen| seen.name == tr("About Doubloons"));
        studio.shoot(&app, "menu-harbour");
        let about = app.wait_for("the last item", |seen| seen.role != "label" && seen.name == tr("About Doubloons"));
        assert!(app.desktop().bus().act(&about.address), "the item can be chosen");
        app.wait_within(PATIENCE, "what it is", |seen| seen.role == "window" && seen.name != "Doubloons");
        studio.shoot(&app, "about");
        app.hands().press("Escape");
    }
    if studio.wants("address") {
        row("Join by address");
        app.button(tr("Cancel"));
        studio.shoot_with(&app, "address", tr("Join by Address"));
        press(&app, tr("Cancel"));
        wait_for_no_sheet(&app);
    }
    if studio.wants("connection") {
        check_connection(&app);
        studio.shoot_with(&app, "connection", tr("Connection"));
    }
}

/// What is clicked below a sheet before it has gone is lost.
pub(super) fn wait_for_no_sheet(app: &App<'_>) {
    app.wait_until("no sheet", PATIENCE, |all| (!all.iter().any(|seen| is_button(seen, tr("Cancel")))).then_some(()));
}

/// Lets the doctor look at the connection.
fn check_connection(app: &App<'_>) {
    app.click(&app.wait_for("the doctor", |seen| seen.name.starts_with(tr("Check the connection"))));
    app.wait_within(PATIENCE, "the findings", |seen| seen.role == "window" && seen.name == tr("Connection"));
}

/// A computer that is in no network.
pub(super) fn offline(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&["--name", "Anne"]);
    app.button(tr("Practice"));
    studio.shoot(&app, "harbour-offline");
    if studio.wants("connection-offline") {
        check_connection(&app);
        studio.shoot_with(&app, "connection-offline", tr("Connection"));
    }
}

/// Tables of every kind in the list: open, with a PIN, playing, of another version.
pub(super) fn tables(studio: &Studio<'_>) {
    let lan = Lan::bridged(5);
    let host = |laptop: usize, arguments: &[&str]| {
        let host = lan.laptop(laptop).start(&[&["host"], arguments].concat());
        host.wait_for("hosting", PATIENCE);
        host
    };
    let parrot = ["--name", "The Salty Parrot", "--player", "Sofia", "--seats", "4", "--bots", "2", "--play", "greedy"];
    let kraken =
        ["--name", "Kraken’s Rest", "--player", "Lotte", "--seats", "3", "--pin", "271828", "--play", "greedy"];
    let water = [
        "--name",
        "Blackwater",
        "--player",
        "Emre",
        "--seats",
        "2",
        "--bots",
        "1",
        "--play",
        "greedy",
        "--pace",
        "5000",
    ];
    let _hosts = [host(0, &parrot), host(1, &kraken), host(2, &water)];
    let _tomorrow = Announcement::of_version(lan.laptop(3), "Old Anchor", "1.3.0");
    let desktop = studio.desktop_of(lan.laptop(4));
    let app = desktop.start(&["--name", "Mary"]);
    for table in ["The Salty Parrot", "Kraken’s Rest", "Blackwater", "Old Anchor"] {
        app.wait_until(table, PATIENCE, |all| all.iter().any(|seen| seen.name.contains(table)).then_some(()));
    }
    press(&app, tr("No, Thanks"));
    studio.shoot(&app, "harbour-tables");
    let join = app.wait_within(PATIENCE, "the table with a PIN", |seen| {
        seen.role.ends_with("button") && seen.name.starts_with(tr("Join")) && seen.name.contains("Kraken")
    });
    assert!(app.desktop().bus().act(&join.address), "the table can be joined");
    app.button(tr("Cancel"));
    studio.shoot_with(&app, "pin", tr("PIN"));
    app.hands().take_up_keyboard(tr("PIN"));
    app.hands().type_text("314159");
    app.hands().press("Return");
    let wrong = say_count!(4, "Wrong PIN, 1 try left.", "Wrong PIN, {count} tries left.");
    app.wait_within(PATIENCE, "what was wrong", |seen| seen.name == wrong);
    studio.shoot_with(&app, "pin-wrong", tr("PIN"));
}
