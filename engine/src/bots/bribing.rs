//! How to bribe when everybody bribes at once: a mix of hands for every seat, found by playing the round through in the
//! mind.
//!
//! Every seat has a pool of hands that are worth a thought. The mixes over the pools learn from each other by regret
//! matching (`mix.rs`), and in between each pool takes in hands that answer what the others have come to lay: a *double
//! oracle*. Two seats share one table of chances (`duel.rs`); more learn from draws (`melee.rs`).

use super::appraisal::{Appraisal, moody_hand};
use super::duel::Duel;
use super::foresight::{Deal, Foresight, Hand, Moment};
use super::lookout::Lookout;
use super::melee::Melee;
use super::mix::Mix;
use super::thinking::Meter;
use crate::caribbean::{Caribbean, MAX_PLAYERS, Phase};
use crate::contract::{Dice, Game, SeatSet};

/// Everybody's mix; `None` for a seat that lays nothing.
pub(super) type Mixes = [Option<Mix>; MAX_PLAYERS];

/// How much care goes into a mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Care {
    /// With how many hands each pool begins.
    pub(super) first_hands: usize,
    /// Among more than two: how many hands a pool holds at most. The one that is regretted least makes room.
    pub(super) most_hands: usize,
    /// In a duel: with how many hands in a pool the search for answers ends.
    pub(super) most_in_duel: usize,
    /// In a duel: how often both sides learn from the table before they look for answers.
    pub(super) settling: i64,
    /// In a duel: how often in a row the search for answers may be in vain before it ends.
    pub(super) patience: u32,
    /// In a duel: whether then all hands there are have to be tried, before it does.
    pub(super) exhaustive: bool,
    /// Among more: after how many nodes each the pools take in answers.
    pub(super) nodes_between_answers: u64,
    /// Among more: against how many draws of the others an answer is tried.
    pub(super) trials: usize,
}

/// A round before its first ship, in which these seats bribe.
pub(super) struct Round<'a, 'b> {
    pub(super) foresight: &'a mut Foresight<'b>,
    pub(super) start: Moment,
    pub(super) appraisal: &'a Appraisal,
    pub(super) bribing: SeatSet,
    pub(super) care: Care,
}

/// The moment before the first ship of the round that begins at the table, and everybody's mix for it.
pub(super) fn mixes(lookout: &mut Lookout<'_>, care: Care, dice: &mut Dice, meter: &mut Meter) -> (Moment, Mixes) {
    let Lookout { foresight, appraisal } = lookout;
    let table = foresight.outlook().table();
    let start = foresight.begin(table.waters(), 0);
    let mut round = Round { foresight, start, appraisal, bribing: bribing_seats(table), care };
    (start, round.solve(dice, meter))
}

/// Who lays cards in this round.
pub(super) fn bribing_seats(table: &Caribbean) -> SeatSet {
    match *table.phase() {
        Phase::Bribing { late, .. } => table.present().without(late),
        _ => table.present(),
    }
}

impl Round<'_, '_> {
    /// Finds a mix for every seat that bribes.
    fn solve(&mut self, dice: &mut Dice, meter: &mut Meter) -> Mixes {
        let mut mixes: Mixes = std::array::from_fn(|_| None);
        for seat in self.bribing {
            mixes[seat.index()] = Some(Mix::new(self.first_hands(seat.index(), dice)));
        }
        let seats: Vec<usize> = self.bribing.into_iter().map(|seat| seat.index()).collect();
        match seats[..] {
            // Chances of two seats add up to one only if nobody else can win.
            [one, other] if self.foresight.seats() == 2 => {
                let pools = [one, other].map(|seat| mixes[seat].take());
                if let [Some(first), Some(second)] = pools {
                    let [first, second] = Duel::new(self, [one, other], [first, second]).fight(dice, meter);
                    (mixes[one], mixes[other]) = (Some(first), Some(second));
                }
            }
            _ => Melee::new(self, &mut mixes).fight(dice, meter),
        }
        mixes
    }

    /// One way in which the round may go, by these hands.
    pub(super) fn play(&mut self, hands: [Option<Hand>; MAX_PLAYERS], meter: &mut Meter) -> [i32; MAX_PLAYERS] {
        self.foresight.play(self.start, &Deal::fresh(hands), meter)
    }

    /// Hands as people lay them, in various moods.
    fn first_hands(&self, seat: usize, dice: &mut Dice) -> Vec<Hand> {
        let points = self.appraisal.points(seat);
        let count = self.care.first_hands;
        let attempts = count as u32 * 3;
        let mut hands: Vec<Hand> = Vec::new();
        for attempt in 0..attempts {
            let hand = moody_hand(&points, 10 + 60 * attempt / attempts, dice);
            if !hands.contains(&hand) && hands.len() < count {
                hands.push(hand);
            }
        }
        hands
    }
}

/// A hand that is reached from this one by exchanging two cards at a time, as long as that helps, and that no exchange
/// makes better; and its worth.
pub(super) fn climb(mut hand: Hand, meter: &mut Meter, mut worth: impl FnMut(&Hand, &mut Meter) -> i64) -> (Hand, i64) {
    let places = hand.len();
    let exchanges = (0..places).flat_map(|first| (first + 1..places).map(move |second| (first, second)));
    let mut most = worth(&hand, meter);
    let mut in_vain = 0;
    for (first, second) in exchanges.clone().cycle() {
        let mut other = hand;
        other.swap(first, second);
        let sum = worth(&other, meter);
        if !meter.goes_on() {
            break;
        }
        if sum > most {
            (hand, most, in_vain) = (other, sum, 0);
        } else {
            in_vain += 1;
        }
        if in_vain == places * (places - 1) / 2 {
            break;
        }
    }
    (hand, most)
}
