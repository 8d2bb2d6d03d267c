//! A solid plain player: takes the best of what a won ship can do now, and bribes by what each ship is worth to it.
//! It looks one activation ahead and no further.

use super::appraisal::{Points, WIN_CHANCE, best_hand};
use super::foresight::{Hand, PACES};
use super::mind::Mind;
use super::outlook::{captured, from_havens};
use crate::caribbean::planner::{Ending, Planner};
use crate::caribbean::{
    Activation, Board, BoardId, CAPTURE_BONUS, Card, Caribbean, Colour, MAX_PLAYERS, MAX_SPACES, MOST_STEPS, SHIPS,
    Ship, SpaceSet, Tie, View, Waters, steps,
};
use crate::contract::{Dice, Game, Seat};

/// How worths are counted: points for a thousand doubloons. Divisible by the number of opponents.
const POINTS: i32 = 60;
/// What a card is worth as a reserve, in points: thief, 0, 1 … 5. A middle card breaks most ties and costs little.
const RESERVE_WORTH: [i32; Card::ALL.len()] = [0, 4, 10, 16, 18, 19, 20];
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

    /// What every ship is worth to `seat`, from the present position.
    fn appraise(&mut self, table: &Caribbean, seat: Seat) -> [Appraisal; SHIPS] {
        self.distances.learn(table.board());
        let judge = Judge::new(table, &self.distances);
        let now = judge.assets(table.waters());
        let opponents = table.seats().len() as i32 - 1;
        Ship::ALL.map(|ship| {
            // Whoever commands the ship can do the same with it; only the bonus for captures goes to the commander. So
            // one plan does for all of them.
            let Some(activation) = table.imagine(ship, seat, MOST_STEPS) else { return Appraisal::default() };
            let endings = self.planner.plan(&activation);
            let mut best = [[Prospect::default(); PACES]; MAX_PLAYERS];
            for ending in endings {
                let bonus =
                    captured(table.waters().in_city(), ending.waters.in_city()) * i32::from(CAPTURE_BONUS) * POINTS;
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
}

impl Mind for Greedy {
    fn bribe(&mut self, table: &Caribbean, seat: Seat) -> Hand {
        let appraisals = self.appraise(table, seat);
        // Points by ship and card; a mood of a quarter up or down keeps the bot from being read like a book.
        let mut points: Points = [[0; Card::ALL.len()]; SHIPS + 1];
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
        points[SHIPS] = RESERVE_WORTH;
        best_hand(&points)
    }

    /// Shows the reserve if this ship is worth at least as much as those to come on average.
    fn shows(&mut self, view: &View, tie: &Tie, seat: Seat) -> bool {
        let appraisals = self.appraise(view.table(), seat);
        let pace = usize::from(steps(tie.card, tie.thieves));
        let stake = |appraisal: &Appraisal| appraisal.mine[pace] + appraisal.threat;
        let here = stake(&appraisals[tie.ship.index()]);
        let later = &appraisals[tie.ship.index() + 1..];
        let average = later.iter().map(stake).sum::<i32>() / (later.len() as i32).max(1);
        here > 0 && here >= average
    }

    /// The best ending; among equals the one with the fewest steps, then a random one so that no corner of the chart is
    /// preferred.
    fn course(&mut self, view: &View, activation: &Activation<'_>) -> Option<Ending> {
        let (table, seat) = (view.table(), activation.seat());
        self.distances.learn(table.board());
        let judge = Judge::new(table, &self.distances);
        let mut best: Option<(Ending, (i32, i32))> = None;
        let mut equals = 0;
        for ending in self.planner.plan(activation) {
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
    mine: [i32; PACES],
    /// What it costs me if an opponent commands it instead, on average.
    threat: i32,
    /// What a thief takes from the opponents, on average.
    slowing: i32,
}

/// How far every space is from the nearest haven of every colour, on a chart without ships where nothing is closed.
#[derive(Debug, Default)]
struct Distances {
    board: Option<BoardId>,
    nearest: Vec<[usize; MAX_SPACES]>,
}

impl Distances {
    fn learn(&mut self, board: &Board) {
        if self.board == Some(board.id()) {
            return;
        }
        self.board = Some(board.id());
        self.nearest = Colour::ALL.iter().map(|&colour| from_havens(board, colour, SpaceSet::EMPTY)).collect();
    }

    fn nearest(&self, colour: Colour, space: usize) -> usize {
        self.nearest[colour.index()][space]
    }
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
                let distance = self.distances.nearest(colour, space).min(NEARNESS.len() - 1);
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
