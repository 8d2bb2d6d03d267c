//! The log's entries: what the host puts into order and signs. Each names its predecessor, so that a log is one chain,
//! and the digest of the game after it, so that replicas that differ notice at once.

use std::sync::Arc;

use doubloons_engine::contract::{Digest, Seat, Slot};
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::genesis::{GameId, PeerIndex};
use super::seal::Opened;
use super::statement::{Epoch, Head, SignedAbsence, SignedInput, SignedStandIn, SignedVote};
use crate::hash::{Hash, Label};
use crate::identity::{Identity, Signature, Verifier};
use crate::wire::codec::{self, Undecodable};

/// The longest entry, in bytes.
pub const MAX_ENTRY: usize = 32 << 10;

/// The longest entry that brings no evidence: two of them fit into one that does, so that a host that writes something
/// wrong can always be convicted.
pub const MAX_PLAIN_ENTRY: usize = 12 << 10;

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Content {
    /// A new host begins its epoch with the votes of a majority.
    Epoch(Vec<SignedVote>),
    /// A peer's input.
    Input(SignedInput),
    /// One slot of the sealed choices is turned up.
    Openings {
        /// The slot.
        slot: Slot,
        /// That everybody present had the log up to here before anything was shown.
        freeze: Freeze,
        /// What lay there, by seat.
        openings: Vec<SeatOpening>,
        /// Who did not open, by seat.
        withheld: Vec<Withheld>,
    },
    /// Everybody's links for the next event: joint chance for the game, or for the seeds of the bots.
    Chance {
        /// That everybody present had the log up to here before anything was shown.
        freeze: Freeze,
        /// The links, by peer.
        links: Vec<(PeerIndex, Hash)>,
    },
    /// A peer keeps its link back: the event is void, and the next one does without that peer.
    LinkWithheld {
        /// Who.
        peer: PeerIndex,
        /// That a majority lacks the link.
        absences: Vec<SignedAbsence>,
    },
    /// A peer is gone.
    Away {
        /// Who.
        peer: PeerIndex,
        /// That a majority hears nothing of it.
        absences: Vec<SignedAbsence>,
    },
    /// A seat's time is up for the decision that the table waits for.
    TimedOut {
        /// Whose.
        seat: Seat,
        /// That a majority lacks the decision.
        absences: Vec<SignedAbsence>,
    },
    /// Somebody broke the rules of the table, with the proof.
    Fault(Evidence),
    /// A bot takes a seat whose player is away.
    StandIn {
        /// The [`TakeOver`](super::statement::Deed::TakeOver).
        takeover: SignedInput,
        /// The consent of a majority, if it is a person's seat.
        consents: Vec<SignedStandIn>,
    },
    /// The voter who said farewell in the entry before is gone: those who remain begin an epoch of their own.
    Departed {
        /// That a majority, the one who leaves included, has accepted the farewell. So nothing else can follow it.
        accepted: Acceptance,
        /// The votes of a majority of those who remain.
        votes: Vec<SignedVote>,
    },
}

impl Content {
    /// The most bytes that an entry with this content may have.
    pub fn most_bytes(&self) -> usize {
        match self {
            Content::Fault(_) => MAX_ENTRY,
            _ => MAX_PLAIN_ENTRY,
        }
    }
}

/// The signatures of all peers present over the head before the entry, in the order of the members. So nobody can be
/// shown a false log and give something away to whoever made it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Freeze(pub Vec<(PeerIndex, Signature)>);

/// That a majority of the voters had the log up to the entry before, in the order of the members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Acceptance {
    /// In which epoch they acknowledged it.
    pub epoch: Epoch,
    /// Their acknowledgements.
    pub signatures: Vec<(PeerIndex, Signature)>,
}

/// What one seat turned up: the slot that was asked for, then those that had to be opened with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatOpening {
    /// Whose.
    pub seat: Seat,
    /// What.
    pub slots: Vec<Opened>,
}

/// That a seat did not open its slot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withheld {
    /// Whose.
    pub seat: Seat,
    /// That a majority lacks the opening.
    pub absences: Vec<SignedAbsence>,
}

/// What the host signs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryBody {
    /// The game.
    pub game: GameId,
    /// In whose epoch.
    pub epoch: Epoch,
    /// The place in the log, counted from 1.
    pub index: u64,
    /// The hash of the entry before, or the game id.
    pub previous: Hash,
    /// What happens.
    pub content: Content,
    /// The game's digest after it.
    pub digest: Digest,
}

#[derive(Serialize, Deserialize)]
struct Form {
    body: EntryBody,
    signature: Signature,
}

/// An entry with the host's signature. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Entry(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    body: EntryBody,
    signature: Signature,
    hash: Hash,
    /// How many bytes the whole entry has.
    length: usize,
}

impl Parts {
    fn new(body: EntryBody, sign: impl FnOnce(&Hash) -> Signature) -> Parts {
        let bytes = codec::encode(&body);
        let hash = Hash::of_bytes(Label::Entry, &bytes);
        let signature = sign(&hash);
        let length = bytes.len() + codec::encode(&signature).len();
        Parts { body, signature, hash, length }
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.0.hash == other.0.hash && self.0.signature == other.0.signature
    }
}

impl Eq for Entry {}

impl Entry {
    /// Signs an entry as its host.
    pub fn sign(body: EntryBody, identity: &Identity) -> Entry {
        Entry(Arc::new(Parts::new(body, |hash| identity.sign_hash(hash))))
    }

    /// What it says.
    pub fn body(&self) -> &EntryBody {
        &self.0.body
    }

    /// What happens.
    pub fn content(&self) -> &Content {
        &self.0.body.content
    }

    /// The hash that the next entry names.
    pub fn hash(&self) -> Hash {
        self.0.hash
    }

    /// The log up to and with this entry.
    pub fn head(&self) -> Head {
        Head { index: self.0.body.index, hash: self.0.hash }
    }

    /// How many bytes it has.
    pub fn length(&self) -> usize {
        self.0.length
    }

    /// Whether the host with this key signed it.
    #[must_use]
    pub fn signed_by(&self, key: &Verifier) -> bool {
        key.accepts_hash(&self.0.hash, &self.0.signature)
    }

    /// The entry's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// The entry that all of these bytes stand for.
    pub fn from_bytes(bytes: &[u8]) -> Result<Entry, Undecodable> {
        codec::decode(bytes, MAX_ENTRY)
    }
}

impl Serialize for Entry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FormRef<'a> {
            body: &'a EntryBody,
            signature: &'a Signature,
        }
        FormRef { body: &self.0.body, signature: &self.0.signature }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        let Form { body, signature } = Form::deserialize(deserializer)?;
        Ok(Entry(Arc::new(Parts::new(body, |_| signature))))
    }
}
