//! What the others may have laid, as far as it can be known in the middle of a round: some cards lie open, the others
//! are hidden, and people lay high cards on ships that they want.

use super::appraisal::{Appraisal, Points};
use super::foresight::{Deal, Hand};
use crate::caribbean::{Card, Caribbean, MAX_PLAYERS, Own, Reserve, SHIPS};
use crate::contract::{Dice, Game, Seat};

/// Of so many ways to lay the hidden cards the most plausible one is supposed.
const GUESSES: usize = 3;

/// What a seat knows about the cards of this round.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// The cards that lie in known places; the others' hidden places are `None`.
    known: [[Option<Card>; SHIPS + 1]; MAX_PLAYERS],
    /// Everybody's cards that lie in places unknown.
    hidden: [Vec<Card>; MAX_PLAYERS],
    points: [Points; MAX_PLAYERS],
    spent: [bool; MAX_PLAYERS],
    lays: [bool; MAX_PLAYERS],
}

impl Beliefs {
    /// What this table tells, and to a player the own cards on top.
    pub(super) fn new(table: &Caribbean, own: Option<&Own>, appraisal: &Appraisal) -> Beliefs {
        let mut beliefs = Beliefs {
            known: [[None; SHIPS + 1]; MAX_PLAYERS],
            hidden: std::array::from_fn(|_| Vec::new()),
            points: std::array::from_fn(|seat| appraisal.points(seat)),
            spent: [false; MAX_PLAYERS],
            lays: [false; MAX_PLAYERS],
        };
        for seat in table.seats() {
            let Some(player) = table.player(seat) else { continue };
            let index = seat.index();
            let known = &mut beliefs.known[index];
            known[..SHIPS].copy_from_slice(&player.bribes);
            if let Reserve::Shown(card) | Reserve::LaidOpen(card) = player.reserve {
                known[SHIPS] = Some(card);
            }
            beliefs.spent[index] = player.reserve != Reserve::Unspent;
            let mut hidden = player.hidden_cards();
            beliefs.lays[index] = !hidden.is_empty();
            if let Some(own) = own.filter(|own| own.seat == seat) {
                known[..SHIPS].copy_from_slice(&own.bribes);
                known[SHIPS] = own.reserve.or(known[SHIPS]);
                known.iter().flatten().for_each(|&card| {
                    hidden.remove(card);
                });
            }
            beliefs.hidden[index] = hidden.iter().collect();
        }
        beliefs
    }

    /// One way in which all cards may lie.
    pub(super) fn suppose(&self, dice: &mut Dice) -> Deal {
        let hands = std::array::from_fn(|seat| self.lays[seat].then(|| self.suppose_hand(seat, dice)));
        Deal { hands, spent: self.spent }
    }

    fn suppose_hand(&self, seat: usize, dice: &mut Dice) -> Hand {
        let mut cards = self.hidden[seat].clone();
        let mut best: Option<(i32, Hand)> = None;
        for _ in 0..GUESSES {
            dice.shuffle(&mut cards);
            let mut rest = cards.iter();
            let mut points = 0;
            let hand = std::array::from_fn(|place| match self.known[seat][place] {
                Some(card) => card,
                None => {
                    let card = rest.next().copied().unwrap_or(Card::Thief);
                    points += self.points[seat][place][card.index()];
                    card
                }
            });
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, hand));
            }
            if cards.is_empty() {
                break;
            }
        }
        best.map_or(Card::ALL, |(_, hand)| hand)
    }

    /// Whether this seat's reserve can still be shown.
    pub(super) fn can_show(&self, seat: Seat) -> bool {
        !self.spent[seat.index()]
    }
}
