//! The board: which spaces touch, where the cities, havens and starts are, and what it looks like.
//!
//! A board comes from a file (or, for practice, from a [`Sketch`]) through one checked door and never changes after
//! that. Search and rules ask it millions of times, so the answers lie ready in arrays.

mod art;
mod fault;
mod format;
mod plan;
mod sketch;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub use art::{Anchor, ChartArt, Ground, Land, LandKind, Lettering, Ornament, OrnamentKind, Point, SpaceArt, TownArt};
pub use fault::BoardFault;
pub use sketch::Sketch;

use super::chest::{CHESTS, Chest};
use super::colour::Colour;
use super::ship::{SHIPS, Ship};
use super::space::{MAX_SPACES, Space, SpaceSet};

/// The version of the file format that this program reads.
const FORMAT: i64 = 1;
/// How many cities a whole board has.
const CITIES: usize = CHESTS;
/// How many havens each colour has on a whole board.
const HAVENS_EACH: usize = 3;
/// How many starting spaces a whole board has: one for each ship.
const STARTS: usize = SHIPS;
/// What all chests of a whole board are worth, in thousands. Together with 2 for each captured city this makes 123, and
/// the targets are a half, a third and a quarter of that, rounded up: when all is paid out, someone has reached them.
const CHEST_TOTAL: u32 = 91;

/// A board's fingerprint. Two boards with the same fingerprint are the same file, byte for byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardId([u8; 32]);

impl BoardId {
    /// The fingerprint with these bytes, as it was agreed on or sent.
    pub const fn from_bytes(bytes: [u8; 32]) -> BoardId {
        BoardId(bytes)
    }

    /// The fingerprint's bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, ..] = self.0;
        write!(f, "BoardId({a:02x}{b:02x}{c:02x}{d:02x}…)")
    }
}

/// A harbour city.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct City {
    /// Its name.
    pub name: String,
    /// The sea space in front of it.
    pub space: Space,
    /// What its chest is worth, in thousands of doubloons.
    pub value: u8,
}

/// A board. Made by [`Board::parse`], [`Board::standard`] or [`Board::sketch`]; it never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    id: BoardId,
    name: String,
    all: SpaceSet,
    neighbours: [SpaceSet; MAX_SPACES],
    haven: [Option<Colour>; MAX_SPACES],
    harbour: [Option<Chest>; MAX_SPACES],
    havens_of: [SpaceSet; Colour::ALL.len()],
    value: [u8; CHESTS],
    cities: Vec<City>,
    starts: Vec<Space>,
    ship_names: [String; SHIPS],
    haven_names: [String; Colour::ALL.len()],
    art: Option<ChartArt>,
}

/// The standard board's file.
const STANDARD: &str = include_str!("../../../../data/boards/caribbean.toml");

impl Board {
    /// Reads a whole board for real games and checks everything about it.
    pub fn parse(text: &str) -> Result<Board, BoardFault> {
        format::parse(text)
    }

    /// The board that is built into the program. It is read once; after that this only counts a reference.
    pub fn standard() -> Arc<Board> {
        static BOARD: LazyLock<Arc<Board>> = LazyLock::new(|| match Board::parse(STANDARD) {
            Ok(board) => Arc::new(board),
            Err(fault) => unreachable!("the built-in board is tested: {fault}"),
        });
        Arc::clone(&BOARD)
    }

    /// Makes a small practice chart without a picture, for lessons and for tests of the rules.
    pub fn sketch(sketch: Sketch) -> Result<Board, BoardFault> {
        sketch::make(sketch)
    }

    /// The board's fingerprint.
    pub fn id(&self) -> BoardId {
        self.id
    }

    /// The board's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All sea spaces, in order.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + '_ {
        self.all.into_iter()
    }

    /// How many sea spaces there are.
    pub fn space_count(&self) -> usize {
        self.all.len()
    }

    /// All sea spaces as a set.
    pub fn all_spaces(&self) -> SpaceSet {
        self.all
    }

    /// The spaces one step away. A space that this board does not have has no neighbours.
    #[inline]
    pub fn neighbours(&self, space: Space) -> SpaceSet {
        // The remainder changes nothing (no space has a larger index), but shows the compiler that no check is needed.
        self.neighbours[space.index() % MAX_SPACES]
    }

    /// Whose haven the space is, if it is one.
    #[inline]
    pub fn haven(&self, space: Space) -> Option<Colour> {
        self.haven[space.index() % MAX_SPACES]
    }

    /// The havens of a colour.
    #[inline]
    pub fn havens_of(&self, colour: Colour) -> SpaceSet {
        self.havens_of[colour.index()]
    }

    /// The city whose sea space this is.
    #[inline]
    pub fn city_at(&self, space: Space) -> Option<Chest> {
        self.harbour[space.index() % MAX_SPACES]
    }

    /// All cities; a city's place in this list is the number of its chest.
    pub fn cities(&self) -> &[City] {
        &self.cities
    }

    /// The city that a chest comes from.
    pub fn city(&self, chest: Chest) -> Option<&City> {
        self.cities.get(chest.index())
    }

    /// What a chest is worth, in thousands of doubloons; 0 if the board has no such city.
    #[inline]
    pub fn value(&self, chest: Chest) -> u8 {
        self.value[chest.index() % CHESTS]
    }

    /// The spaces on which the ships begin, in order.
    pub fn starts(&self) -> &[Space] {
        &self.starts
    }

    /// A ship's name.
    pub fn ship_name(&self, ship: Ship) -> &str {
        &self.ship_names[ship.index()]
    }

    /// What the havens of a colour are called.
    pub fn haven_name(&self, colour: Colour) -> &str {
        &self.haven_names[colour.index()]
    }

    /// How many steps lie between two spaces if no ship is in the way.
    pub fn distance(&self, from: Space, to: Space) -> Option<usize> {
        if !self.all.contains(from) {
            return None;
        }
        let mut seen = SpaceSet::only(from);
        let mut front = seen;
        let mut steps = 0;
        while !front.is_empty() {
            if front.contains(to) {
                return Some(steps);
            }
            front = self.around(front).without(seen);
            seen = seen.union(front);
            steps += 1;
        }
        None
    }

    /// The picture, which practice charts do not have.
    pub fn art(&self) -> Option<&ChartArt> {
        self.art.as_ref()
    }

    /// The spaces that touch at least one of these.
    pub(in crate::caribbean) fn around(&self, spaces: SpaceSet) -> SpaceSet {
        spaces.into_iter().fold(SpaceSet::EMPTY, |set, space| set.union(self.neighbours(space)))
    }

    /// The spaces that a lone ship could get to, given enough time.
    fn reachable(&self, from: Space) -> SpaceSet {
        let mut seen = SpaceSet::only(from);
        let mut front = seen;
        while !front.is_empty() {
            front = self.around(front).without(seen);
            seen = seen.union(front);
        }
        seen
    }
}
