//! What each ship is worth to each seat, taken one by one from the present position, and which cards that suggests.

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::foresight::{Foresight, Hand, Moment, PACES};
use super::thinking::Meter;
use crate::caribbean::{Card, MAX_PLAYERS, SHIPS, Waters, steps};
use crate::contract::Dice;

/// The chance in per cent that a bribe of so many barrels wins, for 0 to 5.
pub(super) const WIN_CHANCE: [i32; PACES] = [8, 22, 42, 62, 80, 92];
/// What a card is worth as a reserve, in doubloons: thief, 0, 1 … 5. A middle card breaks most ties and costs little.
const RESERVE_WORTH: [i32; Card::ALL.len()] = [0, 70, 170, 270, 300, 320, 330];
/// How many steps somebody who wants a ship has, as a rule.
pub(super) const USUAL_STEPS: usize = 4;

/// Points for every card in every place: the ships in order, then the reserve.
pub(super) type Points = [[i32; Card::ALL.len()]; SHIPS + 1];

/// What each ship would bring to each seat with 0 to 5 steps, in doubloons and compared with the rivals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Appraisal {
    pub(super) gains: [[[i32; PACES]; MAX_PLAYERS]; SHIPS],
    /// Where it was looked for each ship; `None` for those that have moved.
    pub(super) moments: [Option<Moment>; SHIPS],
    seats: usize,
}

impl Appraisal {
    /// Appraises the ships from number `next` on. Those that are not looked at, because the thinking ends, are worth
    /// nothing.
    pub(super) fn new(foresight: &mut Foresight<'_>, waters: &Waters, next: usize, meter: &mut Meter) -> Appraisal {
        let seats = foresight.seats();
        let mut gains = [[[0; PACES]; MAX_PLAYERS]; SHIPS];
        let mut moments = [None; SHIPS];
        for (ship, (gains, at)) in gains.iter_mut().zip(&mut moments).enumerate().skip(next) {
            let moment = *at.insert(foresight.begin(waters, ship));
            if let Some(branches) = foresight.look(moment, meter) {
                *gains = branches.gains;
            }
        }
        Appraisal { gains, moments, seats }
    }

    /// What it costs `seat`, in doubloons, if somebody else commands the ship, on average.
    pub(super) fn threat(&self, ship: usize, seat: usize) -> i32 {
        self.over_others(seat, |other| self.gains[ship][other][USUAL_STEPS])
    }

    /// What a thief on the ship saves `seat`, on average.
    pub(super) fn slowing(&self, ship: usize, seat: usize) -> i32 {
        self.over_others(seat, |other| self.gains[ship][other][USUAL_STEPS] - self.gains[ship][other][USUAL_STEPS - 1])
    }

    /// How good it is for `seat` to lay each card in each place, if everybody bribes as people do.
    pub(super) fn points(&self, seat: usize) -> Points {
        let mut points = [[0; Card::ALL.len()]; SHIPS + 1];
        for (ship, row) in points.iter_mut().enumerate().take(SHIPS) {
            let threat = self.threat(ship, seat);
            for (cell, card) in row.iter_mut().zip(Card::ALL) {
                *cell = match usize::try_from(card.worth()) {
                    Ok(barrels) => (self.gains[ship][seat][barrels] + threat) * WIN_CHANCE[barrels] / 100,
                    Err(_) => self.slowing(ship, seat),
                };
            }
        }
        points[SHIPS] = RESERVE_WORTH;
        points
    }

    /// How good it is for the first of two seats to lay each card in each place, if the second lays these hands, each as
    /// often as its weight says: by each ship alone, as if the others stayed where they are.
    pub(super) fn points_against(&self, [seat, other]: [usize; 2], hands: &[(Hand, i64)]) -> Points {
        let total = hands.iter().map(|(_, weight)| weight).sum::<i64>().max(1);
        let mut points = [[0; Card::ALL.len()]; SHIPS + 1];
        for (ship, row) in points.iter_mut().enumerate().take(SHIPS) {
            let gain = |seat: usize, high: Card, low: Card| {
                self.gains[ship][seat][usize::from(steps(high, u8::from(low == Card::Thief)))]
            };
            for (cell, card) in row.iter_mut().zip(Card::ALL) {
                let won = |theirs: Card| match card.cmp(&theirs) {
                    Ordering::Greater => gain(seat, card, theirs),
                    Ordering::Equal => 0,
                    Ordering::Less => -gain(other, theirs, card),
                };
                let sum: i64 = hands.iter().map(|(hand, weight)| i64::from(won(hand[ship])) * weight).sum();
                *cell = (sum / total) as i32;
            }
        }
        points[SHIPS] = RESERVE_WORTH;
        points
    }

    fn over_others(&self, seat: usize, loss: impl Fn(usize) -> i32) -> i32 {
        let others = self.seats as i32 - 1;
        (0..self.seats).filter(|&other| other != seat).map(loss).sum::<i32>() / (others * others).max(1)
    }
}

/// The hand with the most points in some mood: every ship's points go up or down by as much as `sway` per cent.
pub(super) fn moody_hand(points: &Points, sway: u32, dice: &mut Dice) -> Hand {
    let mut swayed = *points;
    for row in swayed.iter_mut().take(SHIPS) {
        let mood = 100 - sway as i32 + dice.below(2 * sway + 1) as i32;
        row.iter_mut().for_each(|cell| *cell = *cell * mood / 100);
    }
    best_hand(&swayed)
}

/// The cards for the six ships and the reserve that add up to the most points, out of all 5,040 ways. Found set by set:
/// the best way to lay certain cards on the first ships does not depend on how the others are laid.
pub(super) fn best_hand(points: &Points) -> Hand {
    const SETS: usize = 1 << Card::ALL.len();
    // For every set of cards: the most points in the first places, as many as there are cards, and the last card laid.
    let mut most = [0; SETS];
    let mut last = [0; SETS];
    for set in 1..SETS {
        let row = &points[set.count_ones() as usize - 1];
        let mut best = (i32::MIN, 0);
        let mut cards = set;
        while cards != 0 {
            let card = cards.trailing_zeros() as usize;
            cards &= cards - 1;
            let sum = most[set ^ 1 << card] + row[card];
            if sum > best.0 {
                best = (sum, card);
            }
        }
        (most[set], last[set]) = best;
    }
    let mut hand = Card::ALL;
    let mut set = SETS - 1;
    for place in hand.iter_mut().rev() {
        let card = last[set];
        *place = Card::ALL[card];
        set ^= 1 << card;
    }
    hand
}

/// All 5,040 ways to lay the cards.
pub(super) fn every_hand() -> &'static [Hand] {
    static HANDS: LazyLock<Vec<Hand>> = LazyLock::new(|| {
        let mut hands = vec![Card::ALL];
        for place in 1..Card::ALL.len() {
            // Whatever lies in the places before: each of them may be exchanged with this one, or none.
            for index in 0..hands.len() {
                for other in 0..place {
                    let mut hand = hands[index];
                    hand.swap(place, other);
                    hands.push(hand);
                }
            }
        }
        hands
    });
    &HANDS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_points(points: &Points, hand: &Hand) -> i32 {
        points.iter().zip(hand).map(|(row, card)| row[card.index()]).sum()
    }

    #[test]
    fn points_against_a_hand_are_what_each_card_wins_or_lets_the_other_win() {
        let mut gains = [[[0; PACES]; MAX_PLAYERS]; SHIPS];
        gains[0][0] = [0, 10, 20, 30, 40, 50];
        gains[0][1] = [0, 1, 2, 3, 4, 5];
        let appraisal = Appraisal { gains, moments: [None; SHIPS], seats: 2 };
        let mut hand = Card::ALL;
        hand[0] = Card::Three;
        assert_eq!(appraisal.points_against([0, 1], &[(hand, 7)])[0], [-2, -3, -3, -3, 0, 40, 50]);
        hand[0] = Card::Thief;
        assert_eq!(appraisal.points_against([0, 1], &[(hand, 7)])[0], [0, 0, 0, 10, 20, 30, 40]);
    }

    #[test]
    fn every_hand_is_there_once() {
        let mut hands = every_hand().to_vec();
        hands.sort_unstable();
        hands.dedup();
        assert_eq!(hands.len(), 5_040);
    }

    #[test]
    fn no_random_hand_has_more_points_than_the_best_one() {
        let mut dice = Dice::from_seed(9);
        for _ in 0..50 {
            let points: Points = std::array::from_fn(|_| std::array::from_fn(|_| dice.below(1_000) as i32 - 300));
            let best = best_hand(&points);
            let mut sorted = best;
            sorted.sort_unstable();
            assert_eq!(sorted, Card::ALL);
            let mut hand = Card::ALL;
            for _ in 0..2_000 {
                dice.shuffle(&mut hand);
                assert!(count_points(&points, &hand) <= count_points(&points, &best), "{hand:?} beats {best:?}");
            }
        }
    }
}
