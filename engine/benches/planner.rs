//! How long the move planner takes: `cargo bench -p doubloons-engine --bench planner`.
//!
//! Ten thousand activations from games of greedy bots, and the worst cases that could be constructed: six loaded ships in
//! a cluster, three thousand times at random. Every position is timed three times and the best counts, because other programs on the machine only ever
//! make it slower; the single worst measurement is printed beside it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use doubloons_engine::bots::{Bot, Greedy};
use doubloons_engine::caribbean::planner::{Ending, Planner};
use doubloons_engine::caribbean::{
    Activation, Board, CHESTS, Caribbean, Chest, Colour, Options, SHIPS, Scenario, Ship, Space, Terms,
};
use doubloons_engine::contract::{Deaf, Dice, Game, Seat, Turn};
use doubloons_engine::local::LocalTable;

const POSITIONS: usize = 10_000;
const REPEATS: usize = 3;
const STEPS: u8 = 5;
const CLUSTERS: usize = 3_000;
/// So many endings of the worst cluster are asked for a way.
const WAYS: usize = 200;

fn main() {
    let mut planner = Planner::new();
    let mut positions = Sample::default();
    let mut longest = 0;
    collect(|activation| {
        positions.measure(&mut planner, activation);
        longest = longest.max(longest_way(&mut planner, activation));
    });
    println!("{} activations from bot games with the steps that were won", positions.times.len());
    positions.print();
    println!("longest shortest way: {longest} commands");

    // Where ships may unload from beside a haven, the endings of a cluster run into the millions if all cities are full.
    for (printing, options, full_cities) in [
        ("second", Options::SECOND_PRINTING, false),
        ("second", Options::SECOND_PRINTING, true),
        ("first", Options::FIRST_PRINTING, false),
    ] {
        let mut clusters = Sample::default();
        let mut hardest = (0, 0);
        let mut worst: Option<(Duration, Caribbean)> = None;
        let mut incomplete = 0;
        for scenario in clusters_of_loaded_ships(options, full_cities) {
            let seat = Seat::new(0).expect("a seat");
            let table = scenario.commanding(Ship::A, seat, STEPS).expect("a good position");
            let activation = table.activation().expect("an activation");
            let time = clusters.measure(&mut planner, &activation);
            hardest = hardest.max((planner.effort(), planner.endings().len()));
            incomplete += usize::from(!planner.is_complete());
            if worst.as_ref().is_none_or(|(worst, _)| time > *worst) {
                worst = Some((time, table));
            }
        }
        let cities = if full_cities { "all cities full" } else { "all cities empty" };
        let count = clusters.times.len();
        println!("\n{count} clusters of six loaded ships, {STEPS} steps, {printing} printing, {cities}");
        clusters.print();
        let (worlds, endings) = hardest;
        println!("hardest: {worlds} ways to place the chests, {endings} endings; {incomplete} cut short");
        if let Some((time, table)) = worst {
            let activation = table.activation().expect("an activation");
            let endings = planner.plan(&activation).len();
            println!("worst of {count} constructed clusters: {:.1} ms for {endings} endings", millis(time));
            measure_ways(&mut planner, &activation);
        }
    }
}

/// The longest of the shortest ways, over a few endings of every plan.
fn longest_way(planner: &mut Planner, activation: &Activation<'_>) -> usize {
    let endings: Vec<Ending> = planner.endings().step_by(97).collect();
    endings
        .iter()
        .filter_map(|ending| planner.way(activation, ending))
        .map(|way| way.commands().len())
        .max()
        .unwrap_or(0)
}

/// How long it takes to find ways to endings all over the last plan.
fn measure_ways(planner: &mut Planner, activation: &Activation<'_>) {
    let every = planner.endings().len().div_ceil(WAYS).max(1);
    let endings: Vec<Ending> = planner.endings().step_by(every).collect();
    let mut found = 0;
    let mut times: Vec<Duration> = Vec::new();
    for ending in &endings {
        let start = Instant::now();
        found += usize::from(planner.way(activation, ending).is_some());
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let count = times.len();
    println!("ways to {count} of them: {found} found, median {:.1} ms, worst {:.1} ms", millis(median), millis(worst));
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[derive(Default)]
struct Sample {
    times: Vec<Duration>,
    worst_single: Duration,
    worst_listing: Duration,
    endings: usize,
}

impl Sample {
    /// The best time of this position.
    fn measure(&mut self, planner: &mut Planner, activation: &Activation<'_>) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..REPEATS {
            let start = Instant::now();
            self.endings = self.endings.max(planner.plan(activation).len());
            let time = start.elapsed();
            best = best.min(time);
            self.worst_single = self.worst_single.max(time);
        }
        self.times.push(best);
        let start = Instant::now();
        planner.endings().for_each(|ending| {
            black_box(ending);
        });
        self.worst_listing = self.worst_listing.max(start.elapsed());
        best
    }

    fn print(&mut self) {
        self.times.sort_unstable();
        let at = |per_mille: usize| {
            let index = (self.times.len() * per_mille / 1_000).min(self.times.len() - 1);
            self.times[index].as_secs_f64() * 1e6
        };
        println!(
            "p50 {:.1} µs, p99 {:.1} µs, p99.9 {:.1} µs, worst {:.1} µs (single worst {:.1} µs); most endings {}, listed one by one in at most {:.1} µs",
            at(500),
            at(990),
            at(999),
            at(1_000),
            self.worst_single.as_secs_f64() * 1e6,
            self.endings,
            self.worst_listing.as_secs_f64() * 1e6,
        );
    }
}

fn collect(mut each: impl FnMut(&Activation<'_>)) {
    let board = Board::standard();
    let mut found = 0;
    for seed in 0.. {
        let seats = 2 + (seed % 3) as u8;
        let game = Caribbean::new(&Terms::new(&board, seats), board.clone()).expect("good terms");
        let mut table = LocalTable::new(game, seed);
        let mut bots: Vec<Box<dyn Bot<Caribbean>>> =
            (0..seats).map(|seat| Box::new(Greedy::new(seed * 8 + u64::from(seat))) as _).collect();
        loop {
            if let Turn::Seat(_) = table.game().turn() {
                let activation = table.game().activation().expect("an activation");
                each(&activation);
                found += 1;
                if found == POSITIONS {
                    return;
                }
            }
            if table.step(&mut bots, &mut Deaf).is_none() {
                break;
            }
        }
    }
}

/// Six loaded ships on spaces that hang together, placed at random.
fn clusters_of_loaded_ships(options: Options, full_cities: bool) -> Vec<Scenario> {
    let board = Board::standard();
    let spaces: Vec<Space> = board.spaces().collect();
    let mut dice = Dice::from_seed(5);
    let mut clusters = Vec::new();
    while clusters.len() < CLUSTERS {
        let mut cluster = vec![spaces[dice.index(spaces.len())]];
        while cluster.len() < SHIPS {
            let near = cluster.iter().flat_map(|&space| board.neighbours(space));
            let near: Vec<Space> = near.filter(|space| !cluster.contains(space)).collect();
            cluster.push(near[dice.index(near.len())]);
        }
        dice.shuffle(&mut cluster);
        let mut chests: Vec<Chest> = (0..CHESTS).filter_map(Chest::from_index).collect();
        dice.shuffle(&mut chests);
        let scenario = Scenario {
            board: board.clone(),
            options,
            colours: Colour::ALL.to_vec(),
            round: 6,
            ships: std::array::from_fn(|index| (cluster[index], Some(chests[index]))),
            in_city: chests[SHIPS..].iter().copied().filter(|_| full_cities).collect(),
            delivered: Vec::new(),
            money: vec![0; 4],
            quiet_rounds: 0,
        };
        // Positions that the rules can't produce (loaded ships at rest on havens) are left out.
        if scenario.bribing().is_ok() {
            clusters.push(scenario);
        }
    }
    clusters
}
