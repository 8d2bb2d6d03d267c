//! Attacks on sealed choices.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Slot, Turn};
use doubloons_net::table::entry::Content;
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::RECENT;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::seal::{Commitment, Lock, Opened};
use doubloons_net::table::state::{Presence, Refusal, Want};
use doubloons_net::table::statement::{Deed, OpenedUnder, OpeningBody, Signed, SignedInput, SignedOpening, Voice};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    A_WHILE, Count, LONG, Puppet, Sending, assert_named, assert_proven, assert_refused, assert_unblamed, has_entry,
    input, log, long_table_with_cheat, peer, said, seat, send_to_all, sign, table_with_cheat,
};
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

const CHEAT: usize = 2;
const VICTIM: usize = 1;

fn slot(index: usize) -> Slot {
    Slot::new(index).expect("a slot")
}

fn lays_open(world: &World, at: usize, wanted: Slot) -> bool {
    matches!(world.nodes[at].peer().state().want(), Want::Openings { slot, .. } if slot == wanted)
}

#[test]
fn opening_another_card_than_the_sealed_one_is_proven() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| {
        let Frame::Opening(opening) = frame else { return vec![(to, frame)] };
        let mut body = opening.body;
        body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
        done.up();
        vec![(to, Frame::Opening(sign(node, body)))]
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    let evidence = assert_proven(&mut world, CHEAT, Offence::FalseOpening);
    assert!(matches!(evidence, Evidence::FalseOpening(_)));
    assert!(count.get() > 0);
}

#[test]
fn a_false_opening_shown_to_somebody_who_does_not_host_is_proven_as_well() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Opening(opening) if done.up() == 1 => {
            let mut body = opening.body.clone();
            body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
            vec![(to, frame), (peer(VICTIM), Frame::Opening(sign(node, body)))]
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert_proven(&mut world, CHEAT, Offence::FalseOpening);
}

/// Everything that this computer has sent so far that turns something up.
fn shown(world: &World, from: usize) -> Vec<Frame> {
    let frames = world.nodes[from].sent.iter().filter_map(|(_, bytes)| Frame::from_bytes(bytes).ok());
    frames.filter(|frame| matches!(frame, Frame::Opening(_) | Frame::Link(_))).collect()
}

#[test]
fn a_false_opening_shown_long_after_the_table_went_on_is_still_proven() {
    let mut world = long_table_with_cheat(3, CHEAT, 2 * RECENT);
    // What is true proves nothing, however late it comes and whoever brings it.
    for (from, frame) in [0, VICTIM, CHEAT]
        .into_iter()
        .flat_map(|from| shown(&world, from).into_iter().map(move |frame| (from, frame)))
        .collect::<Vec<_>>()
    {
        send_to_all(&mut world, from, &frame);
    }
    world.play_until(Duration::from_secs(1), |_| false);
    assert_unblamed(&world);
    let first = shown(&world, CHEAT).into_iter().find_map(|frame| match frame {
        Frame::Opening(opening) => Some(opening.body),
        _ => None,
    });
    let mut body = first.expect("it has opened something");
    body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
    let lie = Frame::Opening(sign(&world.nodes[CHEAT], body));
    assert!(!world.nodes[VICTIM].peer().hosts());
    world.transmit(CHEAT, VICTIM, lie.to_bytes());
    assert_proven(&mut world, CHEAT, Offence::FalseOpening);
}

#[test]
fn a_cheat_at_a_table_of_two_is_found_out_though_nobody_is_left_to_go_on_with() {
    let mischief = Sending(|node: &Node, to, frame| {
        let Frame::Opening(opening) = frame else { return vec![(to, frame)] };
        let mut body = opening.body;
        body.slots[0].opened.choice[0] = (body.slots[0].opened.choice[0] + 1) % 7;
        vec![(to, Frame::Opening(sign(node, body)))]
    });
    let mut world = table_with_cheat(2, 1, mischief);
    assert!(world.play_until(A_WHILE, |world| !world.convicted().is_empty()));
    world.check();
    assert!(matches!(assert_named(&world, 1, Offence::FalseOpening), Evidence::FalseOpening(_)));
    let accepted = world.nodes[0].peer().accepted();
    world.play_until(A_WHILE, |_| false);
    assert_eq!(world.nodes[0].peer().accepted(), accepted, "one of two is no majority");
}

/// A lock, and the card that is there twice.
type Laid = (Lock, Vec<u8>);

/// Seals the same card in the first two slots of the first lock.
struct CardTwice {
    laid: Rc<RefCell<Option<Laid>>>,
    choices: Option<SealedBytes>,
}

impl CardTwice {
    fn opened(node: &Node, lock: Lock, choice: &[u8]) -> Opened {
        let (me, game) = (node.index.index(), node.agreed.charter.id());
        let nonce = node.agreed.secrets[me].nonce(game, lock, seat(me), slot(1));
        Opened { slot: slot(1), choice: choice.to_vec(), nonce }
    }
}

impl Mischief for CardTwice {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Input(SignedInput { body, .. }) = &frame else { return vec![(to, frame)] };
        let (Deed::Lock { lock, .. }, Some(choices)) = (&body.deed, &self.choices) else { return vec![(to, frame)] };
        let mut body = body.clone();
        let lock = *lock;
        let twice = choices.get(slot(0)).expect("a card").to_vec();
        if let Deed::Lock { commitments, .. } = &mut body.deed {
            commitments[1].1 =
                CardTwice::opened(node, lock, &twice).commitment(node.agreed.charter.id(), lock, seat(CHEAT));
        }
        *self.laid.borrow_mut() = Some((lock, twice));
        vec![(to, Frame::Input(sign(node, body)))]
    }

    fn wish(&mut self, _: &Node, wish: Wish) -> Option<Wish> {
        if let Wish::Seal(_, _, choices) = &wish
            && self.choices.is_none()
        {
            self.choices = Some(choices.clone());
        }
        Some(wish)
    }
}

#[test]
fn laying_a_card_twice_is_proven_when_it_is_turned_up() {
    let laid = Rc::new(RefCell::new(None));
    let mut world = table_with_cheat(3, CHEAT, CardTwice { laid: Rc::clone(&laid), choices: None });
    assert!(world.play_until(LONG, |world| lays_open(world, CHEAT, slot(1))), "the first card was fine");
    assert_unblamed(&world);
    let (lock, card) = laid.borrow().clone().expect("the mischief was done");
    let opened = CardTwice::opened(&world.nodes[CHEAT], lock, &card);
    let state = world.nodes[VICTIM].peer().state();
    let sealed = state.seat(seat(CHEAT)).and_then(|state| state.sealed(slot(1))).expect("a seal");
    assert_eq!(opened.commitment(state.charter().id(), lock, seat(CHEAT)), sealed.commitment, "it is what was sealed");
    assert!(state.game().check_opening(seat(CHEAT), slot(1), &card).is_err(), "but lies there already");
    let body = OpeningBody { author: peer(CHEAT), seat: seat(CHEAT), slots: vec![OpenedUnder { lock, opened }] };
    let opening = sign(&world.nodes[CHEAT], body);
    send_to_all(&mut world, CHEAT, &Frame::Opening(opening.clone()));
    let evidence = assert_proven(&mut world, CHEAT, Offence::FalseOpening);
    assert_eq!(evidence, Evidence::FalseOpening(Box::new(opening)));
}

/// Waits until somebody else has locked and locks with their commitments; never opens by itself.
fn copycat(copied: Count) -> impl Mischief {
    Sending(move |node: &Node, to, frame| match &frame {
        Frame::Input(SignedInput { body, .. }) => {
            let Deed::Lock { lock, .. } = body.deed else { return vec![(to, frame)] };
            let state = node.peer().state();
            let theirs = state.seat(seat(VICTIM)).expect("a seat");
            let copy = |slot: Slot| Some((slot, theirs.sealed(slot)?.commitment));
            let commitments: Vec<(Slot, Commitment)> = theirs.sealed_slots().iter().filter_map(copy).collect();
            if commitments.len() < 7 {
                return Vec::new();
            }
            copied.up();
            let body =
                doubloons_net::table::statement::InputBody { deed: Deed::Lock { lock, commitments }, ..body.clone() };
            vec![(to, Frame::Input(sign(node, body)))]
        }
        Frame::Opening(_) => Vec::new(),
        _ => vec![(to, frame)],
    })
}

/// The last opening of this slot that this computer has sent.
fn opening_of(world: &World, index: usize, wanted: Slot) -> Option<SignedOpening> {
    world.nodes[index].sent.iter().rev().find_map(|(_, bytes)| match Frame::from_bytes(bytes) {
        Ok(Frame::Opening(opening)) if opening.body.slots[0].opened.slot == wanted => Some(opening),
        _ => None,
    })
}

#[test]
fn copying_the_commitments_of_another_can_never_be_opened() {
    let copied = Count::default();
    let mut world = table_with_cheat(3, CHEAT, copycat(copied.clone()));
    world.record_traffic = true;
    assert!(world.play_until(LONG, |world| opening_of(world, VICTIM, slot(0)).is_some()));
    assert!(copied.get() > 0);
    let theirs = opening_of(&world, VICTIM, slot(0)).expect("sent").body;
    let body = OpeningBody { author: peer(CHEAT), seat: seat(CHEAT), slots: theirs.slots };
    let opening = sign(&world.nodes[CHEAT], body);
    send_to_all(&mut world, CHEAT, &Frame::Opening(opening));
    assert_proven(&mut world, CHEAT, Offence::FalseOpening);
}

#[test]
fn whoever_copies_commitments_and_opens_nothing_loses_the_round() {
    let copied = Count::default();
    let mut world = table_with_cheat(3, CHEAT, copycat(copied.clone()));
    assert!(world.play_until(LONG, |world| waits_for_card(world, slot(0))), "everybody sees for whom the table waits");
    let began = world.now;
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| withholds(content, CHEAT))));
    assert!(world.now - began < A_WHILE / 2, "not for long");
    assert!(copied.get() > 0);
    assert_unblamed(&world);
    assert!(world.nodes[0].peer().state().seat(seat(CHEAT)).expect("a seat").sealed_slots().is_empty());
}

#[test]
fn opening_the_slot_of_another_seat_is_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    world.record_traffic = true;
    for round in 0..4 {
        let wanted = slot(round);
        let shown = |world: &World| lays_open(world, 0, wanted) && opening_of(world, VICTIM, wanted).is_some();
        assert!(world.play_until(LONG, shown), "it can be sent before the card is in the log");
        let theirs = opening_of(&world, VICTIM, wanted).expect("sent").body;
        let stolen = OpeningBody { author: peer(CHEAT), ..theirs.clone() };
        let wrong = {
            let mut wrong = theirs.clone();
            wrong.slots[0].opened.choice[0] ^= 1;
            wrong
        };
        // In the victim's name, but with the cheat's key.
        let game = world.nodes[CHEAT].agreed.charter.id();
        let forged: SignedOpening = Signed::new(wrong, game, &world.nodes[CHEAT].agreed.identities[CHEAT]);
        let stolen = sign(&world.nodes[CHEAT], stolen);
        send_to_all(&mut world, CHEAT, &Frame::Opening(stolen));
        send_to_all(&mut world, CHEAT, &Frame::Opening(forged));
    }
    assert_refused(&mut world, |content| withholds(content, VICTIM) || withholds(content, CHEAT));
}

/// Whether everybody sees that the table waits for the cheat's card in this slot.
fn waits_for_card(world: &World, wanted: Slot) -> bool {
    let waits = |node: &Node| node.peer().waiting_for() == [peer(CHEAT)];
    lays_open(world, 0, wanted) && world.honest().all(waits)
}

fn withholds(content: &Content, index: usize) -> bool {
    let Content::Openings { withheld, .. } = content else { return false };
    withheld.iter().any(|missing| missing.seat == seat(index))
}

#[test]
fn withholding_an_opening_costs_the_round_and_stops_nobody() {
    let count = Count::default();
    let dropped = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Opening(_) if node.peer().state().game().decisions() <= 1 => {
            dropped.up();
            Vec::new()
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert!(world.play_until(LONG, |world| waits_for_card(world, slot(0))), "everybody sees for whom the table waits");
    let began = world.now;
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| withholds(content, CHEAT))));
    assert!(world.now - began < A_WHILE / 2, "not for long");
    assert!(count.get() > 0);
    let state = world.nodes[0].peer().state();
    assert!(state.seat(seat(CHEAT)).expect("a seat").sealed_slots().is_empty(), "all its cards of the round are void");
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let voided = log(&world).iter().filter(|entry| withholds(entry.content(), CHEAT)).count();
    assert_eq!(voided, 1, "once a round");
    let absences = log(&world).iter().find_map(|entry| match entry.content() {
        Content::Openings { withheld, .. } if !withheld.is_empty() => Some(withheld[0].absences.clone()),
        _ => None,
    });
    let authors: Vec<PeerIndex> = absences.expect("a majority").iter().map(|absence| absence.body.author).collect();
    assert_eq!(authors, [peer(0), peer(1)], "a majority said so");
}

#[test]
fn withholding_an_opening_at_a_table_of_two_pauses_it_until_it_comes() {
    let holds_back = Rc::new(std::cell::Cell::new(true));
    let still = Rc::clone(&holds_back);
    let mischief = Sending(move |_: &Node, to, frame| match &frame {
        Frame::Opening(_) if still.get() => Vec::new(),
        _ => vec![(to, frame)],
    });
    let mut world = World::new(&Plan::people(2), 1, Weather::CALM);
    world.corrupt_quietly(1, mischief);
    assert!(world.play_until(LONG, |world| lays_open(world, 0, slot(0))));
    let head = world.nodes[0].peer().head();
    assert!(!world.play_until(10 * A_WHILE, |world| world.nodes[0].peer().head() != head), "nothing happens");
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(1)], "and everybody sees why");
    holds_back.set(false);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    assert!(!has_entry(&world, |content| withholds(content, 1)));
}

#[test]
fn locking_again_after_the_freeze_is_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    for index in 0..3 {
        assert!(world.play_until(LONG, |world| lays_open(world, CHEAT, slot(index))));
        let state = world.nodes[CHEAT].peer().state();
        let lock = Lock { decision: state.game().decisions(), count: 2 };
        let taken = state.seat(seat(VICTIM)).expect("a seat");
        let commitments = (0..7).map(slot).map(|slot| (slot, taken.sealed(slot).map(|sealed| sealed.commitment)));
        let commitments =
            commitments.map(|(slot, known)| (slot, known.unwrap_or(Commitment(doubloons_net::hash::Hash([7; 32])))));
        let relock = Deed::Lock { lock, commitments: commitments.collect() };
        let unlock = Deed::Unlock { decision: lock.decision };
        for (skip, deed) in [unlock, relock].into_iter().enumerate() {
            let skip = 100 * (index + 1) + skip;
            let input = input(&world.nodes[CHEAT], Voice::Seat(seat(CHEAT)), skip as u32, deed);
            send_to_all(&mut world, CHEAT, &Frame::Input(input));
        }
    }
    assert_refused(&mut world, |content| match content {
        Content::Input(input) => match &input.body.deed {
            Deed::Lock { lock, .. } => lock.count > 1,
            deed => matches!(deed, Deed::Unlock { .. }),
        },
        _ => false,
    });
}

#[test]
fn locking_too_often_is_proven_and_no_honest_program_does_it() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    world.idle.insert(0);
    let locked = |world: &World| match world.nodes[CHEAT].peer().state().game().turn() {
        Turn::Seal { locked, .. } => locked.contains(seat(CHEAT)),
        _ => false,
    };
    for count in 1..32 {
        assert!(world.play_until(A_WHILE, locked), "lock {count}");
        world.wish(CHEAT, Wish::Unlock(seat(CHEAT)));
        assert!(world.play_until(A_WHILE, |world| !locked(world)), "unlock {count}");
    }
    assert!(world.play_until(A_WHILE, locked), "the last lock");
    let now = world.now;
    let program = world.nodes[CHEAT].peer.as_mut().expect("it runs");
    let refused = program.wish(now, Wish::Unlock(seat(CHEAT)));
    assert!(matches!(refused, Err(Refusal::Illegal(_))), "an honest program refuses");
    assert_unblamed(&world);
    let decision = world.nodes[CHEAT].peer().state().game().decisions();
    let input = input(&world.nodes[CHEAT], Voice::Seat(seat(CHEAT)), 0, Deed::Unlock { decision });
    send_to_all(&mut world, CHEAT, &Frame::Input(input));
    assert!(world.play_until(A_WHILE, |world| !world.convicted().is_empty()));
    world.idle.clear();
    assert_proven(&mut world, CHEAT, Offence::IllegalInput);
    assert!(!said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Lock { lock, .. } if lock.count > 32)));
}

#[test]
fn showing_in_a_tie_without_turning_up_the_reserve_voids_the_round() {
    let count = Count::default();
    let cut = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Opening(opening) if opening.body.slots.len() > 1 => {
            let mut body = opening.body.clone();
            body.slots.truncate(1);
            cut.up();
            vec![(to, Frame::Opening(sign(node, body)))]
        }
        _ => vec![(to, frame)],
    });
    let mut world = World::new(&Plan::people(4), 2, Weather::CALM);
    world.people_play = "random";
    world.corrupt(CHEAT, mischief);
    let waits = |world: &World| {
        let asked = |slot: &Slot| waits_for_card(world, *slot);
        count.get() > 0 && (0..7).filter_map(Slot::new).any(|slot| asked(&slot))
    };
    assert!(
        world.play_until(LONG, waits),
        "there is a tie in which it shows, and everybody sees that it owes the rest"
    );
    let began = world.now;
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| withholds(content, CHEAT))));
    assert!(world.now - began < A_WHILE / 2, "not for long");
    let state = world.nodes[0].peer().state();
    assert!(state.seat(seat(CHEAT)).expect("a seat").sealed_slots().is_empty(), "all its cards of the round are void");
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let there = world.nodes[0].peer().state().member(peer(CHEAT)).expect("a member").presence();
    assert_eq!(there, Presence::Present);
}
