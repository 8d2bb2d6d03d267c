//! What somebody does who is caught, to get away with it: admitting to something small, keeping the proof out of the log,
//! and signing what undoes the past.

use std::rc::Rc;

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_net::table::replication::Consensus;
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{Deed, OpenedUnder, OpeningBody, Voice};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    Count, LONG, Puppet, Sending, assert_named, assert_proven, has_entry, input, log, peer, said, seat, send_to_all,
    sign, table_with_cheat,
};
use crate::host_attacks::{Forker, Tries, instead_of, ledger_at, own_pause};
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

const HOST: usize = 0;
const CHEAT: usize = 2;

/// Two inputs of this computer under one number, with so many bytes each.
fn confession(node: &Node, length: usize) -> Evidence {
    let input = |byte: u8| input(node, Voice::Own, 500, Deed::Act { turn: 0, action: vec![byte; length] });
    Evidence::TwoInputs(Box::new((input(1), input(2))))
}

#[test]
fn a_confession_too_long_for_the_log_protects_nobody() {
    let mischief = Sending(|node: &Node, to, frame| {
        let Frame::Opening(opening) = frame else { return vec![(to, frame)] };
        let mut body = opening.body;
        body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
        vec![(to, Frame::Opening(sign(node, body)))]
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index >= 3));
    let confession = confession(&world.nodes[CHEAT], 17 << 10);
    send_to_all(&mut world, CHEAT, &Frame::Evidence(confession));
    assert_proven(&mut world, CHEAT, Offence::FalseOpening);
}

/// Shows two logs, and admits to something else before or after.
struct Confessing {
    forker: Forker,
    first: bool,
}

impl Mischief for Confessing {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let before = self.forker.tries.get();
        let mut frames = self.forker.send(node, to, frame);
        if self.forker.tries.get() > before {
            let admit = |to: usize| (peer(to), Frame::Evidence(confession(node, 3)));
            let place = if self.first { 0 } else { frames.len() };
            frames.splice(place..place, [admit(1), admit(2)]);
        }
        frames
    }
}

#[test]
fn a_host_that_admits_to_something_small_is_still_found_out_to_show_two_logs() {
    for first in [true, false] {
        let tries = Tries::default();
        let mut world = World::new(&Plan::people(3), 31, Weather::CALM);
        world.corrupt(HOST, Confessing { forker: Forker::new(peer(2), Rc::clone(&tries)), first });
        assert!(world.play(LONG), "{first}: {}", world.describe());
        assert_eq!(tries.get(), 1);
        world.check_but_for_forks();
        // Whoever admits to something first shows nobody a second log any more.
        let offence = if first { Offence::TwoInputs } else { Offence::Fork };
        assert_named(&world, HOST, offence);
    }
}

/// Another card than the one that this computer has turned up, as its own statement.
fn false_opening(world: &World, whose: usize) -> Frame {
    let (place, mut opened) = log(world)
        .iter()
        .find_map(|entry| match entry.content() {
            Content::Openings { openings, .. } => {
                let own = openings.iter().find(|opening| opening.seat == seat(whose))?;
                Some((entry.body().index, own.slots[0].clone()))
            }
            _ => None,
        })
        .expect("it has opened something");
    let before = ledger_at(&world.nodes[whose], place - 1);
    let lock = before.state().seat(seat(whose)).and_then(|state| state.sealed(opened.slot)).expect("a seal").lock;
    opened.choice[0] = (opened.choice[0] + 1) % 7;
    let body = OpeningBody { author: peer(whose), seat: seat(whose), slots: vec![OpenedUnder { lock, opened }] };
    Frame::Opening(sign(&world.nodes[whose], body))
}

#[test]
fn a_host_cannot_keep_proof_against_itself_out_of_the_log() {
    for offence in [Offence::FalseOpening, Offence::TwoInputs] {
        let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
        world.corrupt(HOST, Puppet);
        let opened = |content: &Content| matches!(content, Content::Openings { .. });
        assert!(world.play_until(LONG, |world| has_entry(world, opened)));
        let frame = match offence {
            Offence::FalseOpening => false_opening(&world, HOST),
            _ => Frame::Evidence(confession(&world.nodes[HOST], 3)),
        };
        world.transmit(HOST, 1, frame.to_bytes());
        assert_proven(&mut world, HOST, offence);
        let last = log(&world).pop().expect("a log");
        assert_ne!(last.body().epoch.host, peer(HOST), "another hosts");
    }
}

/// Takes no notice of proof, as the host.
struct Accomplice(Count);

impl Mischief for Accomplice {
    fn receive(&mut self, node: &Node, _from: PeerIndex, frame: Frame) -> Option<Frame> {
        if node.peer().hosts() && matches!(frame, Frame::Evidence(_)) {
            self.0.up();
            return None;
        }
        Some(frame)
    }
}

#[test]
fn a_host_that_keeps_proof_against_an_accomplice_out_of_the_log_is_replaced() {
    // Four people and a host who watches: three of five are honest.
    let dropped = Count::default();
    let mut world = World::new(&Plan { host_watches: true, ..Plan::people(4) }, 1, Weather::CALM);
    world.people_think = 5_000;
    world.corrupt(HOST, Accomplice(dropped.clone()));
    world.corrupt(CHEAT, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 1));
    let proof = Frame::Evidence(confession(&world.nodes[CHEAT], 3));
    world.transmit(CHEAT, 1, proof.to_bytes());
    assert_proven(&mut world, CHEAT, Offence::TwoInputs);
    assert!(dropped.get() > 0);
    let censored = |notice: &Notice| *notice == Notice::Censored(peer(HOST));
    assert!(world.nodes[1].notices.iter().any(censored), "the host was given up");
}

/// Lets the host sign another entry in the place of an old one, once this is so; nothing that was shown before is lost.
fn forks_the_past(moment: impl Fn(&World) -> bool, place: impl Fn(&[Entry]) -> usize) {
    for people in [3, 4] {
        let mut world = World::new(&Plan::people(people), 1, Weather::CALM);
        world.corrupt(HOST, Puppet);
        assert!(world.play_until(LONG, &moment), "{}", world.describe());
        let before = log(&world);
        let reveals = |entry: &Entry| matches!(entry.content(), Content::Openings { .. } | Content::Chance { .. });
        let shown = before.iter().rposition(reveals).expect("something was shown");
        let old = &before[place(&before)];
        let ledger = ledger_at(&world.nodes[HOST], old.body().index - 1);
        let pause = Content::Input(own_pause(&ledger, &world.nodes[HOST]));
        let other = instead_of(old, &world.nodes[HOST], pause, ledger.state().game().digest());
        send_to_all(&mut world, HOST, &Frame::Entries(vec![other]));
        assert!(world.play(LONG), "{}", world.describe());
        world.check_but_for_forks();
        assert_named(&world, HOST, Offence::Fork);
        assert_eq!(log(&world)[..shown], before[..shown], "and nothing that was shown is unsaid");
        let voided = |content: &Content| matches!(content, Content::Openings { withheld, .. } if !withheld.is_empty());
        assert!(!has_entry(&world, voided), "so nobody loses a card");
    }
}

#[test]
fn a_host_that_forks_an_old_entry_undoes_nothing() {
    forks_the_past(|world| world.nodes[1].peer().state().game().decisions() >= 4, |_| 1);
}

#[test]
fn a_host_that_forks_what_was_before_an_opened_card_turns_nothing_down_again() {
    let third = |world: &World| {
        let wanted = |node: &Node| match node.peer().state().want() {
            Want::Openings { slot, .. } => slot.index() == 3,
            _ => false,
        };
        world.nodes.iter().all(wanted)
    };
    let last_lock = |log: &[Entry]| {
        let locks = |entry: &Entry| match entry.content() {
            Content::Input(input) => matches!(input.body.deed, Deed::Lock { .. }),
            _ => false,
        };
        log.iter().rposition(locks).expect("somebody has locked")
    };
    forks_the_past(third, last_lock);
}

#[test]
fn a_lock_that_stands_again_because_its_end_was_lost_with_a_host_is_opened() {
    // Four people and a host who watches. One locks; all have that.
    let mut world = World::new(&Plan { host_watches: true, ..Plan::people(4) }, 1, Weather::CALM);
    world.people_play = "random";
    (2..5).for_each(|node| {
        world.idle.insert(node);
    });
    let locks = |world: &World, node: usize| {
        let state = world.nodes[node].peer().state();
        let locked = matches!(state.game().turn(), Turn::Seal { locked, .. } if locked.contains(seat(0)));
        if locked { state.seat(seat(0)).expect("a seat").locks_in(state.game().decisions()) } else { 0 }
    };
    assert!(world.play_until(LONG, |world| (0..5).all(|node| locks(world, node) == 1)));
    // Then they lock anew, which only the host has, and that is gone.
    for (one, other) in [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)] {
        world.separate(one, other);
    }
    world.wish(1, Wish::Unlock(seat(0)));
    assert!(world.play_until(LONG, |world| locks(world, 0) == 2 && locks(world, 1) == 2), "{}", world.describe());
    world.crash(HOST);
    world.idle.clear();
    let all_locked = |world: &World| matches!(world.nodes[3].peer().state().want(), Want::Openings { .. });
    assert!(world.play_until(LONG, all_locked), "{}", world.describe());
    world.heal();
    let turned_up = |content: &Content| matches!(content, Content::Openings { openings, .. } if openings.len() == 4);
    assert!(world.play_until(LONG, |world| has_entry(world, |content| matches!(content, Content::Openings { .. }))));
    assert!(has_entry(&world, turned_up), "the first lock is opened");
    assert!(!said(&world, peer(1), |deed| matches!(deed, Deed::Unlock { .. })), "the second one was lost");
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_eq!(world.convicted(), []);
}

#[test]
fn whoever_is_proven_to_have_cheated_never_hosts() {
    // The host keeps the proof out of the log and is gone; the next in line is the one who cheated.
    let mut world = World::new(&Plan { host_watches: true, ..Plan::people(4) }, 1, Weather::CALM);
    world.corrupt(HOST, Accomplice(Count::default()));
    let stood = Count::default();
    let stands = stood.clone();
    let mischief = Sending(move |_: &Node, to, frame| {
        if let Frame::Consensus(Consensus::Prepare { epoch, .. }) = &frame
            && epoch.host == peer(1)
        {
            stands.up();
        }
        vec![(to, frame)]
    });
    world.corrupt(1, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[2].peer().state().game().decisions() >= 1));
    assert_eq!(stood.get(), 0, "there is a host");
    let proof = Frame::Evidence(confession(&world.nodes[1], 3));
    (2..5).for_each(|to| world.transmit(1, to, proof.to_bytes()));
    assert!(world.play_until(LONG, |world| !world.accused().is_empty()));
    world.crash(HOST);
    assert_proven(&mut world, 1, Offence::TwoInputs);
    assert!(stood.get() > 0, "it wanted to host");
    assert!(!log(&world).iter().any(|entry| entry.body().epoch.host == peer(1)), "it never hosts");
}
