//! What one installation keeps in its data directory, and that only one program uses it at a time.
//!
//! * `key`: the identity. `lock`: held while the program runs. `known`: people, by the keys that they had.
//! * `games/ID/`: a game that was begun: `beginning` (genesis and own secret), `journal`, `contacts`, `pin` if the table has
//!   one, and `over` once it has ended.
//! * `transcripts/`: finished games, for everybody to read.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::caribbean::Board;
use doubloons_engine::tongue::Worded;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use zeroize::Zeroizing;

use super::discovery::TableId;
use super::door::Pin;
use crate::files::{self, FileFault, JournalFile};
use crate::identity::{Identity, PublicKey};
use crate::table::genesis::{Charter, GameId, GenesisFault, Name, PeerIndex, SignedGenesis};
use crate::table::journal::Memory;
use crate::table::ledger::{Check, Ledger};
use crate::table::lobby::Boards;
use crate::table::lobby::ceremony::Beginning;
use crate::table::seal::GameSecret;
use crate::table::state::State;
use crate::table::words::TableWords;
use crate::transcript::{MAX_BOARD, MAX_GENESIS, Transcript};
use crate::wire::codec;

/// The most bytes of a saved beginning.
const MAX_BEGINNING: usize = MAX_GENESIS + MAX_BOARD + 1024;

/// The most bytes of saved contacts.
const MAX_CONTACTS: usize = 64 << 10;

/// How many people are remembered.
const KNOWN_PEOPLE: usize = 4096;

/// The most bytes of what is remembered of them.
const MAX_KNOWN: usize = KNOWN_PEOPLE * 200;

/// How many games that have ended keep their journals.
const KEPT_JOURNALS: usize = 20;

/// Why a data directory, or a game in it, can't be used.
#[derive(Debug, Error, Worded)]
pub enum InstallationFault {
    /// A file can't be used.
    #[error(transparent)]
    File(#[from] FileFault),
    /// The system does not let us.
    #[error("can’t use {path}: {error}", path = path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another program has it.
    #[error("{path} is in use by another Doubloons: close that one, or choose another data directory", path = path.display())]
    InUse {
        /// The data directory.
        path: PathBuf,
    },
    /// A saved game can't be read.
    #[error("{path} is damaged, and its game can’t go on on this computer: {why}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A game that leaves no transcript.
    #[error("no transcript can be written: {0}")]
    NoTranscript(String),
    /// A saved game of another version of the rules, or without its board.
    #[error("the game in {path} can’t go on: {fault}", path = path.display())]
    Unplayable {
        /// The game's folder.
        path: PathBuf,
        /// Why.
        fault: GenesisFault,
    },
}

fn system(path: &Path) -> impl Fn(io::Error) -> InstallationFault {
    let path = path.to_owned();
    move |error| InstallationFault::System { path: path.clone(), error }
}

/// A data directory, in use by this program alone as long as this lives.
#[derive(Debug)]
pub struct Installation {
    root: PathBuf,
    identity: Identity,
    _lock: File,
}

impl Installation {
    /// Opens the data directory, and makes it and a key if there is none. `random` becomes the key then.
    pub fn open(root: &Path, random: impl FnOnce() -> [u8; 32]) -> Result<Installation, InstallationFault> {
        private_folder(root)?;
        let path = root.join("lock");
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .map_err(system(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(InstallationFault::InUse { path: root.to_owned() }),
            Err(fs::TryLockError::Error(error)) => return Err(system(&path)(error)),
        }
        let identity = files::load_or_create_identity(&root.join("key"), random)?;
        for folder in ["games", "transcripts"] {
            private_folder(&root.join(folder))?;
        }
        files::sync_folder(root)?;
        Ok(Installation { root: root.to_owned(), identity, _lock: lock })
    }

    /// Who this installation is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Where everything is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Saves a game that has begun, before anything is done in it.
    pub fn save(&self, table: &SavedTable, beginning: &Beginning) -> Result<SavedGame, InstallationFault> {
        let saved = SavedBeginning {
            table: table.clone(),
            me: beginning.me,
            secret: beginning.secret.clone(),
            signed: beginning.charter.signed().clone(),
        };
        let folder = self.folder(beginning.charter.id());
        private_folder(&folder)?;
        write_private(&folder.join("beginning"), &Zeroizing::new(codec::encode(&saved)))?;
        files::sync_folder(&self.root.join("games"))?;
        Ok(SavedGame { folder, saved, charter: Arc::new(beginning.charter.clone()) })
    }

    /// The games that were begun and have not ended, the one that was played last first. A game that can't be read does
    /// not hide the others.
    pub fn unfinished(&self, boards: &Boards) -> Vec<Result<SavedGame, InstallationFault>> {
        let mut folders = self.game_folders(|folder| !folder.join("over").exists());
        folders.reverse();
        folders.iter().map(|folder| SavedGame::read(folder, boards)).collect()
    }

    /// Where the transcript of this game belongs.
    pub fn transcript_path(&self, game: GameId) -> PathBuf {
        let words = TableWords::of(game).to_string();
        let name: String = words.chars().map(|one| if one.is_alphanumeric() { one } else { '-' }).collect();
        let id = game.0.to_string();
        self.root.join("transcripts").join(format!("{name}-{}.doubloons", &id[..8]))
    }

    /// Keeps the transcript of a game.
    pub fn keep(&self, game: GameId, transcript: &Transcript) -> Result<PathBuf, InstallationFault> {
        let path = self.transcript_path(game);
        transcript.write_file(&path).map_err(system(&path))?;
        Ok(path)
    }

    /// Notes that a game has ended, and forgets the journals of games that ended long ago.
    pub fn finish(&self, game: GameId) -> Result<(), InstallationFault> {
        write_private(&self.folder(game).join("over"), &[])?;
        let ended = self.game_folders(|folder| folder.join("over").exists());
        for old in &ended[..ended.len().saturating_sub(KEPT_JOURNALS)] {
            fs::remove_dir_all(old).map_err(system(old))?;
        }
        Ok(())
    }

    /// The key that somebody of this name had when we last played with them.
    pub fn known_key(&self, name: &Name) -> Option<PublicKey> {
        self.known().remove(name)
    }

    /// Remembers the people of a game by their names and keys. Anybody can call themselves by any name, so whoever is known
    /// stays known by the key that they had first.
    pub fn remember(&self, people: impl IntoIterator<Item = (Name, PublicKey)>) -> Result<(), InstallationFault> {
        let mut known = self.known();
        let before = known.len();
        for (name, key) in people {
            if known.len() < KNOWN_PEOPLE {
                known.entry(name).or_insert(key);
            }
        }
        if known.len() == before { Ok(()) } else { self.write_known(&known) }
    }

    /// The person here says that this is the key of somebody of this name now.
    pub fn accept(&self, name: &Name, key: PublicKey) -> Result<(), InstallationFault> {
        let mut known = self.known();
        if known.len() < KNOWN_PEOPLE || known.contains_key(name) {
            known.insert(name.clone(), key);
        }
        self.write_known(&known)
    }

    fn write_known(&self, known: &BTreeMap<Name, PublicKey>) -> Result<(), InstallationFault> {
        write_private(&self.root.join("known"), &codec::encode(known))
    }

    /// The people that we have played with. A file that can't be read knows nobody.
    fn known(&self) -> BTreeMap<Name, PublicKey> {
        let bytes = fs::read(self.root.join("known")).unwrap_or_default();
        codec::decode(&bytes, MAX_KNOWN).unwrap_or_default()
    }

    fn folder(&self, game: GameId) -> PathBuf {
        self.root.join("games").join(game.0.to_string())
    }

    /// The folders of games, the one that was written to last at the end.
    fn game_folders(&self, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let Ok(games) = fs::read_dir(self.root.join("games")) else { return Vec::new() };
        let mut folders: Vec<(SystemTime, PathBuf)> = games
            .filter_map(|folder| {
                let path = folder.ok()?.path();
                let last = last_written(&path)?;
                wanted(&path).then_some((last, path))
            })
            .collect();
        folders.sort();
        folders.into_iter().map(|(_, path)| path).collect()
    }
}

/// What a table is called, beyond what its game says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// By what it is known in the list of tables.
    pub id: TableId,
    /// Its name.
    pub name: Name,
    /// The text of its board's file; `None` for the built-in board.
    pub board: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct SavedBeginning {
    table: SavedTable,
    me: PeerIndex,
    secret: GameSecret,
    signed: SignedGenesis,
}

/// A game on this computer's disk.
pub struct SavedGame {
    folder: PathBuf,
    saved: SavedBeginning,
    charter: Arc<Charter>,
}

impl std::fmt::Debug for SavedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SavedGame({})", self.folder.display())
    }
}

impl SavedGame {
    fn read(folder: &Path, boards: &Boards) -> Result<SavedGame, InstallationFault> {
        let path = folder.join("beginning");
        let mut bytes = Zeroizing::new(Vec::new());
        let file = File::open(&path).map_err(system(&path))?;
        file.take(MAX_BEGINNING as u64 + 1).read_to_end(&mut bytes).map_err(system(&path))?;
        let saved: SavedBeginning = codec::decode(&bytes, MAX_BEGINNING)
            .map_err(|why| InstallationFault::Damaged { path: path.clone(), why: why.to_string() })?;
        let own = saved.table.board.as_deref().and_then(|text| Board::parse(text).ok()).map(Arc::new);
        let find = |id| boards.find(id).or_else(|| own.filter(|board| board.id() == id));
        let charter = Charter::new(saved.signed.clone(), find)
            .map_err(|fault| InstallationFault::Unplayable { path: folder.to_owned(), fault })?;
        Ok(SavedGame { folder: folder.to_owned(), saved, charter: Arc::new(charter) })
    }

    /// The table that it is played at.
    pub fn table(&self) -> &SavedTable {
        &self.saved.table
    }

    /// How it began.
    pub fn charter(&self) -> &Arc<Charter> {
        &self.charter
    }

    /// Which of its members this installation is.
    pub fn me(&self) -> PeerIndex {
        self.saved.me
    }

    /// What this installation keeps to itself.
    pub fn secret(&self) -> GameSecret {
        self.saved.secret.clone()
    }

    /// When something of it was last written down.
    pub fn last_played(&self) -> Option<SystemTime> {
        last_written(&self.folder)
    }

    /// The table as far as the journal tells; as it was at the beginning if that can't be read. Signatures were checked
    /// when the entries were written down and are not checked again, so this takes some milliseconds.
    pub fn so_far(&self) -> Arc<State> {
        let mut ledger = Ledger::new(Arc::clone(&self.charter));
        let memory = JournalFile::look(&self.folder.join("journal")).unwrap_or_default();
        for entry in &memory.durable.log {
            if ledger.apply(entry, Check::KnownGood, &mut Vec::<AnyEvent>::new()).is_err() {
                break;
            }
        }
        ledger.shared_state()
    }

    /// Opens the journal, and remembers what it holds.
    pub fn journal(&self) -> Result<(JournalFile, Memory), InstallationFault> {
        Ok(JournalFile::open(&self.folder.join("journal"))?)
    }

    /// What guests have to know, if the table has a PIN.
    pub fn pin(&self) -> Option<Pin> {
        let text = Zeroizing::new(fs::read_to_string(self.folder.join("pin")).ok()?);
        Pin::try_from(text.to_string()).ok()
    }

    /// Remembers what guests have to know, so that they have to know it too when the game is resumed.
    pub fn save_pin(&self, pin: &Pin) -> Result<(), InstallationFault> {
        write_private(&self.folder.join("pin"), pin.read_out().as_bytes())
    }

    /// Where the others were last seen. They are hints, so a file that can't be read says nothing.
    pub fn contacts(&self) -> Vec<(PublicKey, Vec<SocketAddr>)> {
        let bytes = fs::read(self.folder.join("contacts")).unwrap_or_default();
        codec::decode(&bytes, MAX_CONTACTS).unwrap_or_default()
    }

    /// Remembers where the others were seen; to be run where waiting for the disk does not matter.
    pub fn saving_contacts(
        &self,
        contacts: &[(PublicKey, Vec<SocketAddr>)],
    ) -> impl FnOnce() -> Result<(), InstallationFault> + Send + 'static {
        let (path, bytes) = (self.folder.join("contacts"), codec::encode(&contacts));
        move || write_private(&path, &bytes)
    }
}

/// When something of the game in this folder was last written down.
fn last_written(folder: &Path) -> Option<SystemTime> {
    let written = |name| fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
    written("journal").or_else(|| written("beginning"))
}

fn private_folder(path: &Path) -> Result<(), InstallationFault> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(system(path))
}

/// Writes a file wholly or not at all; when this returns, it is there after a power cut.
fn write_private(path: &Path, bytes: &[u8]) -> Result<(), InstallationFault> {
    let partial = path.with_extension("partial");
    // A leftover of an interrupted start is of no use to anybody.
    let _ = fs::remove_file(&partial);
    let mut file =
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial).map_err(system(&partial))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(system(&partial))?;
    fs::rename(&partial, path).map_err(system(path))?;
    Ok(files::sync_folder_of(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A data directory that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            Folder(std::env::temp_dir().join(format!("doubloons-installation-{}-{name}", std::process::id())))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).expect("a name")
    }

    #[test]
    fn nobody_takes_the_place_of_somebody_known_by_calling_themselves_the_same() {
        let folder = Folder::new("known");
        let installation = Installation::open(&folder.0, || [1; 32]).expect("a data directory");
        let [anne, other] = [PublicKey([1; 32]), PublicKey([2; 32])];
        installation.remember([(name("Anne"), anne)]).expect("room");
        installation.remember([(name("Anne"), other), (name("Mary"), other)]).expect("room");
        assert_eq!(installation.known_key(&name("Anne")), Some(anne));
        assert_eq!(installation.known_key(&name("Mary")), Some(other), "whoever is new is remembered");
    }

    #[test]
    fn a_new_key_is_known_once_the_person_accepts_it() {
        let folder = Folder::new("accepted");
        let installation = Installation::open(&folder.0, || [1; 32]).expect("a data directory");
        let [old, new] = [PublicKey([1; 32]), PublicKey([2; 32])];
        installation.remember([(name("Anne"), old)]).expect("room");
        installation.accept(&name("Anne"), new).expect("room");
        assert_eq!(installation.known_key(&name("Anne")), Some(new));
    }
}
