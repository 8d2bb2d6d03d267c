//! How much one peer, and all of them together, may cost this computer. Named in one place, with the reasons.

use std::time::Duration;

/// A burst, and then a steady pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How much at once.
    pub burst: u64,
    /// How much a second after that.
    pub per_second: u64,
}

/// What a peer may cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Links in all: eight players, a host and 256 watchers, and room for those who come back before their old link is
    /// given up.
    pub links: usize,
    /// How many of these are kept for those who are expected: everybody at a table, twice.
    pub kept: usize,
    /// Links of others that have not passed the door. Beyond that, the oldest of whoever has the most of them goes.
    pub at_the_door: usize,
    /// How long a link of others may take to pass the door. A person has typed the PIN before it is opened.
    pub door_time: Duration,
    /// Handshakes that are not finished.
    pub handshakes: usize,
    /// Unfinished handshakes from which on a newcomer has to prove that it can be reached at the address that it
    /// claims. It costs a round trip, so not from the first on.
    pub handshakes_on_trust: usize,
    /// Unfinished handshakes from one address.
    pub handshakes_from_one: usize,
    /// How long a handshake may take.
    pub handshake_time: Duration,
    /// Inquiries that are open at the same time.
    pub inquiries: usize,
    /// Inquiries from one address: several programs may run on one computer.
    pub inquiries_from_one: usize,
    /// Bytes that wait to be sent to one peer: a whole log, and what is said in the meantime.
    pub queue: usize,
    /// Bytes that wait to be sent to all peers together: whole logs for two. Beyond that, the link with the longest queue is given up.
    pub all_queues: usize,
    /// How long a peer may take nothing of what waits for it.
    pub stall: Duration,
    /// How long the last words on a link may take.
    pub farewell: Duration,
    /// Messages of one peer. Bots at a fast table send several hundred a second.
    pub messages: Rate,
    /// Bytes of one peer. A whole log comes at once.
    pub bytes: Rate,
    /// The longest message before the door is passed.
    pub longest_at_the_door: usize,
    /// Bytes that a peer may have sent without our having read them, for each of its two lanes.
    pub window: u32,
    /// The same before the door is passed, for both lanes together.
    pub window_at_the_door: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            links: 320,
            kept: 32,
            at_the_door: 32,
            door_time: Duration::from_secs(5),
            handshakes: 64,
            handshakes_on_trust: 16,
            handshakes_from_one: 24,
            handshake_time: Duration::from_secs(4),
            inquiries: 64,
            inquiries_from_one: 24,
            queue: 12 << 20,
            all_queues: 24 << 20,
            stall: Duration::from_secs(8),
            farewell: Duration::from_millis(800),
            messages: Rate { burst: 4_000, per_second: 1_000 },
            bytes: Rate { burst: 16 << 20, per_second: 2 << 20 },
            longest_at_the_door: 2 << 10,
            window: 128 << 10,
            window_at_the_door: 8 << 10,
        }
    }
}
