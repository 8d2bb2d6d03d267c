//! The beginner: wants chests, sees what a ship can do for itself at once, and overlooks much of the rest. Its mistakes
//! are human ones: it bribes by whim and forgets that others want something too, but it does not throw money away.

use super::appraisal::{Points, moody_hand};
use super::commanding::balance;
use super::foresight::{Hand, PACES};
use super::mind::{Mind, Thoughts};
use super::outlook::{captured, from_havens};
use super::thinking::{Budget, Cancel};
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{
    Activation, CAPTURE_BONUS, Card, Caribbean, MAX_PLAYERS, MAX_SPACES, MOST_STEPS, SHIPS, Ship, Tie, View, Waters,
    steps,
};
use crate::contract::{Dice, Game, Seat};

/// How far its bribes vary from what it would like best, in per cent.
const SWAY: u32 = 90;
/// How often, in per cent, it takes the second-best course for a ship that brings no money now.
const DRIFT: u32 = 35;
/// How often, in per cent, it breaks a tie for a ship that brings it something: with the thief, 0, 1 … 5 in reserve.
const COURAGE: [u32; Card::ALL.len()] = [30, 45, 55, 65, 70, 75, 80];
/// How often, in per cent, each card is kept in reserve: thief, 0, 1 … 5. High ones look too good to be kept.
const KEPT: [u32; Card::ALL.len()] = [30, 14, 18, 18, 12, 6, 2];
/// How often, in per cent, it thinks of the others when it lays its thief.
const SPITE: u32 = 60;

/// What a ship would bring in at once, in doubloons, by the number of steps.
type Catch = [i32; PACES];

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

    /// What these ships would bring everybody in at once.
    fn catches(&mut self, table: &Caribbean, ships: &[Ship]) -> [[Catch; MAX_PLAYERS]; SHIPS] {
        let mut catches = [[[0; PACES]; MAX_PLAYERS]; SHIPS];
        let mut planner = Planner::new();
        let mut meter = self.thoughts.meter();
        let before = table.waters();
        for &ship in ships {
            // Whoever commands her can do the same; only the bonus for captures goes to the commander.
            let Some(planned_for) = Seat::first(1).next() else { continue };
            let Some(activation) = table.imagine(ship, planned_for, MOST_STEPS) else { continue };
            let rows = &mut catches[ship.index()];
            for ending in meter.plan_in_full(&mut planner, &activation) {
                if !meter.take() {
                    break;
                }
                let bonus = captured(before.in_city(), ending.waters.in_city()) * i32::from(CAPTURE_BONUS) * 1_000;
                for (seat, row) in table.seats().into_iter().zip(rows.iter_mut()) {
                    let gain = i32::from(ending.gain(seat, before)) * 1_000;
                    let gain = if seat == planned_for { gain } else { gain + bonus };
                    let cell = &mut row[usize::from(ending.steps)];
                    *cell = gain.max(*cell);
                }
            }
            // What can be done with few steps can be done with more.
            for row in rows {
                for steps in 1..row.len() {
                    row[steps] = row[steps].max(row[steps - 1]);
                }
            }
        }
        self.thoughts.took(&meter);
        catches
    }
}

impl Mind for Deckhand {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let catches = self.catches(table, &Ship::ALL);
        let spiteful = dice.below(100) < SPITE;
        let mut points: Points = [[0; Card::ALL.len()]; SHIPS + 1];
        for (row, catches) in points.iter_mut().zip(&catches) {
            let own = catches[seat.index()];
            let most = own[usize::from(MOST_STEPS)];
            let others = table.seats().into_iter().filter(|&other| other != seat);
            let theirs = others.map(|other| catches[other.index()][usize::from(MOST_STEPS)]).max().unwrap_or(0);
            for (cell, card) in row.iter_mut().zip(Card::ALL) {
                *cell = match usize::try_from(card.worth()) {
                    // More barrels on what brings more.
                    Ok(barrels) => (own[barrels] + 300) * (barrels as i32 + 1),
                    // The thief where somebody else gets more out of her, or wherever it is in nobody's way.
                    Err(_) if spiteful => (theirs - most).max(0) * 6,
                    Err(_) => 0,
                };
            }
        }
        points[SHIPS][whim(&KEPT, &mut dice)] = 1_000_000;
        moody_hand(&points, SWAY, &mut dice)
    }

    /// Shows the reserve for a ship that brings something with the steps that are left, the rather the higher it is.
    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let table = view.table();
        let Some(reserve) = view.own().and_then(|own| own.reserve) else { return false };
        let is_thief = reserve == Card::Thief;
        if is_thief && !table.options().thief_beats_kept {
            return false;
        }
        let pace = steps(tie.card, tie.thieves + u8::from(is_thief));
        let catch = self.catches(table, &[tie.ship])[tie.ship.index()][seat.index()][usize::from(pace)];
        catch > 0 && self.thoughts.dice(table, seat).below(100) < COURAGE[reserve.index()]
    }

    /// The most money for itself less that for others, then the least for others; then a course to somewhere near home.
    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let (table, seat) = (view.table(), activation.seat());
        let mut dice = self.thoughts.dice(table, seat);
        let colour = table.player(seat)?.colour;
        let home = from_havens(table.board(), colour, table.owners().closed());
        let before = activation.waters();
        let mut meter = self.thoughts.meter();
        let mut best: Option<(Course, Ending)> = None;
        let mut second: Option<(Course, Ending)> = None;
        let mut planner = Planner::new();
        for (number, ending) in meter.plan_in_full(&mut planner, activation).enumerate() {
            // Those that there are no nodes for are only looked at for money.
            let home = if meter.take() { Some(&home) } else { None };
            if number % ENDINGS_BETWEEN_LOOKS == 0 && meter.is_called_off() {
                break;
            }
            let course = Course::of(table, &ending, before, seat, home);
            let beats = |known: &Option<(Course, Ending)>| known.is_none_or(|(other, _)| course > other);
            if beats(&best) {
                second = best.replace((course, ending));
            } else if beats(&second) && best.is_some_and(|(first, _)| course < first) {
                second = Some((course, ending));
            }
        }
        self.thoughts.took(&meter);
        let (first, ending) = best?;
        match second {
            Some((course, other)) if first.earns_nothing() && course.pays_like(&first) && dice.below(100) < DRIFT => {
                Some(other)
            }
            _ => Some(ending),
        }
    }

    fn is_called_off(&self) -> bool {
        self.thoughts.is_called_off()
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}

/// After how many endings it looks whether it was called off.
const ENDINGS_BETWEEN_LOOKS: usize = 256;

/// An index, each so often in all.
fn whim(weights: &[u32], dice: &mut Dice) -> usize {
    let mut left = dice.below(weights.iter().sum());
    for (index, &weight) in weights.iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    0
}

/// What a deckhand sees in an ending, what counts most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Course {
    /// Thousands earned, less those earned for others.
    balance: i32,
    /// Thousands earned; as good a balance with less is one with less for others.
    own: std::cmp::Reverse<u16>,
    /// How promising the chests lie that are at sea; `None` if there was no time to look.
    near_home: Option<i32>,
}

impl Course {
    fn of(
        table: &Caribbean,
        ending: &Ending,
        before: &Waters,
        seat: Seat,
        home: Option<&[usize; MAX_SPACES]>,
    ) -> Course {
        let near = |home: &[usize; MAX_SPACES], ship: Ship| {
            let value = ending.waters.cargo().get(ship).map_or(0, |chest| i32::from(table.board().value(chest)));
            value * (8 - home[ending.waters.space(ship).index()] as i32)
        };
        Course {
            balance: balance(ending, before, seat, table.seats()),
            own: std::cmp::Reverse(ending.gain(seat, before)),
            near_home: home.map(|home| Ship::ALL.into_iter().map(|ship| near(home, ship)).sum()),
        }
    }

    fn earns_nothing(&self) -> bool {
        self.own.0 == 0
    }

    fn pays_like(&self, other: &Course) -> bool {
        self.balance == other.balance && self.own == other.own
    }
}
