//! Arguments that several commands share: the table to play at and the bots to play with.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use doubloons_engine::caribbean::{Board, Caribbean, Colours, Options, Terms};
use doubloons_net::arena::Tournament;
use doubloons_net::bots::{KINDS, Kind};

use crate::report::Failure;

/// What is played on, and by which rules.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Which printing of the rules to play by
    #[arg(long, value_enum, default_value_t = Printing::Second)]
    pub(crate) printing: Printing,
    #[command(flatten)]
    board: BoardArguments,
}

/// What is played on.
#[derive(Debug, Args)]
pub(crate) struct BoardArguments {
    /// A board file to play on instead of the built-in board
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

/// The two printings of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Printing {
    /// Chests are not passed on, and a ship may unload from beside a haven
    First,
    /// The corrected rules
    Second,
}

impl Printing {
    /// The rules as the engine knows them.
    pub(crate) fn options(self) -> Options {
        match self {
            Printing::First => Options::FIRST_PRINTING,
            Printing::Second => Options::SECOND_PRINTING,
        }
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Printing::First => "first",
            Printing::Second => "second",
        }
    }
}

/// A table before its first game: the board and the rules are fixed.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The board.
    pub(crate) board: Arc<Board>,
    /// The text of its file; `None` for the built-in board.
    pub(crate) board_file: Option<String>,
    /// The rules.
    pub(crate) options: Options,
}

impl TableArguments {
    /// The board and the rules.
    pub(crate) fn setting(&self) -> Result<Setting, Failure> {
        self.board.setting(self.printing)
    }
}

impl BoardArguments {
    /// What guests bring along: by which rules it is played is the host's to say.
    pub(crate) fn as_guest(&self) -> Result<Setting, Failure> {
        self.setting(Printing::Second)
    }

    /// Reads the board, if it is not the built-in one.
    fn setting(&self, printing: Printing) -> Result<Setting, Failure> {
        let options = printing.options();
        let Some(path) = &self.board else {
            return Ok(Setting { board: Board::standard(), board_file: None, options });
        };
        let text = fs::read_to_string(path).map_err(|error| Failure::Unreadable { path: path.clone(), error })?;
        let board = Board::parse(&text).map_err(|fault| Failure::Board { path: path.clone(), fault })?;
        Ok(Setting { board: Arc::new(board), board_file: Some(text), options })
    }
}

impl Setting {
    /// The terms for so many players.
    pub(crate) fn terms(&self, seats: u8, colours: Colours) -> Terms {
        Terms { colours, options: self.options, ..Terms::new(&self.board, seats) }
    }

    /// A game for so many players, before its first input.
    pub(crate) fn game(&self, seats: u8, colours: Colours) -> Result<Caribbean, Failure> {
        Ok(Caribbean::new(&self.terms(seats, colours), Arc::clone(&self.board))?)
    }
}

/// How many games are played, and how.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The same seed gives the same games, whatever the number of threads
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// How many games to play at a time [default: one for each core]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl RunArguments {
    /// The number of threads that was asked for, or that suits this machine.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(Tournament::all_cores)
    }
}

/// Reads the name of a bot; the help lists all there are.
pub(crate) fn bot() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(KINDS.map(|kind| PossibleValue::new(kind.name).help(kind.about)))
        .try_map(|name| Kind::named(&name).ok_or("there is no such bot"))
}
