//! The coach names the ship that matters: positions made by hand, in which a person sees it at once.

use doubloons_engine::bots::{
    Advice, Audience, Budget, Cancel, Coach, Course, Deed, Odds, Prospect, Purpose, ShipAdvice, Spoiling, TieAdvice,
};
use doubloons_engine::caribbean::{
    Board, Card, Caribbean, Chest, ChestSet, Choice, Colour, Command, Options, Phase, RESERVE, Scenario, Ship, Space,
    View, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Action, Deaf, Game, Input, Sealed, Seat, Secrets, Viewer};
use doubloons_engine::local::LocalTable;
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
        said: "If Blue commands her with 1 step, she delivers the 8,000 of Veracruz to Blue",
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
        said: "she captures San Juan and delivers the 6,000 to you",
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
        said: "she steals the 8,000 of Veracruz from the Caribic (C) and delivers the 8,000 to you",
    },
    Lesson {
        name: "a capture wins the game",
        colours: RED_BLUE,
        ships: ships(&[(1, 50, "")]),
        cities: &["Basseterre"],
        money: &[57, 56],
        ship: 'B',
        said: "she captures Basseterre and delivers the 4,000 to you",
    },
    Lesson {
        name: "a delivery wins the game for the rival",
        colours: RED_BLUE,
        ships: ships(&[(3, 68, "Santo Domingo"), (0, 10, "Campeche")]),
        cities: &[],
        money: &[45, 58],
        ship: 'D',
        said: "If Blue commands her with 1 step, she delivers the 8,000 of Santo Domingo to Blue",
    },
    Lesson {
        name: "the leader of three is about to win",
        colours: &[Colour::Red, Colour::Blue, Colour::Yellow],
        ships: ships(&[(4, 34, "San Juan")]),
        cities: &[],
        money: &[34, 20, 36],
        ship: 'E',
        said: "If Yellow commands her with 1 step, she delivers the 6,000 of San Juan to Yellow",
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
        said: "she captures Santo Domingo and delivers the 8,000 to you",
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
        said: "she passes the 4,000 of Basseterre on to the Fuego (F) and delivers the 4,000 to you",
    },
    Lesson {
        name: "stealing without a step",
        colours: RED_BLUE,
        ships: ships(&[(1, 43, ""), (4, 36, "Veracruz")]),
        cities: &[],
        money: &[10, 10],
        ship: 'B',
        said: "without a step she steals the 8,000 of Veracruz from the Evita (E) and delivers the 8,000 to you",
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
        said: "If Blue commands her with 1 step, she delivers the 6,000 of Trujillo to Blue",
    },
];

fn chest(board: &Board, city: &str) -> Chest {
    let index = board.cities().iter().position(|found| found.name == city);
    index.and_then(Chest::from_index).unwrap_or_else(|| panic!("there is no city called {city}"))
}

fn scenario(lesson: &Lesson) -> Scenario {
    let board = Board::standard();
    let space = |number| Space::from_number(number).expect("a space");
    let aboard = |city: &str| (!city.is_empty()).then(|| chest(&board, city));
    let in_city: ChestSet = lesson.cities.iter().map(|city| chest(&board, city)).collect();
    let ships = lesson.ships.map(|(number, city)| (space(number), aboard(city)));
    // All other chests were delivered long ago, so that nothing new comes up.
    let gone = |&chest: &Chest| !in_city.contains(chest) && ships.iter().all(|(_, aboard)| *aboard != Some(chest));
    let first = Seat::new(0).expect("a seat");
    let delivered = (0..16).filter_map(Chest::from_index).filter(gone).map(|chest| (chest, first)).collect();
    Scenario {
        board: board.clone(),
        options: Options::default(),
        colours: lesson.colours.to_vec(),
        round: 7,
        ships,
        in_city,
        delivered,
        money: lesson.money.to_vec(),
        quiet_rounds: 0,
    }
}

fn view(lesson: &Lesson) -> View {
    let table = scenario(lesson).bribing().unwrap_or_else(|fault| panic!("{}: {fault}", lesson.name));
    table.view(Viewer::Seat(Seat::new(0).expect("a seat"), &Secrets::default()))
}

/// The first player, who is advised in English.
fn audience<'a>(view: &'a View, names: &'a [String]) -> Audience<'a> {
    Audience { tongue: &English, table: view.table(), seat: Seat::new(0).expect("a seat"), names }
}

#[test]
fn the_coach_names_the_ship_that_matters_and_says_why() {
    assert_eq!(LESSONS.len(), 20);
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        let view = view(lesson);
        let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
        let sentences = advice.summary(&audience(&view, &[]));
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
    Course { commands, deeds }.sentence(&audience(&table, &[]))
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

fn second() -> Seat {
    Seat::new(1).expect("a seat")
}

#[test]
fn of_many_deeds_every_delivery_is_told() {
    let [nassau, santiago, trujillo] = ["Nassau", "Santiago", "Trujillo"].map(|city| chest(&Board::standard(), city));
    let to = Seat::new(0).expect("a seat");
    // What is done with the larger chest is told as a whole, of the other how it ends.
    let said = told(vec![
        Deed::Stolen { chest: nassau, from: Ship::B },
        Deed::Delivered { chest: nassau, to },
        Deed::Captured { chest: santiago },
        Deed::PassedOn { chest: santiago, to: Ship::D },
        Deed::Delivered { chest: santiago, to },
    ]);
    assert_eq!(
        said,
        "From where she is she delivers the 4,000 of Nassau to you, captures Santiago, passes the 7,000 on to the Diabolo \
         (D) and delivers the 7,000 to you."
    );
    // That somebody else is paid is never left out.
    let said = told(vec![
        Deed::Delivered { chest: nassau, to: second() },
        Deed::Stolen { chest: trujillo, from: Ship::B },
        Deed::Delivered { chest: trujillo, to },
        Deed::Captured { chest: santiago },
        Deed::Delivered { chest: santiago, to },
    ]);
    assert_eq!(
        said,
        "From where she is she delivers the 4,000 of Nassau to Blue, delivers the 6,000 of Trujillo to you, captures \
         Santiago and delivers the 7,000 to you."
    );
}

#[test]
fn of_many_deeds_without_a_delivery_those_with_the_best_chests_are_told() {
    let [nassau, santiago, trujillo] = ["Nassau", "Santiago", "Trujillo"].map(|city| chest(&Board::standard(), city));
    let said = told(vec![
        Deed::Stolen { chest: nassau, from: Ship::B },
        Deed::PassedOn { chest: nassau, to: Ship::D },
        Deed::Captured { chest: trujillo },
        Deed::PassedOn { chest: trujillo, to: Ship::E },
        Deed::Captured { chest: santiago },
        Deed::Carried { chest: santiago, remaining: 2 },
    ]);
    assert_eq!(
        said,
        "From where she is she captures Trujillo, passes the 6,000 on to the Evita (E), captures Santiago and carries the \
         7,000 to 2 steps from your haven."
    );
}

/// What is said about a ship that matters, with this card on her, if this is all that is known.
fn about(ship: Ship, card: Card, chance: Option<Prospect>, purpose: Purpose) -> Vec<String> {
    let lesson = view(&LESSONS[0]);
    let mut hand = Card::ALL;
    let place = hand.iter().position(|&other| other == card).expect("a card of the seven");
    hand.swap(place, ship.index());
    let mut purposes = [const { Purpose::Spare }; 6];
    purposes[ship.index()] = purpose;
    let ships = vec![ShipAdvice { ship, swing: 200, chance, threat: None, thief: None }];
    Advice { ships, hand, purposes }.sentences(&audience(&lesson, &[]))
}

/// What takes three steps.
fn far() -> Option<Prospect> {
    let delivered = Deed::Delivered { chest: chest(&Board::standard(), "Santiago"), to: Seat::new(0).expect("a seat") };
    Some(Prospect { steps: 3, deeds: vec![delivered] })
}

#[test]
fn the_coach_says_if_a_card_does_not_suffice() {
    let command = || Purpose::Command { chance: None };
    assert_eq!(
        about(Ship::B, Card::Two, far(), command()),
        [
            "Bravo (B) matters most: with 3 steps she delivers the 7,000 of Santiago to you, but your 2 does not take her that \
          far."
        ]
    );
    assert_eq!(
        about(Ship::B, Card::Three, far(), command()),
        ["Bravo (B) matters most: with 3 steps she delivers the 7,000 of Santiago to you, so your 3 goes on her."]
    );
}

#[test]
fn ships_that_move_earlier_are_a_reason_only_where_there_are_any() {
    let command = || Purpose::Command { chance: None };
    assert_eq!(
        about(Ship::B, Card::Two, None, command()),
        ["Bravo (B) matters most: the ships before her may bring something within her reach, so your 2 goes on her."]
    );
    assert_eq!(about(Ship::A, Card::Two, None, command()), ["No ship matters much to you this round."]);
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

#[test]
fn whoever_lays_no_bribes_is_no_danger() {
    let leader = LESSONS.iter().find(|lesson| lesson.name == "the leader of three is about to win").expect("a lesson");
    for gone in [Gone::Away, Gone::Late] {
        let mut table = LocalTable::new(scenario(leader).bribing().expect("a good position"), 1);
        let yellow = Seat::new(2).expect("a seat");
        table.apply(&gone.input(yellow), &mut Deaf).expect("seats come and go");
        let view = table.view(Seat::new(0).expect("a seat"));
        let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
        let rivals: Vec<_> =
            advice.ships.iter().filter_map(|ship| ship.threat.as_ref()).map(|(rival, _)| *rival).collect();
        assert!(!rivals.is_empty() && rivals.iter().all(|&rival| rival == second()), "{gone:?}: {advice:?}");
    }
}

#[test]
fn who_bribes_alone_hears_of_no_rival_but_still_what_matters() {
    // The others are too far away to rob the last ship before she moves.
    let lesson = Lesson {
        name: "one step from the own haven, far from everybody else",
        colours: RED_BLUE,
        ships: ships(&[(0, 71, ""), (1, 62, ""), (2, 63, ""), (3, 77, ""), (4, 74, ""), (5, 32, "Santiago")]),
        cities: &[],
        money: &[10, 10],
        ship: 'F',
        said: "",
    };
    for gone in [Gone::Away, Gone::Late] {
        let mut table = LocalTable::new(scenario(&lesson).bribing().expect("a good position"), 1);
        table.apply(&gone.input(second()), &mut Deaf).expect("seats come and go");
        let view = table.view(Seat::new(0).expect("a seat"));
        let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
        let said = advice.sentences(&audience(&view, &[]));
        let matters = "Fuego (F) matters most: with 1 step she delivers the 7,000 of Santiago to you, so your ";
        assert!(said[0].starts_with(matters), "{gone:?}: {said:?}");
        assert!(advice.ships.iter().all(|ship| ship.threat.is_none()), "{gone:?}: {advice:?}");
    }
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
    let sentences = advice.sentences(&audience(&view, &[]));
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
    (course.commands.commands().to_vec(), course.sentence(&audience(&view, &[])))
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

/// A tie that the first player is in, and what the coach has to say about it.
struct TieLesson {
    name: &'static str,
    position: Lesson,
    /// Everybody's cards on ships A to F and the reserve, `t` for the thief.
    hands: &'static [&'static str],
    said: &'static str,
}

const TIE_LESSONS: &[TieLesson] = &[
    TieLesson {
        name: "one step from the own haven",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(0, 22, "Veracruz")]),
            cities: &[],
            money: &[10, 10],
            ship: 'A',
            said: "",
        },
        hands: &["40t1235", "4t01253"],
        said: "Show your 5: with 1 step she delivers the 8,000 of Veracruz to you. It wins her about 9 times in 10. \
               If you keep it, Blue gets the Arriba about 6 times in 10, and she delivers the 8,000 of Veracruz to Blue.",
    },
    TieLesson {
        name: "both have a haven in reach",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(1, 76, "Caracas")]),
            cities: &[],
            money: &[10, 10],
            ship: 'B',
            said: "",
        },
        hands: &["04t1235", "14t0253"],
        said: "Show your 5: with 4 steps she delivers the 5,000 of Caracas to you. It wins her about 9 times in 10. \
               If you keep it, Blue gets the Bravo about 7 times in 10, and she delivers the 5,000 of Caracas to Blue.",
    },
    TieLesson {
        name: "a ship that is worth nothing, and one that is to come",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(3, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'A',
            said: "",
        },
        hands: &["20t4135", "2t04153"],
        said: "Keep your 5: a tie for the Diabolo (D) would matter more, since with 1 step she delivers the 7,000 of \
               Santiago to you.",
    },
    TieLesson {
        name: "a ship to come that the own thief leaves without the step that she needs",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(4, 71, ""), (2, 8, ""), (5, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'E',
            said: "",
        },
        hands: &["345021t", "5t04231"],
        said: "Keep your thief: she can earn you nothing now.",
    },
    TieLesson {
        name: "a ship to come for which the own thief leaves steps enough",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(4, 71, ""), (2, 8, ""), (5, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'E',
            said: "",
        },
        hands: &["145023t", "5t04231"],
        said: "Keep your thief: a tie for the Fuego (F) would matter more, since with 1 step she delivers the 7,000 of \
               Santiago to you.",
    },
    TieLesson {
        name: "an empty sea",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[]),
            cities: &[],
            money: &[10, 10],
            ship: 'F',
            said: "",
        },
        hands: &["015t342", "10t5243"],
        said: "Show your 2: no ship is left to save it for. It wins her about 5 times in 10.",
    },
    TieLesson {
        name: "a thief as tie-breaker costs the step that is needed",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(5, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'F',
            said: "",
        },
        hands: &["023541t", "2t34510"],
        said: "Show your thief: under Blue’s command she carries the 7,000 of Santiago to within 2 steps of Blue’s \
               haven with 1 step. It takes a step from whoever wins her.",
    },
    TieLesson {
        name: "three in a tie",
        position: Lesson {
            name: "",
            colours: &[Colour::Red, Colour::Blue, Colour::Yellow],
            ships: ships(&[(0, 50, "")]),
            cities: &["San Juan"],
            money: &[20, 20, 20],
            ship: 'A',
            said: "",
        },
        hands: &["50t1234", "5t01243", "510t243"],
        said: "Show your 4: with 2 steps she captures San Juan and delivers the 6,000 to you. It wins her about 7 times \
               in 10. If you keep it, Yellow gets the Arriba about 4 times in 10, and she captures San Juan and delivers \
               the 6,000 to Yellow.",
    },
    TieLesson {
        name: "nobody can show as much",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(5, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'F',
            said: "",
        },
        hands: &["0t12345", "10t3542"],
        said: "Show your 5: with 1 step she delivers the 7,000 of Santiago to you. It is sure to win her: nobody can show \
               one as high. If you keep it, Blue gets the Fuego about 5 times in 10, and she delivers the 7,000 of Santiago to \
               Blue.",
    },
    TieLesson {
        name: "the other's card is higher",
        position: Lesson {
            name: "",
            colours: RED_BLUE,
            ships: ships(&[(5, 32, "Santiago")]),
            cities: &[],
            money: &[10, 10],
            ship: 'F',
            said: "",
        },
        hands: &["0t23541", "10t2345"],
        said: "Show your 1: no ship is left to save it for. It hardly ever wins her.",
    },
];

fn sealed_hand(hand: &str) -> Sealed<Choice> {
    let card = |letter: char| match letter.to_digit(10) {
        Some(barrels) => Card::barrels(barrels as u8).expect("a card"),
        None => Card::Thief,
    };
    let slots = Ship::ALL.map(bribe_slot).into_iter().chain([RESERVE]);
    slots.zip(hand.chars()).map(|(slot, letter)| (slot, Choice::Card(card(letter)))).collect()
}

/// What the first player sees in the tie of a lesson. Whoever wins a ship before does nothing with her, and keeps the
/// reserve in a tie.
fn tied(lesson: &TieLesson) -> View {
    table_in_a_tie(lesson, Options::default()).view(Seat::new(0).expect("a seat"))
}

fn table_in_a_tie(lesson: &TieLesson, options: Options) -> LocalTable<Caribbean> {
    let position = Scenario { options, ..scenario(&lesson.position) };
    let mut table = LocalTable::new(position.bribing().expect("a good position"), 1);
    for (seat, hand) in Seat::first(lesson.hands.len()).zip(lesson.hands) {
        table.seal(seat, &sealed_hand(hand), &mut Deaf).expect("seven different cards");
    }
    loop {
        if let Some(input) = table.automatic() {
            table.apply(&input, &mut Deaf).expect("nobody decides this");
            continue;
        }
        match *table.game().phase() {
            Phase::TieSeal { tie, .. } if tie.ship.letter() == lesson.position.ship => {
                return table;
            }
            Phase::TieSeal { tie, .. } => {
                let keep: Sealed<Choice> = [(tie_slot(tie.ship), Choice::Keep)].into_iter().collect();
                let asked = tie.asked.into_iter();
                asked.for_each(|seat| table.seal(seat, &keep, &mut Deaf).expect("an answer"));
            }
            Phase::Activation { seat, .. } => {
                table.act(seat, Action::new(&[Command::End]).expect("one command"), &mut Deaf).expect("a move");
            }
            ref phase => panic!("{}: {phase:?}", lesson.name),
        }
    }
}

#[test]
fn in_a_tie_the_coach_says_whether_to_show_and_why() {
    let mut wrong = Vec::new();
    for lesson in TIE_LESSONS {
        let view = tied(lesson);
        let advice = Coach::new(1, BUDGET, Cancel::new()).weigh(&view).expect("advice for whoever is asked");
        let said = advice.summary(&audience(&view, &[]));
        if said != lesson.said {
            wrong.push(format!("{}:\n  wanted {}\n  heard  {said}\n  {advice:?}", lesson.name, lesson.said));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn tie_lesson(name: &str) -> &'static TieLesson {
    TIE_LESSONS.iter().find(|lesson| lesson.name == name).expect("a lesson")
}

#[test]
fn whoever_is_away_or_late_breaks_no_tie() {
    let lesson = tie_lesson("three in a tie");
    let yellow = Seat::new(2).expect("a seat");
    for gone in [Gone::Away, Gone::Late] {
        let mut table = table_in_a_tie(lesson, Options::default());
        let weighed = |table: &LocalTable<Caribbean>| {
            let view = table.view(Seat::new(0).expect("a seat"));
            Coach::new(1, BUDGET, Cancel::new()).weigh(&view).expect("advice for whoever is asked")
        };
        table.apply(&gone.input(yellow), &mut Deaf).expect("seats come and go");
        let threat = weighed(&table).threat.expect("somebody else is in the tie");
        assert_eq!(threat.rival, second(), "{gone:?}");
        table.apply(&gone.input(second()), &mut Deaf).expect("seats come and go");
        let advice = weighed(&table);
        assert_eq!((advice.odds, advice.threat), (Odds::Certain, None), "{gone:?}");
    }
}

#[test]
fn nobody_who_is_away_ties_for_a_ship_to_come() {
    let lesson = tie_lesson("a ship that is worth nothing, and one that is to come");
    let mut table = table_in_a_tie(lesson, Options::default());
    table.apply(&Input::Absent(second()), &mut Deaf).expect("seats come and go");
    let view = table.view(Seat::new(0).expect("a seat"));
    let advice = Coach::new(1, BUDGET, Cancel::new()).weigh(&view).expect("advice for whoever is asked");
    assert_eq!(advice.later, None);
}

#[test]
fn a_thief_that_wins_nothing_is_not_saved_for_a_ship_to_come() {
    let lesson = tie_lesson("a ship to come for which the own thief leaves steps enough");
    let later = |thief_beats_kept| {
        let table = table_in_a_tie(lesson, Options { thief_beats_kept, ..Options::default() });
        let view = table.view(Seat::new(0).expect("a seat"));
        let advice = Coach::new(1, BUDGET, Cancel::new()).weigh(&view).expect("advice for whoever is asked");
        advice.later.map(|(ship, _)| ship)
    };
    assert_eq!([true, false].map(later), [Some(Ship::F), None]);
}

#[test]
fn a_thief_is_said_to_take_a_step_only_where_there_is_one() {
    let table = view(&LESSONS[0]);
    let said = |steps| {
        let odds = Odds::About(0);
        let advice = TieAdvice {
            ship: Ship::A,
            reserve: Card::Thief,
            steps,
            shows: true,
            swing: 20,
            odds,
            chance: None,
            threat: None,
            later: None,
        };
        advice.summary(&audience(&table, &[]))
    };
    assert_eq!(said(1), "Show your thief: you hardly need it for another ship. It takes a step from whoever wins her.");
    assert_eq!(said(0), "Show your thief: you hardly need it for another ship. It hardly ever wins her.");
}

#[test]
fn on_the_last_ship_no_card_is_saved() {
    let table = view(&LESSONS[0]);
    let said = |ship, shows, chance| {
        let (reserve, odds) = (Card::Two, Odds::About(500));
        let advice = TieAdvice { ship, reserve, steps: 3, shows, swing: -1, odds, chance, threat: None, later: None };
        advice.sentences(&audience(&table, &[]))[0].clone()
    };
    let worth_less = "Keep your 2: what she can do for you now is worth less than the card.";
    assert_eq!(said(Ship::E, false, far()), worth_less);
    assert_eq!(said(Ship::F, false, far()), "Keep your 2: showing it would do you no good.");
    assert_eq!(said(Ship::E, true, None), "Show your 2: you hardly need it for another ship.");
    assert_eq!(said(Ship::F, true, None), "Show your 2: no ship is left to save it for.");
}

#[test]
fn players_are_called_by_their_names() {
    let view = view(&LESSONS[1]);
    let names = ["Anne", "Mary"].map(str::to_owned);
    let advice = Coach::new(1, BUDGET, Cancel::new()).advise(&view).expect("advice for a player");
    let said = advice.summary(&audience(&view, &names));
    assert!(said.contains("If Mary commands her with 1 step, she delivers the 8,000 of Veracruz to Mary."), "{said}");
    assert!(!said.contains("Blue"), "{said}");
}
