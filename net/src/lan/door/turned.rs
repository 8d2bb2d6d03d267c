//! Why somebody does not get in, in words that tell a person what to do.

use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::super::transport::LinkFault;
use super::message::Versions;

/// Why somebody does not get in.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum Turned {
    /// The table has a PIN, and none was given.
    #[error("this table has a PIN: ask the host for it")]
    PinNeeded,
    /// The PIN is wrong.
    #[error(
        "that is not the PIN of this table: ask the host for it (wrong PINs until the table is locked: {tries_left})"
    )]
    WrongPin {
        /// How many more wrong ones until the table is locked for a while.
        tries_left: u32,
    },
    /// Too many wrong PINs.
    #[error("too many wrong PINs were tried at this table: try again in {seconds} seconds")]
    Locked {
        /// How long it will take.
        seconds: u64,
    },
    /// Their program has another version.
    #[error("the Doubloons there has {theirs}, this one {ours}: install the same version on all computers")]
    OtherVersion {
        /// The other side's versions.
        theirs: Versions,
        /// This side's versions.
        ours: Versions,
    },
    /// A PIN was given, and the host did not ask for one.
    #[error(
        "you gave a PIN, but nobody there asked for it: if the host says that the table has none, join without it; \
         otherwise somebody may sit between you"
    )]
    HostHasNoPin,
    /// The host could not prove that it knows the PIN.
    #[error("whoever answers there does not know the PIN: somebody may sit between you and the host. Don’t join")]
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
