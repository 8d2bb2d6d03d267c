//! The game that a table has chosen, at run time. Generic code takes the [`Game`] trait; the table protocol, logs,
//! transcripts and the verifier, which learn from bytes which game they hold, take [`AnyGame`] and hand it commands and
//! choices as bytes. What the bytes are is up to the game; bots and the app, which do know it, write them with
//! [`action_bytes`] and [`SealedBytes::of`].
//!
//! A new game adds one variant to each enum here; the compiler then names every place that has to know about it.

mod input;
mod sealed;

pub use input::{AnyInput, action_bytes};
pub use sealed::SealedBytes;

use std::sync::Arc;

use thiserror::Error;

use crate::caribbean::{self, Board, BoardId, Caribbean, Terms, TermsFault};
use crate::contract::{
    ByteSink, Canonical, Deaf, Digest, EventSink, Faces, Game, InputOf, Malformed, Reader, Seat, SeatSet, Secrets,
    Slot, SlotSet, Turn, Viewer,
};
use crate::tongue::Worded;

/// What a table agrees on, for any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyTerms {
    /// A table of Caribbean.
    Caribbean(Terms),
}

impl AnyTerms {
    /// What scripts and records call Caribbean.
    pub const CARIBBEAN: &'static str = "caribbean";

    /// The name by which scripts and records call the game.
    pub fn game_name(&self) -> &'static str {
        match self {
            AnyTerms::Caribbean(_) => AnyTerms::CARIBBEAN,
        }
    }
}

impl Canonical for AnyTerms {
    fn write(&self, out: &mut impl ByteSink) {
        match self {
            AnyTerms::Caribbean(terms) => {
                out.put(&[caribbean::GAME_NUMBER]);
                terms.write(out);
            }
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<AnyTerms, Malformed> {
        match input.byte()? {
            caribbean::GAME_NUMBER => Ok(AnyTerms::Caribbean(Terms::read(input)?)),
            unknown => Err(Malformed::OutOfRange { what: "game", value: unknown.into() }),
        }
    }
}

/// A game of any kind.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Caribbean.
    Caribbean(Caribbean),
}

/// An event of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyEvent {
    /// Something that happened in Caribbean.
    Caribbean(caribbean::Event),
}

/// A view of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyView {
    /// A table of Caribbean.
    Caribbean(caribbean::View),
}

/// Why a game can't begin.
#[derive(Clone, PartialEq, Debug, Error, Worded)]
pub enum CannotBegin {
    /// The terms are no good.
    #[error(transparent)]
    Terms(#[from] TermsFault),
    /// The board is not at hand.
    #[error("board {0} is not on this computer: get the board file from the host")]
    UnknownBoard(BoardId),
}

/// Why an input was refused.
#[derive(Clone, PartialEq, Debug, Error, Worded)]
pub enum Refused {
    /// The bytes are no input of this game.
    #[error("not an input of this game: {0}")]
    Malformed(#[from] Malformed),
    /// The input breaks a rule of Caribbean.
    #[error("{0} ({rule})", rule = .0.rule())]
    Caribbean(#[from] caribbean::Illegal),
}

impl AnyGame {
    /// A new game on these terms. `find_board` knows the boards at hand by their fingerprints.
    pub fn begin(
        terms: &AnyTerms,
        find_board: impl FnOnce(BoardId) -> Option<Arc<Board>>,
    ) -> Result<AnyGame, CannotBegin> {
        match terms {
            AnyTerms::Caribbean(terms) => {
                let board = find_board(terms.board).ok_or(CannotBegin::UnknownBoard(terms.board))?;
                Ok(AnyGame::Caribbean(Caribbean::new(terms, board)?))
            }
        }
    }

    /// The name by which scripts and records call the game.
    pub fn name(&self) -> &'static str {
        match self {
            AnyGame::Caribbean(_) => AnyTerms::CARIBBEAN,
        }
    }

    /// All seats of this table.
    pub fn seats(&self) -> SeatSet {
        match self {
            AnyGame::Caribbean(game) => game.seats(),
        }
    }

    /// Whether cards are dealt that only their owners may know.
    pub fn deals_hidden_hands(&self) -> bool {
        match self {
            AnyGame::Caribbean(_) => Caribbean::HIDDEN_HANDS,
        }
    }

    /// The seats that are there.
    pub fn present(&self) -> SeatSet {
        match self {
            AnyGame::Caribbean(game) => game.present(),
        }
    }

    /// What the table waits for.
    pub fn turn(&self) -> Turn {
        match self {
            AnyGame::Caribbean(game) => game.turn(),
        }
    }

    /// The fingerprint of the public state.
    pub fn digest(&self) -> Digest {
        match self {
            AnyGame::Caribbean(game) => game.digest(),
        }
    }

    /// What somebody without a seat sees.
    pub fn watch(&self) -> AnyView {
        match self {
            AnyGame::Caribbean(game) => AnyView::Caribbean(game.view(Viewer::Watcher)),
        }
    }

    /// What this seat sees, given what it has sealed. Fails if those bytes are no choices of this game.
    pub fn view(&self, seat: Seat, sealed: &SealedBytes) -> Result<AnyView, Refused> {
        match self {
            AnyGame::Caribbean(game) => {
                let secrets = Secrets { sealed: sealed.decode()?, faces: Faces::default() };
                Ok(AnyView::Caribbean(game.view(Viewer::Seat(seat, &secrets))))
            }
        }
    }

    /// How many sealed decisions the table has begun so far.
    pub fn decisions(&self) -> u32 {
        match self {
            AnyGame::Caribbean(game) => game.decisions(),
        }
    }

    /// While a sealed decision is under way: the slots of earlier ones that may still have to be opened.
    pub fn still_closed(&self) -> SlotSet {
        match self {
            AnyGame::Caribbean(game) => game.still_closed(),
        }
    }

    /// Whether `seat` may seal these choices now.
    pub fn check_seal(&self, seat: Seat, choices: &SealedBytes) -> Result<(), Refused> {
        match self {
            AnyGame::Caribbean(game) => Ok(game.check_seal(seat, &choices.decode()?)?),
        }
    }

    /// Whether `seat` may open this choice in this slot now.
    pub fn check_opening(&self, seat: Seat, slot: Slot, choice: &[u8]) -> Result<(), Refused> {
        match self {
            AnyGame::Caribbean(game) => Ok(game.check_opening(seat, slot, Canonical::from_bytes(choice)?)?),
        }
    }

    /// The further slots that `seat` has to open together with this choice.
    pub fn opens_with(&self, seat: Seat, slot: Slot, choice: &[u8]) -> Result<SlotSet, Refused> {
        match self {
            AnyGame::Caribbean(game) => Ok(game.opens_with(seat, slot, Canonical::from_bytes(choice)?)),
        }
    }

    /// Whether [`play`](AnyGame::play) would take the input.
    pub fn check(&self, input: &AnyInput<'_>) -> Result<(), Refused> {
        self.clone().play(input, &mut Deaf)
    }

    /// Lets the input happen, wholly or not at all.
    pub fn play(&mut self, input: &AnyInput<'_>, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        match self {
            AnyGame::Caribbean(game) => Ok(game.apply(&input.decode::<Caribbean>()?, &mut Told(events))?),
        }
    }

    /// Lets the input happen that is encoded as in transcripts, wholly or not at all.
    pub fn apply(&mut self, input: &[u8], events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        match self {
            AnyGame::Caribbean(game) => Ok(game.apply(&InputOf::<Caribbean>::from_bytes(input)?, &mut Told(events))?),
        }
    }
}

/// Hands the events of one game on as events of any game.
struct Told<'a, S>(&'a mut S);

impl<S: EventSink<AnyEvent>> EventSink<caribbean::Event> for Told<'_, S> {
    fn listening(&self) -> bool {
        self.0.listening()
    }

    fn record(&mut self, event: caribbean::Event) {
        self.0.record(AnyEvent::Caribbean(event));
    }
}

#[cfg(test)]
mod tests;
