//! Cards that were laid at a table on the network and not sealed, as files in the data directory: one for each game, so
//! that whoever closes the window finds them again. They are secrets and stay on this computer.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::SystemTime;

use doubloons_net::table::genesis::GameId;
use doubloons_net::table::peer::Occasion;

use crate::game::{Unsealed, choice_words, read_choices};

/// The folder in the data directory, and how its files end.
const FOLDER: &str = "drafts";
const ENDING: &str = "draft";

/// What a file begins with; the number is that of its form.
const TITLE: &str = "doubloons-draft 1";

/// For how many games drafts are kept.
const KEPT: usize = 20;

/// More than seven cards take.
const LONGEST: u64 = 1 << 10;

/// What was laid in this game when it was left. A file that can't be read says nothing.
pub(crate) fn left(folder: &Path, game: GameId) -> Option<Unsealed> {
    let mut text = String::new();
    File::open(path(folder, game)).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    read(&text)
}

/// Keeps the draft of one game. A thread of its own waits for the disk.
#[derive(Debug)]
pub(crate) struct Drafts {
    orders: mpsc::Sender<Unsealed>,
}

impl Drafts {
    /// The draft of this game, in this data directory.
    pub(crate) fn new(folder: &Path, game: GameId) -> io::Result<Drafts> {
        let (orders, inbox) = mpsc::channel();
        let path = path(folder, game);
        thread::Builder::new().name("draft".to_owned()).spawn(move || {
            for draft in inbox {
                // What could not be kept has to be laid again by whoever comes back, and no more.
                let _ = keep(&path, &draft);
            }
        })?;
        Ok(Drafts { orders })
    }

    /// Keeps these cards in place of those that were kept before.
    pub(crate) fn keep(&self, draft: Unsealed) {
        // A thread that is gone keeps nothing.
        let _ = self.orders.send(draft);
    }
}

fn path(folder: &Path, game: GameId) -> PathBuf {
    folder.join(FOLDER).join(format!("{}.{ENDING}", game.0))
}

/// Writes a draft: wholly, or not at all. One without cards is forgotten.
fn keep(path: &Path, draft: &Unsealed) -> io::Result<()> {
    if draft.choices.iter().next().is_none() {
        return forget(path);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if !path.exists() {
        make_room(folder)?;
    }
    let partial = path.with_extension("partial");
    // What was being written when the program was killed.
    forget(&partial)?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial)?;
    file.write_all(line(draft).as_bytes())?;
    file.sync_data()?;
    fs::rename(&partial, path)
}

fn forget(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Forgets the oldest drafts, so that one more has room.
fn make_room(folder: &Path) -> io::Result<()> {
    let written = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
    let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)?.flatten().filter_map(written).collect();
    files.sort();
    files[..(files.len() + 1).saturating_sub(KEPT)].iter().try_for_each(|(_, old)| forget(old))
}

fn line(draft: &Unsealed) -> String {
    let decision = draft.occasion.map_or_else(
        || "- -".to_owned(),
        |Occasion { decision, turn }| {
            let turn = turn.map_or_else(|| "-".to_owned(), |turn| turn.to_string());
            format!("{decision} {turn}")
        },
    );
    format!("{TITLE} {decision}{}\n", choice_words(&draft.choices))
}

/// `None` for anything that was not written to its end, and for a draft without its decision.
fn read(text: &str) -> Option<Unsealed> {
    let mut words = text.strip_suffix('\n')?.strip_prefix(TITLE)?.strip_prefix(' ')?.split(' ');
    let decision = words.next()?.parse().ok()?;
    let turn = match words.next()? {
        "-" => None,
        turn => Some(turn.parse().ok()?),
    };
    let choices = read_choices(words)?;
    Some(Unsealed { occasion: Some(Occasion { decision, turn }), choices })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use doubloons_engine::caribbean::{Card, Choice, RESERVE};
    use doubloons_net::hash::Hash;

    use super::*;

    const SEALING: Occasion = Occasion { decision: 4, turn: None };

    /// A data directory, gone when the test is.
    struct Data(PathBuf);

    impl Data {
        fn new(test: &str) -> Data {
            Data(std::env::temp_dir().join(format!("doubloons-drafts-{test}-{}", std::process::id())))
        }
    }

    impl Drop for Data {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn game(number: u8) -> GameId {
        GameId(Hash([number; 32]))
    }

    fn draft(cards: &[Card]) -> Unsealed {
        let choices = cards.iter().map(|&card| (RESERVE, Choice::Card(card))).collect();
        Unsealed { occasion: Some(SEALING), choices }
    }

    #[test]
    fn a_draft_is_found_again_by_its_game_alone() {
        let data = Data::new("found");
        keep(&path(&data.0, game(1)), &draft(&[Card::Five])).expect("room on the disk");
        assert_eq!(left(&data.0, game(1)), Some(draft(&[Card::Five])));
        assert_eq!(left(&data.0, game(2)), None);
        keep(&path(&data.0, game(1)), &draft(&[])).expect("nothing to keep");
        assert_eq!(left(&data.0, game(1)), None);
        keep(&path(&data.0, game(1)), &draft(&[])).expect("twice does no harm");
    }

    #[test]
    fn nobody_else_may_read_it() {
        let data = Data::new("private");
        let path = path(&data.0, game(1));
        keep(&path, &draft(&[Card::Five])).expect("room on the disk");
        keep(&path, &draft(&[Card::Two])).expect("room on the disk");
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
    }

    #[test]
    fn what_is_torn_or_something_else_says_nothing() {
        let data = Data::new("torn");
        let path = path(&data.0, game(1));
        keep(&path, &draft(&[Card::Five])).expect("room on the disk");
        let whole = fs::read_to_string(&path).expect("a file");
        for text in
            [&whole[..whole.len() - 1], "", "rum\n", &whole.replace("draft 1", "draft 2"), &whole.replace("4 -", "- -")]
        {
            fs::write(&path, text).expect("room on the disk");
            assert_eq!(left(&data.0, game(1)), None, "{text}");
        }
    }

    #[test]
    fn what_was_left_half_written_is_in_nobodys_way() {
        let data = Data::new("half");
        let path = path(&data.0, game(1));
        keep(&path, &draft(&[Card::Five])).expect("room on the disk");
        fs::write(path.with_extension("partial"), "doubloons-dr").expect("room on the disk");
        keep(&path, &draft(&[Card::Two])).expect("room on the disk");
        assert_eq!(left(&data.0, game(1)), Some(draft(&[Card::Two])));
    }

    #[test]
    fn old_drafts_make_room() {
        let data = Data::new("many");
        for number in 0..KEPT as u8 + 3 {
            keep(&path(&data.0, game(number)), &draft(&[Card::Five])).expect("room on the disk");
        }
        assert_eq!(fs::read_dir(data.0.join(FOLDER)).expect("a folder").count(), KEPT);
        assert!(left(&data.0, game(KEPT as u8 + 2)).is_some());
    }
}
