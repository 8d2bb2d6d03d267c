//! Voters who leave for good. A farewell is the last entry that its electorate decides on. Once a majority of it has
//! acknowledged that entry, nothing else can ever follow there; those who remain then go on with an instance of the
//! consensus library of their own, whose log begins after the farewell. So two electorates never decide on the same
//! entry, however few they have in common.

use std::collections::{BTreeMap, BTreeSet};

use doubloons_engine::contract::Deaf;

use super::{Entry, LogWrite, PeerIndex, Replica, Suffix, build};
use crate::identity::Signature;
use crate::table::entry::{Acceptance, Content};
use crate::table::ledger::{Check, Ledger};
use crate::table::state::Electorate;
use crate::table::statement::Epoch;

/// The most bytes of entries that are held until it is known that they lead to a departure: more than any game has.
const MAX_HELD: usize = 8 << 20;

/// Entries after those that are accepted for good, which this voter got from somebody who need not host, and the log with
/// them. Only what follows by the rules of the log is ever held.
#[derive(Debug)]
pub(super) struct Ahead {
    entries: Vec<Entry>,
    bytes: usize,
    log: Ledger,
}

impl Replica {
    /// Who votes on what comes next, as far as this peer knows.
    pub fn electorate(&self) -> Electorate {
        self.electorate
    }

    /// Whether this peer votes on what comes next.
    pub fn votes_here(&self) -> bool {
        self.electorate.contains(self.me)
    }

    /// The proof that a majority has accepted the farewell that is the last entry, if this peer has it.
    pub(super) fn settled(&self) -> Option<Acceptance> {
        let head = self.tip.head();
        let known = self.store.read(|durable| durable.departure.clone());
        known.filter(|(farewell, _)| *farewell == head).map(|(_, accepted)| accepted)
    }

    /// The acknowledgements of the last entry by a majority in one epoch.
    pub(super) fn acceptance(&self) -> Option<Acceptance> {
        let (head, state) = (self.tip.head(), self.tip.state());
        let mut epochs: BTreeMap<Epoch, Vec<(PeerIndex, Signature)>> = BTreeMap::new();
        for ack in self.acks.values().filter(|ack| ack.body.head == head && state.has_vote(ack.body.author)) {
            epochs.entry(ack.body.epoch).or_default().push((ack.body.author, ack.signature));
        }
        let many = |(epoch, signatures): &(Epoch, Vec<_>)| {
            Some(*epoch) >= self.tip.epoch() && signatures.len() >= state.electorate().majority()
        };
        let (epoch, signatures) = epochs.into_iter().find(many)?;
        Some(Acceptance { epoch, signatures })
    }

    /// Takes notice of whether a voter is gone: writes the proof down, and goes on with those who remain.
    pub(super) fn constitute(&mut self) {
        let electorate = self.known_electorate();
        if electorate == self.electorate {
            return;
        }
        self.electorate = electorate;
        self.votes = None;
        self.heartbeats = (0, BTreeSet::new());
        self.contentment.clear();
        self.promised.clear();
        self.unfinished.clear();
        self.outgoing.clear();
        let host = self.store.read(|durable| durable.promise).map(|epoch| epoch.host);
        self.consensus = None;
        self.store.begin_after(electorate.since());
        if electorate.is_only(self.me) {
            self.host_alone();
        } else if electorate.contains(self.me) {
            self.consensus = Some(build(electorate, self.me, self.store.clone()));
            let host = host.filter(|host| electorate.contains(*host)).or(electorate.voters().next());
            if host == Some(self.me) {
                self.stand_for_host();
            }
        }
        self.drain();
    }

    /// The electorate after the log as it is, and after the farewell at its end if that is accepted.
    pub(super) fn known_electorate(&self) -> Electorate {
        let (head, state) = (self.tip.head(), self.tip.state());
        let Some(gone) = state.departing() else { return state.electorate() };
        if self.settled().is_none() {
            let Some(accepted) = self.acceptance() else { return state.electorate() };
            self.store.write(LogWrite::Departure(head, accepted));
            if self.store.read(|durable| durable.decided) < head.index {
                self.store.write(LogWrite::Decided(head.index));
            }
        }
        state.electorate().without(gone, head.index)
    }

    /// Takes over from somebody's log what it has of farewells that this voter did not know of. They were accepted, so
    /// the log up to the last of them is there to stay, whoever shows it. Returns whether there was any.
    pub(super) fn take_departures(&mut self, suffix: &Suffix, candidate: &Ledger) -> bool {
        let since = candidate.state().electorate().since();
        let Ok(suffix) = self.beyond_decided(suffix.clone()) else { return false };
        let Some(place) = since.checked_sub(suffix.keep).filter(|_| since > self.electorate.since()) else {
            return false;
        };
        let (before, after) = suffix.entries.split_at(suffix.entries.len().min(place as usize));
        let Some(Content::Departed { accepted, .. }) = after.first().map(Entry::content) else { return false };
        self.store.write(LogWrite::Append { keep: suffix.keep, entries: before.to_vec() });
        let Some(farewell) = self.head_at(since) else { return false };
        self.store.write(LogWrite::Decided(since));
        self.store.write(LogWrite::Departure(farewell, accepted.clone()));
        self.adopt_own();
        self.constitute();
        true
    }

    /// Up to where this voter has entries of somebody who might have gone on without it.
    pub fn held_up_to(&self, from: PeerIndex) -> u64 {
        let decided = self.store.read(|durable| durable.decided);
        self.ahead.get(&from).map_or(decided, |ahead| ahead.log.head().index.max(decided))
    }

    /// Looks at entries that a voter has asked somebody for, who takes its log from the consensus alone: they tell whether
    /// the others went on after a farewell, and without this voter perhaps.
    pub fn hold(&mut self, from: PeerIndex, entries: &[Entry]) {
        let keep = self.store.read(|durable| durable.decided);
        let first = |ahead: &Ahead| ahead.entries.first().map(|first| first.body().index);
        let Some(mut ahead) = self.ahead.remove(&from).filter(|known| first(known) == Some(keep + 1)).or_else(|| {
            let log = self.candidate(&Suffix { keep, entries: Vec::new() }).ok()?;
            Some(Ahead { entries: Vec::new(), bytes: 0, log })
        }) else {
            return;
        };
        for entry in entries.iter().filter(|entry| entry.body().index > keep) {
            let again = ahead.entries.contains(entry);
            if again {
                continue;
            }
            ahead.bytes += entry.length();
            // What does not follow may be right and what is held lost with a host: it is asked for anew.
            if ahead.bytes > MAX_HELD || ahead.log.apply(entry, Check::Everything, &mut Deaf).is_err() {
                return;
            }
            ahead.entries.push(entry.clone());
            if let Content::Departed { .. } = entry.content() {
                let suffix = Suffix { keep, entries: ahead.entries };
                if self.take_departures(&suffix, &ahead.log) {
                    self.ahead.clear();
                }
                return;
            }
        }
        if !ahead.entries.is_empty() && self.charter.voters() > from.index() {
            self.ahead.insert(from, ahead);
        }
    }
}
