//! What travels on a link: messages of the lobby, frames of the game, and where others can be found. The first byte says
//! which; its numbers are never used for anything else again.

use std::net::SocketAddr;

use doubloons_engine::contract::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::discovery::{Card, CardFault, MAX_CARD};
use crate::identity::{PublicKey, Signature};
use crate::table::entry::MAX_ENTRY;
use crate::table::genesis::{GameId, Member, SignedGenesis};
use crate::table::lobby::message::{MAX_TO_GUEST, MAX_TO_HOST, ToGuest, ToHost};
use crate::transcript::MAX_GENESIS;
use crate::wire::codec::{self, Undecodable};
use crate::wire::frame::{Frame, MAX_ENTRIES, MAX_FRAME, MAX_SMALL, NoFrame};

const TO_HOST: u8 = 1;
const TO_GUEST: u8 = 2;
const FRAME: u8 = 3;
const WHEREABOUTS: u8 = 4;
const GENESIS: u8 = 5;
const SEAT_WISH: u8 = 6;
const KEPT: u8 = 7;
const REMATCH: u8 = 8;

/// The most addresses of one member that are passed on or remembered.
pub const MAX_ADDRESSES: usize = 8;

/// The most bytes of a message about where members can be found.
pub const MAX_WHEREABOUTS: usize = 16 << 10;

/// The most bytes of a message about another game.
pub const MAX_REMATCH: usize = MAX_CARD + 64;

/// The longest message that a host takes in its lobby.
pub const LONGEST_FROM_GUEST: usize = MAX_TO_HOST + 1;

/// The longest message that a guest takes in a lobby.
pub const LONGEST_FROM_HOST: usize = MAX_TO_GUEST + 1;

/// The longest message that members of a game take from each other.
pub const LONGEST_FROM_MEMBER: usize = MAX_FRAME + 1;

/// The longest message that is taken from somebody who watches: a wish for entries.
pub const LONGEST_FROM_WATCHER: usize = MAX_SMALL;

/// The longest message that somebody who watches takes.
pub const LONGEST_TO_WATCHER: usize =
    if MAX_GENESIS > MAX_ENTRIES * MAX_ENTRY { MAX_GENESIS } else { MAX_ENTRIES * MAX_ENTRY } + 16;

/// One message on a link.
#[derive(Clone, PartialEq, Debug)]
pub enum Parcel {
    /// From a guest in the lobby.
    ToHost(ToHost),
    /// To a guest in the lobby.
    ToGuest(Box<ToGuest>),
    /// Of a running game.
    Frame(Frame),
    /// Where members of the game can be found: hints, because whoever answers there has to prove their key.
    Whereabouts(Vec<Whereabouts>),
    /// How the game began, for somebody who came to watch it.
    Genesis(Box<SignedGenesis>),
    /// From somebody who watches: I'd like to take over a bot's seat.
    SeatWish(Box<SeatWish>),
    /// From a member: the game is over, and I have kept its transcript, which has so many entries.
    Kept(u64),
    /// About another game with the same people.
    Rematch(Box<Rematch>),
}

/// Something about another game with the same people, said by one of them after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rematch {
    /// The game that is over.
    pub after: GameId,
    /// What is said.
    pub word: RematchWord,
}

/// What is said about another game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum RematchWord {
    /// I would like one.
    Wanted,
    /// I have opened a table for it: come. The link proves whose it is.
    Open(ToldCard),
}

impl RematchWord {
    /// Come to this table.
    pub fn open(card: &Card) -> RematchWord {
        RematchWord::Open(ToldCard(card.clone()))
    }
}

/// A card that came in a message, and is one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct ToldCard(Card);

impl ToldCard {
    /// What the table tells about itself. Whoever told it is who the card has to speak of.
    pub fn of(self, key: PublicKey) -> Card {
        Card { key, ..self.0 }
    }
}

impl TryFrom<Vec<u8>> for ToldCard {
    type Error = CardFault;

    fn try_from(bytes: Vec<u8>) -> Result<ToldCard, CardFault> {
        Card::from_bytes(&bytes).map(ToldCard)
    }
}

impl From<ToldCard> for Vec<u8> {
    fn from(told: ToldCard) -> Vec<u8> {
        told.0.to_bytes()
    }
}

/// Somebody who watches would like to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatWish {
    /// The seat, which a bot has.
    pub seat: Seat,
    /// Who.
    pub guest: Member,
    /// Their signature over game, seat and who they are.
    pub consent: Signature,
}

/// Where a member can be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    /// Who.
    pub key: PublicKey,
    /// Where. Addresses of one link only come without the interface: that is the reader's own business.
    pub addresses: Vec<SocketAddr>,
}

/// Why bytes are no parcel.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoParcel {
    /// Nothing at all, or a kind that this program does not know.
    #[error("a message of an unknown kind")]
    UnknownKind,
    /// The rest is wrong.
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
    /// A frame that is none.
    #[error(transparent)]
    Frame(#[from] NoFrame),
}

impl Parcel {
    /// The bytes to send.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, mut content) = match self {
            Parcel::ToHost(message) => (TO_HOST, message.to_bytes()),
            Parcel::ToGuest(message) => (TO_GUEST, message.to_bytes()),
            Parcel::Frame(frame) => (FRAME, frame.to_bytes()),
            Parcel::Whereabouts(whereabouts) => (WHEREABOUTS, codec::encode(whereabouts)),
            Parcel::Genesis(signed) => (GENESIS, codec::encode(signed)),
            Parcel::SeatWish(wish) => (SEAT_WISH, codec::encode(wish)),
            Parcel::Kept(entries) => (KEPT, codec::encode(entries)),
            Parcel::Rematch(rematch) => (REMATCH, codec::encode(rematch)),
        };
        content.insert(0, kind);
        content
    }

    /// Whether these bytes are somebody's word on how much of the log they have.
    pub fn is_acknowledgement(bytes: &[u8]) -> bool {
        bytes.split_first().is_some_and(|(kind, content)| *kind == FRAME && Frame::is_acknowledgement(content))
    }

    /// The parcel that all of these bytes stand for.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parcel, NoParcel> {
        let (&kind, content) = bytes.split_first().ok_or(NoParcel::UnknownKind)?;
        Ok(match kind {
            TO_HOST => Parcel::ToHost(ToHost::from_bytes(content)?),
            TO_GUEST => Parcel::ToGuest(Box::new(ToGuest::from_bytes(content)?)),
            FRAME => Parcel::Frame(Frame::from_bytes(content)?),
            WHEREABOUTS => Parcel::Whereabouts(codec::decode(content, MAX_WHEREABOUTS)?),
            GENESIS => Parcel::Genesis(codec::decode(content, MAX_GENESIS)?),
            SEAT_WISH => Parcel::SeatWish(codec::decode(content, MAX_SMALL)?),
            KEPT => Parcel::Kept(codec::decode(content, MAX_SMALL)?),
            REMATCH => Parcel::Rematch(codec::decode(content, MAX_REMATCH)?),
            _ => return Err(NoParcel::UnknownKind),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::discovery::{TableId, TableStage};
    use super::*;
    use crate::hash::Hash;
    use crate::identity::Identity;
    use crate::table::chat::{Emote, Remark};
    use crate::table::genesis::Name;
    use crate::table::lobby::reason::Refusal;
    use crate::wire::frame::Fetch;

    /// A table that waits for people.
    pub(crate) fn card() -> Card {
        let name = |text: &str| Name::try_from(text.to_owned()).expect("a name");
        Card {
            table: TableId([1; 8]),
            name: name("Parrot"),
            game: name("caribbean"),
            seats: 4,
            taken: 1,
            host: name("Sofia"),
            protocol: 1,
            rules: 1,
            pin: false,
            stage: TableStage::Gathering,
            key: Identity::from_secret(&[1; 32]).public(),
            version: name("1.0.0"),
        }
    }

    #[test]
    fn a_card_in_a_message_is_one() {
        let after = GameId(Hash([9; 32]));
        let open = Parcel::Rematch(Box::new(Rematch { after, word: RematchWord::open(&card()) }));
        let bytes = open.to_bytes();
        assert!(bytes.len() <= MAX_REMATCH);
        assert_eq!(Parcel::from_bytes(&bytes), Ok(open));
        let place = bytes.windows(6).position(|part| part == b"Parrot").expect("the name");
        let mut broken = bytes.clone();
        broken[place] = b'\n';
        assert!(Parcel::from_bytes(&broken).is_err(), "a name with a line break");
        assert!(Parcel::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn the_bytes_of_every_kind_stay_as_they_are() {
        let whereabouts =
            Whereabouts { key: PublicKey([7; 32]), addresses: vec!["10.0.0.1:17180".parse().expect("an address")] };
        let of_key = "07".repeat(32);
        for (parcel, hex) in [
            (Parcel::ToHost(ToHost::Leave), "0108".to_owned()),
            (Parcel::ToGuest(Box::new(ToGuest::Refused(Refusal::Kicked))), "020003".to_owned()),
            (Parcel::Frame(Frame::Fetch(Fetch { from: 5 })), "030905".to_owned()),
            (Parcel::Frame(Frame::Remark(Remark::Emote(Emote::Salute))), "030b0101".to_owned()),
            (Parcel::Whereabouts(vec![whereabouts]), format!("0401{of_key}01000a000001fb1c43")),
            (Parcel::Kept(75), "074b".to_owned()),
            (
                Parcel::Rematch(Box::new(Rematch { after: GameId(Hash([7; 32])), word: RematchWord::Wanted })),
                format!("08{of_key}00"),
            ),
        ] {
            let bytes = parcel.to_bytes();
            let written: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(written, hex, "{parcel:?}");
            assert_eq!(Parcel::from_bytes(&bytes), Ok(parcel));
        }
    }

    #[test]
    fn what_is_no_parcel_is_refused() {
        for bytes in [&[][..], &[0], &[7], &[8, 1], &[9, 1], &[1], &[1, 8, 0], &[255; 40]] {
            assert!(Parcel::from_bytes(bytes).is_err(), "{bytes:?}");
        }
    }
}
