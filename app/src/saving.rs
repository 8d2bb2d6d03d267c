//! Saving a transcript where somebody wants it. Slow disks are waited for elsewhere than in a window.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use doubloons_net::transcript::Transcript;
use doubloons_words::{say, told};

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Saved {
    /// It is there now.
    Written,
    /// It is the very file that was to be saved: there was nothing to do.
    ThereAlready,
}

/// Saves a transcript under another name: wholly, or not at all. The error is a phrase for people.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<Saved, String> {
    if is_same_file(from, to) {
        return Ok(Saved::ThereAlready);
    }
    let transcript = Transcript::read_file(from).map_err(|fault| told(&fault))?;
    write(&transcript, to).map(|()| Saved::Written)
}

/// Writes a transcript: wholly, or not at all. The error is a phrase for people.
pub(crate) fn write(transcript: &Transcript, to: &Path) -> Result<(), String> {
    transcript.write_file(to).map_err(|error| say!("can’t write {path}: {error}", path = to.display()))
}

/// Whether both are one file, by whatever names and links.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| fs::metadata(path).ok().map(|file| (file.dev(), file.ino()));
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder with a transcript in it, gone when the test is.
    struct Desk(PathBuf);

    impl Desk {
        fn new(test: &str) -> Desk {
            let folder = std::env::temp_dir().join(format!("doubloons-saving-{test}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../net/tests/golden/game-1.doubloons");
            fs::copy(golden, folder.join("game.doubloons")).expect("a transcript");
            Desk(folder)
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn bytes(&self, name: &str) -> Vec<u8> {
            fs::read(self.path(name)).expect("a file")
        }
    }

    impl Drop for Desk {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_copy_is_the_same_to_the_byte_and_takes_the_place_of_what_was_there() {
        let desk = Desk::new("copy");
        fs::write(desk.path("copy.doubloons"), "something else").expect("a file");
        assert_eq!(copy(&desk.path("game.doubloons"), &desk.path("copy.doubloons")), Ok(Saved::Written));
        assert_eq!(desk.bytes("copy.doubloons"), desk.bytes("game.doubloons"));
    }

    #[test]
    fn a_transcript_that_is_saved_onto_itself_stays_as_it_is() {
        let desk = Desk::new("itself");
        let before = desk.bytes("game.doubloons");
        std::os::unix::fs::symlink(desk.path("game.doubloons"), desk.path("link")).expect("a link");
        for name in ["game.doubloons", "link"] {
            assert_eq!(copy(&desk.path("game.doubloons"), &desk.path(name)), Ok(Saved::ThereAlready), "{name}");
        }
        assert_eq!(desk.bytes("game.doubloons"), before);
    }

    #[test]
    fn what_can_t_be_written_leaves_nothing_behind() {
        let desk = Desk::new("nowhere");
        let why = copy(&desk.path("game.doubloons"), &desk.path("missing/copy.doubloons")).expect_err("no such folder");
        assert!(why.starts_with("can’t write ") && why.contains("missing/copy.doubloons"), "{why}");
        assert_eq!(fs::read_dir(&desk.0).expect("a folder").count(), 1);
    }
}
