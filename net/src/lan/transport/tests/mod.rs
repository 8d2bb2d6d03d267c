//! Real endpoints on the loopback device. Tests wait for what they want to see, with a deadline, never for a while.

mod closing;
mod dialing;
mod exchange;
mod hostile;
mod inquiries;
mod lanes;
mod raw;

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::{Arrivals, Endpoint, Limits, Link, PortChoice, Settings};
use crate::identity::Identity;

/// The identity of somebody in a test.
pub(crate) fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}

/// Somebody with an endpoint of their own.
pub(crate) struct Peer {
    pub(crate) endpoint: Endpoint,
    pub(crate) arrivals: Arrivals,
}

impl Peer {
    pub(crate) fn new(seed: u8) -> Peer {
        Peer::with(seed, Limits::default())
    }

    pub(crate) fn with(seed: u8, limits: Limits) -> Peer {
        let settings = Settings { port: PortChoice::Any, limits, ..Settings::default() };
        let (endpoint, arrivals) = Endpoint::open(&identity(seed), settings).expect("a port");
        Peer { endpoint, arrivals }
    }

    /// Where they are.
    pub(crate) fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.endpoint.port()).into()
    }

    /// A link from here to there, as both see it.
    pub(crate) async fn link_to(&self, other: &mut Peer) -> (Link, Link) {
        let (here, there) = self.link_at_the_door(other).await;
        here.sender.passed_the_door();
        there.sender.passed_the_door();
        (here, there)
    }

    /// A link that has not passed the door.
    pub(crate) async fn link_at_the_door(&self, other: &mut Peer) -> (Link, Link) {
        let addresses = [other.address()];
        let dialed = self.endpoint.dial(&addresses, None);
        let (dialed, arrived) = within(5.0, async { tokio::join!(dialed, other.arrivals.next()) }).await;
        (dialed.expect("a link"), arrived.expect("a link"))
    }
}

/// What comes of this, if it comes in time.
pub(crate) async fn within<T>(seconds: f64, future: impl Future<Output = T>) -> T {
    let outcome = tokio::time::timeout(Duration::from_secs_f64(seconds), future).await;
    outcome.unwrap_or_else(|_| panic!("it took more than {seconds} s"))
}

/// Waits until something is so.
pub(crate) async fn until(seconds: f64, what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + Duration::from_secs_f64(seconds);
    while !is_so() {
        assert!(std::time::Instant::now() < deadline, "not within {seconds} s: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// An address on which nobody listens, and which stays so as long as the socket lives: it never answers.
pub(crate) fn silent_address() -> (std::net::UdpSocket, SocketAddr) {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = socket.local_addr().expect("an address");
    (socket, address)
}
