//! A move, from the wish of a guest to the last replica.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_tests::audience::{Audience, Target};
use doubloons_tests::network::Lan;
use doubloons_tests::spread::Spread;

use crate::bare::{self, Bare};
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
    fs::create_dir_all(&disk).expect("a folder on the disk");
    // Gone with the namespaces, and never on a disk.
    let memory = Path::new("/run/bench-lan");
    let [mut applied, mut accepted, mut diskless, mut watched] = [const { Spread::new() }; 4];
    let [mut signed, mut plain, mut raw, mut syncs] = [const { Spread::new() }; 4];
    let mut audience = 0;
    for _ in 0..GAMES {
        let game = table::play(&lan, &disk, |_, _| ());
        applied.extend(game.applied);
        accepted.extend(game.accepted);
        syncs.extend(sync_times(&disk));
        diskless.extend(table::play(&lan, memory, |_, _| ()).applied);
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
    println!("  applied everywhere, journals in memory           {diskless}");
    println!("  one sync of a journal to this disk               {syncs}");
    println!("  bare QUIC relay with the same signatures         {signed}");
    println!("  bare QUIC relay                                  {plain}");
    println!("  bare UDP relay                                   {raw}");
    println!("  applied, while {audience} watch                       {watched}");
    println!("  applied / bare relay with signatures   {:.2} (at most 1.5)", applied.ratio(&signed));
    println!("  accepted / bare relay with signatures  {:.2}", accepted.ratio(&signed));
    println!("  journals in memory / bare relay with signatures  {:.2}", diskless.ratio(&signed));
    println!("  applied / bare QUIC relay              {:.2}", applied.ratio(&plain));
    println!("  applied / bare UDP relay               {:.2}", applied.ratio(&raw));
    println!("  with {audience} who watch / without        {:.2} (at most 1.2)", watched.ratio(&applied));
}

/// How long it takes to write a move down for good.
fn sync_times(disk: &Path) -> Vec<Duration> {
    let mut file = File::create(disk.join("sync")).expect("a file on the disk");
    let one = |_| {
        thread::sleep(PAUSE);
        let started = Instant::now();
        file.write_all(&[7; 400]).and_then(|()| file.sync_data()).expect("a disk with room");
        started.elapsed()
    };
    (0..MOVES).map(one).collect()
}
