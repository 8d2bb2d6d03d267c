//! Proofs of cheating that anybody can check with nothing but the log: who, what, and by which signature.

use std::fmt;

use doubloons_engine::tongue::{English, Tongue, Worded, phrase};
use serde::{Deserialize, Serialize};

use super::entry::MAX_ENTRY;
use super::genesis::PeerIndex;
use super::statement::{SignedInput, SignedLink, SignedOpening};
use crate::wire::codec;

/// Something that a peer signed and that an honest program never signs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Evidence {
    /// An input that is illegal at the very head that it names.
    IllegalInput(Box<SignedInput>),
    /// Two contents under one number of one voice.
    TwoInputs(Box<(SignedInput, SignedInput)>),
    /// An opening that does not fit the commitment, or that the rules don't allow: a card laid twice.
    FalseOpening(Box<SignedOpening>),
    /// A link that is not of the peer's chain.
    FalseLink(Box<SignedLink>),
    /// Two entries by one host for one place in the log. Encoded entries.
    Fork(Vec<u8>, Vec<u8>),
    /// An entry that follows the log and is wrong: a forged input, a missing certificate, a false digest. An encoded
    /// entry.
    BadEntry(Vec<u8>),
}

/// More than the bytes of an entry besides its content.
const AROUND: usize = 256;

impl Evidence {
    /// Whether an entry can hold this. What players sign always fits. Two entries of a host may be too long together if they
    /// bring long proofs themselves: then the host is given up all the same, but the log does not tell why.
    pub fn fits_into_the_log(&self) -> bool {
        codec::encode(self).len() + AROUND <= MAX_ENTRY
    }
}

/// What somebody is found to have done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Offence {
    /// Sent an illegal input.
    IllegalInput,
    /// Signed two different inputs as one.
    TwoInputs,
    /// Opened something else than what was sealed, or what must not have been sealed.
    FalseOpening,
    /// Tried to steer a draw.
    FalseLink,
    /// As the host, showed different logs to different peers.
    Fork,
    /// As the host, wrote something false into the log.
    BadEntry,
}

impl Offence {
    /// Whether this can only be done by a host.
    pub fn by_host(self) -> bool {
        matches!(self, Offence::Fork | Offence::BadEntry)
    }
}

impl Worded for Offence {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Offence::IllegalInput => phrase!(tongue, "sent an input that the rules don’t allow"),
            Offence::TwoInputs => phrase!(tongue, "signed two different inputs under one number"),
            Offence::FalseOpening => {
                phrase!(tongue, "opened something that was not sealed or must not have been sealed")
            }
            Offence::FalseLink => phrase!(tongue, "sent a false link for a joint draw"),
            Offence::Fork => phrase!(tongue, "showed two different logs as the host"),
            Offence::BadEntry => phrase!(tongue, "wrote something false into the log as the host"),
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&English))
    }
}

/// A proven fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Who.
    pub peer: PeerIndex,
    /// What.
    pub offence: Offence,
}
