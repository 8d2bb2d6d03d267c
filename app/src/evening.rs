//! The standings of an evening: what the same people won within twelve hours, game after game. A small file in the data
//! directory remembers it, so that the evening goes on after a restart.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use doubloons_words::{number, say, say_count, tr};
/// The file in the data directory.
const FILE: &str = "evenings.toml";

/// How long an evening lasts.
const EVENING: Duration = Duration::from_secs(12 * 60 * 60);

/// How many games are remembered.
const KEPT: usize = 200;

/// By what somebody is known from game to game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Who {
    /// A person, by their key.
    Person(String),
    /// The person at this computer, in a practice game.
    Me,
    /// A bot, by what it is called.
    Bot(String),
}

/// How a game ended for one of its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    /// Who.
    pub(crate) who: Who,
    /// What they were called.
    pub(crate) name: String,
    /// Their money in thousands.
    pub(crate) money: u16,
    /// Whether they won, alone or with others.
    pub(crate) won: bool,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Tells games apart.
    pub(crate) game: String,
    /// When it ended, in seconds since 1970.
    pub(crate) at: u64,
    /// How it ended, in seat order.
    pub(crate) players: Vec<Player>,
}

/// Who counts as the same company: the people of a game, or in practice the person with these bots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Company(BTreeSet<Who>);

impl Company {
    /// The company of these players.
    pub(crate) fn new<'a>(players: impl IntoIterator<Item = &'a Who>) -> Company {
        let all: BTreeSet<Who> = players.into_iter().cloned().collect();
        let people: BTreeSet<Who> = all.iter().filter(|who| matches!(who, Who::Person(_))).cloned().collect();
        // Somebody who plays with bots alone has other company when the bots are others.
        Company(if people.len() > 1 { people } else { all })
    }
}

/// All evenings that are remembered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Evenings {
    games: Vec<Played>,
}

/// How an evening stands for one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// What they were called last.
    pub(crate) name: String,
    /// How many games they won.
    pub(crate) won: usize,
    /// All their money, in thousands.
    pub(crate) money: u32,
}

/// How an evening stands, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standings {
    /// How many games were played.
    pub(crate) games: usize,
    /// Everybody who played.
    pub(crate) rows: Vec<Row>,
}

impl Evenings {
    /// What is remembered in this data directory. It is no more than a convenience: a file that can't be read is put
    /// aside, and a new evening begins.
    pub(crate) fn read(folder: &Path) -> Evenings {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).unwrap_or_else(|_| {
                let _ = fs::rename(&path, path.with_extension("toml.old"));
                Evenings::default()
            }),
            Err(_) => Evenings::default(),
        }
    }

    /// Writes it down, wholly or not at all.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let partial = folder.join("evenings.partial");
        fs::write(&partial, text)?;
        fs::rename(partial, folder.join(FILE))
    }

    /// Remembers a game; once, however often it is told.
    pub(crate) fn remember(&mut self, played: Played) {
        if self.games.iter().all(|known| known.game != played.game) {
            self.games.push(played);
            let surplus = self.games.len().saturating_sub(KEPT);
            self.games.drain(..surplus);
        }
    }

    /// How the evening of this company stands at this time; `None` if it has not played yet.
    pub(crate) fn standings(&self, company: &Company, now: u64) -> Option<Standings> {
        let tonight = |played: &&Played| {
            let age = now.saturating_sub(played.at);
            age < EVENING.as_secs() && Company::new(played.players.iter().map(|player| &player.who)) == *company
        };
        let games: Vec<&Played> = self.games.iter().filter(tonight).collect();
        let mut rows: Vec<(&Who, Row)> = Vec::new();
        for player in games.iter().flat_map(|played| &played.players) {
            let place = rows.iter().position(|(who, _)| **who == player.who).unwrap_or_else(|| {
                rows.push((&player.who, Row { name: String::new(), won: 0, money: 0 }));
                rows.len() - 1
            });
            let row = &mut rows[place].1;
            row.name.clone_from(&player.name);
            row.won += usize::from(player.won);
            row.money += u32::from(player.money);
        }
        rows.sort_by_key(|(_, row)| std::cmp::Reverse((row.won, row.money)));
        let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
        (!rows.is_empty()).then_some(Standings { games: games.len(), rows })
    }
}

impl Standings {
    /// How many games were played, in words.
    pub(crate) fn title(&self) -> String {
        say_count!(self.games, "This evening, after one game", "This evening, after {count} games")
    }

    /// All of it in one line.
    pub(crate) fn line(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| format!("{}: {}", row.name, row.spoken())).collect();
        rows.join(" · ")
    }
}

impl Row {
    /// The wins, in words.
    pub(crate) fn wins(&self) -> String {
        match self.won {
            0 => tr("no win").to_owned(),
            won => say_count!(won, "1 win", "{count} wins"),
        }
    }

    /// All the money, written out.
    pub(crate) fn doubloons(&self) -> String {
        number(u64::from(self.money) * 1000)
    }

    /// The row as it is spoken, without the name.
    pub(crate) fn spoken(&self) -> String {
        say!("{wins}, {money} doubloons", wins = self.wins(), money = self.doubloons())
    }
}

/// The time, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(key: &str, name: &str, money: u16, won: bool) -> Player {
        Player { who: Who::Person(key.to_owned()), name: name.to_owned(), money, won }
    }

    fn bot(money: u16, won: bool) -> Player {
        Player { who: Who::Bot("Captain".to_owned()), name: "Captain".to_owned(), money, won }
    }

    fn played(game: &str, at: u64, players: Vec<Player>) -> Played {
        Played { game: game.to_owned(), at, players }
    }

    fn company(players: &[Player]) -> Company {
        Company::new(players.iter().map(|player| &player.who))
    }

    #[test]
    fn wins_count_before_doubloons_and_names_are_the_last_ones() {
        let mut evenings = Evenings::default();
        let first = vec![person("a", "Mira", 31, true), person("b", "Sofia", 30, false), bot(12, false)];
        evenings.remember(played("1", 1_000, first.clone()));
        evenings.remember(played("1", 1_000, first.clone()));
        evenings.remember(played("2", 5_000, vec![person("a", "Mira", 2, false), person("b", "Sophie", 33, true)]));
        evenings.remember(played("3", 9_000, vec![person("b", "Sophie", 31, false), person("a", "Mira", 32, true)]));
        let standings = evenings.standings(&company(&first), 10_000).expect("three games");
        assert_eq!(standings.title(), "This evening, after 3 games");
        let rows: Vec<(&str, usize, u32)> =
            standings.rows.iter().map(|row| (row.name.as_str(), row.won, row.money)).collect();
        assert_eq!(rows, [("Mira", 2, 65), ("Sophie", 1, 94), ("Captain", 0, 12)]);
        assert_eq!(standings.rows[0].spoken(), "2 wins, 65,000 doubloons");
        assert_eq!(standings.rows[2].spoken(), "no win, 12,000 doubloons");
    }

    #[test]
    fn an_evening_has_one_company_and_twelve_hours() {
        let mut evenings = Evenings::default();
        let two = vec![person("a", "Mira", 31, true), person("b", "Sofia", 30, false)];
        let three = [two.clone(), vec![person("c", "Jonas", 9, false)]].concat();
        evenings.remember(played("1", 1_000, two.clone()));
        evenings.remember(played("2", 2_000, three.clone()));
        let games = |players: &[Player], now| evenings.standings(&company(players), now).map(|now| now.games);
        assert_eq!((games(&two, 3_000), games(&three, 3_000)), (Some(1), Some(1)));
        assert_eq!((games(&two, 1_000 + 43_200), games(&three, 1_000 + 43_200)), (None, Some(1)));
        assert_eq!(games(&two, 500), Some(1), "a clock that was set back forgets nothing");
        assert_eq!(games(&two[..1], 3_000), None);
    }

    #[test]
    fn practice_counts_with_the_same_bots() {
        let me = Player { who: Who::Me, name: "You".to_owned(), money: 31, won: true };
        let mut evenings = Evenings::default();
        evenings.remember(played("1", 1, vec![me.clone(), bot(20, false)]));
        assert!(evenings.standings(&company(&[me.clone(), bot(0, false)]), 2).is_some());
        assert!(evenings.standings(&company(&[me]), 2).is_none());
    }

    #[test]
    fn it_is_remembered_and_a_damaged_file_is_put_aside() {
        let folder = std::env::temp_dir().join(format!("doubloons-evenings-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(Evenings::read(&folder), Evenings::default());
        let mut evenings = Evenings::default();
        for game in 0..KEPT + 3 {
            evenings.remember(played(&game.to_string(), 7, vec![person("a", "Anne “Bonny”", 31, true), bot(1, false)]));
        }
        assert_eq!((evenings.games.len(), evenings.games[0].game.as_str()), (KEPT, "3"));
        evenings.write(&folder).expect("written");
        assert_eq!(Evenings::read(&folder), evenings);
        fs::write(folder.join(FILE), "games = 7").expect("written");
        assert_eq!(Evenings::read(&folder), Evenings::default());
        assert!(folder.join("evenings.toml.old").exists());
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn money_is_grouped() {
        let text = |money| Row { name: String::new(), won: 0, money }.doubloons();
        assert_eq!([text(0), text(7), text(94), text(1_234)], ["0", "7,000", "94,000", "1,234,000"]);
    }
}
