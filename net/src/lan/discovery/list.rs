//! The list of tables as a pure machine: what was heard and answered goes in, with the time; what to ask comes out.
//!
//! A table is on the list from the moment it is announced. From its first answer on only answers keep it there, so that
//! a host that was killed is gone within seconds, whatever its records promise. One that is announced and never answers
//! stays as long as it announces itself, marked as silent, so that its people learn that something is in the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use super::card::{Card, TableId, TableStage};
use super::inquiry::{Answer, InquiryFault};
use super::sighting::{Contact, Sighting};
use crate::identity::PublicKey;
use crate::lan::interfaces::is_link_local;

/// How often a table on the list is asked.
pub(super) const ASKED_EVERY: Duration = Duration::from_secs(1);

/// How often a table that was lost is asked whether it is back.
pub(super) const LOST_ASKED_EVERY: Duration = Duration::from_secs(2);

/// How long a table stays after its last answer, and how long an announced one may take for its first.
pub(super) const ANSWER_HOLDS: Duration = Duration::from_secs(4);

/// How long a table that never answers stays after its last announcement: longer than the network is ever left unasked,
/// with room for a lost packet.
pub(super) const ANNOUNCEMENT_HOLDS: Duration = Duration::from_secs(25);

/// How long a lost table is not forgotten.
pub(super) const LOST_KEPT: Duration = Duration::from_secs(60);

/// The most tables that are kept in mind. Whoever fills the list with inventions can't push out one that answers.
pub(super) const MAX_TABLES: usize = 64;

/// The most records that one table may have.
pub(super) const MAX_RECORDS: usize = 8;

/// The most addresses in one record.
pub(super) const MAX_ADDRESSES: usize = 8;

/// What makes a table the same table: its host and its id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TableKey {
    pub(super) host: PublicKey,
    pub(super) table: TableId,
}

impl TableKey {
    pub(super) fn of(card: &Card) -> TableKey {
        TableKey { host: card.key, table: card.table }
    }
}

/// A record of one name on one interface.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RecordName {
    pub(super) interface: u32,
    pub(super) instance: String,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A table announced itself: just now if it is fresh, else some time ago.
    Announced { record: RecordName, card: Card, addresses: Vec<SocketAddr>, fresh: bool },
    /// A record was taken back.
    Withdrawn { record: RecordName },
    /// An interface is gone.
    InterfaceGone { interface: u32 },
    /// A question was answered, or not.
    Replied { of: TableKey, reply: Result<Answer, InquiryFault> },
    /// Time has passed.
    Tick,
}

/// Something to ask. Every question must come back as [`Event::Replied`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) of: TableKey,
    pub(super) addresses: Vec<SocketAddr>,
}

/// All tables that are kept in mind.
#[derive(Default)]
pub(super) struct TableList {
    tables: BTreeMap<TableKey, Entry>,
}

struct Entry {
    card: Card,
    records: BTreeMap<RecordName, Vec<SocketAddr>>,
    /// The address that answered last.
    answered_at: Option<SocketAddr>,
    life: Life,
    /// The last announcement.
    heard: Instant,
    asking: Asking,
}

#[derive(Clone, Copy)]
enum Life {
    /// Announced, and never answered since.
    Unproven { since: Instant },
    /// Has answered with its key.
    Proven { answered: Instant, ping: Duration },
    /// Answered once and does so no more.
    Lost { since: Instant },
    /// Somebody without the announced key answered.
    Impostor { since: Instant },
}

#[derive(Clone, Copy)]
enum Asking {
    /// Not before this.
    Next(Instant),
    /// A question is on its way since then; `again` if it has news to catch up with.
    Asked { at: Instant, again: bool },
}

impl TableList {
    /// Takes in what happened and says what to ask now.
    #[must_use]
    pub(super) fn handle(&mut self, now: Instant, event: Event) -> Vec<Question> {
        match event {
            Event::Announced { record, card, addresses, fresh } => {
                self.announced(now, record, card, addresses, fresh);
            }
            Event::Withdrawn { record } => self.withdraw(|known| *known == record),
            Event::InterfaceGone { interface } => self.withdraw(|known| known.interface == interface),
            Event::Replied { of, reply } => self.replied(now, of, reply),
            Event::Tick => {}
        }
        self.tables.values_mut().for_each(|entry| entry.age(now));
        self.tables.retain(|_, entry| !entry.is_forgotten(now));
        self.tables.iter_mut().filter_map(|(key, entry)| entry.ask(now, *key)).collect()
    }

    /// When something is due even if nothing happens.
    pub(super) fn next_due(&self, now: Instant) -> Option<Instant> {
        self.tables.values().map(|entry| entry.next_due(now)).min()
    }

    /// Whether a table that was heard on this interface may be gone without a goodbye, so that its record says nothing.
    pub(super) fn is_doubtful(&self, interface: u32, now: Instant) -> bool {
        let heard_there = |entry: &Entry| entry.records.keys().any(|record| record.interface == interface);
        self.tables.values().any(|entry| heard_there(entry) && entry.is_doubtful(now))
    }

    /// What a person should see: tables that gather first, then by name.
    pub(super) fn sightings(&self, now: Instant) -> Vec<Sighting> {
        let mut listed: Vec<Sighting> = self.tables.values().filter_map(|entry| entry.sighting(now)).collect();
        listed.sort_by_cached_key(|sighting| {
            let card = &sighting.card;
            let stage = match card.stage {
                TableStage::Gathering => 0,
                TableStage::Playing(_) => 1,
                TableStage::Over => 2,
            };
            (stage, card.name.as_ref().to_lowercase(), card.host.clone(), TableKey::of(card))
        });
        listed
    }

    fn announced(&mut self, now: Instant, record: RecordName, card: Card, mut addresses: Vec<SocketAddr>, fresh: bool) {
        addresses.sort_unstable();
        addresses.dedup();
        addresses.truncate(MAX_ADDRESSES);
        let key = TableKey::of(&card);
        // A record names one table; if it names another now, it has left the first.
        self.withdraw_except(&key, |known| *known == record);
        match self.tables.get_mut(&key) {
            Some(entry) => entry.announced(now, record, card, addresses, fresh),
            None => {
                if self.make_room() {
                    self.tables.insert(key, Entry::new(now, record, card, addresses));
                }
            }
        }
    }

    fn replied(&mut self, now: Instant, of: TableKey, reply: Result<Answer, InquiryFault>) {
        let Some(entry) = self.tables.get_mut(&of) else { return };
        entry.rest(now);
        match reply {
            Ok(answer) if answer.card.key != of.host => entry.unmask(now),
            Ok(answer) if answer.card.table != of.table => self.moved(now, of, answer),
            Ok(answer) => entry.answered(now, answer),
            Err(InquiryFault::OtherKey(_)) => entry.unmask(now),
            Err(InquiryFault::Silent | InquiryFault::Senseless(_)) => {}
        }
    }

    /// The host has opened another table in place of the one that it was asked for.
    fn moved(&mut self, now: Instant, from: TableKey, answer: Answer) {
        let Some(left) = self.tables.remove(&from) else { return };
        let entry = self.tables.entry(TableKey::of(&answer.card)).or_insert(left);
        entry.answered(now, answer);
    }

    fn withdraw(&mut self, which: impl Fn(&RecordName) -> bool) {
        self.tables.values_mut().for_each(|entry| entry.records.retain(|record, _| !which(record)));
        self.tables.retain(|_, entry| !entry.records.is_empty());
    }

    fn withdraw_except(&mut self, key: &TableKey, which: impl Fn(&RecordName) -> bool) {
        for (_, entry) in self.tables.iter_mut().filter(|(known, _)| *known != key) {
            entry.records.retain(|record, _| !which(record));
        }
        self.tables.retain(|_, entry| !entry.records.is_empty());
    }

    /// Whether there is room for one more table, after forgetting the least believable one if there must be.
    fn make_room(&mut self) -> bool {
        if self.tables.len() < MAX_TABLES {
            return true;
        }
        let proven = |entry: &Entry| matches!(entry.life, Life::Proven { .. });
        let unproven = self.tables.iter().filter(|(_, entry)| !proven(entry));
        let Some(least) = unproven.min_by_key(|(_, entry)| entry.heard).map(|(key, _)| *key) else { return false };
        self.tables.remove(&least);
        true
    }
}

impl Entry {
    fn new(now: Instant, record: RecordName, card: Card, addresses: Vec<SocketAddr>) -> Entry {
        Entry {
            card,
            records: BTreeMap::from([(record, addresses)]),
            answered_at: None,
            life: Life::Unproven { since: now },
            heard: now,
            asking: Asking::Next(now),
        }
    }

    fn announced(&mut self, now: Instant, record: RecordName, card: Card, addresses: Vec<SocketAddr>, fresh: bool) {
        let known = self.records.get(&record);
        let news = self.card != card || known != Some(&addresses);
        if !fresh && !news {
            return;
        }
        self.heard = now;
        if known.is_some() || self.records.len() < MAX_RECORDS {
            self.records.insert(record, addresses);
        }
        match self.life {
            // Its own word counts for more than a record; there is news to ask for.
            Life::Proven { .. } | Life::Impostor { .. } => {}
            Life::Unproven { .. } => self.card = card,
            Life::Lost { .. } => {
                self.card = card;
                self.life = Life::Unproven { since: now };
            }
        }
        if news && !matches!(self.life, Life::Impostor { .. }) {
            self.asking = match self.asking {
                Asking::Next(_) => Asking::Next(now),
                Asking::Asked { at, .. } => Asking::Asked { at, again: true },
            };
        }
    }

    fn answered(&mut self, now: Instant, answer: Answer) {
        self.card = answer.card;
        self.answered_at = Some(answer.address);
        self.life = Life::Proven { answered: now, ping: answer.round_trip };
    }

    fn unmask(&mut self, now: Instant) {
        if !matches!(self.life, Life::Impostor { .. }) {
            self.life = Life::Impostor { since: now };
        }
    }

    /// The question has come back; the next one has its time.
    fn rest(&mut self, now: Instant) {
        if let Asking::Asked { at, again } = self.asking {
            self.asking = Asking::Next(if again { now } else { (at + self.asked_every()).max(now) });
        }
    }

    fn asked_every(&self) -> Duration {
        match self.life {
            Life::Unproven { .. } | Life::Proven { .. } => ASKED_EVERY,
            Life::Lost { .. } | Life::Impostor { .. } => LOST_ASKED_EVERY,
        }
    }

    fn age(&mut self, now: Instant) {
        if let Life::Proven { answered, .. } = self.life
            && now >= answered + ANSWER_HOLDS
        {
            self.life = Life::Lost { since: now };
        }
    }

    fn is_forgotten(&self, now: Instant) -> bool {
        match self.life {
            Life::Unproven { .. } => now >= self.heard + ANNOUNCEMENT_HOLDS,
            Life::Proven { .. } => false,
            Life::Lost { since } => now >= since + LOST_KEPT,
            Life::Impostor { since } => now >= since.max(self.heard) + LOST_KEPT,
        }
    }

    fn is_doubtful(&self, now: Instant) -> bool {
        match self.life {
            Life::Unproven { since } => now >= since + ANSWER_HOLDS,
            Life::Proven { .. } => false,
            Life::Lost { .. } | Life::Impostor { .. } => true,
        }
    }

    fn ask(&mut self, now: Instant, of: TableKey) -> Option<Question> {
        match self.asking {
            Asking::Next(at) if now >= at => {
                self.asking = Asking::Asked { at: now, again: false };
                Some(Question { of, addresses: self.addresses() })
            }
            _ => None,
        }
    }

    fn next_due(&self, now: Instant) -> Instant {
        let life = match self.life {
            Life::Unproven { since } if now < since + ANSWER_HOLDS => since + ANSWER_HOLDS,
            Life::Unproven { .. } => self.heard + ANNOUNCEMENT_HOLDS,
            Life::Proven { answered, .. } => answered + ANSWER_HOLDS,
            Life::Lost { since } => since + LOST_KEPT,
            Life::Impostor { since } => since.max(self.heard) + LOST_KEPT,
        };
        match self.asking {
            Asking::Next(at) => life.min(at),
            Asking::Asked { .. } => life,
        }
    }

    /// Every address, the one that answered first, then those that need no scope.
    fn addresses(&self) -> Vec<SocketAddr> {
        let mut addresses: Vec<SocketAddr> = self.records.values().flatten().copied().collect();
        let is_v6_link_local = |ip: IpAddr| ip.is_ipv6() && is_link_local(ip);
        addresses.sort_by_key(|address| {
            (Reverse(Some(*address) == self.answered_at), is_v6_link_local(address.ip()), *address)
        });
        addresses.dedup();
        addresses
    }

    fn sighting(&self, now: Instant) -> Option<Sighting> {
        let (contact, seen) = match self.life {
            Life::Unproven { since } if now < since + ANSWER_HOLDS => (Contact::Announced, self.heard),
            Life::Unproven { .. } => (Contact::Silent, self.heard),
            Life::Proven { answered, ping } => (Contact::Answering { ping }, answered.max(self.heard)),
            Life::Lost { .. } | Life::Impostor { .. } => return None,
        };
        Some(Sighting { card: self.card.clone(), addresses: self.addresses(), contact, seen })
    }
}

#[cfg(test)]
mod tests;
