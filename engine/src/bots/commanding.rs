//! What to do with a won ship: the ending after which the rest of the round goes best.

use super::beliefs::Beliefs;
use super::foresight::{Deal, Foresight, Moment};
use super::lookout::Lookout;
use super::outlook::{BySeat, Outlook};
use super::strategist::Skill;
use super::thinking::Meter;
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{Activation, Command, SHIPS, View, Waters};
use crate::contract::{Action, Dice, Game, Seat, SeatSet};

/// How far a commander thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    /// How many endings are followed to the end of the round.
    pub(super) endings: usize,
    /// Against how many ways in which the others' cards may lie.
    pub(super) deals: usize,
}

/// The best ending for the commander; `None` if the thinking is called off before anything was found.
pub(super) fn best_ending(
    view: &View,
    activation: &Activation<'_>,
    skill: &Skill,
    dice: &mut Dice,
    meter: &mut Meter,
) -> Option<Ending> {
    let table = view.table();
    let next = activation.ship().index() + 1;
    let seat = activation.seat().index();
    let foresight = Foresight::new(table, skill.judgement);
    // The own endings come first: whatever else is left out for want of time, money is not left lying.
    if next == SHIPS {
        return best_at_once(activation, foresight.outlook(), meter);
    }
    let endings = ranked(activation, foresight.outlook(), skill.depth.endings, meter);
    let Lookout { mut foresight, appraisal } = foresight.look_around(next, meter);
    let beliefs = Beliefs::new(table, view.own(), &appraisal);
    let moments: Vec<Moment> = endings.iter().map(|ending| foresight.begin(&ending.waters, next)).collect();
    let mut sums = vec![0i64; endings.len()];
    for _ in 0..skill.depth.deals {
        let deal = beliefs.suppose(dice);
        let payoffs: Vec<i32> =
            moments.iter().map(|&moment| chance(&mut foresight, moment, &deal, seat, meter)).collect();
        if !meter.goes_on() {
            break;
        }
        sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += i64::from(payoff));
    }
    // The first of the best: where nothing was followed, what is best at once.
    let best = (0..endings.len()).max_by_key(|&index| (sums[index], std::cmp::Reverse(index)))?;
    Some(endings[best])
}

/// The ending that is best for the commander before anybody else moves; `None` if the thinking is called off too early.
pub(super) fn best_at_once(activation: &Activation<'_>, outlook: &Outlook<'_>, meter: &mut Meter) -> Option<Ending> {
    ranked(activation, outlook, 1, meter).first().copied()
}

/// The commands that lead to an ending, or those that do nothing.
pub(super) fn way_to(activation: &Activation<'_>, ending: Option<Ending>, stop: impl Fn() -> bool) -> Action<Command> {
    ending
        .and_then(|ending| Planner::new().way_until(activation, &ending, stop))
        .or_else(|| Action::new(&[Command::End]))
        .unwrap_or_default()
}

/// What an ending earns the commander, less what it earns all others, in thousands.
pub(super) fn balance(ending: &Ending, before: &Waters, commander: Seat, seats: SeatSet) -> i32 {
    let earned = |seat: Seat| {
        let gain = i32::from(ending.gain(seat, before));
        if seat == commander { gain } else { -gain }
    };
    seats.into_iter().map(earned).sum()
}

/// As many endings as are wanted, the best at once first. Those that there are no nodes for are only looked at for
/// money.
fn ranked(activation: &Activation<'_>, outlook: &Outlook<'_>, wanted: usize, meter: &mut Meter) -> Vec<Ending> {
    let next = activation.ship().index() + 1;
    let seat = activation.seat();
    let seats = outlook.table().seats();
    let mut planner = Planner::new();
    let mut ranking: Vec<(i64, Ending)> = Vec::with_capacity(wanted + 1);
    let mut richest: Option<(i32, Ending)> = None;
    for (number, ending) in meter.plan_in_full(&mut planner, activation).enumerate() {
        if meter.take_at_once(NODES_A_MERIT) {
            rank(&mut ranking, wanted, merit_now(outlook, &ending, next, seat.index()), ending);
            continue;
        }
        if number % ENDINGS_BETWEEN_LOOKS == 0 && meter.is_called_off() {
            break;
        }
        let balance = balance(&ending, activation.waters(), seat, seats);
        if richest.is_none_or(|(most, _)| balance > most) {
            richest = Some((balance, ending));
        }
    }
    if let Some((_, ending)) = richest {
        rank(&mut ranking, wanted, merit_now(outlook, &ending, next, seat.index()), ending);
    }
    ranking.into_iter().map(|(_, ending)| ending).collect()
}

/// How many nodes it costs to judge an ending by everybody's chances.
const NODES_A_MERIT: u64 = 25;
/// After how many endings without a node a commander looks whether it was called off.
const ENDINGS_BETWEEN_LOOKS: usize = 256;

/// Takes an ending into the ranking, behind its equals: among them the fewest steps stay first.
fn rank(ranking: &mut Vec<(i64, Ending)>, wanted: usize, merit: i64, ending: Ending) {
    if ranking.len() == wanted && ranking.last().is_some_and(|(least, _)| merit <= *least) {
        return;
    }
    let place = ranking.partition_point(|(other, _)| *other >= merit);
    ranking.insert(place, (merit, ending));
    ranking.truncate(wanted);
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
