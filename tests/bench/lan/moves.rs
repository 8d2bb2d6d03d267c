//! A move, from the wish of a guest to the last replica.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use doubloons_tests::audience::{Audience, Target};
use doubloons_tests::network::Lan;

use crate::bare::{self, Bare};
use crate::spread::Spread;
use crate::table;

/// How long everybody waits before a move, in games and on bare relays: no program runs warm because of the move before.
pub(crate) const PAUSE: Duration = Duration::from_millis(30);

/// Games of each kind. What is compared takes turns, so that a busy machine is busy for all.
const GAMES: usize = 6;

/// Moves over a bare relay after each game: as many as the guests make in one.
const MOVES: usize = 20;

const WATCHERS: usize = 256;

pub(crate) fn measure() {
    let lan = Lan::bridged(5);
    let disk = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench-lan");
    let _ = fs::remove_dir_all(&disk);
    let [mut applied, mut accepted, mut watched, mut signed, mut plain, mut raw] = [const { Spread::new() }; 6];
    let mut audience = 0;
    for _ in 0..GAMES {
        let game = table::play(&lan, &disk, |_, _| ());
        applied.extend(game.applied);
        accepted.extend(game.accepted);
        signed.extend(bare::measure(&lan, Bare::SignedQuic, MOVES));
        plain.extend(bare::measure(&lan, Bare::Quic, MOVES));
        raw.extend(bare::measure(&lan, Bare::Udp, MOVES));
        let game = table::play(&lan, &disk, |address, game| {
            let came = Audience::gather(lan.laptop(4), Target { address, game }, WATCHERS);
            audience = came.size();
            came
        });
        watched.extend(game.applied);
    }
    let _ = fs::remove_dir_all(&disk);
    println!("a move, from a guest's wish to the last of four replicas");
    println!("  applied everywhere, signatures and journals on   {applied}");
    println!("  accepted everywhere                              {accepted}");
    println!("  bare QUIC relay with the same signatures         {signed}");
    println!("  bare QUIC relay                                  {plain}");
    println!("  bare UDP relay                                   {raw}");
    println!("  applied, while {audience} watch                       {watched}");
    println!("  applied / bare relay with signatures   {:.2} (at most 1.5)", applied.ratio(&signed));
    println!("  accepted / bare relay with signatures  {:.2}", accepted.ratio(&signed));
    println!("  applied / bare QUIC relay              {:.2}", applied.ratio(&plain));
    println!("  applied / bare UDP relay               {:.2}", applied.ratio(&raw));
    println!("  with {audience} who watch / without        {:.2} (at most 1.2)", watched.ratio(&applied));
}
