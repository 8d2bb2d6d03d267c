//! What happens to laptops in the middle of a game: a pulled cable, a program that dies, a lid that is closed. The game
//! goes on, or goes on afterwards, and nobody loses anything.

use std::thread;
use std::time::Duration;

use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("faults::the_host_loses_its_cable_for_eight_seconds", the_host_loses_its_cable_for_eight_seconds),
        test("faults::a_guest_loses_its_cable_for_eight_seconds", a_guest_loses_its_cable_for_eight_seconds),
        test("faults::a_guest_is_killed_and_started_again", a_guest_is_killed_and_started_again),
        test("faults::all_four_are_killed_and_go_on_from_their_journals", all_four_are_killed_and_go_on),
        test("faults::the_host_sleeps_for_eight_seconds", the_host_sleeps_for_eight_seconds),
        test("faults::a_guest_sleeps_for_eight_seconds", a_guest_sleeps_for_eight_seconds),
        test("faults::a_laptop_gets_another_address", a_laptop_gets_another_address),
    ]
}

/// Slow enough that a game outlasts what is done to it.
fn plan() -> Plan {
    Plan { pace: Duration::from_millis(60), ..Plan::default() }
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(240);

/// How long things stay broken: longer than it takes to notice.
const BROKEN: Duration = Duration::from_secs(8);

fn the_host_loses_its_cable_for_eight_seconds() {
    cable_pulled(0);
}

fn a_guest_loses_its_cable_for_eight_seconds() {
    cable_pulled(2);
}

fn cable_pulled(laptop: usize) {
    let lan = Lan::bridged(4);
    let party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(1, 20, SOON);
    lan.unplug(laptop);
    let marks: Vec<usize> = party.players().iter().map(|player| player.program.mark()).collect();
    // The loss is the fault under test, so it lasts as long as it lasts.
    thread::sleep(BROKEN);
    let others = (0..4).filter(|&other| other != laptop);
    for other in others {
        let program = &party.players()[other].program;
        program.wait_since(marks[other], "lost", Duration::ZERO, |event| event.is("lost"));
    }
    lan.plug_in(laptop);
    let back = |event: &doubloons_tests::event::Event| event.is("connected");
    party.players()[laptop].program.wait_since(marks[laptop], "connected", Duration::from_secs(15), back);
    party.finish(GAME);
}

fn a_guest_is_killed_and_started_again() {
    let lan = Lan::bridged(4);
    let mut party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(2, 20, SOON);
    let guest = party.player(2);
    guest.program.kill();
    guest.start_again();
    let known = guest.program.wait_for("resumed", SOON).number("index");
    assert!(known >= 20, "the journal holds {known} entries");
    party.wait_for_progress(2, 10, SOON);
    party.finish(GAME);
}

fn all_four_are_killed_and_go_on() {
    let lan = Lan::bridged(4);
    let mut party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(0, 40, SOON);
    (0..4).for_each(|number| party.player(number).program.kill());
    (0..4).for_each(|number| party.player(number).start_again());
    let resumed: Vec<_> = party.players().iter().map(|player| player.program.wait_for("resumed", SOON)).collect();
    assert!(resumed.iter().any(|event| event.number("index") >= 40), "{resumed:?}");
    party.wait_for_progress(0, 10, SOON);
    party.finish(GAME);
}

fn the_host_sleeps_for_eight_seconds() {
    lid_closed(0);
}

fn a_guest_sleeps_for_eight_seconds() {
    lid_closed(3);
}

fn lid_closed(laptop: usize) {
    let lan = Lan::bridged(4);
    let party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(laptop, 20, SOON);
    let sleeper = &party.players()[laptop].program;
    sleeper.signal(Signal::SIGSTOP);
    lan.unplug(laptop);
    thread::sleep(BROKEN);
    lan.plug_in(laptop);
    sleeper.signal(Signal::SIGCONT);
    party.wait_for_progress(laptop, 5, SOON);
    party.finish(GAME);
}

fn a_laptop_gets_another_address() {
    let lan = Lan::bridged(4);
    let party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(1, 20, SOON);
    let laptop = lan.laptop(1).namespace();
    laptop.ip("link set eth0 down".split(' '));
    laptop.ip("address flush dev eth0 scope global".split(' '));
    laptop.ip("address add 10.77.0.101/24 dev eth0".split(' '));
    laptop.ip("link set eth0 up".split(' '));
    party.wait_for_progress(1, 5, SOON);
    party.finish(GAME);
}
