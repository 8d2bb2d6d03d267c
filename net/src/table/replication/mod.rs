//! One log on all voters' computers. The order of entries and the change of hosts are decided by `omnipaxos`, a library
//! that is made for computers that crash, not for computers that lie. So nothing reaches it from the network that was
//! not checked here first: the sender, the bounds, the votes, and every entry, by the same ledger that the verifier
//! uses.

mod ballot;
mod message;
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::contract::{Deaf, EventSink};
use omnipaxos::messages::Message;
use omnipaxos::messages::ballot_leader_election::{BLEMessage, HeartbeatMsg, HeartbeatReply, HeartbeatRequest};
use omnipaxos::messages::sequence_paxos::{
    AcceptDecide, AcceptSync, Accepted, Decide, NotAccepted, PaxosMessage, PaxosMsg, Prepare, PrepareReq, Promise,
};
use omnipaxos::util::{LogSync, SequenceNumber};
use omnipaxos::{ClusterConfig, OmniPaxos, OmniPaxosConfig, ServerConfig};

pub use message::{Consensus, Order, Suffix};
pub use store::{Durable, LogWrite};

use self::ballot::{CONFIGURATION, ballot_of, epoch_of, node_of, peer_of, priority_of};
use self::store::Store;
use super::entry::{Content, Entry};
use super::evidence::Evidence;
use super::genesis::{Charter, PeerIndex};
use super::ledger::{Check, EntryFault, Ledger, best_vote};
use super::statement::{AckBody, Epoch, Head, Signed, SignedAck, SignedVote, VoteBody};
use crate::identity::{Identity, Signature};

/// How often the library's clock ticks, in milliseconds.
pub const TICK_MILLISECONDS: u64 = 100;

/// After how many ticks without an answer a voter counts as silent.
const ELECTION_TICKS: u64 = 10;

/// After how many ticks a message of the change of hosts is repeated.
const RESEND_TICKS: u64 = 5;

/// How far the number of an epoch may be ahead of what is known: nobody can use the numbers up.
const MAX_EPOCH_LEAP: u32 = 1 << 10;

/// For how many ticks a voter promises a candidate no further epoch: whoever stands again and again and then does
/// nothing leaves the others time to play.
const CANDIDATE_TICKS: u64 = 100;

/// Something that arrived and can't be right.
#[derive(Clone, PartialEq, Debug)]
pub enum Suspicion {
    /// It came out of order, or is of no use: no blame.
    Useless,
    /// The sender, as host, signed a bad entry.
    Proven(Evidence),
    /// The sender wants to host on a log that drops what others have.
    FalseSuccessor,
}

/// The log on one voter's computer.
pub struct Replica {
    me: PeerIndex,
    charter: Arc<Charter>,
    identity: Identity,
    store: Store,
    consensus: Option<OmniPaxos<Entry, Store>>,
    tip: Ledger,
    /// The votes for the epoch that this voter would host.
    votes: Option<(Epoch, BTreeMap<PeerIndex, SignedVote>)>,
    /// This voter's last round of asking, and who has answered it.
    heartbeats: (u32, BTreeSet<PeerIndex>),
    outgoing: Vec<(PeerIndex, Consensus)>,
    /// How many ticks have passed, and in which one each candidate was last promised an epoch.
    ticks: u64,
    promised: BTreeMap<PeerIndex, u64>,
    /// The last acknowledgement of each member.
    acks: BTreeMap<PeerIndex, SignedAck>,
}

impl std::fmt::Debug for Replica {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Replica({:?}, {:?})", self.me, self.tip.head())
    }
}

impl Replica {
    /// The log with what a journal holds of it; a new journal holds nothing.
    ///
    /// # Errors
    ///
    /// If the journal's log is not a log of this game: the index of the first bad entry and what is wrong with it.
    pub fn new(
        charter: Arc<Charter>,
        me: PeerIndex,
        identity: Identity,
        durable: Durable,
    ) -> Result<Replica, (u64, EntryFault)> {
        let mut tip = Ledger::new(Arc::clone(&charter));
        for (index, entry) in (1..).zip(&durable.log) {
            tip.apply(entry, Check::Everything, &mut Deaf).map_err(|fault| (index, fault))?;
        }
        let store = Store::new(durable);
        let votes_here = charter.voters() > 1 && me.index() < charter.voters();
        let consensus = votes_here.then(|| build(&charter, me, store.clone()));
        let mut replica = Replica {
            me,
            identity,
            store,
            consensus,
            tip,
            votes: None,
            heartbeats: (0, BTreeSet::new()),
            outgoing: Vec::new(),
            ticks: 0,
            promised: BTreeMap::new(),
            acks: BTreeMap::new(),
            charter,
        };
        replica.begin();
        Ok(replica)
    }

    fn begin(&mut self) {
        let promised = self.store.read(|durable| durable.promise);
        if self.charter.voters() == 1 && self.me == PeerIndex::FIRST_HOST {
            let epoch = Epoch { number: promised.map_or(0, |epoch| epoch.number) + 1, host: self.me };
            self.host_alone(epoch);
        } else if promised.is_none() && self.me == PeerIndex::FIRST_HOST {
            self.stand_for_host();
        }
        self.drain();
    }

    /// With nobody else to vote, the only voter's own vote begins the epoch.
    fn host_alone(&mut self, epoch: Epoch) {
        let vote = self.own_vote(epoch);
        self.store.write(LogWrite::Promise(epoch));
        self.store.write(LogWrite::Elected(epoch, vec![vote]));
        self.store.write(LogWrite::Accepted(epoch));
    }

    /// The log after its last entry, accepted or not.
    pub fn tip(&self) -> &Ledger {
        &self.tip
    }

    /// How many entries the log has.
    pub fn length(&self) -> u64 {
        self.store.read(|durable| durable.log.len()) as u64
    }

    /// The entries from this place on, counted from 1, at most so many.
    pub fn entries(&self, from: u64, most: usize) -> Vec<Entry> {
        let start = from.saturating_sub(1) as usize;
        self.store.read(|durable| durable.log.iter().skip(start).take(most).cloned().collect())
    }

    /// The entry at this place, counted from 1.
    pub fn entry(&self, index: u64) -> Option<Entry> {
        self.store.read(|durable| durable.log.get(index.checked_sub(1)? as usize).cloned())
    }

    /// The log's head after so many entries.
    pub fn head_at(&self, index: u64) -> Option<Head> {
        if index == 0 {
            return Some(Head { index: 0, hash: self.charter.id().0 });
        }
        self.entry(index).map(|entry| entry.head())
    }

    /// The epoch that this voter follows.
    pub fn followed(&self) -> Option<Epoch> {
        self.store.read(|durable| durable.promise)
    }

    /// The epoch that this voter hosts now, if it does.
    pub fn hosted(&self) -> Option<Epoch> {
        let promised = self.followed().filter(|epoch| epoch.host == self.me)?;
        match &self.consensus {
            None => (self.charter.voters() == 1).then_some(promised),
            Some(consensus) => (consensus.get_current_leader() == Some((node_of(self.me), true))).then_some(promised),
        }
    }

    /// What has to be written down before anything is sent.
    pub fn take_writes(&mut self) -> Vec<LogWrite> {
        self.store.take_writes()
    }

    /// What is to be sent.
    pub fn take_outgoing(&mut self) -> Vec<(PeerIndex, Consensus)> {
        std::mem::take(&mut self.outgoing)
    }

    /// Lets a tick pass: [`TICK_MILLISECONDS`].
    pub fn tick(&mut self) {
        self.ticks += 1;
        if let Some(consensus) = &mut self.consensus {
            consensus.tick();
        }
        self.drain();
    }

    /// The connection to a voter was made anew: what was under way may be lost.
    pub fn reconnected(&mut self, peer: PeerIndex) {
        if let Some(consensus) = self.consensus.as_mut().filter(|_| peer.index() < self.charter.voters()) {
            consensus.reconnected(node_of(peer));
        }
        self.drain();
    }

    /// Asks to become the host.
    pub fn stand_for_host(&mut self) {
        if let Some(consensus) = &mut self.consensus {
            consensus.try_become_leader();
        }
        self.drain();
    }

    /// As the host, puts this content into the log. Says what is wrong with it if it can't be. The signatures in it
    /// were checked when they arrived.
    pub fn append(&mut self, content: Content, events: &mut impl EventSink<AnyEvent>) -> Result<Entry, EntryFault> {
        let epoch = self.hosted().ok_or(EntryFault::OtherEpoch)?;
        let entry = self.tip.compose(epoch, content, Check::KnownGood, &self.identity)?;
        self.tip.apply(&entry, Check::KnownGood, events)?;
        match &mut self.consensus {
            None => {
                let keep = self.length();
                self.store.write(LogWrite::Append { keep, entries: vec![entry.clone()] });
            }
            Some(consensus) => {
                let appended = consensus.append(entry.clone());
                debug_assert!(appended.is_ok(), "the voters never change");
            }
        }
        self.drain();
        Ok(entry)
    }

    /// As the host of an epoch that has not begun in the log: the votes that begin it.
    pub fn election(&self) -> Option<Vec<SignedVote>> {
        let epoch = self.hosted().filter(|epoch| self.tip.epoch() != Some(*epoch))?;
        self.store
            .read(|durable| durable.elected.clone())
            .filter(|(elected, _)| *elected == epoch)
            .map(|(_, votes)| votes)
    }

    /// A learner, who has no vote, takes entries that follow its log; or those of a later epoch that begins before its
    /// last ones, which were lost with their host.
    pub fn learn(&mut self, entries: &[Entry], events: &mut impl EventSink<AnyEvent>) -> Result<(), Suspicion> {
        if self.me.index() < self.charter.voters() {
            return Err(Suspicion::Useless);
        }
        let known = entries.iter().take_while(|entry| self.head_at(entry.body().index) == Some(entry.head())).count();
        let Some(first) = entries.get(known) else { return Ok(()) };
        let keep = first.body().index.saturating_sub(1);
        let follows =
            first.body().index >= 1 && self.head_at(keep).map(|head| head.hash) == Some(first.body().previous);
        let later = keep == self.length() || Some(first.body().epoch) > self.tip.epoch();
        if !follows || !later {
            return Err(Suspicion::Useless);
        }
        let suffix = Suffix { keep, entries: entries[known..].to_vec() };
        let candidate = self.candidate(&suffix).map_err(|bad| match bad {
            Some(entry) => Suspicion::Proven(Evidence::BadEntry(entry.to_bytes())),
            None => Suspicion::Useless,
        })?;
        self.store.write(LogWrite::Append { keep, entries: suffix.entries });
        self.settle_on(candidate, events);
        Ok(())
    }

    /// Goes back to before this place, if the log goes no further than the epoch whose host is proven to have shown
    /// different logs from there on: nobody can know which of them the others have.
    pub fn return_to_before(&mut self, index: u64, epoch: Epoch) {
        let keep = index.saturating_sub(1);
        if self.tip.epoch() != Some(epoch) || self.length() <= keep {
            return;
        }
        self.store.write(LogWrite::Append { keep, entries: Vec::new() });
        if self.store.read(|durable| durable.decided) > keep {
            self.store.write(LogWrite::Decided(keep));
        }
        self.consensus = self.consensus.take().map(|_| build(&self.charter, self.me, self.store.clone()));
        self.adopt_own();
        self.drain();
    }

    // Acknowledgements.

    /// Signs that this peer has the log as it is now. `None` while the log's epoch is not the one that it promised to
    /// follow: nothing older is acknowledged.
    pub fn acknowledge(&mut self) -> Option<SignedAck> {
        let epoch = self.tip.epoch().filter(|epoch| self.followed().is_none_or(|promised| promised == *epoch))?;
        let body = AckBody { author: self.me, epoch, head: self.tip.head() };
        let known = self.acks.get(&self.me).filter(|ack| ack.body == body);
        let ack = known.cloned().unwrap_or_else(|| Signed::new(body, self.charter.id(), &self.identity));
        self.acks.insert(self.me, ack.clone());
        Some(ack)
    }

    /// This peer's own last acknowledgement.
    pub fn own_ack(&self) -> Option<&SignedAck> {
        self.acks.get(&self.me)
    }

    /// The last acknowledgements of everybody.
    pub fn acks(&self) -> impl Iterator<Item = &SignedAck> {
        self.acks.values()
    }

    /// Notes an acknowledgement. Returns whether it is news and really signed by its author.
    pub fn note_ack(&mut self, ack: &SignedAck) -> bool {
        let body = &ack.body;
        let newer = |known: &SignedAck| (known.body.epoch, known.body.head.index) < (body.epoch, body.head.index);
        if self.acks.get(&body.author).is_some_and(|known| !newer(known)) || !self.tip.signed(ack) {
            return false;
        }
        self.acks.insert(body.author, ack.clone());
        self.count_ack(ack);
        true
    }

    /// As the host, lets the library count an acknowledgement of the own log.
    fn count_ack(&mut self, ack: &SignedAck) {
        let AckBody { author, epoch, head } = ack.body;
        if self.hosted() != Some(epoch) || author.index() >= self.charter.voters() || author == self.me {
            return;
        }
        if self.head_at(head.index) == Some(head) {
            let accepted = Accepted { n: ballot_of(epoch), accepted_idx: head.index as usize };
            self.hand_over(author, PaxosMsg::Accepted(accepted));
        }
    }

    /// How much of the log a majority of the voters has acknowledged in one epoch.
    pub fn accepted(&self) -> u64 {
        let Some(epoch) = self.tip.epoch() else { return 0 };
        let state = self.tip.state();
        let mine = |ack: &&SignedAck| {
            ack.body.epoch == epoch
                && state.has_vote(ack.body.author)
                && self.head_at(ack.body.head.index) == Some(ack.body.head)
        };
        let mut indices: Vec<u64> = self.acks.values().filter(mine).map(|ack| ack.body.head.index).collect();
        indices.sort_unstable_by(|one, other| other.cmp(one));
        indices.get(self.charter.majority() - 1).copied().unwrap_or(0)
    }

    /// Everybody's signatures over the log as it is now, if everybody present has given theirs.
    pub fn freeze(&self) -> Option<super::entry::Freeze> {
        let epoch = self.tip.epoch()?;
        let head = self.tip.head();
        if self.accepted() < head.index {
            return None;
        }
        let signature = |peer: PeerIndex| {
            let ack = self.acks.get(&peer).filter(|ack| ack.body.epoch == epoch && ack.body.head == head)?;
            Some((peer, ack.signature))
        };
        self.tip.state().present().map(signature).collect::<Option<Vec<_>>>().map(super::entry::Freeze)
    }

    /// The peers whose acknowledgement of the log as it is now is lacking.
    pub fn lacking_acks(&self) -> Vec<PeerIndex> {
        let (epoch, head) = (self.tip.epoch(), self.tip.head());
        let has = |peer: &PeerIndex| {
            self.acks.get(peer).is_some_and(|ack| Some(ack.body.epoch) == epoch && ack.body.head == head)
        };
        self.tip.state().present().filter(|peer| !has(peer)).collect()
    }

    // What comes from other voters.

    /// Takes a message of another voter, after checking everything about it.
    pub fn receive(
        &mut self,
        from: PeerIndex,
        message: Consensus,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Suspicion> {
        if self.consensus.is_none() || from == self.me || from.index() >= self.charter.voters() {
            return Err(Suspicion::Useless);
        }
        let highest = self.followed().map_or(0, |epoch| epoch.number).saturating_add(MAX_EPOCH_LEAP);
        let voters = self.charter.voters();
        let possible = |epoch: Epoch| epoch.number <= highest && epoch.host.index() < voters;
        match message {
            Consensus::HeartbeatRequest { round } => {
                self.heartbeat(from, HeartbeatMsg::Request(HeartbeatRequest { round }))
            }
            Consensus::HeartbeatReply { round, own, follows, content } => {
                // One answer a round: several would count as several voters.
                let counts = round == self.heartbeats.0 && !self.heartbeats.1.contains(&from);
                if !counts || own.host != from || !possible(own) || !possible(follows) {
                    return Err(Suspicion::Useless);
                }
                self.heartbeats.1.insert(from);
                let (ballot, leader) = (ballot_of(own), ballot_of(follows));
                self.heartbeat(from, HeartbeatMsg::Reply(HeartbeatReply { round, ballot, leader, happy: content }));
            }
            Consensus::PrepareRequest { promised } if possible(promised) => {
                self.hand_over(from, PaxosMsg::PrepareReq(PrepareReq { n: ballot_of(promised) }));
            }
            Consensus::Prepare { epoch, decided, accepted, length } => {
                let plausible = accepted.is_none_or(possible) && decided <= length;
                if epoch.host != from || !possible(epoch) || !plausible || self.tip.state().is_disqualified(from) {
                    return Err(Suspicion::Useless);
                }
                if self.followed().is_none_or(|followed| epoch > followed) {
                    let last = self.promised.get(&from);
                    if last.is_some_and(|last| self.ticks < last + CANDIDATE_TICKS) {
                        return Err(Suspicion::Useless);
                    }
                    self.promised.insert(from, self.ticks);
                }
                self.hand_over(
                    from,
                    PaxosMsg::Prepare(Prepare {
                        n: ballot_of(epoch),
                        decided_idx: decided as usize,
                        n_accepted: accepted.map(ballot_of).unwrap_or_default(),
                        accepted_idx: length as usize,
                    }),
                );
            }
            Consensus::Promise { vote, decided, suffix, elected } => {
                self.take_promise(from, vote, decided, suffix, &elected)?
            }
            Consensus::Adopt { epoch, order, decided, suffix, elected } if epoch.host == from => {
                return self.adopt(epoch, order, decided, suffix, elected, events);
            }
            Consensus::Append { epoch, order, decided, entries } if epoch.host == from => {
                return self.extend(epoch, order, decided, entries, events);
            }
            Consensus::Decide { epoch, order, decided } if epoch.host == from => {
                if !self.follow(epoch) {
                    return Err(Suspicion::Useless);
                }
                let decided_idx = decided.min(self.length()) as usize;
                self.hand_over(
                    from,
                    PaxosMsg::Decide(Decide { n: ballot_of(epoch), seq_num: number(order), decided_idx }),
                );
            }
            Consensus::Outdated { promised } if possible(promised) => {
                self.hand_over(from, PaxosMsg::NotAccepted(NotAccepted { n: ballot_of(promised) }));
            }
            _ => return Err(Suspicion::Useless),
        }
        Ok(())
    }

    fn heartbeat(&mut self, from: PeerIndex, msg: HeartbeatMsg) {
        self.hand(Message::BLE(BLEMessage { from: node_of(from), to: node_of(self.me), msg }));
    }

    fn hand_over(&mut self, from: PeerIndex, msg: PaxosMsg<Entry>) {
        self.hand(Message::SequencePaxos(PaxosMessage { from: node_of(from), to: node_of(self.me), msg }));
    }

    fn hand(&mut self, message: Message<Entry>) {
        if let Some(consensus) = &mut self.consensus {
            consensus.handle_incoming(message);
        }
        self.drain();
    }

    /// Whether this voter follows that epoch; if not, the sender or this voter learns of the later one.
    fn follow(&mut self, epoch: Epoch) -> bool {
        let promised = self.followed();
        if promised == Some(epoch) {
            return true;
        }
        match promised.filter(|promised| *promised > epoch) {
            Some(promised) => self.outgoing.push((epoch.host, Consensus::Outdated { promised })),
            None => self.reconnected(epoch.host),
        }
        false
    }

    fn take_promise(
        &mut self,
        from: PeerIndex,
        vote: SignedVote,
        decided: u64,
        suffix: Option<Suffix>,
        elected: &[SignedVote],
    ) -> Result<(), Suspicion> {
        let VoteBody { author, epoch, accepted, head } = vote.body;
        let candidate = self.followed() == Some(epoch) && epoch.host == self.me;
        if !candidate || author != from || !self.tip.signed(&vote) || !self.tip.state().has_vote(from) {
            return Err(Suspicion::Useless);
        }
        let (own_accepted, own_length) = self.store.read(|durable| (durable.accepted, durable.log.len() as u64));
        let ahead = (accepted, head.index) > (own_accepted, own_length);
        if ahead {
            let suffix = suffix.as_ref().ok_or(Suspicion::Useless)?;
            let candidate = self.candidate(suffix).map_err(|_| Suspicion::Useless)?;
            if candidate.head() != head || !self.backed(accepted, elected, suffix) {
                return Err(Suspicion::Useless);
            }
        }
        let log_sync = suffix.filter(|_| ahead).map(|suffix| log_sync(suffix.keep, suffix.entries));
        let promise = Promise {
            n: ballot_of(epoch),
            n_accepted: accepted.map(ballot_of).unwrap_or_default(),
            decided_idx: decided.min(self.store.read(|durable| durable.decided)) as usize,
            accepted_idx: head.index as usize,
            log_sync,
        };
        if let Some((_, votes)) = self.votes.as_mut().filter(|(voting, _)| *voting == epoch) {
            votes.entry(from).or_insert(vote);
        }
        self.hand_over(from, PaxosMsg::Promise(promise));
        self.adopt_own();
        Ok(())
    }

    /// Whether a log is really one of the epoch that it is said to be of: the epoch was voted for, and the log holds
    /// what those voters had. Otherwise a liar could make a short log look newer than a long one.
    fn backed(&self, accepted: Option<Epoch>, elected: &[SignedVote], suffix: &Suffix) -> bool {
        let Some(epoch) = accepted else { return true };
        let best = best_vote(&self.charter, epoch, elected, |_| true);
        best.is_some_and(|best| self.holds_best(epoch, best, elected, suffix))
    }

    /// Whether a log that ends with this suffix holds the best log that was known when the epoch began.
    fn holds_best(&self, epoch: Epoch, best: (Option<Epoch>, u64), elected: &[SignedVote], suffix: &Suffix) -> bool {
        let at = |index: u64| match index.checked_sub(suffix.keep + 1) {
            Some(place) => suffix.entries.get(place as usize).map(Entry::head),
            None => self.head_at(index),
        };
        let held = |vote: &SignedVote| {
            vote.body.epoch == epoch
                && (vote.body.accepted, vote.body.head.index) == best
                && at(vote.body.head.index) == Some(vote.body.head)
        };
        elected.iter().any(held)
    }

    /// The log that ends with this suffix, checked; or the entry that is wrong.
    fn candidate(&self, suffix: &Suffix) -> Result<Ledger, Option<Entry>> {
        let log = self.entries(1, usize::MAX);
        if suffix.keep > log.len() as u64 {
            return Err(None);
        }
        let keep = suffix.keep as usize;
        let mut ledger = match self.tip.at(self.head_at(suffix.keep).ok_or(None)?) {
            Some(ledger) => ledger,
            None => {
                let mut ledger = Ledger::new(Arc::clone(&self.charter));
                for entry in &log[..keep] {
                    ledger.apply(entry, Check::KnownGood, &mut Deaf).map_err(|_| None)?;
                }
                ledger
            }
        };
        for (place, entry) in (keep..).zip(&suffix.entries) {
            let known = log.get(place).is_some_and(|known| known == entry);
            let check = if known { Check::KnownGood } else { Check::Everything };
            ledger.apply(entry, check, &mut Deaf).map_err(|_| Some(entry.clone()))?;
        }
        Ok(ledger)
    }

    fn adopt(
        &mut self,
        epoch: Epoch,
        order: Order,
        decided: u64,
        suffix: Suffix,
        elected: Vec<SignedVote>,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Suspicion> {
        if !self.follow(epoch) {
            return Err(Suspicion::Useless);
        }
        if let Some(fork) = self.fork_in(&suffix) {
            return Err(Suspicion::Proven(fork));
        }
        if suffix.keep > self.length() {
            self.reconnected(epoch.host);
            return Err(Suspicion::Useless);
        }
        let suffix = self.beyond_decided(suffix)?;
        let candidate = match self.candidate(&suffix) {
            Ok(candidate) => candidate,
            Err(Some(entry)) if entry.body().epoch.host == epoch.host => {
                return Err(Suspicion::Proven(Evidence::BadEntry(entry.to_bytes())));
            }
            Err(_) => return Err(Suspicion::FalseSuccessor),
        };
        // Once the epoch has begun in the log, its votes were judged there, by who had a vote at that time.
        let begun = candidate.epoch() == Some(epoch);
        let has_vote = |peer| begun || candidate.state().has_vote(peer);
        let best = best_vote(&self.charter, epoch, &elected, has_vote);
        if !best.is_some_and(|best| self.holds_best(epoch, best, &elected, &suffix)) {
            return Err(Suspicion::FalseSuccessor);
        }
        let length = suffix.keep + suffix.entries.len() as u64;
        self.store.write(LogWrite::Elected(epoch, elected));
        let message = AcceptSync {
            n: ballot_of(epoch),
            seq_num: number(order),
            decided_idx: decided.min(length) as usize,
            log_sync: log_sync(suffix.keep, suffix.entries),
        };
        self.hand_over(epoch.host, PaxosMsg::AcceptSync(message));
        if self.head_at(candidate.head().index) == Some(candidate.head()) && self.length() == candidate.head().index {
            self.settle_on(candidate, events);
        }
        Ok(())
    }

    /// The proof that a host has signed another entry for a place in the log than the one that is known.
    fn fork_in(&self, suffix: &Suffix) -> Option<Evidence> {
        let forked = |entry: &&Entry| {
            let own = self.entry(entry.body().index);
            own.is_some_and(|own| own.body().epoch == entry.body().epoch && own.hash() != entry.hash())
        };
        let other = suffix.entries.iter().find(forked)?;
        let own = self.entry(other.body().index)?;
        Some(Evidence::Fork(own.to_bytes(), other.to_bytes()))
    }

    /// What of a suffix goes beyond the entries that are accepted for good. It may repeat those, but not change them.
    fn beyond_decided(&self, suffix: Suffix) -> Result<Suffix, Suspicion> {
        let decided = self.store.read(|durable| durable.decided);
        let Some(overlap) = decided.checked_sub(suffix.keep) else { return Ok(suffix) };
        let overlap = overlap as usize;
        if suffix.entries.len() < overlap || self.entries(suffix.keep + 1, overlap) != suffix.entries[..overlap] {
            return Err(Suspicion::FalseSuccessor);
        }
        Ok(Suffix { keep: decided, entries: suffix.entries[overlap..].to_vec() })
    }

    fn extend(
        &mut self,
        epoch: Epoch,
        order: Order,
        decided: u64,
        entries: Vec<Entry>,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Suspicion> {
        if !self.follow(epoch) {
            return Err(Suspicion::Useless);
        }
        let follows = entries.first().is_none_or(|first| {
            first.body().index == self.tip.head().index + 1 && first.body().previous == self.tip.head().hash
        });
        if !follows {
            self.reconnected(epoch.host);
            return Err(Suspicion::Useless);
        }
        let mut candidate = self.tip.clone();
        for entry in &entries {
            if candidate.apply(entry, self.needed_check(entry), &mut Deaf).is_err() {
                return Err(Suspicion::Proven(Evidence::BadEntry(entry.to_bytes())));
            }
        }
        let length = candidate.head().index;
        let message = AcceptDecide {
            n: ballot_of(epoch),
            seq_num: number(order),
            decided_idx: decided.min(length) as usize,
            entries,
        };
        self.hand_over(epoch.host, PaxosMsg::AcceptDecide(message));
        if self.length() == length {
            self.settle_on(candidate, events);
        }
        Ok(())
    }

    /// How much of a new entry has to be checked: signatures that have arrived by themselves were checked then.
    fn needed_check(&self, entry: &Entry) -> Check {
        let (Content::Openings { freeze, .. } | Content::Chance { freeze, .. }) = entry.content() else {
            return Check::Everything;
        };
        let body = entry.body();
        let head = Head { index: body.index.saturating_sub(1), hash: body.previous };
        let known = |(peer, signature): &(PeerIndex, Signature)| {
            let ack = AckBody { author: *peer, epoch: body.epoch, head };
            self.acks.get(peer).is_some_and(|known| known.body == ack && known.signature == *signature)
        };
        if freeze.0.iter().all(known) { Check::FreezeKnown } else { Check::Everything }
    }

    /// A candidate that has a majority of promises now has the best log of them.
    fn adopt_own(&mut self) {
        let length = self.length();
        if self.head_at(length) != Some(self.tip.head())
            && let Ok(candidate) = self.candidate_from_store()
        {
            self.tip = candidate;
        }
    }

    fn candidate_from_store(&self) -> Result<Ledger, Option<Entry>> {
        let mut ledger = Ledger::new(Arc::clone(&self.charter));
        for entry in self.entries(1, usize::MAX) {
            ledger.apply(&entry, Check::KnownGood, &mut Deaf).map_err(|_| Some(entry))?;
        }
        Ok(ledger)
    }

    /// The log is this one now. If it only grew, the events of the new entries are told.
    fn settle_on(&mut self, candidate: Ledger, events: &mut impl EventSink<AnyEvent>) {
        if let Some(mut retold) = candidate.at(self.tip.head()).filter(|_| events.listening()) {
            for entry in self.entries(retold.head().index + 1, usize::MAX) {
                let retelling = retold.apply(&entry, Check::KnownGood, events);
                debug_assert!(retelling.is_ok(), "it was checked before");
            }
        }
        self.tip = candidate;
    }

    fn own_vote(&self, epoch: Epoch) -> SignedVote {
        let (accepted, length) = self.store.read(|durable| (durable.accepted, durable.log.len() as u64));
        let head = self.head_at(length).unwrap_or(self.tip.head());
        Signed::new(VoteBody { author: self.me, epoch, accepted, head }, self.charter.id(), &self.identity)
    }

    /// Translates what the library wants to send.
    fn drain(&mut self) {
        let mut messages = Vec::new();
        if let Some(consensus) = &mut self.consensus {
            consensus.take_outgoing_messages(&mut messages);
        }
        self.note_election(&messages);
        for message in messages {
            let Some(to) = peer_of(message.get_receiver()) else { continue };
            if let Message::BLE(BLEMessage { msg: HeartbeatMsg::Request(HeartbeatRequest { round }), .. }) = &message
                && *round != self.heartbeats.0
            {
                self.heartbeats = (*round, BTreeSet::new());
            }
            let translated = match message {
                Message::BLE(BLEMessage { msg, .. }) => heartbeat(msg),
                Message::SequencePaxos(PaxosMessage { msg, .. }) => self.translate(msg),
            };
            self.outgoing.extend(translated.map(|message| (to, message)));
        }
    }

    /// Keeps the votes together when this voter asks to become the host, and the certificate once it is.
    fn note_election(&mut self, messages: &[Message<Entry>]) {
        let asked = messages.iter().find_map(|message| match message {
            Message::SequencePaxos(PaxosMessage { msg: PaxosMsg::Prepare(prepare), .. }) => epoch_of(prepare.n),
            _ => None,
        });
        if let Some(epoch) = asked.filter(|epoch| self.votes.as_ref().is_none_or(|(voting, _)| voting != epoch)) {
            self.votes = Some((epoch, BTreeMap::from([(self.me, self.own_vote(epoch))])));
        }
        let elected = self.store.read(|durable| durable.elected.as_ref().map(|(epoch, _)| *epoch));
        if let Some(hosted) = self.hosted().filter(|hosted| self.consensus.is_some() && elected != Some(*hosted))
            && let Some((_, votes)) = self.votes.as_ref().filter(|(voting, _)| *voting == hosted)
        {
            self.store.write(LogWrite::Elected(hosted, votes.values().cloned().collect()));
        }
    }

    fn translate(&self, message: PaxosMsg<Entry>) -> Option<Consensus> {
        let elected = |epoch: Epoch| {
            let votes = self.store.read(|durable| durable.elected.clone());
            votes.filter(|(known, _)| *known == epoch).map(|(_, votes)| votes).unwrap_or_default()
        };
        Some(match message {
            PaxosMsg::PrepareReq(PrepareReq { n }) => Consensus::PrepareRequest { promised: epoch_of(n)? },
            PaxosMsg::Prepare(prepare) => Consensus::Prepare {
                epoch: epoch_of(prepare.n)?,
                decided: prepare.decided_idx as u64,
                accepted: epoch_of(prepare.n_accepted),
                length: prepare.accepted_idx as u64,
            },
            PaxosMsg::Promise(promise) => Consensus::Promise {
                vote: self.own_vote(epoch_of(promise.n)?),
                decided: promise.decided_idx as u64,
                suffix: promise.log_sync.map(suffix),
                elected: epoch_of(promise.n_accepted).map(elected).unwrap_or_default(),
            },
            PaxosMsg::AcceptSync(sync) => {
                let epoch = epoch_of(sync.n)?;
                Consensus::Adopt {
                    epoch,
                    order: order(sync.seq_num),
                    decided: sync.decided_idx as u64,
                    suffix: suffix(sync.log_sync),
                    elected: elected(epoch),
                }
            }
            PaxosMsg::AcceptDecide(accept) => Consensus::Append {
                epoch: epoch_of(accept.n)?,
                order: order(accept.seq_num),
                decided: accept.decided_idx as u64,
                entries: accept.entries,
            },
            PaxosMsg::Decide(decide) => Consensus::Decide {
                epoch: epoch_of(decide.n)?,
                order: order(decide.seq_num),
                decided: decide.decided_idx as u64,
            },
            PaxosMsg::NotAccepted(NotAccepted { n }) => Consensus::Outdated { promised: epoch_of(n)? },
            // Acknowledgements are sent signed, to everybody; the others are never used.
            PaxosMsg::Accepted(_)
            | PaxosMsg::ProposalForward(_)
            | PaxosMsg::Compaction(_)
            | PaxosMsg::AcceptStopSign(_)
            | PaxosMsg::ForwardStopSign(_) => return None,
        })
    }
}

fn build(charter: &Charter, me: PeerIndex, store: Store) -> OmniPaxos<Entry, Store> {
    let nodes = (0..charter.voters() as u8).map(|index| node_of(PeerIndex(index))).collect();
    let configuration = OmniPaxosConfig {
        cluster_config: ClusterConfig { configuration_id: CONFIGURATION, nodes, flexible_quorum: None },
        server_config: ServerConfig {
            pid: node_of(me),
            election_tick_timeout: ELECTION_TICKS,
            resend_message_tick_timeout: RESEND_TICKS,
            leader_priority: priority_of(me),
            ..ServerConfig::default()
        },
    };
    configuration.build(store).expect("a charter has distinct members, and this peer is one of them")
}

fn heartbeat(message: HeartbeatMsg) -> Option<Consensus> {
    Some(match message {
        HeartbeatMsg::Request(HeartbeatRequest { round }) => Consensus::HeartbeatRequest { round },
        HeartbeatMsg::Reply(HeartbeatReply { round, ballot, leader, happy }) => {
            Consensus::HeartbeatReply { round, own: epoch_of(ballot)?, follows: epoch_of(leader)?, content: happy }
        }
    })
}

fn log_sync(keep: u64, entries: Vec<Entry>) -> LogSync<Entry> {
    LogSync { decided_snapshot: None, suffix: entries, sync_idx: keep as usize, stopsign: None }
}

fn suffix(sync: LogSync<Entry>) -> Suffix {
    Suffix { keep: sync.sync_idx as u64, entries: sync.suffix }
}

fn order(number: SequenceNumber) -> Order {
    Order { session: number.session, counter: number.counter }
}

fn number(order: Order) -> SequenceNumber {
    SequenceNumber { session: order.session, counter: order.counter }
}
