//! Everything before a game: who sits where, on which terms, who is ready, and how all of them agree on the game's
//! first bytes.
//!
//! * [`host`] and [`guest`]: the two sides, as state machines that take the time and random bytes as arguments.
//! * [`roster`]: who is there.
//! * [`ceremony`]: what every member does to begin a game; [`conductor`]: how the host leads them through it.
//! * [`message`]: what the two sides send; [`reason`]: why something is refused, in words for people.

pub mod ceremony;
pub mod conductor;
pub mod guest;
pub mod host;
mod host_commands;
pub mod message;
pub mod reason;
pub mod roster;

#[cfg(test)]
mod attack_tests;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod start_tests;
#[cfg(test)]
mod table_tests;

use std::sync::Arc;

use doubloons_engine::any::{AnyGame, AnyTerms, CannotBegin};
use doubloons_engine::caribbean::{Board, BoardId};
use doubloons_engine::contract::Seat;

use self::roster::Roster;
use super::genesis::Name;
use super::words::TableWords;
use crate::identity::PublicKey;

/// Where fresh random bytes come from. Called only when a game is about to begin.
pub type Random<'a> = &'a mut dyn FnMut() -> [u8; 32];

/// The boards that are on this computer.
#[derive(Clone, Debug)]
pub struct Boards(Vec<Arc<Board>>);

impl Boards {
    /// These boards.
    pub fn new(boards: impl IntoIterator<Item = Arc<Board>>) -> Boards {
        Boards(boards.into_iter().collect())
    }

    /// The board with this fingerprint.
    pub fn find(&self, id: BoardId) -> Option<Arc<Board>> {
        self.0.iter().find(|board| board.id() == id).cloned()
    }

    /// How many seats a game on these terms has, if it can be played on one of these boards.
    pub fn seats_for(&self, terms: &AnyTerms) -> Result<usize, CannotBegin> {
        Ok(AnyGame::begin(terms, |id| self.find(id))?.seats().len())
    }
}

/// A lobby as a screen shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct LobbyView {
    /// Whose screen it is.
    pub me: PublicKey,
    /// Who is there; `None` as long as the host has not let us in.
    pub roster: Option<Roster>,
    /// How far the table has come.
    pub stage: Stage,
    /// What the table waits for. Empty when the host can start.
    pub waiting_for: Vec<Awaited>,
    /// The words to compare, as soon as they are known.
    pub words: Option<TableWords>,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// We are not at this table: not yet, or refused.
    Outside,
    /// We have knocked.
    Knocking,
    /// People gather.
    Gathering,
    /// The host has pressed start, and all peers agree on the game.
    Starting,
    /// The game has begun.
    Begun,
    /// There is no table any more, or no place at it for us.
    Over,
}

/// Something that a table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Somebody has to sit down there, or a bot.
    Seat(Seat),
    /// Somebody has to press ready, or their computer has to answer.
    Person(Name),
}
