//! The one place that names the serializer. Values have exactly one encoding: whatever does not come out again byte for
//! byte is refused, and so are bytes after the end.

use bincode::config::{self, Configuration};
use doubloons_engine::tongue::Worded;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The most that is ever decoded at once, whatever a caller allows: a whole transcript.
pub const MAX_DECODED: usize = 64 << 20;

/// Why bytes are not a value.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum Undecodable {
    /// More bytes than this kind of value may have.
    #[error("{length} bytes are more than the {most} allowed")]
    TooLong {
        /// How many there are.
        length: usize,
        /// How many there may be.
        most: usize,
    },
    /// The bytes mean nothing.
    #[error("not a valid message: {0}")]
    Malformed(String),
    /// The bytes are another spelling of a value that has only one.
    #[error("not in the one valid spelling")]
    NotCanonical,
}

const CONFIGURATION: Configuration<config::LittleEndian, config::Varint, config::Limit<MAX_DECODED>> =
    config::standard().with_limit::<MAX_DECODED>();

/// The bytes of a value.
///
/// # Panics
///
/// Never for the types of this crate: they have no case that can't be encoded.
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, CONFIGURATION).expect("protocol types can always be encoded")
}

/// Writes the bytes of a value, piece by piece, to where they can't fail to go.
///
/// # Panics
///
/// If they can't be written.
pub fn encode_into(value: &impl Serialize, writer: &mut impl std::io::Write) {
    bincode::serde::encode_into_std_write(value, writer, CONFIGURATION).expect("protocol types can always be encoded");
}

/// The value that all of these bytes stand for, if there are at most `most` of them.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, Undecodable> {
    let most = most.min(MAX_DECODED);
    if bytes.len() > most {
        return Err(Undecodable::TooLong { length: bytes.len(), most });
    }
    let (value, read): (T, usize) = bincode::serde::decode_from_slice(bytes, CONFIGURATION)
        .map_err(|error| Undecodable::Malformed(error.to_string()))?;
    let mut compared = Compared { rest: bytes, same: read == bytes.len() };
    encode_into(&value, &mut compared);
    if !compared.same || !compared.rest.is_empty() {
        return Err(Undecodable::NotCanonical);
    }
    Ok(value)
}

/// Holds what is written against what is expected, without a copy of it: it may be secret.
struct Compared<'a> {
    rest: &'a [u8],
    same: bool,
}

impl std::io::Write for Compared<'_> {
    fn write(&mut self, written: &[u8]) -> std::io::Result<usize> {
        match self.rest.strip_prefix(written) {
            Some(rest) => self.rest = rest,
            None => self.same = false,
        }
        Ok(written.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shortest_spelling_of_a_number_is_taken() {
        assert_eq!(encode(&7u32), [7]);
        assert_eq!(decode::<u32>(&[7], 8), Ok(7));
        assert_eq!(decode::<u32>(&[251, 7, 0], 8), Err(Undecodable::NotCanonical));
        assert_eq!(decode::<u32>(&[7, 0], 8), Err(Undecodable::NotCanonical));
        // The last of several pieces is longer, or shorter, than it should be.
        assert_eq!(decode::<(u32, u32)>(&[7, 251, 7, 0], 8), Err(Undecodable::NotCanonical));
        assert_eq!(decode::<(u32, u32)>(&[251, 7, 0, 7], 8), Err(Undecodable::NotCanonical));
    }

    #[test]
    fn caps_are_checked_before_decoding() {
        assert_eq!(decode::<Vec<u8>>(&[3, 1, 2, 3], 3), Err(Undecodable::TooLong { length: 4, most: 3 }));
        assert!(matches!(decode::<Vec<u8>>(&[3, 1, 2], 9), Err(Undecodable::Malformed(_))));
    }

    #[test]
    fn a_length_that_is_a_lie_does_not_reserve_memory() {
        let lie = [253, 255, 255, 255, 255, 255, 255, 255, 127];
        assert!(matches!(decode::<Vec<u64>>(&lie, 64), Err(Undecodable::Malformed(_))));
    }
}
