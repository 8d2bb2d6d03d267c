//! Whether to show the reserve in a tie: a small game of its own, in which nobody knows the others' reserves.
//!
//! Regret matching once more, with one pair of weights (show, keep) for every tied seat and every reserve it may have.

use super::beliefs::Beliefs;
use super::foresight::{Deal, Foresight, Moment};
use super::mix::pick;
use super::outlook::BySeat;
use super::thinking::Meter;
use crate::caribbean::{Card, MAX_PLAYERS, SHIPS, Tie, TieVerdict, Waters, compare_reserves, steps};
use crate::contract::{Dice, Seat, SeatMap};

const SHOW: usize = 0;
const KEEP: usize = 1;

/// The regrets and the average choice of one seat with one reserve.
#[derive(Clone, Copy, Debug, Default)]
struct Scales {
    regrets: [i64; 2],
    chosen: [i64; 2],
}

impl Scales {
    fn learn(&mut self, payoffs: [i64; 2]) {
        let total: i64 = self.regrets.iter().sum();
        let shares = if total > 0 { self.regrets.map(|regret| regret * 1_024 / total) } else { [512; 2] };
        let mean = (payoffs[SHOW] * shares[SHOW] + payoffs[KEEP] * shares[KEEP]) / 1_024;
        for choice in [SHOW, KEEP] {
            self.chosen[choice] += shares[choice];
            self.regrets[choice] = (self.regrets[choice] + payoffs[choice] - mean).max(0);
        }
    }
}

/// What comes of a choice, summed up over the ways in which it was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Expectation {
    /// How often it was tried.
    pub(super) trials: u32,
    /// The chance to win the game.
    pub(super) chance: i64,
    /// How often each seat commands the ship.
    pub(super) commands: [u32; MAX_PLAYERS],
}

/// A tie, as one of the seats sees it.
pub(super) struct Showdown<'a, 'b> {
    foresight: &'a mut Foresight<'b>,
    beliefs: &'a Beliefs,
    tie: Tie,
    start: Moment,
    scales: [[Scales; Card::ALL.len()]; MAX_PLAYERS],
}

impl<'a, 'b> Showdown<'a, 'b> {
    pub(super) fn new(
        foresight: &'a mut Foresight<'b>,
        beliefs: &'a Beliefs,
        tie: Tie,
        waters: &Waters,
    ) -> Showdown<'a, 'b> {
        let start = foresight.begin(waters, tie.ship.index());
        Showdown { foresight, beliefs, tie, start, scales: [[Scales::default(); Card::ALL.len()]; MAX_PLAYERS] }
    }

    /// Whether `me` shows the reserve, after so many ways in which the cards may lie were thought through.
    pub(super) fn shows(mut self, me: Seat, deals: usize, dice: &mut Dice, meter: &mut Meter) -> bool {
        let mut reserve = None;
        for _ in 0..deals {
            let deal = self.beliefs.suppose(dice);
            reserve = deal.hands[me.index()].map(|hand| hand[SHIPS]);
            self.weigh(&deal, dice, meter);
            if !meter.goes_on() {
                break;
            }
        }
        let Some(reserve) = reserve else { return false };
        pick(&self.scales[me.index()][reserve.index()].chosen, dice) == SHOW
    }

    /// What `me` may expect of showing the reserve, and of keeping it: everybody learns from so many ways in which the
    /// cards may lie, and then both are tried against what the others have come to do. `None` if nothing was tried before
    /// the thinking ended.
    pub(super) fn expect(
        mut self,
        me: Seat,
        deals: usize,
        trials: usize,
        dice: &mut Dice,
        meter: &mut Meter,
    ) -> Option<[Expectation; 2]> {
        for _ in 0..deals {
            // Half of the nodes are for trying.
            if meter.left() < meter.spent() {
                break;
            }
            let deal = self.beliefs.suppose(dice);
            self.weigh(&deal, dice, meter);
        }
        let mut expected = [Expectation::default(); 2];
        for _ in 0..trials {
            let deal = self.beliefs.suppose(dice);
            let others = self.asked(&deal).into_iter().filter(|&(seat, _)| seat != me);
            let shown: SeatMap<Card> = others
                .filter(|&(seat, card)| pick(&self.scales[seat.index()][card.index()].chosen, dice) == SHOW)
                .collect();
            let reserve = deal.hands[me.index()].map(|hand| hand[SHIPS])?;
            let mut with_mine = shown;
            with_mine.insert(me, reserve);
            let chances = [with_mine, shown].map(|shown| self.outcome(&deal, &shown, meter)[me.index()]);
            if !meter.goes_on() {
                break;
            }
            for ((expected, shown), chance) in expected.iter_mut().zip([with_mine, shown]).zip(chances) {
                expected.trials += 1;
                expected.chance += i64::from(chance);
                if let Some((commander, _)) = self.commander(&shown) {
                    expected.commands[commander.index()] += 1;
                }
            }
        }
        (expected[SHOW].trials > 0).then_some(expected)
    }

    /// Lets everybody who is asked learn from one way in which the cards may lie.
    fn weigh(&mut self, deal: &Deal, dice: &mut Dice, meter: &mut Meter) {
        let asked = self.asked(deal);
        let choices: Vec<usize> =
            asked.iter().map(|&(seat, card)| pick(&self.scales[seat.index()][card.index()].regrets, dice)).collect();
        for (turn, &(seat, card)) in asked.iter().enumerate() {
            let payoffs = [SHOW, KEEP].map(|choice| {
                let chosen = |index: usize| if index == turn { choice } else { choices[index] };
                let shown = asked.iter().enumerate().filter(|(index, _)| chosen(*index) == SHOW);
                let shown: SeatMap<Card> = shown.map(|(_, &reserve)| reserve).collect();
                i64::from(self.outcome(deal, &shown, meter)[seat.index()])
            });
            if !meter.goes_on() {
                return;
            }
            self.scales[seat.index()][card.index()].learn(payoffs);
        }
    }

    /// Who is asked and can show something, with the reserve that the deal gives them.
    fn asked(&self, deal: &Deal) -> Vec<(Seat, Card)> {
        let can_show = self.tie.asked.into_iter().filter(|&seat| self.beliefs.can_show(seat));
        can_show.filter_map(|seat| deal.hands[seat.index()].map(|hand| (seat, hand[SHIPS]))).collect()
    }

    /// Who commands the ship if these reserves are shown, and with how many steps.
    fn commander(&self, shown: &SeatMap<Card>) -> Option<(Seat, usize)> {
        let Tie { card, thieves, .. } = self.tie;
        match compare_reserves(shown, self.foresight.options()) {
            TieVerdict::Won { seat, thieves: more } => Some((seat, usize::from(steps(card, thieves + more)))),
            TieVerdict::NobodyShowed | TieVerdict::Unbroken => None,
        }
    }

    /// Everybody's chances if these reserves are shown.
    fn outcome(&mut self, deal: &Deal, shown: &SeatMap<Card>, meter: &mut Meter) -> BySeat {
        let commander = self.commander(shown);
        let Some(branches) = self.foresight.look(self.start, meter) else { return BySeat::default() };
        let moment = Foresight::after(branches, commander);
        let mut rest = *deal;
        shown.seats().into_iter().for_each(|seat| rest.spent[seat.index()] = true);
        self.foresight.play(moment, &rest, meter)
    }
}
