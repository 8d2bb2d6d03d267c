//! Seats at the table, sets of seats, and values by seat.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::canonical::{ByteSink, Canonical, Malformed, Reader};
use crate::tongue::{Tongue, Worded, phrase};

/// The most seats that any game has.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0; shown to people as 1, 2, 3 …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, or `None` if no table has so many.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The first `count` seats, at most [`MAX_SEATS`].
    pub fn first(count: usize) -> impl Iterator<Item = Seat> {
        (0..count.min(MAX_SEATS)).map(|index| Seat(index as u8))
    }

    /// The index, below [`MAX_SEATS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

impl Worded for Seat {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        phrase!(tongue, "seat {number}", number = self.0 + 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = Malformed;

    fn try_from(index: u8) -> Result<Seat, Malformed> {
        Seat::new(index.into()).ok_or(Malformed::OutOfRange { what: "seat", value: index.into() })
    }
}

impl Canonical for Seat {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[self.0]);
    }

    fn read(input: &mut Reader<'_>) -> Result<Seat, Malformed> {
        input.byte()?.try_into()
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats.
    pub const fn first(count: usize) -> SeatSet {
        if count >= MAX_SEATS { SeatSet(u8::MAX) } else { SeatSet((1 << count) - 1) }
    }

    /// Just this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats in both sets.
    #[must_use]
    pub const fn intersection(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many seats there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The one seat of the set; `None` if there are none or several.
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.into_iter().next() } else { None }
    }

    /// The bits, lowest seat first.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits, lowest seat first. Every number is a set: there is a bit for each of [`MAX_SEATS`].
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;

    fn into_iter(self) -> Seats {
        Seats(self.0)
    }
}

/// The seats of a set in table order.
#[derive(Clone, Debug)]
pub struct Seats(u8);

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Seat(index as u8))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// At most one value for each seat, kept inline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatMap<T>([Option<T>; MAX_SEATS]);

impl<T> Default for SeatMap<T> {
    fn default() -> Self {
        SeatMap([const { None }; MAX_SEATS])
    }
}

impl<T> SeatMap<T> {
    /// The value of this seat, if it has one.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0[seat.index()].as_ref()
    }

    /// Gives the seat a value and returns the one it had.
    pub fn insert(&mut self, seat: Seat, value: T) -> Option<T> {
        self.0[seat.index()].replace(value)
    }

    /// Takes the seat's value away and returns it.
    pub fn remove(&mut self, seat: Seat) -> Option<T> {
        self.0[seat.index()].take()
    }

    /// The seats that have a value.
    pub fn seats(&self) -> SeatSet {
        self.iter().map(|(seat, _)| seat).collect()
    }

    /// The values in table order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        (0u8..).zip(&self.0).filter_map(|(index, value)| Some((Seat(index), value.as_ref()?)))
    }
}

impl<T> FromIterator<(Seat, T)> for SeatMap<T> {
    fn from_iter<I: IntoIterator<Item = (Seat, T)>>(values: I) -> Self {
        let mut map = SeatMap::default();
        values.into_iter().for_each(|(seat, value)| {
            map.insert(seat, value);
        });
        map
    }
}

impl<T: fmt::Debug> fmt::Debug for SeatMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A set of the seats that have a value, then the values in table order.
impl<T: Canonical> Canonical for SeatMap<T> {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[self.seats().0]);
        self.iter().for_each(|(_, value)| value.write(out));
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, Malformed> {
        let seats = SeatSet::from_bits(input.byte()?);
        seats.into_iter().map(|seat| Ok((seat, T::read(input)?))).collect()
    }
}
