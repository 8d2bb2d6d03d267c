//! Treasure chests. Each harbour city owns exactly one, so a chest and its city share a number.

use std::fmt;

/// How many cities, and so chests, a whole board has. Smaller practice charts may have fewer.
pub const CHESTS: usize = 16;

/// A treasure chest, and at the same time the city that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chest(u8);

impl Chest {
    /// The chest of the board's city with this index, or `None` beyond the sixteenth.
    pub const fn from_index(index: usize) -> Option<Chest> {
        if index < CHESTS { Some(Chest(index as u8)) } else { None }
    }

    /// The index of its city in the board's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of chests (or of their cities).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ChestSet(u16);

impl ChestSet {
    /// No chest.
    pub const EMPTY: ChestSet = ChestSet(0);

    /// The first `count` chests.
    pub const fn first(count: usize) -> ChestSet {
        if count >= CHESTS { ChestSet(u16::MAX) } else { ChestSet((1 << count) - 1) }
    }

    /// Whether the chest is in the set.
    pub const fn contains(self, chest: Chest) -> bool {
        self.0 >> chest.0 & 1 == 1
    }

    /// Adds a chest.
    pub const fn insert(&mut self, chest: Chest) {
        self.0 |= 1 << chest.0;
    }

    /// Takes a chest out.
    pub const fn remove(&mut self, chest: Chest) {
        self.0 &= !(1 << chest.0);
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, lowest index first.
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl FromIterator<Chest> for ChestSet {
    fn from_iter<I: IntoIterator<Item = Chest>>(chests: I) -> ChestSet {
        let mut set = ChestSet::EMPTY;
        chests.into_iter().for_each(|chest| set.insert(chest));
        set
    }
}

impl IntoIterator for ChestSet {
    type Item = Chest;
    type IntoIter = Chests;

    fn into_iter(self) -> Chests {
        Chests(self.0)
    }
}

/// The chests of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Chests(u16);

impl Iterator for Chests {
    type Item = Chest;

    fn next(&mut self) -> Option<Chest> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Chest(index as u8))
    }
}

impl fmt::Debug for ChestSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
