//! Mixes for two: what one wins the other loses, so the two pools make a table of chances, and the mixes that belong to
//! it are found without drawing. Then each side looks for a hand that beats the other's mix, and the table grows by it.

use super::appraisal::moody_hand;
use super::bribing::{Round, climb};
use super::foresight::Hand;
use super::mix::Mix;
use super::outlook::CERTAIN;
use super::thinking::Meter;
use crate::caribbean::MAX_PLAYERS;
use crate::contract::Dice;

/// By how much a hand has to beat the own mix to be taken in: two thousandths of a game.
const GAIN_THAT_COUNTS: i64 = CERTAIN as i64 / 500;
/// How far the moods go in which a side looks for something quite different, in per cent.
const WILD: u32 = 90;
/// How many cells of the table are worth a node when a mix learns from it.
const CELLS_A_NODE: u64 = 8;
/// How much longer the mixes settle once the table is complete.
const LAST_SETTLING: i64 = 4;

/// Two seats and their table.
pub(super) struct Duel<'r, 'a, 'b> {
    round: &'r mut Round<'a, 'b>,
    seats: [usize; 2],
    pools: [Mix; 2],
    /// The first side's chances: rows are its hands, columns the second side's.
    table: Vec<Vec<i32>>,
}

impl<'r, 'a, 'b> Duel<'r, 'a, 'b> {
    pub(super) fn new(round: &'r mut Round<'a, 'b>, seats: [usize; 2], pools: [Mix; 2]) -> Duel<'r, 'a, 'b> {
        Duel { round, seats, pools, table: Vec::new() }
    }

    /// Both sides' mixes.
    pub(super) fn fight(mut self, dice: &mut Dice, meter: &mut Meter) -> [Mix; 2] {
        let care = self.round.care;
        self.fill(meter);
        let mut in_vain = 0;
        while meter.goes_on() && in_vain < care.patience {
            self.settle(care.settling, meter);
            in_vain += 1;
            for side in 0..2 {
                if self.answer(side, dice, meter) {
                    in_vain = 0;
                }
            }
        }
        // Whatever ended the search: a mix over what is in the table costs next to nothing.
        self.settle(care.settling * LAST_SETTLING, meter);
        self.pools
    }

    /// Plays what is missing in the table.
    fn fill(&mut self, meter: &mut Meter) {
        self.table.resize(self.pools[0].hands().len(), Vec::new());
        for (row, one) in self.table.iter_mut().zip(self.pools[0].hands()) {
            for other in &self.pools[1].hands()[row.len()..] {
                let chances = self.round.play(dealt(self.seats, [*one, *other]), meter);
                row.push(chances[self.seats[0]]);
            }
        }
    }

    /// Lets both sides learn from the whole table, a number of times.
    fn settle(&mut self, times: i64, meter: &mut Meter) {
        let [first, second] = &mut self.pools;
        first.begin_average();
        second.begin_average();
        let cells = (self.table.len() * second.hands().len()) as u64;
        for iteration in 1..=times {
            meter.take_many(cells / CELLS_A_NODE);
            let shares = second.shares();
            let against = |row: &Vec<i32>| {
                (row.iter().zip(&shares).map(|(&cell, &share)| i64::from(cell) * share).sum::<i64>() >> 16) as i32
            };
            first.learn(&self.table.iter().map(against).collect::<Vec<i32>>(), iteration);
            let mut sums = vec![0; second.hands().len()];
            for (row, share) in self.table.iter().zip(first.shares()) {
                sums.iter_mut().zip(row).for_each(|(sum, &cell)| *sum += i64::from(cell) * share);
            }
            second.learn(&sums.iter().map(|sum| CERTAIN - (sum >> 16) as i32).collect::<Vec<i32>>(), iteration);
        }
    }

    /// Looks for a hand that beats the other side's mix, and takes it in.
    fn answer(&mut self, side: usize, dice: &mut Dice, meter: &mut Meter) -> bool {
        let others = self.pools[1 - side].support();
        let begin = match dice.below(3) {
            0 => self.pools[side].likeliest(),
            1 => self.pools[side].draw_averaged(dice),
            _ => Some(moody_hand(&self.round.appraisal.points(self.seats[side]), WILD, dice)),
        };
        let Some(begin) = begin else { return false };
        let own = self.pools[side].support();
        let total: i64 = own.iter().map(|(_, weight)| weight).sum();
        let sum: i64 = own.iter().map(|(hand, weight)| self.against(side, hand, &others, meter) * weight).sum();
        let value = sum / total.max(1);
        let (hand, worth) = climb(begin, meter, |hand, meter| self.against(side, hand, &others, meter));
        if !meter.goes_on() || worth < value + GAIN_THAT_COUNTS {
            return false;
        }
        let found = self.pools[side].take_in(hand, usize::MAX);
        self.fill(meter);
        found
    }

    /// The chance of one hand against the other side's.
    fn against(&mut self, side: usize, hand: &Hand, others: &[(Hand, i64)], meter: &mut Meter) -> i64 {
        let (mut sum, mut total) = (0, 0);
        for (other, weight) in others {
            let hands = if side == 0 { [*hand, *other] } else { [*other, *hand] };
            let chances = self.round.play(dealt(self.seats, hands), meter);
            sum += i64::from(chances[self.seats[side]]) * weight;
            total += weight;
        }
        sum / total.max(1)
    }
}

fn dealt(seats: [usize; 2], hands: [Hand; 2]) -> [Option<Hand>; MAX_PLAYERS] {
    let mut dealt = [None; MAX_PLAYERS];
    for (seat, hand) in seats.into_iter().zip(hands) {
        dealt[seat] = Some(hand);
    }
    dealt
}
