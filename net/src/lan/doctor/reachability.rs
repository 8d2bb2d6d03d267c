//! What came of the attempt to reach a host.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use crate::identity::PublicKey;

/// What came of the attempt to reach a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reachability {
    /// It answers and would let us in.
    Answered {
        /// How long question and answer took.
        round_trip: Duration,
    },
    /// Nothing comes back.
    Silent,
    /// It speaks, but another version.
    OtherVersion {
        /// Its protocol, if it told.
        protocol: Option<u16>,
        /// Its rules, if it told.
        rules: Option<u16>,
    },
    /// The PIN is wrong, or missing.
    WrongPin,
    /// There were too many wrong PINs.
    LockedOut {
        /// When another try makes sense, if it told.
        wait: Option<Duration>,
    },
    /// A known host has another key than last time.
    KeyChanged {
        /// The key that is known.
        known: PublicKey,
        /// The key that it shows now.
        found: PublicKey,
    },
    /// It refuses for another reason, in its own words.
    TurnedAway(String),
}

/// An attempt that is under way.
pub type Reaching<'a> = Pin<Box<dyn Future<Output = Reachability> + Send + 'a>>;

/// Tries to reach a host the way a player would.
pub trait Prober: Sync {
    /// Knocks at all of these addresses side by side. The doctor waits three seconds at most.
    fn reach<'a>(&'a self, addresses: &'a [SocketAddr]) -> Reaching<'a>;
}
