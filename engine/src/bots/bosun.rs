//! The solid player: looks at each ship once, bribes for what it is worth, and takes the best that a won ship can do now.
//! It knows what chests are worth to whom, but neither plays the round through nor mixes its bribes.

use super::appraisal::{Appraisal, moody_hand};
use super::foresight::Foresight;
use super::outlook::{FITTED, Outlook};
use super::strategist::{decision_dice, sealed};
use super::thinking::{Budget, Cancel, Meter};
use super::{Bot, commanding};
use crate::caribbean::{Caribbean, Choice, Command, Phase, Tie, View, steps, tie_slot};
use crate::contract::{Action, Sealed, Seat};

/// How far its bribes vary from what it finds best, in per cent: enough not to be read like a book.
const SWAY: u32 = 25;

/// The bosun.
#[derive(Debug)]
pub struct Bosun {
    seed: u64,
    budget: Budget,
    cancel: Cancel,
    nodes: u64,
}

impl Bosun {
    /// A bosun whose moods follow from the seed. The budget is a limit that it hardly ever comes near.
    pub fn new(seed: u64, budget: Budget, cancel: Cancel) -> Bosun {
        Bosun { seed, budget, cancel, nodes: 0 }
    }

    fn meter(&self) -> Meter {
        Meter::new(self.budget, self.cancel.clone())
    }

    fn appraise(&mut self, table: &Caribbean, next: usize) -> Appraisal {
        let outlook = Outlook::new(table, &FITTED);
        let mut foresight = Foresight::new(&outlook);
        let mut meter = self.meter();
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        self.nodes = meter.spent();
        appraisal
    }

    /// Shows the reserve if this ship is worth at least as much as those to come on average.
    fn shows(&mut self, table: &Caribbean, seat: Seat, tie: &Tie) -> bool {
        let here = tie.ship.index();
        let appraisal = self.appraise(table, here);
        let pace = usize::from(steps(tie.card, tie.thieves));
        let stake = |ship: usize| appraisal.gains[ship][seat.index()][pace] + appraisal.threat(ship, seat.index());
        let later: Vec<i32> = (here + 1..appraisal.gains.len()).map(stake).collect();
        let average = later.iter().sum::<i32>() / (later.len() as i32).max(1);
        stake(here) > 0 && stake(here) >= average
    }
}

impl Bot<Caribbean> for Bosun {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        let Some(seat) = view.own().map(|own| own.seat) else {
            return Sealed::default();
        };
        match *table.phase() {
            Phase::TieSeal { tie, .. } => {
                let choice = if self.shows(table, seat, &tie) { Choice::Show } else { Choice::Keep };
                [(tie_slot(tie.ship), choice)].into_iter().collect()
            }
            _ => {
                let points = self.appraise(table, 0).points(seat.index());
                sealed(&moody_hand(&points, SWAY, &mut decision_dice(self.seed, table, seat)))
            }
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let Some(activation) = view.table().activation() else {
            return Action::default();
        };
        let outlook = Outlook::new(view.table(), &FITTED);
        let mut meter = self.meter();
        let best = commanding::best_at_once(&activation, &outlook, &mut meter);
        self.nodes = meter.spent();
        commanding::way_to(&activation, best)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
