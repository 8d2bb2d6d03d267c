//! Somebody sits between the host and a guest, with a key of their own on each side.
//!
//! How a guest comes to take that computer for the host's is not tested: forged ARP and mDNS do it, and here the guest is
//! simply given its address.

use std::time::Duration;

use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::Lan;
use doubloons_tests::program::Program;
use doubloons_tests::relay::Relay;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("middle::is_refused_with_a_pin", is_refused_with_a_pin),
        test("middle::is_refused_by_those_who_know_the_host", is_refused_by_those_who_know_the_host),
        test("middle::can_not_pass_on_what_is_said", can_not_pass_on_what_is_said),
        test("middle::is_seen_by_the_words_of_the_table", is_seen_by_the_words_of_the_table),
    ]
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(120);
const PORT: u16 = 17180;

/// A host on the first laptop, and somebody in the middle on the second.
fn host_and_relay(lan: &Lan, arguments: &[&str]) -> (Program, Relay) {
    let host = lan.laptop(0).start(arguments);
    host.wait_for("hosting", SOON);
    let relay = Relay::start(lan.laptop(1), PORT, (lan.laptop(0).address(), PORT).into());
    (host, relay)
}

/// A guest who takes some laptop for the host's.
fn guest_of(lan: &Lan, taken_for_host: &Laptop, more: &[&str]) -> Program {
    let address = taken_for_host.address().to_string();
    let arguments = ["join", "--address", &address, "--bot", "greedy"];
    lan.laptop(2).start(&arguments.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

/// Waits until a guest gives up; why it did.
fn reason(mut guest: Program) -> String {
    let status = guest.wait_end(SOON);
    assert!(!status.success(), "{}", guest.account());
    let events = guest.events();
    assert!(!events.iter().any(|event| event.is("begun")), "{}", guest.account());
    let said = events.iter().find(|event| event.is("refused") || event.is("error"));
    said.unwrap_or_else(|| panic!("no reason\n{}", guest.account())).text("text").to_owned()
}

/// The control: straight to the host everything works.
fn plays_without_the_middle(lan: &Lan, mut host: Program, more: &[&str]) {
    let mut guest = guest_of(lan, lan.laptop(0), more);
    assert!(guest.wait_end(GAME).success(), "{}", guest.account());
    assert!(host.wait_end(SOON).success(), "{}", host.account());
}

fn is_refused_with_a_pin() {
    let lan = Lan::bridged(3);
    let (host, relay) =
        host_and_relay(&lan, &["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga", "--pin", "271828"]);
    let why = reason(guest_of(&lan, lan.laptop(1), &["--pin", "271828"]));
    assert!(why.contains("PIN"), "{why}");
    assert!(relay.passed_on() >= 3, "the relay passed on {} messages", relay.passed_on());
    plays_without_the_middle(&lan, host, &["--pin", "271828"]);
}

fn is_refused_by_those_who_know_the_host() {
    let lan = Lan::bridged(3);
    let arguments = ["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga", "--player", "Quartermaster"];
    let first = lan.laptop(0).start(&arguments);
    first.wait_for("hosting", SOON);
    plays_without_the_middle(&lan, first, &[]);
    let (host, _relay) = host_and_relay(&lan, &arguments);
    let why = reason(guest_of(&lan, lan.laptop(1), &[]));
    assert!(why.contains("had the key"), "{why}");
    plays_without_the_middle(&lan, host, &[]);
}

fn can_not_pass_on_what_is_said() {
    let lan = Lan::bridged(3);
    let (host, relay) = host_and_relay(&lan, &["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga"]);
    let guest = guest_of(&lan, lan.laptop(1), &[]);
    // Either nobody plays, or both see that they are not at the same table.
    let words = |program: &Program, within| {
        program.find(0, within, |event| event.is("begun")).map(|event| event.text("words").to_owned())
    };
    let at_guest = words(&guest, Duration::from_secs(8));
    let at_host = words(&host, Duration::from_millis(100));
    assert!(relay.passed_on() > 0, "the relay was used");
    assert!(at_guest.is_none() || at_guest != at_host, "the same words on both sides: {at_host:?}");
}

fn is_seen_by_the_words_of_the_table() {
    // A better one does not pass anything on: it hosts a table of its own for the guest, and is a guest at the host's.
    let lan = Lan::bridged(3);
    let arguments = ["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga"];
    let host = lan.laptop(0).start(&arguments);
    host.wait_for("hosting", SOON);
    let address = lan.laptop(0).address().to_string();
    let middle = lan.laptop(1);
    let false_guest = ["join", "--address", &address, "--bot", "greedy"];
    let _false_guest = middle.start_with_data(&middle.data().join("guest"), &false_guest);
    let false_host =
        middle.start_with_data(&middle.data().join("host"), &[&arguments[..], &["--port", "20000"]].concat());
    false_host.wait_for("hosting", SOON);
    let address = format!("{}:20000", middle.address());
    let guest = lan.laptop(2).start(&["join", "--address", &address, "--bot", "greedy"]);
    let words = [&host, &guest].map(|program| program.wait_for("begun", SOON).text("words").to_owned());
    assert_ne!(words[0], words[1], "whoever compares the words sees it");
}
