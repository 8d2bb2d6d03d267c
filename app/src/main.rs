//! Doubloons: pirate board games for LAN parties.
//!
//! * [`game`]: what happens at a table, without a line of GTK.
//! * [`link`]: links to tables.
//! * [`lan`]: tables on the network, without a line of GTK either.
//! * [`attention`]: when somebody who looks elsewhere is called.
//! * [`evening`]: the standings across rematches.
//! * [`preferences`]: what a person has chosen once and for all.
//! * [`paint`]: chart, ships and cards.
//! * [`ui`]: windows and widgets.

mod attention;
mod cli;
mod evening;
mod game;
mod lan;
mod link;
mod paint;
mod preferences;
mod replay;
mod ui;

use std::hash::{BuildHasher, RandomState};

use clap::Parser;

fn main() {
    let cli = cli::Cli::parse();
    let opening = cli.opening(fresh_seed);
    // Whoever names a data directory wants a program of its own for it.
    let alone = cli.data_dir.is_some();
    let folder = cli.data_dir.or_else(lan::folder::data_folder);
    let place = folder.map(|folder| lan::Place { folder, interface: cli.interface });
    ui::run(ui::AppInit { opening, alone, place, name: cli.name, seed: fresh_seed });
}

/// A seed that differs from game to game. Practice needs no more than that: nobody has anything to win by guessing it.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(std::time::SystemTime::now())
}
