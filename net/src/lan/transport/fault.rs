//! What can go wrong between peers, and the one place that turns it into close codes and back.

use std::io;
use std::net::SocketAddr;

use doubloons_engine::tongue::Worded;
use quinn::{ConnectError, ConnectionError, VarInt};
use thiserror::Error;

use crate::identity::PublicKey;
use crate::table::genesis::PROTOCOL_VERSION;

/// Why this computer can't use the network.
#[derive(Debug, Error, Worded)]
pub enum OpenFault {
    /// Another program has the port.
    #[error("port {port} is in use by another program: close it, or choose another port")]
    PortTaken {
        /// Which.
        port: u16,
    },
    /// There is no such network device.
    #[error("this computer has no network device called “{0}”: “ip link” lists those that it has")]
    UnknownInterface(String),
    /// The system does not let us choose the device.
    #[error("the system does not allow to use the network device “{0}” alone: leave the choice of the device out")]
    InterfaceNotPermitted(String),
    /// The system does not let us.
    #[error("can’t use the network: {0}")]
    System(#[from] io::Error),
    /// The key of this installation can't be used.
    #[error("can’t make a certificate of this installation’s key: {0}")]
    Certificate(String),
}

/// Why a peer can't be reached.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum DialFault {
    /// Nothing to try.
    #[error("there is no address to try: give the address of the other computer")]
    NoAddress,
    /// Nobody answers.
    #[error(
        "nobody answers at {places}: see that Doubloons runs there, that both computers are in the same network, and that no \
         firewall blocks UDP to this port", places = listed(.0)
    )]
    NoAnswer(Vec<SocketAddr>),
    /// This computer has no way to any of the addresses.
    #[error("this computer can’t send to {places}: see that it is connected to the network", places = listed(.0))]
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
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
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

/// What a side that closes a connection says. Numbers are never used for anything else again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CloseCode {
    /// It is over. Also what quinn says when a connection is just dropped.
    Goodbye = 0,
    /// Too many at once.
    Crowded = 1,
    /// The door was not passed in time.
    Late = 2,
    /// The other side does not read.
    Stalled = 3,
    /// The other side sent too long a message.
    TooLong = 4,
    /// The other side broke the rules.
    Misbehaved = 5,
}

impl CloseCode {
    /// The number as it is sent.
    pub(super) fn number(self) -> VarInt {
        VarInt::from_u32(self as u32)
    }
}

impl LinkFault {
    /// What the other side is told when this side gives a link up.
    pub(super) fn close_code(&self) -> CloseCode {
        match self {
            LinkFault::Left { .. } | LinkFault::ClosedHere { .. } | LinkFault::Silent | LinkFault::Restarted => {
                CloseCode::Goodbye
            }
            LinkFault::Crowded => CloseCode::Crowded,
            LinkFault::Late => CloseCode::Late,
            LinkFault::Stalled => CloseCode::Stalled,
            LinkFault::TooLong { .. } => CloseCode::TooLong,
            LinkFault::Misbehaved(_) => CloseCode::Misbehaved,
        }
    }
}

impl From<ConnectionError> for LinkFault {
    fn from(error: ConnectionError) -> LinkFault {
        match error {
            ConnectionError::ApplicationClosed(close) if close.error_code == CloseCode::Crowded.number() => {
                LinkFault::Crowded
            }
            ConnectionError::ApplicationClosed(close) if close.error_code == CloseCode::Late.number() => {
                LinkFault::Late
            }
            ConnectionError::ApplicationClosed(close) => LinkFault::Left { why: readable(&close.reason) },
            ConnectionError::TimedOut => LinkFault::Silent,
            ConnectionError::Reset => LinkFault::Restarted,
            ConnectionError::LocallyClosed => LinkFault::ClosedHere { why: "goodbye".to_owned() },
            ConnectionError::ConnectionClosed(close) => LinkFault::Misbehaved(readable(close.to_string().as_bytes())),
            ConnectionError::VersionMismatch | ConnectionError::TransportError(_) | ConnectionError::CidsExhausted => {
                LinkFault::Misbehaved(readable(error.to_string().as_bytes()))
            }
        }
    }
}

/// TLS: no_application_protocol, as QUIC spells it.
const NO_COMMON_PROTOCOL: u8 = 120;

impl DialFault {
    /// What a failed handshake with this address means.
    pub(super) fn from_handshake(error: ConnectionError, address: SocketAddr) -> DialFault {
        let no_common_protocol = quinn::TransportErrorCode::crypto(NO_COMMON_PROTOCOL);
        match error {
            ConnectionError::TimedOut => DialFault::NoAnswer(vec![address]),
            ConnectionError::LocallyClosed => DialFault::Closing,
            ConnectionError::ConnectionClosed(close) if close.error_code == no_common_protocol => {
                DialFault::OtherVersion
            }
            ConnectionError::ConnectionClosed(close)
                if close.error_code == quinn::TransportErrorCode::CONNECTION_REFUSED =>
            {
                DialFault::Crowded
            }
            ConnectionError::TransportError(fault) if fault.code == no_common_protocol => DialFault::OtherVersion,
            ConnectionError::ApplicationClosed(close) if close.error_code == CloseCode::Crowded.number() => {
                DialFault::Crowded
            }
            ConnectionError::ApplicationClosed(close) => DialFault::HungUp { why: readable(&close.reason) },
            ConnectionError::Reset
            | ConnectionError::VersionMismatch
            | ConnectionError::CidsExhausted
            | ConnectionError::ConnectionClosed(_)
            | ConnectionError::TransportError(_) => DialFault::NotDoubloons(readable(error.to_string().as_bytes())),
        }
    }

    /// Why an address can't even be tried.
    pub(super) fn from_attempt(error: &ConnectError, address: SocketAddr) -> DialFault {
        match error {
            ConnectError::EndpointStopping => DialFault::Closing,
            _ => DialFault::NoRoute(vec![address]),
        }
    }

    /// The more telling of two faults at different addresses.
    pub(super) fn or(self, other: DialFault) -> DialFault {
        match (self, other) {
            (DialFault::NoAnswer(mut some), DialFault::NoAnswer(more)) => {
                some.extend(more);
                DialFault::NoAnswer(some)
            }
            (DialFault::NoRoute(mut some), DialFault::NoRoute(more)) => {
                some.extend(more);
                DialFault::NoRoute(some)
            }
            (one, two) if one.weight() >= two.weight() => one,
            (_, two) => two,
        }
    }

    /// How much a fault tells a person about what to do.
    fn weight(&self) -> u8 {
        match self {
            DialFault::NoAddress => 0,
            DialFault::NoRoute(_) => 1,
            DialFault::NoAnswer(_) => 2,
            DialFault::NotDoubloons(_) => 3,
            DialFault::HungUp { .. } => 4,
            DialFault::Crowded => 5,
            DialFault::OtherVersion => 6,
            DialFault::OtherKey { .. } => 7,
            DialFault::Closing => 8,
        }
    }
}

/// The most characters of what others say that is shown.
const MAX_READABLE: usize = 160;

/// What others say, fit for a screen.
fn readable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(MAX_READABLE).collect();
    if shown.is_empty() { "no reason given".to_owned() } else { shown }
}

fn listed(addresses: &[SocketAddr]) -> String {
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(port: u16) -> SocketAddr {
        ([127, 0, 0, 1], port).into()
    }

    #[test]
    fn the_most_telling_fault_is_told() {
        let found = PublicKey([1; 32]);
        let fault =
            DialFault::NoAnswer(vec![at(1)]).or(DialFault::OtherKey { found }).or(DialFault::NoAnswer(vec![at(2)]));
        assert_eq!(fault, DialFault::OtherKey { found });
        let fault = DialFault::NoAnswer(vec![at(1)]).or(DialFault::NoAnswer(vec![at(2)]));
        assert!(fault.to_string().starts_with("nobody answers at 127.0.0.1:1, 127.0.0.1:2: see that"), "{fault}");
    }

    #[test]
    fn what_others_say_is_made_fit_for_a_screen() {
        assert_eq!(readable(b"bye\x1b[2J\n\xff"), "bye[2J\u{fffd}");
        assert_eq!(readable(&[b'a'; 10_000]).len(), MAX_READABLE);
        assert_eq!(readable(b""), "no reason given");
    }
}
