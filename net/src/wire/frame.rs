//! What peers at a running table send each other: one table of kinds, one cap for each, one way to bytes and back.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::codec::{self, Undecodable};
use crate::table::chat::Remark;
use crate::table::entry::{Entry, MAX_ENTRY};
use crate::table::evidence::Evidence;
use crate::table::replication::Consensus;
use crate::table::statement::{
    MAX_STATEMENT, SignedAbsence, SignedAck, SignedInput, SignedLink, SignedOpening, SignedStandIn,
};

/// The most bytes of a small message: anything but statements of players, entries and evidence.
pub const MAX_SMALL: usize = 8 << 10;

/// The most bytes of evidence: two entries and what names them.
pub const MAX_EVIDENCE: usize = 2 * MAX_ENTRY + 64;

/// The most entries in one message.
pub const MAX_ENTRIES: usize = 64;

/// The most bytes of a message between voters, which may bring a whole log.
pub const MAX_CONSENSUS: usize = 8 << 20;

/// The most bytes of any frame.
pub const MAX_FRAME: usize = MAX_CONSENSUS + 1;

// The kinds of frames. Numbers are never used for anything else again.
const CONSENSUS: u8 = 1;
const INPUT: u8 = 2;
const OPENING: u8 = 3;
const LINK: u8 = 4;
const ACK: u8 = 5;
const ABSENCE: u8 = 6;
const STAND_IN: u8 = 7;
const EVIDENCE: u8 = 8;
const FETCH: u8 = 9;
const ENTRIES: u8 = 10;
const REMARK: u8 = 11;

/// A message at a running table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// Between voters, to keep one log.
    Consensus(Consensus),
    /// An input to be put into order.
    Input(SignedInput),
    /// Sealed choices turned up.
    Opening(SignedOpening),
    /// A link for joint chance.
    Link(SignedLink),
    /// The author has the log up to a head.
    Ack(SignedAck),
    /// The author lacks something that the table waits for.
    Absence(SignedAbsence),
    /// The author agrees to a stand-in.
    StandIn(SignedStandIn),
    /// Somebody cheated.
    Evidence(Evidence),
    /// Please send entries from this place on.
    Fetch(Fetch),
    /// Entries of the log.
    Entries(Vec<Entry>),
    /// Chat.
    Remark(Remark),
}

/// A wish for entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fetch {
    /// The first place that is wanted, counted from 1.
    pub from: u64,
}

/// Why bytes are no frame.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFrame {
    /// Nothing at all.
    #[error("an empty message")]
    Empty,
    /// A kind that this program does not know.
    #[error("a message of the unknown kind {0}: the sender may have another version of Doubloons")]
    UnknownKind(u8),
    /// The rest is wrong.
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
}

impl Frame {
    /// The frame's bytes: its kind, then its content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, mut content) = match self {
            Frame::Consensus(content) => (CONSENSUS, codec::encode(content)),
            Frame::Input(content) => (INPUT, codec::encode(content)),
            Frame::Opening(content) => (OPENING, codec::encode(content)),
            Frame::Link(content) => (LINK, codec::encode(content)),
            Frame::Ack(content) => (ACK, codec::encode(content)),
            Frame::Absence(content) => (ABSENCE, codec::encode(content)),
            Frame::StandIn(content) => (STAND_IN, codec::encode(content)),
            Frame::Evidence(content) => (EVIDENCE, codec::encode(content)),
            Frame::Fetch(content) => (FETCH, codec::encode(content)),
            Frame::Entries(content) => (ENTRIES, codec::encode(content)),
            Frame::Remark(content) => (REMARK, codec::encode(content)),
        };
        content.insert(0, kind);
        content
    }

    /// Whether these bytes are an acknowledgement, if they are a frame.
    pub fn is_acknowledgement(bytes: &[u8]) -> bool {
        bytes.first() == Some(&ACK)
    }

    /// The frame that all of these bytes stand for.
    pub fn from_bytes(bytes: &[u8]) -> Result<Frame, NoFrame> {
        let (&kind, content) = bytes.split_first().ok_or(NoFrame::Empty)?;
        Ok(match kind {
            CONSENSUS => Frame::Consensus(codec::decode(content, MAX_CONSENSUS)?),
            INPUT => Frame::Input(codec::decode(content, MAX_STATEMENT)?),
            OPENING => Frame::Opening(codec::decode(content, MAX_STATEMENT)?),
            LINK => Frame::Link(codec::decode(content, MAX_STATEMENT)?),
            ACK => Frame::Ack(codec::decode(content, MAX_SMALL)?),
            ABSENCE => Frame::Absence(codec::decode(content, MAX_SMALL)?),
            STAND_IN => Frame::StandIn(codec::decode(content, MAX_SMALL)?),
            EVIDENCE => Frame::Evidence(codec::decode(content, MAX_EVIDENCE)?),
            FETCH => Frame::Fetch(codec::decode(content, MAX_SMALL)?),
            ENTRIES => Frame::Entries(codec::decode(content, MAX_ENTRIES * MAX_ENTRY)?),
            REMARK => Frame::Remark(codec::decode(content, MAX_SMALL)?),
            unknown => return Err(NoFrame::UnknownKind(unknown)),
        })
    }
}
