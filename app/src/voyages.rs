//! Practice games as files in the data directory: written while they are played, so that nothing is lost by closing the
//! window or by a crash, and put aside when they are over, to be looked at again.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use doubloons_words::{say, say_count, told};

use crate::game::{Model, Record, Retold, Setup, heading, retell, sentence};

/// The folder in the data directory, and how the files end.
const FOLDER: &str = "practice";
const ENDING: &str = "voyage";

/// The folder in that one for games that are over.
const FINISHED: &str = "finished";

/// How many games are kept of each, and how many that were left are listed.
const KEPT: usize = 20;
const LISTED: usize = 3;

/// More than a whole game takes.
const LONGEST: u64 = 1 << 20;

/// A practice game that was left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PracticeRow {
    /// Its file.
    pub(crate) path: PathBuf,
    /// How far it is, or why it can't go on, in words.
    pub(crate) about: String,
    /// When it was last played.
    pub(crate) at: SystemTime,
    /// Whether it can go on.
    pub(crate) sound: bool,
}

/// The practice games that were left in this data directory, the last one first.
pub(crate) fn list(folder: &Path) -> Vec<PracticeRow> {
    files(&folder.join(FOLDER)).into_iter().rev().take(LISTED).map(row).collect()
}

/// Goes on with a game. The error is a phrase for people.
pub(crate) fn open(path: &Path) -> Result<(Setup, Model), String> {
    let text = read(path).map_err(|error| say!("can’t read {path}: {error}", path = path.display()))?;
    Model::resumed(&text).map_err(|fault| told(&fault))
}

/// Whether a file is the journal of a practice game, by its name.
pub(crate) fn is_journal(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// Tells a practice game again. The error is a phrase for people.
pub(crate) fn finished_game(path: &Path) -> Result<Retold, String> {
    let text = read(path).map_err(|error| say!("can’t read {path}: {error}", path = path.display()))?;
    retell(&text).map_err(|fault| told(&fault))
}

/// The practice games in this data directory that are over, with when they ended. Games that another version has played
/// can't be told again, and are left out. Reads them all, so this is nothing for the main thread.
pub(crate) fn finished(folder: &Path) -> Vec<(PathBuf, Retold, SystemTime)> {
    let finished = files(&folder.join(FOLDER).join(FINISHED)).into_iter();
    finished
        .filter_map(|(at, path)| Some((finished_game(&path).ok()?, path, at)))
        .map(|(game, path, at)| (path, game, at))
        .collect()
}

/// Forgets a game. One that is gone already is forgotten.
pub(crate) fn forget(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn row((at, path): (SystemTime, PathBuf)) -> PracticeRow {
    match open(&path) {
        Ok((setup, model)) => {
            let (opponents, level) = (setup.opponents, told(&setup.level));
            let round = model.round_summary().round.max(1);
            let about = say_count!(
                opponents,
                "Round {round}, against a bot ({level})",
                "Round {round}, against {count} bots ({level})"
            );
            PracticeRow { path, about, at, sound: true }
        }
        Err(why) => PracticeRow { path, about: sentence(&say!("can’t go on: {why}")), at, sound: false },
    }
}

/// The journals in a folder, the one that was written to last at the end.
fn files(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    // A folder that is not there has no games in it.
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let ours = entries.flatten().map(|entry| entry.path()).filter(|path| is_journal(path));
    let mut files: Vec<(SystemTime, PathBuf)> =
        ours.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).collect();
    files.sort();
    files
}

/// Forgets the oldest journals in a folder, so that one more has room.
fn make_room(folder: &Path) -> io::Result<()> {
    let kept = files(folder);
    kept[..(kept.len() + 1).saturating_sub(KEPT)].iter().try_for_each(|(_, old)| forget(old))
}

fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
    // What is no text is no journal, which is found out when it is read.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes one game down.
#[derive(Debug)]
struct Pen {
    path: PathBuf,
    setup: Setup,
    /// Not there before anybody has decided anything.
    file: Option<File>,
}

impl Pen {
    fn write(&mut self, record: &Record) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(begin(&self.path, &heading(&self.setup))?),
        };
        file.write_all(record.line().as_bytes())?;
        file.sync_data()
    }

    /// The game is over: it is put where games are that can be looked at again. Returns where that is, if anything was
    /// played.
    fn finish(&mut self) -> io::Result<Option<PathBuf>> {
        if self.file.take().is_none() {
            return Ok(None);
        }
        let (Some(folder), Some(name)) = (self.path.parent(), self.path.file_name()) else { return Ok(None) };
        let finished = folder.join(FINISHED);
        DirBuilder::new().recursive(true).mode(0o700).create(&finished)?;
        make_room(&finished)?;
        let kept = finished.join(name);
        fs::rename(&self.path, &kept)?;
        Ok(Some(kept))
    }

    fn discard(&mut self) -> io::Result<()> {
        self.file = None;
        forget(&self.path)
    }
}

fn begin(path: &Path, text: &str) -> io::Result<File> {
    let folder = path.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    make_room(folder)?;
    let mut file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

enum Order {
    Write(Record),
    Finish,
    Discard,
}

/// What the thread that writes a game down tells.
#[derive(Debug)]
pub(crate) enum JournalNews {
    /// Why it can't be kept.
    Failed(String),
    /// It is over, and can be looked at again in this file if anything was played.
    Finished(Option<PathBuf>),
    /// It is given up.
    Gone,
}

/// The journal of the game that is being played. A thread of its own waits for the disk.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    orders: mpsc::Sender<Order>,
}

impl Journal {
    /// The journal of a new game. `tell` is called on another thread.
    pub(crate) fn new(
        folder: &Path,
        setup: &Setup,
        tell: impl Fn(JournalNews) + Send + 'static,
    ) -> io::Result<Journal> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{:016x}.{ENDING}", since.as_millis(), setup.seed);
        let pen = Pen { path: folder.join(FOLDER).join(name), setup: *setup, file: None };
        Journal::start(pen, tell)
    }

    /// The journal of a game that goes on.
    pub(crate) fn resume(
        path: &Path,
        setup: &Setup,
        tell: impl Fn(JournalNews) + Send + 'static,
    ) -> io::Result<Journal> {
        let mut file = OpenOptions::new().read(true).append(true).open(path)?;
        cut_torn_line(&mut file)?;
        let pen = Pen { path: path.to_owned(), setup: *setup, file: Some(file) };
        Journal::start(pen, tell)
    }

    fn start(mut pen: Pen, tell: impl Fn(JournalNews) + Send + 'static) -> io::Result<Journal> {
        let (orders, inbox) = mpsc::channel();
        thread::Builder::new().name("journal".to_owned()).spawn(move || {
            let mut told = false;
            for order in inbox {
                let done = match order {
                    Order::Write(record) => pen.write(&record),
                    Order::Finish => pen.finish().map(|kept| tell(JournalNews::Finished(kept))),
                    Order::Discard => pen.discard().map(|()| tell(JournalNews::Gone)),
                };
                if let Err(error) = done
                    && !std::mem::replace(&mut told, true)
                {
                    tell(JournalNews::Failed(say!("this game can’t be kept: {error}")));
                }
            }
        })?;
        Ok(Journal { orders })
    }

    /// Writes a decision down.
    pub(crate) fn write(&self, record: Record) {
        // A thread that is gone has said why.
        let _ = self.orders.send(Order::Write(record));
    }

    /// The game is over: it can be looked at again.
    pub(crate) fn finish(&self) {
        let _ = self.orders.send(Order::Finish);
    }

    /// The game is given up: nothing of it is kept.
    pub(crate) fn discard(&self) {
        let _ = self.orders.send(Order::Discard);
    }
}

/// Takes away what was being written when the program was killed, so that the next line is a line of its own.
fn cut_torn_line(file: &mut File) -> io::Result<()> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)
}

#[cfg(test)]
mod tests {
    use doubloons_engine::bots::Level;
    use doubloons_engine::contract::Seat;

    use super::*;
    use crate::game::Printing;

    const SETUP: Setup = Setup { opponents: 1, level: Level::Bosun, printing: Printing::Second, seed: 5 };

    /// A data directory, gone when the test is.
    struct Data(PathBuf);

    impl Data {
        fn new(test: &str) -> Data {
            Data(std::env::temp_dir().join(format!("doubloons-voyages-{test}-{}", std::process::id())))
        }

        fn pen(&self, name: &str) -> Pen {
            let path = self.0.join(FOLDER).join(format!("{name}.{ENDING}"));
            Pen { path, setup: SETUP, file: None }
        }
    }

    impl Drop for Data {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn gone(seat: usize) -> Record {
        Record::Gone(Seat::new(seat).expect("a seat"))
    }

    #[test]
    fn a_game_is_kept_from_the_first_decision_on() {
        let data = Data::new("first");
        let mut pen = data.pen("game");
        assert_eq!(list(&data.0), []);
        pen.write(&gone(0)).expect("room on the disk");
        pen.write(&gone(1)).expect("room on the disk");
        let text = fs::read_to_string(&pen.path).expect("a file");
        assert_eq!(text, heading(&SETUP) + "gone 0\ngone 1\n");
        pen.discard().expect("it can be forgotten");
        assert_eq!(list(&data.0), []);
    }

    #[test]
    fn games_are_listed_with_how_far_they_are_and_broken_ones_with_why() {
        let data = Data::new("list");
        let mut pen = data.pen("game");
        pen.write(&gone(0)).expect("room on the disk");
        let rows = list(&data.0);
        assert_eq!((rows[0].about.as_str(), rows[0].sound), ("Round 1, against a bot (bosun)", true));
        assert!(rows[0].at.elapsed().is_ok_and(|age| age.as_secs() < 600), "{rows:?}");
        fs::write(&pen.path, "something else\n").expect("room on the disk");
        let rows = list(&data.0);
        assert_eq!((rows[0].about.as_str(), rows[0].sound), ("Can’t go on: its file is damaged at line 1.", false));
        forget(&rows[0].path).expect("it can be removed");
        forget(&rows[0].path).expect("twice does no harm");
        assert_eq!(list(&data.0), []);
    }

    #[test]
    fn a_line_that_was_torn_is_cut_before_the_next_one() {
        let data = Data::new("torn");
        let mut pen = data.pen("game");
        pen.write(&gone(0)).expect("room on the disk");
        let whole = fs::read_to_string(&pen.path).expect("a file");
        fs::write(&pen.path, format!("{whole}act 0 0")).expect("room on the disk");
        let mut file = OpenOptions::new().read(true).append(true).open(&pen.path).expect("the file");
        cut_torn_line(&mut file).expect("it can be cut");
        assert_eq!(fs::read_to_string(&pen.path).expect("a file"), whole);
    }

    #[test]
    fn a_game_that_is_over_can_be_looked_at_and_not_gone_on_with() {
        let data = Data::new("over");
        let mut pen = data.pen("game");
        assert_eq!(pen.finish().expect("nothing to do"), None);
        assert_eq!(finished(&data.0).len(), 0, "nothing was played");
        pen.write(&gone(0)).expect("room on the disk");
        let kept = pen.finish().expect("it can be put aside");
        assert_eq!(list(&data.0), []);
        let games = finished(&data.0);
        let [(path, game, _)] = games.as_slice() else { panic!("{} games", games.len()) };
        assert_eq!(kept.as_ref(), Some(path));
        assert!(is_journal(path));
        assert_eq!(game.setup, SETUP);
        assert!(!game.events.is_empty());
        fs::write(path, "something else\n").expect("room on the disk");
        assert_eq!(finished(&data.0).len(), 0, "what can't be told is left out");
    }

    #[test]
    fn old_games_make_room() {
        let data = Data::new("many");
        for number in 0..KEPT + 3 {
            let mut pen = data.pen(&format!("over-{number:03}"));
            pen.write(&gone(0)).expect("room on the disk");
            pen.finish().expect("room on the disk");
        }
        for number in 0..KEPT + 3 {
            data.pen(&format!("{number:03}")).write(&gone(0)).expect("room on the disk");
        }
        assert_eq!(files(&data.0.join(FOLDER)).len(), KEPT);
        assert_eq!(finished(&data.0).len(), KEPT);
    }
}
