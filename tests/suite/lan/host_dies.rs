//! The host is killed at moments spread over the whole game. The others finish it each time, and nothing that anybody
//! has seen as accepted is lost.

use std::thread;
use std::time::{Duration, Instant};

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
    ]
}

/// Moments in each quarter: twenty in all.
const MOMENTS: u64 = 5;

/// Hardly any game of four is shorter than this.
const ENTRIES: u64 = 100;

/// The others have to go on by themselves within this time.
const GO_ON: Duration = Duration::from_secs(10);

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(120);

fn die_in_quarter(quarter: u64) {
    let mut dice = fastrand::Rng::with_seed(quarter);
    let step = ENTRIES / 4 / MOMENTS;
    for moment in 0..MOMENTS {
        let entry = 1 + quarter * (ENTRIES / 4) + moment * step + dice.u64(..step);
        let pause = Duration::from_micros(dice.u64(..3000));
        let went_on = (0..3).find_map(|_| die_at(entry, pause)).expect("a game that is long enough");
        println!("the host died {pause:?} after entry {entry}: the others went on after {went_on:?}");
        assert!(went_on <= GO_ON, "the others took {went_on:?}");
    }
}

/// How long it takes the others to go on; `None` if the game was over before.
fn die_at(entry: u64, pause: Duration) -> Option<Duration> {
    let lan = Lan::bridged(4);
    let mut party = Party::sit_down(&lan, &Plan::default());
    party.wait_for_entry(0, entry, SOON);
    thread::sleep(pause);
    if party.players()[0].program.find(0, Duration::ZERO, |event| event.is("over")).is_some() {
        return None;
    }
    party.player(0).program.kill();
    let died = Instant::now();
    let marks: Vec<usize> = party.players().iter().map(|player| player.program.mark()).collect();
    let went_on = (1..4).map(|number| {
        let program = &party.players()[number].program;
        let next = |event: &doubloons_tests::event::Event| event.is("hosted") || event.is("over");
        program.wait_since(marks[number], "a new host", SOON, next).at.saturating_duration_since(died)
    });
    let went_on = went_on.max().expect("three others");
    party.finish(GAME);
    Some(went_on)
}
