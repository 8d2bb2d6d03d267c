//! The games that were played on this computer, as rows that people read: who played, and when.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use doubloons_engine::contract::Seat;
use doubloons_net::transcript::Transcript;

use crate::game::{self, Retold};
use crate::voyages;

/// How transcripts end.
pub(crate) const ENDING: &str = "doubloons";

/// What kind of game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One on the network, with everybody's signatures.
    Signed,
    /// A practice game.
    Practice,
}

/// A game that can be looked at again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// Where its transcript or its journal is.
    pub(crate) path: PathBuf,
    /// What it was.
    pub(crate) kind: Kind,
    /// What the file is called.
    pub(crate) name: String,
    /// Who played; empty if the file does not say.
    pub(crate) players: Vec<String>,
    /// When it was written.
    pub(crate) at: SystemTime,
}

/// The games that were played on this computer, the newest first: with their transcripts in one folder, and practice games
/// in the data directory `practice`. Reads them all, so this is nothing for the main thread.
pub(crate) fn shelf(transcripts: Option<&Path>, practice: Option<&Path>) -> Vec<Kept> {
    let signed = transcripts.map(signed).unwrap_or_default();
    let practised = practice.map(practised).unwrap_or_default();
    let mut games: Vec<Kept> = signed.into_iter().chain(practised).collect();
    games.sort_by(|one, other| (other.at, &other.path).cmp(&(one.at, &one.path)));
    games
}

fn practised(data: &Path) -> Vec<Kept> {
    let kept = |(path, game, at): (PathBuf, Retold, SystemTime)| {
        let name = name_of(&path);
        Kept { path, kind: Kind::Practice, name, players: game.setup.names(), at }
    };
    voyages::finished(data).into_iter().map(kept).collect()
}

fn name_of(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn signed(folder: &Path) -> Vec<Kept> {
    // A folder that can't be read lists nothing; games are opened by the chooser then.
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|path| {
            let at = path.metadata().ok()?.modified().ok()?;
            let (name, players) = (name_of(&path), players(&path).unwrap_or_default());
            Some(Kept { path, kind: Kind::Signed, name, players, at })
        })
        .collect()
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
        let names: Vec<String> = shelf(Some(&folder), None).into_iter().map(|kept| kept.name).collect();
        fs::remove_dir_all(folder).expect("removed");
        assert_eq!(names, ["new", "old"]);
    }
}
