//! A move is sent before it is on its author's disk. Whoever forgets it in a crash is asked again, answers otherwise, and
//! has done nothing wrong: nobody can ever prove it to be two answers under one number.

use crate::attack::assert_unblamed;
use crate::games::LONG;
use crate::table::Plan;
use crate::world::{Weather, World};

/// What happened in some games.
#[derive(Default)]
struct Forgotten {
    moves: usize,
    answered_otherwise: usize,
}

/// Plays games in which these computers forget one of so many moves that they have sent.
fn forget(plan: &Plan, computers: &[usize], one_in: u32, weather: Weather, seeds: std::ops::Range<u64>) -> Forgotten {
    let mut all = Forgotten::default();
    for seed in seeds {
        let mut world = World::new(plan, seed, weather);
        // People who decide by chance seldom decide the same again.
        world.people_play = "random";
        world.people_think = 100;
        // Half of those who come back are asked before they know what the others know.
        computers.iter().for_each(|computer| world.forgetting.begin(*computer, one_in, 1_000));
        assert!(world.play(LONG), "seed {seed}: no end in sight: {}", world.describe());
        world.check();
        assert_unblamed(&world);
        all.moves += world.forgetting.forgotten();
        all.answered_otherwise += world.forgetting.answered_otherwise();
    }
    println!("{} moves forgotten, {} of them answered otherwise", all.moves, all.answered_otherwise);
    all
}

/// At tables of two, three and four people.
fn forget_everywhere(computers: impl Fn(usize) -> Vec<usize>, one_in: u32, weather: Weather) {
    for people in 2..=4 {
        let forgotten = forget(&Plan::people(people), &computers(people), one_in, weather, 0..4);
        assert!(forgotten.moves > 12, "{people} people: {}", forgotten.moves);
        assert!(forgotten.answered_otherwise > 5, "{people} people: {}", forgotten.answered_otherwise);
    }
}

#[test]
fn a_guest_who_forgets_a_move_and_answers_otherwise_is_no_cheat() {
    forget_everywhere(|_| vec![1], 2, Weather::CALM);
}

#[test]
fn a_host_who_forgets_a_move_and_answers_otherwise_is_no_cheat() {
    forget_everywhere(|_| vec![0], 1, Weather::CALM);
}

#[test]
fn whoever_forgets_nearly_every_move_is_no_cheat() {
    forget_everywhere(|people| (0..people).collect(), 2, Weather::CALM);
}

#[test]
fn forgotten_moves_convict_nobody_in_a_storm() {
    forget_everywhere(|people| (0..people).collect(), 4, Weather::STORM);
}

#[test]
fn bots_whose_moves_are_forgotten_are_no_cheats() {
    let plan = Plan::people(2).with_bots(&["random", "greedy"]);
    let forgotten = forget(&plan, &[0], 2, Weather::CALM, 0..6);
    assert!(forgotten.moves > 10, "{}", forgotten.moves);
}
