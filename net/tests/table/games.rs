//! Honest games: whatever the weather, everybody ends with the same log, nothing that was accepted is lost, and nobody
//! is at fault.

use std::time::Duration;

use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::Notice;

use crate::table::Plan;
use crate::world::{Weather, World};

/// Longer than any game takes.
pub(crate) const LONG: Duration = Duration::from_secs(3 * 3600);

/// What happened in some games.
#[derive(Default)]
struct Chronicle {
    games: usize,
    entries: u64,
    crashes: usize,
    broken_connections: usize,
    lost_messages: usize,
    unlocked: usize,
    epochs: usize,
}

impl Chronicle {
    fn play(&mut self, mut world: World, what: &str) {
        assert!(world.play(LONG), "{what}: no end in sight at {:?}: {}", world.now, world.describe());
        world.check();
        self.games += 1;
        self.entries += world.honest().next().expect("somebody is left").peer().head().index;
        self.crashes += world.crashes;
        self.broken_connections += world.broken;
        self.lost_messages += world.lost;
        self.unlocked += world.unlocked;
        let hosted = |notice: &&Notice| matches!(notice, Notice::Hosted(_));
        self.epochs += world.nodes[1].notices.iter().filter(hosted).count();
    }
}

fn plan(seed: u64) -> Plan {
    match seed % 6 {
        0 => Plan::people(2),
        1 => Plan::people(3),
        2 => Plan::people(4),
        3 => Plan::people(2).with_bots(&["greedy"]),
        4 => Plan::people(3).with_bots(&["random"]),
        _ => Plan { host_watches: true, ..Plan::people(2) },
    }
}

fn many(first: u64, games: u64, weather: Weather) -> Chronicle {
    let mut chronicle = Chronicle::default();
    for seed in first..first + games {
        chronicle.play(World::new(&plan(seed), seed, weather), &format!("seed {seed}"));
    }
    println!(
        "{} games, {} entries, {} crashes, {} broken connections, {} lost messages, {} broken seals, {} epochs",
        chronicle.games,
        chronicle.entries,
        chronicle.crashes,
        chronicle.broken_connections,
        chronicle.lost_messages,
        chronicle.unlocked,
        chronicle.epochs
    );
    chronicle
}

#[test]
fn people_play_calm_games() {
    let chronicle = many(0, 120, Weather::CALM);
    assert_eq!(chronicle.epochs, 120, "in calm weather nobody takes over");
    assert!(chronicle.entries > 12_000, "{}", chronicle.entries);
}

#[test]
fn broken_connections_cost_nothing() {
    let chronicle = many(1_000, 120, Weather::ROUGH);
    assert!(chronicle.broken_connections > 300, "{}", chronicle.broken_connections);
}

#[test]
fn more_broken_connections_cost_nothing() {
    let chronicle = many(1_500, 100, Weather::ROUGH);
    assert!(chronicle.broken_connections > 300, "{}", chronicle.broken_connections);
}

/// Games in which computers crash, in the middle of whatever they do, and connections break.
fn storms(first: u64) {
    let chronicle = many(first, 110, Weather::STORM);
    assert!(chronicle.crashes > 150, "{}", chronicle.crashes);
    assert!(chronicle.broken_connections > 500, "{}", chronicle.broken_connections);
    assert!(chronicle.epochs > 165, "{}", chronicle.epochs);
    assert!(chronicle.lost_messages > 2_000, "{}", chronicle.lost_messages);
    assert!(chronicle.unlocked > 300, "{}", chronicle.unlocked);
}

#[test]
fn a_first_storm_costs_nothing() {
    storms(2_000);
}

#[test]
fn a_second_storm_costs_nothing() {
    storms(2_500);
}

#[test]
fn a_third_storm_costs_nothing() {
    storms(3_000);
}

#[test]
fn a_fourth_storm_costs_nothing() {
    storms(3_500);
}

#[test]
fn one_person_plays_with_bots_alone() {
    for bots in 1..=3 {
        let plan = Plan::people(1).with_bots(&["greedy", "random", "greedy"][..bots]);
        let mut world = World::new(&plan, 40 + bots as u64, Weather::CALM);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
    }
}

/// Plays until the host's log has so many entries and then pulls its plug, for a while or for good. `false` if the game
/// was over before.
fn lose_host_at(plan: &Plan, seed: u64, index: u64, restart: bool) -> bool {
    let mut world = World::new(plan, seed, Weather::CALM);
    let there = |world: &World| world.nodes[0].peer().head().index >= index;
    if !world.play_until(LONG, there) {
        return false;
    }
    if restart {
        world.crash_and_restart(0, 4_000);
    } else {
        world.crash(0);
    }
    assert!(world.play(LONG), "host lost at entry {index}: {}", world.describe());
    world.check();
    let taken_over = world.nodes[1].peer().entries(1).iter().any(|entry| entry.body().epoch.host != PeerIndex(0));
    let over_anyway = world.nodes[1].peer().head().index <= index;
    // Of two, neither goes on without the other.
    assert!(taken_over || over_anyway || plan.peers() == 2, "somebody else hosts");
    true
}

fn lose_host_everywhere(plan: &Plan, restart: bool) {
    let lost = (1..).take_while(|index| lose_host_at(plan, 7, *index, restart)).count();
    println!("the host was lost at each of {lost} entries");
    assert!(lost > 80, "{lost}");
}

#[test]
fn a_host_of_two_lost_for_a_while_at_any_entry() {
    lose_host_everywhere(&Plan::people(2), true);
}

#[test]
fn a_host_of_four_lost_for_good_at_any_entry() {
    lose_host_everywhere(&Plan::people(4), false);
}

#[test]
fn a_host_of_four_lost_for_a_while_at_any_entry() {
    lose_host_everywhere(&Plan::people(4), true);
}

#[test]
fn a_host_of_three_lost_for_good_at_any_entry() {
    lose_host_everywhere(&Plan::people(3), false);
}

#[test]
fn a_host_of_three_lost_for_a_while_at_any_entry() {
    lose_host_everywhere(&Plan::people(3), true);
}

#[test]
fn a_host_with_bots_lost_for_good_at_any_entry() {
    lose_host_everywhere(&Plan::people(3).with_bots(&["greedy"]), false);
}
