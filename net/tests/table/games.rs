//! Honest games.

use std::time::Duration;

use crate::table::Plan;
use crate::world::{Weather, World};

const LONG: Duration = Duration::from_secs(3 * 3600);

#[test]
fn people_play_a_calm_game() {
    for people in 2..=4 {
        let mut world = World::new(&Plan::people(people), 1, Weather::CALM);
        assert!(world.play(LONG), "{people} people: {:?}", world.now);
        world.check();
        println!("{people} people: {} entries in {:?}", world.nodes[0].peer().head().index, world.now);
    }
}

#[test]
fn bots_fill_the_seats() {
    for (people, bots) in [(1, 1), (1, 3), (2, 2), (3, 1)] {
        let plan = Plan::people(people).with_bots(&["greedy", "random", "greedy"][..bots]);
        let mut world = World::new(&plan, 3, Weather::CALM);
        assert!(world.play(LONG), "{people} people: {:?}", world.now);
        world.check();
    }
}

#[test]
fn a_host_without_a_seat() {
    let mut world = World::new(&Plan { host_watches: true, ..Plan::people(2) }, 5, Weather::CALM);
    assert!(world.play(LONG));
    world.check();
}

#[test]
fn rough_seas_and_storms() {
    for (weather, what) in [(Weather::ROUGH, "rough"), (Weather::STORM, "storm")] {
        for seed in 0..20 {
            let people = 2 + seed as usize % 3;
            let mut world = World::new(&Plan::people(people), 100 + seed, weather);
            assert!(
                world.play(LONG),
                "{what} {seed}: {:?} {:?}",
                world.now,
                world
                    .nodes
                    .iter()
                    .map(|n| (
                        n.peer().head(),
                        n.peer().accepted(),
                        n.peer().state().want(),
                        n.peer().epoch(),
                        n.peer().waiting_for()
                    ))
                    .collect::<Vec<_>>()
            );
            world.check();
        }
    }
}
