//! Canonical bytes: one encoding per value, the same on every machine, and digests over it.
//!
//! Hashes and signatures are taken over these bytes, so there is exactly one way to write a value and the reader
//! refuses everything else: unknown numbers, values out of range, bytes left over.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Something that bytes can be written to: a buffer, or a hash.
pub trait ByteSink {
    /// Takes the next bytes.
    fn put(&mut self, bytes: &[u8]);
}

impl ByteSink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl ByteSink for blake3::Hasher {
    fn put(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

/// A value with exactly one encoding.
pub trait Canonical: Sized {
    /// Writes the value.
    fn write(&self, out: &mut impl ByteSink);

    /// Reads one value and leaves the rest.
    fn read(input: &mut Reader<'_>) -> Result<Self, Malformed>;

    /// The value's bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// The value that all of these bytes stand for.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut input = Reader::new(bytes);
        let value = Self::read(&mut input)?;
        match input.rest() {
            0 => Ok(value),
            rest => Err(Malformed::Trailing { rest }),
        }
    }
}

/// Why bytes do not stand for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Malformed {
    /// The bytes end in the middle of a value.
    #[error("the data ends too early")]
    Truncated,
    /// A number that means nothing.
    #[error("{value} is not a valid {what}")]
    OutOfRange {
        /// What the number should have been.
        what: &'static str,
        /// The number.
        value: u64,
    },
    /// Bytes are left over after the value.
    #[error("{rest} bytes too many after the end of the data")]
    Trailing {
        /// How many.
        rest: usize,
    },
}

/// Bytes being read.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let (&first, rest) = self.0.split_first().ok_or(Malformed::Truncated)?;
        self.0 = rest;
        Ok(first)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Malformed::Truncated)?;
        self.0 = rest;
        Ok(*first)
    }

    /// A yes or no; only 0 and 1 are taken.
    pub fn flag(&mut self, what: &'static str) -> Result<bool, Malformed> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Malformed::OutOfRange { what, value: other.into() }),
        }
    }

    /// How many bytes are left.
    pub fn rest(&self) -> usize {
        self.0.len()
    }
}

/// A fingerprint of a game's public state, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}
