//! A disk whose power may fail. What was written is there for certain only once it is synced; of the rest, some may be
//! there, up to any byte.

use doubloons_net::table::journal::{self, Memory, Record};

/// The journal of one computer.
#[derive(Default)]
pub(crate) struct Disk {
    bytes: Vec<u8>,
    /// How many of them a power cut leaves alone.
    synced: usize,
    /// Whether something was written that must not be late.
    urgent: bool,
    /// Whether something was written on which others depend once they hear of it.
    relied_on: bool,
}

impl Disk {
    /// All that was written.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn write(&mut self, record: &Record) {
        self.bytes.extend(journal::frame(record));
        self.relied_on |= !record.is_dispensable();
        self.urgent |= !record.is_dispensable() && !record.may_linger();
    }

    /// Whether something was written since the last sync that must not be late.
    pub(super) fn is_urgent(&self) -> bool {
        self.urgent
    }

    /// Whether something was written since the last sync that has to be there before anything more is said.
    pub(super) fn is_relied_on(&self) -> bool {
        self.relied_on
    }

    pub(super) fn sync(&mut self) {
        self.synced = self.bytes.len();
        (self.urgent, self.relied_on) = (false, false);
    }

    /// The power fails: of what was not synced, so many bytes are left, and so many more are nonsense.
    pub(super) fn fail(&mut self, left: usize, torn: usize) {
        self.bytes.truncate(self.synced.saturating_add(left));
        self.bytes.extend(std::iter::repeat_n(7, torn));
    }

    /// How many bytes may be lost.
    pub(super) fn unsynced(&self) -> usize {
        self.bytes.len() - self.synced
    }

    /// What a program that starts finds. It cuts off what is torn, and makes the rest last.
    pub(super) fn read(&mut self) -> Memory {
        let mut memory = Memory::default();
        let whole = memory.redo_all(&self.bytes);
        self.bytes.truncate(whole);
        self.sync();
        memory
    }
}
