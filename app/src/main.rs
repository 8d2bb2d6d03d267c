//! Doubloons: pirate board games for LAN parties.
//!
//! * [`game`]: what happens at a table, without a line of GTK.
//! * [`lan`]: tables on the network, without a line of GTK either.
//! * [`preferences`]: what a person has chosen once and for all.
//! * [`paint`]: chart, ships and cards.
//! * [`ui`]: windows and widgets.

mod cli;
mod game;
mod lan;
mod language;
mod paint;
mod preferences;
mod replay;
mod ui;

use std::hash::{BuildHasher, RandomState};

use clap::Parser;

fn main() {
    doubloons_words::choose(None);
    let cli = cli::Cli::parse();
    let opening = cli.opening(fresh_seed);
    let folder = cli.data_dir.or_else(lan::folder::data_folder);
    language::begin(folder.as_deref().and_then(preferences::language));
    let place = folder.map(|folder| lan::Place { folder, interface: cli.interface });
    ui::run(ui::AppInit { opening, place, name: cli.name, seed: fresh_seed });
}

/// A seed that differs from game to game. Practice needs no more than that: nobody has anything to win by guessing it.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(std::time::SystemTime::now())
}
