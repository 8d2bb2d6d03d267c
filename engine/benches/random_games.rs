//! Whole random games a second on one core: `cargo bench -p doubloons-engine --bench random_games`.
//!
//! "Random" means uniform over the legal commands of every moment, over the 5,040 ways to lay the cards, and over
//! showing and keeping in a tie. Allocations are counted over all games of the run.

use std::alloc::System;
use std::time::{Duration, Instant};

use doubloons_engine::bots::{Playout, play_out};
use doubloons_engine::caribbean::{Board, Caribbean, Options, Terms};
use doubloons_engine::contract::Dice;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(600);

fn main() {
    println!("random games on one core, best of {ROUNDS} rounds of {} ms", ROUND.as_millis());
    println!("printing  players   games/s  commands/game  inputs/game  allocations/game");
    for (printing, options) in [("second", Options::SECOND_PRINTING), ("first", Options::FIRST_PRINTING)] {
        for seats in 2..=4 {
            measure(printing, options, seats);
        }
    }
}

fn measure(printing: &str, options: Options, seats: u8) {
    let board = Board::standard();
    let terms = Terms { options, ..Terms::new(&board, seats) };
    let mut dice = Dice::from_seed(1);
    let mut total = Playout::default();
    let (mut games, mut best) = (0u32, 0.0f64);
    let allocations = Region::new(ALLOCATOR);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut round = 0u32;
        while start.elapsed() < ROUND {
            let mut table = Caribbean::new(&terms, board.clone()).expect("good terms");
            let playout = play_out(&mut table, &mut dice);
            total.commands += playout.commands;
            total.inputs += playout.inputs;
            round += 1;
        }
        best = best.max(f64::from(round) / start.elapsed().as_secs_f64());
        games += round;
    }
    let allocated = allocations.change().allocations;
    let per_game = |count: u32| f64::from(count) / f64::from(games);
    println!(
        "{printing:<8}  {seats:>7}  {best:>8.0}  {:>13.1}  {:>11.1}  {:>16.3}",
        per_game(total.commands),
        per_game(total.inputs),
        allocated as f64 / f64::from(games),
    );
}
