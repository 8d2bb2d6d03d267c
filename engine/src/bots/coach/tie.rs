//! Whether to show the tie-breaker, on behalf of a person who is in a tie, and why.

use super::{Coach, EXPLAINING, Explainer, Prospect};
use crate::bots::beliefs::Beliefs;
use crate::bots::level::Level;
use crate::bots::lookout::Lookout;
use crate::bots::outlook::CERTAIN;
use crate::bots::thinking::Budget;
use crate::bots::tying::{Expectation, Showdown};
use crate::caribbean::planner::Planner;
use crate::caribbean::{Card, Caribbean, Own, Phase, SHIPS, Ship, Tie, View, steps};
use crate::contract::{Game, Seat, SeatSet};

/// In how many ways both answers are tried.
const TRIALS: usize = 200;
/// The ship after which a reserve is worth nothing any more.
const LAST: Ship = Ship::F;
/// How often, in per mille, a rival has to get the ship to be spoken of.
const LIKELY: u16 = 100;

/// What the coach says about a tie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TieAdvice {
    /// The ship.
    pub ship: Ship,
    /// The card that may be shown.
    pub reserve: Card,
    /// How many steps there are before a reserve is shown.
    pub steps: u8,
    /// Whether the coach would show it.
    pub shows: bool,
    /// How much more often, in per mille, the game is won if it is shown; less often if this is negative.
    pub swing: i32,
    /// How often it wins the ship.
    pub odds: Odds,
    /// What she can do for this player, with as many steps as there are if the card is shown.
    pub chance: Option<Prospect>,
    /// Who is likeliest to get her if it is kept, and what for.
    pub threat: Option<Threat>,
    /// A ship to come that may be tied for as well, and that brings this player more.
    pub later: Option<(Ship, Prospect)>,
}

/// How often a shown card wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odds {
    /// Always: nobody can show one that is as high.
    Certain,
    /// So often, in per mille.
    About(u16),
}

impl TieAdvice {
    /// Whether no ship is left for which the card could be saved.
    pub(super) fn is_on_the_last_ship(&self) -> bool {
        self.ship == LAST
    }

    /// Whether the card is only shown because nothing is lost by it.
    pub(super) fn is_shown_for_nothing(&self) -> bool {
        self.shows && self.swing == 0 && self.is_on_the_last_ship()
    }
}

/// What comes of keeping the card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Who may get the ship.
    pub rival: Seat,
    /// How often, in per mille.
    pub often: u16,
    /// What she can do for them.
    pub prospect: Prospect,
}

impl Coach {
    /// What a player should know who may show the tie-breaker; `None` if this is no such tie, or if the thinking is
    /// called off.
    pub fn weigh(&self, view: &View) -> Option<TieAdvice> {
        let (own, table) = (view.own()?, view.table());
        let Phase::TieSeal { tie, late, .. } = *table.phase() else { return None };
        let (seat, reserve) = (own.seat, own.reserve.filter(|_| tie.asked.contains(own.seat))?);
        // Whoever is away or late keeps the reserve.
        let mut answering = table.present().without(late);
        answering.insert(seat);
        let tie = Tie { asked: tie.asked.intersection(answering), ..tie };
        let mut dice = self.thoughts.dice(table, seat);
        let skill = Level::Admiral.skill(self.budget);
        let explaining = self.budget.nodes / 100 * EXPLAINING;
        let mut meter = self.thoughts.meter_of(Budget { nodes: self.budget.nodes - explaining });
        let mut lookout = Lookout::new(table, skill.judgement, tie.ship.index(), &mut meter);
        let beliefs = Beliefs::new(table, Some(own), &lookout.appraisal);
        let showdown = Showdown::new(&mut lookout.foresight, &beliefs, tie, table.waters());
        let [shown, kept] = showdown.expect(seat, skill.tie_deals, TRIALS, &mut dice, &mut meter)?;
        let explaining = self.thoughts.meter_of(Budget { nodes: explaining });
        let mut explainer = Explainer { lookout: &lookout, seat, planner: Planner::new(), meter: explaining };
        let thief = u8::from(reserve == Card::Thief);
        let paces = |thieves: u8| usize::from(steps(tie.card, tie.thieves + thieves)) + 1;
        let swing = (shown.chance - kept.chance) * 1_000 / (i64::from(shown.trials) * i64::from(CERTAIN));
        // With the round all cards come back, and a kept reserve is laid open then as well: after the last ship nothing is
        // left to save it for.
        let is_free = tie.ship == LAST && reserve != Card::Thief;
        let advice = TieAdvice {
            ship: tie.ship,
            reserve,
            steps: steps(tie.card, tie.thieves),
            shows: shown.chance > kept.chance || is_free && shown.chance == kept.chance,
            swing: swing as i32,
            odds: odds(table, &tie, seat, reserve, &shown),
            chance: explainer.prospect(tie.ship, seat, paces(thief)),
            threat: threat(&mut explainer, &tie, &kept, paces(0)),
            later: later(&mut explainer, &tie, own, paces(thief)),
        };
        self.thoughts.took_all(&[&meter, &explainer.meter]);
        Some(advice)
    }
}

fn odds(table: &Caribbean, tie: &Tie, seat: Seat, reserve: Card, shown: &Expectation) -> Odds {
    let rivals = tie.asked.without(SeatSet::only(seat));
    let can_match = |rival: Seat| {
        let hidden = table.player(rival).map(|player| player.hidden_cards());
        hidden.is_some_and(|hidden| hidden.iter().any(|card| card >= reserve))
    };
    let counts = reserve != Card::Thief || table.options().thief_beats_kept;
    match counts && !rivals.into_iter().any(can_match) {
        true => Odds::Certain,
        false => Odds::About(often(shown, seat)),
    }
}

/// What the rival who is likeliest to get the ship can do with her.
fn threat(explainer: &mut Explainer<'_, '_>, tie: &Tie, kept: &Expectation, paces: usize) -> Option<Threat> {
    let rival = tie.asked.into_iter().filter(|&rival| rival != explainer.seat);
    let rival = rival.max_by_key(|rival| kept.commands[rival.index()])?;
    let often = often(kept, rival);
    let prospect = explainer.prospect(tie.ship, rival, paces).filter(|_| often >= LIKELY)?;
    Some(Threat { rival, often, prospect })
}

/// The ship to come that brings the player most if the reserve wins her, if she may be tied for and brings more than this
/// one.
fn later(explainer: &mut Explainer<'_, '_>, tie: &Tie, own: &Own, paces: usize) -> Option<(Ship, Prospect)> {
    let (lookout, seat) = (explainer.lookout, explainer.seat);
    let table = lookout.foresight.outlook().table();
    let is_thief = own.reserve == Some(Card::Thief);
    if is_thief && !table.options().thief_beats_kept {
        return None;
    }
    let most = |ship: Ship, paces: usize| {
        lookout.appraisal.gains[ship.index()][seat.index()][..paces].iter().copied().max().unwrap_or(0)
    };
    let may_be_tied = |card: Card| {
        let mut rivals = table.present().into_iter().filter(|&rival| rival != seat);
        rivals.any(|rival| table.player(rival).is_some_and(|player| player.hidden_cards().contains(card)))
    };
    let ships = Ship::ALL.into_iter().skip(tie.ship.index() + 1).take(SHIPS);
    let laid = ships.filter_map(|ship| Some((ship, own.bribes[ship.index()].filter(|&card| card != Card::Thief)?)));
    let far = |card: Card| usize::from(steps(card, u8::from(is_thief))) + 1;
    let tied = laid.filter(|&(_, card)| may_be_tied(card)).map(|(ship, card)| (ship, far(card)));
    let (ship, far) = tied.max_by_key(|&(ship, paces)| (most(ship, paces), std::cmp::Reverse(ship)))?;
    let more = most(ship, far) > most(tie.ship, paces);
    Some((ship, explainer.prospect(ship, seat, far).filter(|_| more)?))
}

/// How often this seat commands the ship, in per mille.
fn often(expected: &Expectation, seat: Seat) -> u16 {
    (expected.commands[seat.index()] * 1_000 / expected.trials.max(1)) as u16
}
