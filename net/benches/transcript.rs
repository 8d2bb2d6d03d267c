//! What a transcript costs: `cargo bench -p doubloons-net --bench transcript`.
//!
//! Whole games of greedy players, on one core: how fast the verifier and the ledger are, and how long entries are.

use std::hint::black_box;
use std::time::{Duration, Instant};

use doubloons_engine::contract::Deaf;
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::transcript::{Transcript, Verdict, verify, verify_bots};

#[allow(dead_code, reason = "the tests need more of it")]
#[path = "../tests/transcript/crew.rs"]
mod crew;

use crew::{Crew, Plan};

const GAMES: u64 = 4;
const ROUNDS: usize = 3;

fn main() {
    println!("whole games, {GAMES} of each kind on one core, best of {ROUNDS} rounds; entries a second");
    println!("people  bots  entries/game  bytes/game  bytes/entry     read   verify   apply, known good   with bots");
    for (people, bots) in [(2, 0), (3, 0), (4, 0), (1, 3), (2, 2)] {
        measure(people, bots);
    }
}

fn measure(people: usize, bots: usize) {
    let games: Vec<Crew> = (0..GAMES)
        .map(|seed| {
            let mut crew = Crew::new(Plan::new(people, bots, seed));
            crew.play_out();
            crew
        })
        .collect();
    let files: Vec<Vec<u8>> = games.iter().map(|crew| crew.transcript().to_bytes()).collect();
    let transcripts: Vec<Transcript> = games.iter().map(Crew::transcript).collect();
    let entries: usize = games.iter().map(|crew| crew.entries.len()).sum();
    let bytes: usize = files.iter().map(Vec::len).sum();
    let in_entries: usize =
        games.iter().flat_map(|crew| &crew.entries).map(doubloons_net::table::entry::Entry::length).sum();
    let rate = |work: &dyn Fn()| {
        let best = (0..ROUNDS).map(|_| timed(work)).min().unwrap_or_default();
        entries as f64 / best.as_secs_f64()
    };
    let read = rate(&|| files.iter().for_each(|bytes| drop(black_box(Transcript::from_bytes(bytes)))));
    let verified = rate(&|| transcripts.iter().for_each(|game| assert_eq!(verify(game).verdict, Verdict::Valid)));
    let applied = rate(&|| games.iter().for_each(apply_known_good));
    let with_bots = rate(&|| transcripts.iter().for_each(|game| drop(black_box(verify_bots(game)))));
    println!(
        "{people:>6}  {bots:>4}  {:>12}  {:>10}  {:>11}  {read:>7.0}  {verified:>7.0}  {applied:>18.0}  {with_bots:>10.0}",
        entries as u64 / GAMES,
        bytes as u64 / GAMES,
        in_entries / entries,
    );
}

fn timed(work: &dyn Fn()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// As a replica does with entries that it has checked before.
fn apply_known_good(crew: &Crew) {
    let mut ledger = Ledger::new(crew.state().charter().clone());
    for entry in &crew.entries {
        ledger.apply(entry, Check::KnownGood, &mut Deaf).expect("an honest entry");
    }
    black_box(ledger);
}
