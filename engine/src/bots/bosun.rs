//! The solid player: looks at each ship once, thinks of a few ways to bribe for what they are worth, and lays the one that
//! would do best against the like. Of a won ship it takes the best that it can do now.

use super::appraisal::moody_hand;
use super::bribing::bribing_seats;
use super::commanding;
use super::foresight::{Deal, Hand};
use super::lookout::Lookout;
use super::mind::{Mind, Thoughts};
use super::outlook::{FITTED, Outlook};
use super::thinking::{Budget, Cancel};
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, Card, Caribbean, MAX_PLAYERS, Tie, View, steps};
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
}

impl Mind for Bosun {
    /// Of a few hands the one that does best against a few of everybody else's.
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let mut dice = self.thoughts.dice(table, seat);
        let mut meter = self.thoughts.meter();
        let Lookout { mut foresight, appraisal } = Lookout::new(table, &FITTED, 0, &mut meter);
        let start = foresight.begin(table.waters(), 0);
        let bribing = bribing_seats(table);
        let mut idea = |seat: Seat| moody_hand(&appraisal.points(seat.index()), SWAY, &mut dice);
        let own: [Hand; IDEAS] = std::array::from_fn(|_| idea(seat));
        let mut deals = [Deal::fresh([None; MAX_PLAYERS]); IDEAS];
        for deal in &mut deals {
            bribing.into_iter().for_each(|other| deal.hands[other.index()] = Some(idea(other)));
        }
        let mut worth = |hand: &Hand| foresight.worth(start, seat, hand, &deals, &mut meter);
        let best = own.into_iter().map(|hand| (worth(&hand), hand)).max_by_key(|(worth, _)| *worth);
        self.thoughts.took(&meter);
        best.map_or(own[0], |(_, hand)| hand)
    }

    /// Shows the reserve if this ship is worth at least as much as those to come on average. A thief costs it a step.
    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let is_thief = view.own().and_then(|own| own.reserve) == Some(Card::Thief);
        if is_thief && !view.table().options().thief_beats_kept {
            return false;
        }
        let here = tie.ship.index();
        let mut meter = self.thoughts.meter();
        let appraisal = Lookout::new(view.table(), &FITTED, here, &mut meter).appraisal;
        self.thoughts.took(&meter);
        let pace = usize::from(steps(tie.card, tie.thieves + u8::from(is_thief)));
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

    fn is_called_off(&self) -> bool {
        self.thoughts.is_called_off()
    }

    fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}
