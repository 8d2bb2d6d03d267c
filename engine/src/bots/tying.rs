//! Whether to show the reserve in a tie: a small game of its own, in which nobody knows the others' reserves.
//!
//! Regret matching once more, with one pair of weights (show, keep) for every tied seat and every reserve it may have.

use super::beliefs::Beliefs;
use super::foresight::{Deal, Foresight, Moment};
use super::mix::pick;
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

/// Whether `me` shows the reserve.
pub(super) fn shows(
    foresight: &mut Foresight<'_>,
    waters: &Waters,
    tie: &Tie,
    me: Seat,
    beliefs: &Beliefs,
    deals: usize,
    dice: &mut Dice,
    meter: &mut Meter,
) -> bool {
    let start = foresight.begin(waters, tie.ship.index());
    let mut scales = [[Scales::default(); Card::ALL.len()]; MAX_PLAYERS];
    let mut reserve = None;
    for _ in 0..deals {
        let deal = beliefs.suppose(dice);
        reserve = deal.hands[me.index()].map(|hand| hand[SHIPS]);
        weigh(foresight, start, tie, beliefs, &deal, &mut scales, dice, meter);
        if !meter.goes_on() {
            break;
        }
    }
    let Some(reserve) = reserve else { return false };
    pick(&scales[me.index()][reserve.index()].chosen, dice) == SHOW
}

#[allow(clippy::too_many_arguments)]
fn weigh(
    foresight: &mut Foresight<'_>,
    start: Moment,
    tie: &Tie,
    beliefs: &Beliefs,
    deal: &Deal,
    scales: &mut [[Scales; Card::ALL.len()]; MAX_PLAYERS],
    dice: &mut Dice,
    meter: &mut Meter,
) {
    let asked: Vec<(Seat, Card)> = tie
        .asked
        .into_iter()
        .filter(|&seat| beliefs.can_show(seat))
        .filter_map(|seat| deal.hands[seat.index()].map(|hand| (seat, hand[SHIPS])))
        .collect();
    let choices: Vec<usize> =
        asked.iter().map(|&(seat, card)| pick(&scales[seat.index()][card.index()].regrets, dice)).collect();
    for (turn, &(seat, card)) in asked.iter().enumerate() {
        let payoffs = [SHOW, KEEP].map(|choice| {
            let shown = asked.iter().zip(&choices).enumerate().filter_map(|(index, (&(seat, card), &chosen))| {
                let chosen = if index == turn { choice } else { chosen };
                (chosen == SHOW).then_some((seat, card))
            });
            i64::from(outcome(foresight, start, tie, deal, &shown.collect(), meter)[seat.index()])
        });
        if !meter.goes_on() {
            return;
        }
        let scales = &mut scales[seat.index()][card.index()];
        let total: i64 = scales.regrets.iter().sum();
        let shares = if total > 0 { scales.regrets.map(|regret| regret * 1_024 / total) } else { [512; 2] };
        let mean = (payoffs[SHOW] * shares[SHOW] + payoffs[KEEP] * shares[KEEP]) / 1_024;
        for choice in [SHOW, KEEP] {
            scales.chosen[choice] += shares[choice];
            scales.regrets[choice] = (scales.regrets[choice] + payoffs[choice] - mean).max(0);
        }
    }
}

/// Everybody's chances if these reserves are shown.
fn outcome(
    foresight: &mut Foresight<'_>,
    start: Moment,
    tie: &Tie,
    deal: &Deal,
    shown: &SeatMap<Card>,
    meter: &mut Meter,
) -> [i32; MAX_PLAYERS] {
    let options = *foresight.options();
    let commander = match compare_reserves(shown, &options) {
        TieVerdict::Won { seat, thieves } => Some((seat, usize::from(steps(tie.card, tie.thieves + thieves)))),
        TieVerdict::NobodyShowed | TieVerdict::Unbroken => None,
    };
    let Some(branches) = foresight.look(start, meter) else { return [0; MAX_PLAYERS] };
    let moment = Foresight::after(branches, commander);
    let mut rest = *deal;
    shown.seats().into_iter().for_each(|seat| rest.spent[seat.index()] = true);
    foresight.play(moment, &rest, meter)
}
