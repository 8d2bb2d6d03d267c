//! A number of measured times, for benchmarks.

use std::fmt;
use std::time::Duration;

/// Times of the same thing.
#[derive(Debug, Clone, Default)]
pub struct Spread(Vec<Duration>);

impl Spread {
    /// None yet.
    pub const fn new() -> Spread {
        Spread(Vec::new())
    }

    /// One more.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Some more.
    pub fn extend(&mut self, times: impl IntoIterator<Item = Duration>) {
        self.0.extend(times);
    }

    /// The time that so many in a hundred do not exceed.
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get((sorted.len() * percent / 100).min(last)).copied().unwrap_or_default()
    }

    /// The time that half of them do not exceed.
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// How much longer the median is than another's.
    pub fn ratio(&self, other: &Spread) -> f64 {
        self.median().as_secs_f64() / other.median().as_secs_f64()
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |percent| self.percentile(percent).as_secs_f64() * 1000.0;
        write!(
            f,
            "{} times, p50 {:.3} ms, p90 {:.3} ms, p99 {:.3} ms",
            self.0.len(),
            milliseconds(50),
            milliseconds(90),
            milliseconds(99)
        )
    }
}
