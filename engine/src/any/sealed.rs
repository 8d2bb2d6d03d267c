//! Sealed choices of a game that the holder does not know.

use std::fmt;

use zeroize::Zeroizing;

use crate::contract::{ByteSink, Canonical, MAX_SLOTS, Malformed, Sealed, Slot, SlotSet};

/// What a seat has sealed, as bytes by slot: [`Sealed`] for whoever must not know the game.
///
/// The bytes belong to one seat alone, so they never show in a log (`Debug` tells only which slots are filled) and are
/// wiped from memory once they are replaced, removed or dropped.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SealedBytes([Option<Zeroizing<Vec<u8>>>; MAX_SLOTS]);

impl SealedBytes {
    /// The bytes of these choices.
    pub fn of<C: Canonical + Copy>(choices: &Sealed<C>) -> SealedBytes {
        choices.iter().map(|(slot, choice)| (slot, bytes_in_one_place(&choice))).collect()
    }

    /// The choices that the bytes stand for.
    pub fn decode<C: Canonical + Copy>(&self) -> Result<Sealed<C>, Malformed> {
        self.iter().map(|(slot, choice)| Ok((slot, C::from_bytes(choice)?))).collect()
    }

    /// The choice in this slot, if there is one.
    pub fn get(&self, slot: Slot) -> Option<&[u8]> {
        self.0[slot.index()].as_ref().map(|choice| choice.as_slice())
    }

    /// Puts a choice into the slot; one that was there is wiped.
    pub fn insert(&mut self, slot: Slot, choice: impl Into<Vec<u8>>) {
        self.0[slot.index()] = Some(Zeroizing::new(choice.into()));
    }

    /// Empties and wipes the slot; `false` if nothing was there.
    pub fn remove(&mut self, slot: Slot) -> bool {
        self.0[slot.index()].take().is_some()
    }

    /// The slots that hold a choice.
    pub fn slots(&self) -> SlotSet {
        self.iter().map(|(slot, _)| slot).collect()
    }

    /// The choices in slot order.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, &[u8])> {
        SlotSet::first(MAX_SLOTS).iter().filter_map(|slot| Some((slot, self.get(slot)?)))
    }
}

impl<B: Into<Vec<u8>>> FromIterator<(Slot, B)> for SealedBytes {
    fn from_iter<I: IntoIterator<Item = (Slot, B)>>(choices: I) -> SealedBytes {
        let mut sealed = SealedBytes::default();
        choices.into_iter().for_each(|(slot, choice)| sealed.insert(slot, choice));
        sealed
    }
}

impl fmt::Debug for SealedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedBytes({:?})", self.slots())
    }
}

/// Counts bytes.
struct Length(usize);

impl ByteSink for Length {
    fn put(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}

/// The value's bytes, in a buffer that never had to grow: growing would leave a copy behind that nobody wipes.
fn bytes_in_one_place(value: &impl Canonical) -> Vec<u8> {
    let mut length = Length(0);
    value.write(&mut length);
    let mut bytes = Vec::with_capacity(length.0);
    value.write(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(index: usize) -> Slot {
        Slot::new(index).expect("a slot")
    }

    #[test]
    fn debug_output_shows_the_slots_and_no_choice() {
        let sealed: SealedBytes = [(slot(2), [77, 78]), (slot(5), [177, 178])].into_iter().collect();
        assert_eq!(format!("{sealed:?}"), "SealedBytes({Slot(2), Slot(5)})");
        assert_eq!(format!("{:?}", SealedBytes::default()), "SealedBytes({})");
    }

    #[test]
    fn slots_are_filled_replaced_and_emptied() {
        let mut sealed = SealedBytes::default();
        sealed.insert(slot(15), vec![1]);
        sealed.insert(slot(0), [2, 3]);
        sealed.insert(slot(15), &[4][..]);
        assert_eq!(sealed.iter().collect::<Vec<_>>(), [(slot(0), &[2, 3][..]), (slot(15), &[4][..])]);
        assert_eq!(sealed.slots(), SlotSet::from_bits(0x8001));
        let copy = sealed.clone();
        assert!(sealed.remove(slot(0)) && !sealed.remove(slot(0)));
        assert_eq!((sealed.get(slot(0)), copy.get(slot(0))), (None, Some(&[2, 3][..])));
        assert_ne!(sealed, copy);
    }

    #[test]
    fn typed_choices_keep_their_slots_and_values() {
        let typed: Sealed<Slot> = [(slot(3), slot(9)), (slot(4), slot(15))].into_iter().collect();
        let bytes = SealedBytes::of(&typed);
        assert_eq!(bytes.get(slot(3)), Some(&[9][..]));
        assert_eq!(bytes.decode(), Ok(typed));
        assert_eq!(SealedBytes::from_iter([(slot(3), [9, 9])]).decode::<Slot>(), Err(Malformed::Trailing { rest: 1 }));
        assert_eq!(SealedBytes::from_iter([(slot(3), [])]).decode::<Slot>(), Err(Malformed::Truncated));
    }

    #[test]
    fn bytes_are_written_without_growing() {
        let bytes = bytes_in_one_place(&slot(7));
        assert_eq!((&bytes[..], bytes.capacity()), (&[7][..], 1));
    }
}
