//! What can go wrong between peers, and the one place that turns it into close codes and back.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

use crate::identity::PublicKey;
use crate::table::genesis::PROTOCOL_VERSION;

/// Why this computer can't use the network.
#[derive(Debug, Error)]
pub enum OpenFault {
    /// Another program has the port.
    #[error("port {port} is in use by another program: close it, or choose another port")]
    PortTaken {
        /// Which.
        port: u16,
    },
    /// There is no such network device.
    #[error("this computer has no network device called “{0}”: 'ip link' lists those that it has")]
    UnknownInterface(String),
    /// The system does not let us choose the device.
    #[error("the system does not allow to use the network device “{0}” alone: leave the choice of the device out")]
    InterfaceNotPermitted(String),
    /// The system does not let us.
    #[error("can't use the network: {0}")]
    System(#[from] io::Error),
    /// The key of this installation can't be used.
    #[error("can't make a certificate of this installation's key: {0}")]
    Certificate(String),
}

/// Why a peer can't be reached.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DialFault {
    /// Nothing to try.
    #[error("there is no address to try: give the address of the other computer")]
    NoAddress,
    /// Nobody answers.
    #[error(
        "nobody answers at {}: see that Doubloons runs there, that both computers are in the same network, and that no \
         firewall blocks UDP to this port", listed(.0)
    )]
    NoAnswer(Vec<SocketAddr>),
    /// This computer has no way to any of the addresses.
    #[error("this computer can't send to {}: see that it is connected to the network", listed(.0))]
    NoRoute(Vec<SocketAddr>),
    /// Somebody else is there.
    #[error(
        "somebody else answers there, with the key {found}: the other installation may be new, or somebody may sit \
         between you. Ask the host to read out their key"
    )]
    OtherKey {
        /// The key of who answered.
        found: PublicKey,
    },
    /// They speak another version of the protocol.
    #[error(
        "the Doubloons there does not speak protocol {PROTOCOL_VERSION}, which this one does: install the same version on \
         all computers"
    )]
    OtherVersion,
    /// They are no Doubloons, or a modified one.
    #[error("what answers there is no proper Doubloons ({0}): see that address and port are right")]
    NotDoubloons(String),
    /// They have too much to do.
    #[error("the other computer has too many connections right now: try again in a moment")]
    Crowded,
    /// They did not want us.
    #[error("the other side has hung up: {why}")]
    HungUp {
        /// What they said.
        why: String,
    },
    /// This side is being closed.
    #[error("this program is just leaving the network: start it again")]
    Closing,
}

/// Why a link is no more.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LinkFault {
    /// The other side closed it.
    #[error("the other side has left: {why}")]
    Left {
        /// What they said.
        why: String,
    },
    /// This side closed it.
    #[error("closed here: {why}")]
    ClosedHere {
        /// What was said.
        why: String,
    },
    /// Nothing is heard any more.
    #[error("nothing is heard from the other computer any more: see that it is on and in the same network")]
    Silent,
    /// The other side does not read.
    #[error("the other computer does not take what it is sent: its program hangs, or the network there is too slow")]
    Stalled,
    /// The other side sent too long a message.
    #[error("the other side sent {length} bytes where {most} are allowed: its program may be modified")]
    TooLong {
        /// How many.
        length: u64,
        /// How many there may be.
        most: usize,
    },
    /// The other side broke the rules of the connection.
    #[error("the other side broke the rules of the connection ({0}): its program may be modified or damaged")]
    Misbehaved(String),
    /// The other side has forgotten the connection.
    #[error("the program on the other computer has started anew")]
    Restarted,
    /// Too many at once.
    #[error("too many connections at once: try again in a moment")]
    Crowded,
    /// The other side did not pass the door in time.
    #[error("it was not said in time what this connection is for")]
    Late,
}

fn listed(addresses: &[SocketAddr]) -> String {
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
