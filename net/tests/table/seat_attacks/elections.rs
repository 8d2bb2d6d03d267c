//! Attacks on the choice of the host, by somebody who does not host.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_engine::contract::Turn;
use doubloons_net::hash::Hash;
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::replication::{Consensus, Suffix};
use doubloons_net::table::statement::{AckBody, Deed, Epoch, Head, VoteBody};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    Count, LONG, Puppet, Sending, assert_refused, assert_unblamed, log, peer, send_to_all, sign, table_with_cheat,
};
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

const CHEAT: usize = 2;

fn stand(world: &mut World, epoch: Epoch) {
    let length = world.nodes[CHEAT].peer().head().index;
    let message = Consensus::Prepare { epoch, decided: 0, accepted: None, length };
    send_to_all(world, CHEAT, &Frame::Consensus(message));
}

#[test]
fn epochs_with_impossible_numbers_are_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    for step in 0..10 {
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index > 4 * (step + 1)));
        stand(&mut world, Epoch { number: u32::MAX, host: peer(CHEAT) });
        stand(&mut world, Epoch { number: 1 << 20, host: peer(CHEAT) });
        stand(&mut world, Epoch { number: 5, host: peer(1) });
        stand(&mut world, Epoch { number: 5, host: peer(200) });
        for host in [peer(CHEAT), peer(0), peer(99)] {
            let far = Epoch { number: u32::MAX, host };
            for message in [
                Consensus::HeartbeatReply { round: 1, own: far, follows: far, content: true },
                Consensus::PrepareRequest { promised: far },
                Consensus::Outdated { promised: far },
            ] {
                send_to_all(&mut world, CHEAT, &Frame::Consensus(message));
            }
        }
    }
    assert_refused(&mut world, |_| false);
    assert_eq!(world.nodes[1].peer().epoch(), Some(Epoch { number: 1, host: peer(0) }), "nobody followed");
}

#[test]
fn standing_for_host_again_and_again_neither_uses_numbers_up_nor_stops_the_game() {
    let mut world = table_with_cheat(4, CHEAT, Puppet);
    let mut stood = 0;
    let mut highest = 0;
    while !world.play(Duration::from_millis(100)) {
        let known = world.nodes[1].peer().epoch().map_or(0, |epoch| epoch.number);
        for leap in [1, 1000, 1 << 16] {
            stand(&mut world, Epoch { number: known.saturating_add(leap), host: peer(CHEAT) });
        }
        stood += 1;
        highest = known;
        assert!(world.now < Duration::from_secs(1200), "the game goes on meanwhile");
    }
    assert!(stood > 100);
    assert!(highest > 1, "somebody promised it something");
    assert!(u64::from(highest) < 1024 * (1 + world.now.as_secs() / 10), "{highest} after {:?}", world.now);
    world.check();
    assert_unblamed(&world);
}

#[test]
fn one_voice_is_not_counted_as_several() {
    // Of four, one is cut off with the cheat: two are no majority, however often the cheat answers.
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |_: &Node, to, frame| match frame {
        Frame::Consensus(Consensus::HeartbeatReply { round, own, follows, .. }) if to == peer(1) => {
            done.up();
            let answer = |round: u32| {
                let reply = Consensus::HeartbeatReply { round, own, follows, content: false };
                (to, Frame::Consensus(reply))
            };
            [round, round + 1, round, round + 1, round, round + 1].map(answer).to_vec()
        }
        frame => vec![(to, frame)],
    });
    let mut world = table_with_cheat(4, CHEAT, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 1));
    let before = world.nodes[1].peer().epoch();
    world.disconnect(1, 0);
    world.disconnect(1, 3);
    let until = world.now + Duration::from_secs(15);
    world.play_until(LONG, |world| world.now >= until);
    assert!(count.get() > 5);
    assert_eq!(world.nodes[1].peer().epoch(), before, "it knows that it is not of a majority");
    world.connect(1, 0);
    world.connect(1, 3);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

/// Four people and a host who watches: when the host is gone and one lies, three of five are honest.
fn five_voters() -> World {
    World::new(&Plan { host_watches: true, ..Plan::people(4) }, 1, Weather::CALM)
}

#[test]
fn claiming_to_be_content_with_a_dead_host_keeps_nobody_from_replacing_it() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |_: &Node, to, frame| match frame {
        Frame::Consensus(Consensus::HeartbeatReply { round, own, follows, content }) => {
            if !content {
                done.up();
            }
            let reply = Consensus::HeartbeatReply { round, own, follows, content: true };
            vec![(to, Frame::Consensus(reply))]
        }
        // And it does not want to host itself.
        Frame::Consensus(Consensus::Prepare { .. }) => Vec::new(),
        frame => vec![(to, frame)],
    });
    let mut world = five_voters();
    world.corrupt(CHEAT, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 2));
    let before = count.get();
    world.crash(0);
    assert!(world.play(Duration::from_secs(1200)), "three of five go on: {}", world.describe());
    world.check();
    assert!(count.get() > before, "it was not content, and said that it was");
    assert_unblamed(&world);
}

type Promise = (VoteBody, Option<Suffix>);

/// The cheat lies in its promises to new hosts.
fn lies_to_candidates(lie: impl Fn(VoteBody, Option<Suffix>) -> Promise + 'static) {
    let (told, lying) = (Count::default(), Rc::new(Cell::new(false)));
    let (count, lies) = (told.clone(), Rc::clone(&lying));
    let mischief = Sending(move |node: &Node, to, frame| match frame {
        Frame::Consensus(Consensus::Promise { vote, decided, suffix, elected }) if lies.get() => {
            count.up();
            let (body, suffix) = lie(vote.body, suffix);
            let promise = Consensus::Promise { vote: sign(node, body), decided, suffix, elected };
            vec![(to, Frame::Consensus(promise))]
        }
        frame => vec![(to, frame)],
    });
    let mut world = five_voters();
    world.corrupt(CHEAT, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 3));
    let before = log(&world);
    let accepted = world.nodes[1].peer().accepted() as usize;
    lying.set(true);
    world.crash(0);
    assert!(world.play(LONG), "three of five go on");
    world.check();
    assert!(told.get() > 0, "it lied to somebody");
    assert_eq!(log(&world)[..accepted], before[..accepted], "nothing accepted is lost");
    assert_unblamed(&world);
}

#[test]
fn a_promise_with_a_log_that_does_not_exist_is_refused() {
    lies_to_candidates(|vote, _| {
        let head = Head { index: vote.head.index + 10, hash: Hash([6; 32]) };
        (VoteBody { head, ..vote }, None)
    });
    lies_to_candidates(|vote, _| {
        let head = Head { index: u64::MAX, hash: Hash([6; 32]) };
        (VoteBody { head, ..vote }, Some(Suffix { keep: u64::MAX, entries: Vec::new() }))
    });
}

#[test]
fn a_promise_that_claims_a_later_epoch_is_refused() {
    lies_to_candidates(|vote, suffix| {
        let accepted = Some(Epoch { number: vote.epoch.number, host: peer(CHEAT) });
        (VoteBody { accepted, ..vote }, suffix.or(Some(Suffix { keep: 3, entries: Vec::new() })))
    });
}

#[test]
fn a_promise_with_a_truncated_log_loses_nothing() {
    lies_to_candidates(|vote, suffix| {
        let head = Head { index: 2, hash: Hash([6; 32]) };
        let short = suffix.map(|suffix| Suffix { keep: suffix.keep.min(2), entries: Vec::new() });
        (VoteBody { accepted: None, head, ..vote }, short)
    });
}

/// Follows two hosts at once, while it does so: what the first one writes is acknowledged as if nobody had been promised
/// anything since.
struct DoubleVoter {
    active: Rc<Cell<bool>>,
    owed: Vec<Frame>,
}

impl Mischief for DoubleVoter {
    fn send(&mut self, _node: &Node, to: PeerIndex, mut frame: Frame) -> Vec<(PeerIndex, Frame)> {
        if !self.active.get() {
            return vec![(to, frame)];
        }
        if to == peer(0) {
            let owed: Vec<Frame> = std::mem::take(&mut self.owed);
            let passes = !matches!(frame, Frame::Consensus(_) | Frame::Ack(_));
            return owed.into_iter().chain(passes.then_some(frame)).map(|frame| (to, frame)).collect();
        }
        if let Frame::Consensus(Consensus::HeartbeatReply { content, .. }) = &mut frame {
            *content = false;
        }
        vec![(to, frame)]
    }

    fn receive(&mut self, node: &Node, from: PeerIndex, frame: Frame) -> Option<Frame> {
        let Frame::Consensus(Consensus::Append { epoch, entries, .. }) = &frame else { return Some(frame) };
        if !self.active.get() || from != peer(0) {
            return Some(frame);
        }
        let heads = entries.iter().map(|entry| entry.head());
        let ack = |head: Head| Frame::Ack(sign(node, AckBody { author: node.index, epoch: *epoch, head }));
        self.owed.extend(heads.map(ack));
        None
    }
}

#[test]
fn a_voter_who_votes_twice_can_lose_only_what_nobody_else_confirmed() {
    let active = Rc::new(Cell::new(false));
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    world.corrupt(CHEAT, DoubleVoter { active: Rc::clone(&active), owed: Vec::new() });
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 2));
    // The two others are cut off from each other; each takes the cheat for its own.
    world.separate(0, 1);
    active.set(true);
    world.wish(0, Wish::Pause);
    let paused = |node: &Node| node.peer().state().paused_by() == Some(peer(0));
    let on_both_sides = |world: &World| {
        let first = &world.nodes[0];
        let confirmed = paused(first) && first.peer().accepted() == first.peer().head().index;
        confirmed && world.nodes[1].peer().hosts()
    };
    assert!(world.play_until(Duration::from_secs(60), on_both_sides), "{}", world.describe());
    let before = world.nodes[1].peer().entries(1);
    let confirmed = world.nodes[1].peer().accepted() as usize;
    active.set(false);
    world.heal();
    world.play_until(Duration::from_secs(120), |_| false);
    assert_eq!(world.nodes[1].peer().waiting_for(), [peer(0)], "whoever believed the cheat is left behind");
    world.crash(0);
    let over = |world: &World| matches!(world.nodes[1].peer().state().game().turn(), Turn::Over(_));
    assert!(world.play_until(LONG, over), "the others go on without: {}", world.describe());
    let log = world.nodes[1].peer().entries(1);
    assert_eq!(log[..confirmed], before[..confirmed], "nothing that an honest majority has is lost");
    let pauses = |entry: &Entry| matches!(entry.content(), Content::Input(input) if input.body.deed == Deed::Pause);
    assert!(!log.iter().any(pauses), "what only the cheat had confirmed is");
    assert_unblamed(&world);
}
