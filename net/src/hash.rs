//! Labelled hashes: every hash and every signature in the protocol says by its label what it is for, so that nothing
//! made for one purpose can ever pass for another.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::wire::codec;

/// What a hash or a signature is for. A change of what is hashed gets a new label; labels are never used again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// What everybody at the table agrees on before the pledges.
    Draft,
    /// A pledge that is not shown yet.
    PledgeSeal,
    /// The agreed start of a game: its hash is the game id.
    Genesis,
    /// A peer's consent to a genesis.
    Consent,
    /// The words by which people compare game ids.
    Words,
    /// One sealed choice.
    Commitment,
    /// The nonce of a sealed choice, from its owner's secret.
    Nonce,
    /// The start of a hash chain, from its owner's secret.
    ChainSeed,
    /// One step along a hash chain.
    ChainLink,
    /// Joint randomness.
    Beacon,
    /// A bot's seed, from its runner's secret.
    BotSeed,
    /// The commitment to a bot's seed.
    BotSeedCommitment,
    /// The seed of one bot in one decision.
    BotDecision,
    /// An entry of the log.
    Entry,
    /// A signed input.
    Input,
    /// A signed opening of sealed choices.
    Opening,
    /// A signed link of a hash chain.
    Link,
    /// A peer holds the log up to a head.
    Acknowledgement,
    /// A voter's promise to a new host.
    Vote,
    /// A peer lacks something that the table waits for.
    Absence,
    /// Consent to a stand-in.
    StandIn,
    /// The seal over a whole transcript.
    Transcript,
    /// The check value of a journal record.
    JournalRecord,
    /// The PIN of a table, as the password of SPAKE2.
    Pin,
    /// A guest's proof that it knows the PIN.
    PinOfGuest,
    /// A host's proof that it knows the PIN.
    PinOfHost,
}

impl Label {
    const fn text(self) -> &'static str {
        match self {
            Label::Draft => "doubloons 2026 draft v1",
            Label::PledgeSeal => "doubloons 2026 pledge seal v1",
            Label::Genesis => "doubloons 2026 genesis v1",
            Label::Consent => "doubloons 2026 consent v1",
            Label::Words => "doubloons 2026 table words v1",
            Label::Commitment => "doubloons 2026 commitment v1",
            Label::Nonce => "doubloons 2026 nonce v1",
            Label::ChainSeed => "doubloons 2026 chain seed v1",
            Label::ChainLink => "doubloons 2026 chain link v1",
            Label::Beacon => "doubloons 2026 beacon v1",
            Label::BotSeed => "doubloons 2026 bot seed v1",
            Label::BotSeedCommitment => "doubloons 2026 bot seed commitment v1",
            Label::BotDecision => "doubloons 2026 bot decision v1",
            Label::Entry => "doubloons 2026 entry v1",
            Label::Input => "doubloons 2026 input v1",
            Label::Opening => "doubloons 2026 opening v1",
            Label::Link => "doubloons 2026 link v1",
            Label::Acknowledgement => "doubloons 2026 acknowledgement v1",
            Label::Vote => "doubloons 2026 vote v1",
            Label::Absence => "doubloons 2026 absence v1",
            Label::StandIn => "doubloons 2026 stand-in v1",
            Label::Transcript => "doubloons 2026 transcript v1",
            Label::JournalRecord => "doubloons 2026 journal record v1",
            Label::Pin => "doubloons 2026 pin v1",
            Label::PinOfGuest => "doubloons 2026 pin of guest v1",
            Label::PinOfHost => "doubloons 2026 pin of host v1",
        }
    }
}

/// The result of a labelled hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of a value's bytes. They are never together in memory, since some are secret.
    pub fn of(label: Label, value: &impl Serialize) -> Hash {
        let mut hasher = blake3::Hasher::new_derive_key(label.text());
        codec::encode_into(value, &mut hasher);
        Hash(*hasher.finalize().as_bytes())
    }

    /// The hash of bytes.
    pub fn of_bytes(label: Label, bytes: &[u8]) -> Hash {
        Hash(blake3::derive_key(label.text(), bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.0.first_chunk::<4>().map_or(0, |head| u32::from_be_bytes(*head));
        write!(f, "Hash({head:08x}…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_under_two_labels_are_two_hashes() {
        assert_ne!(Hash::of_bytes(Label::Entry, b"x"), Hash::of_bytes(Label::Input, b"x"));
        assert_eq!(Hash::of_bytes(Label::Entry, b"x"), Hash::of_bytes(Label::Entry, b"x"));
    }

    #[test]
    fn a_value_has_the_hash_of_its_bytes() {
        let value = (300u32, "text", vec![[7u8; 32]; 40]);
        assert_eq!(Hash::of(Label::Entry, &value), Hash::of_bytes(Label::Entry, &codec::encode(&value)));
    }
}
