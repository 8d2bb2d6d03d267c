//! The command line.

use std::path::PathBuf;

use clap::{ArgGroup, Parser};
use doubloons_net::table::genesis::Name;
use doubloons_words::told;

use crate::game::{Printing, Setup};

/// Pirate board games for LAN parties.
#[derive(Parser, Debug)]
#[command(name = "doubloons", version, group = ArgGroup::new("opening").args(["practice", "host", "join", "file"]))]
pub(crate) struct Cli {
    /// Where the key, the journals of games, transcripts and preferences are kept [default: the folder for the data of
    /// programs]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// What others call you, this time
    #[arg(long, value_name = "NAME", value_parser = name())]
    pub(crate) name: Option<Name>,

    /// Use this network interface alone
    #[arg(long, value_name = "IF")]
    pub(crate) interface: Option<String>,

    /// Begin a practice game against bots at once
    #[arg(long)]
    practice: bool,

    /// Open a table at once
    #[arg(long)]
    host: bool,

    /// Join the table at this address: a name or an IP address, with the port if it is not 17180
    #[arg(long, value_name = "ADDRESS")]
    join: Option<String>,

    /// A transcript to look at
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Where the chance of the practice game comes from: the same number deals the same game
    #[arg(long, value_name = "NUMBER", requires = "practice")]
    seed: Option<u64>,

    /// How many play in the practice game, you included
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,
}

/// What the program shows first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// The harbour.
    Harbour,
    /// A practice game.
    Practice(Setup),
    /// A new table.
    Host,
    /// The table at this address.
    Join(String),
    /// This transcript.
    Replay(PathBuf),
}

impl Cli {
    /// What to show first.
    pub(crate) fn opening(&self, fresh_seed: fn() -> u64) -> Opening {
        if self.practice {
            return Opening::Practice(Setup {
                opponents: self.players - 1,
                level: Setup::FIRST_LEVEL,
                printing: Printing::default(),
                seed: self.seed.unwrap_or_else(fresh_seed),
            });
        }
        match (&self.join, &self.file) {
            _ if self.host => Opening::Host,
            (Some(address), _) => Opening::Join(address.clone()),
            (_, Some(file)) => Opening::Replay(file.clone()),
            (None, None) => Opening::Harbour,
        }
    }
}

fn name() -> impl Fn(&str) -> Result<Name, String> + Clone + Send + Sync {
    |text| Name::try_from(text.to_owned()).map_err(|no_name| told(&no_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(arguments: &[&str]) -> Option<Opening> {
        let arguments = ["doubloons"].iter().chain(arguments);
        Cli::try_parse_from(arguments).ok().map(|cli| cli.opening(|| 0))
    }

    #[test]
    fn the_command_line_begins_a_practice_game() {
        let Some(Opening::Practice(setup)) = opening(&["--practice", "--seed", "7", "--players", "3"]) else {
            panic!("a game was asked for")
        };
        assert_eq!((setup.opponents, setup.seed), (2, 7));
        assert_eq!(opening(&["--practice", "--players", "5"]), None);
        assert_eq!(opening(&["--seed", "7"]), None, "a seed without a game does nothing");
    }

    #[test]
    fn one_thing_is_shown_first() {
        assert_eq!(opening(&[]), Some(Opening::Harbour));
        assert_eq!(opening(&["--host"]), Some(Opening::Host));
        assert_eq!(opening(&["--join", "laptop:17181"]), Some(Opening::Join("laptop:17181".to_owned())));
        assert_eq!(opening(&["game.doubloons"]), Some(Opening::Replay(PathBuf::from("game.doubloons"))));
        assert_eq!(opening(&["--host", "--practice"]), None);
        assert_eq!(opening(&["--join", "laptop", "game.doubloons"]), None);
    }

    #[test]
    fn a_name_is_one_that_others_can_read() {
        assert!(Cli::try_parse_from(["doubloons", "--name", "Mira"]).is_ok_and(|cli| cli.name.is_some()));
        assert!(Cli::try_parse_from(["doubloons", "--name", ""]).is_err());
    }
}
