//! A UDP port on which this installation speaks QUIC.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use super::fault::{DialFault, OpenFault};
use super::limits::Limits;
use super::link::Link;
use super::socket::PortChoice;
use crate::identity::{Identity, PublicKey};

/// The longest card, in bytes.
pub const MAX_CARD: usize = 1 << 10;

/// How to open an [`Endpoint`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Which port.
    pub port: PortChoice,
    /// The network device to use alone.
    pub interface: Option<String>,
    /// What peers may cost.
    pub limits: Limits,
}

/// What is at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who answered.
    pub key: PublicKey,
    /// What they show; empty if they announce nothing.
    pub card: Vec<u8>,
    /// How long an answer takes.
    pub round_trip: Duration,
    /// Which of the addresses answered.
    pub address: SocketAddr,
}

/// A UDP port on which this installation speaks QUIC, both ways. Clones are the same endpoint.
#[derive(Clone, Debug)]
pub struct Endpoint;

/// Those who come in through an [`Endpoint`]. Without it nobody does.
#[derive(Debug)]
pub struct Arrivals;

impl Endpoint {
    /// Opens a port. Must be called inside a tokio runtime.
    pub fn open(_identity: &Identity, _settings: Settings) -> Result<(Endpoint, Arrivals), OpenFault> {
        unimplemented!()
    }

    /// The UDP port.
    pub fn port(&self) -> u16 {
        unimplemented!()
    }

    /// Who we are.
    pub fn key(&self) -> PublicKey {
        unimplemented!()
    }

    /// Opens a link to whoever is at these addresses. They are tried side by side; the first finished handshake wins.
    pub async fn dial(&self, _addresses: &[SocketAddr], _expected: Option<PublicKey>) -> Result<Link, DialFault> {
        unimplemented!()
    }

    /// Asks what is at an address without joining.
    pub async fn ask(&self, _addresses: &[SocketAddr], _expected: Option<PublicKey>) -> Result<Answer, DialFault> {
        unimplemented!()
    }

    /// What inquiries are answered with.
    pub fn show_card(&self, _card: Option<Vec<u8>>) {
        unimplemented!()
    }

    /// Says goodbye to everybody and waits until it is sent, a second at most.
    pub async fn close(&self) {
        unimplemented!()
    }

    /// After a suspend or a change of network devices: takes a new socket on the same port.
    pub fn rebind(&self) -> io::Result<()> {
        unimplemented!()
    }
}

impl Arrivals {
    /// The next peer that opened a link; `None` once the endpoint is closed.
    pub async fn next(&mut self) -> Option<Link> {
        unimplemented!()
    }
}
