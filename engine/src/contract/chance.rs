//! Chance: 32 bytes of joint randomness in, unbiased draws out.
//!
//! The way from bytes to draws is part of the rules: a transcript must give the same draws for ever. So it is written
//! out here and does not depend on any crate's choice of generator.

use std::fmt;

use serde::{Deserialize, Serialize};

/// 32 bytes that nobody could steer or know beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Beacon(pub [u8; 32]);

impl fmt::Debug for Beacon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.0.first_chunk::<4>().map_or(0, |head| u32::from_be_bytes(*head));
        write!(f, "Beacon({head:08x}…)")
    }
}

/// A stream of unbiased draws: xoshiro256** (Blackman and Vigna), started with the four little-endian words of a
/// beacon.
#[derive(Clone, Debug)]
pub struct Dice([u64; 4]);

impl Dice {
    /// The draws of this beacon.
    pub fn from_beacon(beacon: &Beacon) -> Dice {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(beacon.0.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        }
        // The all-zero state would stay zero for ever.
        if words == [0; 4] {
            words = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 1];
        }
        Dice(words)
    }

    /// Draws from a short seed, for bots, tests and practice tables; the seed is spread by SplitMix64.
    pub fn from_seed(seed: u64) -> Dice {
        let mut state = seed;
        Dice(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ word >> 31
        }))
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A beacon of these draws, for tables without joint randomness.
    pub fn beacon(&mut self) -> Beacon {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes());
        }
        Beacon(bytes)
    }

    /// A number from 0 to `sides` − 1, each equally likely (Lemire's multiplication with rejection). 0 if `sides` is 0.
    #[inline]
    pub fn below(&mut self, sides: u32) -> u32 {
        if sides == 0 {
            return 0;
        }
        let mut product = (self.word() >> 32) * u64::from(sides);
        if (product as u32) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = (self.word() >> 32) * u64::from(sides);
            }
        }
        (product >> 32) as u32
    }

    /// An index into a list of this length.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// Puts the items into random order (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.index(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published reference output for the state 1, 2, 3, 4: if this changes, old transcripts replay differently.
    #[test]
    fn the_generator_is_xoshiro256_star_star() {
        let mut bytes = [0; 32];
        for (index, word) in [1u64, 2, 3, 4].into_iter().enumerate() {
            bytes[index * 8..index * 8 + 8].copy_from_slice(&word.to_le_bytes());
        }
        let mut dice = Dice::from_beacon(&Beacon(bytes));
        let words: [u64; 4] = std::array::from_fn(|_| dice.word());
        assert_eq!(words, [11520, 0, 1509978240, 1215971899390074240]);
    }

    #[test]
    fn an_all_zero_beacon_still_draws() {
        let mut dice = Dice::from_beacon(&Beacon([0; 32]));
        let draws: Vec<u32> = (0..20).map(|_| dice.below(6)).collect();
        assert!(draws.iter().any(|&draw| draw != draws[0]), "{draws:?}");
    }

    #[test]
    fn every_face_comes_up_equally_often() {
        let mut dice = Dice::from_seed(7);
        let mut counts = [0u32; 7];
        (0..70_000).for_each(|_| counts[dice.index(7)] += 1);
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.below(1), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_reaches_every_order() {
        let mut dice = Dice::from_seed(3);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let mut items = [1, 2, 3, 4];
            dice.shuffle(&mut items);
            seen.insert(items);
            items.sort_unstable();
            assert_eq!(items, [1, 2, 3, 4]);
        }
        assert_eq!(seen.len(), 24);
    }
}
