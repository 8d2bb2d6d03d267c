//! How fast a peer is read: a burst, and then a steady pace. Whoever sends faster is simply read later, and QUIC makes
//! them wait.

use std::time::Duration;

use tokio::time::Instant;

use super::limits::Rate;

/// A bucket of tokens that may go below nothing; it is used again when it is back.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    rate: Rate,
    /// When the bucket would be full.
    full_at: Instant,
}

impl Pace {
    /// A full bucket.
    pub(super) fn new(rate: Rate, now: Instant) -> Pace {
        Pace { rate, full_at: now }
    }

    /// Takes tokens out, whether there are enough or not.
    pub(super) fn take(&mut self, amount: u64, now: Instant) {
        self.full_at = self.full_at.max(now) + self.time_for(amount);
    }

    /// From when on something may be taken again.
    pub(super) fn ready_at(&self) -> Instant {
        self.full_at.checked_sub(self.time_for(self.rate.burst)).unwrap_or(self.full_at)
    }

    fn time_for(&self, amount: u64) -> Duration {
        Duration::from_secs_f64(amount as f64 / self.rate.per_second.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_more_costs_time() {
        let start = Instant::now() + Duration::from_secs(1_000);
        let mut pace = Pace::new(Rate { burst: 10, per_second: 5 }, start);
        pace.take(10, start);
        assert!(pace.ready_at() <= start);
        pace.take(5, start);
        assert_eq!(pace.ready_at(), start + Duration::from_secs(1));
        let later = start + Duration::from_secs(100);
        pace.take(10, later);
        assert!(pace.ready_at() <= later, "no more than one burst is saved up, and that is there");
        pace.take(1, later);
        assert_eq!(pace.ready_at(), later + Duration::from_millis(200));
    }
}
