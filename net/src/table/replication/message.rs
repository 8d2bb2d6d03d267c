//! What voters tell each other to keep one log: the consensus library's messages in our own words, without those that we
//! never use, and with signed votes where it has bare claims.

use serde::{Deserialize, Serialize};

use crate::table::entry::Entry;
use crate::table::statement::{Epoch, SignedVote};

/// A message between two voters. Acknowledgements travel apart, signed and for everybody to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Consensus {
    /// Are you there?
    HeartbeatRequest {
        /// The sender's round of asking.
        round: u32,
    },
    /// I am.
    HeartbeatReply {
        /// The round that this answers.
        round: u32,
        /// The epoch in which the sender would host.
        own: Epoch,
        /// The epoch that the sender follows.
        follows: Epoch,
        /// Whether the sender sees no need for another host.
        content: bool,
    },
    /// Bring me up to date.
    PrepareRequest {
        /// The epoch that the sender has promised.
        promised: Epoch,
    },
    /// I want to host: what do you have?
    Prepare {
        /// The epoch that is to begin.
        epoch: Epoch,
        /// How many of the sender's entries are accepted for good.
        decided: u64,
        /// The epoch of the sender's log.
        accepted: Option<Epoch>,
        /// How long the sender's log is.
        length: u64,
    },
    /// I shall follow you, and this is what I have.
    Promise {
        /// The promise.
        vote: SignedVote,
        /// How many of the sender's entries are accepted for good.
        decided: u64,
        /// What the candidate lacks.
        suffix: Option<Suffix>,
        /// The votes that began the epoch of the sender's log.
        elected: Vec<SignedVote>,
    },
    /// This is the log now.
    Adopt {
        /// The epoch.
        epoch: Epoch,
        /// The place of this message among the host's.
        order: Order,
        /// How many entries are accepted for good.
        decided: u64,
        /// What the receiver lacks.
        suffix: Suffix,
        /// The votes that began the epoch.
        elected: Vec<SignedVote>,
    },
    /// The log goes on.
    Append {
        /// The epoch.
        epoch: Epoch,
        /// The place of this message among the host's.
        order: Order,
        /// How many entries are accepted for good.
        decided: u64,
        /// The new entries.
        entries: Vec<Entry>,
    },
    /// More entries are accepted for good.
    Decide {
        /// The epoch.
        epoch: Epoch,
        /// The place of this message among the host's.
        order: Order,
        /// How many entries are accepted for good.
        decided: u64,
    },
    /// I follow a later epoch.
    Outdated {
        /// Which one.
        promised: Epoch,
    },
}

/// Entries that follow the first `keep` ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suffix {
    /// How many entries stay.
    pub keep: u64,
    /// What follows them.
    pub entries: Vec<Entry>,
}

impl Suffix {
    /// How long the log is with it.
    pub(super) fn end(&self) -> u64 {
        self.keep.saturating_add(self.entries.len() as u64)
    }
}

/// The place of a message among those of one host to one voter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Counts up with every [`Consensus::Adopt`].
    pub session: u64,
    /// Counts up with every message.
    pub counter: u64,
}
