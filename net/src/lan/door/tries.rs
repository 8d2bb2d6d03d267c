//! How often a PIN may be wrong. All tries at a table count together, whoever makes them: a new key costs nothing.

use std::time::{Duration, Instant};

/// How many wrong PINs lock the table.
pub(super) const MOST_WRONG: u32 = 5;

/// How long the first lock lasts; each further one twice as long as the one before.
const FIRST_LOCK: Duration = Duration::from_secs(30);

/// How long a lock lasts at most. After so long without a wrong PIN, all is forgotten.
const LONGEST_LOCK: Duration = Duration::from_secs(600);

/// The tries at one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tries {
    /// Wrong ones since the last lock.
    wrong: u32,
    /// Begun and not finished: each counts as wrong until it turns out right.
    under_way: u32,
    /// How often the table was locked.
    locks: u32,
    /// Until when it is locked, if it is.
    locked_until: Option<Instant>,
    last_wrong: Option<Instant>,
}

/// Whether a try may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MayTry {
    /// It has begun.
    Now,
    /// As many as could lock the table are under way: when one of them is finished.
    Soon,
    /// When so much time has passed.
    LockedFor(Duration),
}

impl Tries {
    /// Begins a try, if that is possible. It must be finished by [`right`](Tries::right) or [`wrong`](Tries::wrong).
    pub(super) fn begin(&mut self, now: Instant) -> MayTry {
        if let Some(left) = self.locked_for(now) {
            return MayTry::LockedFor(left);
        }
        let quiet_since = self.last_wrong.max(self.locked_until);
        if quiet_since.is_some_and(|since| now.saturating_duration_since(since) >= LONGEST_LOCK) {
            *self = Tries { under_way: self.under_way, ..Tries::default() };
        }
        if self.wrong + self.under_way >= MOST_WRONG {
            return MayTry::Soon;
        }
        self.under_way += 1;
        MayTry::Now
    }

    /// A try turned out right.
    pub(super) fn right(&mut self) {
        self.under_way -= 1;
    }

    /// A try turned out wrong, or was not finished.
    pub(super) fn wrong(&mut self, now: Instant) {
        self.under_way -= 1;
        self.wrong += 1;
        self.last_wrong = Some(now);
        if self.wrong >= MOST_WRONG {
            let lock = FIRST_LOCK.saturating_mul(1 << self.locks.min(10)).min(LONGEST_LOCK);
            self.wrong = 0;
            self.locks += 1;
            self.locked_until = Some(now + lock);
        }
    }

    /// How long the table is still locked, if it is.
    pub(super) fn locked_for(&self, now: Instant) -> Option<Duration> {
        self.locked_until.map(|until| until.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// How many more wrong ones lock the table.
    pub(super) fn left(&self) -> u32 {
        MOST_WRONG - self.wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fail(tries: &mut Tries, now: Instant) {
        assert_eq!(tries.begin(now), MayTry::Now);
        tries.wrong(now);
    }

    #[test]
    fn five_wrong_ones_lock_the_table_for_twice_as_long_each_time() {
        let mut tries = Tries::default();
        let mut now = Instant::now();
        for expected in [30, 60, 120, 240, 480, 600, 600, 600] {
            (0..4).for_each(|_| fail(&mut tries, now));
            assert_eq!(tries.left(), 1);
            fail(&mut tries, now);
            assert_eq!(tries.begin(now), MayTry::LockedFor(Duration::from_secs(expected)));
            now += Duration::from_secs(expected) - Duration::from_millis(1);
            assert_eq!(tries.begin(now), MayTry::LockedFor(Duration::from_millis(1)));
            now += Duration::from_millis(1);
        }
    }

    #[test]
    fn a_right_one_gives_no_further_guesses() {
        let mut tries = Tries::default();
        let now = Instant::now();
        (0..4).for_each(|_| fail(&mut tries, now));
        assert_eq!(tries.begin(now), MayTry::Now);
        tries.right();
        assert_eq!(tries.left(), 1);
    }

    #[test]
    fn tries_under_way_count_but_do_not_lock() {
        let mut tries = Tries::default();
        let now = Instant::now();
        (0..5).for_each(|_| assert_eq!(tries.begin(now), MayTry::Now));
        assert_eq!(tries.begin(now), MayTry::Soon, "five friends at once are no attack");
        tries.right();
        assert_eq!(tries.begin(now), MayTry::Now);
        (0..5).for_each(|_| tries.wrong(now));
        assert!(matches!(tries.begin(now), MayTry::LockedFor(_)), "five guesses at once are one");
    }

    #[test]
    fn after_a_long_quiet_time_all_is_forgotten() {
        let mut tries = Tries::default();
        let now = Instant::now();
        (0..5).for_each(|_| fail(&mut tries, now));
        let later = now + FIRST_LOCK + LONGEST_LOCK;
        fail(&mut tries, later - Duration::from_millis(1));
        assert_eq!((tries.left(), tries.locks), (4, 1));
        fail(&mut tries, later + LONGEST_LOCK);
        assert_eq!((tries.left(), tries.locks), (4, 0));
    }
}
