//! The bot that tries to read the others: it works out how they would mix their bribes, thinking as they do but with
//! dice of its own, and lays the hand that does best against that. If even it can't win much, there is little to read.

use super::bribing::{self, Mixes, climb};
use super::foresight::{Foresight, Hand};
use super::lookout::Lookout;
use super::melee::deals;
use super::mind::{Mind, Thoughts};
use super::strategist::{Skill, Strategist};
use super::thinking::Cancel;
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Card, Caribbean, Tie, View};
use crate::contract::{Dice, Seat};

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
    read: Skill,
    thoughts: Thoughts,
    /// Commands ships and breaks ties as the bot that it reads, but with more thought.
    player: Strategist,
}

impl Probe {
    pub(super) fn new(read: Skill, seed: u64, cancel: Cancel) -> Probe {
        let skill = Skill { budget: read.budget.times(PROBE_FACTOR), ..read };
        let thoughts = Thoughts::new(seed, skill.budget, cancel.clone());
        Probe { read, thoughts, player: Strategist::new(skill, seed, cancel) }
    }

    fn reading(&self, table: &Caribbean, dice: &mut Dice) -> Mixes {
        let mut meter = self.thoughts.meter_of(self.read.budget);
        let mut lookout = Lookout::new(table, self.read.judgement, 0, &mut meter);
        bribing::mixes(&mut lookout, self.read.care, dice, &mut meter).1
    }
}

impl Mind for Probe {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let readings: Vec<Mixes> = (0..READINGS).map(|_| self.reading(table, &mut dice)).collect();
        let mut foresight = Foresight::new(table, self.read.judgement);
        let mut meter = self.thoughts.meter_of(self.read.budget.times(PROBE_FACTOR - READINGS));
        let start = foresight.begin(table.waters(), 0);
        let mut finalists: Vec<Hand> = Vec::new();
        for own in readings.iter().filter_map(|reading| reading[seat.index()].as_ref()) {
            for _ in 0..BEGINNINGS {
                let deals = deals(&readings, TRIALS, &mut dice);
                let Some(begin) = own.draw_averaged(&mut dice) else { continue };
                let (found, _) =
                    climb(begin, &mut meter, |hand, meter| foresight.worth(start, seat, hand, &deals, meter));
                finalists.extend([begin, found]);
            }
        }
        finalists.sort_unstable();
        finalists.dedup();
        let deals = deals(&readings, LAST_TRIALS, &mut dice);
        let best = finalists.into_iter().max_by_key(|hand| foresight.worth(start, seat, hand, &deals, &mut meter));
        best.unwrap_or(Card::ALL)
    }

    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        self.player.shows(view, tie, seat)
    }

    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        self.player.course(view, activation)
    }

    fn is_called_off(&self) -> bool {
        self.thoughts.is_called_off()
    }
}
