//! What a number of games says, and how sure one can be of it.

use std::ops::AddAssign;

use doubloons_engine::contract::MAX_SEATS;

/// How many parts a victory has: divisible by every number of winners, so that shared victories add up exactly and a
/// sum does not depend on its order.
const PARTS: u64 = 840;

const _: () = {
    let mut winners = 1;
    while winners <= MAX_SEATS as u64 {
        assert!(PARTS.is_multiple_of(winners));
        winners += 1;
    }
};

/// The 97.5th percentile of the normal distribution: 2.5 % on either side leave 95 % in between.
const Z: f64 = 1.959_963_984_540_054;

/// Games and victories of one player. A shared victory counts as an equal fraction for each winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    games: u64,
    parts: u64,
}

impl Tally {
    /// Counts a game that this player lost.
    pub fn lost(&mut self) {
        self.games += 1;
    }

    /// Counts a game that this player won together with others: `winners` are all of them, this one included.
    ///
    /// # Panics
    ///
    /// If `winners` is not a number from 1 to [`MAX_SEATS`].
    pub fn won(&mut self, winners: usize) {
        assert!((1..=MAX_SEATS).contains(&winners), "a victory shared by {winners}");
        self.games += 1;
        self.parts += PARTS / winners as u64;
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them were won.
    pub fn wins(&self) -> f64 {
        self.parts as f64 / PARTS as f64
    }

    /// The share of games won, with its uncertainty.
    pub fn rate(&self) -> Rate {
        wilson(self.wins(), self.games)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.parts += other.parts;
    }
}

/// A share of games between 0 and 1, and the interval in which its true value lies with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// What was measured; 0 if there was no game.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Wilson's score interval: unlike the plain one it stays within 0 and 1 and holds for few games and lopsided results.
pub fn wilson(wins: f64, games: u64) -> Rate {
    if games == 0 {
        return Rate { rate: 0.0, low: 0.0, high: 1.0 };
    }
    let count = games as f64;
    let rate = wins / count;
    let spread = Z * Z / count;
    let centre = (rate + spread / 2.0) / (1.0 + spread);
    let reach = Z * (rate * (1.0 - rate) / count + spread / (4.0 * count)).sqrt() / (1.0 + spread);
    // Rounding must not put the ends on the wrong side of what was measured.
    Rate { rate, low: (centre - reach).clamp(0.0, rate), high: (centre + reach).clamp(rate, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found} instead of {expected}");
    }

    /// Values from Newcombe (1998), table I, method 3.
    #[test]
    fn intervals_are_those_of_the_literature() {
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = wilson(f64::from(wins), games);
            assert_close(found.low, low);
            assert_close(found.high, high);
            assert_close(found.rate, f64::from(wins) / games as f64);
        }
    }

    #[test]
    fn intervals_stay_within_0_and_1() {
        for games in 1..50 {
            for rate in [wilson(0.0, games), wilson(games as f64, games)] {
                assert!(0.0 <= rate.low && rate.low <= rate.rate, "{rate:?}");
                assert!(rate.rate <= rate.high && rate.high <= 1.0, "{rate:?}");
                assert!(rate.high - rate.low > 0.0, "{rate:?}");
            }
        }
    }

    #[test]
    fn no_games_say_nothing() {
        assert_eq!(Tally::default().rate(), Rate { rate: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn more_games_narrow_the_interval() {
        let width = |games: u64| {
            let rate = wilson(games as f64 / 4.0, games);
            rate.high - rate.low
        };
        assert!(width(400) < width(100) / 1.9);
    }

    #[test]
    fn shared_victories_add_up_to_one_each() {
        let mut all = Tally::default();
        for winners in 1..=MAX_SEATS {
            for _ in 0..winners {
                let mut one = Tally::default();
                one.won(winners);
                all += one;
            }
            all.lost();
        }
        assert_eq!(all.wins(), MAX_SEATS as f64);
        assert_eq!(all.games(), (1..=MAX_SEATS as u64).sum::<u64>() + MAX_SEATS as u64);
    }
}
