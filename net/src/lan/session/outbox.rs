//! What the peer of a game wants done, in its order, and the journal that some of it has to wait for.

use std::io;

use super::super::installation::InstallationFault;
use crate::files::JournalFile;
use crate::table::journal::Record;
use crate::table::peer::{Notice, Output};

/// What is still to be done.
pub(super) struct Outbox {
    journal: JournalFile,
    /// Records that were written and on which nothing depended so far. They reach the disk with the next ones.
    lingering: Vec<Record>,
    outputs: Vec<Output>,
    /// How many of all these records are in the journal, if not on the disk yet.
    written: usize,
}

impl Outbox {
    pub(super) fn new(journal: JournalFile) -> Outbox {
        Outbox { journal, lingering: Vec::new(), outputs: Vec::new(), written: 0 }
    }

    pub(super) fn add(&mut self, outputs: Vec<Output>) {
        self.outputs.extend(outputs);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.outputs.is_empty()
    }

    /// Whether nobody waits for any of it.
    pub(super) fn can_wait(&self) -> bool {
        self.outputs.iter().all(|output| match output {
            Output::Persist(record) => record.may_wait(),
            output => matches!(output, Output::Notice(Notice::Accepted(_))),
        })
    }

    /// Takes out what does not depend on the disk. It is done first and written down afterwards: a computer that crashes in
    /// between is one that crashed before its disk was done.
    pub(super) fn take_hurried(&mut self) -> Vec<Output> {
        let hurried = self.outputs.iter().take_while(|output| !matches!(output, Output::Persist(_))).count();
        self.outputs.drain(..hurried).collect()
    }

    /// Writes everything down, waits for the disk if something depends on it, and takes out what is left to be done. After
    /// an error everything is still there, and can be tried again.
    pub(super) async fn take_all(&mut self) -> Result<Vec<Output>, InstallationFault> {
        self.write_down()?;
        if self.has_to_wait() {
            self.sync().await?;
            self.lingering.clear();
            self.written = 0;
        }
        let waited = self.written == 0;
        let mut rest = Vec::new();
        for output in self.outputs.drain(..) {
            match output {
                Output::Persist(record) if !waited && !record.is_dispensable() => self.lingering.push(record),
                Output::Persist(_) => {}
                output => rest.push(output),
            }
        }
        self.written = self.lingering.len();
        Ok(rest)
    }

    /// Whether something is to be done that depends on a record, or a record is one that must not be late. A move that was
    /// sent already waits for nothing: its entry is written down next.
    fn has_to_wait(&self) -> bool {
        let mut written = !self.lingering.is_empty();
        self.outputs.iter().any(|output| match output {
            Output::Persist(record) => {
                written |= !record.is_dispensable();
                !record.is_dispensable() && !record.may_linger()
            }
            Output::Send(..) | Output::Think(_) | Output::Notice(Notice::Accepted(_)) => written,
            Output::Notice(_) => false,
        })
    }

    fn write_down(&mut self) -> Result<(), InstallationFault> {
        let records: Vec<Record> = self.records().skip(self.written).cloned().collect();
        if !records.is_empty() {
            self.journal.write(&records)?;
            self.written += records.len();
        }
        Ok(())
    }

    async fn sync(&mut self) -> Result<(), InstallationFault> {
        let waited = tokio::task::spawn_blocking(self.journal.sync()).await;
        let synced = self.journal.synced(waited.unwrap_or_else(|broken| Err(io::Error::other(broken))));
        if synced.is_err() {
            self.written = 0;
        }
        Ok(synced?)
    }

    /// All that has to be in the journal and may not be on the disk.
    fn records(&self) -> impl Iterator<Item = &Record> {
        let waiting = self.outputs.iter().filter_map(|output| match output {
            Output::Persist(record) => Some(record),
            _ => None,
        });
        self.lingering.iter().chain(waiting)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use doubloons_engine::any::SealedBytes;
    use doubloons_engine::contract::Seat;

    use super::*;
    use crate::table::genesis::PeerIndex;
    use crate::table::journal::{Said, SealedRecord};
    use crate::table::replication::LogWrite;
    use crate::table::seal::Lock;
    use crate::table::statement::{Deed, Epoch, Voice};
    use crate::wire::frame::{Fetch, Frame};

    /// A folder that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("doubloons-outbox-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder");
            Folder(folder)
        }

        fn journal(&self) -> PathBuf {
            self.0.join("game.journal")
        }

        fn outbox(&self, outputs: Vec<Output>) -> Outbox {
            let mut outbox = Outbox::new(JournalFile::open(&self.journal()).expect("a journal").0);
            outbox.add(outputs);
            outbox
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn said(deed: Deed) -> Output {
        Output::Persist(Record::Said(Said { voice: Voice::Own, sequence: 2, deed }))
    }

    fn moved() -> Output {
        said(Deed::Act { turn: 1, action: Vec::new() })
    }

    fn sent() -> Output {
        Output::Send(PeerIndex(1), Frame::Fetch(Fetch { from: 1 }))
    }

    fn accepted() -> Output {
        Output::Notice(Notice::Accepted(1))
    }

    fn shown() -> Output {
        Output::Notice(Notice::Censored(PeerIndex(0)))
    }

    fn sealed() -> Output {
        let lock = Lock { decision: 1, count: 1 };
        Output::Persist(Record::Sealed(SealedRecord::new(Seat::new(0).expect("a seat"), lock, &SealedBytes::default())))
    }

    fn decided() -> Output {
        Output::Persist(Record::Log(vec![LogWrite::Decided(1)]))
    }

    #[test]
    fn only_what_depends_on_the_disk_waits_for_it() {
        for (name, outputs, waits) in [
            ("a move that is on its way", vec![moved()], false),
            ("what is only shown", vec![moved(), shown()], false),
            ("something sent after a move", vec![moved(), sent()], true),
            ("something accepted after a move", vec![moved(), accepted()], true),
            ("something sent before", vec![sent(), moved()], false),
            ("other words", vec![said(Deed::Pause)], true),
            ("a secret", vec![sealed()], true),
            ("what others tell again", vec![decided(), sent(), accepted()], false),
            ("a move and what others tell again", vec![moved(), decided(), sent()], true),
        ] {
            let folder = Folder::new("waits");
            assert_eq!(folder.outbox(outputs).has_to_wait(), waits, "{name}");
        }
    }

    #[test]
    fn what_is_only_to_be_acknowledged_can_wait_and_nothing_else_can() {
        let appended = || Output::Persist(Record::Log(vec![LogWrite::Append { keep: 0, entries: Vec::new() }]));
        let promised = || {
            let epoch = Epoch { number: 1, host: PeerIndex(1) };
            Output::Persist(Record::Log(vec![LogWrite::Promise(epoch)]))
        };
        for (name, outputs, can_wait) in [
            ("nothing", vec![], true),
            ("an entry", vec![appended(), accepted()], true),
            ("several entries and a move that is on its way", vec![appended(), moved(), appended()], true),
            ("what others tell again", vec![decided()], true),
            ("something to send", vec![appended(), sent()], false),
            ("something to show", vec![appended(), shown()], false),
            ("a promise", vec![promised()], false),
            ("a secret", vec![sealed()], false),
            ("other words", vec![said(Deed::Pause)], false),
        ] {
            let folder = Folder::new("can-wait");
            assert_eq!(folder.outbox(outputs).can_wait(), can_wait, "{name}");
        }
    }

    #[tokio::test]
    async fn what_lingers_is_written_and_has_to_be_on_the_disk_before_anything_more_is_sent() {
        let folder = Folder::new("lingers");
        let mut outbox = folder.outbox(vec![sent(), moved()]);
        assert_eq!(outbox.take_hurried(), [sent()]);
        assert_eq!(outbox.take_all().await.expect("a disk"), []);
        assert_eq!(outbox.lingering.len(), 1);
        outbox.add(vec![sent()]);
        assert!(outbox.has_to_wait());
        assert_eq!(outbox.take_all().await.expect("a disk"), [sent()]);
        assert!(outbox.lingering.is_empty());
        drop(outbox);
        let (_, memory) = JournalFile::open(&folder.journal()).expect("a journal");
        assert_eq!(memory.said.len(), 1, "written once");
    }

    #[test]
    fn nothing_overtakes_a_record() {
        let folder = Folder::new("overtakes");
        let mut outbox = folder.outbox(vec![sent(), shown(), moved(), sent()]);
        assert_eq!(outbox.take_hurried(), [sent(), shown()]);
        assert_eq!(outbox.take_hurried(), []);
    }
}
