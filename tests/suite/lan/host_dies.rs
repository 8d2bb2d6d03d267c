//! The host is killed at moments spread over the whole game. The others finish it each time, and nothing that anybody
//! has seen as accepted is lost.

use std::thread;
use std::time::{Duration, Instant};

use doubloons_tests::event::Event;
use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("host_dies::in_the_first_quarter", || die_in_quarter(0)),
        test("host_dies::in_the_second_quarter", || die_in_quarter(1)),
        test("host_dies::in_the_third_quarter", || die_in_quarter(2)),
        test("host_dies::in_the_last_quarter", || die_in_quarter(3)),
        test("thorough::host_dies_after_every_entry", host_dies_after_every_entry),
    ]
}

/// Moments in each quarter: twenty in all.
const MOMENTS: u64 = 5;

/// Most games of four are longer than this.
const ENTRIES: u64 = 100;

/// So many games in a row are not all too short.
const GAMES: u64 = 20;

/// Within this time the others have to have a new host, and to have gone on with the game.
const GO_ON: Duration = Duration::from_secs(10);

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(120);

fn die_in_quarter(quarter: u64) {
    let mut dice = fastrand::Rng::with_seed(quarter);
    let step = ENTRIES / 4 / MOMENTS;
    for moment in 0..MOMENTS {
        let entry = 1 + quarter * (ENTRIES / 4) + moment * step + dice.u64(..step);
        die_at_least_once(entry, Duration::from_micros(dice.u64(..3000)));
    }
}

fn host_dies_after_every_entry() {
    let mut dice = fastrand::Rng::with_seed(5);
    (1..ENTRIES).for_each(|entry| die_at_least_once(entry, Duration::from_micros(dice.u64(..3000))));
}

/// Lets the host die so long after an entry, in a game that is long enough for it.
fn die_at_least_once(entry: u64, pause: Duration) {
    let Death { new_host, went_on } =
        (0..GAMES).find_map(|_| die_at(entry, pause)).expect("a game that is long enough");
    println!(
        "the host died {pause:?} after entry {entry}: a new one after {new_host:?}, more entries after {went_on:?}"
    );
    assert!(new_host <= GO_ON, "a new host took {new_host:?}");
    assert!(went_on <= GO_ON, "the game went on after {went_on:?}");
}

/// How long after the host's death there was a new one, and more of the game.
struct Death {
    new_host: Duration,
    went_on: Duration,
}

/// `None` if the game was over before.
fn die_at(entry: u64, pause: Duration) -> Option<Death> {
    let lan = Lan::bridged(4);
    let mut party = Party::sit_down(&lan, &Plan::default());
    party.wait_for_entry(1, entry, SOON);
    thread::sleep(pause);
    let host = party.host(1);
    let others: Vec<usize> = (0..4).filter(|&player| player != host).collect();
    party.player(host).program.kill();
    let died = Instant::now();
    if party.is_over(host) {
        return None;
    }
    let is_over = |event: &Event| event.is("game_over") || event.is("over");
    let marks: Vec<usize> = party.players().iter().map(|player| player.program.mark()).collect();
    // The host may have handed its office on in the moment of its death.
    let already = others.iter().all(|&other| party.host(other) != host);
    let last = |what: &str, likes: &dyn Fn(&Event) -> bool| {
        let first = |&other: &usize| party.players()[other].program.wait_since(marks[other], what, SOON, likes).at;
        others.iter().map(first).max().expect("three others").saturating_duration_since(died)
    };
    let new_host =
        if already { Duration::ZERO } else { last("a new host", &|event| event.is("hosted") || is_over(event)) };
    // An election has entries of its own.
    let more = party.players().iter().map(|player| player.accepted()).max().unwrap_or(0) + 5;
    let went_on =
        last("more entries", &|event| is_over(event) || (event.is("accepted") && event.number("index") >= more));
    party.finish(GAME);
    Some(Death { new_host, went_on })
}
