//! Bots in place of those who are away: at a person's seat with the consent of a majority, and at a bot's seat when its
//! runner is gone.

use std::time::Duration;

use doubloons_engine::caribbean::BRIBES;
use doubloons_engine::contract::{SeatSet, Turn};
use doubloons_net::table::entry::Content;
use doubloons_net::table::genesis::Clock;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::state::{Presence, Want};
use doubloons_net::table::statement::{Deed, Voice};

use super::{bot_plays, decisions, is_away, presence, runs, state};
use crate::attack::{A_WHILE, LONG, assert_unblamed, has_entry, log, peer, said, seat};
use crate::table::{Plan, name};
use crate::world::{Weather, World};

/// Four people, the last of whom is gone.
fn one_of_four_left() -> World {
    let mut world = World::new(&Plan::people(4), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.wish(3, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 3)));
    world
}

#[test]
fn a_majority_lets_a_bot_stand_in_until_the_owner_is_back() {
    let mut world = one_of_four_left();
    world.wish(1, Wish::StandIn(seat(3), name("greedy")));
    world.wish(0, Wish::Agree(seat(3), peer(1)));
    world.wish(2, Wish::Agree(seat(3), peer(1)));
    assert!(world.play_until(LONG, |world| runs(world, 1, 3)), "at the next bribing");
    assert!(bot_plays(&world, seat(3)) && state(&world).game().present().contains(seat(3)));
    let consents = log(&world).iter().find_map(|entry| match entry.content() {
        Content::StandIn { consents, .. } => Some(consents.len()),
        _ => None,
    });
    assert_eq!(consents, Some(3));
    let began = decisions(&world);
    assert!(world.play_until(LONG, |world| decisions(world) >= began + 2));
    assert!(said(&world, peer(1), |deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision == began + 1)));
    world.wish(3, Wish::Return);
    assert!(world.play_until(LONG, |world| runs(world, 3, 3)), "the seat is handed back");
    assert!(!bot_plays(&world, seat(3)));
    assert_eq!(presence(&world, 3), Presence::Present);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let tenures = state(&world).seat(seat(3)).expect("a seat").tenures();
    assert!(tenures.len() == 1 && tenures[0].seed.is_some(), "the bot's seed is shown at the end");
}

/// A bot of the second one's plays for the last of four, and has sealed.
fn stood_in_for() -> World {
    let mut world = one_of_four_left();
    world.wish(1, Wish::StandIn(seat(3), name("greedy")));
    world.wish(0, Wish::Agree(seat(3), peer(1)));
    world.wish(2, Wish::Agree(seat(3), peer(1)));
    let sealed = |world: &World| {
        let there = state(world).seat(seat(3)).expect("a seat");
        there.runner() == peer(1) && !there.sealed_slots().is_empty()
    };
    assert!(world.play_until(LONG, sealed));
    world
}

/// The owner has the seat again, and plays.
fn plays_again(world: &mut World, owner: usize, place: usize) {
    assert!(world.play_until(LONG, |world| runs(world, owner, place)), "the seat is handed back");
    assert!(state(world).game().present().contains(seat(place)), "and is there in the game");
    let began = decisions(world);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    let sealed = |deed: &Deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision >= began);
    assert!(said(world, peer(owner), sealed), "the owner plays");
    assert_unblamed(world);
}

#[test]
fn an_owner_who_is_back_after_the_stand_ins_runner_has_gone_plays_again() {
    let mut world = stood_in_for();
    world.wish(1, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 1)));
    world.wish(3, Wish::Return);
    plays_again(&mut world, 3, 3);
}

#[test]
fn an_owner_who_is_back_before_the_stand_ins_runner_goes_plays_again() {
    let mut world = stood_in_for();
    world.wish(3, Wish::Return);
    assert!(world.play_until(LONG, |world| state(world).seat(seat(3)).expect("a seat").returning()));
    world.wish(1, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 1)));
    assert!(!runs(&world, 3, 3), "the bot's cards are still sealed");
    plays_again(&mut world, 3, 3);
}

#[test]
fn what_some_propose_is_known_to_all_and_forgotten_when_the_owner_is_back() {
    let mut world = one_of_four_left();
    let known = |world: &World, index: usize| -> Vec<usize> {
        world.nodes[index].peer().stand_ins().map(|consent| consent.author.index()).collect()
    };
    world.wish(0, Wish::Agree(seat(3), peer(1)));
    assert!(world.play_until(A_WHILE, |world| (0..3).all(|index| known(world, index) == [0])));
    world.wish(3, Wish::Return);
    assert!(world.play_until(LONG, |world| !is_away(world, 3)));
    world.wish(3, Wish::Leave);
    assert!(world.play_until(LONG, |world| is_away(world, 3)));
    assert!((0..3).all(|index| known(&world, index).is_empty()), "it was about another time");
}

/// A table whose game waits for others in a tie, and somebody who has sealed in it.
fn one_sealed_in_a_tie() -> (World, usize) {
    for seed in 0..40 {
        let mut world = World::new(&Plan::people(4), seed, Weather::CALM);
        let sealed = |world: &World| match state(world).game().turn() {
            Turn::Seal { seats, locked, slots } if slots != BRIBES && seats != locked => locked.into_iter().next(),
            _ => None,
        };
        if world.play_until(LONG, |world| sealed(world).is_some())
            && let Some(seat) = sealed(&world)
        {
            let runner = state(&world).seat(seat).expect("a seat").runner().index();
            return (world, runner);
        }
    }
    panic!("no tie with two who may show");
}

#[test]
fn a_bot_stands_in_for_somebody_who_sealed_in_a_tie_and_was_gone_before_it_was_turned_up() {
    let (mut world, gone) = one_sealed_in_a_tie();
    let began = decisions(&world);
    world.wish(gone, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, gone)));
    let left = state(&world).seat(seat(gone)).expect("a seat").sealed_slots();
    assert!(left.iter().any(|slot| !BRIBES.contains(slot)), "the tie was turned up before: {left:?}");
    let others: Vec<usize> = (0..4).filter(|other| *other != gone).collect();
    world.wish(others[0], Wish::StandIn(seat(gone), name("greedy")));
    world.wish(others[1], Wish::Agree(seat(gone), peer(others[0])));
    world.wish(others[2], Wish::Agree(seat(gone), peer(others[0])));
    assert!(world.play_until(LONG, |world| runs(world, others[0], gone)), "at a later bribing");
    assert!(decisions(&world) > began);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

#[test]
fn without_a_majority_nobody_stands_in() {
    let mut world = one_of_four_left();
    world.wish(1, Wish::StandIn(seat(3), name("greedy")));
    world.wish(2, Wish::Agree(seat(3), peer(1)));
    // Another's consent is for another runner.
    world.wish(0, Wish::Agree(seat(3), peer(2)));
    assert!(world.play(LONG));
    world.check();
    assert!(!has_entry(&world, |content| matches!(content, Content::StandIn { .. })));
    assert!(runs(&world, 3, 3));
    assert_unblamed(&world);
}

#[test]
fn consents_from_before_somebodys_return_mean_nothing_after_it() {
    let mut world = one_of_four_left();
    for index in [0, 1, 2] {
        world.wish(index, Wish::Agree(seat(3), peer(1)));
    }
    world.wish(3, Wish::Return);
    assert!(world.play_until(A_WHILE, |world| presence(world, 3) == Presence::Present));
    world.wish(3, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 3)));
    world.wish(1, Wish::StandIn(seat(3), name("greedy")));
    let began = decisions(&world);
    assert!(world.play_until(LONG, |world| decisions(world) >= began + 3));
    assert!(!has_entry(&world, |content| matches!(content, Content::StandIn { .. })));
}

#[test]
fn the_seat_of_somebody_present_is_not_taken() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.wish(1, Wish::StandIn(seat(2), name("greedy")));
    world.wish(0, Wish::Agree(seat(2), peer(1)));
    assert!(world.play(LONG));
    world.check();
    assert!(!has_entry(&world, |content| matches!(content, Content::StandIn { .. })));
    assert_unblamed(&world);
}

#[test]
fn an_offer_that_nobody_takes_up_never_turns_into_a_fault() {
    // The offer is said and never in the log. Much later, something else is said.
    let mut world = one_of_four_left();
    world.wish(1, Wish::StandIn(seat(3), name("greedy")));
    let locked = |world: &World| match state(world).game().turn() {
        Turn::Seal { locked, .. } => locked.contains(seat(1)),
        _ => false,
    };
    // People change their minds, so that there is much to remember.
    for _ in 0..3 {
        assert!(world.play_until(A_WHILE, |world| matches!(state(world).game().turn(), Turn::Chance(_))));
        world.idle.insert(0);
        for _ in 0..15 {
            assert!(world.play_until(A_WHILE, locked));
            world.wish(1, Wish::Unlock(seat(1)));
            assert!(world.play_until(A_WHILE, |world| !locked(world)));
        }
        world.idle.clear();
    }
    world.wish(1, Wish::Pause);
    assert!(world.play_until(A_WHILE, |world| state(world).paused_by() == Some(peer(1))));
    world.wish(1, Wish::Resume);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

#[test]
fn the_bots_of_a_dead_host_are_taken_over_with_new_seeds() {
    let plan = Plan { host_watches: true, ..Plan::people(2) }.with_bots(&["greedy", "random"]);
    let mut world = World::new(&plan, 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.crash(0);
    assert!(world.play(LONG), "the game ends without the first host");
    world.check();
    for place in [2, 3] {
        let seat = state(&world).seat(seat(place)).expect("a seat");
        assert!(seat.tenures().len() >= 2, "seat {place} was taken over");
        assert!(seat.bot().is_some() && seat.runner() != peer(0));
        let (old, new) = (&seat.tenures()[0], seat.tenures().last().expect("a bot"));
        assert_eq!((old.runner, &old.level), (peer(0), &new.level), "as strong as before");
        assert_ne!(old.commitment, new.commitment, "with a seed of its own");
        assert!(old.seed.is_none() && new.seed.is_some());
    }
    assert_unblamed(&world);
}

#[test]
fn a_bot_that_came_too_late_once_answers_again() {
    // The host is cut off when its bot has to seal: what the bot says is lost, and its time is up.
    let clock = Some(Clock { seal_seconds: 2, act_seconds: 5 });
    let plan = Plan { clock, ..Plan::people(3).with_bots(&["greedy"]) };
    let mut world = World::new(&plan, 1, Weather::CALM);
    let bot = Want::Decisions(SeatSet::only(seat(3)));
    let sealing = |world: &World| matches!(state(world).game().turn(), Turn::Seal { .. });
    let asked = |world: &World| sealing(world) && world.nodes.iter().all(|node| node.peer().state().want() == bot);
    assert!(world.play_until(LONG, asked));
    world.disconnect(0, 1);
    world.disconnect(0, 2);
    let back = world.now + Duration::from_secs(6);
    world.play_until(LONG, |world| world.now >= back);
    world.connect(0, 1);
    world.connect(0, 2);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let late = |content: &Content| matches!(content, Content::TimedOut { seat: whose, .. } if *whose == seat(3));
    let log = log(&world);
    let place = log.iter().position(|entry| late(entry.content())).expect("it came too late");
    let again = |content: &Content| match content {
        Content::Input(input) => input.body.author == peer(0) && input.body.voice == Voice::Seat(seat(3)),
        _ => false,
    };
    assert!(log[place..].iter().any(|entry| again(entry.content())), "but not again");
    assert_eq!(log.iter().filter(|entry| late(entry.content())).count(), 1);
}
