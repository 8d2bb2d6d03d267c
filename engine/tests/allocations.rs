//! The random-game hot path allocates nothing, counted by an instrumented allocator. One test in a file of its own,
//! because the counter sees the whole process.

use std::alloc::System;

use doubloons_engine::bots::play_out;
use doubloons_engine::caribbean::{Board, Caribbean, Terms};
use doubloons_engine::contract::Dice;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn random_games_allocate_nothing() {
    let board = Board::standard();
    let mut dice = Dice::from_seed(42);
    let tables: Vec<Caribbean> = (0..60)
        .map(|game| Caribbean::new(&Terms::new(&board, 2 + game % 3), board.clone()).expect("good terms"))
        .collect();
    let mut commands = 0;
    let region = Region::new(ALLOCATOR);
    for mut table in tables {
        commands += play_out(&mut table, &mut dice).commands;
    }
    let change = region.change();
    assert!(commands > 5_000, "only {commands} commands were played");
    assert_eq!((change.allocations, change.reallocations), (0, 0), "in {commands} commands");
}
