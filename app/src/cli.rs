//! The command line.

use clap::Parser;

use crate::game::{Printing, Setup};

/// Pirate board games for LAN parties.
#[derive(Parser, Debug)]
#[command(name = "doubloons", version)]
pub(crate) struct Cli {
    /// Begin a practice game against bots at once
    #[arg(long)]
    practice: bool,

    /// Where the chance of the practice game comes from: the same number deals the same game
    #[arg(long, value_name = "NUMBER", requires = "practice")]
    seed: Option<u64>,

    /// How many play in the practice game, you included
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,
}

impl Cli {
    /// The game to begin with, if one was asked for.
    pub(crate) fn practice(&self, fresh_seed: fn() -> u64) -> Option<Setup> {
        self.practice.then(|| Setup {
            opponents: self.players - 1,
            level: Setup::FIRST_LEVEL,
            printing: Printing::default(),
            seed: self.seed.unwrap_or_else(fresh_seed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_begins_a_game() {
        let cli = Cli::try_parse_from(["doubloons", "--practice", "--seed", "7", "--players", "3"]).expect("valid");
        let setup = cli.practice(|| 0).expect("a game was asked for");
        assert_eq!((setup.opponents, setup.seed), (2, 7));
        assert!(Cli::try_parse_from(["doubloons"]).expect("valid").practice(|| 0).is_none());
        assert!(Cli::try_parse_from(["doubloons", "--practice", "--players", "5"]).is_err());
        assert!(Cli::try_parse_from(["doubloons", "--seed", "7"]).is_err(), "a seed without a game does nothing");
    }
}
