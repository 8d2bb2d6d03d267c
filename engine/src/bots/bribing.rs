//! How to bribe when everybody bribes at once: mixed strategies by regret matching.
//!
//! Every seat has a pool of hands that are worth a thought. Again and again one hand of every opponent is drawn, all
//! hands of a pool are played against them in the mind, and those that would have done better than the pool's mix gain
//! weight (regret matching, as in Hart and Mas-Colell; with the sums cut off at zero and later rounds counting more, as in
//! the "plus" variant of Tammelin). In between, each pool takes in hands that answer what the others have come to lay.

use super::appraisal::{Appraisal, moody_hand};
use super::foresight::{Deal, Foresight, Hand, Moment};
use super::thinking::Meter;
use crate::caribbean::{Card, MAX_PLAYERS};
use crate::contract::{Dice, SeatSet};

/// Hands, each with how often it should be laid.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    hands: Vec<Hand>,
    /// What each hand is sorry not to have been laid, in chances added up; never below zero.
    regrets: Vec<i64>,
    /// How often each was laid, later iterations counting more.
    laid: Vec<i64>,
}

/// How much thought goes into a mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Care {
    /// With how many hands each pool begins.
    pub(super) first_hands: usize,
    /// How many hands a pool holds at most.
    pub(super) most_hands: usize,
    /// How often the pools take in answers.
    pub(super) answers: u64,
    /// Against how many draws of the others an answer is tried.
    pub(super) trials: usize,
}

impl Mix {
    fn new(hands: Vec<Hand>) -> Mix {
        let count = hands.len();
        Mix { hands, regrets: vec![0; count], laid: vec![0; count] }
    }

    /// A hand, each as often as it should be laid; hands that hardly ever should are left out.
    pub(super) fn draw(&self, dice: &mut Dice) -> Option<Hand> {
        let most = self.laid.iter().copied().max().unwrap_or(0);
        let weights: Vec<i64> = self.laid.iter().map(|&laid| if laid * 12 < most { 0 } else { laid }).collect();
        self.hands.get(pick(&weights, dice)).copied()
    }

    /// Every hand with its weight.
    pub(super) fn hands(&self) -> impl Iterator<Item = (&Hand, i64)> {
        self.hands.iter().zip(self.laid.iter().copied())
    }

    fn draw_averaged(&self, dice: &mut Dice) -> Option<Hand> {
        self.hands.get(pick(&self.laid, dice)).copied()
    }

    fn draw_current(&self, dice: &mut Dice) -> Option<Hand> {
        self.hands.get(pick(&self.regrets, dice)).copied()
    }

    fn take_in(&mut self, hand: Hand, most: usize) {
        if self.hands.contains(&hand) {
            return;
        }
        // The newcomer begins with an average regret, so that it gets a say before the old hands have forgotten theirs.
        let regret = self.regrets.iter().sum::<i64>() / self.regrets.len().max(1) as i64;
        if self.hands.len() < most {
            self.hands.push(hand);
            self.regrets.push(regret);
            self.laid.push(0);
            return;
        }
        let weakest = (0..self.hands.len()).min_by_key(|&index| (self.regrets[index], self.laid[index]));
        if let Some(index) = weakest {
            (self.hands[index], self.regrets[index], self.laid[index]) = (hand, regret, 0);
        }
    }

    fn learn(&mut self, payoffs: &[i32], iteration: i64) {
        let total: i64 = self.regrets.iter().sum();
        let share = |regret: i64| {
            if total > 0 { regret * 65_536 / total } else { 65_536 / self.hands.len().max(1) as i64 }
        };
        let shares: Vec<i64> = self.regrets.iter().map(|&regret| share(regret)).collect();
        let mean = payoffs.iter().zip(&shares).map(|(&payoff, share)| i64::from(payoff) * share).sum::<i64>() / 65_536;
        for (index, &payoff) in payoffs.iter().enumerate() {
            self.laid[index] += shares[index] * iteration / 64;
            self.regrets[index] = (self.regrets[index] + i64::from(payoff) - mean).max(0);
        }
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

/// Finds a mix for every seat that bribes.
pub(super) fn solve(
    foresight: &mut Foresight<'_>,
    start: Moment,
    bribing: SeatSet,
    appraisal: &Appraisal,
    care: &Care,
    dice: &mut Dice,
    meter: &mut Meter,
) -> [Option<Mix>; MAX_PLAYERS] {
    let mut mixes: [Option<Mix>; MAX_PLAYERS] = std::array::from_fn(|_| None);
    for seat in bribing {
        mixes[seat.index()] = Some(Mix::new(first_hands(appraisal, seat.index(), care.first_hands, dice)));
    }
    let whole = meter.left();
    let mut answers = 0;
    let mut iteration = 0;
    while meter.goes_on() {
        iteration += 1;
        for seat in bribing.into_iter().map(|seat| seat.index()) {
            let mut deal = drawn(&mixes, Mix::draw_current, dice);
            let Some(mix) = &mut mixes[seat] else { continue };
            let payoffs: Vec<i32> = mix
                .hands
                .iter()
                .map(|hand| {
                    deal.hands[seat] = Some(*hand);
                    foresight.play(start, &deal, meter)[seat]
                })
                .collect();
            if meter.goes_on() {
                mix.learn(&payoffs, iteration);
            }
        }
        if meter.spent() * (care.answers + 1) > whole * (answers + 1) && iteration > 8 {
            answers += 1;
            for seat in bribing.into_iter().map(|seat| seat.index()) {
                answer(foresight, start, seat, &mut mixes, care, dice, meter);
            }
        }
    }
    mixes
}

/// Hands as people lay them, in various moods.
fn first_hands(appraisal: &Appraisal, seat: usize, count: usize, dice: &mut Dice) -> Vec<Hand> {
    let points = appraisal.points(seat);
    let mut hands: Vec<Hand> = Vec::new();
    for attempt in 0..count as u32 * 3 {
        let hand = moody_hand(&points, 10 + 60 * attempt / (count as u32 * 3), dice);
        if !hands.contains(&hand) && hands.len() < count {
            hands.push(hand);
        }
    }
    hands
}

/// One hand of every seat.
fn drawn(mixes: &[Option<Mix>; MAX_PLAYERS], draw: impl Fn(&Mix, &mut Dice) -> Option<Hand>, dice: &mut Dice) -> Deal {
    let hands = std::array::from_fn(|seat| mixes[seat].as_ref().and_then(|mix| draw(mix, dice)));
    Deal { hands, spent: [false; MAX_PLAYERS] }
}

/// One hand of every seat, drawn as it would be laid.
pub(super) fn drawn_from(mixes: &[Option<Mix>; MAX_PLAYERS], dice: &mut Dice) -> Deal {
    drawn(mixes, Mix::draw, dice)
}

/// Takes into a seat's pool what does better than its hands against the others' mixes, found by exchanging two cards at
/// a time.
fn answer(
    foresight: &mut Foresight<'_>,
    start: Moment,
    seat: usize,
    mixes: &mut [Option<Mix>; MAX_PLAYERS],
    care: &Care,
    dice: &mut Dice,
    meter: &mut Meter,
) {
    let trials: Vec<Deal> = (0..care.trials).map(|_| drawn(mixes, Mix::draw_averaged, dice)).collect();
    let Some(mut hand) = mixes[seat].as_ref().and_then(|mix| mix.draw_averaged(dice)) else { return };
    let mut worth = |hand: &Hand, meter: &mut Meter| -> i64 {
        trials
            .iter()
            .map(|deal| {
                let mut deal = *deal;
                deal.hands[seat] = Some(*hand);
                i64::from(foresight.play(start, &deal, meter)[seat])
            })
            .sum()
    };
    let mut most = worth(&hand, meter);
    let places = Card::ALL.len();
    loop {
        let mut better = None;
        for first in 0..places {
            for second in first + 1..places {
                let mut other = hand;
                other.swap(first, second);
                let sum = worth(&other, meter);
                if sum > most && meter.goes_on() {
                    (most, better) = (sum, Some(other));
                }
            }
        }
        match better {
            Some(found) => hand = found,
            None => break,
        }
    }
    if let Some(mix) = &mut mixes[seat] {
        mix.take_in(hand, care.most_hands);
    }
}
