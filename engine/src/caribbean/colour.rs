//! The four colours: whose havens they are.

use crate::tongue::{Tongue, Worded, phrase};
use std::fmt;

/// A player's colour. With fewer than four players some colours have no player, and their havens are not live.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The skull's colour.
    Red,
    /// The anchor's colour.
    Blue,
    /// The palm's colour.
    Green,
    /// The sun's colour.
    Yellow,
}

impl Colour {
    /// All four, in their fixed order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow];

    /// The position in [`Colour::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour's name in lower case, as board files spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
        }
    }
}

impl Worded for Colour {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Colour::Red => phrase!(tongue, "Red"),
            Colour::Blue => phrase!(tongue, "Blue"),
            Colour::Green => phrase!(tongue, "Green"),
            Colour::Yellow => phrase!(tongue, "Yellow"),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Red => "Red",
            Colour::Blue => "Blue",
            Colour::Green => "Green",
            Colour::Yellow => "Yellow",
        })
    }
}
