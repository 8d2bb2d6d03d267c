//! Mixes for two: what one wins the other loses, so the two pools make a table of chances, and the mixes that belong to
//! it are found without drawing. Then each side looks for a hand that beats the other's mix, and the table grows by it.

use super::appraisal::{every_hand, moody_hand};
use super::bribing::{Round, climb};
use super::foresight::Hand;
use super::mix::Mix;
use super::outlook::CERTAIN;
use super::thinking::Meter;
use crate::caribbean::{Card, MAX_PLAYERS};
use crate::contract::Dice;

/// By how much a hand has to beat the own mix to be taken in: two thousandths of a game.
const GAIN_THAT_COUNTS: i64 = CERTAIN as i64 / 500;
/// How far the moods go in which a side looks for something quite different, in per cent.
const WILD: u32 = 90;
/// How far the moods go in which a side looks for an answer ship by ship, in per cent.
const SWAY: u32 = 20;
/// How many cells of the table are worth a node when a mix learns from it; every hand is worth one besides.
const CELLS_A_NODE: u64 = 16;
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
        while meter.goes_on() && in_vain <= care.patience && !self.is_full() {
            self.settle(care.settling, meter);
            let last = in_vain == care.patience;
            if last && !care.exhaustive {
                break;
            }
            in_vain += 1;
            for side in 0..2 {
                let found = if last { self.best_answer(side, meter) } else { self.answer(side, dice, meter) };
                if found {
                    in_vain = 0;
                }
            }
        }
        // Whatever ended the search: a mix over what is in the table costs next to nothing.
        self.settle(care.settling * LAST_SETTLING, meter);
        self.pools.map(Mix::with_rare_hands)
    }

    /// Whether a side has as many hands as it may have.
    fn is_full(&self) -> bool {
        self.pools.iter().any(|pool| pool.hands().len() >= self.round.care.most_in_duel)
    }

    /// Plays what is missing in the table. If the thinking ends on the way, what was not played to the end is no chance to
    /// compare: the hands that it belongs to are forgotten.
    fn fill(&mut self, meter: &mut Meter) {
        let known = [self.table.len(), self.table.first().map_or(0, Vec::len)];
        self.table.resize(self.pools[0].hands().len(), Vec::new());
        for row in 0..self.table.len() {
            let one = self.pools[0].hands()[row];
            for column in self.table[row].len()..self.pools[1].hands().len() {
                let other = self.pools[1].hands()[column];
                let chances = self.round.play(dealt(self.seats, [one, other]), meter);
                if !meter.goes_on() {
                    // In a table that had not been complete before, the rows so far are.
                    return self.forget(if known[0] > 0 { known } else { [row, self.pools[1].hands().len()] });
                }
                self.table[row].push(chances[self.seats[0]]);
            }
        }
    }

    /// Leaves only so many rows and columns, and their hands. With none at all the first hands stay as they are, one as
    /// good as the other.
    fn forget(&mut self, [rows, columns]: [usize; 2]) {
        self.table.truncate(rows);
        self.table.iter_mut().for_each(|row| row.truncate(columns));
        if rows > 0 {
            self.pools[0].keep_first(rows);
            self.pools[1].keep_first(columns);
        }
    }

    /// Lets both sides learn from the whole table, a number of times.
    fn settle(&mut self, times: i64, meter: &mut Meter) {
        if self.table.is_empty() || meter.is_called_off() {
            return;
        }
        let [first, second] = &mut self.pools;
        first.begin_average();
        second.begin_average();
        let [rows, columns] = [self.table.len() as u64, second.hands().len() as u64];
        for iteration in 1..=times {
            meter.take_many(rows * columns / CELLS_A_NODE + rows + columns);
            // An average over fewer times is still one.
            if meter.is_called_off() {
                return;
            }
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
        let begin = match dice.below(4) {
            0 => self.pools[side].likeliest(),
            1 => self.pools[side].draw_averaged(dice),
            2 => Some(moody_hand(&self.round.appraisal.points(self.seats[side]), WILD, dice)),
            _ => {
                let seats = [self.seats[side], self.seats[1 - side]];
                Some(moody_hand(&self.round.appraisal.points_against(seats, &others), SWAY, dice))
            }
        };
        let Some(begin) = begin else { return false };
        let (hand, worth) = climb(begin, meter, |hand, meter| self.against(side, hand, &others, meter));
        self.take_in(side, hand, worth, &others, meter)
    }

    /// Takes in the hand that beats the other side's mix most, of all there are.
    fn best_answer(&mut self, side: usize, meter: &mut Meter) -> bool {
        let others = self.pools[1 - side].support();
        let mut best = (i64::MIN, Card::ALL);
        for hand in every_hand() {
            let worth = self.against(side, hand, &others, meter);
            if !meter.goes_on() {
                return false;
            }
            if worth > best.0 {
                best = (worth, *hand);
            }
        }
        self.take_in(side, best.1, best.0, &others, meter)
    }

    /// Takes in a hand if it does better against the others than the own mix, and enough so.
    fn take_in(&mut self, side: usize, hand: Hand, worth: i64, others: &[(Hand, i64)], meter: &mut Meter) -> bool {
        let own = self.pools[side].support();
        let total: i64 = own.iter().map(|(_, weight)| weight).sum();
        let sum: i64 = own.iter().map(|(hand, weight)| self.against(side, hand, others, meter) * weight).sum();
        let value = sum / total.max(1);
        if !meter.goes_on() || worth < value + GAIN_THAT_COUNTS {
            return false;
        }
        let found = self.pools[side].take_in(hand, self.round.care.most_in_duel);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::appraisal::Appraisal;
    use crate::bots::bribing::Care;
    use crate::bots::foresight::{Foresight, Moment};
    use crate::bots::level::Level;
    use crate::bots::lookout::Lookout;
    use crate::bots::outlook::FITTED;
    use crate::bots::thinking::{Budget, Cancel};
    use crate::caribbean::{Board, Caribbean, Terms};
    use crate::contract::{Deaf, SeatSet};
    use crate::local::LocalTable;

    const ENDLESS: Budget = Budget { nodes: u64::MAX };

    fn meter(budget: Budget) -> Meter {
        Meter::new(budget, Cancel::new())
    }

    fn opening() -> LocalTable<Caribbean> {
        let board = Board::standard();
        let mut table = LocalTable::new(Caribbean::new(&Terms::new(&board, 2), board).expect("good terms"), 3);
        let deal = table.automatic().expect("chance deals first");
        table.apply(&deal, &mut Deaf).expect("a deal");
        table
    }

    fn pools(appraisal: &Appraisal) -> [Mix; 2] {
        let mut dice = Dice::from_seed(5);
        [0, 1].map(|seat| Mix::new((0..6).map(|_| moody_hand(&appraisal.points(seat), WILD, &mut dice)).collect()))
    }

    fn round<'a, 'b>(foresight: &'a mut Foresight<'b>, start: Moment, appraisal: &'a Appraisal) -> Round<'a, 'b> {
        let care = Care { most_in_duel: 9, ..Level::Admiral.skill(ENDLESS).care };
        Round { foresight, start, appraisal, bribing: SeatSet::first(2), care }
    }

    #[test]
    fn what_was_cut_short_is_not_in_the_table() {
        let table = opening();
        let mut cut_short = 0;
        for nodes in (1..600).step_by(7) {
            let mut lookout = Lookout::new(table.game(), &FITTED, 0, &mut meter(ENDLESS));
            let start = lookout.foresight.begin(table.game().waters(), 0);
            let pools = pools(&lookout.appraisal);
            let mut round = round(&mut lookout.foresight, start, &lookout.appraisal);
            let mut duel = Duel::new(&mut round, [0, 1], pools);
            duel.fill(&mut meter(Budget { nodes }));
            cut_short += u32::from(duel.table.len() < 6);
            let columns = duel.pools[1].hands().to_vec();
            for (row, one) in duel.table.clone().iter().zip(duel.pools[0].hands().to_vec()) {
                let whole = |other: &Hand| duel.round.play(dealt([0, 1], [one, *other]), &mut meter(ENDLESS))[0];
                assert_eq!(*row, columns.iter().map(whole).collect::<Vec<i32>>(), "{nodes} nodes");
            }
        }
        assert!(cut_short > 20, "{cut_short}");
    }

    #[test]
    fn a_hand_that_there_was_no_time_for_leaves_the_table_as_it_was() {
        let table = opening();
        let mut lookout = Lookout::new(table.game(), &FITTED, 0, &mut meter(ENDLESS));
        let start = lookout.foresight.begin(table.game().waters(), 0);
        let pools = pools(&lookout.appraisal);
        let mut round = round(&mut lookout.foresight, start, &lookout.appraisal);
        let mut duel = Duel::new(&mut round, [0, 1], pools);
        duel.fill(&mut meter(ENDLESS));
        let before = duel.table.clone();
        let mut hand = duel.pools[1].hands()[0];
        hand.reverse();
        assert!(duel.pools[1].take_in(hand, usize::MAX));
        duel.fill(&mut meter(Budget { nodes: 12 }));
        assert_eq!((duel.table.clone(), duel.pools[1].hands().len()), (before, 6));
    }

    #[test]
    fn the_pools_of_a_duel_have_a_bound() {
        let table = opening();
        let mut lookout = Lookout::new(table.game(), &FITTED, 0, &mut meter(ENDLESS));
        let start = lookout.foresight.begin(table.game().waters(), 0);
        let pools = pools(&lookout.appraisal);
        let mut round = round(&mut lookout.foresight, start, &lookout.appraisal);
        let pools = Duel::new(&mut round, [0, 1], pools).fight(&mut Dice::from_seed(1), &mut meter(ENDLESS));
        let sizes = pools.map(|pool| pool.hands().len());
        assert_eq!(sizes.into_iter().max(), Some(9), "{sizes:?}");
    }

    /// When the search ends by itself, no hand of all that there are beats the other side's mix by much.
    #[test]
    fn there_is_no_answer_to_a_mix_that_was_thought_through() {
        let table = opening();
        let mut lookout = Lookout::new(table.game(), &FITTED, 0, &mut meter(ENDLESS));
        let start = lookout.foresight.begin(table.game().waters(), 0);
        let pools = pools(&lookout.appraisal);
        let mut round = round(&mut lookout.foresight, start, &lookout.appraisal);
        round.care = Level::Admiral.skill(ENDLESS).care;
        let pools = Duel::new(&mut round, [0, 1], pools).fight(&mut Dice::from_seed(1), &mut meter(ENDLESS));
        let mixes = pools.clone().map(|pool| pool.support());
        let mut duel = Duel::new(&mut round, [0, 1], pools);
        let best = [0, 1].map(|side| {
            let worth = |hand: &Hand| duel.against(side, hand, &mixes[1 - side], &mut meter(ENDLESS));
            every_hand().iter().map(worth).max().expect("5,040 hands")
        });
        let gain = best.iter().sum::<i64>() - i64::from(CERTAIN);
        assert!(gain <= 4 * GAIN_THAT_COUNTS, "{gain}");
    }
}
