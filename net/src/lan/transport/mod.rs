//! Links between peers: QUIC with TLS 1.3, in which both sides prove who they are.
//!
//! Whatever a peer does, it can't make this side hold more than [`Limits`] allow, and it can't slow the others' links.
//!
//! * [`Endpoint`]: a UDP port; [`Arrivals`]: who comes in through it.
//! * [`Link`]: messages to and from one peer.
//! * [`OpenFault`], [`DialFault`], [`LinkFault`]: what can go wrong, in words that tell a person what to do.

mod endpoint;
mod fault;
mod limits;
mod link;
mod socket;

pub use endpoint::{Answer, Arrivals, Endpoint, MAX_CARD, Settings};
pub use fault::{DialFault, LinkFault, OpenFault};
pub use limits::{Limits, Rate};
pub use link::{Lane, Link, LinkReceiver, LinkSender};
pub use socket::{PortChoice, STANDARD_PORT};
