//! What the table waits for.

use super::hidden::Handle;
use super::seat::{Seat, SeatMap, SeatSet};
use super::slot::{Slot, SlotSet};

/// What the table waits for. Every variant that waits for seats names at least one present seat: a seat that left
/// never freezes the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One seat decides, openly: an [`Input::Act`](super::Input::Act).
    Seat(Seat),
    /// Seats choose in secret, at once. Only who has locked is known.
    Seal {
        /// Who is asked and present.
        seats: SeatSet,
        /// Who of all seats asked has locked; the choice is closed once `seats` have.
        locked: SeatSet,
        /// What has to be filled.
        slots: SlotSet,
    },
    /// One slot of the sealed choices is turned up now: an [`Input::Opened`](super::Input::Opened).
    Open {
        /// The slot.
        slot: Slot,
        /// Who has a choice there and is present to open it.
        seats: SeatSet,
    },
    /// One seat turns up one of its hidden cards: an [`Input::Reveal`](super::Input::Reveal).
    Reveal {
        /// Whose card it is.
        seat: Seat,
        /// The card.
        handle: Handle,
    },
    /// Chance decides: an [`Input::Chance`](super::Input::Chance) with fresh joint randomness.
    Chance(Draw),
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// Whom the table is waiting for.
    pub fn waiting_for(&self) -> SeatSet {
        match *self {
            Turn::Seat(seat) | Turn::Reveal { seat, .. } => SeatSet::only(seat),
            Turn::Seal { seats, locked, .. } => seats.without(locked),
            Turn::Open { seats, .. } => seats,
            Turn::Chance(_) | Turn::Over(_) => SeatSet::EMPTY,
        }
    }
}

/// What chance is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Everything that is random about the set-up.
    SetUp,
    /// Cards, chests or tiles turned up from a face-down supply.
    Supply {
        /// How many.
        count: u8,
    },
    /// Dice are rolled.
    Dice {
        /// How many.
        count: u8,
        /// With how many faces each.
        sides: u8,
    },
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; several seats share a victory.
    pub winners: SeatSet,
    /// Everybody's final score.
    pub scores: SeatMap<u32>,
}
