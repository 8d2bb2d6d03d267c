//! Leaving, crashing, and coming back.

use std::time::Duration;

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::Content;
use doubloons_net::table::journal::Memory;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::state::{Presence, Want};
use doubloons_net::table::statement::Deed;

use super::{decisions, is_away, presence, runs, state};
use crate::attack::{A_WHILE, LONG, assert_unblamed, has_entry, log, peer, said, seat};
use crate::table::Plan;
use crate::world::{Weather, World};

#[test]
fn whoever_leaves_and_comes_back_gets_their_place_again() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.wish(1, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 1)));
    let left = decisions(&world);
    assert!(world.play_until(LONG, |world| decisions(world) >= left + 2), "the others go on");
    assert!(!state(&world).game().present().contains(seat(1)));
    assert!(is_away(&world, 1), "whoever left is not dragged back");
    world.wish(1, Wish::Return);
    assert!(world.play_until(A_WHILE, |world| presence(world, 1) == Presence::Present));
    let back = decisions(&world);
    assert!(runs(&world, 1, 1), "the place is theirs");
    assert!(world.play(LONG));
    world.check();
    let sealed = |decision: u32| {
        said(&world, peer(1), |deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision == decision))
    };
    assert!(!(left + 1..back).any(sealed) && (back + 1..back + 20).any(sealed));
    assert_unblamed(&world);
}

#[test]
fn whoever_crashes_is_given_up_by_a_majority_and_returns_by_themselves() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world.crash_and_restart(1, 45_000);
    let crashed = world.now;
    assert!(world.play_until(2 * A_WHILE, |world| is_away(world, 1)));
    let waited = world.now - crashed;
    assert!(waited >= Duration::from_secs(7), "not at once: {waited:?}");
    assert!(waited < Duration::from_secs(10), "but before long: {waited:?}");
    let authors = log(&world).iter().find_map(|entry| match entry.content() {
        Content::Away { absences, .. } => Some(absences.iter().map(|absence| absence.body.author).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(authors, Some(vec![peer(0), peer(2)]), "both others say so");
    let alone = log(&world).len();
    assert!(world.play_until(A_WHILE, |world| log(world).len() > alone + 3), "the others go on");
    assert!(world.nodes[1].peer.is_none());
    assert!(world.play_until(LONG, |world| presence(world, 1) == Presence::Present), "it comes back by itself");
    assert!(runs(&world, 1, 1));
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

#[test]
fn a_short_crash_is_no_absence() {
    for index in 0..3 {
        let mut world = World::new(&Plan::people(3), 2, Weather::CALM);
        assert!(world.play_until(LONG, |world| decisions(world) >= 2));
        world.crash_and_restart(index, 4_000);
        assert!(world.play(LONG));
        world.check();
        assert!(!has_entry(&world, |content| matches!(content, Content::Away { .. })), "{index}");
        assert_unblamed(&world);
    }
}

#[test]
fn when_one_of_two_crashes_the_table_pauses_and_goes_on_when_they_are_back() {
    for crashed in 0..2 {
        let other = 1 - crashed;
        let mut world = World::new(&Plan::people(2), 1, Weather::CALM);
        assert!(world.play_until(LONG, |world| decisions(world) >= 2));
        world.crash_and_restart(crashed, 20 * 60_000);
        let second = world.now + Duration::from_secs(1);
        world.play_until(LONG, |world| world.now >= second);
        let accepted = world.nodes[other].peer().accepted();
        world.play_until(10 * A_WHILE, |_| false);
        assert_eq!(world.nodes[other].peer().accepted(), accepted, "nothing is accepted meanwhile");
        assert_eq!(world.nodes[other].peer().unreachable(), [peer(crashed)], "and it is clear why");
        assert!(
            world.play(LONG),
            "they go on where they were: {:?}",
            world
                .nodes
                .iter()
                .map(|node| (
                    node.peer().head(),
                    node.peer().accepted(),
                    node.peer().epoch(),
                    node.peer().waiting_for()
                ))
                .collect::<Vec<_>>()
        );
        world.check();
        assert!(!has_entry(&world, |content| matches!(content, Content::Away { .. })));
        assert_unblamed(&world);
    }
}

#[test]
fn waiting_for_names_those_who_keep_the_table_waiting() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    world.idle.insert(2);
    let seals = |world: &World| matches!(state(world).game().turn(), Turn::Seal { .. });
    assert!(world.play_until(LONG, |world| seals(world) && world.nodes[0].peer().waiting_for() == [peer(2)]));
    assert!(!world.play_until(10 * A_WHILE, |world| !seals(world)), "without a clock people may think");
    for node in &world.nodes {
        assert_eq!(node.peer().waiting_for(), [peer(2)], "all see it");
    }
    world.idle.clear();
    // For an open decision: whose turn it is. For openings and links: those whose computer is gone.
    let acts = |world: &World| matches!(state(world).game().turn(), Turn::Seat(_));
    assert!(world.play_until(LONG, acts));
    let Turn::Seat(whose) = state(&world).game().turn() else { unreachable!() };
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(whose.index())]);
    let shows = |world: &World| !matches!(world.nodes[0].peer().state().want(), Want::Decisions(_));
    assert!(world.play_until(LONG, shows));
    world.crash_and_restart(1, 15_000);
    let until = world.now + Duration::from_secs(5);
    world.play_until(LONG, |world| world.now >= until);
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(1)]);
    assert_eq!(world.nodes[2].peer().waiting_for(), [peer(1)]);
    assert!(world.play(LONG));
    assert_eq!(world.nodes[0].peer().waiting_for(), [], "a game that is over waits for nobody");
    world.check();
}

#[test]
fn what_a_peer_has_promised_is_in_its_journal() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    world.play_until(Duration::from_secs(2), |_| false);
    for node in &world.nodes {
        let mut memory = Memory::default();
        memory.redo_all(node.disk.bytes());
        assert_eq!(memory.durable.promise, node.peer().epoch(), "{}", node.index);
        assert!(memory.durable.promise.is_some());
    }
}
