//! The network falls into two parts and heals. There is never more than one game.

use std::time::Duration;

use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("splits::three_and_a_guest", three_and_a_guest),
        test("splits::three_and_the_host", three_and_the_host),
        test("splits::two_and_two", two_and_two),
    ]
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(240);

fn plan() -> Plan {
    Plan { pace: Duration::from_millis(60), ..Plan::default() }
}

fn three_and_a_guest() {
    three_and_one(3);
}

fn three_and_the_host() {
    three_and_one(0);
}

fn three_and_one(alone: usize) {
    let lan = Lan::switched(4, 31);
    let party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(1, 20, SOON);
    let parts: Vec<usize> = (0..4).map(|laptop| usize::from(laptop == alone)).collect();
    lan.switch().split(&parts);
    let of_three = usize::from(alone == 0);
    // What was on its way may still be finished on both sides.
    party.wait_for_progress(of_three, 5, SOON);
    let known = party.players()[alone].accepted();
    party.wait_for_progress(of_three, 15, SOON);
    assert_eq!(party.players()[alone].accepted(), known, "whoever is alone waits");
    let ahead = party.players()[of_three].accepted();
    lan.switch().heal();
    party.wait_for_entry(alone, ahead, Duration::from_secs(20));
    party.finish(GAME);
}

fn two_and_two() {
    let lan = Lan::switched(4, 22);
    let party = Party::sit_down(&lan, &plan());
    party.wait_for_entry(1, 20, SOON);
    lan.switch().split(&[0, 0, 1, 1]);
    // Acknowledgements of both sides may have crossed in the last moment, so look twice.
    std::thread::sleep(Duration::from_secs(2));
    let accepted = || -> Vec<u64> { party.players().iter().map(|player| player.accepted()).collect() };
    let before = accepted();
    // Long enough for a half that wrongly went on to be seen: elections, and many decisions.
    std::thread::sleep(Duration::from_secs(10));
    assert_eq!(accepted(), before, "neither half goes on");
    lan.switch().heal();
    (0..4).for_each(|player| party.wait_for_progress(player, 10, SOON));
    party.finish(GAME);
}
