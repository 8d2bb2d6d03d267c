//! A mixed strategy over a pool of hands, and how it learns: regret matching.
//!
//! Hands that would have done better than the mix gain weight (Hart and Mas-Colell), with sums cut off at zero and later
//! iterations counting more (the "plus" variant of Tammelin). What is played in the end is the average over all
//! iterations, which is what comes near to an equilibrium.

use super::foresight::Hand;
use crate::contract::Dice;

/// What shares are counted in.
const WHOLE: i64 = 1 << 16;
/// A hand whose weight is less than this part of the likeliest one's is not laid: it is there by chance, if the mix learnt
/// from draws.
const NEGLIGIBLE: i64 = 12;
/// The same if it learnt from all there is: a rare hand has its purpose, to whoever reckons that it is never laid.
const RARE: i64 = 100;
/// A hand whose weight is less than this part of the likeliest one's is not considered by the others.
const OVERLOOKED: i64 = 50;

/// Hands, each with how often it should be laid.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    hands: Vec<Hand>,
    /// What each hand is sorry not to have been laid, in chances added up; never below zero.
    regrets: Vec<i64>,
    /// How often each was laid, later iterations counting more.
    laid: Vec<i64>,
    /// A hand whose weight is less than this part of the likeliest one's is not laid.
    negligible: i64,
}

impl Mix {
    pub(super) fn new(hands: Vec<Hand>) -> Mix {
        let count = hands.len();
        Mix { hands, regrets: vec![0; count], laid: vec![0; count], negligible: NEGLIGIBLE }
    }

    /// The same mix, in which nothing is there by chance.
    pub(super) fn with_rare_hands(self) -> Mix {
        Mix { negligible: RARE, ..self }
    }

    /// The pool.
    pub(super) fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// A hand to lay: each as often as it should be, without those that are there by chance.
    pub(super) fn draw(&self, dice: &mut Dice) -> Option<Hand> {
        let weights = self.weights_above(self.negligible);
        self.hands.get(pick(&weights, dice)).copied()
    }

    /// A hand of the average over all iterations.
    pub(super) fn draw_averaged(&self, dice: &mut Dice) -> Option<Hand> {
        self.hands.get(pick(&self.laid, dice)).copied()
    }

    /// A hand of the present iteration.
    pub(super) fn draw_current(&self, dice: &mut Dice) -> Option<Hand> {
        self.hands.get(pick(&self.regrets, dice)).copied()
    }

    /// The hands that others should reckon with, with their weights.
    pub(super) fn support(&self) -> Vec<(Hand, i64)> {
        let weights = self.weights_above(OVERLOOKED);
        let most = weights.iter().copied().max().unwrap_or(0);
        // At most twelve bits each, so that sums of products with chances stay far from the limits.
        let scale = |weight: i64| if most == 0 { 1 } else { weight / (most / 4_096).max(1) };
        let weighted = self.hands.iter().copied().zip(weights.into_iter().map(scale));
        weighted.filter(|&(_, weight)| weight > 0).collect()
    }

    /// The hand with the most weight.
    pub(super) fn likeliest(&self) -> Option<Hand> {
        (0..self.hands.len()).max_by_key(|&index| self.laid[index]).map(|index| self.hands[index])
    }

    /// How often each hand is laid in the present iteration, in parts of 65,536.
    pub(super) fn shares(&self) -> Vec<i64> {
        let total: i64 = self.regrets.iter().sum();
        let even = WHOLE / self.hands.len().max(1) as i64;
        self.regrets.iter().map(|&regret| if total > 0 { regret * WHOLE / total } else { even }).collect()
    }

    /// Takes a hand into the pool; beyond `most` hands, in place of the one with the least regret. `false` if it is
    /// there already.
    pub(super) fn take_in(&mut self, hand: Hand, most: usize) -> bool {
        if self.hands.contains(&hand) {
            return false;
        }
        // The newcomer begins with an average regret, so that it has a say at once.
        let regret = self.regrets.iter().sum::<i64>() / self.regrets.len().max(1) as i64;
        if self.hands.len() < most {
            self.hands.push(hand);
            self.regrets.push(regret);
            self.laid.push(0);
        } else if let Some(index) = (0..self.hands.len()).min_by_key(|&index| (self.regrets[index], self.laid[index])) {
            (self.hands[index], self.regrets[index], self.laid[index]) = (hand, regret, 0);
        }
        true
    }

    /// Forgets all hands but the first so many.
    pub(super) fn keep_first(&mut self, count: usize) {
        self.hands.truncate(count);
        self.regrets.truncate(count);
        self.laid.truncate(count);
    }

    /// Forgets the average, but not the regrets.
    pub(super) fn begin_average(&mut self) {
        self.laid.fill(0);
    }

    /// Learns from what each hand of the pool would have brought in this iteration.
    pub(super) fn learn(&mut self, payoffs: &[i32], iteration: i64) {
        let shares = self.shares();
        let mean = payoffs.iter().zip(&shares).map(|(&payoff, share)| i64::from(payoff) * share).sum::<i64>() / WHOLE;
        for (index, &payoff) in payoffs.iter().enumerate() {
            self.laid[index] += shares[index] * iteration / 64;
            self.regrets[index] = (self.regrets[index] + i64::from(payoff) - mean).max(0);
        }
    }

    fn weights_above(&self, part: i64) -> Vec<i64> {
        let least = self.laid.iter().copied().max().unwrap_or(0) / part;
        self.laid.iter().map(|&laid| if laid < least { 0 } else { laid }).collect()
    }
}

/// An index, each in proportion to its weight; any one if all weights are zero.
pub(super) fn pick(weights: &[i64], dice: &mut Dice) -> usize {
    let total: i64 = weights.iter().sum();
    if total <= 0 {
        return dice.index(weights.len());
    }
    let mut left = (dice.word() >> 1) as i64 % total;
    for (index, &weight) in weights.iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    weights.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caribbean::Card;

    /// Three hands that beat each other in a circle: each a third of the time is the only answer. The payoffs differ, so
    /// that the shares do, too.
    #[test]
    fn a_mix_finds_the_equilibrium_of_a_small_game() {
        // Rock, paper, scissors where a win with the first counts double: the equilibrium is 1/4, 1/2, 1/4.
        const GAME: [[i32; 3]; 3] = [[0, -1_000, 2_000], [1_000, 0, -1_000], [-2_000, 1_000, 0]];
        let pool = || {
            let mut hands = vec![Card::ALL; 3];
            hands[1].swap(0, 1);
            hands[2].swap(0, 2);
            Mix::new(hands)
        };
        let mut sides = [pool(), pool()];
        for iteration in 1..4_000 {
            for side in 0..2 {
                let other = sides[1 - side].shares();
                let payoffs = GAME.map(|row| {
                    (row.iter().zip(&other).map(|(&cell, share)| i64::from(cell) * share).sum::<i64>() / WHOLE) as i32
                });
                sides[side].learn(&payoffs, iteration);
            }
        }
        for side in &sides {
            let total: i64 = side.laid.iter().sum();
            let per_cent: Vec<i64> = side.laid.iter().map(|laid| laid * 100 / total).collect();
            for (found, expected) in per_cent.iter().zip([25, 50, 25]) {
                assert!((found - expected).abs() <= 3, "{per_cent:?}");
            }
        }
    }

    #[test]
    fn hands_are_drawn_in_proportion_to_their_weights() {
        let mut dice = Dice::from_seed(4);
        let mut counts = [0; 3];
        (0..10_000).for_each(|_| counts[pick(&[10, 0, 30], &mut dice)] += 1);
        assert_eq!(counts[1], 0);
        assert!((2_300..2_700).contains(&counts[0]), "{counts:?}");
    }
}
