//! Who commands a ship, and how far it may go (section 6 of the rules).

use super::card::Card;
use super::options::Options;
use crate::contract::{Seat, SeatMap, SeatSet};

/// What the bribes on one ship come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no bribe of zero barrels or more (R2, R53).
    NoBribe,
    /// One seat offered the most.
    Won {
        /// The seat.
        seat: Seat,
        /// Its card.
        card: Card,
        /// The thieves that slow the ship.
        thieves: u8,
    },
    /// Several seats offered the most.
    Tied {
        /// Who.
        seats: SeatSet,
        /// The card that all of them laid.
        card: Card,
        /// The thieves among the bribes.
        thieves: u8,
    },
}

/// Compares the bribes on a ship. A seat without a card has no bribe: it can't win, tie or slow the ship.
pub fn compare(bribes: &SeatMap<Card>) -> Verdict {
    let Some(card) = bribes.iter().map(|(_, &card)| card).filter(|&card| card != Card::Thief).max() else {
        return Verdict::NoBribe;
    };
    let seats: SeatSet = bribes.iter().filter(|&(_, &laid)| laid == card).map(|(seat, _)| seat).collect();
    let thieves = count_thieves(bribes);
    match seats.single() {
        Some(seat) => Verdict::Won { seat, card, thieves },
        None => Verdict::Tied { seats, card, thieves },
    }
}

/// What the shown reserves of the tied seats come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieVerdict {
    /// One seat has the highest reserve of those shown.
    Won {
        /// The seat.
        seat: Seat,
        /// The thieves among the shown reserves, which slow the ship too (R14).
        thieves: u8,
    },
    /// Nobody showed a reserve (R10).
    NobodyShowed,
    /// The highest are equal, or only a thief was shown where a thief does not count (R11, R9).
    Unbroken,
}

/// Compares the reserves that were shown. A shown card beats every kept one (R9).
pub fn compare_reserves(shown: &SeatMap<Card>, options: &Options) -> TieVerdict {
    let Some(best) = shown.iter().map(|(_, &card)| card).max() else {
        return TieVerdict::NobodyShowed;
    };
    let holders: SeatSet = shown.iter().filter(|&(_, &card)| card == best).map(|(seat, _)| seat).collect();
    match holders.single() {
        Some(seat) if best != Card::Thief || options.thief_beats_kept => {
            TieVerdict::Won { seat, thieves: count_thieves(shown) }
        }
        _ => TieVerdict::Unbroken,
    }
}

/// The most steps that any bribe gives.
pub const MOST_STEPS: u8 = Card::Five.worth().unsigned_abs();

/// How many steps a ship may take that was won with this card (R4): never below none.
pub fn steps(card: Card, thieves: u8) -> u8 {
    card.worth().max(0).unsigned_abs().saturating_sub(thieves)
}

fn count_thieves(cards: &SeatMap<Card>) -> u8 {
    cards.iter().filter(|&(_, &card)| card == Card::Thief).count() as u8
}
