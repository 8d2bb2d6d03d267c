//! Doubloons: pirate board games for LAN parties.
//!
//! The program itself is one call of [`run`]. Everything else is in here, so that benchmarks can watch the frames of the
//! very same windows.
//!
//! * `game`: what happens at a table, without a line of GTK.
//! * `link`: links to tables.
//! * `lan`: tables on the network, without a line of GTK either.
//! * `attention`: when somebody who looks elsewhere is called.
//! * `evening`: the standings across rematches.
//! * `preferences`: what a person has chosen once and for all.
//! * `rulebook`: the rules, to read.
//! * `saving`: transcripts where somebody wants them.
//! * `sound`: what is to be heard.
//! * `voyages`: practice games that were left.
//! * `paint`: chart, ships and cards.
//! * `ui`: windows and widgets.

mod attention;
mod cli;
#[cfg(test)]
#[path = "../../tests/lib/documents.rs"]
mod documents;
mod drafts;
mod evening;
mod game;
mod hourglass;
mod lan;
mod language;
mod link;
#[cfg(test)]
#[path = "../../tests/lib/manual.rs"]
mod manual;
mod paint;
mod preferences;
mod replay;
mod rulebook;
mod saving;
mod sound;
mod ui;
mod voyages;

use std::hash::{BuildHasher, RandomState};

use clap::Parser;

/// Runs the program with the arguments of this process until its window is closed.
pub fn run() {
    doubloons_words::choose(None);
    let cli = cli::Cli::parse();
    let (message, alone) = (cli.message(fresh_seed), cli.stands_alone());
    let folder = cli.data_dir.or_else(lan::folder::data_folder);
    language::begin(folder.as_deref().and_then(preferences::language));
    let place = folder.map(|folder| lan::Place { folder, interface: cli.interface });
    ui::run(ui::AppInit { place, name: cli.name, seed: fresh_seed }, message, alone);
}

/// A seed that differs from game to game. Practice needs no more than that: nobody has anything to win by guessing it.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(std::time::SystemTime::now())
}
