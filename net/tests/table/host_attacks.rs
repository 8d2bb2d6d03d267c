//! Hosts that cheat. What they sign is proof against them; what they leave out is noticed; and in both cases another
//! takes over, and the game goes on.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Deaf, Digest};
use doubloons_net::hash::Hash;
use doubloons_net::table::bot_seat;
use doubloons_net::table::entry::{Acceptance, Content, Entry, EntryBody};
use doubloons_net::table::evidence::Offence;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_net::table::replication::{Consensus, Suffix};
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, InputBody, Lacking, Signed, SignedInput, Voice, VoteBody,
};
use doubloons_net::transcript::{BotFinding, Transcript, Verdict, verify_bots};
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

/// The host's own wish for a break, as an input that is always legal once.
pub(crate) fn own_pause(ledger: &Ledger, node: &Node) -> SignedInput {
    let last = ledger.state().member(node.index).expect("a member").last_sequence(Voice::Own);
    let body =
        InputBody { author: node.index, voice: Voice::Own, sequence: last + 1, head: ledger.head(), deed: Deed::Pause };
    Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[node.index.index()])
}

/// Writes something false into the log that it sends, once, to everybody.
struct FalseEntry<F> {
    forge: F,
    from: u64,
    forged: Rc<RefCell<Option<Entry>>>,
    tries: Tries,
}

impl<F: FnMut(&Node, &Entry) -> Option<Entry>> Mischief for FalseEntry<F> {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Append { epoch, order, decided, mut entries }) = frame else {
            return vec![(to, frame)];
        };
        let mut known = self.forged.borrow_mut();
        for entry in &mut entries {
            if known.is_none() && entry.body().index >= self.from {
                *known = (self.forge)(node, entry);
            }
            if let Some(forged) = known.as_ref().filter(|forged| forged.body().index == entry.body().index) {
                *entry = forged.clone();
                self.tries.set(self.tries.get() + 1);
            }
        }
        vec![(to, Frame::Consensus(Consensus::Append { epoch, order, decided, entries }))]
    }
}

/// A host that forges an entry is found guilty, another takes over, and the game comes to its end. A transcript with that
/// entry is worth nothing.
fn is_convicted(forge: impl FnMut(&Node, &Entry) -> Option<Entry> + Clone + 'static) {
    for people in [3, 4] {
        let (tries, forged) = (Tries::default(), Rc::default());
        let mut world = World::new(&Plan::people(people), 21, Weather::CALM);
        let mischief = FalseEntry { forge: forge.clone(), from: 12, forged: Rc::clone(&forged), tries: tries.clone() };
        world.corrupt(0, mischief);
        assert!(world.play(LONG), "{}", world.describe());
        assert!(tries.get() > 0, "the forgery was sent");
        world.check();
        assert_named(&world, 0, Offence::BadEntry);
        let mut log = log(&world);
        assert!(log.iter().any(|entry| entry.body().epoch.host != HOST), "another hosts");
        let forged = forged.take().expect("the forgery was sent");
        log.truncate(forged.body().index as usize - 1);
        log.push(forged);
        let place = log.len() as u64;
        let verdict = verdict_on(&world, log);
        assert!(matches!(verdict, Verdict::Invalid { entry, .. } if entry == place), "{verdict:?}");
    }
}

#[test]
fn a_host_that_forges_a_players_move_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Input(input) = entry.content() else { return None };
        let Deed::Act { turn, .. } = input.body.deed else { return None };
        if input.body.author == HOST {
            return None;
        }
        let ledger = ledger_at(node, entry.body().index - 1);
        let mut body = input.body.clone();
        // The shortest action there is: to end the move at once.
        body.deed = Deed::Act { turn, action: vec![1, 6] };
        let forged = Signed { body, signature: input.signature };
        Some(instead_of(entry, node, Content::Input(forged), ledger.state().game().digest()))
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
        Some(instead_of(entry, node, Content::Input(forged), entry.body().digest))
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
        Some(instead_of(entry, node, Content::Input(forged), ledger.state().game().digest()))
    });
}

#[test]
fn a_host_that_takes_somebodys_vote_away_is_proven_guilty() {
    is_convicted(|node, entry| {
        let accepted = Acceptance { epoch: entry.body().epoch, signatures: Vec::new() };
        let content = Content::Departed { accepted, votes: Vec::new() };
        Some(instead_of(entry, node, content, entry.body().digest))
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
        Some(instead_of(entry, node, Content::Input(old), ledger.state().game().digest()))
    });
}

#[test]
fn a_host_that_declares_a_present_player_absent_is_proven_guilty() {
    is_convicted(|node, entry| {
        let ledger = ledger_at(node, entry.body().index - 1);
        let peer = PeerIndex(2);
        let body = AbsenceBody { author: HOST, lacking: Lacking::Peer(peer), head: ledger.head() };
        let absence = Signed::new(body, node.agreed.charter.id(), &node.agreed.identities[0]);
        let content = Content::Away { peer, absences: vec![absence.clone(), absence] };
        Some(instead_of(entry, node, content, entry.body().digest))
    });
}

#[test]
fn a_host_that_steers_a_draw_with_a_link_of_its_own_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Chance { freeze, links } = entry.content() else { return None };
        let mut links = links.clone();
        links[0].1 = Hash([1; 32]);
        let content = Content::Chance { freeze: freeze.clone(), links };
        Some(instead_of(entry, node, content, entry.body().digest))
    });
}

#[test]
fn a_host_that_leaves_a_players_link_out_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Chance { freeze, links } = entry.content() else { return None };
        let content = Content::Chance { freeze: freeze.clone(), links: links[..links.len() - 1].to_vec() };
        Some(instead_of(entry, node, content, entry.body().digest))
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
        Some(instead_of(entry, node, content, entry.body().digest))
    });
}

#[test]
fn a_host_that_opens_without_everybodys_signature_is_proven_guilty() {
    is_convicted(|node, entry| {
        let Content::Openings { slot, freeze, openings, withheld } = entry.content() else { return None };
        let mut freeze = freeze.clone();
        freeze.0[1].1 = freeze.0[0].1;
        let content = Content::Openings { slot: *slot, freeze, openings: openings.clone(), withheld: withheld.clone() };
        Some(instead_of(entry, node, content, entry.body().digest))
    });
}

#[test]
fn a_host_that_gives_a_false_digest_is_proven_guilty() {
    is_convicted(|node, entry| Some(instead_of(entry, node, entry.content().clone(), Digest([7; 32]))));
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

/// Takes notice of what others send only when it is sent again, and of some later than of others.
struct Dawdler {
    arrivals: std::collections::BTreeMap<(PeerIndex, u32), u32>,
    delayed: Tries,
}

impl Mischief for Dawdler {
    fn receive(&mut self, _node: &Node, _from: PeerIndex, frame: Frame) -> Option<Frame> {
        let Frame::Input(input) = &frame else { return Some(frame) };
        let arrivals = self.arrivals.entry((input.body.author, input.body.sequence)).or_insert(0);
        *arrivals += 1;
        // Who came first is heard last.
        if *arrivals <= 3 - u32::from(input.body.author.0).min(2) {
            self.delayed.set(self.delayed.get() + 1);
            return None;
        }
        Some(frame)
    }
}

#[test]
fn a_host_that_delays_and_reorders_inputs_gains_nothing() {
    let delayed = Tries::default();
    let mut world = World::new(&Plan::people(3), 55, Weather::CALM);
    world.corrupt(0, Dawdler { arrivals: Default::default(), delayed: Rc::clone(&delayed) });
    assert!(world.play(LONG), "{}", world.describe());
    assert!(delayed.get() > 20, "{}", delayed.get());
    world.check();
    assert_eq!(world.convicted(), []);
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

#[test]
fn a_false_freeze_shows_no_card_and_no_link() {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(3), 61, Weather::CALM);
    world.record_traffic = true;
    world.corrupt(0, FalseFreeze { tries: Rc::clone(&tries) });
    world.separate(1, 2);
    world.play_until(Duration::from_secs(15), |_| false);
    assert!(tries.get() > 0);
    let shown =
        |(_, bytes): &(PeerIndex, Vec<u8>)| matches!(Frame::from_bytes(bytes), Ok(Frame::Opening(_) | Frame::Link(_)));
    assert!(!world.nodes[1].sent.iter().any(shown), "nothing is shown before everybody has signed");
    assert!(world.nodes[1].peer().waiting_for().contains(&PeerIndex(2)), "and it is said who is waited for");
}

/// Takes over on a log without the last entries.
struct Forgetful {
    tries: Tries,
}

impl Mischief for Forgetful {
    fn send(&mut self, _node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Adopt { epoch, order, decided, suffix, elected }) = &frame else {
            return vec![(to, frame)];
        };
        if epoch.number < 2 || suffix.keep < 4 {
            return vec![(to, frame)];
        }
        self.tries.set(self.tries.get() + 1);
        let suffix = Suffix { keep: suffix.keep - 3, entries: Vec::new() };
        let adopt =
            Consensus::Adopt { epoch: *epoch, order: *order, decided: *decided, suffix, elected: elected.clone() };
        vec![(to, Frame::Consensus(adopt))]
    }
}

#[test]
fn a_successor_that_drops_accepted_entries_is_not_followed() {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(4), 71, Weather::CALM);
    world.corrupt(1, Forgetful { tries: Rc::clone(&tries) });
    assert!(world.play_until(LONG, |world| world.nodes[2].peer().head().index >= 40));
    world.crash(0);
    assert!(world.play(LONG), "{}", world.describe());
    assert!(tries.get() > 0);
    world.check();
    let last = world.nodes[2].peer().entries(1).pop().expect("a log");
    assert_ne!(last.body().epoch.host, PeerIndex(1), "another hosts");
    let shunned = |notice: &Notice| *notice == Notice::Censored(PeerIndex(1));
    assert!(world.nodes[2].notices.iter().any(shunned), "its log was refused");
}

/// Begins an epoch of its own without having been voted for: that of the running one's number, or of a later one.
struct Usurper {
    later: u32,
    tries: Tries,
}

impl Mischief for Usurper {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let mut frames = vec![(to, frame)];
        let ledger = ledger_at(node, node.peer().head().index);
        let Some(running) = ledger.epoch().filter(|_| ledger.head().index > 20) else { return frames };
        let epoch = Epoch { number: running.number + self.later, host: node.index };
        let identity = &node.agreed.identities[node.index.index()];
        let vote = VoteBody { author: node.index, epoch, accepted: Some(running), head: ledger.head() };
        let votes = vec![Signed::new(vote, node.agreed.charter.id(), identity)];
        let body = EntryBody {
            game: node.agreed.charter.id(),
            epoch,
            index: ledger.head().index + 1,
            previous: ledger.head().hash,
            content: Content::Epoch(votes),
            digest: ledger.state().game().digest(),
        };
        let entry = Entry::sign(body, identity);
        let order = doubloons_net::table::replication::Order { session: 1, counter: 2 };
        let append = Consensus::Append { epoch, order, decided: 0, entries: vec![entry.clone()] };
        self.tries.set(self.tries.get() + 1);
        frames.push((to, Frame::Consensus(append)));
        frames.push((to, Frame::Entries(vec![entry])));
        frames
    }
}

#[test]
fn a_second_host_in_one_epoch_is_not_followed() {
    for later in [0, 1] {
        let tries = Tries::default();
        let mut world = World::new(&Plan::people(3), 81, Weather::CALM);
        world.corrupt(2, Usurper { later, tries: Rc::clone(&tries) });
        assert!(world.play(LONG), "{}", world.describe());
        assert!(tries.get() > 0);
        world.check();
        let log = log(&world);
        assert!(log.iter().all(|entry| entry.body().epoch.host != PeerIndex(2)), "it never hosts");
    }
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
