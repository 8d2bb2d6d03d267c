//! A transcript as bytes: a magic word and a version, then records, each after its length, then a seal over all of it.
//! The seal only tells a damaged file from a whole one, for anybody can make it; what nobody can forge are the
//! signatures inside.

use doubloons_engine::tongue::{English, Tongue, Worded, phrase};
use thiserror::Error;

use super::Transcript;
use crate::hash::{Hash, Label};
use crate::table::entry::{Entry, MAX_ENTRY};
use crate::wire::codec::{self, Undecodable};

/// The version of the outer format. What is inside has versions of its own, in the genesis.
pub const VERSION: u16 = 1;

/// The most bytes of a whole transcript.
pub const MAX_TRANSCRIPT: usize = codec::MAX_DECODED;

/// The most bytes of a genesis with everybody's consent.
pub const MAX_GENESIS: usize = 32 << 10;

/// The most bytes of a board's file.
pub const MAX_BOARD: usize = 1 << 20;

/// How every transcript begins.
const MAGIC: [u8; 8] = *b"DBLN-LOG";

/// The bytes of a record's length.
const LENGTH: usize = 4;

/// The bytes of the seal.
const SEAL: usize = 32;

/// A piece of a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// How the game began.
    Genesis,
    /// The board's file.
    Board,
    /// The entry with this number, counted from 1.
    Entry(u64),
    /// The end of the records.
    End,
}

impl Worded for Part {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Part::Genesis => phrase!(tongue, "the genesis"),
            Part::Board => phrase!(tongue, "the board"),
            Part::Entry(index) => phrase!(tongue, "entry {index}"),
            Part::End => phrase!(tongue, "the end"),
        }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.worded(&English))
    }
}

/// Why bytes are no transcript.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum Unreadable {
    /// Something else altogether.
    #[error("this is not a transcript of Doubloons")]
    NoTranscript,
    /// A format of another version of the program.
    #[error("this transcript has format {0}, and this program reads format {VERSION}: use a newer Doubloons")]
    OtherFormat(u16),
    /// More than any game can have.
    #[error("{0} bytes are more than the {MAX_TRANSCRIPT} of the longest transcript")]
    TooLong(u64),
    /// Damaged by accident: the seal does not fit.
    #[error(
        "the file is damaged or cut short: ask another player at that table for theirs, it is the same byte for byte"
    )]
    Damaged,
    /// The seal fits, and what is sealed is wrong: whoever wrote this was no Doubloons.
    #[error("{part} can’t be read: {why}")]
    Malformed {
        /// Where.
        part: Part,
        /// What is wrong there.
        why: Undecodable,
    },
}

impl Transcript {
    /// The transcript's bytes. They are the same for everybody who has this log.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        put(&mut bytes, &codec::encode(&self.genesis));
        put(&mut bytes, self.board.as_deref().unwrap_or_default().as_bytes());
        for entry in &self.entries {
            put(&mut bytes, &entry.to_bytes());
        }
        put(&mut bytes, &[]);
        let seal = Hash::of_bytes(Label::Transcript, &bytes);
        bytes.extend(seal.0);
        bytes
    }

    /// The transcript that all of these bytes stand for. This checks how it is written, not whether it is true: that is
    /// [`verify`](super::verify)'s.
    pub fn from_bytes(bytes: &[u8]) -> Result<Transcript, Unreadable> {
        if bytes.len() > MAX_TRANSCRIPT {
            return Err(Unreadable::TooLong(bytes.len() as u64));
        }
        let mut records = Records { rest: sealed(bytes)? };
        let genesis = records.next(Part::Genesis, MAX_GENESIS)?;
        let genesis = codec::decode(genesis, MAX_GENESIS).map_err(malformed(Part::Genesis))?;
        let board = match records.next(Part::Board, MAX_BOARD)? {
            [] => None,
            text => Some(String::from_utf8(text.to_vec()).map_err(|error| refused(Part::Board, &error))?),
        };
        let mut entries = Vec::new();
        loop {
            let part = Part::Entry(entries.len() as u64 + 1);
            match records.next(part, MAX_ENTRY)? {
                [] => break,
                entry => entries.push(Entry::from_bytes(entry).map_err(malformed(part))?),
            }
        }
        if !records.rest.is_empty() {
            return Err(refused(Part::End, &"more bytes follow"));
        }
        Ok(Transcript { genesis, board, entries })
    }
}

/// The records, if the bytes around them are as they should be.
fn sealed(bytes: &[u8]) -> Result<&[u8], Unreadable> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(Unreadable::NoTranscript)?;
    let (version, rest) = rest.split_first_chunk::<2>().ok_or(Unreadable::Damaged)?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        return Err(Unreadable::OtherFormat(version));
    }
    let (records, seal) = rest.split_last_chunk::<SEAL>().ok_or(Unreadable::Damaged)?;
    let covered = &bytes[..bytes.len() - SEAL];
    if Hash::of_bytes(Label::Transcript, covered) == Hash(*seal) { Ok(records) } else { Err(Unreadable::Damaged) }
}

struct Records<'a> {
    rest: &'a [u8],
}

impl<'a> Records<'a> {
    /// The next record, of at most `most` bytes.
    fn next(&mut self, part: Part, most: usize) -> Result<&'a [u8], Unreadable> {
        let cut_short = refused(part, &"it is cut short");
        let (length, rest) = self.rest.split_first_chunk::<LENGTH>().ok_or(cut_short.clone())?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > most {
            return Err(malformed(part)(Undecodable::TooLong { length, most }));
        }
        let (record, rest) = rest.split_at_checked(length).ok_or(cut_short)?;
        self.rest = rest;
        Ok(record)
    }
}

/// Adds a record.
fn put(bytes: &mut Vec<u8>, record: &[u8]) {
    bytes.extend((record.len() as u32).to_le_bytes());
    bytes.extend(record);
}

fn malformed(part: Part) -> impl FnOnce(Undecodable) -> Unreadable {
    move |why| Unreadable::Malformed { part, why }
}

fn refused(part: Part, why: &dyn std::fmt::Display) -> Unreadable {
    Unreadable::Malformed { part, why: Undecodable::Malformed(why.to_string()) }
}
