//! What windows ask the network thread for, and what it tells them.

use std::net::SocketAddr;
use std::path::PathBuf;

use doubloons_engine::caribbean::Event;
use doubloons_net::lan::doctor;
use doubloons_net::lan::session::{Command, Happening, View};
use doubloons_net::table::genesis::{GameId, Name};

use super::joining::{Found, Invitation};
use super::listing::{SavedRow, TableRow};
use super::plan::HostPlan;

/// Tells tables that somebody sat at one after the other apart.
pub(crate) type SessionId = u64;

/// What windows ask for.
#[derive(Debug)]
pub(crate) enum Request {
    /// This is what others call the person, and their emblem, from the next table on.
    IntroduceAs(Name, u8),
    /// Ask the network for tables at once.
    Refresh,
    /// Tables and games once more, in the language of now.
    Relist,
    /// Find out why tables can't be found.
    Examine,
    /// Open a table.
    Host(Box<HostPlan>),
    /// Go to a table.
    Join(Box<Invitation>),
    /// Go on with a game that was interrupted.
    Resume(GameId),
    /// Do something at the table.
    Do(Box<Command>),
    /// Get up from the table, or give up the way to one.
    Leave,
    /// Get up for good: tell the others so, so that they need not wait.
    Part,
    /// Forget a game that was interrupted.
    Forget(GameId),
    /// The game is over: get up as soon as nobody is left in the lurch by that.
    Retire,
    /// Leave everything in order; [`News::Closed`] follows.
    Close,
}

/// What windows are told.
#[derive(Debug)]
pub(crate) enum News {
    /// The data directory can't be used, and so no network game can be played.
    Unusable {
        /// Why.
        why: String,
        /// Whether another Doubloons uses it.
        in_use: bool,
    },
    /// The data directory is ready to use.
    Ready {
        /// Where it is.
        folder: PathBuf,
    },
    /// Tables can't be looked for.
    NotLooking(String),
    /// The tables on this network.
    Tables(Vec<TableRow>),
    /// The games that were interrupted.
    Unfinished(Vec<SavedRow>),
    /// What the doctor found.
    Examined(Box<doctor::Report>),
    /// No table was reached.
    NotJoined(Box<JoinFault>),
    /// Somebody sits down: what follows with this number is about this table.
    Seated(SessionId, Box<Sitting>),
    /// Where others can reach the table.
    Addresses(SessionId, Vec<SocketAddr>),
    /// Something happened there.
    Happened(SessionId, Box<Happening>),
    /// This is what it looks like.
    Viewed(SessionId, Box<View>),
    /// A game is over, and this is what its transcript says.
    Over(SessionId, Box<GameOver>),
    /// Somebody got up from this table for good.
    Parted {
        /// What it is called.
        table: String,
        /// Whether the others know it.
        heard: bool,
    },
    /// The system asks the program to end.
    Terminated,
    /// Everything is left in order.
    Closed,
}

/// The table that somebody sits down at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sitting {
    /// What it is called.
    pub(crate) table: String,
    /// Who hosts it, if it is not the person here.
    pub(crate) host: Option<String>,
    /// What guests have to know, to be read out by whoever hosts, if the person here knows it.
    pub(crate) pin: Option<String>,
}

/// Why no table was reached.
#[derive(Debug)]
pub(crate) enum JoinFault {
    /// The table has a PIN, and none was given.
    PinNeeded(Found),
    /// The host has another key than the one of that name had before.
    NewKey(Found),
    /// Anything else, in a sentence.
    Other(String),
}

/// A game that is over, as its transcript tells it.
#[derive(Debug)]
pub(crate) struct GameOver {
    /// Where the transcript is.
    pub(crate) transcript: PathBuf,
    /// What the verifier says.
    pub(crate) verdict: Verdict,
    /// Everything that happened, from the beginning.
    pub(crate) events: Vec<Event>,
}

/// What the verifier says of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everything holds.
    Valid,
    /// Everything holds, and it proves that somebody cheated.
    Faults(String),
    /// Something does not hold, or is not there.
    Doubtful(String),
}
