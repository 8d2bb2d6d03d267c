//! What a table costs: `cargo bench -p doubloons-net --bench table`.
//!
//! Whole games among peers in one process, with messages that arrive at once and nothing written to disk. The time is
//! counted that each peer spends in its own calls, frames to bytes and back included; bots decide outside of it.

#[path = "../tests/table/table.rs"]
#[allow(dead_code, reason = "the simulator uses more of it")]
mod table;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use doubloons_engine::contract::{Dice, Turn};
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::journal::Memory;
use doubloons_net::table::peer::{Occasion, Output, Patience, Peer};
use doubloons_net::table::state::Want;
use doubloons_net::wire::frame::Frame;

use table::{Plan, agree};

const GAMES: u64 = 5;

/// A table in one process.
struct Bench {
    peers: Vec<Peer>,
    spent: Vec<Duration>,
    queue: VecDeque<(usize, usize, Vec<u8>)>,
    bytes: u64,
    frames: u64,
    to_one: u64,
    journal: u64,
    now: Duration,
    dice: Dice,
}

impl Bench {
    fn new(people: usize, seed: u64) -> Bench {
        let agreed = agree(&Plan::people(people), seed);
        let peer = |index: usize| {
            Peer::new(
                Arc::clone(&agreed.charter),
                PeerIndex(index as u8),
                agreed.identities[index].clone(),
                agreed.secrets[index].clone(),
                Memory::default(),
                Patience::default(),
                Duration::ZERO,
            )
            .expect("a new journal")
        };
        Bench {
            peers: (0..people).map(peer).collect(),
            spent: vec![Duration::ZERO; people],
            queue: VecDeque::new(),
            bytes: 0,
            frames: 0,
            to_one: 0,
            journal: 0,
            now: Duration::ZERO,
            dice: Dice::from_seed(seed),
        }
    }

    fn call(&mut self, index: usize, what: impl FnOnce(&mut Peer, Duration) -> Vec<Output>) {
        let start = Instant::now();
        let mut outputs = what(&mut self.peers[index], self.now);
        outputs.extend(self.peers[index].acknowledge(self.now));
        let sends: Vec<(usize, Vec<u8>)> = outputs
            .iter()
            .filter_map(|output| match output {
                Output::Send(to, frame) => Some((to.index(), frame.to_bytes())),
                _ => None,
            })
            .collect();
        self.spent[index] += start.elapsed();
        for output in &outputs {
            if let Output::Persist(record) = output {
                self.journal += doubloons_net::table::journal::frame(record).len() as u64;
            }
        }
        for (to, bytes) in sends {
            self.bytes += bytes.len() as u64;
            self.frames += 1;
            self.to_one += if to == 1 { bytes.len() as u64 } else { 0 };
            self.queue.push_back((index, to, bytes));
        }
    }

    fn play(&mut self) -> u64 {
        for one in 0..self.peers.len() {
            for other in (0..self.peers.len()).filter(|other| *other != one) {
                self.call(one, |peer, now| peer.connected(now, PeerIndex(other as u8)));
            }
        }
        while !self.peers.iter().all(|peer| matches!(peer.state().game().turn(), Turn::Over(_))) {
            while let Some((from, to, bytes)) = self.queue.pop_front() {
                self.call(to, |peer, now| {
                    let frame = Frame::from_bytes(&bytes).expect("a frame");
                    peer.receive(now, PeerIndex(from as u8), frame)
                });
            }
            self.decide();
            if self.queue.is_empty() {
                self.now += Duration::from_millis(100);
                (0..self.peers.len()).for_each(|index| self.call(index, Peer::tick));
            }
        }
        self.peers[0].head().index
    }

    fn decide(&mut self) {
        for index in 0..self.peers.len() {
            let Want::Decisions(seats) = self.peers[index].state().want() else { continue };
            for seat in seats {
                let Some(view) = self.peers[index].view(seat) else { continue };
                let seed = self.dice.word();
                let occasion = Occasion::now(self.peers[index].state());
                let wish = bot_seat::answer("greedy", seed, seat, occasion, &view).expect("a level");
                self.call(index, |peer, now| peer.wish(now, wish).unwrap_or_default());
            }
        }
    }
}

fn main() {
    println!("whole games of Caribbean, {GAMES} each, greedy players");
    println!(
        "players  entries/game  host entries/s  replica entries/s  frames/game  bytes/game  bytes to one  journal"
    );
    for people in 2..=4 {
        let (mut entries, mut host, mut replica) = (0, Duration::ZERO, Duration::ZERO);
        let (mut bytes, mut frames, mut to_one, mut journal) = (0, 0, 0, 0);
        for seed in 0..GAMES {
            let mut bench = Bench::new(people, seed);
            entries += bench.play();
            host += bench.spent[0];
            replica += bench.spent[1];
            bytes += bench.bytes;
            frames += bench.frames;
            to_one += bench.to_one;
            journal += bench.journal / people as u64;
        }
        println!(
            "{people:>7}  {:>12}  {:>14.0}  {:>17.0}  {:>11}  {:>10}  {:>12}  {:>7}",
            entries / GAMES,
            entries as f64 / host.as_secs_f64(),
            entries as f64 / replica.as_secs_f64(),
            frames / GAMES,
            bytes / GAMES,
            to_one / GAMES,
            journal / GAMES,
        );
    }
}
