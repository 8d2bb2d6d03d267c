//! The bot that tries to read the others: it works out how they would mix their bribes, thinking as they do but with
//! dice of its own, and lays the hand that does best against that. If even it can't win much, there is little to read.

use super::appraisal::{Appraisal, moody_hand};
use super::bribing::{Mixes, climb};
use super::foresight::{Deal, Foresight, Hand};
use super::melee::drawn;
use super::mind::{Mind, Thoughts};
use super::mix::Mix;
use super::outlook::Outlook;
use super::strategist::{Skill, Strategist, bribing_seats, mixes};
use super::thinking::{Cancel, Meter};
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Card, Caribbean, MAX_PLAYERS, Tie, View};
use crate::contract::{Dice, Seat, SeatSet};

/// How many times the budget of the bot that it reads the probe may spend.
pub const PROBE_FACTOR: u64 = 10;
/// How often it thinks through what the others would lay.
const READINGS: u64 = 4;
/// From how many hands of each reading it looks for better ones.
const BEGINNINGS: usize = 4;
/// Against how many draws of the others a hand is tried while it looks, and in the end.
const TRIALS: usize = 48;
const LAST_TRIALS: usize = 400;
/// One in so many of these draws is not from a reading: there the others bribe as people do, by what the ships are worth.
/// Who reckons with nothing but his own kind is beaten by simpler players.
const PLAIN_DRAWS: usize = 4;
/// How far plain bribes vary, in per cent.
const SWAY: u32 = 40;

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
        mixes(table, &self.read, dice, &mut self.thoughts.meter_of(self.read.budget))
    }
}

impl Mind for Probe {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let readings: Vec<Mixes> = (0..READINGS).map(|_| self.reading(table, &mut dice)).collect();
        let outlook = Outlook::new(table, self.read.judgement);
        let mut foresight = Foresight::new(&outlook);
        let mut meter = self.thoughts.meter_of(self.read.budget.times(PROBE_FACTOR - READINGS));
        let appraisal = Appraisal::new(&mut foresight, table.waters(), 0, outlook.seats(), &mut meter);
        let expected = Expected { readings: &readings, appraisal: &appraisal, bribing: bribing_seats(table) };
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
                let deals = expected.deals(TRIALS, &mut dice);
                let Some(begin) = own.draw_averaged(&mut dice) else { continue };
                let (found, _) = climb(begin, &mut meter, |hand, meter| worth(hand, &deals, meter));
                finalists.extend([begin, found]);
            }
        }
        finalists.sort_unstable();
        finalists.dedup();
        let deals = expected.deals(LAST_TRIALS, &mut dice);
        let best = finalists.into_iter().max_by_key(|hand| worth(hand, &deals, &mut meter));
        best.unwrap_or(Card::ALL)
    }

    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        self.player.shows(view, tie, seat)
    }

    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        self.player.course(view, activation)
    }
}

/// What the others may lay.
struct Expected<'a> {
    readings: &'a [Mixes],
    appraisal: &'a Appraisal,
    bribing: SeatSet,
}

impl Expected<'_> {
    /// So many draws, as often from each reading, and some plain ones.
    fn deals(&self, count: usize, dice: &mut Dice) -> Vec<Deal> {
        let draw = |trial: usize| {
            let reading = &self.readings[trial % self.readings.len()];
            let plain = trial / self.readings.len() % PLAIN_DRAWS == 0;
            let hands = if plain { self.plain_hands(dice) } else { drawn(reading, Mix::draw, dice) };
            Deal { hands, spent: [false; MAX_PLAYERS] }
        };
        (0..count).map(draw).collect()
    }

    fn plain_hands(&self, dice: &mut Dice) -> [Option<Hand>; MAX_PLAYERS] {
        let mut hands = [None; MAX_PLAYERS];
        for seat in self.bribing {
            hands[seat.index()] = Some(moody_hand(&self.appraisal.points(seat.index()), SWAY, dice));
        }
        hands
    }
}
