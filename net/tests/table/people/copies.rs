//! Playing on alone in a marked copy while too few are left for the table to go on.

use std::time::Duration;

use doubloons_engine::contract::{Deaf, Seat, Turn};
use doubloons_net::table::copy::{MarkedCopy, NoCopy, Player};
use doubloons_net::table::peer::{Occasion, Question, Wish};

use super::decisions;
use crate::attack::{A_WHILE, LONG, assert_unblamed, log, peer, seat};
use crate::table::{Plan, name};
use crate::world::{Weather, World};

/// Decides for a seat of a copy.
fn decide(copy: &mut MarkedCopy, question: &Question) {
    let decided = match question.answer().expect("a known level") {
        Wish::Seal(seat, _, choices) => copy.seal(seat, &choices, &mut Deaf),
        Wish::Act(seat, _, action) => copy.act(seat, &action, &mut Deaf),
        wish => panic!("no answer: {wish:?}"),
    };
    decided.expect("a legal decision");
}

/// What the person at the copy is asked.
fn asked(copy: &MarkedCopy, seat: Seat) -> Question {
    let turn = (!matches!(copy.game().turn(), Turn::Seal { .. })).then_some(0);
    let occasion = Occasion { decision: copy.game().decisions(), turn };
    Question { seat, level: name("greedy"), seed: 5, occasion, view: copy.view(seat).expect("own cards") }
}

/// Plays a copy to its end, and returns how often its stand-ins and its person were asked.
fn play_out(copy: &mut MarkedCopy) -> (u32, u32) {
    let (mut stand_ins, mut person) = (0, 0);
    loop {
        copy.advance(&mut Deaf).expect("nothing is in the way");
        assert!(stand_ins + person < 10_000, "no end in sight: {copy:?}");
        if let Turn::Over(_) = copy.game().turn() {
            return (stand_ins, person);
        }
        for question in copy.questions() {
            stand_ins += 1;
            decide(copy, &question);
        }
        if let Some(seat) = copy.awaited().into_iter().next() {
            person += 1;
            let question = asked(copy, seat);
            decide(copy, &question);
        }
    }
}

/// Lets time pass.
fn wait(world: &mut World, time: Duration) {
    let until = world.now + time;
    world.play_until(LONG, |world| world.now >= until);
}

#[test]
fn one_of_two_plays_on_in_a_copy_and_the_game_itself_waits() {
    let (mut copies, mut kinds) = (0, Vec::new());
    for index in (2..).step_by(5) {
        let gone = (index % 2) as usize;
        let left = 1 - gone;
        let mut world = World::new(&Plan::people(2), 3, Weather::CALM);
        let there = |world: &World| world.nodes.iter().all(|node| node.peer().head().index >= index);
        if !world.play_until(LONG, there) || world.play(Duration::ZERO) {
            break;
        }
        world.crash(gone);
        wait(&mut world, A_WHILE);
        let waiting = world.nodes[left].peer();
        let (head, accepted) = (waiting.head(), waiting.accepted());
        let journal = world.nodes[left].disk.bytes().to_vec();
        assert!(!waiting.has_majority());
        let mut copy = match waiting.marked_copy(&name("greedy"), 11) {
            Err(NoCopy::Over) => break,
            copy => copy.expect("somebody waits"),
        };
        assert_eq!((copy.origin().game, copy.origin().head), (world.nodes[left].agreed.charter.id(), head));
        assert_eq!(copy.player(seat(left)), Some(&Player::Person));
        assert_eq!(copy.player(seat(gone)), Some(&Player::Bot(name("greedy"))));
        assert_eq!(copy.view(seat(left)).ok(), waiting.view(seat(left)), "with the own cards as they are sealed");
        kinds.push(std::mem::discriminant(&copy.game().turn()));
        let (stand_ins, person) = play_out(&mut copy);
        let nearly_over = copy.game().decisions() <= waiting.state().game().decisions() + 1;
        assert!(stand_ins > 0 && person > 0 || nearly_over, "{index}: {stand_ins} {person}");
        // Nothing happened to the game itself.
        let waiting = world.nodes[left].peer();
        assert_eq!((waiting.head(), waiting.accepted()), (head, accepted));
        assert_eq!(world.nodes[left].disk.bytes(), journal);
        world.start(gone);
        assert!(world.play(LONG), "{index}: it goes on where it was");
        world.check();
        assert_unblamed(&world);
        assert!(world.nodes.iter().all(|node| node.peer().entries(1).iter().any(|entry| entry.head() == head)));
        copies += 1;
    }
    kinds.sort_unstable_by_key(|kind| format!("{kind:?}"));
    kinds.dedup();
    assert!(copies > 10, "{copies}");
    assert!(kinds.len() >= 4, "at openings, draws, sealed and open decisions: {}", kinds.len());
}

#[test]
fn a_copy_changes_nothing_for_the_others() {
    let play = |copies: bool| {
        let mut world = World::new(&Plan::people(2), 8, Weather::CALM);
        assert!(world.play_until(LONG, |world| decisions(world) >= 2));
        world.crash_and_restart(0, 60_000);
        wait(&mut world, Duration::from_secs(30));
        if copies {
            let mut copy = world.nodes[1].peer().marked_copy(&name("deckhand"), 1).expect("somebody waits");
            play_out(&mut copy);
        }
        assert!(world.play(LONG));
        log(&world)
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn half_of_four_may_play_on_in_copies_but_not_a_majority() {
    let mut world =
        World::new(&Plan { host_watches: true, ..Plan::people(3).with_bots(&["random"]) }, 4, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.crash(3);
    wait(&mut world, Duration::from_secs(1));
    let refused = |world: &World, index: usize| world.nodes[index].peer().marked_copy(&name("greedy"), 1).err();
    assert_eq!(refused(&world, 1), Some(NoCopy::TableGoesOn), "three of four go on");
    world.crash(2);
    wait(&mut world, A_WHILE);
    assert_eq!(refused(&world, 0), Some(NoCopy::NoSeat), "the host only watches");
    let waiting = world.nodes[1].peer();
    assert_eq!(waiting.marked_copy(&name("nobody"), 1).err(), Some(NoCopy::NoSuchBot));
    let mut copy = waiting.marked_copy(&name("bosun"), 1).expect("two of four");
    assert_eq!(copy.player(seat(0)), Some(&Player::Person));
    assert_eq!(copy.player(seat(3)), Some(&Player::Bot(name("random"))), "a bot stays as strong as it was");
    play_out(&mut copy);
    world.start(2);
    assert!(world.play(LONG), "three of four go on");
    world.check();
    assert_unblamed(&world);
    assert_eq!(refused(&world, 1), Some(NoCopy::Over));
}

#[test]
fn whoever_is_left_with_a_cheat_alone_may_play_on_in_a_copy() {
    let mut world = World::new(&Plan::people(2), 1, Weather::CALM);
    world.corrupt_quietly(
        1,
        crate::attack::Sending(|node: &crate::world::Node, to, frame| {
            let doubloons_net::wire::frame::Frame::Opening(opening) = frame else { return vec![(to, frame)] };
            let mut body = opening.body;
            body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
            vec![(to, doubloons_net::wire::frame::Frame::Opening(crate::attack::sign(node, body)))]
        }),
    );
    assert!(world.play_until(A_WHILE, |world| !world.convicted().is_empty()));
    assert_eq!(world.convicted()[0].0, peer(1));
    let mut copy = world.nodes[0].peer().marked_copy(&name("greedy"), 1).expect("nobody else is left");
    play_out(&mut copy);
}

#[test]
fn a_copy_says_what_it_is_and_shows_no_card() {
    let mut world = World::new(&Plan::people(2), 1, Weather::CALM);
    world.idle.insert(0);
    let locked = |world: &World| match world.nodes[1].peer().state().game().turn() {
        Turn::Seal { locked, .. } => locked.contains(seat(1)),
        _ => false,
    };
    assert!(world.play_until(LONG, locked));
    world.crash(0);
    wait(&mut world, Duration::from_secs(1));
    let copy = world.nodes[1].peer().marked_copy(&name("greedy"), 1).expect("somebody waits");
    assert!(copy.origin().to_string().contains("not the game itself"), "{}", copy.origin());
    assert!(!format!("{copy:?}").contains("choice") && format!("{copy:?}").contains("MarkedCopy"));
    let mut unlocked = copy.clone();
    unlocked.unlock(seat(1), &mut Deaf).expect("until everybody has locked");
    world.wish(1, Wish::Pause);
    assert_eq!(copy.view(seat(1)).ok(), world.nodes[1].peer().view(seat(1)));
}
