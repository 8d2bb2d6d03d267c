//! What can happen to a game, and what it asks the program to do.

use doubloons_engine::caribbean::{Card, Event, Ship, Space};
use doubloons_engine::contract::Seat;
use doubloons_net::lan::session::TableView;
use doubloons_net::table::peer::Wish;

use super::act::Act;
use super::crew::{Order, Reply};
use super::draft::{Berth, Unsealed};
use super::journal::Record;
use super::pace::Speed;
use super::results::Results;
use crate::sound::Cue;

/// Something happened: the person did something, somebody else decided, or time passed.
#[derive(Clone, Debug)]
pub(crate) enum Msg {
    /// The table is set and may begin.
    Began,
    /// A card of the hand was touched.
    CardTouched(Card),
    /// A berth was touched.
    BerthTouched(Berth),
    /// A card is to lie in the next free berth.
    CardHurried(Card),
    /// A card is being dragged, or no longer.
    CardLifted(Option<Card>),
    /// A card was dropped on a berth.
    CardDropped(Card, Berth),
    /// A card was dropped on a ship of the chart.
    CardDroppedOnSpace(Card, Space),
    /// The card in a berth is to come back.
    CardTakenBack(Berth),
    /// All cards are to come back.
    Cleared,
    /// The last change is to be undone.
    Undone,
    /// A suggestion is asked for.
    SuggestionAsked,
    /// The suggestion for a move is to be carried out.
    SuggestionFollowed,
    /// The bribes are to be sealed.
    SealPressed,
    /// The seal is to be broken again.
    SealBroken,
    /// In a tie: the reserve is shown, or kept.
    TieDecided {
        /// Whether it is shown.
        show: bool,
    },
    /// A space of the chart was touched.
    SpaceTouched(Space),
    /// One of the five buttons was pressed.
    ActPressed(Act),
    /// The move is to end.
    MoveEnded,
    /// What is shown now was shown long enough.
    TimePassed {
        /// The ticket of the [`Effect::Wait`].
        ticket: u64,
    },
    /// The person wants to see the outcome at once.
    Skipped,
    /// The others' moves are to be shown at another speed.
    SpeedChosen(Speed),
    /// A bot has decided.
    Answered(Box<Reply>),
    /// This happened at the table on the network.
    Told {
        /// How many entries the table's log has now.
        index: u64,
        /// What happened.
        events: Vec<Event>,
    },
    /// What was shown last did not happen after all: the log ends here now.
    Rewound {
        /// How many entries it has.
        index: u64,
    },
    /// The table on the network as it is now.
    Looked(Box<TableView>),
    /// The table on the network does not take the person's last decision, for this reason.
    WishRefused(String),
    /// The person agrees to a bot at the seat of somebody who is away.
    StandInAgreed(Seat),
    /// The person would rather wait for somebody who is away.
    StandInDeclined(Seat),
    /// The person, who watches, wants the seat of this bot.
    SeatWanted(Seat),
    /// The person wants a break.
    BreakAsked,
    /// The person wants to end a break.
    BreakEnded,
    /// The game that this is a copy of can go on again, or no more.
    OthersAreBack(bool),
}

/// Something that the program should do now.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask a bot; its reply comes back as [`Msg::Answered`].
    Ask(Box<Order>),
    /// Call off the hint that was asked for.
    CallOffHint,
    /// Send [`Msg::TimePassed`] after a while.
    Wait {
        /// To be sent back.
        ticket: u64,
        /// How long.
        millis: u32,
    },
    /// Send the person's decision to the table on the network.
    Send(Box<Wish>),
    /// Ask whoever runs the bot at this seat to give it away.
    AskForSeat(Seat),
    /// Say why something can't be done.
    Refuse(String),
    /// Tell something that is easily missed.
    Tell(String),
    /// Write this decision down: the game may be gone on with later.
    Keep(Record),
    /// Keep the cards that lie there unsealed at a table on the network, in place of those that were kept before.
    KeepDraft(Unsealed),
    /// Let something be heard.
    Sound(Cue),
    /// A new decision is awaited: put the focus there.
    Focus(Focus),
    /// The game is over.
    Finish(Box<Results>),
}

/// Where a decision begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    /// The first card of the hand.
    Hand,
    /// The two answers in a tie.
    Tie,
    /// The ship that the person commands.
    Ship(Ship),
}
