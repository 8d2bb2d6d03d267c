//! A peer at a running table, as a state machine: it is told the time and what happened, and says what to write down, to
//! send and to show. Every peer is the same program; whoever is elected puts the inputs into order as well.
//!
//! * `own`: the peer's secrets and words; `pool`: what it holds of others.
//! * `host`: what the host does; `member`: what everybody does; `vigil`: what is done about those who don't;
//!   `alone`: what can be done when too few are left.

mod alone;
mod host;
mod member;
mod occasion;
mod output;
mod own;
mod pool;
mod vigil;
mod wish;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::{AnyEvent, AnyView};
use doubloons_engine::contract::{Seat, Turn};

pub use occasion::Occasion;
pub use output::{Notice, Output, Question};
pub use vigil::Patience;
pub use wish::Wish;

use self::own::Own;
use self::pool::Pool;
use super::entry::{Content, Entry};
use super::evidence::Evidence;
use super::genesis::{Charter, PeerIndex};
use super::journal::{Memory, Record};
use super::ledger::EntryFault;
use super::limit::{CHAT_PACE, Limiter};
use super::replication::{self, Consensus, LogWrite, Replica, Suspicion, TICK_MILLISECONDS};
use super::seal::GameSecret;
use super::state::{Refusal, State};
use super::statement::{Deed, Epoch, Head, Signed, SignedAck, SignedStandIn, StandInBody, Voice};
use crate::identity::Identity;
use crate::wire::frame::{Fetch, Frame, MAX_ENTRIES};

/// How often a seat can be taken over by a bot in one game.
const MAX_TAKEOVERS: u32 = 256;

/// For how many rounds a host that is reached again may answer that it does not hear from a majority, before it is given
/// up. It knows better one round later, and says so when it is asked next.
const HOST_RECOVERS: u32 = 2;

fn is_move(frame: &Frame) -> bool {
    matches!(frame, Frame::Input(input) if matches!(input.body.deed, Deed::Act { .. }))
}

/// One peer.
pub struct Peer {
    me: PeerIndex,
    charter: Arc<Charter>,
    identity: Identity,
    own: Own,
    replica: Replica,
    pool: Pool,
    patience: Patience,
    began: Duration,
    now: Duration,
    ticked: Duration,
    watched: Duration,
    contacts: BTreeMap<PeerIndex, Contact>,
    /// Those who are proven to have cheated: nothing that they host is followed any more.
    banned: BTreeSet<PeerIndex>,
    /// The epoch whose host is given up for ignoring inputs.
    shunned: Option<Epoch>,
    /// The host that lately answered, but did not hear from a majority itself: in which round it said so first, and last.
    unsure_host: Option<(PeerIndex, u32, u32)>,
    left: bool,
    /// What was last seen of the log.
    seen: Seen,
    /// Since when the table waits for which decision of each seat.
    waiting_since: BTreeMap<Seat, (Occasion, Duration)>,
    /// What was last sent of the own openings and links, and when.
    shown: Option<(Head, Duration)>,
    spoken: Option<(Head, Duration)>,
    asked: BTreeMap<Seat, (bool, u32, u32)>,
    fetched: BTreeMap<PeerIndex, Duration>,
    /// Those who have not answered yet what they were last asked for.
    awaited: BTreeSet<PeerIndex>,
    /// As a learner: how many of the own last entries to ask for again.
    overlap: u64,
    records: Vec<Record>,
    sends: Vec<(PeerIndex, Frame)>,
    notices: Vec<Notice>,
    questions: Vec<Question>,
}

#[derive(Clone, Copy, Debug)]
struct Contact {
    connected: bool,
    heard: Duration,
    chat: Limiter,
    /// When it last got entries that it asked for: a short question has a long answer.
    answered: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Seen {
    head: Head,
    epoch: Option<Epoch>,
    accepted: u64,
    since: Duration,
}

impl std::fmt::Debug for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Peer({:?}, {:?})", self.me, self.replica)
    }
}

impl Peer {
    /// A peer with what its journal holds; nothing at the beginning of a game. What it wants done comes with the
    /// outputs of the first call.
    ///
    /// # Errors
    ///
    /// If the journal's log is not one of this game: the index of the first bad entry and what is wrong with it.
    pub fn new(
        charter: Arc<Charter>,
        me: PeerIndex,
        identity: Identity,
        secret: GameSecret,
        memory: Memory,
        patience: Patience,
        now: Duration,
    ) -> Result<Peer, (u64, EntryFault)> {
        let own = Own::new(me, charter.id(), charter.draft_id(), secret, &memory);
        let replica = Replica::new(Arc::clone(&charter), me, identity.clone(), memory.durable)?;
        let head = replica.tip().head();
        let records = own.leap().into_iter().collect();
        // Nothing is driven yet: what comes of it has to be written down, which begins with the first tick.
        Ok(Peer {
            me,
            identity,
            own,
            replica,
            pool: Pool::default(),
            patience,
            began: now,
            now,
            ticked: now,
            watched: now,
            contacts: BTreeMap::new(),
            banned: BTreeSet::new(),
            shunned: None,
            unsure_host: None,
            left: false,
            seen: Seen { head, epoch: None, accepted: 0, since: now },
            waiting_since: BTreeMap::new(),
            shown: None,
            spoken: None,
            asked: BTreeMap::new(),
            fetched: BTreeMap::new(),
            awaited: BTreeSet::new(),
            overlap: 0,
            records,
            sends: Vec::new(),
            notices: Vec::new(),
            questions: Vec::new(),
            charter,
        })
    }

    /// Which member this is.
    pub fn me(&self) -> PeerIndex {
        self.me
    }

    /// The table as this peer knows it, with entries that may still be lost.
    pub fn state(&self) -> &State {
        self.replica.tip().state()
    }

    /// The table as this peer knows it, to be looked at elsewhere.
    pub fn shared_state(&self) -> Arc<State> {
        self.replica.tip().shared_state()
    }

    /// How far this peer's log goes.
    pub fn head(&self) -> Head {
        self.replica.tip().head()
    }

    /// The head at this place of the log, if it goes so far.
    pub fn head_at(&self, index: u64) -> Option<Head> {
        self.replica.head_at(index)
    }

    /// How much of it is accepted.
    pub fn accepted(&self) -> u64 {
        self.seen.accepted
    }

    /// The entries of the log from this place on, counted from 1.
    pub fn entries(&self, from: u64) -> Vec<Entry> {
        self.replica.entries(from, usize::MAX)
    }

    /// The epoch that this peer follows, or hosts. Whoever has no vote, as those who watch, knows it from the log.
    pub fn epoch(&self) -> Option<Epoch> {
        self.replica.followed().or(self.replica.tip().epoch())
    }

    /// Whether this peer hosts now.
    pub fn hosts(&self) -> bool {
        self.replica.hosted().is_some()
    }

    /// What a seat of this peer sees, its own secrets included; `None` if another plays it.
    pub fn view(&self, seat: Seat) -> Option<AnyView> {
        let state = self.state().seat(seat).filter(|state| state.runner() == self.me)?;
        self.state().game().view(seat, &self.own.sealed(seat, state)).ok()
    }

    /// The consents to bots at the seats of those who are away, as far as they were heard and still matter.
    pub fn stand_ins(&self) -> impl Iterator<Item = StandInBody> {
        let state = self.state();
        let counts =
            |consent: &StandInBody| state.has_vote(consent.author) && consent.head.index >= state.left_at(consent.seat);
        self.pool.stand_ins().filter(counts)
    }

    /// How many statements of others this peer holds that are not in the log. It never is more than a few for each
    /// member, whatever they send.
    pub fn held(&self) -> usize {
        self.pool.len()
    }

    /// Time passes. To be called about every [`TICK_MILLISECONDS`].
    pub fn tick(&mut self, now: Duration) -> Vec<Output> {
        self.now = now;
        let tick = Duration::from_millis(TICK_MILLISECONDS);
        // After a standstill the past is not relived: nobody else waited for it either.
        self.ticked = self.ticked.max(now.saturating_sub(10 * tick));
        while self.ticked + tick <= now {
            self.ticked += tick;
            self.replica.tick();
        }
        self.keep_watch();
        self.drive(Vec::new())
    }

    /// There is a connection to this peer.
    pub fn connected(&mut self, now: Duration, peer: PeerIndex) -> Vec<Output> {
        self.now = now;
        let contact = self.contact(peer);
        contact.connected = true;
        contact.heard = now;
        self.replica.reconnected(peer);
        if let Some(ack) = self.replica.own_ack().cloned() {
            self.sends.push((peer, Frame::Ack(ack)));
        }
        let evidence = self.pool.evidence().cloned();
        self.sends.extend(evidence.map(|evidence| (peer, Frame::Evidence(evidence))));
        self.spoken = None;
        self.shown = None;
        self.drive(Vec::new())
    }

    /// The connection to this peer is gone.
    pub fn disconnected(&mut self, now: Duration, peer: PeerIndex) -> Vec<Output> {
        self.now = now;
        self.contact(peer).connected = false;
        self.drive(Vec::new())
    }

    /// Something arrived from this peer.
    pub fn receive(&mut self, now: Duration, from: PeerIndex, frame: Frame) -> Vec<Output> {
        self.now = now;
        self.contact(from).heard = now;
        let mut events = Vec::new();
        match frame {
            Frame::Consensus(message) => self.receive_consensus(from, message, &mut events),
            Frame::Input(input) if self.replica.tip().signed(&input) => {
                if let Some(proof) = self.pool.hold_input(now, input, self.replica.tip().state()) {
                    self.accuse(proof);
                }
            }
            Frame::Opening(opening) if self.replica.tip().signed(&opening) => {
                match self.state().judge_opening(&opening.body) {
                    Ok(_) => self.pool.hold_opening(now, opening),
                    // Whether it is false or only late, now or long ago, the log tells.
                    Err(_) => self.accuse(Evidence::FalseOpening(Box::new(opening))),
                }
            }
            Frame::Link(link) if self.replica.tip().signed(&link) => match self.state().judge_link(&link.body) {
                Ok(()) => self.pool.hold_link(now, link),
                Err(_) => self.accuse(Evidence::FalseLink(Box::new(link))),
            },
            Frame::Ack(ack) => self.receive_ack(from, &ack),
            Frame::Absence(absence) if self.replica.tip().signed(&absence) => {
                self.pool.hold_absence(absence, self.replica.tip());
            }
            Frame::StandIn(consent) if self.replica.tip().signed(&consent) => {
                self.pool.hold_stand_in(consent, self.replica.tip());
            }
            Frame::Evidence(evidence) => self.accuse(evidence),
            Frame::Fetch(Fetch { from: first }) => {
                let soon = self.patience.repeat / 4;
                let contact = self.contact(from);
                if contact.answered.is_none_or(|last| now >= last + soon) {
                    contact.answered = Some(now);
                    let entries = self.replica.entries(first, MAX_ENTRIES);
                    self.sends.push((from, Frame::Entries(entries)));
                }
            }
            Frame::Entries(entries) => self.receive_entries(from, entries, &mut events),
            Frame::Remark(remark) if self.contact(from).chat.allows(now) => {
                self.notices.push(Notice::Said(from, remark));
            }
            _ => {}
        }
        self.drive(events)
    }

    /// Somebody at this peer wants something. An error says why it can't be.
    pub fn wish(&mut self, now: Duration, wish: Wish) -> Result<Vec<Output>, Refusal> {
        self.now = now;
        if let Wish::Seal(seat, occasion, _) | Wish::Act(seat, occasion, _) = &wish {
            if *occasion != Occasion::now(self.state()) {
                return Err(Refusal::NotNow("another decision is asked for by now"));
            }
            self.asked.remove(seat);
        }
        match wish {
            Wish::Seal(seat, _, choices) => self.seal(seat, &choices)?,
            Wish::Unlock(seat) => {
                let decision = self.state().game().decisions();
                self.speak(Voice::Seat(seat), Deed::Unlock { decision })?;
            }
            Wish::Act(seat, _, action) => {
                let turn = self.state().turn_began();
                self.speak(Voice::Seat(seat), Deed::Act { turn, action })?;
            }
            Wish::Leave => {
                self.speak(Voice::Own, Deed::Leave)?;
                self.left = true;
            }
            Wish::Farewell => {
                self.speak(Voice::Own, Deed::Farewell)?;
                self.left = true;
            }
            Wish::Return => {
                self.left = false;
                self.speak(Voice::Own, Deed::Return)?;
            }
            Wish::Pause => self.speak(Voice::Own, Deed::Pause)?,
            Wish::Resume => self.speak(Voice::Own, Deed::Resume)?,
            Wish::StandIn(seat, level) => self.stand_in(seat, level)?,
            Wish::Agree(seat, runner) => self.agree(seat, runner)?,
            Wish::Admit(seat, guest, consent) => self.speak(Voice::Own, Deed::Admit { seat, guest, consent })?,
            Wish::Say(remark) => self.broadcast(&Frame::Remark(remark)),
        }
        Ok(self.drive(Vec::new()))
    }

    /// Signs how far the log goes, for everybody, and does what had to wait for that. It is a call of its own because a
    /// signature takes time, and nobody needs it before they have seen what happened: to be called soon after any other
    /// call, once what that wanted done first is done.
    pub fn acknowledge(&mut self, now: Duration) -> Vec<Output> {
        self.now = now;
        let mut events = Vec::new();
        while self.say_what_it_has() {
            self.settle(&mut events);
        }
        self.flush(events)
    }

    /// Whether the log went on since this peer last signed how far it goes.
    pub fn owes_acknowledgement(&self) -> bool {
        self.replica.owes_acknowledgement()
    }

    fn contact(&mut self, peer: PeerIndex) -> &mut Contact {
        let now = self.now;
        let unknown = Contact { connected: false, heard: now, chat: Limiter::new(CHAT_PACE), answered: None };
        self.contacts.entry(peer).or_insert(unknown)
    }

    fn broadcast(&mut self, frame: &Frame) {
        let others = (0..self.state().members().len() as u8).map(PeerIndex).filter(|peer| *peer != self.me);
        let others: Vec<PeerIndex> = others.collect();
        self.sends.extend(others.into_iter().map(|peer| (peer, frame.clone())));
    }

    /// Sends something to whoever hosts; keeps it if that is this peer.
    fn tell_host(&mut self, frame: &Frame) {
        if let Some(host) = self.host().filter(|host| *host != self.me) {
            self.sends.push((host, frame.clone()));
        }
    }

    /// Who hosts, as far as this peer knows.
    fn host(&self) -> Option<PeerIndex> {
        self.epoch().map(|epoch| epoch.host)
    }

    /// Whether somebody is the host, does not hear from a majority, and is given the time to: whoever reaches a host again is
    /// usually answered before it knows that it is reached itself. Without that, any short trouble between two would make
    /// the other one the host.
    fn may_recover(&mut self, from: PeerIndex, round: u32) -> bool {
        let hosts =
            |epoch: &Epoch| epoch.host == from && self.replica.tip().epoch().is_none_or(|begun| begun == *epoch);
        if !self.replica.followed().as_ref().is_some_and(hosts) {
            return false;
        }
        let first = match self.unsure_host {
            Some((host, first, last)) if host == from && round == last.wrapping_add(1) => first,
            _ => round,
        };
        self.unsure_host = Some((from, first, round));
        round.wrapping_sub(first) < HOST_RECOVERS
    }

    /// Of a host that was given up, only the vote still counts: it may take part in choosing another.
    fn receive_consensus(&mut self, from: PeerIndex, mut message: Consensus, events: &mut Vec<AnyEvent>) {
        let shunned = self.shunned.is_some_and(|epoch| epoch.host == from && self.replica.followed() == Some(epoch));
        let banned = self.banned.contains(&from);
        match &mut message {
            Consensus::HeartbeatReply { round, content, .. } => {
                *content = (*content || self.may_recover(from, *round)) && !shunned && !banned;
            }
            Consensus::Prepare { .. }
            | Consensus::Adopt { .. }
            | Consensus::Append { .. }
            | Consensus::Decide { .. }
                if banned =>
            {
                return;
            }
            _ => {}
        }
        match self.replica.receive(from, message, events) {
            Ok(()) | Err(Suspicion::Useless) => {}
            Err(Suspicion::Proven(evidence)) => self.accuse(evidence),
            Err(Suspicion::FalseSuccessor) => self.shun(),
        }
    }

    fn receive_ack(&mut self, from: PeerIndex, ack: &SignedAck) {
        if !self.replica.note_ack(ack) {
            return;
        }
        if self.hosts() {
            let others: Vec<PeerIndex> = self.state().present().collect();
            let others = others.into_iter().filter(|peer| ![self.me, from, ack.body.author].contains(peer));
            self.sends.extend(others.map(|peer| (peer, Frame::Ack(ack.clone()))));
        }
        let index = ack.body.head.index;
        let other = self
            .replica
            .entry(index)
            .is_some_and(|own| own.body().epoch == ack.body.epoch && own.head() != ack.body.head);
        let behind = index > self.replica.length() && self.is_learner();
        if other || behind {
            self.fetch(from, if other { index } else { self.replica.length() + 1 });
        }
    }

    /// Whether this peer has no vote: a guest who came later, or somebody who said farewell.
    fn is_learner(&self) -> bool {
        !self.replica.votes_here()
    }

    /// Asks for entries, not too often.
    fn fetch(&mut self, from: PeerIndex, first: u64) {
        let again = self.fetched.get(&from).is_none_or(|asked| self.now >= *asked + self.patience.repeat);
        if again {
            self.fetched.insert(from, self.now);
            self.awaited.insert(from);
            self.sends.push((from, Frame::Fetch(Fetch { from: first })));
        }
    }

    fn receive_entries(&mut self, from: PeerIndex, entries: Vec<Entry>, events: &mut Vec<AnyEvent>) {
        for entry in &entries {
            if let Some(own) = self.replica.entry(entry.body().index).filter(|own| own.hash() != entry.hash()) {
                self.accuse(Evidence::Fork(own.to_bytes(), entry.to_bytes()));
            }
        }
        if !self.is_learner() {
            // Only what was asked for is kept in mind.
            if self.awaited.remove(&from) {
                self.replica.hold(from, &entries);
            }
            return;
        }
        match self.replica.learn(&entries, events) {
            Ok(()) => self.overlap = 0,
            // The own last entries may have been lost with their host: look further back for common ground.
            Err(Suspicion::Useless) => self.overlap = (2 * self.overlap).clamp(4, MAX_ENTRIES as u64 / 2),
            Err(Suspicion::Proven(evidence)) => self.accuse(evidence),
            Err(Suspicion::FalseSuccessor) => {}
        }
    }

    /// Looks at evidence; if it convicts somebody, nothing that they host is followed any more, whatever else is known of
    /// them. What is new is held and passed on.
    fn accuse(&mut self, evidence: Evidence) {
        let proven = self.replica.tip().proves(&evidence);
        let Some(verdict) = proven.filter(|verdict| verdict.peer != self.me) else { return };
        self.banned.insert(verdict.peer);
        if let Evidence::Fork(one, _) = &evidence
            && let Ok(entry) = Entry::from_bytes(one)
        {
            self.replica.return_to_before(entry.body().index, entry.body().epoch);
        }
        let convicted = self.state().is_disqualified(verdict.peer);
        if !convicted && self.pool.hold_evidence(self.now, verdict, evidence.clone()) {
            self.notices.push(Notice::Cheated(verdict));
            self.broadcast(&Frame::Evidence(evidence));
        }
    }

    /// Does everything that can be done now, and says what is to be done outside.
    fn drive(&mut self, mut events: Vec<AnyEvent>) -> Vec<Output> {
        self.settle(&mut events);
        self.flush(events)
    }

    fn settle(&mut self, events: &mut Vec<AnyEvent>) {
        loop {
            self.note_log(events);
            if !self.do_as_host(events) && !self.do_as_member() {
                break;
            }
        }
    }

    /// Takes notice of what changed in the log.
    fn note_log(&mut self, events: &mut Vec<AnyEvent>) {
        let tip = self.replica.tip();
        let (head, epoch) = (tip.head(), self.epoch());
        if head != self.seen.head {
            if !tip.holds(self.seen.head) {
                self.notices.push(Notice::Rewound { head });
                self.asked.clear();
            }
            let fresh = self.replica.entries(self.seen.head.index.min(head.index) + 1, usize::MAX);
            for entry in fresh {
                if let Content::Input(input) = entry.content()
                    && let Some(proof) = self.pool.remember(input)
                {
                    self.accuse(proof);
                }
            }
            self.seen.head = head;
            self.seen.since = self.now;
            self.pool.tidy(self.replica.tip());
            if !events.is_empty() {
                self.notices.push(Notice::Happened { head, events: std::mem::take(events) });
            }
        }
        if epoch != self.seen.epoch {
            self.seen.epoch = epoch;
            self.spoken = None;
            self.shown = None;
            self.notices.extend(epoch.map(Notice::Hosted));
        }
        let accepted = self.replica.accepted();
        if accepted > self.seen.accepted {
            self.seen.accepted = accepted;
            self.notices.push(Notice::Accepted(accepted));
        }
    }

    fn flush(&mut self, events: Vec<AnyEvent>) -> Vec<Output> {
        let writes = self.replica.take_writes();
        if !writes.is_empty() {
            self.records.push(Record::Log(writes));
        }
        if !events.is_empty() {
            self.notices.push(Notice::Happened { head: self.head(), events });
        }
        let records = std::mem::take(&mut self.records);
        let messages = self.replica.take_outgoing();
        let sends = std::mem::take(&mut self.sends);
        let (ahead, messages, moves, sends) = if records.iter().all(Peer::may_be_late) {
            let (ahead, messages) = replication::ahead_of_the_journal(messages);
            let (moves, sends) = sends.into_iter().partition(|(_, frame)| is_move(frame));
            (ahead, messages, moves, sends)
        } else {
            (Vec::new(), messages, Vec::new(), sends)
        };
        let told = |notice: &Notice| !matches!(notice, Notice::Accepted(_));
        let (told, accepted): (Vec<Notice>, Vec<Notice>) =
            std::mem::take(&mut self.notices).into_iter().partition(told);
        let send = |(peer, frame)| Output::Send(peer, frame);
        let order = |(peer, message)| Output::Send(peer, Frame::Consensus(message));
        let mut outputs: Vec<Output> = ahead.into_iter().map(order).chain(moves.into_iter().map(send)).collect();
        outputs.extend(told.into_iter().map(Output::Notice));
        outputs.extend(records.into_iter().map(Output::Persist));
        outputs.extend(messages.into_iter().map(order).chain(sends.into_iter().map(send)));
        outputs.extend(accepted.into_iter().map(Output::Notice));
        outputs.extend(std::mem::take(&mut self.questions).into_iter().map(Output::Think));
        outputs
    }

    /// Whether what follows from a record may be sent before it is on the disk.
    fn may_be_late(record: &Record) -> bool {
        match record {
            Record::Log(writes) => writes.iter().all(LogWrite::may_be_late),
            // A move that is forgotten in a crash harms nobody: the next run leaps over its number, so that no other move
            // ever gets the same one.
            Record::Said(said) => matches!(said.deed, Deed::Act { .. }),
            Record::Sealed(_) | Record::Leapt(_) => false,
        }
    }

    /// Agrees that a peer runs a bot at the seat of somebody who is away.
    fn agree(&mut self, seat: Seat, runner: PeerIndex) -> Result<(), Refusal> {
        if !self.state().has_vote(self.me) {
            return Err(Refusal::NotNow("only those who began the game vote"));
        }
        let body = StandInBody { author: self.me, seat, runner, head: self.head() };
        let consent: SignedStandIn = Signed::new(body, self.charter.id(), &self.identity);
        self.pool.hold_stand_in(consent.clone(), self.replica.tip());
        self.broadcast(&Frame::StandIn(consent));
        Ok(())
    }

    /// Whether the game has ended.
    fn is_over(&self) -> bool {
        matches!(self.state().game().turn(), Turn::Over(_))
    }
}
