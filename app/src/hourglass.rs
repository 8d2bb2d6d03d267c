//! Since when a decision at a table with a clock is waited for, as a file in the data directory. Whoever leaves in the middle
//! of a decision and comes back has only the rest of its time: the clocks of the others have run on.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use doubloons_net::table::genesis::GameId;
use doubloons_net::table::peer::Occasion;

/// The file in the data directory.
const FILE: &str = "hourglass";

/// A decision, and since when it is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hourglass {
    /// The game, as text.
    game: String,
    occasion: Occasion,
    /// In milliseconds since 1970.
    began: u64,
}

impl Hourglass {
    /// The decision is waited for from now on.
    pub(crate) fn turned(game: GameId, occasion: Occasion, now: SystemTime) -> Hourglass {
        Hourglass { game: game.0.to_string(), occasion, began: millis(now) }
    }

    /// What is left of the time for a decision of this game. `None` if it is another one than was noted, and also if nothing
    /// would be left: a table that still waits then has not been waiting all the time, and begins anew.
    pub(crate) fn left(&self, game: GameId, occasion: Occasion, limit: Duration, now: SystemTime) -> Option<Duration> {
        let same = self.game == game.0.to_string() && self.occasion == occasion;
        let passed = Duration::from_millis(millis(now).checked_sub(self.began).filter(|_| same)?);
        limit.checked_sub(passed).filter(|left| !left.is_zero())
    }

    /// What was noted last in this data directory.
    pub(crate) fn noted(folder: &Path) -> Option<Hourglass> {
        Hourglass::read(&fs::read_to_string(folder.join(FILE)).ok()?)
    }

    /// Notes it in this data directory. Waits for the disk, so this is nothing for the main thread.
    pub(crate) fn note(&self, folder: &Path) -> io::Result<()> {
        fs::write(folder.join(FILE), self.line())
    }

    fn line(&self) -> String {
        let Hourglass { game, occasion: Occasion { decision, turn }, began } = self;
        let turn = turn.map_or_else(|| "-".to_owned(), |turn| turn.to_string());
        format!("{game} {decision} {turn} {began}\n")
    }

    /// `None` for anything that was not written to its end.
    fn read(text: &str) -> Option<Hourglass> {
        let line = text.strip_suffix('\n')?;
        let [game, decision, turn, began] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let turn = if turn == "-" { None } else { Some(turn.parse().ok()?) };
        let occasion = Occasion { decision: decision.parse().ok()?, turn };
        Some(Hourglass { game: game.to_owned(), occasion, began: began.parse().ok()? })
    }
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use doubloons_net::hash::Hash;

    use super::*;

    const GAME: GameId = GameId(Hash([7; 32]));
    const SEALING: Occasion = Occasion { decision: 4, turn: None };
    const LIMIT: Duration = Duration::from_secs(90);

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds)
    }

    #[test]
    fn whoever_comes_back_has_the_rest() {
        let glass = Hourglass::turned(GAME, SEALING, at(0));
        assert_eq!(glass.left(GAME, SEALING, LIMIT, at(30)), Some(Duration::from_secs(60)));
    }

    #[test]
    fn another_decision_or_game_begins_anew() {
        let glass = Hourglass::turned(GAME, SEALING, at(0));
        let next = Occasion { decision: 5, turn: Some(12) };
        assert_eq!(glass.left(GAME, next, LIMIT, at(30)), None);
        assert_eq!(glass.left(GameId(Hash([8; 32])), SEALING, LIMIT, at(30)), None);
    }

    #[test]
    fn a_table_that_still_waits_after_all_the_time_began_anew() {
        let glass = Hourglass::turned(GAME, SEALING, at(0));
        assert_eq!(glass.left(GAME, SEALING, LIMIT, at(90)), None);
        assert_eq!(glass.left(GAME, SEALING, LIMIT, at(5_000)), None);
    }

    #[test]
    fn a_clock_that_was_set_back_means_nothing() {
        let glass = Hourglass::turned(GAME, SEALING, at(60));
        assert_eq!(glass.left(GAME, SEALING, LIMIT, at(0)), None);
    }

    #[test]
    fn it_is_read_as_it_was_written_and_not_at_all_if_torn() {
        for occasion in [SEALING, Occasion { decision: 9, turn: Some(120) }] {
            let glass = Hourglass::turned(GAME, occasion, at(7));
            let line = glass.line();
            assert_eq!(Hourglass::read(&line), Some(glass));
            assert_eq!(Hourglass::read(line.trim_end()), None);
        }
        assert_eq!(Hourglass::read("rum\n"), None);
    }
}
