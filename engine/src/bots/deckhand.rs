//! The beginner: wants chests, sees what a ship can do for itself at once, and overlooks much of the rest. Its mistakes
//! are human ones: it bribes by whim and forgets that others want something too, but it does not throw money away.

use super::appraisal::{Points, moody_hand};
use super::foresight::{Hand, PACES};
use super::mind::{Mind, Thoughts};
use super::outlook::from_havens;
use super::thinking::{Budget, Cancel};
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{Activation, Card, Caribbean, MAX_SPACES, MOST_STEPS, SHIPS, Ship, Tie, View, Waters};
use crate::contract::{Game, Seat};

/// How far its bribes vary from what it would like best, in per cent.
const SWAY: u32 = 90;
/// How often, in per cent, it takes the second-best course for a ship that brings no money now.
const DRIFT: u32 = 35;
/// How often, in per cent, it takes part in a tie for a ship that brings it something.
const COURAGE: u32 = 60;

/// The deckhand.
#[derive(Debug)]
pub(super) struct Deckhand {
    thoughts: Thoughts,
}

impl Deckhand {
    /// A deckhand whose whims follow from the seed. The budget is a limit that it hardly ever comes near.
    pub(super) fn new(seed: u64, budget: Budget, cancel: Cancel) -> Deckhand {
        Deckhand { thoughts: Thoughts::new(seed, budget, cancel) }
    }

    /// What the ships from number `next` on would bring in at once, by the number of steps, in doubloons.
    fn catches(&mut self, table: &Caribbean, seat: Seat, next: usize) -> [[i32; PACES]; SHIPS] {
        let mut catches = [[0; PACES]; SHIPS];
        let mut planner = Planner::new();
        let mut meter = self.thoughts.meter();
        for ship in Ship::ALL.into_iter().skip(next) {
            let Some(activation) = table.imagine(ship, seat, MOST_STEPS) else { continue };
            let row = &mut catches[ship.index()];
            for ending in planner.plan(&activation) {
                if !meter.take() {
                    break;
                }
                let gain = i32::from(ending.gain(seat, table.waters())) * 1_000;
                let cell = &mut row[usize::from(ending.steps)];
                *cell = gain.max(*cell);
            }
            for steps in 1..row.len() {
                row[steps] = row[steps].max(row[steps - 1]);
            }
        }
        self.thoughts.took(&meter);
        catches
    }
}

impl Mind for Deckhand {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut points: Points = [[0; Card::ALL.len()]; SHIPS + 1];
        for (row, catch) in points.iter_mut().zip(self.catches(table, seat, 0)) {
            for (cell, card) in row.iter_mut().zip(Card::ALL) {
                // More barrels on what brings more. The thief goes wherever it is in nobody's way.
                *cell =
                    usize::try_from(card.worth()).map_or(0, |barrels| (catch[barrels] + 300) * (barrels as i32 + 1));
            }
        }
        moody_hand(&points, SWAY, &mut self.thoughts.dice(table, seat))
    }

    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let ship = tie.ship.index();
        let catch = self.catches(view.table(), seat, ship)[ship];
        catch[usize::from(MOST_STEPS)] > 0 && self.thoughts.dice(view.table(), seat).below(100) < COURAGE
    }

    /// The most money for itself, then the least for others; then a course to somewhere near home.
    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let (table, seat) = (view.table(), activation.seat());
        let mut dice = self.thoughts.dice(table, seat);
        let colour = table.player(seat)?.colour;
        let home = from_havens(table.board(), colour);
        let before = activation.waters();
        let mut meter = self.thoughts.meter();
        let mut best: Vec<(Course, Ending)> = Vec::new();
        let mut planner = Planner::new();
        for ending in planner.plan(activation) {
            if !meter.take() {
                break;
            }
            let course = Course::of(table, &ending, before, seat, &home);
            best.push((course, ending));
        }
        self.thoughts.took(&meter);
        best.sort_by(|(one, _), (other, _)| other.cmp(one));
        let first = best.first()?.0;
        let same_money = |course: &Course| course.own == first.own && course.others == first.others;
        let second = best.iter().find(|(course, _)| *course < first && same_money(course));
        match second {
            Some((_, ending)) if first.own == 0 && dice.below(100) < DRIFT => Some(*ending),
            _ => best.first().map(|(_, ending)| *ending),
        }
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}

/// What a deckhand sees in an ending, what counts most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Course {
    /// Thousands earned.
    own: u16,
    /// Thousands earned for others, counted below zero.
    others: i32,
    /// How promising the chests lie that are at sea.
    near_home: i32,
}

impl Course {
    fn of(table: &Caribbean, ending: &Ending, before: &Waters, seat: Seat, home: &[usize; MAX_SPACES]) -> Course {
        let earned = |seat: Seat| i32::from(ending.gain(seat, before));
        let others = table.seats().into_iter().filter(|&other| other != seat).map(earned).sum::<i32>();
        let near = |ship: Ship| {
            let value = ending.waters.cargo().get(ship).map_or(0, |chest| i32::from(table.board().value(chest)));
            value * (8 - home[ending.waters.space(ship).index()] as i32)
        };
        Course { own: ending.gain(seat, before), others: -others, near_home: Ship::ALL.into_iter().map(near).sum() }
    }
}
