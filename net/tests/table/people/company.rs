//! Guests, spectators, chat, and people who play alone with bots.

use std::time::Duration;

use doubloons_engine::contract::Turn;
use doubloons_net::hash::Label;
use doubloons_net::table::chat::{BURST, Emote, Remark};
use doubloons_net::table::entry::Content;
use doubloons_net::table::genesis::Member;
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_net::table::state::Presence;
use doubloons_net::table::statement::Deed;

use super::{bot_plays, decisions, is_away, presence, runs, state};
use crate::attack::{A_WHILE, LONG, assert_unblamed, has_entry, log, peer, said, seat};
use crate::table::{Plan, name};
use crate::world::{Weather, World};

/// Two people and a bot; a guest takes over the bot's seat in the middle of the game.
fn with_guest(people: usize, seed: u64, weather: Weather) -> World {
    let mut world = World::new(&Plan::people(people).with_bots(&["greedy"]), seed, weather);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    let place = world.join(peer(people));
    let node = &world.nodes[place];
    let identity = &node.agreed.identities[place];
    let guest = Member { key: identity.public(), name: name("Gail"), emblem: 9 };
    let seat = seat(people);
    let consent = identity.sign(Label::Consent, &(node.agreed.charter.id(), seat, &guest));
    world.wish(0, Wish::Admit(seat, guest, consent));
    world
}

#[test]
fn a_late_guest_takes_over_the_seat_of_a_bot() {
    let mut world = with_guest(2, 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| runs(world, 2, 2)), "when the next round begins");
    assert!(!bot_plays(&world, seat(2)));
    assert_eq!(presence(&world, 2), Presence::Present);
    let began = decisions(&world);
    assert!(world.play(LONG));
    world.check();
    let sealed = |deed: &Deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision == began);
    assert!(said(&world, peer(2), sealed), "the guest plays");
    let drawn = |content: &Content| match content {
        Content::Chance { links, .. } => links.iter().any(|(who, _)| *who == peer(2)),
        _ => false,
    };
    assert!(has_entry(&world, drawn), "and has a part in joint chance");
    assert_unblamed(&world);
}

#[test]
fn a_guest_stays_when_the_host_is_lost() {
    for after in 0..6 {
        let mut world = with_guest(3, 1, Weather::CALM);
        assert!(world.play_until(LONG, |world| runs(world, 3, 3)));
        let moment = world.now + Duration::from_millis(37 * after);
        world.play_until(LONG, |world| world.now >= moment);
        world.crash_and_restart(0, 40_000);
        assert!(
            world.play(LONG),
            "{after}: {:?}",
            world.nodes.iter().map(|node| node.peer().head()).collect::<Vec<_>>()
        );
        world.check();
        assert_eq!(presence(&world, 3), Presence::Present);
        assert_unblamed(&world);
    }
}

#[test]
fn a_guest_plays_though_the_bots_runner_is_gone_before_the_seat_is_handed_over() {
    let mut world = with_guest(3, 1, Weather::CALM);
    let waits = |world: &World| {
        let there = state(world).seat(seat(3)).expect("a seat");
        there.returning() && !there.sealed_slots().is_empty()
    };
    assert!(world.play_until(LONG, waits));
    world.wish(0, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| is_away(world, 0)));
    assert!(!runs(&world, 3, 3));
    assert!(world.play_until(LONG, |world| runs(world, 3, 3)));
    assert!(state(&world).game().present().contains(seat(3)), "the seat is there in the game");
    let began = decisions(&world);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    let sealed = |deed: &Deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision >= began);
    assert!(said(&world, peer(3), sealed), "the guest plays");
    assert_unblamed(&world);
}

#[test]
fn a_guest_is_never_left_with_entries_that_were_lost_with_a_host() {
    // The host can reach nobody but the guest: what it writes is lost when the others go on.
    let mut world = with_guest(3, 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| runs(world, 3, 3)));
    world.disconnect(0, 1);
    world.disconnect(0, 2);
    world.wish(0, Wish::Pause);
    let paused = |world: &World| world.nodes[3].peer().state().paused_by() == Some(peer(0));
    assert!(world.play_until(A_WHILE, paused), "the guest sees what is lost");
    assert!(!has_entry(&world, |content| matches!(content, Content::Away { .. })));
    world.crash_and_restart(0, 60_000);
    assert!(world.play(LONG), "{:?}", world.nodes[1].peer().waiting_for());
    world.check();
    assert_unblamed(&world);
}

#[test]
fn spectators_follow_without_a_say() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    let early = world.join(peer(200));
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 5));
    let late = world.join(peer(201));
    let over =
        |world: &World| world.nodes.iter().all(|node| matches!(node.peer().state().game().turn(), Turn::Over(_)));
    assert!(world.play_until(LONG, over), "they see the end");
    let tail = world.now + Duration::from_secs(5);
    world.play_until(LONG, |world| world.now >= tail);
    for spectator in [early, late] {
        assert_eq!(world.nodes[spectator].peer().entries(1), log(&world));
        assert_eq!(world.nodes[spectator].peer().view(seat(0)), None, "they see nobody's cards");
    }
    assert_eq!(state(&world).members().len(), 3);
    assert_unblamed(&world);
}

#[test]
fn one_person_plays_with_bots_alone() {
    let mut world = World::new(&Plan::people(1).with_bots(&["greedy", "random", "greedy"]), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 3));
    world.crash_and_restart(0, 5_000);
    assert!(world.play_until(A_WHILE, |world| world.nodes[0].peer.is_some()));
    world.wish(0, Wish::Pause);
    world.wish(0, Wish::Resume);
    assert!(world.play(LONG), "after a crash as well");
    world.check();
    assert_eq!(state(&world).rerolls(), 0);
    assert_unblamed(&world);
}

#[test]
fn chat_is_heard_by_all_within_limits() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 1));
    for _ in 0..50 {
        world.wish(1, Wish::Say(Remark::Emote(Emote::Cheers)));
    }
    world.wish(2, Wish::Say(Remark::Emote(Emote::Salute)));
    assert!(world.play(LONG));
    world.check();
    let heard = |at: usize, by: usize| {
        let of = |notice: &&Notice| matches!(notice, Notice::Said(who, _) if *who == peer(by));
        world.nodes[at].notices.iter().filter(of).count()
    };
    assert_eq!(heard(0, 1), BURST as usize);
    assert_eq!((heard(0, 2), heard(1, 2)), (1, 1), "one who talks too much silences nobody else");
    assert!(!log(&world).is_empty());
}
