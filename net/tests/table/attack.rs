//! What attacks have in common: how they are made, and how their class is asserted.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_engine::contract::Seat;
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::evidence::{Evidence, Offence, Verdict};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::state::Presence;
use doubloons_net::table::statement::{Deed, InputBody, Signed, SignedInput, Statement, Voice};
use doubloons_net::transcript::{self, ProvenFault, Transcript};
use doubloons_net::wire::frame::Frame;

use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

/// Longer than any game.
pub(crate) const LONG: Duration = Duration::from_secs(3 * 3600);

/// Longer than the table waits for anything that a program has to answer.
pub(crate) const A_WHILE: Duration = Duration::from_secs(60);

/// A modified program that sends something else than it should.
pub(crate) struct Sending<F>(pub(crate) F);

impl<F: FnMut(&Node, PeerIndex, Frame) -> Vec<(PeerIndex, Frame)>> Mischief for Sending<F> {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        (self.0)(node, to, frame)
    }
}

/// A program that only says what the test lets it say, besides what an honest one says.
pub(crate) struct Puppet;

impl Mischief for Puppet {}

/// How often something was done.
#[derive(Clone, Default)]
pub(crate) struct Count(Rc<Cell<u32>>);

impl Count {
    pub(crate) fn up(&self) -> u32 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }

    pub(crate) fn get(&self) -> u32 {
        self.0.get()
    }
}

/// A calm table of so many people, one of whom cheats.
pub(crate) fn table_with_cheat(people: usize, cheat: usize, mischief: impl Mischief + 'static) -> World {
    let mut world = World::new(&Plan::people(people), 1, Weather::CALM);
    world.corrupt_quietly(cheat, mischief);
    world
}

/// The same, with recorded traffic, when the log has got so far on all computers. The game is one of those that go on for
/// much longer.
pub(crate) fn long_table_with_cheat(people: usize, cheat: usize, entries: u64) -> World {
    let begun = |seed: u64| {
        let mut world = World::new(&Plan::people(people), seed, Weather::CALM);
        world.record_traffic = true;
        world.corrupt_quietly(cheat, Puppet);
        world
    };
    let is_long = |seed: &u64| {
        let mut world = begun(*seed);
        world.play(LONG) && log(&world).len() as u64 > entries + 60
    };
    let mut world = begun((1..50).find(is_long).expect("some game is long"));
    let there = |world: &World| world.nodes.iter().all(|node| node.peer().head().index > entries);
    assert!(world.play_until(LONG, there));
    world
}

pub(crate) fn peer(index: usize) -> PeerIndex {
    PeerIndex(index as u8)
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

/// Signs a statement with this computer's own key.
pub(crate) fn sign<T: Statement>(node: &Node, body: T) -> Signed<T> {
    let identity = &node.agreed.identities[node.index.index()];
    Signed::new(body, node.agreed.charter.id(), identity)
}

/// An input of this computer about its own head, under the next free number or a later one.
pub(crate) fn input(node: &Node, voice: Voice, skip: u32, deed: Deed) -> SignedInput {
    let peer = node.peer();
    let last = peer.state().member(node.index).map_or(0, |member| member.last_sequence(voice));
    sign(node, InputBody { author: node.index, voice, sequence: last + 1 + skip, head: peer.head(), deed })
}

/// Sends a frame from one computer to all others.
pub(crate) fn send_to_all(world: &mut World, from: usize, frame: &Frame) {
    (0..world.nodes.len()).for_each(|to| world.transmit(from, to, frame.to_bytes()));
}

/// The log, as the first honest peer has it.
pub(crate) fn log(world: &World) -> Vec<Entry> {
    world.honest().next().expect("somebody honest").peer().entries(1)
}

/// Whether there is such an entry in the log.
pub(crate) fn has_entry(world: &World, fits: impl Fn(&Content) -> bool) -> bool {
    log(world).iter().any(|entry| fits(entry.content()))
}

/// Whether this peer said such a thing, according to the log.
pub(crate) fn said(world: &World, author: PeerIndex, fits: impl Fn(&Deed) -> bool) -> bool {
    let mine = |input: &SignedInput| input.body.author == author && fits(&input.body.deed);
    has_entry(world, |content| match content {
        Content::Input(input) => mine(input),
        Content::StandIn { takeover, .. } => mine(takeover),
        _ => false,
    })
}

/// What the verifier says of a log of this game.
pub(crate) fn verdict_on(world: &World, entries: Vec<Entry>) -> transcript::Verdict {
    let charter = &world.nodes[0].agreed.charter;
    transcript::verify(&Transcript::new(charter, None, entries).expect("a known board")).verdict
}

/// The faults that the verifier names to somebody who has nothing but the transcript: where, who, what.
pub(crate) fn faults(world: &World) -> Vec<(u64, Verdict)> {
    let place = |fault: &ProvenFault| (fault.entry, Verdict { peer: fault.peer, offence: fault.offence });
    match verdict_on(world, log(world)) {
        transcript::Verdict::Valid => Vec::new(),
        transcript::Verdict::ValidWithFaults(faults) => faults.iter().map(place).collect(),
        transcript::Verdict::Invalid { entry, flaw } => panic!("entry {entry}: {flaw}"),
    }
}

/// Class (a): the fault is proven and in the log, with the one who did it and nobody else, and the others play on to
/// the end. Returns the evidence.
pub(crate) fn assert_proven(world: &mut World, cheat: usize, offence: Offence) -> Evidence {
    assert!(world.play(LONG), "the others play on to the end");
    world.check();
    assert_named(world, cheat, offence)
}

/// The verifier names this one, what they did, and the entry with the proof; nobody else is named. Returns the evidence.
pub(crate) fn assert_named(world: &World, cheat: usize, offence: Offence) -> Evidence {
    let faults = faults(world);
    let verdicts: Vec<Verdict> = faults.iter().map(|(_, verdict)| *verdict).collect();
    assert_eq!(verdicts, [Verdict { peer: peer(cheat), offence }], "the log says who did what");
    assert_eq!(world.convicted(), [(peer(cheat), offence)]);
    let place = faults[0].0;
    let Some(Content::Fault(evidence)) = log(world).get(place as usize - 1).map(|entry| entry.content().clone()) else {
        panic!("the fault is at entry {place}");
    };
    evidence
}

/// Class (b): it had no effect. The game goes on to its end with everybody, nobody is blamed, and nothing that fits is
/// in the log.
pub(crate) fn assert_refused(world: &mut World, in_log: impl Fn(&Content) -> bool) {
    assert!(world.play(LONG), "everybody plays on to the end");
    world.check();
    assert_unblamed(world);
    assert!(!has_entry(world, in_log), "it is not in the log");
    assert!(!has_entry(world, |content| matches!(content, Content::Away { .. })), "nobody was given up");
    let state = world.honest().next().expect("somebody honest").peer().state();
    assert!(state.members().iter().all(|member| member.presence() == Presence::Present), "everybody is there");
}

/// Nobody was convicted or accused.
pub(crate) fn assert_unblamed(world: &World) {
    assert_eq!(world.convicted(), []);
    assert_eq!(world.accused(), []);
    assert_eq!(faults(world), []);
}
