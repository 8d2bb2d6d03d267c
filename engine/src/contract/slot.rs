//! Slots of sealed choices, and what a seat keeps to itself until they are opened.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::canonical::{ByteSink, Canonical, Malformed, Reader};
use super::hidden::Faces;

/// The most slots that any game seals at a time.
pub const MAX_SLOTS: usize = 16;

/// One place for a sealed choice. A game numbers its slots so that no two that may be sealed at the same time share a
/// number; what each one means is the game's to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Slot(u8);

impl Slot {
    /// The slot with this index, or `None` beyond [`MAX_SLOTS`].
    pub const fn new(index: usize) -> Option<Slot> {
        if index < MAX_SLOTS { Some(Slot(index as u8)) } else { None }
    }

    /// The index, below [`MAX_SLOTS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Slot> for u8 {
    fn from(slot: Slot) -> u8 {
        slot.0
    }
}

impl TryFrom<u8> for Slot {
    type Error = Malformed;

    fn try_from(index: u8) -> Result<Slot, Malformed> {
        Slot::new(index.into()).ok_or(Malformed::OutOfRange { what: "slot", value: index.into() })
    }
}

impl Canonical for Slot {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[self.0]);
    }

    fn read(input: &mut Reader<'_>) -> Result<Slot, Malformed> {
        input.byte()?.try_into()
    }
}

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlotSet(u16);

impl SlotSet {
    /// No slot.
    pub const EMPTY: SlotSet = SlotSet(0);

    /// The first `count` slots.
    pub const fn first(count: usize) -> SlotSet {
        if count >= MAX_SLOTS { SlotSet(u16::MAX) } else { SlotSet((1 << count) - 1) }
    }

    /// Just this slot.
    pub const fn only(slot: Slot) -> SlotSet {
        SlotSet(1 << slot.0)
    }

    /// Whether the slot is in the set.
    pub const fn contains(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// Adds a slot.
    pub const fn insert(&mut self, slot: Slot) {
        self.0 |= 1 << slot.0;
    }

    /// How many slots there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The slots in order.
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        (0..MAX_SLOTS as u8).map(Slot).filter(move |&slot| self.contains(slot))
    }

    /// The bits, lowest slot first.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these bits, lowest slot first. Every number is a set: there is a bit for each of [`MAX_SLOTS`].
    pub const fn from_bits(bits: u16) -> SlotSet {
        SlotSet(bits)
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> SlotSet {
        let mut set = SlotSet::EMPTY;
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

impl fmt::Debug for SlotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The choices that one seat has put into its slots. They belong to that seat alone until it opens them, so they
/// never show in a log: `Debug` tells only which slots are filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sealed<C>([Option<C>; MAX_SLOTS]);

impl<C> Default for Sealed<C> {
    fn default() -> Self {
        Sealed([const { None }; MAX_SLOTS])
    }
}

impl<C: Copy> Sealed<C> {
    /// The choice in this slot, if there is one.
    pub fn get(&self, slot: Slot) -> Option<C> {
        self.0[slot.index()]
    }

    /// Puts a choice into the slot and returns the one that was there.
    pub fn insert(&mut self, slot: Slot, choice: C) -> Option<C> {
        self.0[slot.index()].replace(choice)
    }

    /// Empties the slot.
    pub fn remove(&mut self, slot: Slot) -> Option<C> {
        self.0[slot.index()].take()
    }

    /// The slots that hold a choice.
    pub fn slots(&self) -> SlotSet {
        self.iter().map(|(slot, _)| slot).collect()
    }

    /// The choices in slot order.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, C)> + '_ {
        (0u8..).zip(&self.0).filter_map(|(index, choice)| Some((Slot(index), (*choice)?)))
    }
}

impl<C: Copy> FromIterator<(Slot, C)> for Sealed<C> {
    fn from_iter<I: IntoIterator<Item = (Slot, C)>>(choices: I) -> Self {
        let mut sealed = Sealed::default();
        choices.into_iter().for_each(|(slot, choice)| {
            sealed.insert(slot, choice);
        });
        sealed
    }
}

impl<C: Copy> fmt::Debug for Sealed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed({:?})", self.slots())
    }
}

/// What a seat's own program knows beyond the public state: its sealed choices and the faces of its hidden cards.
///
/// A slot is filled when its owner seals a decision and keeps its content until the owner seals that slot again: nobody
/// empties it when the choice was opened, when the seat took its lock back, or when the game went on without it. So the
/// content is stale as soon as the game no longer asks for it, and only the public state tells: whoever reads a slot,
/// a [`view`](super::Game::view) above all, has to hide what the state does not say is sealed there now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets<C: Copy> {
    /// What the seat has sealed and not had to forget yet.
    pub sealed: Sealed<C>,
    /// The faces that this seat has been shown.
    pub faces: Faces,
}

impl<C: Copy> Default for Secrets<C> {
    fn default() -> Self {
        Secrets { sealed: Sealed::default(), faces: Faces::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_of_sealed_choices_shows_no_choice() {
        let sealed: Sealed<u8> = [(Slot(2), 77)].into_iter().collect();
        let shown = format!("{sealed:?}");
        assert!(shown.contains("Slot(2)") && !shown.contains("77"), "{shown}");
    }
}
