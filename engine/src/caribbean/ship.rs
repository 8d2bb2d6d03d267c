//! The six neutral ships, in the order in which they are resolved.

use std::fmt;

/// How many ships there are.
pub const SHIPS: usize = 6;

/// One of the six ships. Their order is the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Ship {
    /// The Arriba, unless the board names her otherwise.
    A,
    /// The Bravo.
    B,
    /// The Caribic.
    C,
    /// The Diabolo.
    D,
    /// The Evita.
    E,
    /// The Fuego.
    F,
}

impl Ship {
    /// All six in the order of play.
    pub const ALL: [Ship; SHIPS] = [Ship::A, Ship::B, Ship::C, Ship::D, Ship::E, Ship::F];

    /// The position in [`Ship::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The ship at this position of [`Ship::ALL`], if there is one.
    pub fn from_index(index: usize) -> Option<Ship> {
        Ship::ALL.get(index).copied()
    }

    /// The ship that is resolved after this one.
    pub fn next(self) -> Option<Ship> {
        Ship::from_index(self.index() + 1)
    }

    /// The letter on her pennant.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of ships.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ShipSet(u8);

impl ShipSet {
    /// No ship.
    pub const EMPTY: ShipSet = ShipSet(0);

    /// Whether the ship is in the set.
    pub const fn contains(self, ship: Ship) -> bool {
        self.0 >> ship as u8 & 1 == 1
    }

    /// Adds a ship.
    pub const fn insert(&mut self, ship: Ship) {
        self.0 |= 1 << ship as u8;
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ships in the order of play.
    pub fn iter(self) -> impl Iterator<Item = Ship> {
        Ship::ALL.into_iter().filter(move |&ship| self.contains(ship))
    }
}

impl fmt::Debug for ShipSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
