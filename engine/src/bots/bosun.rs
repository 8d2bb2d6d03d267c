//! The solid player: looks at each ship once, thinks of a few ways to bribe for what they are worth, and lays the one that
//! would do best against the like. Of a won ship it takes the best that it can do now.

use super::appraisal::{Appraisal, moody_hand};
use super::commanding;
use super::foresight::{Deal, Foresight, Hand};
use super::mind::{Mind, Thoughts};
use super::outlook::{FITTED, Outlook};
use super::strategist::bribing_seats;
use super::thinking::{Budget, Cancel};
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Caribbean, MAX_PLAYERS, Tie, View, steps};
use crate::contract::Seat;

/// How far its bribes vary from what it finds best, in per cent: enough not to be read like a book.
const SWAY: u32 = 25;
/// How many ways to bribe it thinks of, and against how many of the others' it tries them.
const IDEAS: usize = 4;

/// The bosun.
#[derive(Debug)]
pub(super) struct Bosun {
    thoughts: Thoughts,
}

impl Bosun {
    /// A bosun whose moods follow from the seed. The budget is a limit that it hardly ever comes near.
    pub(super) fn new(seed: u64, budget: Budget, cancel: Cancel) -> Bosun {
        Bosun { thoughts: Thoughts::new(seed, budget, cancel) }
    }

    fn appraise(&mut self, table: &Caribbean, next: usize) -> Appraisal {
        let outlook = Outlook::new(table, &FITTED);
        let mut foresight = Foresight::new(&outlook);
        let mut meter = self.thoughts.meter();
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        self.thoughts.took(&meter);
        appraisal
    }
}

impl Mind for Bosun {
    /// Of a few hands the one that does best against a few of everybody else's.
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let outlook = Outlook::new(table, &FITTED);
        let mut foresight = Foresight::new(&outlook);
        let mut meter = self.thoughts.meter();
        let appraisal = Appraisal::new(&mut foresight, table.waters(), 0, outlook.seats(), &mut meter);
        let start = foresight.begin(table.waters(), 0);
        let bribing = bribing_seats(table);
        let mut idea = |seat: Seat| moody_hand(&appraisal.points(seat.index()), SWAY, &mut dice);
        let own: [Hand; IDEAS] = std::array::from_fn(|_| idea(seat));
        let mut deals = [Deal { hands: [None; MAX_PLAYERS], spent: [false; MAX_PLAYERS] }; IDEAS];
        for deal in &mut deals {
            bribing.into_iter().for_each(|other| deal.hands[other.index()] = Some(idea(other)));
        }
        let mut worth = |hand: &Hand| -> i64 {
            let chances = deals.iter().map(|deal| {
                let mut deal = *deal;
                deal.hands[seat.index()] = Some(*hand);
                i64::from(foresight.play(start, &deal, &mut meter)[seat.index()])
            });
            chances.sum()
        };
        let best = own.into_iter().map(|hand| (worth(&hand), hand)).max_by_key(|(worth, _)| *worth);
        self.thoughts.took(&meter);
        best.map_or(own[0], |(_, hand)| hand)
    }

    /// Shows the reserve if this ship is worth at least as much as those to come on average.
    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let here = tie.ship.index();
        let appraisal = self.appraise(view.table(), here);
        let pace = usize::from(steps(tie.card, tie.thieves));
        let stake = |ship: usize| appraisal.gains[ship][seat.index()][pace] + appraisal.threat(ship, seat.index());
        let later: Vec<i32> = (here + 1..appraisal.gains.len()).map(stake).collect();
        let average = later.iter().sum::<i32>() / (later.len() as i32).max(1);
        stake(here) > 0 && stake(here) >= average
    }

    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let outlook = Outlook::new(view.table(), &FITTED);
        let mut meter = self.thoughts.meter();
        let best = commanding::best_at_once(activation, &outlook, &mut meter);
        self.thoughts.took(&meter);
        best
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}
