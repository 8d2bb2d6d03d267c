//! Sealed choices: a commitment for each slot, so that one slot can be opened without the rest. What is hashed names
//! the game, the decision, the seat and the slot: a commitment fits nowhere else, and copying somebody's is no use.

use doubloons_engine::contract::{Seat, Slot};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::genesis::{GameId, PeerIndex};
use crate::hash::{Hash, Label};

/// How often a seat may lock within one decision.
pub const MAX_LOCKS: u32 = 32;

/// The longest choice in a slot, in bytes.
pub const MAX_CHOICE: usize = 16;

/// The promise to have put one choice into a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(pub Hash);

/// The lock that a commitment belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lock {
    /// The sealed decision, as the game counts them.
    pub decision: u32,
    /// Which lock of the seat in this decision, counted from 1. Later ones have higher numbers.
    pub count: u32,
}

/// What lay in a slot, with what proves it. Not all are shown, so all are wiped on drop.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop, Serialize, Deserialize)]
pub struct Opened {
    /// The slot.
    #[zeroize(skip)]
    pub slot: Slot,
    /// The choice, in the engine's own encoding.
    pub choice: Vec<u8>,
    /// What made the commitment unguessable.
    pub nonce: [u8; 32],
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Opened({:?})", self.slot)
    }
}

impl Opened {
    /// The commitment that this opens.
    pub fn commitment(&self, game: GameId, lock: Lock, seat: Seat) -> Commitment {
        Commitment(Hash::of(Label::Commitment, &(game, lock, seat, self.slot, &self.choice, self.nonce)))
    }
}

/// Everything that a peer must keep to itself in one game. All its other secrets follow from these 32 bytes; wiped on
/// drop.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameSecret([u8; 32]);

impl std::fmt::Debug for GameSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameSecret(…)")
    }
}

impl GameSecret {
    /// A secret of fresh random bytes.
    pub fn new(random: [u8; 32]) -> GameSecret {
        GameSecret(random)
    }

    /// The bytes, for what is derived from them.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The nonce of one slot of one lock: fresh for every lock, because locks are counted.
    pub fn nonce(&self, game: GameId, lock: Lock, seat: Seat, slot: Slot) -> [u8; 32] {
        Hash::of(Label::Nonce, &(&self.0, game, lock, seat, slot)).0
    }

    /// The seed of a bot that this peer runs at a seat. Every time that the seat is taken over has a seed of its own.
    pub fn bot_seed(&self, draft: Hash, peer: PeerIndex, seat: Seat, takeover: u32) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(Hash::of(Label::BotSeed, &(&self.0, draft, peer, seat, takeover)).0)
    }
}

/// The public commitment to a bot's seed.
pub fn bot_seed_commitment(draft: Hash, seat: Seat, seed: &[u8; 32]) -> Hash {
    Hash::of(Label::BotSeedCommitment, &(draft, seat, seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> Opened {
        Opened { slot: Slot::new(2).expect("a slot"), choice: vec![5], nonce: [7; 32] }
    }

    #[test]
    fn a_commitment_fits_its_game_lock_seat_and_slot_alone() {
        let (game, seat) = (GameId(Hash([1; 32])), Seat::new(0).expect("a seat"));
        let lock = Lock { decision: 3, count: 1 };
        let commitment = opened().commitment(game, lock, seat);
        let mut others = vec![
            opened().commitment(GameId(Hash([2; 32])), lock, seat),
            opened().commitment(game, Lock { decision: 4, ..lock }, seat),
            opened().commitment(game, Lock { count: 2, ..lock }, seat),
            opened().commitment(game, lock, Seat::new(1).expect("a seat")),
        ];
        let changes: [fn(&mut Opened); 3] = [
            |opened| opened.slot = Slot::new(3).expect("a slot"),
            |opened| opened.choice = vec![6],
            |opened| opened.nonce = [8; 32],
        ];
        for change in changes {
            let mut changed = opened();
            change(&mut changed);
            others.push(changed.commitment(game, lock, seat));
        }
        assert!(others.iter().all(|other| *other != commitment));
    }

    #[test]
    fn every_lock_has_nonces_of_its_own() {
        let secret = GameSecret::new([3; 32]);
        let (game, seat, slot) = (GameId(Hash([1; 32])), Seat::new(0).expect("a seat"), opened().slot);
        let first = secret.nonce(game, Lock { decision: 3, count: 1 }, seat, slot);
        assert_ne!(first, secret.nonce(game, Lock { decision: 3, count: 2 }, seat, slot));
        assert_ne!(first, secret.nonce(game, Lock { decision: 4, count: 1 }, seat, slot));
    }

    #[test]
    fn debug_output_shows_no_secret() {
        assert_eq!(format!("{:?}", GameSecret::new([0xAB; 32])), "GameSecret(…)");
        assert!(!format!("{:?}", opened()).contains('5'));
    }
}
