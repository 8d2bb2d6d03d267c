//! What a peer has to write down before it sends anything that depends on it, so that a crash costs nothing: the log,
//! its promises, and its own secrets. The journal is its owner's alone.

use std::fmt;

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Seat, Slot};
use serde::{Deserialize, Serialize};

use super::replication::{Durable, LogWrite};
use super::seal::Lock;
use super::statement::{Deed, Voice};
use crate::hash::{Hash, Label};
use crate::wire::codec;

/// The longest record, in bytes.
pub const MAX_RECORD: usize = 16 << 20;

/// How many bytes of a record's hash are kept to recognise a record that was not written to its end.
const CHECK: usize = 8;

/// One durable fact.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// The log or a promise changed.
    Log(Vec<LogWrite>),
    /// The own seat sealed choices.
    Sealed(SealedRecord),
    /// The peer said something for the first time.
    Said(Said),
    /// The program runs again, and uses only higher numbers than this one: lower ones may have been used and forgotten.
    Leapt(u32),
}

impl Record {
    /// Whether nothing is lost if this is: what is accepted for good is told again by the others.
    pub fn is_dispensable(&self) -> bool {
        matches!(self, Record::Log(writes) if writes.iter().all(|write| matches!(write, LogWrite::Decided(_))))
    }
}

impl Record {
    /// Whether this is a move that the peer has said: it may be on its way before it is on the disk, and needs not be there
    /// before its entry is.
    pub fn may_linger(&self) -> bool {
        matches!(self, Record::Said(said) if matches!(said.deed, Deed::Act { .. }))
    }

    /// Whether only this peer's acknowledgement depends on it: then it may be written down together with what comes next.
    pub fn may_wait(&self) -> bool {
        match self {
            Record::Log(writes) => writes.iter().all(LogWrite::may_be_late),
            record => record.may_linger(),
        }
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Record::Log(writes) => write!(f, "Log({} writes)", writes.len()),
            Record::Sealed(sealed) => write!(f, "Sealed({}, {:?})", sealed.seat, sealed.lock),
            Record::Said(said) => write!(f, "Said({:?}, {})", said.voice, said.sequence),
            Record::Leapt(number) => write!(f, "Leapt({number})"),
        }
    }
}

/// Choices in the clear: only ever in the owner's own journal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedRecord {
    /// The seat.
    pub seat: Seat,
    /// The lock.
    pub lock: Lock,
    choices: Vec<(Slot, Vec<u8>)>,
}

impl SealedRecord {
    /// Notes these choices.
    pub fn new(seat: Seat, lock: Lock, choices: &SealedBytes) -> SealedRecord {
        SealedRecord { seat, lock, choices: choices.iter().map(|(slot, choice)| (slot, choice.to_vec())).collect() }
    }

    /// The choice in this slot, if there is one.
    pub fn choice(&self, slot: Slot) -> Option<&[u8]> {
        self.choices().find(|(place, _)| *place == slot).map(|(_, choice)| choice)
    }

    /// The choices.
    pub fn choices(&self) -> impl Iterator<Item = (Slot, &[u8])> {
        self.choices.iter().map(|(slot, choice)| (*slot, choice.as_slice()))
    }
}

impl Drop for SealedRecord {
    fn drop(&mut self) {
        self.choices.iter_mut().for_each(|(_, choice)| zeroize::Zeroize::zeroize(choice));
    }
}

/// Something that this peer has said, and says again until it is in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// For whom.
    pub voice: Voice,
    /// Under which number.
    pub sequence: u32,
    /// What.
    pub deed: Deed,
}

/// What a journal amounts to.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    /// The log and the promises.
    pub durable: Durable,
    /// The own sealed choices, oldest first.
    pub sealed: Vec<SealedRecord>,
    /// What was said, oldest first.
    pub said: Vec<Said>,
    /// The number above which the last run said everything.
    pub leapt: u32,
}

impl fmt::Debug for SealedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedRecord({}, {:?})", self.seat, self.lock)
    }
}

impl Memory {
    /// Remembers a record.
    pub fn redo(&mut self, record: Record) {
        match record {
            Record::Log(writes) => writes.iter().for_each(|write| self.durable.redo(write)),
            Record::Sealed(sealed) => self.sealed.push(sealed),
            Record::Said(said) => self.said.push(said),
            Record::Leapt(number) => self.leapt = self.leapt.max(number),
        }
    }

    /// Remembers all whole records of a journal; returns how many bytes they take up. What follows was being written
    /// when the power went, and was never relied on.
    pub fn redo_all(&mut self, journal: &[u8]) -> usize {
        let mut read = 0;
        while let Some((record, length)) = unframe(&journal[read..]) {
            self.redo(record);
            read += length;
        }
        read
    }
}

/// The bytes of a record in a journal: length, check value, content.
pub fn frame(record: &Record) -> Vec<u8> {
    let content = zeroize::Zeroizing::new(codec::encode(record));
    let mut bytes = (content.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(&Hash::of_bytes(Label::JournalRecord, &content).0[..CHECK]);
    bytes.extend_from_slice(&content);
    bytes
}

fn unframe(bytes: &[u8]) -> Option<(Record, usize)> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (check, rest) = rest.split_first_chunk::<CHECK>()?;
    let content = rest.get(..u32::from_le_bytes(*length) as usize)?;
    if Hash::of_bytes(Label::JournalRecord, content).0[..CHECK] != check[..] {
        return None;
    }
    let record = codec::decode(content, MAX_RECORD).ok()?;
    Some((record, 4 + CHECK + content.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Record> {
        let seat = Seat::new(1).expect("a seat");
        let lock = Lock { decision: 1, count: 1 };
        let choices: SealedBytes = [(Slot::new(0).expect("a slot"), vec![77])].into_iter().collect();
        vec![
            Record::Said(Said { voice: Voice::Own, sequence: 1, deed: Deed::Pause }),
            Record::Sealed(SealedRecord::new(seat, lock, &choices)),
            Record::Log(vec![LogWrite::Decided(0)]),
        ]
    }

    #[test]
    fn a_torn_record_at_the_end_is_left_out() {
        let framed: Vec<Vec<u8>> = records().iter().map(frame).collect();
        let whole = framed.concat();
        for cut in 0..=whole.len() {
            let mut memory = Memory::default();
            let read = memory.redo_all(&whole[..cut]);
            let ends = [0, framed[0].len(), framed[0].len() + framed[1].len(), whole.len()];
            assert_eq!(read, *ends.iter().rev().find(|end| **end <= cut).expect("at least 0"));
            assert_eq!(memory.said.len(), usize::from(cut >= ends[1]));
            assert_eq!(memory.sealed.len(), usize::from(cut >= ends[2]));
        }
    }

    #[test]
    fn a_damaged_record_ends_the_journal() {
        let mut whole = records().iter().flat_map(frame).collect::<Vec<u8>>();
        whole[14] ^= 1;
        assert_eq!(Memory::default().redo_all(&whole), 0);
    }

    #[test]
    fn debug_output_shows_no_choice() {
        let shown = format!("{:?} {:?}", records(), Memory { sealed: vec![], ..Memory::default() });
        assert!(!shown.contains("77"), "{shown}");
    }
}
