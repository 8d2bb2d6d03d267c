//! Which cards to suggest: a hand that does what the words say, unless that costs too much.

use super::{MOST_SHIPS, ShipAdvice, spoken};
use crate::bots::bribing::{Mixes, climb};
use crate::bots::foresight::{Deal, Foresight, Hand, Moment};
use crate::bots::melee::deals;
use crate::bots::mix::Mix;
use crate::bots::outlook::CERTAIN;
use crate::bots::thinking::Meter;
use crate::caribbean::{Card, Ship};
use crate::contract::{Dice, Seat};

/// Against how many deals hands are tried while better ones are looked for, and in the end.
const TRIALS: usize = 64;
const LAST_TRIALS: usize = 256;
/// What part of a game it has to bring not to lay a ship's card as plainly as the words put it, by how much she matters.
const SUBTLETY: [i64; MOST_SHIPS] = [CERTAIN as i64 / 8, CERTAIN as i64 / 16, CERTAIN as i64 / 32];

/// A round for which a hand is looked for.
pub(super) struct Laying<'a, 'b> {
    pub(super) foresight: &'a mut Foresight<'b>,
    pub(super) start: Moment,
    pub(super) seat: Seat,
    pub(super) mixes: &'a Mixes,
    /// The one that matters most first, as in the advice.
    pub(super) ships: &'a [ShipAdvice],
}

impl Laying<'_, '_> {
    /// The hand that does best against what the others may lay. It is plain, with higher cards on ships that matter
    /// more, but for where another does clearly better.
    pub(super) fn hand(mut self, dice: &mut Dice, meter: &mut Meter) -> Hand {
        let usual = self.mixes[self.seat.index()].as_ref().and_then(Mix::likeliest).unwrap_or(Card::ALL);
        let mixes = std::slice::from_ref(self.mixes);
        let trials = deals(mixes, TRIALS, dice);
        let [plain, subtle] = [made_plain(usual, self.ships), usual]
            .map(|begin| climb(begin, meter, |hand, meter| self.merit(hand, &trials, meter)).0);
        let trials = deals(mixes, LAST_TRIALS, dice);
        let [plainly, subtly] = [plain, subtle].map(|hand| self.merit(&hand, &trials, meter));
        // What was cut short is not comparable.
        if subtly > plainly && meter.goes_on() { subtle } else { plain }
    }

    fn merit(&mut self, hand: &Hand, deals: &[Deal], meter: &mut Meter) -> i64 {
        let ranked = spoken(self.ships).zip(SUBTLETY);
        let subtle = ranked.filter(|(advice, _)| !is_plain_on(hand, advice, self.ships));
        // A higher card on a ship that does not matter can't be explained at all.
        let better = highest(hand).0;
        let explained = self.ships.iter().any(|advice| advice.ship == better && advice.is_worth_a_word());
        // Nor can a thief on the ship that matters most, where it spoils nothing.
        let wasted = |advice: &ShipAdvice| hand[advice.ship.index()] == Card::Thief;
        let first = spoken(self.ships).next().map(|advice| advice.ship);
        let cost = subtle.map(|(advice, cost)| {
            if explained && !(wasted(advice) && first == Some(advice.ship)) { cost } else { CERTAIN.into() }
        });
        let cost: i64 = cost.sum();
        self.foresight.worth(self.start, self.seat, hand, deals, meter) - cost * deals.len() as i64
    }
}

/// Whether the card on a ship says the same as the words: no ship that matters less has a higher one, or it is a thief
/// that spoils something.
pub(super) fn is_plain_on(hand: &Hand, advice: &ShipAdvice, ships: &[ShipAdvice]) -> bool {
    match hand[advice.ship.index()] {
        Card::Thief => advice.thief.is_some(),
        card => ships.iter().all(|other| other.matters_as_much_as(advice) || hand[other.ship.index()] < card),
    }
}

/// The hand with cards exchanged where it is not plain: from the ship that matters most on, each gets the highest card
/// of those that matter less.
fn made_plain(mut hand: Hand, ships: &[ShipAdvice]) -> Hand {
    for (rank, advice) in spoken(ships).enumerate() {
        if !is_plain_on(&hand, advice, ships)
            && let Some(highest) = ships[rank..].iter().max_by_key(|other| hand[other.ship.index()])
        {
            hand.swap(advice.ship.index(), highest.ship.index());
        }
    }
    hand
}

/// The ship with the highest card, and that card.
pub(super) fn highest(hand: &Hand) -> (Ship, Card) {
    Ship::ALL.into_iter().zip(*hand).max_by_key(|(_, card)| *card).unwrap_or((Ship::A, hand[0]))
}
