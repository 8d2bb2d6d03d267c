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

    /// Lets everybody who is asked learn from one way in which the cards may lie.
    fn weigh(&mut self, deal: &Deal, dice: &mut Dice, meter: &mut Meter) {
        let asked: Vec<(Seat, Card)> = self
            .tie
            .asked
            .into_iter()
            .filter(|&seat| self.beliefs.can_show(seat))
            .filter_map(|seat| deal.hands[seat.index()].map(|hand| (seat, hand[SHIPS])))
            .collect();
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

    /// Everybody's chances if these reserves are shown.
    fn outcome(&mut self, deal: &Deal, shown: &SeatMap<Card>, meter: &mut Meter) -> BySeat {
        let Tie { card, thieves, .. } = self.tie;
        let commander = match compare_reserves(shown, self.foresight.options()) {
            TieVerdict::Won { seat, thieves: more } => Some((seat, usize::from(steps(card, thieves + more)))),
            TieVerdict::NobodyShowed | TieVerdict::Unbroken => None,
        };
        let Some(branches) = self.foresight.look(self.start, meter) else { return BySeat::default() };
        let moment = Foresight::after(branches, commander);
        let mut rest = *deal;
        shown.seats().into_iter().for_each(|seat| rest.spent[seat.index()] = true);
        self.foresight.play(moment, &rest, meter)
    }
}
