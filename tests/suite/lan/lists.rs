//! The list of tables: they appear, change, and vanish when their host does.

use std::time::Duration;

use doubloons_tests::event::Event;
use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("lists::a_killed_host_is_gone_within_five_seconds", a_killed_host_is_gone_within_five_seconds),
        test("lists::a_host_that_leaves_is_gone_at_once", a_host_that_leaves_is_gone_at_once),
        test("lists::a_host_with_many_interfaces_appears_once", a_host_with_many_interfaces_appears_once),
        test("lists::whoever_looks_right_after_another_finds_it_too", whoever_looks_right_after_another_finds_it_too),
        test("lists::a_table_shows_who_sits_there", a_table_shows_who_sits_there),
        test("lists::a_cable_that_comes_later_is_noticed", a_cable_that_comes_later_is_noticed),
        test("lists::the_table_of_a_dead_host_is_announced_by_the_next", the_table_of_a_dead_host_is_announced),
    ]
}

const SOON: Duration = Duration::from_secs(30);
const HOST: [&str; 5] = ["host", "--seats", "4", "--name", "Tortuga"];

fn is_table(event: &Event) -> bool {
    event.is("table") && event.text("name") == "Tortuga"
}

fn a_killed_host_is_gone_within_five_seconds() {
    let lan = Lan::bridged(2);
    let looker = lan.laptop(1).start(&["discover"]);
    let mut host = lan.laptop(0).start(&HOST);
    let answers = |event: &Event| is_table(event) && event.json["answers"] == true;
    looker.wait_since(0, "the table, which answers", SOON, answers);
    let mark = looker.mark();
    let died = std::time::Instant::now();
    host.kill();
    let gone = looker.wait_since(mark, "gone", SOON, |event| event.is("gone"));
    let after = gone.at.saturating_duration_since(died);
    println!("a killed host is gone after {after:?}");
    assert!(after <= Duration::from_secs(5), "{after:?}");
}

fn a_host_that_leaves_is_gone_at_once() {
    let lan = Lan::bridged(2);
    let looker = lan.laptop(1).start(&["discover"]);
    let mut host = lan.laptop(0).start(&HOST);
    looker.wait_since(0, "the table", SOON, is_table);
    let mark = looker.mark();
    let left = std::time::Instant::now();
    host.signal(Signal::SIGTERM);
    let gone = looker.wait_since(mark, "gone", SOON, |event| event.is("gone"));
    let after = gone.at.saturating_duration_since(left);
    println!("a host that leaves is gone after {after:?}");
    assert!(after <= Duration::from_secs(3), "{after:?}");
    assert!(host.wait_end(SOON).success(), "nothing was wrong: {}", host.account());
}

fn a_host_with_many_interfaces_appears_once() {
    let lan = Lan::bridged(2);
    lan.laptop(0).add_useless_interface();
    lan.laptop(1).add_useless_interface();
    let looker = lan.laptop(1).start(&["discover"]);
    let _host = lan.laptop(0).start(&HOST);
    let found = looker.wait_since(0, "the table", SOON, is_table);
    // Both address families are announced, possibly one after the other: still one table.
    std::thread::sleep(Duration::from_secs(3));
    let events = looker.events();
    assert!(events.iter().all(|event| is_table(event) && event.text("key") == found.text("key")), "{events:?}");
    let addresses = events.last().expect("the table").json["addresses"].to_string();
    assert!(addresses.contains("10.77.0.1:"), "{addresses}");
    assert!(!addresses.contains("172.17."), "{addresses}");
}

/// A host tells everybody at most once a second, and the first one who looked was told just before.
fn whoever_looks_right_after_another_finds_it_too() {
    let lan = Lan::bridged(3);
    let host = lan.laptop(0).start(&HOST);
    host.wait_for("hosting", SOON);
    let search = |laptop: usize| {
        let started = std::time::Instant::now();
        let looker = lan.laptop(laptop).start(&["discover"]);
        looker.wait_since(0, "the table", SOON, is_table).at.duration_since(started)
    };
    let searches = [1, 2, 1, 2, 1, 2].map(search);
    println!("six who looked one right after the other found the table after {searches:?}");
    // A busy computer may hold one of them up, but not each after the first.
    let shortest = searches[1..].iter().min().expect("five of them");
    assert!(*shortest < Duration::from_millis(700), "{searches:?}");
}

fn a_table_shows_who_sits_there() {
    let lan = Lan::bridged(3);
    let looker = lan.laptop(2).start(&["discover"]);
    let _host =
        lan.laptop(0).start(&["host", "--seats", "3", "--play", "greedy", "--name", "Tortuga", "--pin", "1234"]);
    let one = looker.wait_since(0, "one seat taken", SOON, |event| is_table(event) && event.number("taken") == 1);
    assert_eq!((one.number("seats"), &one.json["pin"], one.text("stage")), (3, &true.into(), "gathering"));
    let _guest = lan.laptop(1).start(&["join", "--table", "Tortuga", "--pin", "1234", "--bot", "greedy"]);
    looker.wait_since(0, "two seats taken", SOON, |event| is_table(event) && event.number("taken") == 2);
}

fn a_cable_that_comes_later_is_noticed() {
    let lan = Lan::bridged(2);
    lan.laptop(1).namespace().ip(["link", "set", "eth0", "down"]);
    let looker = lan.laptop(1).start(&["discover"]);
    let host = lan.laptop(0).start(&HOST);
    host.wait_for("hosting", SOON);
    assert!(looker.find(0, Duration::from_secs(2), is_table).is_none(), "nothing comes without a cable");
    lan.laptop(1).namespace().ip(["link", "set", "eth0", "up"]);
    looker.wait_since(0, "the table", SOON, is_table);
}

fn the_table_of_a_dead_host_is_announced() {
    let lan = Lan::bridged(5);
    let plan = Plan { pace: Duration::from_millis(60), ..Plan::default() };
    let looker = lan.laptop(4).start(&["discover"]);
    let mut party = Party::sit_down(&lan, &plan);
    let first = looker.wait_since(0, "the game", SOON, |event| is_table(event) && event.text("stage") == "playing");
    assert_eq!(first.text("host"), "laptop1", "who tells of the table is its host");
    let dead = first.text("key").to_owned();
    party.wait_for_entry(1, 20, SOON);
    let guests = looker.events().into_iter().filter(|event| is_table(event) && event.text("key") != dead);
    assert_eq!(guests.count(), 0, "guests say nothing while there is a host");
    let mark = looker.mark();
    party.player(0).program.kill();
    looker.wait_since(mark, "gone", SOON, |event| event.is("gone") && event.text("key") == dead);
    looker.wait_since(mark, "the next host", SOON, |event| is_table(event) && event.text("key") != dead);
    party.finish(Duration::from_secs(240));
}
