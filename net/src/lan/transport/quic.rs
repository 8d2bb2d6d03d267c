//! The settings of QUIC itself.

use std::sync::Arc;
use std::time::Duration;

use quinn::{IdleTimeout, ServerConfig, TransportConfig, VarInt};

use super::limits::Limits;

/// How long nothing may be heard from a peer. Together with one [`KEEP_ALIVE`], after which the count may begin anew, a
/// dead peer is known within three seconds.
pub(super) const IDLE: Duration = Duration::from_millis(2_300);

/// How often something is sent when there is nothing to say: often enough that a few may get lost.
pub(super) const KEEP_ALIVE: Duration = Duration::from_millis(500);

/// What a round trip is thought to be before it is known. It decides how soon a lost first packet is sent again, and
/// laptops in one room are nearer than what QUIC assumes.
const FIRST_ROUND_TRIP: Duration = Duration::from_millis(100);

/// How answered connections behave. What they are for is known only after the handshake.
pub(super) fn answering(limits: &Limits) -> TransportConfig {
    let mut config = dialing(limits);
    config.max_concurrent_bidi_streams(VarInt::from_u32(1));
    config
}

/// How links that we open behave. Bulk lanes can be opened only once the door is passed.
pub(super) fn dialing(limits: &Limits) -> TransportConfig {
    let mut config = asking(limits);
    config.keep_alive_interval(Some(KEEP_ALIVE));
    config
}

/// How inquiries that we make behave: they end by themselves when nothing more is asked.
pub(super) fn asking(limits: &Limits) -> TransportConfig {
    let mut config = TransportConfig::default();
    config
        .max_idle_timeout(IdleTimeout::try_from(IDLE).ok())
        .initial_rtt(FIRST_ROUND_TRIP)
        .max_concurrent_bidi_streams(VarInt::from_u32(0))
        .max_concurrent_uni_streams(VarInt::from_u32(0))
        .datagram_receive_buffer_size(None)
        .stream_receive_window(VarInt::from_u32(limits.window))
        .receive_window(VarInt::from_u32(limits.window_at_the_door))
        // Twice what an honest reader lets one lane have on its way, so that the bulk lane never takes it all.
        .send_window(2 * u64::from(limits.window));
    config
}

/// The most packets, in bytes, that are kept of somebody whose handshake we have not begun to answer.
const MAX_FIRST_WORDS: u64 = 4 << 10;

/// How handshakes are answered.
pub(super) fn server(tls: quinn::crypto::rustls::QuicServerConfig, limits: &Limits) -> ServerConfig {
    let mut config = ServerConfig::with_crypto(Arc::new(tls));
    config
        .transport_config(Arc::new(answering(limits)))
        .max_incoming(limits.handshakes)
        .incoming_buffer_size(MAX_FIRST_WORDS)
        .incoming_buffer_size_total(MAX_FIRST_WORDS * limits.handshakes as u64);
    config
}
