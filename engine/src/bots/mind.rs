//! The three questions that every bot but the random one answers, however it thinks.

use std::cell::Cell;

use super::Bot;
use super::commanding::way_to;
use super::foresight::Hand;
use super::thinking::{Budget, Cancel, Meter};
use crate::caribbean::planner::Ending;
use crate::caribbean::{
    Activation, Caribbean, Choice, Command, Phase, RESERVE, SHIPS, Ship, Tie, View, bribe_slot, tie_slot,
};
use crate::contract::{Action, Dice, Game, Sealed, Seat};

/// Somebody's way to decide.
pub(super) trait Mind: Send {
    /// The cards for the ships, and the reserve.
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand;

    /// Whether to show the reserve in a tie.
    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool;

    /// What to do with a won ship; `None` for nothing.
    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending>;

    /// Whether somebody waits for a decision at once.
    fn is_called_off(&self) -> bool {
        false
    }

    /// How many nodes the last decision took.
    fn nodes(&self) -> u64 {
        0
    }
}

impl<M: Mind> Bot<Caribbean> for M {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let Some(seat) = view.own().map(|own| own.seat) else {
            return Sealed::default();
        };
        match *view.table().phase() {
            Phase::TieSeal { tie, .. } => {
                let choice = if self.shows(view, &tie, seat) { Choice::Show } else { Choice::Keep };
                [(tie_slot(tie.ship), choice)].into_iter().collect()
            }
            _ => sealed(&self.bribe(view.table(), seat)),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let Some(activation) = view.table().activation() else {
            return Action::default();
        };
        let ending = self.course(view, &activation);
        way_to(&activation, ending, || self.is_called_off())
    }

    fn nodes(&self) -> u64 {
        Mind::nodes(self)
    }
}

/// A hand as it is sealed.
pub(super) fn sealed(hand: &Hand) -> Sealed<Choice> {
    let mut sealed = Sealed::default();
    for (ship, &card) in Ship::ALL.into_iter().zip(hand) {
        sealed.insert(bribe_slot(ship), Choice::Card(card));
    }
    sealed.insert(RESERVE, Choice::Card(hand[SHIPS]));
    sealed
}

/// What the decisions of a bot that counts its nodes follow from, but for what it sees; and what the last one took.
#[derive(Debug)]
pub(super) struct Thoughts {
    seed: u64,
    budget: Budget,
    cancel: Cancel,
    nodes: Cell<u64>,
}

impl Thoughts {
    pub(super) fn new(seed: u64, budget: Budget, cancel: Cancel) -> Thoughts {
        Thoughts { seed, budget, cancel, nodes: Cell::new(0) }
    }

    /// Dice for one decision alone. They don't depend on who has locked before.
    pub(super) fn dice(&self, table: &Caribbean, seat: Seat) -> Dice {
        let ship = match *table.phase() {
            Phase::TieSeal { tie, .. } => tie.ship.index() + 1,
            Phase::Activation { ship, .. } => ship.index() + 1 + SHIPS,
            _ => 0,
        };
        let moment = u64::from(table.decisions()) << 8 | (ship << 4 | seat.index()) as u64;
        Dice::from_seed(Dice::from_seed(self.seed).word() ^ Dice::from_seed(moment).word())
    }

    /// A full budget.
    pub(super) fn meter(&self) -> Meter {
        self.meter_of(self.budget)
    }

    /// A budget for a part of a decision.
    pub(super) fn meter_of(&self, budget: Budget) -> Meter {
        Meter::new(budget, self.cancel.clone())
    }

    /// Whether the thinking was called off.
    pub(super) fn is_called_off(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Notes what a decision has taken.
    pub(super) fn took(&self, meter: &Meter) {
        self.took_all(&[meter]);
    }

    /// Notes what the parts of a decision have taken.
    pub(super) fn took_all(&self, meters: &[&Meter]) {
        self.nodes.set(meters.iter().map(|meter| meter.spent()).sum());
    }

    /// How many nodes the last decision took.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.get()
    }
}
