//! The thinking player: looks ahead to the end of the round, bribes by mixed strategies, and follows its own moves
//! through the ships that are still to come.

use super::beliefs::Beliefs;
use super::bribing::{self, Care};
use super::commanding::{self, Depth};
use super::foresight::Hand;
use super::lookout::Lookout;
use super::mind::{Mind, Thoughts};
use super::outlook::Judgement;
use super::thinking::{Budget, Cancel};
use super::tying::Showdown;
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Card, Caribbean, Tie, View};
use crate::contract::Seat;

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
        let mut lookout = Lookout::new(table, self.skill.judgement, 0, &mut meter);
        let (_, mixes) = bribing::mixes(&mut lookout, self.skill.care, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        mixes[seat.index()].as_ref().and_then(|mix| mix.draw(&mut dice)).unwrap_or(Card::ALL)
    }

    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let table = view.table();
        let mut dice = self.thoughts.dice(table, seat);
        let mut meter = self.thoughts.meter();
        let mut lookout = Lookout::new(table, self.skill.judgement, tie.ship.index(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &lookout.appraisal);
        let showdown = Showdown::new(&mut lookout.foresight, &beliefs, *tie, table.waters());
        let shows = showdown.shows(seat, self.skill.tie_deals, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        shows
    }

    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let mut dice = self.thoughts.dice(view.table(), activation.seat());
        let mut meter = self.thoughts.meter();
        let best = commanding::best_ending(view, activation, &self.skill, &mut dice, &mut meter);
        self.thoughts.took(&meter);
        best
    }

    fn is_called_off(&self) -> bool {
        self.thoughts.is_called_off()
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}
