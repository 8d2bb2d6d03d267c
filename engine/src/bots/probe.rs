//! The bot that tries to read the others: it works out how they would mix their bribes, thinking as they do but with
//! dice of its own, and lays the hand that does best against that. If even it can't win much, there is little to read.

use super::Bot;
use super::bribing::{Mixes, climb};
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
/// From how many hands of each reading it looks for better ones.
const BEGINNINGS: usize = 4;
/// Against how many draws of the others a hand is tried while it looks, and in the end.
const TRIALS: usize = 48;
const LAST_TRIALS: usize = 400;

/// The probe.
#[derive(Debug)]
pub(super) struct Probe {
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
        let budget = self.read.budget.times(PROBE_FACTOR - READINGS);
        let mut meter = Meter::new(budget, self.cancel.clone());
        let start = foresight.begin(table.waters(), 0);
        let mut worth = |hand: &Hand, deals: &[Deal], meter: &mut Meter| -> i64 {
            let chance = |deal: &Deal| {
                let mut deal = *deal;
                deal.hands[seat.index()] = Some(*hand);
                i64::from(foresight.play(start, &deal, meter)[seat.index()])
            };
            deals.iter().map(chance).sum()
        };
        let mut finalists: Vec<Hand> = Vec::new();
        for own in readings.iter().filter_map(|reading| reading[seat.index()].as_ref()) {
            for _ in 0..BEGINNINGS {
                let deals = deals(&readings, TRIALS, &mut dice);
                let Some(begin) = own.draw_averaged(&mut dice) else { continue };
                let (found, _) = climb(begin, &mut meter, |hand, meter| worth(hand, &deals, meter));
                finalists.extend([begin, found]);
            }
        }
        finalists.sort_unstable();
        finalists.dedup();
        let deals = deals(&readings, LAST_TRIALS, &mut dice);
        let best = finalists.into_iter().max_by_key(|hand| worth(hand, &deals, &mut meter));
        best.unwrap_or(Card::ALL)
    }

    fn reading(&self, table: &Caribbean, dice: &mut Dice) -> Mixes {
        mixes(table, &self.read, dice, &mut Meter::new(self.read.budget, self.cancel.clone()))
    }
}

/// What the others may lay, as often from each reading.
fn deals(readings: &[Mixes], count: usize, dice: &mut Dice) -> Vec<Deal> {
    let hands = (0..count).map(|trial| drawn(&readings[trial % readings.len()], Mix::draw, dice));
    hands.map(|hands| Deal { hands, spent: [false; MAX_PLAYERS] }).collect()
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
