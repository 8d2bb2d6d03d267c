//! What is said first on a link: the versions of both programs, what the newcomer wants, and the PIN if the table has one.

mod pin;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::pin::{NoPin, Pin};
use super::transport::{Link, LinkFault};
use crate::identity::PublicKey;
use crate::table::genesis::GameId;

/// What somebody opens a link for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// To sit down at the table.
    Lobby,
    /// To play or watch a game that has begun.
    Game(GameId),
}

/// Why somebody does not get in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Turned {
    /// The table has a PIN, and none was given.
    #[error("this table has a PIN: ask the host for it")]
    PinNeeded,
    /// The PIN is wrong.
    #[error("that is not the PIN of this table: ask the host for it (tries left: {tries_left})")]
    WrongPin {
        /// How many more wrong ones until the table is locked for a while.
        tries_left: u32,
    },
    /// Too many wrong PINs.
    #[error("too many wrong PINs were tried at this table: try again in {seconds} s")]
    Locked {
        /// How long.
        seconds: u64,
    },
    /// Their program has another version.
    #[error(
        "the Doubloons there has protocol {} and rules {}, this one protocol {} and rules {}: install the same version \
         on all computers", theirs.0, theirs.1, ours.0, ours.1
    )]
    OtherVersion {
        /// The other side's protocol and rules.
        theirs: (u16, u16),
        /// This side's protocol and rules.
        ours: (u16, u16),
    },
    /// A PIN was given, and the host did not ask for one.
    #[error(
        "you gave a PIN, but nobody there asked for it: if the host says that the table has none, join without it; \
         otherwise somebody may sit between you"
    )]
    HostHasNoPin,
    /// The host could not prove that it knows the PIN.
    #[error("whoever answers there does not know the PIN: somebody may sit between you and the host")]
    HostDoesNotKnowPin,
    /// The link broke.
    #[error(transparent)]
    Lost(#[from] LinkFault),
    /// What was said makes no sense.
    #[error("what the other side said at the door makes no sense: its program may be modified or damaged")]
    Unreadable,
    /// Nothing was said.
    #[error("the other side says nothing: its program may hang. Try again")]
    Silent,
}

/// The door of a table.
#[derive(Debug)]
pub struct Door;

impl Door {
    /// A door that asks for this PIN, or for none.
    pub fn new(_pin: Option<Pin>) -> Door {
        unimplemented!()
    }

    /// Hears what a newcomer wants, and lets them in or not. Whoever is `known` need not give the PIN.
    pub async fn admit(
        &self,
        _link: &mut Link,
        _known: impl FnOnce(&Purpose, &PublicKey) -> bool,
    ) -> Result<Purpose, Turned> {
        unimplemented!()
    }
}

/// Says what we want, and proves that we know the PIN if we are asked. With a PIN, the host has to prove it as well.
pub async fn knock(_link: &mut Link, _purpose: Purpose, _pin: Option<&Pin>) -> Result<(), Turned> {
    unimplemented!()
}
