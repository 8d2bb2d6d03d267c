//! What is said at the door. The order of variants is the table of their numbers: new ones come at the end, and none is
//! taken out.

use std::fmt;
use std::time::Duration;

use doubloons_engine::tongue::{English, Tongue, Worded, phrase};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::time;

use super::super::transport::{Lane, Link, LinkFault};
use super::turned::Turned;
use crate::hash::Hash;
use crate::table::genesis::{GameId, PROTOCOL_VERSION, RULES_VERSION};
use crate::wire::codec;

/// The longest message at the door, in bytes.
const MAX_AT_THE_DOOR: usize = 512;

/// What somebody opens a link for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// To sit down at the table.
    Lobby,
    /// To play or watch a game that has begun.
    Game(GameId),
}

/// What two programs must have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Versions {
    /// The version of messages: [`PROTOCOL_VERSION`].
    pub protocol: u16,
    /// The version of the rules: [`RULES_VERSION`].
    pub rules: u16,
}

impl Versions {
    /// Those of this program.
    pub const OURS: Versions = Versions { protocol: PROTOCOL_VERSION, rules: RULES_VERSION };
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&English))
    }
}

impl Worded for Versions {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        phrase!(tongue, "protocol {protocol} and rules {rules}", protocol = self.protocol, rules = self.rules)
    }
}

/// The first message of a guest. It can be read by programs of every version, so that each can say why it does not fit;
/// what follows the versions is only read if they are the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Knock {
    /// The guest's versions.
    pub(super) versions: Versions,
    /// An encoded [`Purpose`].
    pub(super) purpose: Vec<u8>,
}

/// What a guest says when it is asked for the PIN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum GuestWord {
    /// Its message of SPAKE2.
    Share(Vec<u8>),
    /// Its proof.
    Proof(Hash),
}

/// What a host says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum HostWord {
    /// We have other versions: these. Number 0 in every version.
    OtherVersion(Versions),
    /// Come in.
    Welcome,
    /// There is a PIN.
    PinWanted,
    /// Its message of SPAKE2.
    Share(Vec<u8>),
    /// That is the PIN, come in; and its own proof.
    Proof(Hash),
    /// That is not the PIN; so many more tries.
    WrongPin(u32),
    /// Too many wrong ones; locked for so many seconds.
    Locked(u64),
}

/// Says something.
pub(super) fn say(link: &Link, word: &impl Serialize) -> Result<(), Turned> {
    Ok(link.sender.send(Lane::Control, codec::encode(word))?)
}

/// Hears something.
pub(super) async fn hear<T: Serialize + DeserializeOwned>(link: &mut Link, patience: Duration) -> Result<T, Turned> {
    match time::timeout(patience, link.receiver.next()).await {
        Ok(Ok(bytes)) => codec::decode(&bytes, MAX_AT_THE_DOOR).map_err(|_| Turned::Unreadable),
        Ok(Err(LinkFault::Late)) | Err(_) => Err(Turned::Silent),
        Ok(Err(fault)) => Err(Turned::Lost(fault)),
    }
}
