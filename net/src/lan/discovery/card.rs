//! What a table tells about itself, to anybody who asks.
//!
//! The same properties go into the mDNS record and into answers to inquiries, so there is one door through which a
//! stranger's words come in. Unknown properties are passed over: a newer Doubloons may say more.

use std::fmt;

use doubloons_engine::contract::MAX_SEATS;
use doubloons_engine::tongue::Worded;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::hash::Hash;
use crate::identity::{PublicKey, Verifier};
use crate::table::genesis::{GameId, Name};
use crate::wire::codec::{self, Undecodable};

/// The most bytes of a card.
pub const MAX_CARD: usize = 1 << 10;

/// A table, from the moment it is opened: random, so that no two have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub [u8; 8]);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableId({self})")
    }
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStage {
    /// People take their seats.
    Gathering,
    /// This game is being played.
    Playing(GameId),
    /// The last game is over and no other has begun.
    Over,
}

/// What a table tells about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The table.
    pub table: TableId,
    /// What it is called.
    pub name: Name,
    /// The game, as scripts call it.
    pub game: Name,
    /// How many seats it has.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// What its host is called.
    pub host: Name,
    /// The version of its messages.
    pub protocol: u16,
    /// The version of its rules.
    pub rules: u16,
    /// Whether a PIN is asked for at the door.
    pub pin: bool,
    /// How far it has come.
    pub stage: TableStage,
    /// The host's key: a claim, until the host has answered with it.
    pub key: PublicKey,
    /// The version of the host's program.
    pub version: Name,
}

/// Why properties are no card.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum CardFault {
    /// A property is not there.
    #[error("the table does not tell its “{0}”")]
    Missing(&'static str),
    /// A property makes no sense.
    #[error("the table’s “{0}” makes no sense")]
    Senseless(&'static str),
    /// The bytes are none.
    #[error("not a table’s card: {0}")]
    Undecodable(#[from] Undecodable),
}

impl Card {
    /// The properties, each at most 200 bytes.
    pub fn to_txt(&self) -> Vec<(&'static str, String)> {
        let mut properties = vec![
            ("txtvers", "1".to_owned()),
            ("id", self.table.to_string()),
            ("name", self.name.to_string()),
            ("game", self.game.to_string()),
            ("seats", self.seats.to_string()),
            ("taken", self.taken.to_string()),
            ("host", self.host.to_string()),
            ("proto", self.protocol.to_string()),
            ("rules", self.rules.to_string()),
            ("pin", u8::from(self.pin).to_string()),
            ("key", self.key.to_string()),
            ("version", self.version.to_string()),
        ];
        match self.stage {
            TableStage::Gathering => properties.push(("stage", "gathering".to_owned())),
            TableStage::Playing(game) => {
                properties.push(("stage", "playing".to_owned()));
                properties.push(("play", game.0.to_string()));
            }
            TableStage::Over => properties.push(("stage", "over".to_owned())),
        }
        properties
    }

    /// The card with these properties.
    pub fn from_txt<'a>(property: impl Fn(&str) -> Option<&'a str>) -> Result<Card, CardFault> {
        let get = |key| property(key).ok_or(CardFault::Missing(key));
        let name = |key| Name::try_from(get(key)?.to_owned()).map_err(|_| CardFault::Senseless(key));
        let version = |key| get(key)?.parse::<u16>().map_err(|_| CardFault::Senseless(key));
        let count = |key| match get(key)?.parse::<u8>() {
            Ok(count) if usize::from(count) <= MAX_SEATS => Ok(count),
            _ => Err(CardFault::Senseless(key)),
        };
        let key = PublicKey(bytes("key", get("key")?)?);
        Verifier::new(&key).map_err(|_| CardFault::Senseless("key"))?;
        let card = Card {
            table: TableId(bytes("id", get("id")?)?),
            name: name("name")?,
            game: name("game")?,
            seats: count("seats")?,
            taken: count("taken")?,
            host: name("host")?,
            protocol: version("proto")?,
            rules: version("rules")?,
            pin: match get("pin")? {
                "0" => false,
                "1" => true,
                _ => return Err(CardFault::Senseless("pin")),
            },
            stage: match get("stage")? {
                "gathering" => TableStage::Gathering,
                "playing" => TableStage::Playing(GameId(Hash(bytes("play", get("play")?)?))),
                "over" => TableStage::Over,
                _ => return Err(CardFault::Senseless("stage")),
            },
            key,
            version: name("version")?,
        };
        if card.taken > card.seats { Err(CardFault::Senseless("taken")) } else { Ok(card) }
    }

    /// The card as the answer to an inquiry.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::encode(&self.to_txt())
    }

    /// The card that a host answered with.
    pub fn from_bytes(bytes: &[u8]) -> Result<Card, CardFault> {
        let properties: Vec<(String, String)> = codec::decode(bytes, MAX_CARD)?;
        Card::from_txt(|wanted| {
            properties.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.as_str())
        })
    }
}

/// Bytes written as two lower-case hexadecimal digits each.
fn bytes<const LENGTH: usize>(key: &'static str, text: &str) -> Result<[u8; LENGTH], CardFault> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut read = [0; LENGTH];
    if text.len() != 2 * LENGTH {
        return Err(CardFault::Senseless(key));
    }
    for (byte, pair) in read.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else {
            return Err(CardFault::Senseless(key));
        };
        *byte = high << 4 | low;
    }
    Ok(read)
}

#[cfg(test)]
mod tests;
