//! Why an input is refused. Every reason names the rule that it breaks.

use thiserror::Error;

use super::card::Card;
use super::ship::Ship;
use super::space::Space;
use crate::contract::{MAX_COMMANDS, Seat, Slot};
use crate::tongue::Worded;

/// How often a seat may seal in one round before its seal can't be broken any more, ties included (R47).
pub const MAX_LOCKS: u8 = 32;

/// Why an input is refused. The text is for people; [`Illegal::rule`] is the clause of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
pub enum Illegal {
    /// Nothing more can happen.
    #[error("the game is over")]
    GameOver,
    /// The table waits for something else.
    #[error("the table does not wait for this now")]
    WrongPhase,
    /// There is no such seat at this table.
    #[error("there is no {seat} at this table")]
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
    /// Somebody else decides.
    #[error("it is not the turn of {seat}")]
    NotYourTurn {
        /// The seat that tried.
        seat: Seat,
    },
    /// The seat is away.
    #[error("{seat} is away and has to come back first")]
    SeatAbsent {
        /// The seat.
        seat: Seat,
    },
    /// The seat is there.
    #[error("{seat} is not away")]
    SeatPresent {
        /// The seat.
        seat: Seat,
    },
    /// The seat has sealed already.
    #[error("{seat} has sealed already; break the seal first to change anything")]
    AlreadyLocked {
        /// The seat.
        seat: Seat,
    },
    /// The seat has no seal to break.
    #[error("{seat} has not sealed anything")]
    NotLocked {
        /// The seat.
        seat: Seat,
    },
    /// The seal was broken too often.
    #[error("{seat} has sealed {MAX_LOCKS} times this round; this seal stands")]
    TooManyLocks {
        /// The seat.
        seat: Seat,
    },
    /// Nobody waits for this seat.
    #[error("the table does not wait for {seat}")]
    NotAwaited {
        /// The seat.
        seat: Seat,
    },
    /// A tie that does not concern this seat.
    #[error("{seat} does not decide this tie")]
    NotAsked {
        /// The seat.
        seat: Seat,
    },
    /// A slot that is not opened now.
    #[error("this is not the card that is opened now")]
    WrongSlot {
        /// The slot.
        slot: Slot,
    },
    /// The seat has nothing sealed that could be opened.
    #[error("{seat} has nothing sealed to open here")]
    NothingToOpen {
        /// The seat.
        seat: Seat,
    },
    /// A choice that does not belong into this slot.
    #[error("what {seat} opened does not belong here")]
    WrongKind {
        /// The seat.
        seat: Seat,
    },
    /// The same card laid twice.
    #[error("{seat} has laid the {card} twice; every card counts once a round")]
    CardTwice {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A slot without a card.
    #[error("lay a card on every ship and one as tie-breaker before you seal")]
    CardMissing,
    /// An action with no `End`.
    #[error("an activation has to finish with its end")]
    NoEnd,
    /// Commands after the `End`.
    #[error("nothing can follow the end of an activation")]
    AfterEnd,
    /// Too many commands.
    #[error("an activation has at most {MAX_COMMANDS} commands; end it")]
    TooLong,
    /// A space that the board does not have.
    #[error("there is no space {space} on this chart")]
    NoSuchSpace {
        /// The space.
        space: Space,
    },
    /// No movement left.
    #[error("the ship has no steps left; it may still act")]
    NoStepsLeft,
    /// Not a neighbouring space.
    #[error("space {to} does not border on space {from}")]
    NotAdjacent {
        /// Where the ship is.
        from: Space,
        /// Where it should go.
        to: Space,
    },
    /// A ship is in the way.
    #[error("ship {ship} is in the way on space {space}; sail around her")]
    Occupied {
        /// The space.
        space: Space,
        /// Who lies there.
        ship: Ship,
    },
    /// A closed haven.
    #[error("the haven on space {space} belongs to nobody at this table and is closed")]
    ClosedHaven {
        /// The space.
        space: Space,
    },
    /// The ship is full.
    #[error("the ship carries a chest already; it has room for one")]
    Loaded,
    /// The ship is empty.
    #[error("the ship carries no chest")]
    Empty,
    /// No city here.
    #[error("there is no city at space {space}")]
    NoCity {
        /// The space.
        space: Space,
    },
    /// The city's chest is gone, or not there yet.
    #[error("no chest lies in the city at space {space}")]
    NoChestInCity {
        /// The space.
        space: Space,
    },
    /// Loading costs a step that is not left.
    #[error("loading costs a step, and none is left")]
    NoStepToLoad,
    /// A ship cannot act on itself.
    #[error("ship {ship} is the active ship herself")]
    SameShip {
        /// The ship.
        ship: Ship,
    },
    /// The other ship is not next to this one.
    #[error("ship {ship} is not on a neighbouring space")]
    ShipNotAdjacent {
        /// The other ship.
        ship: Ship,
    },
    /// The other ship has no chest.
    #[error("ship {ship} carries no chest")]
    OtherEmpty {
        /// The other ship.
        ship: Ship,
    },
    /// The other ship has a chest.
    #[error("ship {ship} carries a chest already; swap instead")]
    OtherLoaded {
        /// The other ship.
        ship: Ship,
    },
    /// Stealing with a full hold.
    #[error("a loaded ship can’t steal; swap chests with ship {ship} instead")]
    StealLoaded {
        /// The other ship.
        ship: Ship,
    },
    /// Passing on is off at this table.
    #[error("passing on is not played at this table (first printing)")]
    NoPassOn,
    /// Not at a haven.
    #[error("space {space} is no haven; chests are unloaded at havens")]
    NoLiveHaven {
        /// The space.
        space: Space,
    },
    /// At a haven without a player.
    #[error("the haven on space {space} belongs to nobody at this table; nobody would pay for the chest")]
    UnusedHaven {
        /// The space.
        space: Space,
    },
    /// Unloading from beside a haven is off at this table.
    #[error("unloading beside a haven is not played at this table; sail into it")]
    NoAdjacentDelivery,
    /// The loop guard.
    #[error("the chests lay like this a moment ago; do something else first")]
    Loop,
}

impl Illegal {
    /// The clause that is broken: a ruling (`R…`), a difference between the printings (`D…`) or a section (`§…`) of
    /// the rules in docs/rules/caribbean.md.
    pub const fn rule(&self) -> &'static str {
        match self {
            Illegal::GameOver => "§8",
            Illegal::WrongPhase | Illegal::NotYourTurn { .. } => "§5",
            Illegal::NoSuchSeat { .. } => "§4",
            Illegal::SeatAbsent { .. } | Illegal::SeatPresent { .. } | Illegal::NotAwaited { .. } => "R48",
            Illegal::AlreadyLocked { .. } | Illegal::NotLocked { .. } | Illegal::TooManyLocks { .. } => "R47",
            Illegal::NotAsked { .. } => "R8",
            Illegal::WrongSlot { .. } | Illegal::WrongKind { .. } => "§5",
            Illegal::NothingToOpen { .. } => "R53",
            Illegal::CardTwice { .. } | Illegal::CardMissing => "§5",
            Illegal::NoEnd | Illegal::AfterEnd | Illegal::TooLong => "R54",
            Illegal::NoSuchSpace { .. } | Illegal::NotAdjacent { .. } | Illegal::ShipNotAdjacent { .. } => "R20",
            Illegal::NoStepsLeft => "R4",
            Illegal::Occupied { .. } => "R19",
            Illegal::ClosedHaven { .. } => "R34",
            Illegal::Loaded => "R22",
            Illegal::Empty | Illegal::OtherEmpty { .. } | Illegal::OtherLoaded { .. } => "§7",
            Illegal::StealLoaded { .. } => "§7",
            Illegal::NoCity { .. } => "§7",
            Illegal::NoChestInCity { .. } => "R25",
            Illegal::NoStepToLoad => "R21",
            Illegal::SameShip { .. } => "R28",
            Illegal::NoPassOn => "D1",
            Illegal::NoLiveHaven { .. } => "§7",
            Illegal::UnusedHaven { .. } => "R34",
            Illegal::NoAdjacentDelivery => "D2",
            Illegal::Loop => "R37",
        }
    }
}
