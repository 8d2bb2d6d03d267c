//! What a position is worth to everybody: the money in the purse, a share of every chest by how near it is to whose
//! havens, and from both the chance to win the game.
//!
//! All in integers, so that every machine comes to the same judgement: strengths in doubloons, shares in per mille,
//! chances in parts of [`CERTAIN`].

use crate::caribbean::{
    Board, CAPTURE_BONUS, CHESTS, Caribbean, Chest, ChestSet, Colour, MAX_PLAYERS, MAX_SPACES, Ship, SpaceSet, Waters,
    winners,
};
use crate::contract::{Game, Seat};

/// The chance of somebody who can't lose any more.
pub(super) const CERTAIN: i32 = 1 << 16;

/// One number for each seat; seats that nobody plays have 0.
pub(super) type BySeat = [i32; MAX_PLAYERS];

/// The longest way to a haven that makes a difference.
const FAR: usize = 7;
/// What was learnt from games of bots; each for 2, 3 and 4 players.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Judgement {
    /// A chest at sea goes to a seat so often, in per mille, when it is so many steps from the seat's nearest haven and
    /// two steps from another seat's.
    at_sea: [[i32; FAR + 1]; 3],
    /// How much better it gets with every further step that the nearest other seat is away.
    at_sea_room: [i32; 3],
    /// The same for a chest that still lies in its city.
    in_city: [[i32; FAR + 1]; 3],
    in_city_room: [i32; 3],
    /// How steeply a lead raises the chance to win, by how far the richest is from the target, in steps of
    /// [`GAP_STEP`]: sixteenths of an exponent for every 64,000 doubloons.
    steepness: [[i32; 11]; 3],
}

/// Fitted to a thousand games of each number of players between bots that look ahead.
pub(super) static FITTED: Judgement = Judgement {
    at_sea: [
        [550, 534, 480, 448, 395, 390, 258, 220],
        [420, 401, 332, 321, 277, 265, 110, 90],
        [380, 351, 279, 239, 190, 190, 82, 60],
    ],
    at_sea_room: [25, 28, 25],
    in_city: [
        [570, 558, 499, 401, 282, 214, 147, 110],
        [430, 411, 344, 263, 186, 106, 61, 40],
        [330, 317, 267, 199, 125, 69, 25, 15],
    ],
    in_city_room: [0, 12, 16],
    steepness: [
        [420, 317, 205, 184, 164, 140, 130, 110, 110, 110, 80],
        [195, 123, 85, 72, 55, 45, 40, 40, 40, 40, 40],
        [164, 133, 102, 72, 60, 50, 50, 50, 50, 50, 50],
    ],
};
/// How many thousands of doubloons a step of the steepness is wide.
const GAP_STEP: usize = 6;
/// What is left of these shares, in per cent, once the game ends with the round: on ships that will still move, and on
/// those that have.
const LAST_ROUND: [i32; 2] = [75, 15];

/// Judges the positions of one table.
#[derive(Debug)]
pub(super) struct Outlook<'a> {
    table: &'a Caribbean,
    judgement: &'static Judgement,
    seats: usize,
    /// By space: the share of a chest there, on a ship.
    at_sea: [BySeat; MAX_SPACES],
    /// By chest: the share while it lies in its city.
    in_city: [BySeat; CHESTS],
    /// By chest, in doubloons.
    values: [i32; CHESTS],
}

impl<'a> Outlook<'a> {
    pub(super) fn new(table: &'a Caribbean, judgement: &'static Judgement) -> Outlook<'a> {
        let board: &Board = table.board();
        let seats = table.seats().len();
        let mut distances = [[0; MAX_SPACES]; MAX_PLAYERS];
        for seat in table.seats() {
            if let Some(player) = table.player(seat) {
                distances[seat.index()] = from_havens(board, player.colour, table.owners().closed());
            }
        }
        let row = seats.clamp(2, 4) - 2;
        let shares = |space: usize, near: &[i32; FAR + 1], better: i32| -> BySeat {
            std::array::from_fn(|seat| {
                if seat >= seats {
                    return 0;
                }
                let own = distances[seat][space].min(FAR);
                let other = (0..seats).filter(|&other| other != seat).map(|other| distances[other][space]).min();
                let room = other.unwrap_or(FAR).min(5) as i32 - 2;
                (near[own] + better * room).max(5)
            })
        };
        let mut at_sea = [[0; MAX_PLAYERS]; MAX_SPACES];
        for space in board.spaces() {
            at_sea[space.index()] = shares(space.index(), &judgement.at_sea[row], judgement.at_sea_room[row]);
        }
        let mut in_city = [[0; MAX_PLAYERS]; CHESTS];
        let mut values = [0; CHESTS];
        for (index, city) in board.cities().iter().enumerate().take(CHESTS) {
            in_city[index] = shares(city.space.index(), &judgement.in_city[row], judgement.in_city_room[row]);
            values[index] = Chest::from_index(index).map_or(0, |chest| i32::from(board.value(chest)) * 1_000);
        }
        Outlook { table, judgement, seats, at_sea, in_city, values }
    }

    pub(super) fn table(&self) -> &'a Caribbean {
        self.table
    }

    /// How many play.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// Everybody's money and share of the chests, in doubloons, when the ships before `next` have moved in this round.
    pub(super) fn strengths(&self, waters: &Waters, next: usize) -> BySeat {
        let last = self.target_reached(waters);
        let mut sums = self.purses(waters);
        for ship in Ship::ALL {
            self.add_cargo(&mut sums, waters, ship, next, last);
        }
        self.add_cities(&mut sums, waters, last);
        sums
    }

    /// The part of [`strengths`](Outlook::strengths) that does not depend on where the active ship lies, without the bonus
    /// for captures since `before`, which was paid to one seat but might go to any: for whose purse it is enough, it ends
    /// the game.
    pub(super) fn elsewhere(
        &self,
        before: &Waters,
        after: &Waters,
        active: Ship,
        paid: Seat,
        next: usize,
    ) -> Elsewhere {
        let bonus = captured(before.in_city(), after.in_city()) * i32::from(CAPTURE_BONUS) * 1_000;
        let target = i32::from(self.table.target()) * 1_000;
        let mut purses = self.purses(after);
        purses[paid.index()] -= bonus;
        let reached = purses.iter().take(self.seats).any(|purse| *purse >= target);
        let last = purses.map(|purse| reached || purse + bonus >= target);
        let mut elsewhere = Elsewhere { strengths: [purses; 2], bonus, last, next };
        for last in [false, true] {
            if !elsewhere.occurs(last, self.seats) {
                continue;
            }
            let strengths = &mut elsewhere.strengths[usize::from(last)];
            for ship in Ship::ALL.into_iter().filter(|&ship| ship != active) {
                self.add_cargo(strengths, after, ship, next, last);
            }
            self.add_cities(strengths, after, last);
        }
        elsewhere
    }

    /// What all of it, with the active ship where she is, means to each commander (first index): a judgement of
    /// everybody's strength, made once for the game that goes on and once for the last round, as far as these occur.
    #[inline]
    pub(super) fn with_ship(
        &self,
        elsewhere: &Elsewhere,
        waters: &Waters,
        active: Ship,
        judge: impl Fn(&BySeat) -> BySeat,
    ) -> BySeat {
        let judged = [false, true].map(|last| {
            if !elsewhere.occurs(last, self.seats) {
                return BySeat::default();
            }
            let mut sums = elsewhere.strengths[usize::from(last)];
            self.add_cargo(&mut sums, waters, active, elsewhere.next, last);
            judge(&sums)
        });
        std::array::from_fn(|seat| judged[usize::from(elsewhere.last[seat])][seat])
    }

    #[inline]
    fn add_cargo(&self, sums: &mut BySeat, waters: &Waters, ship: Ship, next: usize, last: bool) {
        let Some(chest) = waters.cargo().get(ship) else { return };
        let value = self.values[chest.index()];
        let worth = if last { value * LAST_ROUND[usize::from(ship.index() < next)] / 100 } else { value };
        add_share(sums, &self.at_sea[waters.space(ship).index()], worth);
    }

    fn add_cities(&self, sums: &mut BySeat, waters: &Waters, last: bool) {
        if last {
            return;
        }
        let bonus = i32::from(CAPTURE_BONUS) * 1_000 / self.seats as i32;
        for chest in waters.in_city() {
            add_share(sums, &self.in_city[chest.index()], self.values[chest.index()]);
            sums.iter_mut().take(self.seats).for_each(|sum| *sum += bonus);
        }
    }

    /// Everybody's chance to win the game from a position between two rounds.
    pub(super) fn chances(&self, waters: &Waters) -> BySeat {
        if self.is_over(waters) { self.victory(waters) } else { self.race(&self.strengths(waters, 0), waters) }
    }

    /// Everybody's chance to win the game in the middle of a round, before ship `next` moves.
    pub(super) fn chances_during(&self, waters: &Waters, next: usize) -> BySeat {
        self.race(&self.strengths(waters, next), waters)
    }

    /// How much each seat (first index) minds what the others have (second index), in parts of 256: what it has itself
    /// counts 256, and the others, by how likely they are to win instead, −256 together.
    pub(super) fn rivalry(&self, chances: &BySeat) -> [BySeat; MAX_PLAYERS] {
        let mut rivalry = [[0; MAX_PLAYERS]; MAX_PLAYERS];
        for (seat, row) in rivalry.iter_mut().enumerate().take(self.seats) {
            let others = self.seats as i32 - 1;
            let total: i32 = chances.iter().sum::<i32>() - chances[seat] + others * EVEN;
            for (other, cell) in row.iter_mut().enumerate().take(self.seats) {
                *cell = if other == seat { 256 } else { -(256 * ((chances[other] + EVEN) / 16)) / (total / 16).max(1) };
            }
        }
        rivalry
    }

    /// Whether the game ends if the round ends so.
    fn is_over(&self, waters: &Waters) -> bool {
        let table = self.table;
        let exhausted = table.supply().is_empty();
        let quiet = exhausted
            && table.quiet_rounds() + 1 >= table.options().no_income_rounds
            && table.income_this_round() == 0
            && Seat::first(self.seats).all(|seat| waters.money(seat) == table.money(seat));
        let no_chest_left = exhausted && waters.in_city().is_empty() && waters.cargo().bits() == 0;
        self.target_reached(waters) || no_chest_left || quiet
    }

    fn target_reached(&self, waters: &Waters) -> bool {
        Seat::first(self.seats).any(|seat| waters.money(seat) >= self.table.target())
    }

    /// Everybody's money, in doubloons.
    fn purses(&self, waters: &Waters) -> BySeat {
        let mut purses = [0; MAX_PLAYERS];
        for (purse, seat) in purses.iter_mut().zip(Seat::first(self.seats)) {
            *purse = i32::from(waters.money(seat)) * 1_000;
        }
        purses
    }

    fn victory(&self, waters: &Waters) -> BySeat {
        let table = self.table;
        let winners = winners(table.seats(), waters, table.board(), table.options());
        let mut chances = [0; MAX_PLAYERS];
        winners.into_iter().for_each(|seat| chances[seat.index()] = CERTAIN / winners.len() as i32);
        chances
    }

    /// Chances in proportion to e to the power of strength: a lead counts the more, the nearer the end is.
    fn race(&self, strengths: &BySeat, waters: &Waters) -> BySeat {
        let most_money = Seat::first(self.seats).map(|seat| waters.money(seat)).max().unwrap_or(0);
        let gap = usize::from(self.table.target().saturating_sub(most_money));
        let row = &self.judgement.steepness[self.seats.clamp(2, 4) - 2];
        let steepness = row[(gap / GAP_STEP).min(row.len() - 1)];
        let best = strengths.iter().take(self.seats).copied().max().unwrap_or(0);
        let mut weights = [0; MAX_PLAYERS];
        let mut total = 0;
        for (weight, strength) in weights.iter_mut().zip(strengths).take(self.seats) {
            let behind = ((best - strength) / 8 * steepness / 8_000) as usize;
            *weight = DECAY[behind.min(DECAY.len() - 1)];
            total += *weight;
        }
        let mut chances = [0; MAX_PLAYERS];
        for (chance, weight) in chances.iter_mut().zip(weights).take(self.seats) {
            *chance = ((i64::from(weight) << 16) / i64::from(total.max(1))) as i32;
        }
        chances
    }
}

/// What everybody has but for what the active ship carries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Elsewhere {
    /// While the game goes on, and if this round is the last.
    strengths: [BySeat; 2],
    /// What the commander has earned by captures, in doubloons; not in the strengths.
    pub(super) bonus: i32,
    /// By commander: whether the target is reached then.
    last: [bool; MAX_PLAYERS],
    next: usize,
}

impl Elsewhere {
    /// Whether the round is the last, or is not, for any commander.
    #[inline]
    fn occurs(&self, last: bool, seats: usize) -> bool {
        self.last.iter().take(seats).any(|by_commander| *by_commander == last)
    }
}

/// A floor under everybody's chance when rivals are weighed: nobody is forgotten.
const EVEN: i32 = CERTAIN / 16;

/// e to the power of −i/16, in parts of 2^20.
const DECAY: [i32; 160] = {
    // e to the power of −1/16, in parts of 2^32.
    const FACTOR: u64 = 4_034_748_382;
    let mut table = [0; 160];
    let mut value: u64 = 1 << 32;
    let mut index = 0;
    while index < table.len() {
        table[index] = (value >> 12) as i32;
        value = (value * FACTOR) >> 32;
        index += 1;
    }
    table
};

#[inline]
fn add_share(sums: &mut BySeat, share: &BySeat, worth: i32) {
    // Eighths first: an 8,000 chest times 1,000 per mille must not overflow when six of them are added up.
    let worth = worth / 8;
    for (sum, share) in sums.iter_mut().zip(share) {
        *sum += worth * share / 125;
    }
}

/// How far every space is from the nearest haven of a colour, on a chart without ships, around the spaces that are closed.
pub(super) fn from_havens(board: &Board, colour: Colour, closed: SpaceSet) -> [usize; MAX_SPACES] {
    let mut nearest = [FAR; MAX_SPACES];
    let mut reached = board.havens_of(colour);
    let mut front = reached;
    let mut distance = 0;
    while !front.is_empty() {
        front.into_iter().for_each(|space| nearest[space.index()] = distance);
        let beyond = front.into_iter().fold(front, |set, space| set.union(board.neighbours(space)));
        front = beyond.without(reached).without(closed);
        reached = reached.union(beyond);
        distance += 1;
    }
    nearest
}

/// How many cities were captured in between.
pub(super) fn captured(before: ChestSet, after: ChestSet) -> i32 {
    before.len() as i32 - after.len() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caribbean::{Options, Scenario, Space, UnusedHavens};

    /// Both have as much as the game needs to end, and the second player more of it in chests.
    fn game(options: Options, second: Colour) -> Caribbean {
        let [red, other] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
        let chest = |index| Chest::from_index(index).expect("a chest");
        let scenario = Scenario {
            board: Board::standard(),
            options,
            colours: vec![Colour::Red, second],
            round: 8,
            ships: [1, 29, 71, 77, 8, 6].map(|number| (Space::from_number(number).expect("a space"), None)),
            in_city: ChestSet::EMPTY,
            delivered: vec![(chest(1), red), (chest(4), other)],
            money: vec![70, 70],
            quiet_rounds: 0,
        };
        scenario.bribing().expect("a good position")
    }

    fn chances(options: Options) -> BySeat {
        let table = game(options, Colour::Blue);
        Outlook::new(&table, &FITTED).chances(table.waters())
    }

    #[test]
    fn the_way_to_a_haven_leads_around_closed_ones() {
        let [sea, closed] = [UnusedHavens::Sea, UnusedHavens::Closed]
            .map(|unused_havens| game(Options { unused_havens, ..Options::default() }, Colour::Green));
        // Trujillo: through Blue's haven on 37 it is nearer to Red's on 21.
        let trujillo = Space::from_number(52).expect("a space").index();
        let steps = |table: &Caribbean| from_havens(table.board(), Colour::Red, table.owners().closed())[trujillo];
        assert_eq!([&sea, &closed].map(steps), [4, 5]);
        let share = |table: &Caribbean| Outlook::new(table, &FITTED).at_sea[trujillo][0];
        assert!(share(&closed) < share(&sea), "{} {}", share(&closed), share(&sea));
    }

    #[test]
    fn equals_share_the_victory() {
        assert_eq!(chances(Options::default())[..2], [CERTAIN / 2, CERTAIN / 2]);
    }

    #[test]
    fn where_the_house_says_so_delivered_chests_decide_between_equals() {
        assert_eq!(chances(Options { shared_victory: false, ..Options::default() })[..2], [0, CERTAIN]);
    }
}
