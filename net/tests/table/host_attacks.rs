//! Hosts that cheat. What they sign is proof against them; what they leave out is noticed; and in both cases another
//! takes over, and the game goes on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Deaf, Digest, Turn};
use doubloons_net::hash::Hash;
use doubloons_net::table::bot_seat;
use doubloons_net::table::entry::{Acceptance, Content, Entry, EntryBody, Freeze};
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::{Check, EntryFault, Ledger};
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_net::table::replication::{Consensus, Suffix};
use doubloons_net::table::state::{Refusal, Want};
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, InputBody, Lacking, Signed, SignedInput, Voice,
};
use doubloons_net::transcript::{BotFinding, Flaw, Transcript, Verdict, verify_bots};
use doubloons_net::wire::frame::Frame;

use crate::attack::{assert_named, assert_unblamed, log, verdict_on};
use crate::games::LONG;
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

pub(crate) const HOST: PeerIndex = PeerIndex(0);

/// How often something was tried.
pub(crate) type Tries = Rc<Cell<u32>>;

/// The log of a computer up to this entry.
pub(crate) fn ledger_at(node: &Node, index: u64) -> Ledger {
    let mut ledger = Ledger::new(Arc::clone(&node.agreed.charter));
    for entry in node.peer().entries(1).iter().take(index as usize) {
        ledger.apply(entry, Check::KnownGood, &mut Deaf).expect("its own log");
    }
    ledger
}

/// An entry in the place of another, signed by the host as if it were right.
pub(crate) fn instead_of(entry: &Entry, node: &Node, content: Content, digest: Digest) -> Entry {
    let body = EntryBody { content, digest, ..entry.body().clone() };
    Entry::sign(body, &node.agreed.identities[node.index.index()])
}

/// An entry in the place of another with this content, which is right in everything but the signatures of others.
fn signed_wrongly(entry: &Entry, node: &Node, content: Content) -> Option<Entry> {
    let (body, identity) = (entry.body(), &node.agreed.identities[node.index.index()]);
    ledger_at(node, body.index - 1).append(body.epoch, content, Check::KnownGood, identity, &mut Deaf).ok()
}

fn not_now(why: &'static str) -> EntryFault {
    EntryFault::Refused(Refusal::NotNow(why))
}

fn illegal(why: &str) -> EntryFault {
    EntryFault::Refused(Refusal::Illegal(why.to_owned()))
}

/// The host's own wish for a break, as an input that is always legal once.
pub(crate) fn own_pause(ledger: &Ledger, node: &Node) -> SignedInput {
    let last = ledger.state().member(node.index).expect("a member").last_sequence(Voice::Own);
    let body =
        InputBody { author: node.index, voice: Voice::Own, sequence: last + 1, head: ledger.head(), deed: Deed::Pause };
    Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[node.index.index()])
}

/// A false entry, and what is wrong with it.
type Forgery = (Entry, EntryFault);

/// Writes something false into the log that it sends, once, to everybody.
struct FalseEntry<F> {
    forge: F,
    from: u64,
    forged: Rc<RefCell<Option<Forgery>>>,
    tries: Tries,
}

impl<F: FnMut(&Node, &Entry) -> Option<Forgery>> Mischief for FalseEntry<F> {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Append { epoch, order, decided, mut entries }) = frame else {
            return vec![(to, frame)];
        };
        let mut known = self.forged.borrow_mut();
        for entry in &mut entries {
            if known.is_none() && entry.body().index >= self.from {
                *known = (self.forge)(node, entry);
            }
            if let Some((forged, _)) = known.as_ref().filter(|(forged, _)| forged.body().index == entry.body().index) {
                *entry = forged.clone();
                self.tries.set(self.tries.get() + 1);
            }
        }
        vec![(to, Frame::Consensus(Consensus::Append { epoch, order, decided, entries }))]
    }
}

/// A host that forges an entry is found guilty of it, another takes over, and the game comes to its end. A transcript with
/// that entry is worth nothing, for the reason that the forger names and no other.
fn is_convicted(forge: impl FnMut(&Node, &Entry) -> Option<Forgery> + Clone + 'static) {
    for people in [3, 4] {
        let (tries, forged) = (Tries::default(), Rc::default());
        let mut world = World::new(&Plan::people(people), 21, Weather::CALM);
        let mischief = FalseEntry { forge: forge.clone(), from: 12, forged: Rc::clone(&forged), tries: tries.clone() };
        world.corrupt(0, mischief);
        assert!(world.play(LONG), "{}", world.describe());
        assert!(tries.get() > 0, "the forgery was sent");
        world.check();
        let evidence = assert_named(&world, 0, Offence::BadEntry);
        let mut log = log(&world);
        assert!(log.iter().any(|entry| entry.body().epoch.host != HOST), "another hosts");
        let (forged, fault) = forged.take().expect("the forgery was sent");
        assert_eq!(evidence, Evidence::BadEntry(forged.to_bytes()), "the forgery itself is the proof");
        let place = forged.body().index;
        log.truncate(place as usize - 1);
        log.push(forged);
        let expected = Verdict::Invalid { entry: place, flaw: Flaw::Entry(fault) };
        assert_eq!(verdict_on(&world, log), expected, "{people} people");
    }
}

#[test]
fn a_host_that_forges_a_players_move_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Input(input) = entry.content() else { return None };
        let Deed::Act { turn, action } = &input.body.deed else { return None };
        let Voice::Seat(seat) = input.body.voice else { return None };
        if input.body.author == HOST {
            return None;
        }
        let ledger = ledger_at(node, entry.body().index - 1);
        let view = ledger.state().game().view(seat, &SealedBytes::default()).ok()?;
        let other = |seed: u64| bot_seat::act("random", seed, &view).filter(|other| other != action);
        let action = (0..20).find_map(other)?;
        let body = InputBody { deed: Deed::Act { turn: *turn, action }, ..input.body.clone() };
        let forged = Content::Input(Signed { body, signature: input.signature });
        Some((signed_wrongly(entry, node, forged)?, EntryFault::FalseSignature(input.body.author)))
    });
}

#[test]
fn a_host_that_signs_in_a_players_name_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Input(input) = entry.content() else { return None };
        if input.body.author == HOST {
            return None;
        }
        let own_key = &node.agreed.identities[0];
        let forged = Signed::new(input.body.clone(), node.agreed.charter.id(), own_key);
        let forged = signed_wrongly(entry, node, Content::Input(forged))?;
        Some((forged, EntryFault::FalseSignature(input.body.author)))
    });
}

#[test]
fn a_host_that_says_farewell_for_somebody_is_proven_guilty() {
    is_convicted(|node, entry| {
        let ledger = ledger_at(node, entry.body().index - 1);
        let (author, voice) = (PeerIndex(1), Voice::Own);
        let last = ledger.state().member(author).expect("a member").last_sequence(voice);
        let body = InputBody { author, voice, sequence: last + 1, head: ledger.head(), deed: Deed::Farewell };
        let forged = Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[0]);
        Some((signed_wrongly(entry, node, Content::Input(forged))?, EntryFault::FalseSignature(author)))
    });
}

/// An entry in the place of another that takes the vote of somebody away who has not said farewell.
fn vote_taken_away(entry: &Entry, node: &Node, accepted: Acceptance) -> Entry {
    let epoch = entry.body().epoch;
    let epoch = Epoch { number: epoch.number + 1, ..epoch };
    let content = Content::Departed { accepted, votes: Vec::new() };
    let body = EntryBody { epoch, content, ..entry.body().clone() };
    Entry::sign(body, &node.agreed.identities[node.index.index()])
}

#[test]
fn a_host_that_takes_somebodys_vote_away_is_proven_guilty() {
    is_convicted(|node, entry| {
        let accepted = Acceptance { epoch: entry.body().epoch, signatures: Vec::new() };
        Some((vote_taken_away(entry, node, accepted), EntryFault::NotSettled))
    });
    // What everybody has signed before a card was turned up was no farewell.
    is_convicted(|node, entry| {
        let Content::Openings { freeze, .. } = entry.content() else { return None };
        let accepted = Acceptance { epoch: entry.body().epoch, signatures: freeze.0.clone() };
        Some((vote_taken_away(entry, node, accepted), not_now("no voter has said farewell")))
    });
}

#[test]
fn a_host_that_repeats_an_old_input_is_proven_guilty() {
    is_convicted(|node, entry| {
        let old = node.peer().entries(1).into_iter().find_map(|old| match old.content() {
            Content::Input(input) if input.body.author != HOST && old.body().index < entry.body().index => {
                Some(input.clone())
            }
            _ => None,
        })?;
        let ledger = ledger_at(node, entry.body().index - 1);
        let forged = instead_of(entry, node, Content::Input(old), ledger.state().game().digest());
        Some((forged, not_now("this was said already")))
    });
}

/// An entry that says that the third person is away, because these say so; the host signs for all of them.
fn declared_absent(entry: &Entry, node: &Node, authors: &[PeerIndex]) -> Entry {
    let ledger = ledger_at(node, entry.body().index - 1);
    let peer = PeerIndex(2);
    let absence = |author: &PeerIndex| {
        let body = AbsenceBody { author: *author, lacking: Lacking::Peer(peer), head: ledger.head() };
        Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[0])
    };
    let content = Content::Away { peer, absences: authors.iter().map(absence).collect() };
    instead_of(entry, node, content, entry.body().digest)
}

#[test]
fn a_host_that_declares_a_present_player_absent_is_proven_guilty() {
    // Alone; as if it were several; and in the names of everybody else.
    is_convicted(|node, entry| Some((declared_absent(entry, node, &[HOST]), EntryFault::NoMajority)));
    is_convicted(|node, entry| Some((declared_absent(entry, node, &[HOST; 3]), EntryFault::NoMajority)));
    is_convicted(|node, entry| {
        let others = node.peer().state().electorate().voters().filter(|peer| *peer != PeerIndex(2));
        Some((declared_absent(entry, node, &others.collect::<Vec<_>>()), EntryFault::NoMajority))
    });
}

#[test]
fn a_host_that_steers_a_draw_with_a_link_of_its_own_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Chance { freeze, links } = entry.content() else { return None };
        let mut links = links.clone();
        links[0].1 = Hash([1; 32]);
        let content = Content::Chance { freeze: freeze.clone(), links };
        Some((instead_of(entry, node, content, entry.body().digest), illegal("a link is not of its chain")))
    });
}

#[test]
fn a_host_that_leaves_a_players_link_out_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Chance { freeze, links } = entry.content() else { return None };
        let content = Content::Chance { freeze: freeze.clone(), links: links[..links.len() - 1].to_vec() };
        let fault = illegal("a draw needs the link of everybody who is there");
        Some((instead_of(entry, node, content, entry.body().digest), fault))
    });
}

#[test]
fn a_host_that_leaves_a_players_opening_out_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Openings { slot, freeze, openings, withheld } = entry.content() else { return None };
        let content = Content::Openings {
            slot: *slot,
            freeze: freeze.clone(),
            openings: openings[..openings.len() - 1].to_vec(),
            withheld: withheld.clone(),
        };
        let fault = illegal("every seat that is asked has to open, once");
        Some((instead_of(entry, node, content, entry.body().digest), fault))
    });
}

/// What a host makes of everybody's signatures when it does not have them all.
const FALSE_FREEZES: [fn(&mut Freeze); 2] = [
    |freeze| freeze.0[1].1 = freeze.0[0].1,
    |freeze| {
        freeze.0.remove(1);
    },
];

#[test]
fn a_host_that_opens_without_everybodys_signature_is_proven_guilty() {
    for falsify in FALSE_FREEZES {
        is_convicted(move |node, entry| {
            let Content::Openings { slot, freeze, openings, withheld } = entry.content() else { return None };
            let mut freeze = freeze.clone();
            falsify(&mut freeze);
            let (openings, withheld) = (openings.clone(), withheld.clone());
            let content = Content::Openings { slot: *slot, freeze, openings, withheld };
            Some((instead_of(entry, node, content, entry.body().digest), EntryFault::NotFrozen))
        });
    }
}

#[test]
fn a_host_that_draws_without_everybodys_signature_is_proven_guilty() {
    for falsify in FALSE_FREEZES {
        is_convicted(move |node, entry| {
            let Content::Chance { freeze, links } = entry.content() else { return None };
            let mut freeze = freeze.clone();
            falsify(&mut freeze);
            let content = Content::Chance { freeze, links: links.clone() };
            Some((instead_of(entry, node, content, entry.body().digest), EntryFault::NotFrozen))
        });
    }
}

#[test]
fn a_host_that_gives_a_false_digest_is_proven_guilty() {
    is_convicted(|node, entry| {
        let forged = instead_of(entry, node, entry.content().clone(), Digest([7; 32]));
        Some((forged, EntryFault::OtherDigest))
    });
}

/// Shows one peer another log than the others.
pub(crate) struct Forker {
    victim: PeerIndex,
    fork: Option<Entry>,
    pub(crate) tries: Tries,
}

impl Forker {
    pub(crate) fn new(victim: PeerIndex, tries: Tries) -> Forker {
        Forker { victim, fork: None, tries }
    }
}

impl Mischief for Forker {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Append { epoch, order, decided, mut entries }) = frame else {
            return vec![(to, frame)];
        };
        if to == self.victim && self.fork.is_none() && entries.iter().any(|entry| entry.body().index >= 20) {
            let first = entries[0].clone();
            let ledger = ledger_at(node, first.body().index - 1);
            let content = Content::Input(own_pause(&ledger, node));
            let fork = instead_of(&first, node, content, ledger.state().game().digest());
            entries = vec![fork.clone()];
            self.fork = Some(fork);
            self.tries.set(self.tries.get() + 1);
        }
        vec![(to, Frame::Consensus(Consensus::Append { epoch, order, decided, entries }))]
    }
}

#[test]
fn a_host_that_shows_two_logs_is_proven_guilty() {
    for people in [3, 4] {
        let tries = Tries::default();
        let mut world = World::new(&Plan::people(people), 31, Weather::CALM);
        world.corrupt(0, Forker::new(PeerIndex(2), Rc::clone(&tries)));
        assert!(world.play(LONG), "{}", world.describe());
        assert_eq!(tries.get(), 1);
        world.check_but_for_forks();
        assert_named(&world, 0, Offence::Fork);
    }
}

/// After a broken connection, tells another story of what happened before.
struct HistoryWriter {
    tries: Tries,
}

impl Mischief for HistoryWriter {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Adopt { epoch, order, decided, suffix, elected }) = &frame else {
            return vec![(to, frame)];
        };
        if to != PeerIndex(2) || suffix.keep < 10 {
            return vec![(to, frame)];
        }
        let ledger = ledger_at(node, suffix.keep - 1);
        let known = node.peer().entries(suffix.keep)[0].clone();
        let content = Content::Input(own_pause(&ledger, node));
        let rewritten = instead_of(&known, node, content, ledger.state().game().digest());
        self.tries.set(self.tries.get() + 1);
        let suffix = Suffix { keep: suffix.keep - 1, entries: vec![rewritten] };
        let adopt =
            Consensus::Adopt { epoch: *epoch, order: *order, decided: *decided, suffix, elected: elected.clone() };
        vec![(to, Frame::Consensus(adopt))]
    }
}

#[test]
fn a_host_that_rewrites_history_after_a_resume_is_proven_guilty() {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(3), 41, Weather::CALM);
    world.corrupt(0, HistoryWriter { tries: Rc::clone(&tries) });
    assert!(world.play_until(LONG, |world| world.nodes[2].peer().head().index >= 30));
    world.crash_and_restart(2, 1_500);
    assert!(world.play(LONG), "{}", world.describe());
    assert!(tries.get() > 0);
    world.check_but_for_forks();
    assert_named(&world, 0, Offence::Fork);
}

/// Acts as if nothing came from somebody.
struct Censor {
    victim: PeerIndex,
    dropped: Tries,
}

impl Mischief for Censor {
    fn receive(&mut self, node: &Node, _from: PeerIndex, frame: Frame) -> Option<Frame> {
        match &frame {
            Frame::Input(input) if input.body.author == self.victim && node.peer().hosts() => {
                self.dropped.set(self.dropped.get() + 1);
                None
            }
            _ => Some(frame),
        }
    }
}

#[test]
fn a_host_that_ignores_a_player_is_replaced() {
    for people in [3, 4] {
        let dropped = Tries::default();
        let mut world = World::new(&Plan::people(people), 51, Weather::CALM);
        world.corrupt(0, Censor { victim: PeerIndex(1), dropped: Rc::clone(&dropped) });
        let replaced =
            |world: &World| world.nodes[1].peer().entries(1).iter().any(|entry| entry.body().epoch.host != HOST);
        assert!(world.play_until(Duration::from_secs(30), replaced), "{}", world.describe());
        assert!(dropped.get() > 0);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
        assert_eq!(world.convicted(), [], "visible, but not provable");
        let censored = |notice: &Notice| *notice == Notice::Censored(HOST);
        assert!(world.nodes[1].notices.iter().any(censored) && world.nodes[2].notices.iter().any(censored));
    }
}

/// Acts as if somebody had never wished for a break, and lets the game go on.
struct Restless {
    victim: PeerIndex,
}

impl Mischief for Restless {
    fn receive(&mut self, node: &Node, _from: PeerIndex, frame: Frame) -> Option<Frame> {
        let breaks = |input: &SignedInput| input.body.author == self.victim && input.body.deed == Deed::Pause;
        let dropped = matches!(&frame, Frame::Input(input) if breaks(input)) && node.peer().hosts();
        (!dropped).then_some(frame)
    }
}

#[test]
fn a_host_that_ignores_a_wish_while_the_game_goes_on_is_replaced() {
    for people in [3, 4] {
        let mut world = World::new(&Plan::people(people), 57, Weather::CALM);
        world.corrupt(0, Restless { victim: PeerIndex(1) });
        assert!(world.play_until(LONG, |world| world.nodes[1].peer().state().game().decisions() >= 1));
        world.wish(1, Wish::Pause);
        let (began, before) = (world.now, world.nodes[1].peer().head().index);
        let paused = |world: &World| world.nodes[2].peer().state().paused_by() == Some(PeerIndex(1));
        assert!(world.play_until(Duration::from_secs(20), paused), "{}", world.describe());
        assert!(world.nodes[2].peer().head().index > before + 10, "the game went on for {:?}", world.now - began);
        world.wish(1, Wish::Resume);
        assert!(world.play(LONG), "{}", world.describe());
        world.check();
        assert_unblamed(&world);
        let censored = |notice: &Notice| *notice == Notice::Censored(HOST);
        assert!(world.nodes[1].notices.iter().any(censored) && world.nodes[2].notices.iter().any(censored));
    }
}

/// The number of an input.
type Number = (PeerIndex, Voice, u32);

fn number(input: &SignedInput) -> Number {
    (input.body.author, input.body.voice, input.body.sequence)
}

/// Takes notice of what others send only when it is sent again, and of some later than of others; or at once.
struct Dawdler {
    dawdles: bool,
    arrivals: BTreeMap<Number, u32>,
    /// Everything that came, in the order in which it came first.
    order: Rc<RefCell<Vec<Number>>>,
    delayed: Tries,
}

impl Mischief for Dawdler {
    fn receive(&mut self, _node: &Node, _from: PeerIndex, frame: Frame) -> Option<Frame> {
        let Frame::Input(input) = &frame else { return Some(frame) };
        let arrivals = self.arrivals.entry(number(input)).or_insert(0);
        *arrivals += 1;
        if *arrivals == 1 {
            self.order.borrow_mut().push(number(input));
        }
        // Who came first is heard last.
        if self.dawdles && *arrivals <= 3 - u32::from(input.body.author.0).min(2) {
            self.delayed.set(self.delayed.get() + 1);
            return None;
        }
        Some(frame)
    }
}

/// How many inputs stand in the log before one that came earlier.
fn overtaken(world: &World, order: &[Number]) -> usize {
    let arrival = |content: &Content| match content {
        Content::Input(input) => order.iter().position(|known| *known == number(input)),
        _ => None,
    };
    let places: Vec<usize> = log(world).iter().filter_map(|entry| arrival(entry.content())).collect();
    places.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// A game with a host that dawdles or not; how often it did, and how many inputs were overtaken.
fn dawdling(dawdles: bool) -> (World, u32, usize) {
    let (delayed, order) = (Tries::default(), Rc::default());
    let mut world = World::new(&Plan::people(3), 55, Weather::CALM);
    let (arrivals, delays) = (BTreeMap::new(), Rc::clone(&delayed));
    world.corrupt(0, Dawdler { dawdles, arrivals, order: Rc::clone(&order), delayed: delays });
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    let overtaken = overtaken(&world, &order.borrow());
    (world, delayed.get(), overtaken)
}

#[test]
fn a_host_that_delays_and_reorders_inputs_gains_nothing() {
    let (honest, never, in_order) = dawdling(false);
    assert_eq!((never, in_order), (0, 0), "an honest host takes what comes as it comes");
    let (world, delayed, overtaken) = dawdling(true);
    assert!(delayed > 20 && overtaken > 2, "{delayed} delayed, {overtaken} overtaken");
    assert_unblamed(&world);
    let log = log(&world);
    let held_against_somebody = |content: &Content| match content {
        Content::Away { .. } | Content::TimedOut { .. } | Content::LinkWithheld { .. } => true,
        Content::Openings { withheld, .. } => !withheld.is_empty(),
        _ => false,
    };
    assert!(!log.iter().any(|entry| held_against_somebody(entry.content())), "nobody loses anything by it");
    assert!(log.iter().all(|entry| entry.body().epoch.host == HOST), "nor is the host replaced");
    // Whatever it keeps back comes again every second; so a move takes that much longer, and no more.
    let moves = log.iter().filter(|entry| matches!(entry.content(), Content::Input(_))).count() as u32;
    let most = honest.now + moves * Duration::from_secs(1);
    assert!(world.now < most, "{:?} instead of {:?}, at most {most:?}", world.now, honest.now);
}

/// Pretends that everybody has the same log, to be shown cards early.
struct FalseFreeze {
    tries: Tries,
}

impl Mischief for FalseFreeze {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Ack(ack) = &frame else { return vec![(to, frame)] };
        if ack.body.author != HOST {
            return vec![];
        }
        self.tries.set(self.tries.get() + 1);
        let body = AckBody { author: PeerIndex(2), ..ack.body };
        let forged = Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[0]);
        vec![(to, frame), (to, Frame::Ack(forged))]
    }
}

/// Whether the second person has sent a card or a link.
fn shows(world: &World) -> bool {
    let shown =
        |(_, bytes): &(PeerIndex, Vec<u8>)| matches!(Frame::from_bytes(bytes), Ok(Frame::Opening(_) | Frame::Link(_)));
    world.nodes[1].sent.iter().any(shown)
}

/// From this moment on two of three lack each other's signatures, and the host gives them some of its own making. When
/// this is to be turned up, nobody does, until they reach each other again.
fn false_freeze(moment: impl Fn(&World) -> bool, wanted: impl Fn(&Want) -> bool) {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(3), 61, Weather::CALM);
    world.record_traffic = true;
    world.corrupt(0, FalseFreeze { tries: Rc::clone(&tries) });
    assert!(world.play_until(LONG, moment));
    world.separate(1, 2);
    world.nodes[1].sent.clear();
    let to_be_shown = |world: &World| {
        let has_come = |node: &Node| node.peer().head().index > 0 && wanted(&node.peer().state().want());
        world.nodes.iter().all(has_come)
    };
    assert!(world.play_until(Duration::from_secs(5), to_be_shown), "{}", world.describe());
    let (before, head) = (tries.get(), world.nodes[1].peer().head());
    world.play_until(Duration::from_secs(15), |_| false);
    assert!(tries.get() > before, "it pretends to have all signatures");
    assert_eq!(world.nodes[1].peer().head(), head, "the table waits");
    assert!(!shows(&world), "nothing is shown before everybody has signed");
    assert_eq!(world.nodes[1].peer().waiting_for(), [PeerIndex(2)], "and it is said who is waited for");
    world.heal();
    assert!(world.play_until(Duration::from_secs(5), shows), "it is shown as soon as everybody has");
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
}

#[test]
fn a_false_freeze_shows_no_card_and_no_link() {
    false_freeze(|_| true, |want| matches!(want, Want::Links { .. }));
    let sealing = |world: &World| matches!(world.nodes[1].peer().state().game().turn(), Turn::Seal { .. });
    false_freeze(sealing, |want| matches!(want, Want::Openings { .. }));
}

/// Decides for its bots, within the rules.
struct Meddler {
    tries: Tries,
}

impl Mischief for Meddler {
    fn wish(&mut self, node: &Node, wish: Wish) -> Option<Wish> {
        let (Wish::Seal(seat, occasion, _) | Wish::Act(seat, occasion, _)) = &wish else { return Some(wish) };
        let is_bot = node.peer().state().seat(*seat).is_some_and(|state| state.bot().is_some());
        let Some(view) = node.peer().view(*seat).filter(|_| is_bot && self.tries.get() == 0) else { return Some(wish) };
        let other =
            |seed: u64| bot_seat::answer("random", seed, *seat, *occasion, &view).filter(|other| *other != wish);
        let Some(other) = (0..20).find_map(other) else { return Some(wish) };
        self.tries.set(1);
        Some(other)
    }
}

#[test]
fn a_host_that_decides_for_its_bot_is_named_after_the_game() {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(3).with_bots(&["greedy"]), 91, Weather::CALM);
    world.corrupt(0, Meddler { tries: Rc::clone(&tries) });
    assert!(world.play(LONG), "{}", world.describe());
    assert_eq!(tries.get(), 1);
    world.check();
    assert_unblamed(&world);
    let transcript = Transcript::new(&world.nodes[0].agreed.charter, None, log(&world)).expect("a known board");
    let checks = verify_bots(&transcript).expect("it is valid");
    let tampered = |check: &&doubloons_net::transcript::BotCheck| matches!(check.finding, BotFinding::Differs { .. });
    assert_eq!(checks.iter().filter(tampered).map(|check| check.runner).collect::<Vec<_>>(), [HOST]);
}
