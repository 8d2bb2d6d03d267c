//! How often somebody may do something: a burst, then at a steady pace. Floods cost the one who floods, nobody else.

use std::time::Duration;

use super::chat::{BURST, REFILL};

/// How many things may be done at once, and how long it takes to earn one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// At once.
    pub burst: u32,
    /// For one more.
    pub interval: Duration,
}

/// What people say.
pub const CHAT_PACE: Pace = Pace { burst: BURST, interval: REFILL };

/// What people change, each of which everybody else is told.
pub const REQUEST_PACE: Pace = Pace { burst: 20, interval: Duration::from_millis(250) };

/// A bucket of tokens, as the time at which it will be full again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limiter {
    pace: Pace,
    full_at: Duration,
}

impl Limiter {
    /// A full bucket.
    pub fn new(pace: Pace) -> Limiter {
        Limiter { pace, full_at: Duration::ZERO }
    }

    /// Takes a token, if there is one.
    #[must_use]
    pub fn allows(&mut self, now: Duration) -> bool {
        let full_at = self.full_at.max(now).saturating_add(self.pace.interval);
        let allowed = full_at <= now.saturating_add(self.pace.interval.saturating_mul(self.pace.burst));
        if allowed {
            self.full_at = full_at;
        }
        allowed
    }

    /// Whether the bucket is full: nothing is lost by forgetting it.
    pub fn is_full(&self, now: Duration) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_one_by_one() {
        let mut limiter = Limiter::new(CHAT_PACE);
        let start = Duration::from_secs(100);
        let allowed = (0..50).filter(|_| limiter.allows(start)).count();
        assert_eq!(allowed, 5);
        assert!(!limiter.allows(start + Duration::from_millis(1999)));
        assert!(limiter.allows(start + Duration::from_secs(2)));
        assert!(!limiter.allows(start + Duration::from_secs(2)));
        assert!(!limiter.is_full(start + Duration::from_secs(11)));
        assert!(limiter.is_full(start + Duration::from_secs(12)));
    }

    #[test]
    fn odd_clocks_do_no_harm() {
        let mut limiter = Limiter::new(CHAT_PACE);
        assert!(limiter.allows(Duration::MAX));
        assert!(!limiter.allows(Duration::ZERO), "a clock that runs back earns nothing");
    }
}
