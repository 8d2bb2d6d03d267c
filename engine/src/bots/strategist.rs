//! The thinking player: looks ahead to the end of the round, bribes by mixed strategies, and follows its own moves
//! through the ships that are still to come.

use super::appraisal::Appraisal;
use super::beliefs::Beliefs;
use super::bribing::{Care, Mixes, Round};
use super::commanding::{self, Depth};
use super::foresight::{Foresight, Hand};
use super::mind::{Mind, Thoughts};
use super::outlook::{Judgement, Outlook};
use super::thinking::{Budget, Cancel, Meter};
use super::tying::Showdown;
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Card, Caribbean, Phase, Tie, View};
use crate::contract::{Dice, Game, Seat, SeatSet};

/// How a strategist thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Skill {
    pub(super) budget: Budget,
    pub(super) care: Care,
    pub(super) depth: Depth,
    pub(super) tie_deals: usize,
    pub(super) judgement: &'static Judgement,
}

/// A bot that looks ahead. What it decides follows from its seed and from what it sees, not from what it has decided
/// before: it can take over a seat at any time.
#[derive(Debug)]
pub(super) struct Strategist {
    skill: Skill,
    thoughts: Thoughts,
}

impl Strategist {
    pub(super) fn new(skill: Skill, seed: u64, cancel: Cancel) -> Strategist {
        Strategist { skill, thoughts: Thoughts::new(seed, skill.budget, cancel) }
    }
}

impl Mind for Strategist {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let mut meter = self.thoughts.meter();
        let mixes = mixes(table, &self.skill, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        mixes[seat.index()].as_ref().and_then(|mix| mix.draw(&mut dice)).unwrap_or(Card::ALL)
    }

    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let table = view.table();
        let mut dice = self.thoughts.dice(table, seat);
        let mut meter = self.thoughts.meter();
        let outlook = Outlook::new(table, self.skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let next = tie.ship.index();
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &appraisal);
        let showdown = Showdown::new(&mut foresight, &beliefs, *tie, table.waters());
        let shows = showdown.shows(seat, self.skill.tie_deals, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        shows
    }

    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let table = view.table();
        let mut dice = self.thoughts.dice(table, activation.seat());
        let mut meter = self.thoughts.meter();
        let outlook = Outlook::new(table, self.skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let next = activation.ship().index() + 1;
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &appraisal);
        let depth = &self.skill.depth;
        let best =
            commanding::best_ending(activation, &outlook, &mut foresight, &beliefs, depth, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        best
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}

/// Everybody's mix for the round that begins at this table.
pub(super) fn mixes(table: &Caribbean, skill: &Skill, dice: &mut Dice, meter: &mut Meter) -> Mixes {
    let outlook = Outlook::new(table, skill.judgement);
    let mut foresight = Foresight::new(&outlook);
    let appraisal = Appraisal::new(&mut foresight, table.waters(), 0, outlook.seats(), meter);
    let start = foresight.begin(table.waters(), 0);
    let bribing = bribing_seats(table);
    let care = skill.care;
    Round { foresight: &mut foresight, start, appraisal: &appraisal, bribing, care }.solve(dice, meter)
}

/// Who lays cards in this round.
pub(super) fn bribing_seats(table: &Caribbean) -> SeatSet {
    match *table.phase() {
        Phase::Bribing { late, .. } => table.present().without(late),
        _ => table.present(),
    }
}
