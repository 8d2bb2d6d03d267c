//! Why something is refused or fails, in words that tell a person what to do.

use std::fmt;

use doubloons_engine::any::CannotBegin;
use doubloons_engine::contract::Seat;
use doubloons_engine::tongue::{English, Tongue, Worded, list, phrase_count};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::genesis::{Name, PROTOCOL_VERSION, RULES_VERSION};
use super::roster::MAX_PEOPLE;

/// Why a host does not do what a guest asks for. New reasons come at the end; the first one never changes, because
/// programs of all versions have to understand it.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded, Serialize, Deserialize)]
pub enum Refusal {
    /// The host runs another version.
    #[error(
        "this table plays with protocol {protocol} and rules {rules}, your Doubloons with protocol {PROTOCOL_VERSION} and \
         rules {RULES_VERSION}: install the same version on all computers"
    )]
    OtherVersion {
        /// The host's protocol.
        protocol: u16,
        /// The host's rules.
        rules: u16,
    },
    /// No place left, not even to watch.
    #[error("this table is full ({MAX_PEOPLE} people): ask the host, or join another one")]
    TableFull,
    /// Somebody else has that name.
    #[error("somebody at this table is called that already: how about “{suggestion}”?")]
    NameTaken {
        /// A free one.
        suggestion: Name,
    },
    /// The host does not want them here.
    #[error("the host has removed you from this table: join another one")]
    Kicked,
    /// Too late to join.
    #[error("the game at this table has begun: ask the host whether you can watch it or take over a bot’s seat")]
    GameStarted,
    /// The host has closed the table.
    #[error("this table is closed: join another one")]
    TableClosed,
    /// Somebody sits there.
    #[error("{0} is taken: choose another one")]
    SeatTaken(Seat),
    /// The host keeps that seat.
    #[error("{0} is closed: choose another one, or ask the host to open it")]
    SeatClosed(Seat),
    /// The table is smaller.
    #[error("there is no {0} at this table: choose another one")]
    NoSuchSeat(Seat),
    /// There are not that many emblems.
    #[error("there is no emblem {0}: choose another one")]
    NoSuchEmblem(u8),
    /// The game begins right now.
    #[error("the game is about to begin: wait a moment")]
    Starting,
    /// The options are no longer those that the guest saw.
    #[error("the host has changed the options meanwhile: look at them and press ready again")]
    TermsChanged,
    /// Only players get ready.
    #[error("take a seat first")]
    NotSeated,
    /// A flood.
    #[error("not so fast: wait a few seconds")]
    TooFast,
    /// The key is none.
    #[error("your key is damaged: remove the key file and start Doubloons again to get a new one")]
    DamagedKey,
    /// The guest has the host's own key.
    #[error("this is the table of your own installation: join with Doubloons on another computer")]
    OwnTable,
    /// Somebody who has not said hello.
    #[error("you are not at this table: join it first")]
    Stranger,
    /// A message that makes no sense here.
    #[error("your Doubloons sent something that can’t be read: install the same version on all computers")]
    Unreadable,
    /// A step of the ceremony that is not due.
    #[error("that step of the start is not due: nothing has changed")]
    OutOfTurn,
}

/// Why the host's own command is not carried out.
#[derive(Clone, PartialEq, Debug, Error, Worded)]
pub enum CommandRefused {
    /// As for a guest.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No game can be played on these terms.
    #[error(transparent)]
    Terms(#[from] CannotBegin),
    /// Nobody could think that fast.
    #[error("give people at least {0} seconds for a decision")]
    ClockTooShort(u16),
    /// There is no such guest.
    #[error("they are not at this table any more")]
    NotHere,
    /// The host can't remove themselves.
    #[error("you host this table: close it instead")]
    Yourself,
    /// There is no bot at that seat.
    #[error("there is no bot at {0}")]
    NoBot(Seat),
    /// Seats without a player.
    #[error("{seats}: put a bot there, or choose fewer seats", seats = empty(.0))]
    EmptySeats(Vec<Seat>),
    /// People who are not ready.
    #[error("{names}: wait for them, or give their seat to a bot", names = not_ready(.0))]
    NotReady(Vec<Name>),
    /// The game can't begin like this.
    #[error("no game can begin like this: choose the options again")]
    Unsound,
    /// The game did not begin.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// There is no start to take back.
    #[error("the game is not about to begin")]
    NotStarting,
}

/// Why a member does not agree to a game that the host proposes.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded, Serialize, Deserialize)]
pub enum Objection {
    /// They have not pressed ready.
    #[error("they are not ready")]
    NotReady,
    /// The one who proposes is not the first member.
    #[error("the proposal names another host than the one they joined")]
    OtherHost,
    /// They are not part of it.
    #[error("the proposal leaves them out")]
    NotAtTable,
    /// They were shown another seat.
    #[error("the proposal puts them at another seat than the one they were shown")]
    OtherSeat,
    /// They agreed to other terms.
    #[error("the proposal has other options than those they said ready to")]
    OtherTerms,
    /// They were shown other people.
    #[error("the proposal has other players than those they were shown")]
    OtherRoster,
    /// They don't have the board.
    #[error("the board is not on their computer: give them the board file")]
    NoBoard,
    /// No game can begin like this.
    #[error("no game can begin as proposed")]
    Unsound,
    /// Their own seal is not in the list, or the list is of the wrong length.
    #[error("the list of seals is not the one that they took part in")]
    FalseSeals,
    /// A pledge that does not fit its seal.
    #[error("the pledge of {0} is not the one that was sealed")]
    FalsePledge(Name),
    /// A consent that is none.
    #[error("somebody’s consent is missing")]
    FalseConsents,
    /// A step that is not due.
    #[error("the host’s steps came in the wrong order")]
    OutOfTurn,
    /// The host does not go on.
    #[error("the host’s computer does not go on with the start")]
    HostSilent,
}

/// Why a game did not begin after all.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded, Serialize, Deserialize)]
pub enum Failure {
    /// Some did not answer in time.
    #[error("the game did not begin: nothing came from {names}. Start again when they are back", names = listed(.0))]
    Silent(Vec<Name>),
    /// Somebody is gone.
    #[error("the game did not begin: {0} is gone. Fill the seat and start again")]
    Gone(Name),
    /// Somebody is not ready any more.
    #[error("the game did not begin: {0} is not ready any more")]
    Withdrew(Name),
    /// Somebody does not agree.
    #[error("the game did not begin: {name} did not agree, because {objection}")]
    Objected {
        /// Who.
        name: Name,
        /// Why.
        objection: Objection,
    },
    /// Somebody showed another pledge than they had sealed.
    #[error("the game did not begin: {0} showed another pledge than they had sealed. Their program may be modified")]
    FalsePledge(Name),
    /// Somebody's signature does not hold.
    #[error("the game did not begin: the signature of {0} does not hold. Their program may be modified")]
    FalseConsent(Name),
    /// The host took it back.
    #[error("the host has stopped the start")]
    Cancelled,
}

/// What happened at the table, for everybody to read.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded, Serialize, Deserialize)]
pub enum Notice {
    /// Somebody came.
    #[error("{0} is here")]
    Joined(Name),
    /// Somebody left, or their computer is gone.
    #[error("{0} has left")]
    Left(Name),
    /// The host removed somebody.
    #[error("the host has removed {0} from the table")]
    Kicked(Name),
    /// The options changed, and those who were ready have to look again.
    #[error("the host has changed the options: look at them and press ready again")]
    TermsChanged,
    /// The host put somebody somewhere else.
    #[error("{name} sits at {seat} now")]
    Moved {
        /// Who.
        name: Name,
        /// Where.
        seat: Seat,
    },
    /// There is no seat left for somebody.
    #[error("the table has become smaller: {0} watches now")]
    Unseated(Name),
}

/// Why a guest is no longer at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded, Serialize, Deserialize)]
pub enum Parting {
    /// The host removed them.
    #[error("the host has removed you from this table: join another one")]
    Kicked,
    /// The host closed the table.
    #[error("the host has closed this table: join another one")]
    Closed,
}

/// Seats or names in a sentence, with the right form of what is said about them.
struct All(Vec<Item>, About);

/// What is said about them.
enum About {
    Nothing,
    Empty,
    NotReady,
}

/// A seat or a name.
enum Item {
    Seat(Seat),
    Name(Name),
}

impl Worded for All {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        let told = |item: &Item| match item {
            Item::Seat(seat) => seat.worded(tongue),
            Item::Name(name) => name.to_string(),
        };
        let all = list(tongue, &self.0.iter().map(told).collect::<Vec<_>>());
        match self.1 {
            About::Nothing => all,
            About::Empty => phrase_count!(tongue, self.0.len(), "{all} is empty", "{all} are empty"),
            About::NotReady => phrase_count!(tongue, self.0.len(), "{all} is not ready yet", "{all} are not ready yet"),
        }
    }
}

impl fmt::Display for All {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&English))
    }
}

fn empty(seats: &[Seat]) -> All {
    All(seats.iter().copied().map(Item::Seat).collect(), About::Empty)
}

fn not_ready(names: &[Name]) -> All {
    All(names.iter().cloned().map(Item::Name).collect(), About::NotReady)
}

fn listed(names: &[Name]) -> All {
    All(names.iter().cloned().map(Item::Name).collect(), About::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let seats: Vec<Seat> = Seat::first(3).collect();
        assert_eq!(empty(&seats[..1]).to_string(), "seat 1 is empty");
        assert_eq!(empty(&seats).to_string(), "seat 1, seat 2 and seat 3 are empty");
        let anne = Name::try_from("Anne".to_owned()).expect("a name");
        assert_eq!(
            Failure::Silent(vec![anne]).to_string(),
            "the game did not begin: nothing came from Anne. Start again when they are back"
        );
    }
}
