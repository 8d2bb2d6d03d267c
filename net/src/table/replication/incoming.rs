//! The gate: what comes from other voters reaches the consensus library only after everything about it was checked.

use std::sync::Arc;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::contract::{Deaf, EventSink};
use omnipaxos::messages::Message;
use omnipaxos::messages::ballot_leader_election::{BLEMessage, HeartbeatMsg, HeartbeatReply, HeartbeatRequest};
use omnipaxos::messages::sequence_paxos::{
    AcceptDecide, AcceptSync, Decide, NotAccepted, PaxosMessage, PaxosMsg, Prepare, PrepareReq, Promise,
};
use omnipaxos::util::{LogSync, SequenceNumber};

use super::ballot::{ballot_of, node_of};
use super::{CANDIDATE_TICKS, Consensus, LogWrite, MAX_EPOCH_LEAP, Order, Replica, Suffix, Suspicion};
use crate::identity::Signature;
use crate::table::entry::{Content, Entry};
use crate::table::evidence::Evidence;
use crate::table::genesis::PeerIndex;
use crate::table::ledger::{Check, Ledger, best_vote};
use crate::table::state::{Electorate, Rank};
use crate::table::statement::{AckBody, Epoch, Head, SignedVote, VoteBody};

impl Replica {
    /// Takes a message of another voter, after checking everything about it.
    pub fn receive(
        &mut self,
        from: PeerIndex,
        message: Consensus,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Suspicion> {
        if self.consensus.is_none() || from == self.me || !self.electorate.contains(from) {
            return Err(Suspicion::Useless);
        }
        let highest = self.followed().map_or(0, |epoch| epoch.number).saturating_add(MAX_EPOCH_LEAP);
        let voters = self.charter.voters();
        let possible = |epoch: Epoch| epoch.number <= highest && epoch.host.index() < voters;
        match message {
            Consensus::HeartbeatRequest { round } => {
                self.heartbeat(from, HeartbeatMsg::Request(HeartbeatRequest { round }));
            }
            Consensus::HeartbeatReply { round, own, follows, content } => {
                // One answer a round: several would count as several voters.
                let counts = round == self.heartbeats.0 && !self.heartbeats.1.contains(&from);
                if !counts || own.host != from || !possible(own) || !possible(follows) {
                    return Err(Suspicion::Useless);
                }
                self.heartbeats.1.insert(from);
                // Of the host itself it counts whether it answers and is not given up, not what it thinks of itself.
                let hosts = self.followed().is_some_and(|epoch| epoch.host == from);
                if !hosts {
                    self.contentment.insert(from, (round, content));
                }
                let happy = content && (hosts || !self.is_host_lost());
                let (ballot, leader) = (ballot_of(own), ballot_of(follows));
                self.heartbeat(from, HeartbeatMsg::Reply(HeartbeatReply { round, ballot, leader, happy }));
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
                self.take_promise(from, vote, decided, suffix, &elected)?;
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

    /// Whether a majority has lately said that it is not content with its host. Then there is no host that a majority
    /// follows, whoever claims to be content with one and does not host: nobody can keep the others from choosing another.
    fn is_host_lost(&self) -> bool {
        let lately = self.heartbeats.0.saturating_sub(1);
        let not_content = |(round, content): &&(u32, bool)| *round >= lately && !content;
        self.contentment.values().filter(not_content).count() >= self.electorate.majority()
    }

    fn heartbeat(&mut self, from: PeerIndex, msg: HeartbeatMsg) {
        self.hand(Message::BLE(BLEMessage { from: node_of(from), to: node_of(self.me), msg }));
    }

    pub(super) fn hand_over(&mut self, from: PeerIndex, msg: PaxosMsg<Entry>) {
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
        let rank = self.electorate.rank(accepted, head.index);
        let ahead = rank > self.electorate.rank(own_accepted, own_length);
        if ahead {
            let suffix = suffix.as_ref().ok_or(Suspicion::Useless)?;
            let candidate = self.candidate(suffix).map_err(|_| Suspicion::Useless)?;
            if candidate.head() != head {
                return Err(Suspicion::Useless);
            }
            if self.take_departures(suffix, &candidate) {
                return Ok(());
            }
            if !self.backed(accepted, elected, suffix) {
                return Err(Suspicion::Useless);
            }
        }
        let decided = decided.min(self.store.read(|durable| durable.decided));
        // Whoever still has less than what the electorate began with gets everything that is not accepted for good.
        let (accepted, length) = if rank == (accepted, head.index) { rank } else { (None, decided) };
        let log_sync = suffix.filter(|_| ahead).map(|suffix| log_sync(suffix.keep, suffix.entries));
        let promise = Promise {
            n: ballot_of(epoch),
            n_accepted: accepted.map(ballot_of).unwrap_or_default(),
            decided_idx: decided as usize,
            accepted_idx: length as usize,
            log_sync,
        };
        if let Some((_, votes)) = self.votes.as_mut().filter(|(voting, _)| *voting == epoch) {
            votes.entry(from).or_insert(vote);
        }
        self.hand_over(from, PaxosMsg::Promise(promise));
        self.adopt_own();
        self.constitute();
        Ok(())
    }

    /// Whether a log is really one of the epoch that it is said to be of: the epoch was voted for, and the log holds
    /// what those voters had. Otherwise a liar could make a short log look newer than a long one.
    fn backed(&self, accepted: Option<Epoch>, elected: &[SignedVote], suffix: &Suffix) -> bool {
        let Some(epoch) = accepted else { return true };
        let best = best_vote(&self.charter, self.electorate, epoch, elected, |_| true);
        best.is_some_and(|best| self.holds_best(self.electorate, epoch, best, elected, suffix))
    }

    /// Whether a log that ends with this suffix holds the best log that was known when the epoch began.
    fn holds_best(
        &self,
        electorate: Electorate,
        epoch: Epoch,
        best: Rank,
        elected: &[SignedVote],
        suffix: &Suffix,
    ) -> bool {
        let at = |index: u64| match index.checked_sub(suffix.keep + 1) {
            Some(place) => suffix.entries.get(place as usize).map(Entry::head),
            None => self.head_at(index),
        };
        let held = |vote: &SignedVote| {
            vote.body.epoch == epoch
                && electorate.rank_of(&vote.body) == best
                && (vote.body.head.index <= electorate.since() && electorate.since() > 0
                    || at(vote.body.head.index) == Some(vote.body.head))
        };
        elected.iter().any(held)
    }

    /// The log that ends with this suffix, checked; or the entry that is wrong.
    pub(super) fn candidate(&self, suffix: &Suffix) -> Result<Ledger, Option<Entry>> {
        let log = self.entries(1, usize::MAX);
        if suffix.keep > log.len() as u64 {
            return Err(None);
        }
        let keep = suffix.keep as usize;
        let known = self.tip.at(self.head_at(suffix.keep).ok_or(None)?);
        let mut ledger = match known.filter(Ledger::looks_back_far) {
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
        // Whoever knows that others decide after a farewell no longer follows those who decided before it.
        if self.electorate.since() > 0 && candidate.head().index <= self.electorate.since() {
            return Err(Suspicion::Useless);
        }
        // Once the epoch has begun in the log, its votes were judged there, by who had a vote at that time.
        let begun = candidate.epoch() == Some(epoch);
        let has_vote = |peer| begun || candidate.state().has_vote(peer);
        let electorate = candidate.state().electorate();
        let best = best_vote(&self.charter, electorate, epoch, &elected, has_vote);
        if !best.is_some_and(|best| self.holds_best(electorate, epoch, best, &elected, &suffix)) {
            // Those who remain after a farewell may have elected it: that shows when the epoch begins.
            let departing = candidate.state().departing().is_some();
            return Err(if departing { Suspicion::Useless } else { Suspicion::FalseSuccessor });
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
    pub(super) fn beyond_decided(&self, suffix: Suffix) -> Result<Suffix, Suspicion> {
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
        let mut told = Vec::new();
        for entry in &entries {
            if candidate.apply(entry, self.needed_check(entry), &mut told).is_err() {
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
            told.into_iter().for_each(|event| events.record(event));
            self.tip = candidate;
            self.constitute();
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
    pub(super) fn adopt_own(&mut self) {
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
    pub(super) fn settle_on(&mut self, candidate: Ledger, events: &mut impl EventSink<AnyEvent>) {
        if let Some(mut retold) = candidate.at(self.tip.head()).filter(|_| events.listening()) {
            for entry in self.entries(retold.head().index + 1, usize::MAX) {
                let retelling = retold.apply(&entry, Check::KnownGood, events);
                debug_assert!(retelling.is_ok(), "it was checked before");
            }
        }
        self.tip = candidate;
        self.constitute();
    }
}

fn log_sync(keep: u64, entries: Vec<Entry>) -> LogSync<Entry> {
    LogSync { decided_snapshot: None, suffix: entries, sync_idx: keep as usize, stopsign: None }
}

/// The library counts on from these numbers, and must never get to their end.
fn number(order: Order) -> SequenceNumber {
    let most = u64::MAX / 2;
    SequenceNumber { session: order.session.min(most), counter: order.counter.min(most) }
}
