//! Links between peers: QUIC with TLS 1.3, in which both sides prove who they are.
//!
//! Whatever a peer does, it can't make this side hold more than [`Limits`] allow, and it can't slow the others' links.
//!
//! * [`Endpoint`]: a UDP port; [`Arrivals`]: who comes in through it; [`Answer`]: what is at an address.
//! * [`Link`]: messages to and from one peer.
//! * [`OpenFault`], [`DialFault`], [`LinkFault`]: what can go wrong, in words that tell a person what to do.

mod arrivals;
mod certificate;
mod crowd;
mod dial;
mod endpoint;
mod fault;
mod inquiry;
mod limits;
mod link;
mod pace;
mod port;
mod queue;
mod quic;
mod receiver;
mod registry;
mod socket;
mod tls;
mod writer;

#[cfg(test)]
pub(crate) mod tests;

pub use arrivals::Arrivals;
pub use endpoint::{Endpoint, Settings};
pub use fault::{DialFault, LinkFault, OpenFault};
pub use inquiry::{Answer, MAX_CARD};
pub use limits::{Limits, Rate};
pub use link::{Lane, Link, LinkSender};
pub use receiver::LinkReceiver;
pub use socket::{PortChoice, STANDARD_PORT, STANDARD_PORTS};
