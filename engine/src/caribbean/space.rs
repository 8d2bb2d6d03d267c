//! Sea spaces and sets of them.

use std::fmt;

/// The most sea spaces that a board may have: a [`SpaceSet`] is one machine word of 128 bits.
pub const MAX_SPACES: usize = 128;

/// One sea space of a board, by its index in the board's list (the first space is 0, and is shown to people as 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The space with this index, or `None` if no board can have so many.
    pub const fn from_index(index: usize) -> Option<Space> {
        if index < MAX_SPACES { Some(Space(index as u8)) } else { None }
    }

    /// The space that people call `number` (1, 2, 3 …).
    pub const fn from_number(number: usize) -> Option<Space> {
        match number.checked_sub(1) {
            Some(index) => Space::from_index(index),
            None => None,
        }
    }

    /// The index in the board's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that people read on the chart.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.number())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Space({:02})", self.number())
    }
}

/// A set of sea spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpaceSet(u128);

impl SpaceSet {
    /// No space at all.
    pub const EMPTY: SpaceSet = SpaceSet(0);

    /// The set of just this space.
    pub const fn only(space: Space) -> SpaceSet {
        SpaceSet(1 << space.0)
    }

    /// Whether the space is in the set.
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 == 1
    }

    /// Adds a space; adding it twice changes nothing.
    pub const fn insert(&mut self, space: Space) {
        self.0 |= 1 << space.0;
    }

    /// Takes a space out; taking out what is not there changes nothing.
    pub const fn remove(&mut self, space: Space) {
        self.0 &= !(1 << space.0);
    }

    /// The spaces in this set or the other.
    #[must_use]
    pub const fn union(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 | other.0)
    }

    /// The spaces in both sets.
    #[must_use]
    pub const fn intersection(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 & other.0)
    }

    /// The spaces of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 & !other.0)
    }

    /// How many spaces there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, lowest index first.
    pub const fn bits(self) -> u128 {
        self.0
    }
}

impl FromIterator<Space> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> SpaceSet {
        let mut set = SpaceSet::EMPTY;
        spaces.into_iter().for_each(|space| set.insert(space));
        set
    }
}

impl IntoIterator for SpaceSet {
    type Item = Space;
    type IntoIter = Spaces;

    fn into_iter(self) -> Spaces {
        Spaces(self.0)
    }
}

/// The spaces of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Spaces(u128);

impl Iterator for Spaces {
    type Item = Space;

    #[inline]
    fn next(&mut self) -> Option<Space> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Space(index as u8))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Spaces {}

impl fmt::Debug for SpaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_start_at_one() {
        assert_eq!(Space::from_number(1), Space::from_index(0));
        assert_eq!(Space::from_number(0), None);
        assert_eq!(Space::from_number(128).unwrap().number(), 128);
        assert_eq!(Space::from_number(129), None);
    }

    #[test]
    fn a_set_lists_its_spaces_in_order() {
        let at = |number| Space::from_number(number).unwrap();
        let set: SpaceSet = [at(128), at(3), at(77), at(3)].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [at(3), at(77), at(128)]);
        assert_eq!(set.len(), 3);
        assert!(!set.without(SpaceSet::only(at(3))).contains(at(3)));
    }
}
