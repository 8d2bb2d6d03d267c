//! One log on all voters' computers. The order of entries and the change of hosts are decided by `omnipaxos`, a library
//! that is made for computers that crash, not for computers that lie. So nothing reaches it from the network that was
//! not checked here first: the sender, the bounds, the votes, and every entry, by the same ledger that the verifier
//! uses.

mod acks;
mod ballot;
mod departure;
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
pub(super) use outgoing::ahead_of_the_journal;
pub use store::{Durable, LogWrite};

use self::ballot::{CONFIGURATION, node_of, priority_of};
use self::departure::Ahead;
use self::store::Store;
use super::entry::{Content, Entry};
use super::evidence::Evidence;
use super::genesis::{Charter, PeerIndex};
use super::ledger::{Check, EntryFault, Ledger};
use super::state::Electorate;
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
    /// Who votes on what comes next: the nodes of the library.
    electorate: Electorate,
    tip: Ledger,
    /// The votes for the epoch that this voter would host.
    votes: Option<(Epoch, BTreeMap<PeerIndex, SignedVote>)>,
    /// This voter's last round of asking, and who has answered it.
    heartbeats: (u32, BTreeSet<PeerIndex>),
    /// In which round each voter last answered, and whether it was content with its host; this one's own answers too.
    contentment: BTreeMap<PeerIndex, (u32, bool)>,
    outgoing: Vec<(PeerIndex, Consensus)>,
    /// What was to be adopted, for each voter, and lacks the entry with which the epoch begins.
    unfinished: BTreeMap<PeerIndex, (Epoch, Suffix)>,
    /// What others have after the entries that are accepted for good, by whom this voter has it from: so nobody's lies
    /// keep out what another says.
    ahead: BTreeMap<PeerIndex, Ahead>,
    /// How many ticks have passed, and in which one each candidate was last promised an epoch.
    ticks: u64,
    promised: BTreeMap<PeerIndex, u64>,
    /// The last acknowledgement of each member.
    acks: BTreeMap<PeerIndex, SignedAck>,
    /// The log at which this peer has last shown something that was sealed or a link.
    shown_at: Option<Head>,
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
        let mut replica = Replica {
            me,
            identity,
            store,
            consensus: None,
            electorate: tip.state().electorate(),
            tip,
            votes: None,
            heartbeats: (0, BTreeSet::new()),
            contentment: BTreeMap::new(),
            outgoing: Vec::new(),
            unfinished: BTreeMap::new(),
            ahead: BTreeMap::new(),
            ticks: 0,
            promised: BTreeMap::new(),
            acks: BTreeMap::new(),
            shown_at: None,
            charter,
        };
        replica.begin();
        Ok(replica)
    }

    fn begin(&mut self) {
        let promised = self.store.read(|durable| durable.promise);
        self.electorate = self.known_electorate();
        self.store.begin_after(self.electorate.since());
        if self.electorate.is_only(self.me) {
            self.host_alone();
        } else if self.votes_here() {
            self.consensus = Some(build(self.electorate, self.me, self.store.clone()));
            if promised.is_none() && self.me == PeerIndex::FIRST_HOST {
                self.stand_for_host();
            }
        }
        self.drain();
    }

    /// With nobody else to vote, the only voter's own vote begins the epoch.
    fn host_alone(&mut self) {
        let promised = self.store.read(|durable| durable.promise);
        let epoch = Epoch { number: promised.map_or(0, |epoch| epoch.number) + 1, host: self.me };
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
        self.store.read(|durable| durable.promise).filter(|_| self.votes_here())
    }

    /// The epoch that this voter hosts now, if it does.
    pub fn hosted(&self) -> Option<Epoch> {
        let promised = self.followed().filter(|epoch| epoch.host == self.me)?;
        match &self.consensus {
            None => self.electorate.is_only(self.me).then_some(promised),
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
        if let Some(consensus) = self.consensus.as_mut().filter(|_| self.electorate.contains(peer)) {
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
        let entry = self.tip.append(epoch, content, Check::KnownGood, &self.identity, events)?;
        match &mut self.consensus {
            None => {
                let keep = self.length();
                self.store.write(LogWrite::Append { keep, entries: vec![entry.clone()] });
            }
            Some(consensus) => {
                let appended = consensus.append(entry.clone());
                debug_assert!(appended.is_ok(), "the library's log never ends");
            }
        }
        self.drain();
        Ok(entry)
    }

    /// As the host of an epoch that has not begun in the log: the entry that begins it, with the votes. `None` as well
    /// while a farewell is not accepted, which nothing can follow.
    pub fn election(&self) -> Option<Content> {
        let epoch = self.hosted().filter(|epoch| self.tip.epoch() != Some(*epoch))?;
        let elected = self.store.read(|durable| durable.elected.clone());
        let (_, votes) = elected.filter(|(elected, _)| *elected == epoch)?;
        match self.tip.state().departing() {
            Some(_) => self.settled().map(|accepted| Content::Departed { accepted, votes }),
            None => Some(Content::Epoch(votes)),
        }
    }

    /// A learner, who has no vote, takes entries that follow its log; or those of a later epoch that begins before its
    /// last ones, which were lost with their host.
    pub fn learn(&mut self, entries: &[Entry], events: &mut impl EventSink<AnyEvent>) -> Result<(), Suspicion> {
        if self.votes_here() {
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
    /// different logs from there on: nobody can know which of them the others have. What everybody present is known to
    /// have stays, whatever the host signs afterwards: nothing that was shown is ever unsaid.
    pub fn return_to_before(&mut self, index: u64, epoch: Epoch) {
        let keep = index.saturating_sub(1).max(self.common_ground(epoch.host));
        if self.tip.epoch() != Some(epoch) || self.length() <= keep {
            return;
        }
        self.store.write(LogWrite::Append { keep, entries: Vec::new() });
        if self.store.read(|durable| durable.decided) > keep {
            self.store.write(LogWrite::Decided(keep));
        }
        self.consensus = self.consensus.take().map(|_| build(self.electorate, self.me, self.store.clone()));
        self.adopt_own();
        self.constitute();
        self.drain();
    }

    /// Up to where everybody present but the host has this very log: something was turned up after it, for which all had
    /// signed it; or this peer has shown something there, holding all those signatures; or all have acknowledged it since.
    fn common_ground(&self, host: PeerIndex) -> u64 {
        let reveals = |entry: &Entry| matches!(entry.content(), Content::Openings { .. } | Content::Chance { .. });
        let turned_up = self.store.read(|durable| durable.log.iter().rposition(reveals)).unwrap_or(0) as u64;
        let same = |head: &Head| self.head_at(head.index) == Some(*head);
        let shown = self.shown_at.filter(same).map_or(0, |head| head.index);
        let acknowledged = |peer: PeerIndex| {
            let ack = self.acks.get(&peer).map(|ack| ack.body)?;
            (Some(ack.epoch) == self.tip.epoch() && same(&ack.head)).then_some(ack.head.index)
        };
        let others = self.tip.state().present().filter(|peer| *peer != host);
        let all: Option<Vec<u64>> = others.map(acknowledged).collect();
        let by_all = all.and_then(|indices| indices.into_iter().min()).unwrap_or(0);
        turned_up.max(shown).max(by_all)
    }

    /// Takes notice that this peer shows something at the end of its log.
    pub fn note_shown(&mut self) {
        self.shown_at = Some(self.tip.head());
    }

    fn own_vote(&self, epoch: Epoch) -> SignedVote {
        let (accepted, length) = self.store.read(|durable| (durable.accepted, durable.log.len() as u64));
        let head = self.head_at(length).unwrap_or(self.tip.head());
        Signed::new(VoteBody { author: self.me, epoch, accepted, head }, self.charter.id(), &self.identity)
    }
}

fn build(electorate: Electorate, me: PeerIndex, store: Store) -> OmniPaxos<Entry, Store> {
    let nodes = electorate.voters().map(node_of).collect();
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
    configuration.build(store).expect("there are several voters, and this peer is one of them")
}
