//! What attacks have in common: how they are made, and how their class is asserted.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Deaf, Seat};
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::evidence::{Evidence, Offence, Verdict};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::table::state::Presence;
use doubloons_net::table::statement::{Deed, InputBody, Signed, SignedInput, Statement, Voice};
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

/// The faults in the log, as somebody finds them who has nothing but the log: where, who, what.
pub(crate) fn faults(world: &World) -> Vec<(u64, Verdict)> {
    let mut ledger = Ledger::new(Arc::clone(&world.nodes[0].agreed.charter));
    let mut found = Vec::new();
    for entry in log(world) {
        if let Content::Fault(evidence) = entry.content() {
            let verdict = ledger.judge(evidence).expect("a fault in the log is proven");
            found.push((entry.body().index, verdict));
        }
        ledger.apply(&entry, Check::Everything, &mut Deaf).expect("a good log");
    }
    found
}

/// Class (a): the fault is proven and in the log, with the one who did it and nobody else, and the others play on to
/// the end. Returns the evidence.
pub(crate) fn assert_proven(world: &mut World, cheat: usize, offence: Offence) -> Evidence {
    assert!(world.play(LONG), "the others play on to the end");
    world.check();
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
