//! What a peer wants done by whoever runs it.

use doubloons_engine::any::{AnyEvent, AnyView};
use doubloons_engine::bots::Cancel;
use doubloons_engine::contract::Seat;

use super::{Occasion, Wish};
use crate::table::bot_seat;
use crate::table::chat::Remark;
use crate::table::evidence::Verdict;
use crate::table::genesis::{Name, PeerIndex};
use crate::table::journal::Record;
use crate::table::statement::{Epoch, Head};
use crate::wire::frame::Frame;

/// What a peer wants done, in this order: nothing may be sent before what precedes it is on the disk. What comes before the
/// first [`Output::Persist`] does not depend on the disk, and should not wait for it.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// Write this down and make sure that it is on the disk.
    Persist(Record),
    /// Send this to a peer, if there is a connection.
    Send(PeerIndex, Frame),
    /// Tell the people.
    Notice(Notice),
    /// Let a bot think, and hand its answer in as a [`Wish`].
    Think(Question),
}

/// Something that people should know.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// The game went on. What is shown may still be lost with the host until it is [`Notice::Accepted`].
    Happened {
        /// How far the log goes now.
        head: Head,
        /// What happened in the game.
        events: Vec<AnyEvent>,
    },
    /// The log is another one from here on: a new host knew of entries that this peer did not, or the other way round.
    Rewound {
        /// How far the log goes now.
        head: Head,
    },
    /// Everything up to here is there to stay.
    Accepted(u64),
    /// Another peer hosts.
    Hosted(Epoch),
    /// Somebody is proven to have cheated.
    Cheated(Verdict),
    /// A host ignores what a majority holds, and is given up.
    Censored(PeerIndex),
    /// Somebody said something.
    Said(PeerIndex, Remark),
}

/// What a bot has to decide.
#[derive(Clone, PartialEq)]
pub struct Question {
    /// For which seat.
    pub seat: Seat,
    /// How well it plays.
    pub level: Name,
    /// From which its decision follows.
    pub seed: u64,
    /// Which decision.
    pub occasion: Occasion,
    /// What it sees.
    pub view: AnyView,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Neither the seed, which is secret until the game is over, nor the cards that the bot sees.
        write!(f, "Question({}, {:?})", self.seat, self.occasion)
    }
}

impl Question {
    /// What the bot decides; `None` if this program knows no such bot.
    pub fn answer(&self) -> Option<Wish> {
        self.answer_until(&Cancel::new())
    }

    /// The same, but `None` soon after it is called off.
    pub fn answer_until(&self, cancel: &Cancel) -> Option<Wish> {
        bot_seat::answer_until(self.level.as_ref(), self.seed, self.seat, self.occasion, &self.view, cancel)
    }
}
