//! Two people on two laptops, each with a screen of their own: they find each other in the list of tables.

use std::time::Duration;

use doubloons_gui_tests::accessible::Seen;
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::party::{self, press};
use doubloons_gui_tests::playing::{at_once, play_to_the_end};
use doubloons_tests::network::Lan;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("party::a_table_is_found_in_the_list_and_joined", a_table_is_found_in_the_list_and_joined),
        test("party::a_table_without_a_network_says_so", a_table_without_a_network_says_so),
        test("party::the_host_changes_the_pin_at_the_table", the_host_changes_the_pin_at_the_table),
        test("thorough::four_windows_play_a_whole_game", four_windows_play_a_whole_game),
    ]
}

/// How long it may take until a table is in the list.
const FOUND: Duration = Duration::from_secs(30);

fn a_table_is_found_in_the_list_and_joined() {
    let lan = Lan::bridged(2);
    let desktops: Vec<Desktop> = lan.laptops().iter().map(Desktop::of).collect();
    let host = desktops[0].start(&["--name", "Anne", "--host"]);
    host.wait_for("the table", |seen| seen.name.contains("Anne"));
    everything_is_named(&host, "table of the host");
    let guest = desktops[1].start(&["--name", "Mary"]);
    let join = guest.wait_within(FOUND, "the table in the list", |seen| is_button(seen, "Join…"));
    guest.click(&join);
    host.wait_within(FOUND, "the guest at the table", |seen| seen.name.contains("Mary"));
    everything_is_named(&guest, "table of the guest");
}

fn a_table_without_a_network_says_so() {
    let desktop = Desktop::new("alone");
    let app = party::host(&desktop, "Anne");
    app.wait_for("what is missing", |seen| seen.name == "No network");
    let useless = |seen: &Seen| seen.name.contains("127.0.0.1") || is_button(seen, "Copy the…");
    assert!(!app.look().iter().any(useless), "nothing is offered that leads nowhere");
    everything_is_named(&app, "a table without a network");
    app.click(&app.wait_for("the way to the findings", |seen| seen.name.starts_with("Check the connection, What")));
    app.wait_for("the findings", |seen| seen.name.starts_with("This computer is on no network"));
}

fn the_host_changes_the_pin_at_the_table() {
    let lan = Lan::bridged(2);
    let desktops: Vec<Desktop> = lan.laptops().iter().map(Desktop::of).collect();
    let anne = party::host(&desktops[0], "Anne");
    let set_pin = |pin: &str| {
        press(&anne, "Change the PIN");
        anne.button("Cancel");
        everything_is_named(&anne, "the PIN of the table");
        anne.hands().take_up_keyboard("PIN of the Table");
        anne.hands().press("ctrl+a");
        anne.hands().press("BackSpace");
        anne.hands().type_text(pin);
        press(&anne, "Change");
    };
    set_pin("rum42");
    anne.wait_for("the PIN to read out", |seen| seen.name == "RUM42");
    let mary = desktops[1].start(&["--name", "Mary"]);
    mary.wait_within(FOUND, "the table in the list", |seen| seen.name.contains("needs a PIN"));
    mary.click(&mary.wait_within(FOUND, "the table in the list", |seen| is_button(seen, "Join…")));
    mary.wait_within(FOUND, "the question for it", |seen| seen.name.contains("has a PIN."));
    mary.hands().take_up_keyboard("PIN");
    mary.hands().type_text("rum42");
    press(&mary, "Join");
    mary.wait_within(FOUND, "the seat", |seen| is_button(seen, "Ready"));
    set_pin("");
    anne.wait_for("no PIN", |seen| seen.name.starts_with("None: everybody on this network may join"));
    anne.wait_within(FOUND, "Mary at the table", |seen| seen.name.contains("Mary"));
}

fn four_windows_play_a_whole_game() {
    let lan = Lan::bridged(4);
    let desktops: Vec<Desktop> = lan.laptops().iter().map(Desktop::of).collect();
    let host = desktops[0].start(&["--name", "Anne", "--host"]);
    host.wait_for("the table", |seen| seen.name.contains("Anne"));
    let mut apps = vec![host];
    for (desktop, name) in desktops[1..].iter().zip(["Mary", "Jack", "Bart"]) {
        let guest = desktop.start(&["--name", name]);
        guest.click(&guest.wait_within(FOUND, "the table in the list", |seen| is_button(seen, "Join…")));
        guest.click(&guest.wait_within(FOUND, "the seat", |seen| is_button(seen, "Ready")));
        apps.push(guest);
    }
    let host = &apps[0];
    host.click(&host.wait_within(FOUND, "the start", |seen| is_button(seen, "Start the Game")));
    for app in &apps {
        app.wait_within(FOUND, "the game", |seen| is_button(seen, "Suggest"));
        at_once(app);
    }
    play_to_the_end(&apps.iter().collect::<Vec<&App<'_>>>());
    for app in &apps {
        app.wait_within(FOUND, "the verdict", |seen| seen.name.starts_with("Verified"));
    }
    let host = &apps[0];
    press(host, "Watch the Replay");
    host.wait_within(FOUND, "the film", |seen| seen.name.starts_with("Moment of the game, "));
    press(host, "Back to the results");
    press(host, "Rematch");
}
