//! The games that were played on this computer, as rows that people read: who played, and when.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use doubloons_engine::contract::Seat;
use doubloons_net::transcript::Transcript;

use crate::game;

/// How transcripts end.
pub(crate) const ENDING: &str = "doubloons";

/// A game that can be looked at again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// Where its transcript is.
    pub(crate) path: PathBuf,
    /// What the file is called.
    pub(crate) name: String,
    /// Who played; empty if the file does not say.
    pub(crate) players: Vec<String>,
    /// When it was written.
    pub(crate) at: SystemTime,
}

/// The transcripts in a folder, the newest first. Reads them all, so this is nothing for the main thread.
pub(crate) fn shelf(folder: &Path) -> Vec<Kept> {
    // A folder that can't be read lists nothing; games are opened by the chooser then.
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut games: Vec<Kept> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|path| {
            let at = path.metadata().ok()?.modified().ok()?;
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Some(Kept { players: players(&path).unwrap_or_default(), path, name, at })
        })
        .collect();
    games.sort_by(|one, other| (other.at, &other.path).cmp(&(one.at, &one.path)));
    games
}

fn players(path: &Path) -> Option<Vec<String>> {
    let charter = Transcript::read_file(path).ok()?.charter().ok()?;
    let seats = charter.draft().seats.len();
    let state = doubloons_net::table::state::State::new(std::sync::Arc::new(charter));
    let names = game::names(&state, None);
    Some(Seat::first(seats).filter_map(|seat| names.get(seat.index()).cloned()).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_newest_comes_first_and_other_files_are_left_out() {
        let folder = std::env::temp_dir().join(format!("doubloons-shelf-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, age) in [("old.doubloons", 60), ("new.doubloons", 0), ("note.txt", 0)] {
            let file = fs::File::create(folder.join(name)).expect("a file");
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("its time");
        }
        let names: Vec<String> = shelf(&folder).into_iter().map(|kept| kept.name).collect();
        fs::remove_dir_all(folder).expect("removed");
        assert_eq!(names, ["new", "old"]);
    }
}
