//! What guests and the host send each other before the game. The order of variants is the table of their numbers: new
//! ones come at the end, and none is taken out.

use doubloons_engine::contract::Seat;
use serde::{Deserialize, Serialize};

use super::super::chat::Remark;
use super::super::genesis::{Draft, Name, PROTOCOL_VERSION, RULES_VERSION, SignedGenesis};
use super::ceremony::{Answer, Call};
use super::reason::{Failure, Notice, Objection, Parting, Refusal};
use super::roster::Roster;
use crate::hash::Hash;
use crate::identity::PublicKey;
use crate::wire::codec::{self, Undecodable};

/// The longest message to a host, in bytes: a remark in the longest script.
pub const MAX_TO_HOST: usize = 2 << 10;

/// The longest message to a guest, in bytes: a roster with every watcher.
pub const MAX_TO_GUEST: usize = 16 << 10;

/// The longest introduction, in bytes.
pub const MAX_INTRODUCTION: usize = 256;

/// The first message of a guest. It can be read by programs of every version, so that each can say why it does not
/// fit; what follows the versions is only read if they are the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The guest's [`PROTOCOL_VERSION`].
    pub protocol: u16,
    /// The guest's [`RULES_VERSION`].
    pub rules: u16,
    /// An encoded [`Introduction`].
    pub introduction: Vec<u8>,
}

impl Hello {
    /// The hello of this program.
    pub fn new(introduction: &Introduction) -> Hello {
        Hello { protocol: PROTOCOL_VERSION, rules: RULES_VERSION, introduction: codec::encode(introduction) }
    }

    /// Who it is, if versions and bytes are right.
    pub fn read(&self) -> Result<Introduction, Refusal> {
        if (self.protocol, self.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
            return Err(Refusal::OtherVersion { protocol: PROTOCOL_VERSION, rules: RULES_VERSION });
        }
        codec::decode(&self.introduction, MAX_INTRODUCTION).map_err(|_| Refusal::Unreadable)
    }
}

/// Who somebody is and what they want.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Introduction {
    /// What they would like to be called.
    pub name: Name,
    /// The emblem that they would like to have.
    pub emblem: u8,
    /// Whether they came to play, if a seat is free, or to watch.
    pub plays: bool,
}

/// What a guest says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// I'd like to join. Number 0 in every version.
    Hello(Hello),
    /// I'd like that seat.
    ChooseSeat(Seat),
    /// I'd rather watch.
    Watch,
    /// I'd like that emblem, or the next that is free.
    ChooseEmblem(u8),
    /// I'd like to be called that.
    ChooseName(Name),
    /// I agree to play on the terms that I see.
    Ready {
        /// Which ones: [`Roster::revision`].
        revision: u32,
    },
    /// Wait for me.
    Unready,
    /// I have something to say.
    Say(Remark),
    /// I'm off.
    Leave,
    /// A step of the ceremony.
    Answer {
        /// The draft that it is about.
        draft: Hash,
        /// The step.
        answer: Answer,
    },
    /// I don't agree to this game.
    Object {
        /// The draft that it is about.
        draft: Hash,
        /// Why.
        objection: Objection,
    },
}

/// What a host says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToGuest {
    /// No. Number 0 in every version.
    Refused(Refusal),
    /// Who is here; the first one means: you are in.
    Roster(Box<Roster>),
    /// What happened.
    Notice(Notice),
    /// What somebody said.
    Said {
        /// Who.
        from: PublicKey,
        /// What.
        remark: Remark,
    },
    /// You are no longer at this table.
    Farewell(Parting),
    /// This is the game that we begin.
    Draft(Box<Draft>),
    /// A step of the ceremony.
    Call {
        /// The draft that it is about.
        draft: Hash,
        /// The step.
        call: Call,
    },
    /// The game does not begin; we are in the lobby again.
    Failed {
        /// The draft that nothing came of.
        draft: Hash,
        /// Why.
        failure: Failure,
    },
    /// The game that you watch has begun.
    Begun(Box<SignedGenesis>),
}

impl ToHost {
    /// The bytes to send.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// Reads what a guest sent.
    pub fn from_bytes(bytes: &[u8]) -> Result<ToHost, Undecodable> {
        codec::decode(bytes, MAX_TO_HOST)
    }
}

impl ToGuest {
    /// The bytes to send.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// Reads what a host sent.
    pub fn from_bytes(bytes: &[u8]) -> Result<ToGuest, Undecodable> {
        codec::decode(bytes, MAX_TO_GUEST)
    }
}
