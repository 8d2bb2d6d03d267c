//! Mixes for three or four: again and again one hand of every other seat is drawn, and all hands of a pool are played
//! against them.

use super::bribing::{Mixes, Round, climb};
use super::foresight::{Deal, Hand};
use super::mix::Mix;
use super::thinking::Meter;
use crate::caribbean::MAX_PLAYERS;
use crate::contract::Dice;

/// From this part of the budget on, in per cent, the pools stay as they are and the mixes settle.
const SETTLING: u64 = 75;

/// All seats that bribe.
pub(super) struct Melee<'r, 'a, 'b> {
    round: &'r mut Round<'a, 'b>,
    mixes: &'r mut Mixes,
}

impl<'r, 'a, 'b> Melee<'r, 'a, 'b> {
    pub(super) fn new(round: &'r mut Round<'a, 'b>, mixes: &'r mut Mixes) -> Melee<'r, 'a, 'b> {
        Melee { round, mixes }
    }

    /// Lets the mixes learn until the thinking ends.
    pub(super) fn fight(mut self, dice: &mut Dice, meter: &mut Meter) {
        let seats: Vec<usize> = self.round.bribing.into_iter().map(|seat| seat.index()).collect();
        let last_answer = meter.left() / 100 * SETTLING;
        let between = self.round.care.nodes_between_answers;
        let mut next_answer = between;
        let mut iteration = 0;
        while meter.goes_on() {
            iteration += 1;
            for &seat in &seats {
                self.learn(seat, iteration, dice, meter);
            }
            if meter.spent() > next_answer && meter.spent() < last_answer {
                for &seat in &seats {
                    self.answer(seat, dice, meter);
                }
                next_answer = meter.spent() + between;
            }
        }
    }

    fn learn(&mut self, seat: usize, iteration: i64, dice: &mut Dice, meter: &mut Meter) {
        let mut hands = drawn(self.mixes, Mix::draw_current, dice);
        let Some(mix) = &mut self.mixes[seat] else { return };
        let mut payoffs = Vec::with_capacity(mix.hands().len());
        for hand in mix.hands() {
            hands[seat] = Some(*hand);
            payoffs.push(self.round.play(hands, meter)[seat]);
        }
        // What was cut short is not comparable.
        if meter.goes_on() {
            mix.learn(&payoffs, iteration);
        }
    }

    /// Takes into a seat's pool what does well against the others' mixes.
    fn answer(&mut self, seat: usize, dice: &mut Dice, meter: &mut Meter) {
        let trials: Vec<[Option<Hand>; MAX_PLAYERS]> =
            (0..self.round.care.trials).map(|_| drawn(self.mixes, Mix::draw_averaged, dice)).collect();
        let Some(begin) = self.mixes[seat].as_ref().and_then(|mix| mix.draw_averaged(dice)) else { return };
        let (hand, _) = climb(begin, meter, |hand, meter| {
            let chance = |mut hands: [Option<Hand>; MAX_PLAYERS]| {
                hands[seat] = Some(*hand);
                i64::from(self.round.play(hands, meter)[seat])
            };
            trials.iter().copied().map(chance).sum()
        });
        if meter.goes_on()
            && let Some(mix) = &mut self.mixes[seat]
        {
            mix.take_in(hand, self.round.care.most_hands);
        }
    }
}

/// One hand of every seat.
pub(super) fn drawn(
    mixes: &Mixes,
    draw: impl Fn(&Mix, &mut Dice) -> Option<Hand>,
    dice: &mut Dice,
) -> [Option<Hand>; MAX_PLAYERS] {
    std::array::from_fn(|seat| mixes[seat].as_ref().and_then(|mix| draw(mix, dice)))
}

/// What everybody may lay: a number of draws, as often from each of these mixes.
pub(super) fn deals(mixes: &[Mixes], count: usize, dice: &mut Dice) -> Vec<Deal> {
    (0..count).map(|trial| Deal::fresh(drawn(&mixes[trial % mixes.len()], Mix::draw, dice))).collect()
}
