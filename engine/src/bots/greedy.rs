//! A solid plain player: takes the best of what a won ship can do now, and bribes by what each ship is worth to it.
//! It looks one activation ahead and no further.

use super::Bot;
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{
    BRIBES, Board, BoardId, CAPTURE_BONUS, Card, Caribbean, Choice, Colour, Command, MAX_PLAYERS, MAX_SPACES,
    MOST_STEPS, Phase, RESERVE, SHIPS, Ship, View, Waters, bribe_slot, tie_slot,
};
use crate::contract::{Action, Dice, Game, Sealed, Seat};

/// How worths are counted: points for a thousand doubloons. Divisible by the number of opponents.
const POINTS: i32 = 60;
/// The chance in per cent that a bribe of so many barrels wins, for 0 to 5.
const WIN_CHANCE: [i32; 6] = [8, 22, 42, 62, 80, 92];
/// What a card is worth as a reserve, in points: thief, 0, 1 … 5. A middle card breaks most ties and costs little.
const RESERVE_WORTH: [i32; 7] = [0, 4, 10, 16, 18, 19, 20];
/// How much of a chest's worth in per cent is as good as earned when it is so many steps from a haven.
const NEARNESS: [i32; 8] = [60, 50, 40, 30, 21, 14, 8, 4];

/// The greedy bot.
#[derive(Debug)]
pub struct Greedy {
    dice: Dice,
    planner: Planner,
    distances: Distances,
}

impl Greedy {
    /// A bot whose small moods follow from the seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::from_seed(seed), planner: Planner::new(), distances: Distances::default() }
    }

    /// The best ending for `seat`; among equals the one with the fewest steps, then a random one so that no corner of
    /// the chart is preferred.
    fn best(&mut self, table: &Caribbean, seat: Seat) -> Option<Ending> {
        let judge = Judge::new(table, &self.distances);
        let mut best: Option<(Ending, (i32, i32))> = None;
        let mut equals = 0;
        for ending in self.planner.endings() {
            let merit = (judge.assets(&ending.waters).balance(seat), -i32::from(ending.steps));
            match &best {
                Some((_, known)) if merit < *known => continue,
                Some((_, known)) if merit == *known => equals += 1,
                _ => equals = 1,
            }
            if equals == 1 || self.dice.below(equals) == 0 {
                best = Some((ending, merit));
            }
        }
        best.map(|(ending, _)| ending)
    }

    /// What every ship is worth to `seat`, from the present position.
    fn appraise(&mut self, table: &Caribbean, seat: Seat) -> [Appraisal; SHIPS] {
        let judge = Judge::new(table, &self.distances);
        let now = judge.assets(table.waters());
        let opponents = table.seats().len() as i32 - 1;
        Ship::ALL.map(|ship| {
            // Whoever commands the ship can do the same with it; only the bonus for captures goes to the commander. So
            // one plan does for all of them.
            let Some(activation) = table.imagine(ship, seat, MOST_STEPS) else { return Appraisal::default() };
            let endings = self.planner.plan(&activation);
            let mut best = [[Prospect::default(); MOST_STEPS as usize + 1]; MAX_PLAYERS];
            for ending in endings {
                let bonus = captured(table.waters(), &ending.waters) * i32::from(CAPTURE_BONUS) * POINTS;
                let mut assets = judge.assets(&ending.waters);
                assets.earn(seat, -bonus);
                for commander in table.seats() {
                    assets.earn(commander, bonus);
                    let to_them = assets.balance(commander) - now.balance(commander);
                    let prospect = &mut best[commander.index()][usize::from(ending.steps)];
                    if to_them > prospect.to_them {
                        *prospect = Prospect { to_them, to_me: assets.balance(seat) - now.balance(seat) };
                    }
                    assets.earn(commander, -bonus);
                }
            }
            let mut appraisal = Appraisal::default();
            for commander in table.seats() {
                let row = &mut best[commander.index()];
                // What can be done with few steps can be done with more.
                for steps in 1..row.len() {
                    row[steps] = row[steps].max(row[steps - 1]);
                }
                if commander == seat {
                    appraisal.mine = row.map(|prospect| prospect.to_them);
                } else {
                    // An opponent who wants a ship lays about four barrels on it.
                    appraisal.threat -= row[4].to_me / opponents;
                    appraisal.slowing += (row[4].to_them - row[3].to_them) / opponents;
                }
            }
            appraisal
        })
    }

    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Sealed<Choice> {
        let appraisals = self.appraise(table, seat);
        // Points by ship and card; a mood of a quarter up or down keeps the bot from being read like a book.
        let mut points = [[0; Card::ALL.len()]; SHIPS];
        for (row, appraisal) in points.iter_mut().zip(&appraisals) {
            let mood = 75 + self.dice.below(51) as i32;
            for (cell, card) in row.iter_mut().zip(Card::ALL) {
                *cell = match usize::try_from(card.worth()) {
                    Ok(barrels) => {
                        (appraisal.mine[barrels] + appraisal.threat) * WIN_CHANCE[barrels] / 100 * mood / 100
                    }
                    Err(_) => appraisal.slowing * mood / 100,
                };
            }
        }
        let laid = best_assignment(&points);
        let mut sealed = Sealed::default();
        for (ship, card) in Ship::ALL.into_iter().zip(laid) {
            sealed.insert(bribe_slot(ship), Choice::Card(card));
        }
        sealed.insert(RESERVE, Choice::Card(laid[SHIPS]));
        debug_assert_eq!(sealed.slots(), BRIBES);
        sealed
    }

    /// Shows the reserve if this ship is worth at least as much as those to come on average.
    fn shows(&mut self, table: &Caribbean, seat: Seat, ship: Ship, steps: u8) -> bool {
        let appraisals = self.appraise(table, seat);
        let stake = |appraisal: &Appraisal| appraisal.mine[usize::from(steps)] + appraisal.threat;
        let here = stake(&appraisals[ship.index()]);
        let later = &appraisals[ship.index() + 1..];
        let average = later.iter().map(stake).sum::<i32>() / (later.len() as i32).max(1);
        here > 0 && here >= average
    }
}

impl Bot<Caribbean> for Greedy {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        let Some(own) = view.own() else {
            return Sealed::default();
        };
        self.distances.learn(table.board());
        match *table.phase() {
            Phase::TieSeal { tie, .. } => {
                let steps = crate::caribbean::steps(tie.card, tie.thieves);
                let show = self.shows(table, own.seat, tie.ship, steps);
                [(tie_slot(tie.ship), if show { Choice::Show } else { Choice::Keep })].into_iter().collect()
            }
            _ => self.bribe(table, own.seat),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let table = view.table();
        let Some(activation) = table.activation() else {
            return Action::default();
        };
        self.distances.learn(table.board());
        self.planner.plan(&activation);
        self.best(table, activation.seat())
            .and_then(|ending| self.planner.way(&activation, &ending))
            .or_else(|| Action::new(&[Command::End]))
            .unwrap_or_default()
    }
}

/// How many cities were captured in between.
fn captured(before: &Waters, after: &Waters) -> i32 {
    before.in_city().len() as i32 - after.in_city().len() as i32
}

/// What an activation would bring to its commander and to me, in points. Doing nothing is always possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Prospect {
    to_them: i32,
    to_me: i32,
}

/// What a ship is worth, in points.
#[derive(Clone, Copy, Debug, Default)]
struct Appraisal {
    /// What I can make of it with 0 to 5 steps.
    mine: [i32; MOST_STEPS as usize + 1],
    /// What it costs me if an opponent commands it instead, on average.
    threat: i32,
    /// What a thief takes from the opponents, on average.
    slowing: i32,
}

/// The cards for the six ships and the reserve that add up to the most points, out of all 5,040 ways. Found set by set:
/// the best way to lay certain cards on the first ships does not depend on how the others are laid.
fn best_assignment(points: &[[i32; Card::ALL.len()]; SHIPS]) -> [Card; Card::ALL.len()] {
    const SETS: usize = 1 << Card::ALL.len();
    // For every set of cards: the most points on the first ships, as many as there are cards, and the last card laid.
    let mut best = [(i32::MIN, Card::Thief); SETS];
    best[0].0 = 0;
    for set in 1..SETS {
        let place = set.count_ones() as usize - 1;
        for card in Card::ALL.into_iter().filter(|card| set >> card.index() & 1 == 1) {
            let here = points.get(place).map_or(RESERVE_WORTH[card.index()], |row| row[card.index()]);
            let sum = best[set ^ 1 << card.index()].0 + here;
            if sum > best[set].0 {
                best[set] = (sum, card);
            }
        }
    }
    let mut hand = Card::ALL;
    let mut set = SETS - 1;
    for place in hand.iter_mut().rev() {
        *place = best[set].1;
        set ^= 1 << place.index();
    }
    hand
}

/// How far every space is from the nearest haven of every colour, on an empty chart.
#[derive(Debug, Default)]
struct Distances {
    board: Option<BoardId>,
    nearest: Vec<[u8; MAX_SPACES]>,
}

impl Distances {
    fn learn(&mut self, board: &Board) {
        if self.board == Some(board.id()) {
            return;
        }
        self.board = Some(board.id());
        self.nearest = Colour::ALL.iter().map(|&colour| from_havens(board, colour)).collect();
    }

    fn nearest(&self, colour: Colour, space: usize) -> u8 {
        self.nearest[colour.index()][space]
    }
}

fn from_havens(board: &Board, colour: Colour) -> [u8; MAX_SPACES] {
    let mut nearest = [u8::MAX; MAX_SPACES];
    let mut reached = board.havens_of(colour);
    let mut front = reached;
    let mut distance = 0;
    while !front.is_empty() {
        front.into_iter().for_each(|space| nearest[space.index()] = distance);
        let beyond = front.into_iter().fold(front, |set, space| set.union(board.neighbours(space)));
        front = beyond.without(reached);
        reached = reached.union(beyond);
        distance += 1;
    }
    nearest
}

/// Judges positions.
#[derive(Debug)]
struct Judge<'a> {
    board: &'a Board,
    distances: &'a Distances,
    colours: [Option<Colour>; MAX_PLAYERS],
    seats: i32,
}

impl<'a> Judge<'a> {
    fn new(table: &'a Caribbean, distances: &'a Distances) -> Judge<'a> {
        let mut colours = [None; MAX_PLAYERS];
        for seat in table.seats() {
            colours[seat.index()] = table.player(seat).map(|player| player.colour);
        }
        Judge { board: table.board(), distances, colours, seats: table.seats().len() as i32 }
    }

    /// Everybody's money, and a part of the chests at sea by how near they are to a haven.
    fn assets(&self, waters: &Waters) -> Assets {
        let mut assets = Assets { points: [0; MAX_PLAYERS], total: 0, seats: self.seats };
        let holds = Ship::ALL.map(|ship| {
            let value = waters.cargo().get(ship).map_or(0, |chest| i32::from(self.board.value(chest)));
            (waters.space(ship).index(), value * POINTS)
        });
        for (seat, colour) in Seat::first(MAX_PLAYERS).zip(self.colours) {
            let Some(colour) = colour else { continue };
            let share = |&(space, worth): &(usize, i32)| {
                let distance = usize::from(self.distances.nearest(colour, space)).min(NEARNESS.len() - 1);
                worth * NEARNESS[distance] / 100
            };
            let at_sea: i32 = holds.iter().filter(|hold| hold.1 > 0).map(share).sum();
            assets.earn(seat, i32::from(waters.money(seat)) * POINTS + at_sea);
        }
        assets
    }
}

/// What everybody has, in points.
#[derive(Clone, Copy, Debug)]
struct Assets {
    points: [i32; MAX_PLAYERS],
    total: i32,
    seats: i32,
}

impl Assets {
    fn earn(&mut self, seat: Seat, points: i32) {
        self.points[seat.index()] += points;
        self.total += points;
    }

    /// What a seat has, less what the others have on average.
    fn balance(&self, seat: Seat) -> i32 {
        let own = self.points[seat.index()];
        own - (self.total - own) / (self.seats - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(points: &[[i32; Card::ALL.len()]; SHIPS], hand: &[Card; Card::ALL.len()]) -> i32 {
        let ships: i32 = points.iter().zip(hand).map(|(row, card)| row[card.index()]).sum();
        ships + RESERVE_WORTH[hand[SHIPS].index()]
    }

    #[test]
    fn no_random_hand_is_worth_more_than_the_best_one() {
        let mut dice = Dice::from_seed(9);
        for _ in 0..50 {
            let points = std::array::from_fn(|_| std::array::from_fn(|_| dice.below(1_000) as i32 - 300));
            let best = best_assignment(&points);
            let mut sorted = best;
            sorted.sort_unstable();
            assert_eq!(sorted, Card::ALL);
            let mut hand = Card::ALL;
            for _ in 0..2_000 {
                dice.shuffle(&mut hand);
                assert!(sum(&points, &hand) <= sum(&points, &best), "{hand:?} beats {best:?}");
            }
        }
    }
}
