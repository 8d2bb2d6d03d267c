//! One log on all voters' computers. The order of entries and the change of hosts are decided by `omnipaxos`, a library
//! that is made for computers that crash, not for computers that lie. So nothing reaches it from the network that was
//! not checked here first: the sender, the bounds, the votes, and every entry, by the same ledger that the verifier
//! uses.

mod acks;
mod ballot;
mod incoming;
mod message;
mod outgoing;
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::contract::{Deaf, EventSink};
use omnipaxos::{ClusterConfig, OmniPaxos, OmniPaxosConfig, ServerConfig};

pub use message::{Consensus, Order, Suffix};
pub use store::{Durable, LogWrite};

use self::ballot::{CONFIGURATION, node_of, priority_of};
use self::store::Store;
use super::entry::{Content, Entry};
use super::evidence::Evidence;
use super::genesis::{Charter, PeerIndex};
use super::ledger::{Check, EntryFault, Ledger};
use super::statement::{Epoch, Head, Signed, SignedAck, SignedVote, VoteBody};
use crate::identity::Identity;

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

    fn own_vote(&self, epoch: Epoch) -> SignedVote {
        let (accepted, length) = self.store.read(|durable| (durable.accepted, durable.log.len() as u64));
        let head = self.head_at(length).unwrap_or(self.tip.head());
        Signed::new(VoteBody { author: self.me, epoch, accepted, head }, self.charter.id(), &self.identity)
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
