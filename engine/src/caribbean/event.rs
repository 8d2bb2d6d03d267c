//! Facts that happened. A log, an animation or statistics can be made from them alone, without knowing a rule.

use super::card::Card;
use super::chest::Chest;
use super::colour::Colour;
use super::ship::Ship;
use super::space::Space;
use crate::contract::{Outcome, Seat, SeatMap, SeatSet};

/// Something that happened at the table. Money is in thousands of doubloons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got its colour.
    ColourDealt {
        /// The seat.
        seat: Seat,
        /// Its colour.
        colour: Colour,
    },
    /// A ship was put on a starting space.
    ShipPlaced {
        /// The ship.
        ship: Ship,
        /// Where.
        space: Space,
    },
    /// A chest was turned up and lies in its city now.
    ChestTurnedUp {
        /// The chest.
        chest: Chest,
        /// Its worth.
        value: u8,
    },
    /// A round began.
    RoundBegan {
        /// Its number, from 1.
        round: u16,
    },
    /// A seat has sealed its choice.
    Sealed {
        /// The seat.
        seat: Seat,
    },
    /// A seat broke its seal again.
    SealBroken {
        /// The seat.
        seat: Seat,
    },
    /// Everybody who is there has sealed; nothing can be changed any more.
    SealsClosed {
        /// Who takes part with a sealed choice.
        seats: SeatSet,
    },
    /// The bribes for a ship were turned up.
    BribesShown {
        /// The ship.
        ship: Ship,
        /// The cards, of the seats that have one.
        cards: SeatMap<Card>,
    },
    /// A seat withheld a choice that it had sealed: its unopened cards count for nothing this round.
    Withheld {
        /// The seat.
        seat: Seat,
    },
    /// Several seats offered the most.
    Tied {
        /// The ship.
        ship: Ship,
        /// The card that all of them laid.
        card: Card,
        /// Who is tied.
        seats: SeatSet,
        /// Who of them can break the tie with an unspent reserve.
        asked: SeatSet,
    },
    /// A tied seat showed its reserve, which is spent now.
    ReserveShown {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A tied seat kept its reserve.
    ReserveKept {
        /// The seat.
        seat: Seat,
    },
    /// A seat commands a ship.
    Commanded {
        /// The ship.
        ship: Ship,
        /// The seat.
        seat: Seat,
        /// The winning bribe.
        card: Card,
        /// How many thieves slow the ship.
        thieves: u8,
        /// How many steps it may take.
        steps: u8,
    },
    /// Nobody commands a ship; it stays where it is.
    Stalled {
        /// The ship.
        ship: Ship,
        /// Why.
        reason: Stall,
    },
    /// A ship sailed one step.
    Sailed {
        /// The ship.
        ship: Ship,
        /// From where.
        from: Space,
        /// To where.
        to: Space,
        /// How many steps it has left.
        left: u8,
    },
    /// A city was captured: its chest is aboard.
    Captured {
        /// The ship.
        ship: Ship,
        /// Who gets the bonus.
        seat: Seat,
        /// The chest.
        chest: Chest,
        /// The bonus.
        bonus: u8,
    },
    /// A chest was taken from another ship.
    Stolen {
        /// The ship that has it now.
        ship: Ship,
        /// The ship that had it.
        from: Ship,
        /// The chest.
        chest: Chest,
    },
    /// Two ships exchanged their chests.
    Swapped {
        /// The active ship.
        ship: Ship,
        /// The other one.
        with: Ship,
        /// What the active ship got.
        got: Chest,
        /// What it gave.
        gave: Chest,
    },
    /// A chest was passed on to another ship.
    PassedOn {
        /// The active ship.
        ship: Ship,
        /// Who has it now.
        to: Ship,
        /// The chest.
        chest: Chest,
    },
    /// A chest was unloaded at a haven, and its city is closed.
    Delivered {
        /// The ship that unloaded.
        ship: Ship,
        /// Who commands the active ship.
        by: Seat,
        /// The haven.
        haven: Space,
        /// Who is paid.
        to: Seat,
        /// The chest.
        chest: Chest,
        /// Its worth.
        value: u8,
        /// Whether the rules left no choice: the activation ended there, or the chest was passed on to a ship there.
        forced: bool,
    },
    /// A ship's activation is over.
    Ended {
        /// The ship.
        ship: Ship,
        /// Whether the rules ended it because its commander is away.
        by_default: bool,
    },
    /// Somebody has reached the target: this round is the last.
    TargetReached {
        /// Who has it.
        seats: SeatSet,
    },
    /// At the end of the round a seat laid its kept reserve open.
    ReserveLaidOpen {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat's time for its decision was up.
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// A seat left.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// A seat is back.
    CameBack {
        /// The seat.
        seat: Seat,
    },
    /// The game is over.
    GameOver {
        /// Why it ended.
        reason: End,
        /// Who won, and everybody's money: here in doubloons, not in thousands.
        outcome: Outcome,
    },
}

/// Why nobody commands a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stall {
    /// There is no bribe but thieves, or none at all.
    NoBribe,
    /// A tie, and nobody tied has a reserve to show.
    NoReserve,
    /// A tie, and nobody showed a reserve.
    NobodyShowed,
    /// A tie that the reserves did not break.
    TiedAgain,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum End {
    /// Somebody reached the target.
    Target,
    /// All chests are delivered.
    NoChestLeft,
    /// The supply is empty and nobody has earned anything for some rounds.
    NoIncome,
}
