//! Advice for a person who lays bribes: which ships matter, and why; and for one who commands a ship: which way. It comes
//! from the same look ahead as the strongest bot's own decisions, and every sentence says something that the look ahead
//! has found.

mod course;
mod deeds;
mod laying;
mod words;

use super::appraisal::Appraisal;
use super::bribing::{Mixes, Round};
use super::foresight::{Deal, Forced, Foresight, Moment};
use super::level::Level;
use super::melee::drawn;
use super::mind::{Thoughts, sealed};
use super::mix::Mix;
use super::outlook::{CERTAIN, Outlook};
use super::strategist::bribing_seats;
use super::thinking::{Budget, Cancel, Meter};
use crate::caribbean::{Card, Caribbean, Chest, Choice, MAX_PLAYERS, SHIPS, Ship, View};
use crate::contract::{Dice, Sealed, Seat};
use laying::Laying;

pub use course::Course;

/// What a ship is tried with, for whoever commands it: what somebody who wants it lays.
const USUAL_STEPS: usize = 4;
/// How many rounds are played through for each ship.
const ROUNDS: usize = 64;
/// What part of the budget, in per cent, goes into the mixes; the rest into trying the ships.
const MIXING: u64 = 70;
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
    /// What the cards on ships A to F are for.
    pub purposes: [Purpose; SHIPS],
}

/// Why a ship matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShipAdvice {
    /// The ship.
    pub ship: Ship,
    /// How much more often, in per mille, the game is won if this player commands her and not the most dangerous rival.
    pub swing: i32,
    /// What she can do for this player.
    pub chance: Option<Prospect>,
    /// What she can do for the most dangerous rival, and who that is.
    pub threat: Option<(Seat, Prospect)>,
    /// Whether one step less spoils what the rival wants, and she can do much less for this player: a thief is well laid
    /// here.
    pub thief_helps: bool,
}

impl ShipAdvice {
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
    Spoil,
    /// To save higher cards for where they do more.
    Spare,
}

/// What a ship can do for its commander from where all ships are now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The fewest steps with which she can.
    pub steps: u8,
    /// What happens, in order of importance; never empty.
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
    /// It changes ships, so that it is further from somebody's haven or nearer to another's.
    Taken {
        /// The chest.
        chest: Chest,
        /// The ship that had it.
        from: Ship,
    },
    /// It is carried to within so many steps of the commander's nearest haven.
    Carried {
        /// The chest.
        chest: Chest,
        /// The steps that remain.
        remaining: u8,
    },
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
    ships.iter().filter(|advice| advice.is_worth_a_word()).take(MOST_SHIPS)
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
        let outlook = Outlook::new(table, skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let mut meter = self.thoughts.meter_of(Budget { nodes: self.budget.nodes / 100 * MIXING });
        let appraisal = Appraisal::new(&mut foresight, table.waters(), 0, outlook.seats(), &mut meter);
        let start = foresight.begin(table.waters(), 0);
        let bribing = bribing_seats(table);
        let mut round = Round { foresight: &mut foresight, start, appraisal: &appraisal, bribing, care: skill.care };
        let mixes = round.solve(&mut dice, &mut meter);
        let trying = Budget { nodes: self.budget.nodes.saturating_sub(meter.spent()) };
        let mut meter = self.thoughts.meter_of(trying);
        let swings = swings(&mut foresight, start, seat, &mixes, &mut dice, &mut meter);
        let mut ships: Vec<ShipAdvice> = Ship::ALL
            .into_iter()
            .map(|ship| {
                let (swing, rival) = swings[ship.index()];
                explain(table, &outlook, &appraisal, ship, seat, rival, swing)
            })
            .collect();
        // The sort is stable: among equals the ship that moves first stays first.
        ships.sort_by_key(|advice| std::cmp::Reverse(advice.swing));
        let laying = Laying { foresight: &mut foresight, start, seat, mixes: &mixes, ships: &ships };
        let hand = laying.hand(&mut dice, &mut meter);
        let mut purposes = [const { Purpose::Spare }; SHIPS];
        for advice in ships.iter().filter(|advice| laying::is_plain_on(&hand, advice, &ships)) {
            let ship = advice.ship.index();
            purposes[ship] = match hand[ship] {
                Card::Thief => Purpose::Spoil,
                card => {
                    let steps = enough_steps(&appraisal.gains[ship][seat.index()][..card.index()]);
                    let chance = steps.and_then(|steps| deeds::prospect(table, &outlook, advice.ship, seat, steps));
                    Purpose::Command { chance }
                }
            };
        }
        Some(Advice { ships, hand, purposes })
    }
}

/// How much depends on each ship, and who is the most dangerous with her: the round is played through with her under this
/// seat's command, and under each rival's.
fn swings(
    foresight: &mut Foresight<'_>,
    start: Moment,
    seat: Seat,
    mixes: &Mixes,
    dice: &mut Dice,
    meter: &mut Meter,
) -> [(i32, Option<Seat>); SHIPS] {
    let seats = foresight.seats();
    let mut sums = [[0i64; MAX_PLAYERS]; SHIPS];
    for _ in 0..ROUNDS {
        let deal = Deal { hands: drawn(mixes, Mix::draw, dice), spent: [false; MAX_PLAYERS] };
        for (ship, sums) in sums.iter_mut().enumerate() {
            for (commander, sum) in sums.iter_mut().enumerate().take(seats) {
                let forced = Forced { ship, commander, steps: USUAL_STEPS };
                *sum += i64::from(foresight.play_forced(start, &deal, &forced, meter)[seat.index()]);
            }
        }
    }
    sums.map(|sums| {
        let rival = Seat::first(seats).filter(|&other| other != seat).min_by_key(|other| sums[other.index()]);
        let lost = rival.map_or(0, |rival| sums[seat.index()] - sums[rival.index()]);
        ((lost * 1_000 / (ROUNDS as i64 * i64::from(CERTAIN))) as i32, rival)
    })
}

fn explain(
    table: &Caribbean,
    outlook: &Outlook<'_>,
    appraisal: &Appraisal,
    ship: Ship,
    seat: Seat,
    rival: Option<Seat>,
    swing: i32,
) -> ShipAdvice {
    let gains = &appraisal.gains[ship.index()];
    let prospect = |commander: Seat| {
        let steps = enough_steps(&gains[commander.index()])?;
        deeds::prospect(table, outlook, ship, commander, steps)
    };
    let threat = rival.and_then(|rival| Some((rival, prospect(rival)?)));
    let thief_helps = threat.as_ref().is_some_and(|(rival, _)| {
        let row = &gains[rival.index()];
        let most = row[USUAL_STEPS];
        most > 1_000 && most > 2 * row[USUAL_STEPS - 1] && most > 2 * gains[seat.index()][USUAL_STEPS]
    });
    ShipAdvice { ship, swing, chance: prospect(seat), threat, thief_helps }
}

/// The fewest steps that bring nearly everything; `None` if nothing is to be gained.
fn enough_steps(gains: &[i32]) -> Option<usize> {
    let most = gains.iter().copied().max().filter(|&most| most > 0)?;
    gains.iter().position(|&gain| gain * 10 >= most * 9)
}
