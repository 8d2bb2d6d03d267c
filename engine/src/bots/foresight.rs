//! The rest of a round, played through in the mind: who wins which ship with how many steps, and what becomes of it.
//!
//! What happens to a ship depends on the cards only through who commands it and how many steps it has. So the round is a
//! tree with a branch for every commander and number of steps, shared by all the hands that might have been laid, and
//! grown only where somebody looks. Every commander takes the ending that is best at that moment.

use super::outlook::{BySeat, Elsewhere, Judgement, Outlook};
use super::thinking::Meter;
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{
    Card, Caribbean, MAX_PLAYERS, MOST_STEPS, Options, SHIPS, Ship, TieVerdict, Waters, compare_reserves,
};
use crate::contract::{Seat, SeatMap};

/// The cards for the six ships, and the reserve.
pub(super) type Hand = [Card; SHIPS + 1];

/// What everybody has laid, known or supposed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    /// By seat; `None` for a seat that has laid nothing.
    pub(super) hands: [Option<Hand>; MAX_PLAYERS],
    /// Whose reserve can't be shown any more.
    pub(super) spent: [bool; MAX_PLAYERS],
}

/// A ship of which it is known who commands her.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forced {
    pub(super) ship: usize,
    /// With how many steps; `None` if nobody commands her.
    pub(super) commander: Option<(Seat, usize)>,
}

impl Deal {
    /// These hands at the start of a round.
    pub(super) fn fresh(hands: [Option<Hand>; MAX_PLAYERS]) -> Deal {
        Deal { hands, spent: [false; MAX_PLAYERS] }
    }
}

impl Forced {
    const NOTHING: Forced = Forced { ship: SHIPS, commander: None };
}

/// A moment between two ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment(u32);

const NOT_GROWN: u32 = u32::MAX;
/// How many step counts there are: 0 to 5.
pub(super) const PACES: usize = MOST_STEPS as usize + 1;

#[derive(Clone, Copy, Debug)]
struct Node {
    waters: Waters,
    chances: BySeat,
    /// The ship that comes next; [`SHIPS`] at the end of the round.
    next: u8,
    branches: u32,
}

/// What can become of the next ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branches {
    stalled: Moment,
    commanded: [[Moment; PACES]; MAX_PLAYERS],
    /// What the ship brings its commander, in doubloons and compared with the rivals, by seat and steps.
    pub(super) gains: [[i32; PACES]; MAX_PLAYERS],
}

/// The most that a seat risks by keeping its reserve: what a ship must be worth for it to be shown, by how many ships
/// are still to come. In doubloons.
const WORTH_SHOWING: [i32; SHIPS] = [200, 700, 1_000, 1_300, 1_500, 1_600];

/// Grows the tree of a round.
#[derive(Debug)]
pub(super) struct Foresight<'a> {
    outlook: Outlook<'a>,
    planner: Planner,
    nodes: Vec<Node>,
    branches: Vec<Branches>,
}

impl<'a> Foresight<'a> {
    pub(super) fn new(table: &'a Caribbean, judgement: &'static Judgement) -> Foresight<'a> {
        let outlook = Outlook::new(table, judgement);
        Foresight { outlook, planner: Planner::new(), nodes: Vec::new(), branches: Vec::new() }
    }

    /// How single positions are judged.
    pub(super) fn outlook(&self) -> &Outlook<'a> {
        &self.outlook
    }

    /// How many play.
    pub(super) fn seats(&self) -> usize {
        self.outlook.seats()
    }

    /// The rules of the table.
    pub(super) fn options(&self) -> &Options {
        self.outlook.table().options()
    }

    /// The moment in these waters before ship number `next` is resolved.
    pub(super) fn begin(&mut self, waters: &Waters, next: usize) -> Moment {
        let chances =
            if next < SHIPS { self.outlook.chances_during(waters, next) } else { self.outlook.chances(waters) };
        self.nodes.push(Node { waters: *waters, chances, next: next as u8, branches: NOT_GROWN });
        Moment(self.nodes.len() as u32 - 1)
    }

    /// Everybody's chance to win the game after the rest of the round is played with these cards. If the thinking ends
    /// on the way, the chances at that point.
    pub(super) fn play(&mut self, from: Moment, deal: &Deal, meter: &mut Meter) -> BySeat {
        self.play_forced(from, deal, &Forced::NOTHING, meter)
    }

    /// A seat's chance with this hand instead of its own, summed up over the deals.
    pub(super) fn worth(&mut self, from: Moment, seat: Seat, hand: &Hand, deals: &[Deal], meter: &mut Meter) -> i64 {
        let chance = |deal: &Deal| {
            let mut deal = *deal;
            deal.hands[seat.index()] = Some(*hand);
            i64::from(self.play(from, &deal, meter)[seat.index()])
        };
        deals.iter().map(chance).sum()
    }

    /// The same, but for one ship it is not the cards that say who commands her.
    #[inline]
    pub(super) fn play_forced(&mut self, from: Moment, deal: &Deal, forced: &Forced, meter: &mut Meter) -> BySeat {
        let mut spent = deal.spent;
        let mut here = from;
        loop {
            let node = &self.nodes[here.0 as usize];
            let ship = usize::from(node.next);
            if ship >= SHIPS || !meter.take() {
                return node.chances;
            }
            let Some(index) = self.grown(here, meter) else { return self.nodes[here.0 as usize].chances };
            let branches = &self.branches[index as usize];
            here = if ship == forced.ship {
                Foresight::after(branches, forced.commander)
            } else {
                self.next_moment(branches, ship, deal, &mut spent)
            };
        }
    }

    /// What can become of the next ship; `None` at the end of the round or if the thinking ends before that is known.
    pub(super) fn look(&mut self, at: Moment, meter: &mut Meter) -> Option<&Branches> {
        if usize::from(self.nodes[at.0 as usize].next) >= SHIPS {
            return None;
        }
        let index = self.grown(at, meter)?;
        self.branches.get(index as usize)
    }

    /// How this seat, commanding the next ship with so many steps, would leave her; `None` if nobody has looked.
    pub(super) fn ending(&self, at: Moment, commander: Seat, steps: usize) -> Option<Ending> {
        let branches = self.branches.get(self.nodes[at.0 as usize].branches as usize)?;
        let row = &branches.commanded[commander.index()];
        let fewest = row.iter().position(|moment| *moment == row[steps])?;
        Some(Ending { waters: self.nodes[row[steps].0 as usize].waters, steps: fewest as u8 })
    }

    /// The moment after this seat has commanded the next ship with so many steps, or after she stalled.
    pub(super) fn after(branches: &Branches, commander: Option<(Seat, usize)>) -> Moment {
        match commander {
            Some((seat, steps)) => branches.commanded[seat.index()][steps],
            None => branches.stalled,
        }
    }

    #[inline]
    fn grown(&mut self, at: Moment, meter: &mut Meter) -> Option<u32> {
        let known = self.nodes[at.0 as usize].branches;
        if known == NOT_GROWN { self.grow(at, meter) } else { Some(known) }
    }

    /// Plans the next ship once, for all commanders and numbers of steps: whoever commands her can do the same, only the
    /// bonus for captures goes to the commander.
    fn grow(&mut self, at: Moment, meter: &mut Meter) -> Option<u32> {
        if !meter.goes_on() {
            return None;
        }
        let Node { waters, next, chances, .. } = self.nodes[at.0 as usize];
        let ship = Ship::from_index(next.into())?;
        let planned_for = Seat::first(1).next()?;
        let outlook = &self.outlook;
        let seats = outlook.seats();
        let rivalry = outlook.rivalry(&chances);
        let after = usize::from(next) + 1;
        let activation = outlook.table().imagine_in(&waters, ship, planned_for, MOST_STEPS)?;
        let still = merits(&outlook.strengths(&waters, after), &rivalry);
        let mut best = [[(0, waters); PACES]; MAX_PLAYERS];
        for (row, merit) in best.iter_mut().zip(still) {
            row.fill((merit, waters));
        }
        // Endings with the same chests in the same places come one after the other: only the ship's own differs.
        let mut chests = None;
        let mut elsewhere = Elsewhere::default();
        for ending in meter.plan(&mut self.planner, &activation) {
            let same = (ending.waters.cargo(), ending.waters.deliveries(), ending.waters.in_city());
            let aboard = ending.waters.cargo().get(ship);
            if chests == Some(same) {
                // Where an empty ship lies makes no difference; the first ending had the fewest steps.
                if aboard.is_none() {
                    continue;
                }
            } else {
                chests = Some(same);
                elsewhere = outlook.elsewhere(&waters, &ending.waters, ship, planned_for, after);
            }
            if !meter.take() {
                return None;
            }
            let merits = outlook.with_ship(&elsewhere, &ending.waters, ship, |strengths| merits(strengths, &rivalry));
            let steps = usize::from(ending.steps);
            for seat in 0..seats {
                let merit = merits[seat] + elsewhere.bonus;
                if merit > best[seat][steps].0 {
                    best[seat][steps] = (merit, ending.waters);
                }
            }
        }
        // A plan that was called off, or that there were too few nodes for, has not found everything.
        meter.goes_on().then(|| self.attach(at, ship, &best, still))
    }

    fn attach(&mut self, at: Moment, ship: Ship, best: &[[(i32, Waters); PACES]; MAX_PLAYERS], still: BySeat) -> u32 {
        let before = self.nodes[at.0 as usize].waters;
        let next = ship.index() + 1;
        let first = self.nodes.len();
        let stalled = self.begin(&before, next);
        let mut branches =
            Branches { stalled, commanded: [[stalled; PACES]; MAX_PLAYERS], gains: [[0; PACES]; MAX_PLAYERS] };
        for seat in Seat::first(self.outlook.seats()) {
            let row = &best[seat.index()];
            let mut known = (still[seat.index()], stalled);
            for (steps, (merit, waters)) in row.iter().enumerate() {
                // What can be done with few steps can be done with more.
                if *merit > known.0 {
                    let paid = pay_captures(&before, waters, seat);
                    known = (*merit, self.same_or_new(first, &paid, next));
                }
                branches.commanded[seat.index()][steps] = known.1;
                branches.gains[seat.index()][steps] = known.0 - still[seat.index()];
            }
        }
        self.branches.push(branches);
        let index = self.branches.len() as u32 - 1;
        self.nodes[at.0 as usize].branches = index;
        index
    }

    /// Sisters are often alike: many a commander would do the same, and with more steps no more.
    fn same_or_new(&mut self, first: usize, waters: &Waters, next: usize) -> Moment {
        match self.nodes[first..].iter().position(|node| node.waters == *waters) {
            Some(place) => Moment((first + place) as u32),
            None => self.begin(waters, next),
        }
    }

    /// Compares the cards on the ship as the rules do, and supposes who shows a reserve in a tie.
    #[inline]
    fn next_moment(&self, branches: &Branches, ship: usize, deal: &Deal, spent: &mut [bool; MAX_PLAYERS]) -> Moment {
        let seats = self.outlook.seats();
        let mut high = Card::Thief;
        let mut thieves = 0;
        let mut tied = 0;
        let mut winner = 0;
        for (seat, hand) in deal.hands.iter().enumerate().take(seats) {
            let Some(hand) = hand else { continue };
            let card = hand[ship];
            if card == Card::Thief {
                thieves += 1;
            } else if card > high {
                (high, tied, winner) = (card, 1, seat);
            } else if card == high {
                tied += 1;
            }
        }
        if high == Card::Thief {
            return branches.stalled;
        }
        let steps = crate::caribbean::steps(high, thieves);
        if tied == 1 {
            return branches.commanded[winner][usize::from(steps)];
        }
        let least = WORTH_SHOWING[SHIPS - 1 - ship];
        let mut shown = SeatMap::default();
        for (seat, hand) in Seat::first(seats).zip(&deal.hands) {
            let Some(hand) = hand else { continue };
            let gain = branches.gains[seat.index()][usize::from(steps)];
            if hand[ship] == high && !spent[seat.index()] && gain >= least {
                spent[seat.index()] = true;
                shown.insert(seat, hand[SHIPS]);
            }
        }
        match compare_reserves(&shown, self.options()) {
            TieVerdict::Won { seat, thieves } => {
                branches.commanded[seat.index()][usize::from(steps.saturating_sub(thieves))]
            }
            TieVerdict::NobodyShowed | TieVerdict::Unbroken => branches.stalled,
        }
    }
}

/// The waters as they are if this seat commanded the ship, and not the one that it was planned for.
fn pay_captures(before: &Waters, after: &Waters, seat: Seat) -> Waters {
    let captures = before.in_city().len() - after.in_city().len();
    match Seat::first(1).next() {
        Some(planned_for) if captures > 0 => after.with_bonus_for(planned_for, seat, captures as u16),
        _ => *after,
    }
}

/// Everybody's strength compared with the rivals'.
#[inline]
fn merits(strengths: &BySeat, rivalry: &[BySeat; MAX_PLAYERS]) -> BySeat {
    std::array::from_fn(|seat| {
        strengths.iter().zip(&rivalry[seat]).map(|(strength, weight)| strength * weight).sum::<i32>() / 256
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::outlook::FITTED;
    use crate::bots::thinking::{Budget, Cancel};
    use crate::caribbean::{Board, Chest, Colour, Scenario, Space};

    /// A capture is all that Red lacks to end the game, and Blue is far from it.
    #[test]
    fn a_capture_ends_the_game_only_for_whom_it_is_enough() {
        let at = |number: usize| Space::from_number(number).expect("a space");
        let board = Board::standard();
        let city = board.cities()[0].space;
        let elsewhere = [22, 29, 71, 77, 8, 6].map(at).into_iter().filter(|space| *space != city);
        let places: Vec<Space> = std::iter::once(city).chain(elsewhere).take(SHIPS).collect();
        let chests = [0, 4].map(|index| Chest::from_index(index).expect("a chest"));
        let mut ships: [_; SHIPS] = std::array::from_fn(|ship| (places[ship], None));
        ships[5].1 = Some(chests[1]);
        for colours in [[Colour::Red, Colour::Blue], [Colour::Blue, Colour::Red]] {
            let scenario = Scenario {
                board: Board::standard(),
                options: Options::default(),
                colours: colours.to_vec(),
                round: 6,
                ships,
                in_city: chests[..1].iter().copied().collect(),
                delivered: Vec::new(),
                money: colours.iter().map(|colour| if *colour == Colour::Red { 60 } else { 30 }).collect(),
                quiet_rounds: 0,
            };
            let table = scenario.bribing().expect("a good position");
            let (before, outlook) = (table.waters(), Outlook::new(&table, &FITTED));
            let planned_for = Seat::first(1).next().expect("a seat");
            let activation = table.imagine_in(before, Ship::A, planned_for, MOST_STEPS).expect("she can be commanded");
            let mut planner = Planner::new();
            let endings: Vec<Ending> = planner.plan(&activation).collect();
            assert!(endings.iter().any(|ending| ending.waters.in_city().is_empty()), "she can capture");
            for Ending { waters, .. } in endings {
                let elsewhere = outlook.elsewhere(before, &waters, Ship::A, planned_for, 1);
                let known = outlook.with_ship(&elsewhere, &waters, Ship::A, |strengths| *strengths);
                for seat in Seat::first(2) {
                    let paid = outlook.strengths(&pay_captures(before, &waters, seat), 1);
                    assert_eq!(known[seat.index()] + elsewhere.bonus, paid[seat.index()], "{seat:?} in {waters:?}");
                }
            }
        }
    }

    /// Everybody's chances after a tie for ship A, one step from Red's haven, in which Red shows a thief and Blue nothing;
    /// and after nobody has bribed her.
    fn chances(options: Options) -> [BySeat; 2] {
        let at = |number: usize| Space::from_number(number).expect("a space");
        let mut ships = [22, 29, 71, 77, 8, 6].map(|number| (at(number), None));
        ships[0].1 = Chest::from_index(4);
        let scenario = Scenario {
            board: Board::standard(),
            options,
            colours: vec![Colour::Red, Colour::Blue],
            round: 6,
            ships,
            in_city: Default::default(),
            delivered: Vec::new(),
            money: vec![10, 10],
            quiet_rounds: 0,
        };
        let table = scenario.bribing().expect("a good position");
        let mut foresight = Foresight::new(&table, &FITTED);
        let start = foresight.begin(table.waters(), 0);
        let mut meter = Meter::new(Budget { nodes: u64::MAX }, Cancel::new());
        [Card::Five, Card::Thief].map(|card| {
            let mut hand = [Card::Zero; SHIPS + 1];
            (hand[0], hand[SHIPS]) = (card, Card::Thief);
            let mut deal = Deal::fresh([Some(hand), Some(hand), None, None]);
            deal.spent[1] = true;
            foresight.play(start, &deal, &mut meter)
        })
    }

    #[test]
    fn a_shown_thief_beats_a_kept_card() {
        let [tied, stalled] = chances(Options::default());
        assert!(tied[0] > stalled[0], "{tied:?} {stalled:?}");
    }

    #[test]
    fn where_the_house_says_so_a_shown_thief_wins_nothing() {
        let [tied, stalled] = chances(Options { thief_beats_kept: false, ..Options::default() });
        assert_eq!(tied, stalled);
    }
}
