//! Decisions as they were when somebody last looked: a change of how a bot plays does not go unnoticed. Whoever means to
//! change it writes down the new ones, and measures the ranks again (docs/BENCHMARKS.md).

use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Board, Chest, Choice, Colour, Options, Scenario, Ship, Space, View};
use doubloons_engine::contract::{Deaf, Game, Seat, Secrets, Viewer};

use crate::tables::{Decision, bot, decide, new_table};

const SEEDS: [u64; 4] = [1, 2, 3, 4];

fn first() -> Seat {
    Seat::new(0).expect("a seat")
}

/// The cards for ships A to F and the reserve.
fn hand(decision: &Decision) -> String {
    let Decision::Seal(sealed) = decision else { panic!("bribes are sealed: {decision:?}") };
    let card = |choice| match choice {
        Choice::Card(card) if card.worth() < 0 => "t".to_owned(),
        Choice::Card(card) => card.worth().to_string(),
        other => panic!("{other:?} is no bribe"),
    };
    sealed.iter().map(|(_, choice)| card(choice)).collect()
}

fn commands(decision: &Decision) -> String {
    let Decision::Act(action) = decision else { panic!("a ship is commanded: {decision:?}") };
    action.commands().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn opening(players: u8) -> View {
    let mut table = new_table(players, 77);
    let deal = table.automatic().expect("chance deals first");
    table.apply(&deal, &mut Deaf).expect("a deal");
    table.view(first())
}

/// The middle of a game: Green commands the second ship with four steps, beside loaded ones, with a city in reach.
fn middle() -> View {
    let chest = |index: usize| Chest::from_index(index).expect("a chest");
    let at = |number: usize| Space::from_number(number).expect("a space");
    let scenario = Scenario {
        board: Board::standard(),
        options: Options::default(),
        colours: vec![Colour::Green, Colour::Blue, Colour::Red],
        round: 6,
        ships: [
            (at(47), Some(chest(1))),
            (at(46), Some(chest(4))),
            (at(62), None),
            (at(58), Some(chest(6))),
            (at(33), None),
            (at(11), Some(chest(9))),
        ],
        in_city: [0, 2, 10, 11, 13, 15].into_iter().map(chest).collect(),
        delivered: vec![(chest(3), first())],
        money: vec![9, 12, 10],
        quiet_rounds: 0,
    };
    let game = scenario.commanding(Ship::B, first(), 4).expect("a good position");
    game.view(Viewer::Seat(first(), &Secrets::default()))
}

/// What a level decides about a view, for each of the seeds.
fn decided(level: Level, view: &View, told: fn(&Decision) -> String) -> Vec<String> {
    SEEDS.iter().map(|&seed| told(&decide(bot(level, seed, level.budget()).as_mut(), view))).collect()
}

#[test]
fn hands_in_a_duel_are_as_they_were() {
    let view = opening(2);
    let hands = Level::ALL.map(|level| decided(level, &view, hand));
    assert_eq!(hands, DUEL);
}

#[test]
fn hands_among_four_are_as_they_were() {
    let view = opening(4);
    let hands = Level::ALL.map(|level| decided(level, &view, hand));
    assert_eq!(hands, MELEE);
}

#[test]
fn moves_are_as_they_were() {
    let view = middle();
    let moves = Level::ALL.map(|level| decided(level, &view, commands));
    assert_eq!(moves, MOVES);
}

/// Weakest level first, by seed.
const DUEL: [[&str; 4]; 4] = [
    ["1520t43", "125403t", "0134t52", "123405t"],
    ["t524130", "t245130", "t524130", "t234150"],
    ["0t35142", "053t142", "1t34052", "0t52341"],
    ["1t35024", "1035t24", "025t143", "1t52043"],
];
const MELEE: [[&str; 4]; 4] = [
    ["1520t43", "125403t", "0134t52", "123405t"],
    ["0234t51", "0234t51", "0234t51", "0234t51"],
    ["t524130", "0234t51", "t234150", "0534t21"],
    ["02t5134", "12t0453", "21t4053", "0t14253"],
];
const MOVES: [[&str; 4]; 4] = [
    [
        "step 55, step 56, step 65, deliver, step 73, capture, end",
        "step 55, step 56, step 65, deliver, step 73, capture, end",
        "step 55, step 56, step 65, deliver, step 73, capture, end",
        "step 55, step 56, step 65, deliver, step 73, capture, end",
    ],
    [
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
    ],
    [
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
    ],
    [
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
        "step 55, step 56, step 65, deliver, step 56, capture, swap A, end",
    ],
];
