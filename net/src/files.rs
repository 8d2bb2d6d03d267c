//! What an installation keeps on disk and shows to nobody: its key, and the journals of its games. Files are readable for
//! their owner alone, and what was written is there after a power cut.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use doubloons_engine::tongue::Worded;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::identity::Identity;
use crate::table::journal::{self, Memory, Record};

/// Only the owner may read and write.
const PRIVATE: u32 = 0o600;

/// The most bytes of a journal: far above what a game needs.
pub const MAX_JOURNAL: u64 = 1 << 30;

/// Why a private file can't be used.
#[derive(Debug, Error, Worded)]
pub enum FileFault {
    /// The system does not let us.
    #[error("can’t use {path}: {error}", path = path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Others could read it.
    #[error("{path} can be read by others: run “chmod 600” on it, or remove it if you don’t know why", path = path.display())]
    Exposed {
        /// The file.
        path: PathBuf,
    },
    /// It is not what it should be.
    #[error("{path} is damaged: it has {length} bytes instead of 32. Remove it to get a new identity", path = path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
        /// How long it is.
        length: usize,
    },
    /// It is too long to be a journal.
    #[error("{path} is too long for the journal of a game", path = path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// Another program plays this game.
    #[error("{path} is in use: another Doubloons plays this game already", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

fn system(path: &Path) -> impl Fn(io::Error) -> FileFault {
    let path = path.to_owned();
    move |error| FileFault::System { path: path.clone(), error }
}

fn check_private(path: &Path, file: &File) -> Result<(), FileFault> {
    let mode = file.metadata().map_err(system(path))?.permissions().mode();
    if mode & 0o077 == 0 { Ok(()) } else { Err(FileFault::Exposed { path: path.to_owned() }) }
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(path: &Path) -> Result<(), FileFault> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(system(path))
}

/// Makes the name of a file last.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), FileFault> {
    sync_folder(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// The key of this installation. Where there is none yet, `random` becomes one.
pub fn load_or_create_identity(path: &Path, random: impl FnOnce() -> [u8; 32]) -> Result<Identity, FileFault> {
    match File::open(path) {
        Ok(mut file) => {
            check_private(path, &file)?;
            let mut bytes = Zeroizing::new(Vec::new());
            file.read_to_end(&mut bytes).map_err(system(path))?;
            let secret: &[u8; 32] =
                bytes[..].try_into().map_err(|_| FileFault::NoKey { path: path.to_owned(), length: bytes.len() })?;
            Ok(Identity::from_secret(secret))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let secret = Zeroizing::new(random());
            let partial = path.with_extension("new");
            // A leftover of an interrupted start is of no use to anybody.
            let _ = fs::remove_file(&partial);
            let mut file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(PRIVATE)
                .open(&partial)
                .map_err(system(&partial))?;
            file.write_all(&secret[..]).and_then(|()| file.sync_all()).map_err(system(&partial))?;
            fs::rename(&partial, path).map_err(system(path))?;
            sync_folder_of(path)?;
            Ok(Identity::from_secret(&secret))
        }
        Err(error) => Err(system(path)(error)),
    }
}

/// The journal of one game, open in this program alone.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: Arc<File>,
    /// How long it is without what was not written to its end.
    length: u64,
    /// How much of it is on the disk.
    synced: u64,
}

impl JournalFile {
    /// Opens a journal, or begins one, and remembers what it holds. A record that was not written to its end is cut
    /// off: nothing was ever sent that depended on it.
    pub fn open(path: &Path) -> Result<(JournalFile, Memory), FileFault> {
        let fault = system(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(PRIVATE)
            .open(path)
            .map_err(&fault)?;
        check_private(path, &file)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(FileFault::InUse { path: path.to_owned() }),
            Err(fs::TryLockError::Error(error)) => return Err(fault(error)),
        }
        if file.metadata().map_err(&fault)?.len() > MAX_JOURNAL {
            return Err(FileFault::TooLong { path: path.to_owned() });
        }
        let mut bytes = Zeroizing::new(Vec::new());
        file.read_to_end(&mut bytes).map_err(&fault)?;
        let mut memory = Memory::default();
        let whole = memory.redo_all(&bytes);
        file.set_len(whole as u64).map_err(&fault)?;
        // What the last run wrote may not be on the disk yet, and from here on it counts as if it were.
        file.sync_all().map_err(&fault)?;
        sync_folder_of(path)?;
        let (path, file, length) = (path.to_owned(), Arc::new(file), whole as u64);
        Ok((JournalFile { path, file, length, synced: length }, memory))
    }

    /// What a journal holds, without taking it: somebody may be playing that game.
    pub fn look(path: &Path) -> Result<Memory, FileFault> {
        let fault = system(path);
        let file = File::open(path).map_err(&fault)?;
        let mut bytes = Zeroizing::new(Vec::new());
        file.take(MAX_JOURNAL + 1).read_to_end(&mut bytes).map_err(&fault)?;
        if bytes.len() as u64 > MAX_JOURNAL {
            return Err(FileFault::TooLong { path: path.to_owned() });
        }
        let mut memory = Memory::default();
        memory.redo_all(&bytes);
        Ok(memory)
    }

    /// Writes records down: the program may crash from now on, but not the computer. After an error nothing of them is
    /// there, and the same records can be tried again.
    pub fn write(&mut self, records: &[Record]) -> Result<(), FileFault> {
        let mut bytes = Zeroizing::new(Vec::new());
        records.iter().for_each(|record| bytes.extend(Zeroizing::new(journal::frame(record)).iter()));
        let written = self.file.write_all_at(&bytes, self.length);
        match written {
            Ok(()) => self.length += bytes.len() as u64,
            // What was written in part is cut off when the journal is opened again, if not now.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        written.map_err(system(&self.path))
    }

    /// Waits until everything written is on the disk; to be run where waiting does not matter. What came of it goes to
    /// [`JournalFile::synced`].
    pub fn sync(&self) -> impl FnOnce() -> io::Result<()> + Send + 'static {
        let file = Arc::clone(&self.file);
        move || file.sync_data()
    }

    /// Everything written is on the disk, or, after an error, nothing of what was written since the last time: nobody knows
    /// what became of it, so it has to be written again.
    pub fn synced(&mut self, outcome: io::Result<()>) -> Result<(), FileFault> {
        match outcome {
            Ok(()) => self.synced = self.length,
            Err(_) => {
                self.length = self.synced;
                // Cut off when the journal is opened again, if not now.
                let _ = self.file.set_len(self.length);
            }
        }
        outcome.map_err(system(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::journal::Said;
    use crate::table::statement::{Deed, Voice};

    /// A folder that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("doubloons-files-{}-{name}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").permissions().mode() & 0o777
    }

    fn said(sequence: u32) -> Record {
        Record::Said(Said { voice: Voice::Own, sequence, deed: Deed::Pause })
    }

    #[test]
    fn an_identity_is_made_once_and_is_private() {
        let folder = Folder::new("identity");
        let path = folder.0.join("key");
        let first = load_or_create_identity(&path, || [5; 32]).expect("a new key");
        assert_eq!(mode(&path), PRIVATE);
        let again = load_or_create_identity(&path, || panic!("there is a key")).expect("the key");
        assert_eq!(first.public(), again.public());
    }

    #[test]
    fn a_key_that_others_can_read_or_that_is_damaged_is_refused_and_kept() {
        let folder = Folder::new("exposed");
        let path = folder.0.join("key");
        load_or_create_identity(&path, || [5; 32]).expect("a new key");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("permissions");
        assert!(matches!(load_or_create_identity(&path, || [6; 32]), Err(FileFault::Exposed { .. })));
        fs::set_permissions(&path, fs::Permissions::from_mode(PRIVATE)).expect("permissions");
        fs::write(&path, [1; 31]).expect("a damaged key");
        assert!(matches!(load_or_create_identity(&path, || [6; 32]), Err(FileFault::NoKey { length: 31, .. })));
        assert_eq!(fs::read(&path).expect("still there").len(), 31);
    }

    #[test]
    fn a_journal_is_private_and_survives_a_torn_record() {
        let folder = Folder::new("journal");
        let path = folder.0.join("game.journal");
        let (mut journal, memory) = JournalFile::open(&path).expect("a new journal");
        assert!(memory.said.is_empty());
        assert_eq!(mode(&path), PRIVATE);
        journal.write(&[said(1), said(2)]).expect("room");
        let outcome = journal.sync()();
        journal.synced(outcome).expect("a disk");
        drop(journal);
        let whole = fs::read(&path).expect("a journal").len();
        let mut torn = OpenOptions::new().append(true).open(&path).expect("the journal");
        torn.write_all(&journal::frame(&said(3))[..9]).expect("room");
        drop(torn);
        let (mut journal, memory) = JournalFile::open(&path).expect("a torn journal");
        assert_eq!(memory.said.len(), 2);
        assert_eq!(fs::read(&path).expect("a journal").len(), whole, "the torn end is cut off");
        journal.write(&[said(3)]).expect("room");
        drop(journal);
        let (_journal, memory) = JournalFile::open(&path).expect("the journal");
        assert_eq!(memory.said.iter().map(|said| said.sequence).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn a_journal_can_be_looked_at_while_somebody_plays() {
        let folder = Folder::new("look");
        let path = folder.0.join("journal");
        assert!(matches!(JournalFile::look(&path), Err(FileFault::System { .. })), "nothing is made by looking");
        let (mut journal, _) = JournalFile::open(&path).expect("a new journal");
        journal.write(&[said(1), said(2)]).expect("room");
        fs::OpenOptions::new().append(true).open(&path).expect("the file").write_all(&[9; 5]).expect("room");
        assert_eq!(JournalFile::look(&path).expect("a journal").said.len(), 2, "a torn record is left out");
        assert_eq!(fs::metadata(&path).expect("the file").len(), journal.length + 5, "and stays");
    }

    #[test]
    fn a_journal_is_open_in_one_place_only() {
        let folder = Folder::new("lock");
        let path = folder.0.join("game.journal");
        let first = JournalFile::open(&path).expect("a new journal");
        assert!(matches!(JournalFile::open(&path), Err(FileFault::InUse { .. })));
        drop(first);
        assert!(JournalFile::open(&path).is_ok());
    }
}
