//! What others get to see of sealed choices: nothing. Two games that differ only in what one seat has sealed give the
//! host the same traffic, apart from commitments and from hashes and signatures over them.

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Deaf, Slot, Turn};
use doubloons_net::hash::Hash;
use doubloons_net::identity::Signature;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::{Occasion, Question, Wish};
use doubloons_net::table::replication::Consensus;
use doubloons_net::table::seal::Commitment;
use doubloons_net::table::statement::{Deed, SignedVote};
use doubloons_net::wire::codec;
use doubloons_net::wire::frame::Frame;

use crate::attack::seat;
use crate::games::LONG;
use crate::table::{Plan, name};
use crate::world::{Mischief, Node, Weather, World};

/// Seals its cards in another order than it meant to.
struct OtherOrder {
    turn: usize,
    sealed: bool,
}

impl Mischief for OtherOrder {
    fn wish(&mut self, _node: &Node, wish: Wish) -> Option<Wish> {
        let Wish::Seal(seat, occasion, choices) = wish else { return Some(wish) };
        if self.sealed {
            return Some(Wish::Seal(seat, occasion, choices));
        }
        self.sealed = true;
        let mut cards: Vec<Vec<u8>> = choices.iter().map(|(_, card)| card.to_vec()).collect();
        cards.rotate_left(self.turn);
        let turned: SealedBytes = choices.iter().map(|(slot, _)| slot).zip(cards).collect();
        Some(Wish::Seal(seat, occasion, turned))
    }
}

/// All that the host gets from the others until the first card is turned up.
fn traffic_to_host(turn: usize) -> Vec<(PeerIndex, Vec<u8>)> {
    let mut world = World::new(&Plan::people(3), 11, Weather::CALM);
    world.record_traffic = true;
    world.corrupt(1, OtherOrder { turn, sealed: false });
    let opened = |world: &World| {
        let opening = |(_, bytes): &(PeerIndex, Vec<u8>)| matches!(Frame::from_bytes(bytes), Ok(Frame::Opening(_)));
        world.nodes.iter().any(|node| node.sent.iter().any(opening))
    };
    assert!(world.play_until(LONG, opened), "cards are turned up at last");
    let mut traffic = Vec::new();
    for node in &world.nodes[1..] {
        for (to, bytes) in &node.sent {
            if *to != PeerIndex(0) {
                continue;
            }
            if let Ok(Frame::Opening(_)) = Frame::from_bytes(bytes) {
                break;
            }
            traffic.push((node.index, bytes.clone()));
        }
    }
    traffic
}

fn blank_vote(vote: &mut SignedVote) {
    vote.body.head.hash = Hash([0; 32]);
    vote.signature = blank_signature();
}

fn blank_signature() -> Signature {
    codec::decode(&[0; 64], 64).expect("64 bytes")
}

/// The frame with its commitments, hashes and signatures blanked.
fn blank(bytes: &[u8]) -> Vec<u8> {
    let mut frame = Frame::from_bytes(bytes).expect("a frame");
    match &mut frame {
        Frame::Input(input) => {
            input.body.head.hash = Hash([0; 32]);
            input.signature = blank_signature();
            if let Deed::Lock { commitments, .. } = &mut input.body.deed {
                commitments.iter_mut().for_each(|(_, commitment)| *commitment = Commitment(Hash([0; 32])));
            }
        }
        Frame::Ack(ack) => {
            ack.body.head.hash = Hash([0; 32]);
            ack.signature = blank_signature();
        }
        Frame::Consensus(Consensus::Promise { vote, elected, .. }) => {
            blank_vote(vote);
            elected.iter_mut().for_each(blank_vote);
        }
        _ => {}
    }
    frame.to_bytes()
}

#[test]
fn unopened_choices_leave_no_trace_in_what_the_host_gets() {
    let (one, other) = (traffic_to_host(0), traffic_to_host(3));
    assert_eq!(one.len(), other.len(), "the same number of messages");
    let mut different = 0;
    for ((from, here), (other_from, there)) in one.iter().zip(&other) {
        assert_eq!(from, other_from);
        assert_eq!(here.len(), there.len(), "of the same lengths");
        assert_eq!(blank(here), blank(there), "the same but for commitments, hashes and signatures");
        different += usize::from(here != there);
    }
    assert!(different > 0, "the choices did differ");
}

#[test]
fn a_question_to_a_bot_shows_no_secret_when_it_is_printed() {
    let printed = |turn: usize, seed: u64| {
        let mut world = World::new(&Plan::people(2), 11, Weather::CALM);
        world.idle.insert(0);
        world.corrupt(1, OtherOrder { turn, sealed: false });
        let locked = |world: &World| match world.nodes[1].peer().state().game().turn() {
            Turn::Seal { locked, .. } => !locked.is_empty(),
            _ => false,
        };
        assert!(world.play_until(LONG, locked));
        let peer = world.nodes[1].peer();
        let occasion = Occasion::now(peer.state());
        let view = peer.view(seat(1)).expect("its own seat");
        let question = Question { seat: seat(1), level: name("greedy"), seed, occasion, view };
        format!("{question:?}")
    };
    assert_eq!(printed(0, 17), printed(3, 18), "neither the seed nor a card");
}

#[test]
fn the_stand_ins_of_a_copy_know_nothing_of_what_is_sealed() {
    // One of two has locked, the other is gone. Whatever was sealed, the stand-in is asked and answers the same.
    let asked = |turn: usize| {
        let mut world = World::new(&Plan::people(2), 11, Weather::CALM);
        world.idle.insert(0);
        world.corrupt(1, OtherOrder { turn, sealed: false });
        let locked = |world: &World| match world.nodes[1].peer().state().game().turn() {
            Turn::Seal { locked, .. } => !locked.is_empty(),
            _ => false,
        };
        assert!(world.play_until(LONG, locked));
        world.crash(0);
        let mut copy = world.nodes[1].peer().marked_copy(&name("greedy"), 3).expect("somebody waits");
        copy.advance(&mut Deaf).expect("nothing is in the way");
        let own = copy.view(seat(1)).expect("a view");
        (copy.questions(), own)
    };
    let ((one, own), (other, differently)) = (asked(0), asked(3));
    assert!(one.len() == 1 && one[0].seat == seat(0));
    assert_eq!(one, other);
    assert_ne!(own, differently, "the own cards did differ");
}

/// Lays the cards of the last two ships the other way round.
struct LastTwoSwapped(bool);

impl Mischief for LastTwoSwapped {
    fn wish(&mut self, _node: &Node, wish: Wish) -> Option<Wish> {
        let Wish::Seal(seat, occasion, mut choices) = wish else { return Some(wish) };
        let last = [4, 5].map(|index| Slot::new(index).expect("a slot"));
        if let (true, [Some(one), Some(other)]) = (self.0, last.map(|slot| choices.get(slot).map(<[u8]>::to_vec))) {
            choices.insert(last[0], other);
            choices.insert(last[1], one);
        }
        Some(Wish::Seal(seat, occasion, choices))
    }
}

/// All that the host gets from the others until the last two ships come up, in a game with a bot in which somebody locks
/// twice; and whether there was a tie by then.
fn traffic_until_the_last_ships(seed: u64, swapped: bool) -> (Vec<(PeerIndex, Vec<u8>)>, bool) {
    let mut world = World::new(&Plan::people(3).with_bots(&["greedy"]), seed, Weather::CALM);
    world.record_traffic = true;
    world.people_play = "random";
    world.corrupt(1, LastTwoSwapped(swapped));
    world.idle.insert(2);
    let locks = |world: &World| {
        let state = world.nodes[1].peer().state();
        let locked = matches!(state.game().turn(), Turn::Seal { locked, .. } if locked.contains(seat(1)));
        if locked { state.seat(seat(1)).expect("a seat").locks_in(state.game().decisions()) } else { 0 }
    };
    assert!(world.play_until(LONG, |world| locks(world) == 1));
    world.wish(1, Wish::Unlock(seat(1)));
    assert!(world.play_until(LONG, |world| locks(world) == 2), "it is locked again");
    world.idle.clear();
    let last = |bytes: &[u8]| match Frame::from_bytes(bytes) {
        Ok(Frame::Opening(opening)) => opening.body.slots[0].opened.slot.index() >= 4,
        _ => false,
    };
    let near = |world: &World| world.nodes.iter().any(|node| node.sent.iter().any(|(_, bytes)| last(bytes)));
    assert!(world.play_until(LONG, near), "cards are turned up at last");
    let tie = world.nodes[0].peer().state().game().decisions() > 1;
    let mut traffic = Vec::new();
    for node in &world.nodes[1..] {
        let to_host = node.sent.iter().filter(|(to, _)| *to == PeerIndex(0)).map(|(_, bytes)| bytes);
        traffic.extend(to_host.take_while(|bytes| !last(bytes)).map(|bytes| (node.index, bytes.clone())));
    }
    (traffic, tie)
}

#[test]
fn closed_slots_leave_no_trace_while_others_are_turned_up() {
    let mut ties = 0;
    for seed in 0..12 {
        let ((one, tie), (other, _)) =
            (traffic_until_the_last_ships(seed, false), traffic_until_the_last_ships(seed, true));
        let blanked = |traffic: &[(PeerIndex, Vec<u8>)]| {
            traffic.iter().map(|(from, bytes)| (*from, bytes.len(), blank(bytes))).collect::<Vec<_>>()
        };
        assert_eq!(blanked(&one), blanked(&other), "the same but for commitments, hashes and signatures: seed {seed}");
        assert_ne!(one, other, "the choices did differ: seed {seed}");
        ties += usize::from(tie);
    }
    assert!(ties > 0, "there was no tie in any of the games");
}
