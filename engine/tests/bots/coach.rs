//! The coach names the ship that matters: positions made by hand, in which a person sees it at once.

use doubloons_engine::bots::{Budget, Cancel, Coach, Course, Deed, Prospect, Purpose, Spoiling};
use doubloons_engine::caribbean::{Board, Chest, ChestSet, Colour, Command, Options, Scenario, Ship, Space, View};
use doubloons_engine::contract::{Action, Deaf, Game, Seat, Secrets, Viewer};
use doubloons_engine::tongue::English;

const BUDGET: Budget = Budget { nodes: 200_000 };

/// A position, and what the coach has to say about it.
struct Lesson {
    name: &'static str,
    /// The player's colour first.
    colours: &'static [Colour],
    /// Ships A to F: the space, and the city of the chest aboard.
    ships: [(usize, &'static str); 6],
    /// The cities whose chests are still there.
    cities: &'static [&'static str],
    money: &'static [u16],
    /// The ship that matters most.
    ship: char,
    /// Something that has to be said.
    said: &'static str,
}

/// Spaces in corners of the chart, where an empty ship can do nothing.
const CORNERS: [usize; 6] = [1, 29, 71, 77, 8, 6];
const RED_BLUE: &[Colour] = &[Colour::Red, Colour::Blue];

/// Ships in corners, but for these.
const fn ships(placed: &[(usize, usize, &'static str)]) -> [(usize, &'static str); 6] {
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
    ships
}

const LESSONS: &[Lesson] = &[
    Lesson {
        name: "one step from the own haven",
        colours: RED_BLUE,
        ships: ships(&[(2, 32, "Santiago")]),
        cities: &[],
        money: &[10, 10],
        ship: 'C',
        said: "with 1 step she delivers the 7,000 of Santiago to you",
    },
    Lesson {
        name: "one step from the rival's haven",
        colours: RED_BLUE,
        ships: ships(&[(4, 49, "Veracruz")]),
        cities: &[],
        money: &[10, 10],
        ship: 'E',
        said: "If Blue commands her, she delivers the 8,000 of Veracruz to Blue",
    },
    Lesson {
        name: "the rival's haven is near and the own one out of reach",
        colours: RED_BLUE,
        ships: ships(&[(1, 76, "Caracas")]),
        cities: &[],
        money: &[10, 10],
        ship: 'B',
        said: "delivers the 5,000 of Caracas to Blue",
    },
    Lesson {
        name: "the larger of two chests",
        colours: RED_BLUE,
        ships: ships(&[(0, 22, "Veracruz"), (3, 42, "Campeche")]),
        cities: &[],
        money: &[10, 10],
        ship: 'A',
        said: "the 8,000 of Veracruz",
    },
    Lesson {
        name: "capture and deliver in one go",
        colours: RED_BLUE,
        ships: ships(&[(5, 50, "")]),
        cities: &["San Juan"],
        money: &[10, 10],
        ship: 'F',
        said: "delivers the 6,000 of San Juan to you and captures San Juan",
    },
    Lesson {
        name: "a city next door",
        colours: RED_BLUE,
        ships: ships(&[(0, 62, ""), (2, 29, ""), (1, 15, "")]),
        cities: &["Portobelo"],
        money: &[10, 10],
        ship: 'A',
        said: "captures Portobelo",
    },
    Lesson {
        name: "a robber who moves before the ship that she robs",
        colours: RED_BLUE,
        ships: ships(&[(0, 33, ""), (2, 34, "Veracruz")]),
        cities: &[],
        money: &[10, 10],
        ship: 'A',
        said: "the 8,000 of Veracruz to you",
    },
    Lesson {
        name: "a capture wins the game",
        colours: RED_BLUE,
        ships: ships(&[(1, 50, "")]),
        cities: &["Basseterre"],
        money: &[57, 56],
        ship: 'B',
        said: "delivers the 4,000 of Basseterre to you",
    },
    Lesson {
        name: "a delivery wins the game for the rival",
        colours: RED_BLUE,
        ships: ships(&[(3, 68, "Santo Domingo"), (0, 10, "Campeche")]),
        cities: &[],
        money: &[45, 58],
        ship: 'D',
        said: "If Blue commands her, she delivers the 8,000 of Santo Domingo to Blue",
    },
    Lesson {
        name: "the leader of three is about to win",
        colours: &[Colour::Red, Colour::Blue, Colour::Yellow],
        ships: ships(&[(4, 34, "San Juan")]),
        cities: &[],
        money: &[34, 20, 36],
        ship: 'E',
        said: "If Yellow commands her, she delivers the 6,000 of San Juan to Yellow",
    },
    Lesson {
        name: "among four, the own chest comes home",
        colours: &[Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow],
        // In her corner the third ship would be near enough to rob her first, with five steps.
        ships: ships(&[(5, 64, "Portobelo"), (2, 2, "")]),
        cities: &[],
        money: &[10, 10, 10, 10],
        ship: 'F',
        said: "with 1 step she delivers the 7,000 of Portobelo to you",
    },
    Lesson {
        name: "a rival who needs four steps",
        colours: &[Colour::Red, Colour::Green],
        ships: ships(&[(2, 69, "Fort-Royal")]),
        cities: &[],
        money: &[10, 10],
        ship: 'C',
        said: "the 5,000 of Fort-Royal",
    },
    Lesson {
        name: "of two ships beside the same city the one that moves first",
        colours: RED_BLUE,
        ships: ships(&[(1, 22, ""), (4, 24, "")]),
        cities: &["Havana"],
        money: &[10, 10],
        ship: 'B',
        said: "captures Havana",
    },
    Lesson {
        name: "as Blue: home from Santo Domingo",
        colours: &[Colour::Blue, Colour::Red],
        ships: ships(&[(3, 68, ""), (0, 42, "")]),
        cities: &["Santo Domingo"],
        money: &[10, 10],
        ship: 'D',
        said: "delivers the 8,000 of Santo Domingo to you",
    },
    Lesson {
        name: "as Yellow: two steps from home",
        colours: &[Colour::Yellow, Colour::Blue],
        ships: ships(&[(2, 27, "Nassau"), (5, 46, "Santiago")]),
        cities: &[],
        money: &[20, 20],
        ship: 'F',
        said: "with 1 step she delivers the 7,000 of Santiago to you",
    },
    Lesson {
        name: "as Green: Cartagena is on the doorstep",
        colours: &[Colour::Green, Colour::Yellow],
        ships: ships(&[(4, 74, "")]),
        cities: &["Cartagena"],
        money: &[5, 5],
        ship: 'E',
        said: "captures Cartagena",
    },
    Lesson {
        name: "passing on to a ship that lies in the haven",
        colours: RED_BLUE,
        ships: ships(&[(5, 43, ""), (3, 51, "Basseterre")]),
        cities: &[],
        money: &[10, 10],
        ship: 'D',
        said: "the 4,000 of Basseterre to you",
    },
    Lesson {
        name: "stealing without a step",
        colours: RED_BLUE,
        ships: ships(&[(1, 43, ""), (4, 36, "Veracruz")]),
        cities: &[],
        money: &[10, 10],
        ship: 'B',
        said: "without a step she delivers the 8,000 of Veracruz to you",
    },
    Lesson {
        name: "two deliveries at once beat one",
        colours: RED_BLUE,
        ships: ships(&[(2, 36, "San Juan"), (5, 14, "Nassau")]),
        cities: &["Basseterre"],
        money: &[10, 10],
        ship: 'C',
        said: "the 6,000 of San Juan to you",
    },
    Lesson {
        name: "the last chest decides",
        colours: RED_BLUE,
        ships: ships(&[(0, 45, "Trujillo")]),
        cities: &[],
        money: &[56, 57],
        ship: 'A',
        said: "If Blue commands her, she delivers the 6,000 of Trujillo to Blue",
    },
];

fn chest(board: &Board, city: &str) -> Chest {
    let index = board.cities().iter().position(|found| found.name == city);
    index.and_then(Chest::from_index).unwrap_or_else(|| panic!("there is no city called {city}"))
}

fn view(lesson: &Lesson) -> View {
    let board = Board::standard();
    let space = |number| Space::from_number(number).expect("a space");
    let aboard = |city: &str| (!city.is_empty()).then(|| chest(&board, city));
    let in_city: ChestSet = lesson.cities.iter().map(|city| chest(&board, city)).collect();
    let ships = lesson.ships.map(|(number, city)| (space(number), aboard(city)));
    // All other chests were delivered long ago, so that nothing new comes up.
    let gone = |&chest: &Chest| !in_city.contains(chest) && ships.iter().all(|(_, aboard)| *aboard != Some(chest));
    let first = Seat::new(0).expect("a seat");
    let delivered = (0..16).filter_map(Chest::from_index).filter(gone).map(|chest| (chest, first)).collect();
    let scenario = Scenario {
        board: board.clone(),
        options: Options::default(),
        colours: lesson.colours.to_vec(),
        round: 7,
        ships,
        in_city,
        delivered,
        money: lesson.money.to_vec(),
        quiet_rounds: 0,
    };
    let table = scenario.bribing().unwrap_or_else(|fault| panic!("{}: {fault}", lesson.name));
    table.view(Viewer::Seat(first, &Secrets::default()))
}

#[test]
fn the_coach_names_the_ship_that_matters_and_says_why() {
    assert_eq!(LESSONS.len(), 20);
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        let view = view(lesson);
        let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
        let sentences = advice.summary(&English, view.table(), Seat::new(0).expect("a seat"));
        let named = advice.ships[0].ship;
        let pursued = advice.purposes[named.index()] != Purpose::Spare;
        if named.letter() != lesson.ship || !sentences.contains(lesson.said) || !pursued {
            wrong.push(format!("{}: wanted {} and “{}”, heard {sentences}", lesson.name, lesson.ship, lesson.said));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_thief_is_advised_where_one_step_less_spoils_the_rivals_delivery() {
    // From the first space Blue's nearest haven is four steps away and Red's six; from the second, Blue's is only one; from
    // the third it is four, but Red's is only one.
    for (number, helps) in [(72, Some(Spoiling::UnlessFive)), (58, None), (27, None)] {
        let lesson = Lesson {
            name: "a long way for Blue",
            colours: RED_BLUE,
            ships: ships(&[(2, number, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'C',
            said: "",
        };
        let view = view(&lesson);
        let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
        assert_eq!(advice.ships[0].ship.letter(), 'C');
        assert_eq!(advice.ships[0].thief, helps, "{advice:?}");
    }
}

#[test]
fn a_thief_spoils_for_certain_only_what_takes_all_five_steps() {
    let lesson = Lesson {
        name: "a detour for Blue: the short way, four steps, is blocked by two ships",
        colours: RED_BLUE,
        ships: ships(&[(0, 44, ""), (1, 45, ""), (2, 72, "Santiago")]),
        cities: &[],
        money: &[10, 10],
        ship: 'C',
        said: "",
    };
    let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view(&lesson)).expect("advice for a player");
    let blocked = advice.ships.iter().find(|advice| advice.ship == Ship::C).expect("all six ships");
    assert_eq!(blocked.thief, Some(Spoiling::Always), "{blocked:?}");
}

/// What is said of a move that does these deeds.
fn told(deeds: Vec<Deed>) -> String {
    let table = view(&LESSONS[0]);
    let commands = Action::new(&[Command::End]).expect("room for one command");
    let course = Course { commands, prospect: Some(Prospect { steps: 0, deeds }) };
    course.sentence(&English, table.table(), Seat::new(0).expect("a seat"))
}

#[test]
fn a_chest_that_leaves_the_ship_is_said_to_be_passed_on() {
    let chest = chest(&Board::standard(), "Santiago");
    let said = told(vec![Deed::PassedOn { chest, to: Ship::D }]);
    assert_eq!(said, "From where she is she passes the 7,000 of Santiago on to the Diabolo (D).");
}

#[test]
fn a_swap_names_both_chests() {
    let [given, chest] = ["Nassau", "Santiago"].map(|city| chest(&Board::standard(), city));
    let said = told(vec![Deed::Swapped { chest, given, with: Ship::D }]);
    assert_eq!(said, "From where she is she swaps the 4,000 of Nassau for the 7,000 of Santiago with the Diabolo (D).");
}

#[test]
fn where_nothing_is_to_be_gained_the_coach_says_so() {
    let lesson = Lesson {
        name: "an empty sea",
        colours: RED_BLUE,
        ships: ships(&[]),
        cities: &[],
        money: &[10, 10],
        ship: 'A',
        said: "",
    };
    let view = view(&lesson);
    let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
    let sentences = advice.sentences(&English, view.table(), Seat::new(0).expect("a seat"));
    assert_eq!(sentences, ["No ship matters much to you this round."]);
    assert!(advice.ships.iter().all(|advice| advice.chance.is_none() && advice.threat.is_none()));
}

/// A ship of Red's with a chest, one step from Red's haven, and what the coach would do with her and so many steps.
fn steered(placed: (usize, usize, &'static str), steps: u8) -> (Vec<Command>, String) {
    let lesson = Lesson {
        name: "a won ship",
        colours: RED_BLUE,
        ships: ships(&[placed]),
        cities: &[],
        money: &[10, 10],
        ship: 'C',
        said: "",
    };
    let view = view(&lesson);
    let red = Seat::new(0).expect("a seat");
    let activation = view.table().imagine(Ship::C, red, steps).expect("a seat of the table");
    let course = Coach::new(1, BUDGET, Cancel::new()).steer(&view, &activation);
    let mut moment = activation.clone();
    for &command in course.commands.commands() {
        moment.play(command, &mut Deaf).expect("the coach keeps to the rules");
    }
    assert!(moment.ended(), "the whole move");
    (course.commands.commands().to_vec(), course.sentence(&English, view.table(), red))
}

#[test]
fn whoever_commands_a_ship_is_shown_the_way_that_pays_and_told_why() {
    let (commands, said) = steered((2, 32, "Santiago"), 3);
    assert_eq!(said, "Along this way she delivers the 7,000 of Santiago to you.");
    assert!(matches!(commands[0], Command::Step(_)), "{commands:?}");
}

#[test]
fn the_coach_does_not_promise_what_a_ship_without_steps_can_not_do() {
    let (commands, said) = steered((2, 32, "Santiago"), 0);
    assert_eq!(said, "She lies best where she is. End the move.");
    assert_eq!(commands, [Command::End]);
}
