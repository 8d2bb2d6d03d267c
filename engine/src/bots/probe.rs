//! The bot that tries to read the others: it works out how they would mix their bribes, thinking as they do but with
//! dice of its own, and lays the hand that does best against that. If even it can't win much, there is little to read.

use super::Bot;
use super::bribing::Mixes;
use super::foresight::{Deal, Foresight, Hand};
use super::melee::drawn;
use super::mix::Mix;
use super::outlook::Outlook;
use super::strategist::{Skill, Strategist, decision_dice, mixes, sealed};
use super::thinking::{Cancel, Meter};
use crate::caribbean::{Card, Caribbean, Choice, Command, MAX_PLAYERS, Phase, View};
use crate::contract::{Action, Dice, Sealed, Seat};

/// How many times the budget of the bot that it reads the probe may spend.
pub const PROBE_FACTOR: u64 = 10;
/// How often it thinks through what the others would lay.
const READINGS: u64 = 4;
/// How many hands are left after each sieve, and against how many draws of the others they are tried in it.
const SIEVES: [(usize, usize); 3] = [(400, 12), (48, 60), (1, 400)];

/// The probe.
#[derive(Debug)]
pub struct Probe {
    seed: u64,
    read: Skill,
    cancel: Cancel,
    /// Commands ships and breaks ties as the bot that it reads, but with more thought.
    player: Strategist,
}

impl Probe {
    pub(super) fn new(read: Skill, seed: u64, cancel: Cancel) -> Probe {
        let skill = Skill { budget: read.budget.times(PROBE_FACTOR), ..read };
        Probe { seed, read, player: Strategist::new(skill, seed, cancel.clone()), cancel }
    }

    fn bribe(&self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = decision_dice(self.seed, table, seat);
        let readings: Vec<Mixes> = (0..READINGS).map(|_| self.reading(table, &mut dice)).collect();
        let outlook = Outlook::new(table, self.read.judgement);
        let mut foresight = Foresight::new(&outlook);
        let start = foresight.begin(table.waters(), 0);
        let budget = self.read.budget.times(PROBE_FACTOR - READINGS);
        let mut meter = Meter::new(budget, self.cancel.clone());
        let mut hands = all_hands();
        for (left, trials) in SIEVES {
            let deals: Vec<Deal> = (0..trials)
                .map(|trial| drawn(&readings[trial % readings.len()], Mix::draw, &mut dice))
                .map(|hands| Deal { hands, spent: [false; MAX_PLAYERS] })
                .collect();
            let mut sieved: Vec<(i64, Hand)> = Vec::with_capacity(hands.len());
            for hand in &hands {
                let mut sum = 0;
                for deal in &deals {
                    let mut deal = *deal;
                    deal.hands[seat.index()] = Some(*hand);
                    sum += i64::from(foresight.play(start, &deal, &mut meter)[seat.index()]);
                }
                if !meter.goes_on() {
                    break;
                }
                sieved.push((sum, *hand));
            }
            sieved.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
            if sieved.is_empty() {
                break;
            }
            hands = sieved.into_iter().take(left).map(|(_, hand)| hand).collect();
        }
        hands.first().copied().unwrap_or(Card::ALL)
    }

    fn reading(&self, table: &Caribbean, dice: &mut Dice) -> Mixes {
        mixes(table, &self.read, dice, &mut Meter::new(self.read.budget, self.cancel.clone()))
    }
}

/// All 5,040 ways to lay the seven cards, in a fixed order.
fn all_hands() -> Vec<Hand> {
    let mut hands: Vec<Hand> = Vec::new();
    permute(&mut Card::ALL.to_owned(), 0, &mut hands);
    hands
}

fn permute(hand: &mut Hand, from: usize, hands: &mut Vec<Hand>) {
    if from + 1 >= hand.len() {
        hands.push(*hand);
        return;
    }
    for place in from..hand.len() {
        hand.swap(from, place);
        permute(hand, from + 1, hands);
        hand.swap(from, place);
    }
}

impl Bot<Caribbean> for Probe {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        match (view.own(), table.phase()) {
            (Some(own), Phase::Bribing { .. }) => sealed(&self.bribe(table, own.seat)),
            _ => self.player.seal(view),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        self.player.act(view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_is_tried() {
        let mut hands = all_hands();
        hands.sort_unstable();
        hands.dedup();
        assert_eq!(hands.len(), 5_040);
    }
}
