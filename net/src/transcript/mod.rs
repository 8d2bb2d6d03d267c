//! A game as a file that anybody can check: the accepted log with the genesis that it grew from, and nothing local. All
//! honest replicas of a game write the same bytes. `docs/TRANSCRIPT.md` describes the format.
//!
//! * [`Transcript`]: to bytes and back, to a file and back.
//! * [`verify`]: whether everything in it holds, and who is at fault.
//! * [`verify_bots`]: whether bots decided as their seeds say.

mod bots;
mod facts;
mod file;
mod format;
mod verify;

pub use bots::{BotCheck, BotFinding, Difference, verify_bots};
pub use facts::{Absence, Ending, Facts, Reign, Replacement, TimeOut, VoidDraw, WhyAway, WithheldOpening};
pub use file::NoFile;
pub use format::{MAX_BOARD, MAX_GENESIS, MAX_TRANSCRIPT, Part, Unreadable, VERSION};
pub use verify::{Culprit, Flaw, ProvenFault, Report, Verdict, Verification, verify};

use std::sync::Arc;

use doubloons_engine::any::AnyGame;
use doubloons_engine::caribbean::Board;
use doubloons_engine::tongue::Worded;
use thiserror::Error;

use crate::table::entry::Entry;
use crate::table::genesis::{Charter, SignedGenesis};

/// A game's accepted log, with all that is needed to play it again.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    genesis: SignedGenesis,
    /// The board's file, unless it is the board that is built in.
    board: Option<String>,
    entries: Vec<Entry>,
}

/// A game on a board of its own, without the board's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
#[error("this game is played on a board of its own: its transcript needs that board’s file, unchanged")]
pub struct NoBoardFile;

impl Transcript {
    /// The transcript of a game that began with this charter. A game on another board than the built-in one needs the
    /// text of its board's file; otherwise the text is left out, so that everybody writes the same bytes.
    pub fn new(charter: &Charter, board: Option<&str>, entries: Vec<Entry>) -> Result<Transcript, NoBoardFile> {
        let AnyGame::Caribbean(game) = charter.game();
        let wanted = game.board().id();
        let board = if wanted == Board::standard().id() {
            None
        } else {
            let fits = |text: &&str| Board::parse(text).is_ok_and(|board| board.id() == wanted);
            Some(board.filter(fits).ok_or(NoBoardFile)?.to_owned())
        };
        Ok(Transcript { genesis: charter.signed().clone(), board, entries })
    }

    /// How the game began, unchecked.
    pub fn genesis(&self) -> &SignedGenesis {
        &self.genesis
    }

    /// The log, unchecked.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The text of the board's file; `None` for the built-in board.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// The game's beginning, checked.
    pub fn charter(&self) -> Result<Charter, Flaw> {
        let standard = Board::standard();
        let board = match &self.board {
            None => standard,
            Some(text) => Arc::new(Board::parse(text)?),
        };
        if self.board.is_some() && board.id() == Board::standard().id() {
            return Err(Flaw::NeedlessBoard);
        }
        let found = board.id();
        let mut wanted = None;
        let charter = Charter::new(self.genesis.clone(), |id| {
            wanted = Some(id);
            (id == found).then_some(board)
        });
        match charter {
            Err(_) if self.board.is_some() && wanted.is_some_and(|wanted| wanted != found) => Err(Flaw::OtherBoard),
            charter => Ok(charter?),
        }
    }
}
