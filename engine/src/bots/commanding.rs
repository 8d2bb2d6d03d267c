//! What to do with a won ship: the ending after which the rest of the round goes best.

use super::beliefs::Beliefs;
use super::foresight::{Deal, Foresight, Moment};
use super::outlook::{BySeat, Outlook};
use super::thinking::{Budget, Cancel, Meter};
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{Activation, Command, SHIPS};
use crate::contract::{Action, Dice};

/// How far a commander thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    /// How many endings are followed to the end of the round.
    pub(super) endings: usize,
    /// Against how many ways in which the others' cards may lie.
    pub(super) deals: usize,
}

/// The best ending for the commander; `None` if the thinking ends before anything was found.
pub(super) fn best_ending(
    activation: &Activation<'_>,
    outlook: &Outlook<'_>,
    foresight: &mut Foresight<'_>,
    beliefs: &Beliefs,
    depth: &Depth,
    dice: &mut Dice,
    meter: &mut Meter,
) -> Option<Ending> {
    let next = activation.ship().index() + 1;
    let seat = activation.seat().index();
    let mut endings = ranked(activation, outlook, meter);
    if next == SHIPS {
        return endings.first().copied();
    }
    endings.truncate(depth.endings);
    let moments: Vec<Moment> = endings.iter().map(|ending| foresight.begin(&ending.waters, next)).collect();
    let mut sums = vec![0i64; endings.len()];
    for _ in 0..depth.deals {
        let deal = beliefs.suppose(dice);
        let payoffs: Vec<i32> = moments.iter().map(|&moment| chance(foresight, moment, &deal, seat, meter)).collect();
        if !meter.goes_on() {
            break;
        }
        sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += i64::from(payoff));
    }
    // The first of the best: where nothing was followed, what is best at once.
    let best = (0..endings.len()).max_by_key(|&index| (sums[index], std::cmp::Reverse(index)))?;
    Some(endings[best])
}

/// The ending that is best for the commander before anybody else moves; `None` if the thinking ends too early.
pub(super) fn best_at_once(activation: &Activation<'_>, outlook: &Outlook<'_>, meter: &mut Meter) -> Option<Ending> {
    ranked(activation, outlook, meter).first().copied()
}

/// The same without a limit to the thinking, for one ship in one position.
pub(super) fn best_with_steps(activation: &Activation<'_>, outlook: &Outlook<'_>) -> Option<Ending> {
    best_at_once(activation, outlook, &mut Meter::new(Budget::FIFTY_MILLISECONDS, Cancel::new()))
}

/// The commands that lead to an ending, or those that do nothing.
pub(super) fn way_to(activation: &Activation<'_>, ending: Option<Ending>) -> Action<Command> {
    ending
        .and_then(|ending| Planner::new().way(activation, &ending))
        .or_else(|| Action::new(&[Command::End]))
        .unwrap_or_default()
}

/// All endings, the best at once first.
fn ranked(activation: &Activation<'_>, outlook: &Outlook<'_>, meter: &mut Meter) -> Vec<Ending> {
    let next = activation.ship().index() + 1;
    let seat = activation.seat().index();
    let mut planner = Planner::new();
    let mut endings: Vec<(i64, Ending)> = Vec::new();
    for ending in planner.plan(activation) {
        if !meter.take() {
            break;
        }
        endings.push((merit_now(outlook, &ending, next, seat), ending));
    }
    // The sort is stable: among equals the fewest steps stay first.
    endings.sort_by_key(|(merit, _)| std::cmp::Reverse(*merit));
    endings.into_iter().map(|(_, ending)| ending).collect()
}

fn chance(foresight: &mut Foresight<'_>, moment: Moment, deal: &Deal, seat: usize, meter: &mut Meter) -> i32 {
    let chances: BySeat = foresight.play(moment, deal, meter);
    chances[seat]
}

/// How good an ending is for the commander at once: the chance to win, and the own strength where that makes no
/// difference any more.
fn merit_now(outlook: &Outlook<'_>, ending: &Ending, next: usize, seat: usize) -> i64 {
    let chances =
        if next == SHIPS { outlook.chances(&ending.waters) } else { outlook.chances_during(&ending.waters, next) };
    let strengths = outlook.strengths(&ending.waters, next);
    i64::from(chances[seat]) * 1_000_000 + i64::from(strengths[seat])
}
