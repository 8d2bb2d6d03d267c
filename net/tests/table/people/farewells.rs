//! Voters who leave for good: the majority is then one of those who remain.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_net::table::entry::Content;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::replication::Consensus;
use doubloons_net::table::state::Presence;
use doubloons_net::table::statement::{Deed, Epoch, VoteBody};
use doubloons_net::wire::frame::Frame;

use super::{decisions, presence, runs, state};
use crate::attack::{A_WHILE, LONG, Sending, assert_unblamed, has_entry, log, peer, said, seat, send_to_all, sign};
use crate::table::Plan;
use crate::world::{Node, Weather, World};

fn voters(world: &World) -> Vec<PeerIndex> {
    state(world).electorate().voters().collect()
}

fn farewells(world: &World) -> usize {
    log(world).iter().filter(|entry| matches!(entry.content(), Content::Departed { .. })).count()
}

/// Says farewell and waits until everybody who runs knows that it is settled.
fn say_farewell(world: &mut World, index: usize) {
    world.wish(index, Wish::Farewell);
    let settled = |world: &World| {
        world.honest().all(|node| {
            let state = node.peer().state();
            !state.electorate().contains(peer(index)) && state.departing().is_none()
        })
    };
    assert!(world.play_until(A_WHILE, settled), "{}", world.describe());
}

fn wait(world: &mut World, time: Duration) {
    let until = world.now + time;
    world.play_until(LONG, |world| world.now >= until);
}

fn table(people: usize) -> World {
    let mut world = World::new(&Plan::people(people), 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    world
}

#[test]
fn two_of_four_go_on_when_two_have_gone_home() {
    for gone in [[2, 3], [3, 1], [0, 1], [1, 0]] {
        let mut world = table(4);
        for index in gone {
            say_farewell(&mut world, index);
            world.crash(index);
        }
        let left: Vec<PeerIndex> = (0..4).filter(|index| !gone.contains(index)).map(peer).collect();
        assert_eq!(voters(&world), left);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
        assert_eq!(farewells(&world), 2);
        assert_unblamed(&world);
    }
}

#[test]
fn both_may_go_at_the_same_time() {
    let mut world = table(4);
    world.wish(1, Wish::Farewell);
    world.wish(3, Wish::Farewell);
    assert!(world.play_until(A_WHILE, |world| voters(world) == [peer(0), peer(2)]), "{}", world.describe());
    world.crash(1);
    world.crash(3);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
}

#[test]
fn two_who_remain_need_each_other() {
    let mut world = table(4);
    for index in [2, 3] {
        say_farewell(&mut world, index);
        world.crash(index);
    }
    world.crash(1);
    wait(&mut world, Duration::from_secs(2));
    let accepted = world.nodes[0].peer().accepted();
    wait(&mut world, A_WHILE);
    assert_eq!(world.nodes[0].peer().accepted(), accepted, "one of two is no majority");
    world.start(1);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
}

#[test]
fn without_a_farewell_whoever_is_gone_still_counts() {
    // The same as above, but two of four are simply gone.
    let mut world = table(4);
    world.wish(2, Wish::Leave);
    world.wish(3, Wish::Leave);
    let left = |index| world_has_left(index);
    assert!(world.play_until(A_WHILE, |world| left(2)(world) && left(3)(world)));
    world.crash(2);
    world.crash(3);
    wait(&mut world, Duration::from_secs(2));
    let accepted = world.nodes[0].peer().accepted();
    wait(&mut world, A_WHILE);
    assert_eq!(world.nodes[0].peer().accepted(), accepted, "two of four are no majority");
    assert_eq!(voters(&world).len(), 4);
}

fn world_has_left(index: usize) -> impl Fn(&World) -> bool {
    move |world| matches!(presence(world, index), Presence::Away { .. })
}

#[test]
fn the_host_of_those_who_remain_may_die() {
    for gone in 1..4 {
        let mut world = table(4);
        say_farewell(&mut world, gone);
        world.crash(gone);
        let host = world.honest().find(|node| node.peer().hosts()).expect("somebody hosts").index;
        world.crash(host.index());
        assert!(world.play(LONG), "two of three go on: {}", world.describe());
        world.check();
        assert!(log(&world).last().is_some_and(|entry| entry.body().epoch.host != host));
        assert_unblamed(&world);
    }
}

#[test]
fn the_host_itself_may_say_farewell() {
    for people in 2..=4 {
        let mut world = table(people);
        assert!(world.nodes[0].peer().hosts());
        say_farewell(&mut world, 0);
        assert!(world.play_until(A_WHILE, |world| world.honest().skip(1).any(|node| node.peer().hosts())));
        world.crash(0);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
        assert_unblamed(&world);
    }
}

#[test]
fn the_last_of_all_plays_on_alone() {
    let mut world = table(3);
    for index in [0, 2] {
        say_farewell(&mut world, index);
        world.crash(index);
    }
    assert_eq!(voters(&world), [peer(1)]);
    let refused = world.nodes[1].peer.as_mut().expect("it runs").wish(world.now, Wish::Farewell);
    assert!(refused.is_err(), "somebody has to keep the log");
    assert!(world.play_until(LONG, |world| decisions(world) >= 4));
    // A restart begins where it was.
    world.crash_and_restart(1, 3_000);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
}

#[test]
fn whoever_said_farewell_may_come_back_to_the_seat_but_not_to_the_vote() {
    for restarted in [false, true] {
        let mut world = table(3);
        say_farewell(&mut world, 2);
        if restarted {
            world.crash_and_restart(2, 2_000);
        }
        let left = decisions(&world);
        assert!(
            world.play_until(LONG, |world| world.honest().any(|node| node.peer().state().game().decisions() > left))
        );
        assert!(world.play_until(A_WHILE, |world| world.nodes[2].peer.is_some()));
        world.wish(2, Wish::Return);
        assert!(world.play_until(A_WHILE, |world| presence(world, 2) == Presence::Present), "{}", world.describe());
        assert!(runs(&world, 2, 2), "the seat is theirs");
        assert_eq!(voters(&world), [peer(0), peer(1)]);
        let back = decisions(&world);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
        let sealed = |deed: &Deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision >= back);
        assert!(said(&world, peer(2), sealed), "and played");
        assert!(!state(&world).has_vote(peer(2)));
        assert_unblamed(&world);
    }
}

/// The epoch in which this computer last wanted to host.
fn stands_for(world: &World, index: usize) -> Option<Epoch> {
    world.nodes[index].sent.iter().rev().find_map(|(_, bytes)| match Frame::from_bytes(bytes) {
        Ok(Frame::Consensus(Consensus::Prepare { epoch, .. })) => Some(epoch),
        _ => None,
    })
}

#[test]
fn a_promise_of_whoever_said_farewell_elects_nobody() {
    // The last of four has said farewell, the host is gone, and of the two others one keeps its promise back.
    let silent = Rc::new(Cell::new(false));
    let keeps = Rc::clone(&silent);
    let mut world = World::new(&Plan::people(4), 1, Weather::CALM);
    world.corrupt(
        2,
        Sending(move |_: &Node, to, frame| match &frame {
            // Nor does it want to host itself.
            Frame::Consensus(Consensus::Promise { .. } | Consensus::Prepare { .. }) if keeps.get() => Vec::new(),
            _ => vec![(to, frame)],
        }),
    );
    assert!(world.play_until(LONG, |world| decisions(world) >= 2));
    say_farewell(&mut world, 3);
    silent.set(true);
    world.record_traffic = true;
    let host = world.nodes.iter().find(|node| node.peer().hosts()).expect("somebody hosts").index;
    assert_eq!(host, peer(0));
    world.crash(0);
    assert!(world.play_until(A_WHILE, |world| stands_for(world, 1).is_some()), "{}", world.describe());
    let (head, accepted) = (world.nodes[1].peer().head(), world.nodes[1].peer().epoch());
    world.nodes[1].sent.clear();
    for _ in 0..60 {
        wait(&mut world, Duration::from_millis(500));
        // It votes for the candidate, and wants to host itself.
        if let Some(epoch) = stands_for(&world, 1) {
            let vote = sign(&world.nodes[3], VoteBody { author: peer(3), epoch, accepted, head });
            let promise = Consensus::Promise { vote, decided: 0, suffix: None, elected: Vec::new() };
            world.transmit(3, 1, Frame::Consensus(promise).to_bytes());
            let own = Epoch { number: epoch.number + 1, host: peer(3) };
            let prepare = Consensus::Prepare { epoch: own, decided: 0, accepted, length: head.index };
            send_to_all(&mut world, 3, &Frame::Consensus(prepare));
        }
    }
    assert!(stands_for(&world, 1).is_some_and(|epoch| epoch.host == peer(1)), "it still wants to host");
    assert!(!world.nodes[1].peer().hosts(), "but nobody has elected it");
    assert_eq!(world.nodes[1].peer().head(), head, "so nothing happens");
    let answers = |(to, bytes): &(PeerIndex, Vec<u8>)| {
        *to == peer(3) && matches!(Frame::from_bytes(bytes), Ok(Frame::Consensus(_)))
    };
    assert!(!world.nodes[1].sent.iter().chain(&world.nodes[2].sent).any(answers), "nor is the other promised anything");
    silent.set(false);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert!(log(&world).iter().all(|entry| entry.body().epoch.host != peer(3)), "it never hosts");
    assert_unblamed(&world);
}

#[test]
fn a_stand_in_may_play_for_whoever_said_farewell() {
    let mut world = table(4);
    say_farewell(&mut world, 3);
    world.crash(3);
    world.wish(1, Wish::StandIn(seat(3), crate::table::name("greedy")));
    world.wish(2, Wish::Agree(seat(3), peer(1)));
    assert!(world.play_until(LONG, |world| runs(world, 1, 3)), "two of three agree");
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

/// A farewell of one of four, with a crash of this computer when its log has got so far beyond the farewell.
fn crash_around_a_farewell(gone: usize, crashed: usize, after: u64, restart: bool) {
    let mut world = table(4);
    let before = world.nodes[0].peer().head().index;
    world.wish(gone, Wish::Farewell);
    let far = |world: &World| {
        world.nodes[crashed].peer().head().index >= before + after
            && has_entry(world, |content| matches!(content, Content::Input(input) if input.body.deed == Deed::Farewell))
    };
    assert!(world.play_until(LONG, far), "{gone} {crashed} {after}");
    match restart {
        true => world.crash_and_restart(crashed, 9_000),
        false => world.crash(crashed),
    }
    assert!(world.play(LONG), "{gone} leaves, {crashed} crashes after {after}: {}", world.describe());
    world.check();
    assert_unblamed(&world);
    assert_eq!(voters(&world).len(), 3);
}

#[test]
fn a_crash_around_a_farewell_costs_nothing() {
    for gone in [0, 3] {
        for crashed in 0..4 {
            for after in 0..=5 {
                crash_around_a_farewell(gone, crashed, after, true);
            }
        }
    }
}

#[test]
fn a_computer_lost_for_good_around_a_farewell_costs_nothing() {
    for (gone, crashed) in [(0, 1), (0, 2), (3, 0), (3, 1), (2, 0)] {
        for after in 1..=5 {
            crash_around_a_farewell(gone, crashed, after, false);
        }
    }
}

#[test]
fn whoever_is_gone_before_the_farewell_is_settled_learns_of_it_later() {
    // Far more happens meanwhile than is sent at once.
    let mut world = table(4);
    world.wish(3, Wish::Farewell);
    let said = |world: &World| {
        has_entry(world, |content| matches!(content, Content::Input(input) if input.body.deed == Deed::Farewell))
    };
    assert!(world.play_until(A_WHILE, said));
    assert!(world.nodes[3].peer().state().departing().is_none(), "it does not know yet");
    world.crash(3);
    let before = log(&world).len();
    assert!(world.play_until(LONG, |world| log(world).len() > before + 70), "the others go on");
    world.start(3);
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert!(!world.nodes[3].peer().state().has_vote(peer(3)));
    assert_unblamed(&world);
}

#[test]
fn all_computers_may_crash_while_a_farewell_is_settled() {
    for wait in (0..400).step_by(20) {
        let mut world = table(4);
        world.wish(1, Wish::Farewell);
        let until = world.now + Duration::from_millis(wait);
        world.play_until(LONG, |world| world.now >= until);
        let heard =
            has_entry(&world, |content| matches!(content, Content::Input(input) if input.body.deed == Deed::Farewell));
        for index in 0..4 {
            world.crash_and_restart(index, 1_000 + 700 * index as u64);
        }
        assert!(world.play_until(LONG, |world| world.nodes.iter().all(|node| node.peer.is_some())));
        assert!(world.play(LONG), "{wait} ms after the farewell, {heard}: {}", world.describe());
        world.check();
        assert_unblamed(&world);
    }
}

#[test]
fn halves_of_a_split_table_never_both_go_on_around_a_farewell() {
    // Five voters, of whom one leaves; at various moments the network splits.
    for (moment, minority) in (0..12).flat_map(|step| [[1, 2], [3, 4], [0, 4]].map(|minority| (step * 30, minority))) {
        let mut world = World::new(&Plan { host_watches: true, ..Plan::people(4) }, 5, Weather::CALM);
        assert!(world.play_until(LONG, |world| decisions(world) >= 2));
        world.wish(4, Wish::Farewell);
        wait(&mut world, Duration::from_millis(moment));
        let majority: Vec<usize> = (0..5).filter(|index| !minority.contains(index)).collect();
        for (one, other) in minority.iter().flat_map(|one| majority.iter().map(move |other| (*one, *other))) {
            world.separate(one, other);
        }
        wait(&mut world, Duration::from_secs(20));
        world.heal();
        assert!(world.play(LONG), "{moment} ms, {minority:?}: {}", world.describe());
        world.check();
        assert_unblamed(&world);
    }
}

/// Games in bad weather in which one after the other goes home.
fn go_home(first: u64, weather: Weather) {
    let mut gone = 0;
    for seed in first..first + 40 {
        let plan = match seed % 4 {
            0 => Plan::people(3),
            1 => Plan::people(4),
            2 => Plan { host_watches: true, ..Plan::people(3) },
            _ => Plan::people(3).with_bots(&["greedy"]),
        };
        let mut world = World::new(&plan, seed, weather);
        let leaving = [(seed / 4 % 3) as usize, (seed / 12 % 3) as usize];
        for (index, round) in leaving.into_iter().zip([2, 4]) {
            let there = |world: &World| {
                world.nodes[index].peer.as_ref().is_some_and(|peer| peer.state().game().decisions() >= round)
            };
            world.play_until(LONG, there);
            world.wish(index, Wish::Farewell);
        }
        assert!(world.play(LONG), "seed {seed}: {}", world.describe());
        world.check();
        assert_unblamed(&world);
        gone += farewells(&world);
    }
    println!("{gone} farewells");
    assert!(gone > 35, "{gone}");
}

#[test]
fn farewells_with_broken_connections_cost_nothing() {
    go_home(4_000, Weather::ROUGH);
}

#[test]
fn farewells_in_a_storm_cost_nothing() {
    go_home(4_100, Weather::STORM);
}
