//! Where the consensus library keeps its log: in memory, with every write noted for the journal.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use omnipaxos::ballot_leader_election::Ballot;
use omnipaxos::storage::{NoSnapshot, StopSign, Storage, StorageOp, StorageResult};
use serde::{Deserialize, Serialize};

use super::ballot::{ballot_of, epoch_of};
use crate::table::entry::{Acceptance, Entry};
use crate::table::statement::{Epoch, Head, SignedVote};

impl omnipaxos::storage::Entry for Entry {
    type Snapshot = NoSnapshot;
}

/// One durable change of what a voter knows and has promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LogWrite {
    /// The log goes on with these entries after its first `keep` ones.
    Append {
        /// How many entries stay.
        keep: u64,
        /// What follows them.
        entries: Vec<Entry>,
    },
    /// Nothing older than this epoch is acknowledged any more.
    Promise(Epoch),
    /// The log is the one of this epoch.
    Accepted(Epoch),
    /// So many entries are accepted for good.
    Decided(u64),
    /// The votes that began an epoch.
    Elected(Epoch, Vec<SignedVote>),
    /// A majority has accepted the farewell that the log goes up to.
    Departure(Head, Acceptance),
}

impl LogWrite {
    /// Whether the log only goes on. What a host adds may be sent before it is on its disk: a host that crashes and forgets
    /// it has to be elected into another epoch before it adds anything again, so it never signs two entries for one
    /// place. Whatever it says later, that an entry is accepted included, waits until that is written down.
    pub(in crate::table) fn may_be_late(&self) -> bool {
        matches!(self, LogWrite::Append { .. } | LogWrite::Decided(_))
    }
}

/// What a voter knows and has promised.
#[derive(Clone, Default, Debug)]
pub struct Durable {
    /// The log.
    pub log: Vec<Entry>,
    /// The latest epoch that was promised.
    pub promise: Option<Epoch>,
    /// The epoch whose log this is.
    pub accepted: Option<Epoch>,
    /// How many entries are accepted for good.
    pub decided: u64,
    /// The votes that began the latest epoch.
    pub elected: Option<(Epoch, Vec<SignedVote>)>,
    /// The last farewell that is known to be accepted, with the proof.
    pub departure: Option<(Head, Acceptance)>,
}

impl Durable {
    /// Makes a change again, from a journal.
    pub fn redo(&mut self, write: &LogWrite) {
        match write {
            LogWrite::Append { keep, entries } => {
                self.log.truncate(*keep as usize);
                self.log.extend(entries.iter().cloned());
            }
            LogWrite::Promise(epoch) => self.promise = Some(*epoch),
            LogWrite::Accepted(epoch) => self.accepted = Some(*epoch),
            LogWrite::Decided(count) => self.decided = *count,
            LogWrite::Elected(epoch, votes) => self.elected = Some((*epoch, votes.clone())),
            LogWrite::Departure(farewell, accepted) => self.departure = Some((*farewell, accepted.clone())),
        }
    }
}

/// The store, shared between the library and ourselves.
#[derive(Clone, Default, Debug)]
pub(super) struct Store(Arc<Mutex<Inner>>);

#[derive(Default, Debug)]
struct Inner {
    durable: Durable,
    writes: Vec<LogWrite>,
    /// How many entries earlier voters have decided on. What was accepted of them in which epoch is no business of the
    /// library's any more.
    begins_after: u64,
}

impl Store {
    pub(super) fn new(durable: Durable) -> Store {
        Store(Arc::new(Mutex::new(Inner { durable, writes: Vec::new(), begins_after: 0 })))
    }

    /// From here on other voters decide.
    pub(super) fn begin_after(&self, entries: u64) {
        self.inner().begins_after = entries;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at what is stored.
    pub(super) fn read<T>(&self, look: impl FnOnce(&Durable) -> T) -> T {
        look(&self.inner().durable)
    }

    /// Changes what is stored.
    pub(super) fn write(&self, write: LogWrite) {
        let mut inner = self.inner();
        inner.durable.redo(&write);
        inner.writes.push(write);
    }

    /// The changes since the last time.
    pub(super) fn take_writes(&self) -> Vec<LogWrite> {
        std::mem::take(&mut self.inner().writes)
    }
}

impl Storage<Entry> for Store {
    fn write_atomically(&mut self, ops: Vec<StorageOp<Entry>>) -> StorageResult<()> {
        for op in ops {
            match op {
                StorageOp::AppendEntry(entry) => self.append_entry(entry)?,
                StorageOp::AppendEntries(entries) => self.append_entries(entries)?,
                StorageOp::AppendOnPrefix(keep, entries) => self.append_on_prefix(keep, entries)?,
                StorageOp::SetPromise(ballot) => self.set_promise(ballot)?,
                StorageOp::SetDecidedIndex(index) => self.set_decided_idx(index)?,
                StorageOp::SetAcceptedRound(ballot) => self.set_accepted_round(ballot)?,
                StorageOp::SetCompactedIdx(index) => self.set_compacted_idx(index)?,
                StorageOp::Trim(index) => self.trim(index)?,
                StorageOp::SetStopsign(sign) => self.set_stopsign(sign)?,
                StorageOp::SetSnapshot(snapshot) => self.set_snapshot(snapshot)?,
            }
        }
        Ok(())
    }

    fn append_entry(&mut self, entry: Entry) -> StorageResult<()> {
        self.append_entries(vec![entry])
    }

    fn append_entries(&mut self, entries: Vec<Entry>) -> StorageResult<()> {
        let keep = self.read(|durable| durable.log.len()) as u64;
        self.write(LogWrite::Append { keep, entries });
        Ok(())
    }

    fn append_on_prefix(&mut self, keep: usize, entries: Vec<Entry>) -> StorageResult<()> {
        let length = self.read(|durable| durable.log.len());
        if keep < length || !entries.is_empty() {
            self.write(LogWrite::Append { keep: keep as u64, entries });
        }
        Ok(())
    }

    fn set_promise(&mut self, ballot: Ballot) -> StorageResult<()> {
        if let Some(epoch) = epoch_of(ballot).filter(|epoch| self.read(|durable| durable.promise != Some(*epoch))) {
            self.write(LogWrite::Promise(epoch));
        }
        Ok(())
    }

    fn set_decided_idx(&mut self, index: usize) -> StorageResult<()> {
        if self.read(|durable| durable.decided) != index as u64 {
            self.write(LogWrite::Decided(index as u64));
        }
        Ok(())
    }

    fn get_decided_idx(&self) -> StorageResult<usize> {
        Ok(self.read(|durable| durable.decided) as usize)
    }

    fn set_accepted_round(&mut self, ballot: Ballot) -> StorageResult<()> {
        if let Some(epoch) = epoch_of(ballot).filter(|epoch| self.read(|durable| durable.accepted != Some(*epoch))) {
            self.write(LogWrite::Accepted(epoch));
        }
        Ok(())
    }

    fn get_accepted_round(&self) -> StorageResult<Option<Ballot>> {
        let inner = self.inner();
        let (begins_after, length) = (inner.begins_after, inner.durable.log.len() as u64);
        let accepted = inner.durable.accepted.filter(|_| begins_after == 0 || length > begins_after);
        Ok(accepted.map(ballot_of))
    }

    fn get_entries(&self, from: usize, to: usize) -> StorageResult<Vec<Entry>> {
        Ok(self.read(|durable| durable.log.get(from..to).map(<[Entry]>::to_vec)).unwrap_or_default())
    }

    fn get_log_len(&self) -> StorageResult<usize> {
        Ok(self.read(|durable| durable.log.len()))
    }

    fn get_suffix(&self, from: usize) -> StorageResult<Vec<Entry>> {
        Ok(self.read(|durable| durable.log.get(from..).map(<[Entry]>::to_vec)).unwrap_or_default())
    }

    fn get_promise(&self) -> StorageResult<Option<Ballot>> {
        Ok(self.read(|durable| durable.promise).map(ballot_of))
    }

    // We use neither snapshots, for a game is short, nor the library's change of members, of which it says only that its
    // log ends: see `departure`.

    fn set_stopsign(&mut self, _sign: Option<StopSign>) -> StorageResult<()> {
        Ok(())
    }

    fn get_stopsign(&self) -> StorageResult<Option<StopSign>> {
        Ok(None)
    }

    fn trim(&mut self, _index: usize) -> StorageResult<()> {
        Ok(())
    }

    fn set_compacted_idx(&mut self, _index: usize) -> StorageResult<()> {
        Ok(())
    }

    fn get_compacted_idx(&self) -> StorageResult<usize> {
        Ok(0)
    }

    fn set_snapshot(&mut self, _snapshot: Option<NoSnapshot>) -> StorageResult<()> {
        Ok(())
    }

    fn get_snapshot(&self) -> StorageResult<Option<NoSnapshot>> {
        Ok(None)
    }
}
