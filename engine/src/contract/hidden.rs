//! Hidden cards: the public state knows a card by its handle, its owner knows the face.

use std::collections::BTreeMap;
use std::fmt;

use super::canonical::{ByteSink, Canonical, Malformed, Reader};
use super::seat::Seat;

/// A face-down card, as everybody sees it: "the ninth card that was drawn". A handle is never used twice in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handle(pub u16);

/// The front of a card, by its number in the game's own list of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(pub u16);

/// A face-down supply that hidden cards are drawn from, by its number in the game's own list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pile(pub u8);

/// A hidden card in the public state. Whoever deals shows its face to `owner` alone, and the owner turns it up later
/// by [`Input::Reveal`](super::Input::Reveal).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceDown {
    /// The card.
    pub handle: Handle,
    /// Where it was drawn from, which limits what it can be.
    pub pile: Pile,
    /// Who may look at it.
    pub owner: Seat,
}

/// Faces that somebody knows, by handle. `Debug` tells only how many.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Faces(BTreeMap<Handle, Face>);

impl Faces {
    /// The face of this card, if it is known.
    pub fn get(&self, handle: Handle) -> Option<Face> {
        self.0.get(&handle).copied()
    }

    /// Learns the face of a card and returns what was believed before.
    pub fn insert(&mut self, handle: Handle, face: Face) -> Option<Face> {
        self.0.insert(handle, face)
    }

    /// The known cards, in order of their handles.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, Face)> + '_ {
        self.0.iter().map(|(&handle, &face)| (handle, face))
    }
}

impl FromIterator<(Handle, Face)> for Faces {
    fn from_iter<I: IntoIterator<Item = (Handle, Face)>>(faces: I) -> Self {
        Faces(faces.into_iter().collect())
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faces({} known)", self.0.len())
    }
}

impl Canonical for Handle {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&self.0.to_le_bytes());
    }

    fn read(input: &mut Reader<'_>) -> Result<Handle, Malformed> {
        Ok(Handle(u16::from_le_bytes(input.array()?)))
    }
}

impl Canonical for Face {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&self.0.to_le_bytes());
    }

    fn read(input: &mut Reader<'_>) -> Result<Face, Malformed> {
        Ok(Face(u16::from_le_bytes(input.array()?)))
    }
}
