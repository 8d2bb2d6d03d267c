//! The thinking player: looks ahead to the end of the round, bribes by mixed strategies, and follows its own moves
//! through the ships that are still to come.

use super::Bot;
use super::appraisal::Appraisal;
use super::beliefs::Beliefs;
use super::bribing::{Care, Mixes, Round};
use super::commanding::{self, Depth};
use super::foresight::{Foresight, Hand};
use super::outlook::{Judgement, Outlook};
use super::thinking::{Budget, Cancel, Meter};
use super::tying::Showdown;
use crate::caribbean::{
    Card, Caribbean, Choice, Command, Phase, RESERVE, SHIPS, Ship, Tie, View, bribe_slot, tie_slot,
};
use crate::contract::{Action, Dice, Game, Sealed, Seat, SeatSet};

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
    seed: u64,
    skill: Skill,
    cancel: Cancel,
    nodes: u64,
}

impl Strategist {
    pub(super) fn new(skill: Skill, seed: u64, cancel: Cancel) -> Strategist {
        Strategist { seed, skill, cancel, nodes: 0 }
    }

    fn meter(&self) -> Meter {
        Meter::new(self.skill.budget, self.cancel.clone())
    }

    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Sealed<Choice> {
        let mut dice = decision_dice(self.seed, table, seat);
        let mut meter = self.meter();
        let mixes = mixes(table, &self.skill, &mut dice, &mut meter);
        self.nodes = meter.spent();
        let hand = mixes[seat.index()].as_ref().and_then(|mix| mix.draw(&mut dice)).unwrap_or(Card::ALL);
        sealed(&hand)
    }

    fn breaks_tie(&mut self, view: &View, tie: &Tie, seat: Seat) -> Choice {
        let table = view.table();
        let mut dice = decision_dice(self.seed, table, seat);
        let mut meter = self.meter();
        let outlook = Outlook::new(table, self.skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let next = tie.ship.index();
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &appraisal);
        let showdown = Showdown::new(&mut foresight, &beliefs, *tie, table.waters());
        let show = showdown.shows(seat, self.skill.tie_deals, &mut dice, &mut meter);
        self.nodes = meter.spent();
        if show { Choice::Show } else { Choice::Keep }
    }
}

/// Dice for one decision alone. They don't depend on who has locked before.
pub(super) fn decision_dice(seed: u64, table: &Caribbean, seat: Seat) -> Dice {
    let ship = match *table.phase() {
        Phase::TieSeal { tie, .. } => tie.ship.index() + 1,
        Phase::Activation { ship, .. } => ship.index() + 1 + SHIPS,
        _ => 0,
    };
    let moment = u64::from(table.decisions()) << 8 | (ship << 4 | seat.index()) as u64;
    Dice::from_seed(Dice::from_seed(seed).word() ^ Dice::from_seed(moment).word())
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

pub(super) fn sealed(hand: &Hand) -> Sealed<Choice> {
    let mut sealed = Sealed::default();
    for (ship, &card) in Ship::ALL.into_iter().zip(hand) {
        sealed.insert(bribe_slot(ship), Choice::Card(card));
    }
    sealed.insert(RESERVE, Choice::Card(hand[SHIPS]));
    sealed
}

impl Bot<Caribbean> for Strategist {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        let Some(seat) = view.own().map(|own| own.seat) else {
            return Sealed::default();
        };
        match *table.phase() {
            Phase::TieSeal { tie, .. } => {
                [(tie_slot(tie.ship), self.breaks_tie(view, &tie, seat))].into_iter().collect()
            }
            _ => self.bribe(table, seat),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let table = view.table();
        let Some(activation) = table.activation() else {
            return Action::default();
        };
        let mut dice = decision_dice(self.seed, table, activation.seat());
        let mut meter = self.meter();
        let outlook = Outlook::new(table, self.skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let next = activation.ship().index() + 1;
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &appraisal);
        let depth = &self.skill.depth;
        let best =
            commanding::best_ending(&activation, &outlook, &mut foresight, &beliefs, depth, &mut dice, &mut meter);
        self.nodes = meter.spent();
        commanding::way_to(&activation, best)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
