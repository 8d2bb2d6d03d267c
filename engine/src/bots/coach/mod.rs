//! Advice for a person who lays bribes: which ships matter, and why; for one who is in a tie: whether to show the
//! tie-breaker; and for one who commands a ship: which way. It comes from the same look ahead as the strongest bot's own
//! decisions, and every sentence says something that the look ahead has found.

mod course;
mod deeds;
mod laying;
mod tie;
mod words;

use super::appraisal::USUAL_STEPS;
use super::bribing::{self, Mixes, bribing_seats};
use super::foresight::{Forced, Foresight, Moment};
use super::level::Level;
use super::lookout::Lookout;
use super::melee::deals;
use super::mind::{Thoughts, sealed};
use super::outlook::CERTAIN;
use super::thinking::{Budget, Cancel, Meter};
use crate::caribbean::planner::Planner;
use crate::caribbean::{Card, Chest, Choice, MAX_PLAYERS, MOST_STEPS, SHIPS, Ship, View};
use crate::contract::{Dice, Sealed, Seat};
use laying::Laying;

pub use course::Course;
pub use tie::{Odds, Threat, TieAdvice};
pub use words::Audience;

/// How many rounds are played through for each ship.
const ROUNDS: usize = 64;
/// What part of the budget, in per cent, goes into the mixes, and into saying what ships can do; the rest into trying the
/// ships and hands.
const MIXING: u64 = 70;
const EXPLAINING: u64 = 10;
/// A swing, in per mille, below which a ship is not spoken of.
const WORTH_A_WORD: i32 = 15;
/// How many ships are spoken of.
const MOST_SHIPS: usize = 3;

/// What the coach says about a round that begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// All six ships, the one that matters most first.
    pub ships: Vec<ShipAdvice>,
    /// The cards for ships A to F and the reserve that the coach would lay.
    pub hand: [Card; SHIPS + 1],
    /// What the cards on ships A to F are for, of those that are spoken of.
    pub purposes: [Purpose; SHIPS],
}

/// Why a ship matters. What can be done with her is only looked for as far as she is spoken of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShipAdvice {
    /// The ship.
    pub ship: Ship,
    /// How much more often, in per mille, the game is won if this player commands her and not the most dangerous rival;
    /// or nobody, if there is no other who bribes.
    pub swing: i32,
    /// What she can do for this player.
    pub chance: Option<Prospect>,
    /// What she can do for the most dangerous rival, and who that is.
    pub threat: Option<(Seat, Prospect)>,
    /// Against which cards a thief spoils what the rival wants, if it does and she can do much less for this player: a
    /// thief is well laid here.
    pub thief: Option<Spoiling>,
}

/// When a thief, which costs one step, spoils what a rival wants with a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoiling {
    /// Whatever the rival lays: all five steps are needed.
    Always,
    /// Unless the rival lays the five: four steps are needed.
    UnlessFive,
}

impl ShipAdvice {
    /// How much depends on her, and nothing else yet.
    fn unexplained(ship: Ship, swing: i32) -> ShipAdvice {
        ShipAdvice { ship, swing, chance: None, threat: None, thief: None }
    }

    /// Whether there is a reason to give: of a ship that nobody can do anything with now, it is that others move before
    /// her.
    fn has_a_reason(&self) -> bool {
        self.chance.is_some() || self.threat.is_some() || self.ship != Ship::A
    }

    fn is_worth_a_word(&self) -> bool {
        self.swing >= WORTH_A_WORD
    }

    /// Whether she matters more than this one, or not much less.
    fn matters_as_much_as(&self, other: &ShipAdvice) -> bool {
        self.swing * 10 > other.swing * 9
    }
}

/// What the suggested card on a ship is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To command her, or at least to keep her from rivals: ships that matter less get lower cards.
    Command {
        /// What she can do for this player with as many steps as the card gives, if anything.
        chance: Option<Prospect>,
    },
    /// To spoil, with a thief, what a rival wants with her.
    Spoil(Spoiling),
    /// To save higher cards for where they do more.
    Spare,
}

/// What a ship can do for its commander from where all ships are now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The fewest steps with which she can.
    pub steps: u8,
    /// What happens, in this order; never empty.
    pub deeds: Vec<Deed>,
}

/// One thing that happens to a chest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It is delivered.
    Delivered {
        /// The chest.
        chest: Chest,
        /// Who is paid.
        to: Seat,
    },
    /// It is captured from its city.
    Captured {
        /// The chest.
        chest: Chest,
    },
    /// It is stolen from another ship.
    Stolen {
        /// The chest.
        chest: Chest,
        /// The ship that had it.
        from: Ship,
    },
    /// It is swapped for the one that the commander's ship carried.
    Swapped {
        /// The chest that she gets.
        chest: Chest,
        /// The chest that she gives.
        given: Chest,
        /// The ship that had the one and has the other now.
        with: Ship,
    },
    /// It is passed on to another ship.
    PassedOn {
        /// The chest.
        chest: Chest,
        /// The ship that has it now.
        to: Ship,
    },
    /// It is carried to within so many steps of the commander's nearest haven.
    Carried {
        /// The chest.
        chest: Chest,
        /// The steps that remain.
        remaining: u8,
    },
}

impl Deed {
    /// The chest to which it happens.
    pub fn chest(&self) -> Chest {
        match *self {
            Deed::Delivered { chest, .. }
            | Deed::Captured { chest }
            | Deed::Stolen { chest, .. }
            | Deed::Swapped { chest, .. }
            | Deed::PassedOn { chest, .. }
            | Deed::Carried { chest, .. } => chest,
        }
    }
}

impl Advice {
    /// The cards that the coach would lay, ready to be sealed.
    pub fn choices(&self) -> Sealed<Choice> {
        sealed(&self.hand)
    }

    /// The ships that are worth a word, the one that matters most first.
    pub fn spoken(&self) -> impl Iterator<Item = &ShipAdvice> {
        spoken(&self.ships)
    }
}

fn spoken(ships: &[ShipAdvice]) -> impl Iterator<Item = &ShipAdvice> {
    ships.iter().filter(|advice| advice.is_worth_a_word() && advice.has_a_reason()).take(MOST_SHIPS)
}

/// Thinks about a round on behalf of a person.
#[derive(Debug)]
pub struct Coach {
    budget: Budget,
    thoughts: Thoughts,
}

impl Coach {
    /// A coach who thinks as much as the budget allows.
    pub fn new(seed: u64, budget: Budget, cancel: Cancel) -> Coach {
        Coach { budget, thoughts: Thoughts::new(seed, budget, cancel) }
    }

    /// What a player should know before laying bribes; `None` for a watcher.
    pub fn advise(&self, view: &View) -> Option<Advice> {
        let seat = view.own()?.seat;
        let table = view.table();
        let mut dice = self.thoughts.dice(table, seat);
        let skill = Level::Admiral.skill(self.budget);
        let part = |per_cent: u64| self.thoughts.meter_of(Budget { nodes: self.budget.nodes / 100 * per_cent });
        let mut mixing = part(MIXING);
        let mut lookout = Lookout::new(table, skill.judgement, 0, &mut mixing);
        let (start, mixes) = bribing::mixes(&mut lookout, skill.care, &mut dice, &mut mixing);
        let explaining = part(EXPLAINING);
        let spent = mixing.spent() + explaining.left();
        let mut meter = self.thoughts.meter_of(Budget { nodes: self.budget.nodes.saturating_sub(spent) });
        let swings = swings(&mut lookout.foresight, start, seat, &mixes, &mut dice, &mut meter);
        let mut explainer = Explainer { lookout: &lookout, seat, planner: Planner::new(), meter: explaining };
        let ships = explainer.explain_all(swings);
        let Explainer { planner, meter: explaining, .. } = explainer;
        let laying = Laying { foresight: &mut lookout.foresight, start, seat, mixes: &mixes, ships: &ships };
        let hand = laying.hand(&mut dice, &mut meter);
        let mut explainer = Explainer { lookout: &lookout, seat, planner, meter: explaining };
        let mut purposes = [const { Purpose::Spare }; SHIPS];
        for advice in spoken(&ships).filter(|advice| laying::is_plain_on(&hand, advice, &ships)) {
            let card = hand[advice.ship.index()];
            purposes[advice.ship.index()] = match (card, advice.thief) {
                (Card::Thief, Some(spoiling)) => Purpose::Spoil(spoiling),
                (Card::Thief, None) => Purpose::Spare,
                (card, _) => Purpose::Command { chance: explainer.prospect(advice.ship, seat, card.index()) },
            };
        }
        self.thoughts.took_all(&[&mixing, &meter, &explainer.meter]);
        Some(Advice { ships, hand, purposes })
    }

    /// How many nodes the last advice took.
    pub fn nodes(&self) -> u64 {
        self.thoughts.nodes()
    }
}

/// How much depends on each ship, and who is the most dangerous with her: the round is played through with her under this
/// seat's command, and under that of each rival who bribes. Where nobody else does, she stays where she is without it.
fn swings(
    foresight: &mut Foresight<'_>,
    start: Moment,
    seat: Seat,
    mixes: &Mixes,
    dice: &mut Dice,
    meter: &mut Meter,
) -> [(i32, Option<Seat>); SHIPS] {
    let mut bribing = bribing_seats(foresight.outlook().table());
    bribing.insert(seat);
    let alone = bribing.len() == 1;
    let commanders: Vec<Option<Seat>> = bribing.into_iter().map(Some).chain(alone.then_some(None)).collect();
    // By ship and commander: how often this seat wins then, and how often the commander.
    let mut sums = [[(0i64, 0i64); MAX_PLAYERS]; SHIPS];
    for deal in deals(std::slice::from_ref(mixes), ROUNDS, dice) {
        for (ship, sums) in sums.iter_mut().enumerate() {
            for (&commander, sum) in commanders.iter().zip(sums) {
                let forced = Forced { ship, commander: commander.map(|seat| (seat, USUAL_STEPS)) };
                let chances = foresight.play_forced(start, &deal, &forced, meter);
                sum.0 += i64::from(chances[seat.index()]);
                sum.1 += commander.map_or(0, |seat| i64::from(chances[seat.index()]));
            }
        }
    }
    sums.map(|sums| {
        let (own, others): (Vec<_>, Vec<_>) =
            commanders.iter().zip(sums).partition(|&(&commander, _)| commander == Some(seat));
        // Of two who do as much harm, the one who gets something out of it.
        let worst = others.into_iter().min_by_key(|&(_, (chance, theirs))| (chance, std::cmp::Reverse(theirs)));
        let own: i64 = own.iter().map(|(_, (chance, _))| chance).sum();
        let (rival, lost) = worst.map_or((None, 0), |(&rival, (chance, _))| (rival, own - chance));
        ((lost * 1_000 / (ROUNDS as i64 * i64::from(CERTAIN))) as i32, rival)
    })
}

/// Says what ships can do, and why they matter.
struct Explainer<'a, 'b> {
    lookout: &'a Lookout<'b>,
    seat: Seat,
    planner: Planner,
    meter: Meter,
}

impl Explainer<'_, '_> {
    /// All ships, the one that matters most first, and explained as far as they are spoken of.
    fn explain_all(&mut self, swings: [(i32, Option<Seat>); SHIPS]) -> Vec<ShipAdvice> {
        let mut ranked: Vec<_> = Ship::ALL.into_iter().zip(swings).collect();
        // The sort is stable: among equals the ship that moves first stays first.
        ranked.sort_by_key(|(_, (swing, _))| std::cmp::Reverse(*swing));
        let mut ships = Vec::with_capacity(SHIPS);
        for (ship, (swing, rival)) in ranked {
            let mut advice = ShipAdvice::unexplained(ship, swing);
            if advice.is_worth_a_word() && spoken(&ships).count() < MOST_SHIPS {
                advice = self.explain(ship, rival, swing);
            }
            ships.push(advice);
        }
        ships
    }

    fn explain(&mut self, ship: Ship, rival: Option<Seat>, swing: i32) -> ShipAdvice {
        let all = usize::from(MOST_STEPS) + 1;
        let threat = rival.and_then(|rival| Some((rival, self.prospect(ship, rival, all)?)));
        let thief = threat.as_ref().and_then(|(rival, threat)| self.spoiling(ship, *rival, threat));
        ShipAdvice { ship, swing, chance: self.prospect(ship, self.seat, all), threat, thief }
    }

    /// What a commander does with the ship and fewer than so many steps; `None` if nothing is to be gained.
    fn prospect(&mut self, ship: Ship, commander: Seat, paces: usize) -> Option<Prospect> {
        let gains = &self.lookout.appraisal.gains[ship.index()][commander.index()];
        let steps = enough_steps(&gains[..paces])?;
        deeds::prospect(self.lookout, ship, (commander, steps), &mut self.planner, &mut self.meter)
    }

    /// A thief leaves three steps of a four, and four of a five. So it spoils only what takes more than that, and it is
    /// worth it only if much less is left, and much less could be done by the player.
    fn spoiling(&self, ship: Ship, rival: Seat, threat: &Prospect) -> Option<Spoiling> {
        let gains = &self.lookout.appraisal.gains[ship.index()];
        let (row, own) = (&gains[rival.index()], &gains[self.seat.index()]);
        let needed = usize::from(threat.steps);
        let spoiling = match needed {
            5 => Spoiling::Always,
            4 => Spoiling::UnlessFive,
            _ => return None,
        };
        let most = row[needed];
        let helps = most > 1_000 && most > 2 * row[needed - 1] && most > 2 * own[needed];
        helps.then_some(spoiling)
    }
}

/// The fewest steps that bring nearly everything; `None` if nothing is to be gained.
fn enough_steps(gains: &[i32]) -> Option<usize> {
    let most = gains.iter().copied().max().filter(|&most| most > 0)?;
    gains.iter().position(|&gain| gain * 10 >= most * 9)
}
