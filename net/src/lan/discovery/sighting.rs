//! A table on the list.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::card::Card;

/// A table on this network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// What it says of itself.
    pub card: Card,
    /// Where it can be reached, best first; link-local addresses have their scope.
    pub addresses: Vec<SocketAddr>,
    /// What is known of the host behind it.
    pub contact: Contact,
    /// The last sign of life.
    pub seen: Instant,
}

/// What is known of a table's host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// It announced itself a moment ago; nobody has spoken with it yet.
    Announced,
    /// It answers, with the key that it announced.
    Answering {
        /// How long question and answer took.
        ping: Duration,
    },
    /// It announces itself but does not answer: a firewall may be in the way.
    Silent,
}

impl Sighting {
    /// Whether the host has proved that it is there and has the key on the card.
    pub fn verified(&self) -> bool {
        matches!(self.contact, Contact::Answering { .. })
    }

    /// How long question and answer took, if there was an answer.
    pub fn ping(&self) -> Option<Duration> {
        match self.contact {
            Contact::Answering { ping } => Some(ping),
            Contact::Announced | Contact::Silent => None,
        }
    }
}
