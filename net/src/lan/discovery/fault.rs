//! Why nothing can be announced or looked for.

use doubloons_engine::tongue::Worded;
use thiserror::Error;

/// Why nothing can be announced or looked for.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum DiscoveryFault {
    /// The chosen interface is not there.
    #[error("there is no network interface “{name}” with an address; there are: {there}")]
    NoSuchInterface {
        /// The one that was asked for.
        name: String,
        /// Those that are there.
        there: String,
    },
    /// The system does not tell which interfaces there are.
    #[error("can’t list the network interfaces: {0}")]
    Interfaces(String),
    /// The machinery of mDNS does not work.
    #[error("can’t use mDNS: {0}. Tables can still be joined by address")]
    Mdns(String),
}
