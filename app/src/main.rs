//! Doubloons: pirate board games for LAN parties.
//!
//! * [`game`]: what happens at a table, without a line of GTK.
//! * [`paint`]: chart, ships and cards.
//! * [`ui`]: windows and widgets.

mod cli;
mod game;
mod paint;
mod ui;

use std::hash::{BuildHasher, RandomState};

use clap::Parser;

fn main() {
    let practice = cli::Cli::parse().practice(fresh_seed);
    ui::run(ui::AppInit { practice, seed: fresh_seed });
}

/// A seed that differs from game to game. Practice needs no more than that: nobody has anything to win by guessing it.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(std::time::SystemTime::now())
}
