//! The games that the suite is run on.

use std::fmt;
use std::sync::Arc;

use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::planner::{Ending, Planner};
use doubloons_engine::caribbean::{
    BRIBES, Board, Card, Caribbean, Choice, Colour, Command, MAX_NO_INCOME_ROUNDS, MAX_SPACES, Options, Ship, Space,
    Terms, UnusedHavens,
};
use doubloons_engine::contract::{Action, Dice, Face, FaceDown, Faces, Game, Handle, Sealed, Seat, Turn};

use crate::table::Subject;
use crate::toy::{CARDS, Move, Parrot, Reaction, SQUAWK};

/// Caribbean on one board. The seed chooses what is left open here.
#[derive(Clone)]
pub(crate) struct CaribbeanGames {
    pub(crate) board: Arc<Board>,
    pub(crate) seats: Option<u8>,
    pub(crate) options: Option<Options>,
    /// Whether players take what money they can get, so that the target comes within reach.
    pub(crate) keen: bool,
}

/// The board by name only: written out it would drown what failed.
impl fmt::Debug for CaribbeanGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CaribbeanGames { board, seats, options, keen } = self;
        write!(f, "{} for {seats:?} with {options:?}, keen: {keen}", board.name())
    }
}

impl CaribbeanGames {
    /// The whole board with the rules of one printing.
    pub(crate) fn printing(options: Options) -> CaribbeanGames {
        CaribbeanGames { board: Board::standard(), seats: None, options: Some(options), keen: false }
    }

    /// A crowded practice chart with any mix of house rules.
    pub(crate) fn sketch() -> CaribbeanGames {
        CaribbeanGames { board: sketch(), seats: None, options: None, keen: false }
    }
}

/// A chart of four by four spaces on which six ships are always in each other's way.
///
/// ```text
///  A  2  3  B      A, B, C, D: cities
///  5  r  b  8      r, b, g, y: havens
///  9  g  y 12      others: starts
///  C 14 15  D
/// ```
pub(crate) fn sketch() -> Arc<Board> {
    let across = (1..=16).filter(|space| space % 4 != 0).map(|space| (space, space + 1));
    let down = (1..=12).map(|space| (space, space + 4));
    let cities = [("Ayamonte", 1, 5), ("Baracoa", 4, 8), ("Cumana", 13, 4), ("Dominica", 16, 6)];
    let sketch = Sketch {
        spaces: 16,
        edges: across.chain(down).collect(),
        cities: cities.map(|(name, space, value)| (name.to_owned(), space, value)).to_vec(),
        havens: vec![(Colour::Red, 6), (Colour::Blue, 7), (Colour::Green, 10), (Colour::Yellow, 11)],
        starts: vec![2, 3, 5, 8, 9, 12],
    };
    Arc::new(Board::sketch(sketch).expect("the sketch is sound"))
}

/// Any mix of house rules.
pub(crate) fn house_rules(dice: &mut Dice) -> Options {
    let mut flag = || dice.below(2) == 0;
    Options {
        pass_on: flag(),
        must_unload_on_stop: flag(),
        adjacent_deliver: flag(),
        capture_cost: u8::from(flag()),
        thief_beats_kept: flag(),
        unused_havens: if flag() { UnusedHavens::Sea } else { UnusedHavens::Closed },
        shared_victory: flag(),
        no_income_rounds: 1 + dice.below(u32::from(MAX_NO_INCOME_ROUNDS)) as u8,
    }
}

impl Subject for CaribbeanGames {
    type Game = Caribbean;

    fn game(&self, seed: u64) -> Caribbean {
        let mut dice = Dice::from_seed(seed);
        let mut terms = Terms::new(&self.board, self.seats.unwrap_or(2 + dice.below(3) as u8));
        terms.options = self.options.unwrap_or_else(|| house_rules(&mut dice));
        Caribbean::new(&terms, Arc::clone(&self.board)).expect("these terms are sound")
    }

    fn every_command(&self) -> Vec<Command> {
        let last = self.board.space_count();
        let spaces = || (0..last + 2).chain([MAX_SPACES - 1]).filter_map(Space::from_index);
        let mut commands = vec![Command::Capture, Command::Deliver, Command::End];
        commands.extend(spaces().map(Command::Step));
        commands.extend(spaces().map(Command::DeliverTo));
        for ship in Ship::ALL {
            commands.extend([Command::Steal(ship), Command::Swap(ship), Command::PassOn(ship)]);
        }
        commands
    }

    fn every_choice(&self) -> Vec<Choice> {
        Card::ALL.into_iter().map(Choice::Card).chain([Choice::Show, Choice::Keep]).collect()
    }

    fn seal(&self, game: &Caribbean, _: Seat, dice: &mut Dice) -> Sealed<Choice> {
        match game.turn() {
            Turn::Seal { slots, .. } if slots == BRIBES => {
                let mut hand = Card::ALL;
                dice.shuffle(&mut hand);
                slots.iter().zip(hand.map(Choice::Card)).collect()
            }
            Turn::Seal { slots, .. } => {
                let choice = if dice.below(2) == 0 { Choice::Show } else { Choice::Keep };
                slots.iter().map(|slot| (slot, choice)).collect()
            }
            turn => panic!("nobody seals at {turn:?}"),
        }
    }

    fn idea(&self, game: &Caribbean, seat: Seat, dice: &mut Dice) -> Option<Action<Command>> {
        let activation = game.activation().filter(|_| self.keen)?;
        let mut planner = Planner::new();
        let mut endings: Vec<Ending> = planner.plan(&activation).collect();
        dice.shuffle(&mut endings);
        let best = endings.iter().max_by_key(|ending| ending.gain(seat, game.waters()))?;
        planner.way(&activation, best)
    }

    /// Income ends a run of rounds without one, and there are two incomes a chest.
    fn most_inputs(&self) -> usize {
        let incomes = 2 * self.board.cities().len();
        let rounds = 6 + (incomes + 1) * usize::from(MAX_NO_INCOME_ROUNDS);
        let a_ship = 1 + 4 + 2 + 1;
        rounds * (4 + 6 * a_ship + 2)
    }
}

/// Parrot for any number of seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParrotGames;

impl Subject for ParrotGames {
    type Game = Parrot;

    fn game(&self, seed: u64) -> Parrot {
        Parrot::new(2 + Dice::from_seed(seed).index(7))
    }

    fn every_command(&self) -> Vec<Move> {
        let plays = (0..CARDS + 1).map(|card| Move::Play(Handle(card)));
        [Move::Draw, Move::Roll].into_iter().chain(plays).collect()
    }

    fn every_choice(&self) -> Vec<Reaction> {
        let squawks = (0..CARDS + 1).map(|card| Reaction::Squawk(Handle(card)));
        [Reaction::Pass].into_iter().chain(squawks).collect()
    }

    fn seal(&self, game: &Parrot, seat: Seat, dice: &mut Dice) -> Sealed<Reaction> {
        let hand = game.hand(seat);
        let pick = dice.index(hand.len() + 1);
        let reaction = hand.get(pick).map_or(Reaction::Pass, |&card| Reaction::Squawk(card));
        [(SQUAWK, reaction)].into_iter().collect()
    }

    fn deal(&self, _: FaceDown, dealt: &Faces, dice: &mut Dice) -> Face {
        let left: Vec<Face> =
            (0..CARDS).map(Face).filter(|&face| dealt.iter().all(|(_, taken)| taken != face)).collect();
        left[dice.index(left.len())]
    }

    fn most_inputs(&self) -> usize {
        let a_turn = 2 + 8 + 1 + 8;
        1 + 8 * 10 * a_turn
    }
}
