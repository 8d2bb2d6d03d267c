//! A link to one peer.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::fault::LinkFault;
use crate::identity::PublicKey;

/// A link to one peer whose key has been proven. It is closed when its receiver is dropped.
#[derive(Debug)]
pub struct Link {
    /// The way there.
    pub sender: LinkSender,
    /// The way back.
    pub receiver: LinkReceiver,
}

/// The way to a peer. Clones are the same way.
#[derive(Clone, Debug)]
pub struct LinkSender;

/// The way from a peer.
#[derive(Debug)]
pub struct LinkReceiver;

/// Which way a message goes. Each lane keeps the order of its messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// What is said in the game.
    Control,
    /// What may take its time and never delays the other lane.
    Bulk,
}

impl LinkSender {
    /// Who the peer is.
    pub fn key(&self) -> PublicKey {
        unimplemented!()
    }

    /// Where the peer is right now.
    pub fn address(&self) -> SocketAddr {
        unimplemented!()
    }

    /// Whether this side opened the link.
    pub fn is_dialed(&self) -> bool {
        unimplemented!()
    }

    /// When the link was opened.
    pub fn opened_at(&self) -> Instant {
        unimplemented!()
    }

    /// Puts a message into the queue; never waits. A link with a full queue is closed.
    pub fn send(&self, _lane: Lane, _message: Vec<u8>) -> Result<(), LinkFault> {
        unimplemented!()
    }

    /// How long a message there and back takes.
    pub fn round_trip(&self) -> Duration {
        unimplemented!()
    }

    /// Waits until the link is no more.
    pub async fn closed(&self) -> LinkFault {
        unimplemented!()
    }

    /// Sends what is in the queue, and then closes the link.
    pub fn close(&self, _why: &str) {
        unimplemented!()
    }

    /// Bytes that only the two ends of this very link know.
    pub fn exporter(&self, _label: &[u8], _context: &[u8]) -> [u8; 32] {
        unimplemented!()
    }

    /// The peer is no stranger any more: it may send at full speed, and is not among those that have to hurry.
    pub fn passed_the_door(&self) {
        unimplemented!()
    }
}

impl LinkReceiver {
    /// The next message, of whichever lane.
    pub async fn next(&mut self) -> Result<Vec<u8>, LinkFault> {
        unimplemented!()
    }

    /// The longest message from now on.
    pub fn set_longest(&mut self, _bytes: usize) {
        unimplemented!()
    }
}
