//! The coach names what matters: positions made by hand, in which a person sees it at once.

mod bribes;
mod moves;
mod ties;

use doubloons_engine::bots::{Audience, Budget, Cancel, Coach, Deed, Prospect};
use doubloons_engine::caribbean::{Board, Caribbean, Chest, ChestSet, Colour, Options, Scenario, Space, View};
use doubloons_engine::contract::{Game, Input, Seat, Secrets, Viewer};
use doubloons_engine::tongue::English;

/// Who lies where, late in a game.
#[derive(Clone, Copy)]
struct Position {
    /// The player's colour first.
    colours: &'static [Colour],
    /// Ships A to F: the space, and the city of the chest aboard.
    ships: [(usize, &'static str); 6],
    /// The cities whose chests are still there.
    cities: &'static [&'static str],
    money: &'static [u16],
}

/// Spaces in corners of the chart, where an empty ship can do nothing.
const CORNERS: [usize; 6] = [1, 29, 71, 77, 8, 6];

/// Red, who is advised, against Blue. All ships are in corners, but for these: which, where, and the city of the chest aboard.
const fn duel(placed: &[(usize, usize, &'static str)]) -> Position {
    let mut ships = [(0, ""); 6];
    let mut index = 0;
    while index < 6 {
        ships[index] = (CORNERS[index], "");
        index += 1;
    }
    let mut place = 0;
    while place < placed.len() {
        ships[placed[place].0] = (placed[place].1, placed[place].2);
        place += 1;
    }
    Position { colours: &[Colour::Red, Colour::Blue], ships, cities: &[], money: &[10, 10] }
}

fn chest(board: &Board, city: &str) -> Chest {
    let index = board.cities().iter().position(|found| found.name == city);
    index.and_then(Chest::from_index).unwrap_or_else(|| panic!("there is no city called {city}"))
}

impl Position {
    /// A table that waits for everybody's bribes.
    fn table(&self, options: Options) -> Caribbean {
        let board = Board::standard();
        let space = |number| Space::from_number(number).expect("a space");
        let aboard = |city: &str| (!city.is_empty()).then(|| chest(&board, city));
        let in_city: ChestSet = self.cities.iter().map(|city| chest(&board, city)).collect();
        let ships = self.ships.map(|(number, city)| (space(number), aboard(city)));
        // All other chests were delivered long ago, so that nothing new comes up.
        let gone = |&chest: &Chest| !in_city.contains(chest) && ships.iter().all(|(_, aboard)| *aboard != Some(chest));
        let delivered = (0..16).filter_map(Chest::from_index).filter(gone).map(|chest| (chest, first())).collect();
        let scenario = Scenario {
            board: board.clone(),
            options,
            colours: self.colours.to_vec(),
            round: 7,
            ships,
            in_city,
            delivered,
            money: self.money.to_vec(),
            quiet_rounds: 0,
        };
        scenario.bribing().expect("a good position")
    }

    /// What the first player sees of it.
    fn view(&self) -> View {
        self.table(Options::default()).view(Viewer::Seat(first(), &Secrets::default()))
    }
}

/// Whoever is advised.
fn first() -> Seat {
    Seat::new(0).expect("a seat")
}

fn second() -> Seat {
    Seat::new(1).expect("a seat")
}

/// The first player, who is advised in English.
fn audience<'a>(view: &'a View, names: &'a [String]) -> Audience<'a> {
    Audience { tongue: &English, table: view.table(), seat: first(), names }
}

fn coach() -> Coach {
    Coach::new(1, Budget { nodes: 200_000 }, Cancel::new())
}

/// What takes three steps.
fn far() -> Option<Prospect> {
    let delivered = Deed::Delivered { chest: chest(&Board::standard(), "Santiago"), to: first() };
    Some(Prospect { steps: 3, deeds: vec![delivered] })
}

/// What happens to a player whom nobody waits for any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gone {
    Away,
    Late,
}

impl Gone {
    fn input<C, S>(self, seat: Seat) -> Input<C, S> {
        match self {
            Gone::Away => Input::Absent(seat),
            Gone::Late => Input::TimedOut(seat),
        }
    }
}
