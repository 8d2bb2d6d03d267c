//! The seven bribe cards of a player, and what can lie in a sealed slot.

use std::fmt;

use super::ship::{SHIPS, Ship};
use crate::contract::{ByteSink, Canonical, Malformed, Reader, Slot, SlotSet};
use crate::tongue::{Tongue, Worded, phrase};

/// A bribe card. Their order is the order of their worth: the thief counts −1, below zero barrels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Card {
    /// Counts −1, never wins a ship, and slows it by one step.
    Thief,
    /// No barrel.
    Zero,
    /// One barrel.
    One,
    /// Two barrels.
    Two,
    /// Three barrels.
    Three,
    /// Four barrels.
    Four,
    /// Five barrels.
    Five,
}

impl Card {
    /// A player's hand, worth least first.
    pub const ALL: [Card; 7] = [Card::Thief, Card::Zero, Card::One, Card::Two, Card::Three, Card::Four, Card::Five];

    /// The card with so many barrels.
    pub fn barrels(count: u8) -> Option<Card> {
        Card::ALL.get(usize::from(count) + 1).copied()
    }

    /// What the card counts, −1 to 5.
    pub const fn worth(self) -> i8 {
        self as i8 - 1
    }

    /// The position in [`Card::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Worded for Card {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Card::Thief => phrase!(tongue, "thief"),
            card => card.worth().to_string(),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Thief => f.write_str("thief"),
            card => write!(f, "{}", card.worth()),
        }
    }
}

/// A set of bribe cards of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u8);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The whole hand.
    pub const HAND: CardSet = CardSet(0x7f);

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card as u8 & 1 == 1
    }

    /// Adds a card; `false` if it was there already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let fresh = !self.contains(card);
        self.0 |= 1 << card as u8;
        fresh
    }

    /// Takes a card out; `false` if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card as u8);
        there
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, worth least first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.contains(card))
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| {
            set.insert(card);
        });
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What can lie in a sealed slot of Caribbean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A bribe, or the reserve.
    Card(Card),
    /// In a tie: the reserve is shown.
    Show,
    /// In a tie: the reserve stays face down.
    Keep,
}

const SHOW: u8 = 8;
const KEEP: u8 = 9;

impl Canonical for Choice {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[match self {
            Choice::Card(card) => *card as u8,
            Choice::Show => SHOW,
            Choice::Keep => KEEP,
        }]);
    }

    fn read(input: &mut Reader<'_>) -> Result<Choice, Malformed> {
        match input.byte()? {
            SHOW => Ok(Choice::Show),
            KEEP => Ok(Choice::Keep),
            number => match Card::ALL.get(usize::from(number)) {
                Some(&card) => Ok(Choice::Card(card)),
                None => Err(Malformed::OutOfRange { what: "sealed choice", value: number.into() }),
            },
        }
    }
}

const fn slot(index: usize) -> Slot {
    match Slot::new(index) {
        Some(slot) => slot,
        None => panic!("Caribbean has thirteen slots"),
    }
}

/// The slot of the reserve, the seventh card.
pub const RESERVE: Slot = slot(SHIPS);

/// The slots that are sealed at the start of a round: one a ship, and the reserve.
pub const BRIBES: SlotSet = SlotSet::first(SHIPS + 1);

/// The slot of the bribe for this ship.
pub const fn bribe_slot(ship: Ship) -> Slot {
    slot(ship.index())
}

/// The slot of the tie-breaking decision for this ship.
pub const fn tie_slot(ship: Ship) -> Slot {
    slot(SHIPS + 1 + ship.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thief_is_worth_less_than_nothing() {
        assert!(Card::Thief < Card::Zero);
        let worths: Vec<i8> = Card::ALL.map(Card::worth).to_vec();
        assert_eq!(worths, [-1, 0, 1, 2, 3, 4, 5]);
        assert_eq!(Card::barrels(5), Some(Card::Five));
        assert_eq!(Card::barrels(6), None);
    }

    #[test]
    fn no_two_slots_share_a_number() {
        let mut slots: Vec<Slot> = Ship::ALL.map(bribe_slot).to_vec();
        slots.push(RESERVE);
        slots.extend(Ship::ALL.map(tie_slot));
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 13);
    }
}
