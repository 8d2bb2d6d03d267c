//! Transcripts as files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::{MAX_TRANSCRIPT, Transcript, Unreadable};

/// Why a file could not be read.
#[derive(Debug, Error, Worded)]
pub enum NoFile {
    /// The system does not give it.
    #[error("can’t read {path}: {error}", path = path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It holds no transcript.
    #[error("{path}: {why}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: Unreadable,
    },
}

impl Transcript {
    /// Reads a file.
    pub fn read_file(path: &Path) -> Result<Transcript, NoFile> {
        let system = |error| NoFile::System { path: path.to_owned(), error };
        let mut bytes = Vec::new();
        let most = MAX_TRANSCRIPT as u64 + 1;
        File::open(path).map_err(system)?.take(most).read_to_end(&mut bytes).map_err(system)?;
        Transcript::from_bytes(&bytes).map_err(|why| NoFile::Unreadable { path: path.to_owned(), why })
    }

    /// Writes a file, wholly or not at all: whatever happens meanwhile, the path holds the old file or the new one.
    pub fn write_file(&self, path: &Path) -> io::Result<()> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let mut partial = OsString::from(".");
        partial.push(name);
        partial.push(format!(".{}.partial", std::process::id()));
        let partial = path.with_file_name(partial);
        let written = write_synced(&partial, &self.to_bytes()).and_then(|()| fs::rename(&partial, path));
        if written.is_err() {
            // The first error is the one to tell.
            let _ = fs::remove_file(&partial);
        }
        written?;
        sync_folder(path)
    }
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the new name last. Where folders can't be opened, the system sees to it by itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
