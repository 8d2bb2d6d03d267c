//! Before the bribes: which ships matter, and what the cards on them are for.

use doubloons_engine::bots::{Advice, Prospect, Purpose, ShipAdvice, Spoiling};
use doubloons_engine::caribbean::{Card, Colour, Options, Ship, View};
use doubloons_engine::contract::{Deaf, Seat};
use doubloons_engine::local::LocalTable;

use super::{Gone, Position, audience, coach, duel, far, first, second};

/// A position, and what the coach has to say about it.
struct Lesson {
    name: &'static str,
    position: Position,
    /// The ship that matters most.
    ship: char,
    /// Something that has to be said.
    said: &'static str,
}

const LESSONS: &[Lesson] = &[
    Lesson {
        name: "one step from the own haven",
        position: duel(&[(2, 32, "Santiago")]),
        ship: 'C',
        said: "with 1 step she delivers the 7,000 of Santiago to you",
    },
    Lesson {
        name: "one step from the rival's haven",
        position: duel(&[(4, 49, "Veracruz")]),
        ship: 'E',
        said: "If Blue commands her with 1 step, she delivers the 8,000 of Veracruz to Blue",
    },
    Lesson {
        name: "the rival's haven is near and the own one out of reach",
        position: duel(&[(1, 76, "Caracas")]),
        ship: 'B',
        said: "delivers the 5,000 of Caracas to Blue",
    },
    Lesson {
        name: "the larger of two chests",
        position: duel(&[(0, 22, "Veracruz"), (3, 42, "Campeche")]),
        ship: 'A',
        said: "the 8,000 of Veracruz",
    },
    Lesson {
        name: "capture and deliver in one go",
        position: Position { cities: &["San Juan"], ..duel(&[(5, 50, "")]) },
        ship: 'F',
        said: "she captures San Juan and delivers the 6,000 to you",
    },
    Lesson {
        name: "a city next door",
        position: Position { cities: &["Portobelo"], ..duel(&[(0, 62, ""), (2, 29, ""), (1, 15, "")]) },
        ship: 'A',
        said: "captures Portobelo",
    },
    Lesson {
        name: "a robber who moves before the ship that she robs",
        position: duel(&[(0, 33, ""), (2, 34, "Veracruz")]),
        ship: 'A',
        said: "she steals the 8,000 of Veracruz from the Caribic (C) and delivers the 8,000 to you",
    },
    Lesson {
        name: "a capture wins the game",
        position: Position { cities: &["Basseterre"], money: &[57, 56], ..duel(&[(1, 50, "")]) },
        ship: 'B',
        said: "she captures Basseterre and delivers the 4,000 to you",
    },
    Lesson {
        name: "a delivery wins the game for the rival",
        position: Position { money: &[45, 58], ..duel(&[(3, 68, "Santo Domingo"), (0, 10, "Campeche")]) },
        ship: 'D',
        said: "If Blue commands her with 1 step, she delivers the 8,000 of Santo Domingo to Blue",
    },
    Lesson {
        name: "the leader of three is about to win",
        position: Position {
            colours: &[Colour::Red, Colour::Blue, Colour::Yellow],
            money: &[34, 20, 36],
            ..duel(&[(4, 34, "San Juan")])
        },
        ship: 'E',
        said: "If Yellow commands her with 1 step, she delivers the 6,000 of San Juan to Yellow",
    },
    Lesson {
        name: "among four, the own chest comes home",
        // In her corner the third ship would be near enough to rob her first, with five steps.
        position: Position {
            colours: &[Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow],
            money: &[10, 10, 10, 10],
            ..duel(&[(5, 64, "Portobelo"), (2, 2, "")])
        },
        ship: 'F',
        said: "with 1 step she delivers the 7,000 of Portobelo to you",
    },
    Lesson {
        name: "a rival who needs four steps",
        position: Position { colours: &[Colour::Red, Colour::Green], ..duel(&[(2, 69, "Fort-Royal")]) },
        ship: 'C',
        said: "the 5,000 of Fort-Royal",
    },
    Lesson {
        name: "of two ships beside the same city the one that moves first",
        position: Position { cities: &["Havana"], ..duel(&[(1, 22, ""), (4, 24, "")]) },
        ship: 'B',
        said: "captures Havana",
    },
    Lesson {
        name: "as Blue: home from Santo Domingo",
        position: Position {
            colours: &[Colour::Blue, Colour::Red],
            cities: &["Santo Domingo"],
            ..duel(&[(3, 68, ""), (0, 42, "")])
        },
        ship: 'D',
        said: "she captures Santo Domingo and delivers the 8,000 to you",
    },
    Lesson {
        name: "as Yellow: two steps from home",
        position: Position {
            colours: &[Colour::Yellow, Colour::Blue],
            money: &[20, 20],
            ..duel(&[(2, 27, "Nassau"), (5, 46, "Santiago")])
        },
        ship: 'F',
        said: "with 1 step she delivers the 7,000 of Santiago to you",
    },
    Lesson {
        name: "as Green: Cartagena is on the doorstep",
        position: Position {
            colours: &[Colour::Green, Colour::Yellow],
            cities: &["Cartagena"],
            money: &[5, 5],
            ..duel(&[(4, 74, "")])
        },
        ship: 'E',
        said: "captures Cartagena",
    },
    Lesson {
        name: "passing on to a ship that lies in the haven",
        position: duel(&[(5, 43, ""), (3, 51, "Basseterre")]),
        ship: 'D',
        said: "she passes the 4,000 of Basseterre on to the Fuego (F) and delivers the 4,000 to you",
    },
    Lesson {
        name: "stealing without a step",
        position: duel(&[(1, 43, ""), (4, 36, "Veracruz")]),
        ship: 'B',
        said: "without a step she steals the 8,000 of Veracruz from the Evita (E) and delivers the 8,000 to you",
    },
    Lesson {
        name: "two deliveries at once beat one",
        position: Position { cities: &["Basseterre"], ..duel(&[(2, 36, "San Juan"), (5, 14, "Nassau")]) },
        ship: 'C',
        said: "the 6,000 of San Juan to you",
    },
    Lesson {
        name: "the last chest decides",
        position: Position { money: &[56, 57], ..duel(&[(0, 45, "Trujillo")]) },
        ship: 'A',
        said: "If Blue commands her with 1 step, she delivers the 6,000 of Trujillo to Blue",
    },
];

fn advised(view: &View) -> Advice {
    coach().advise(view).expect("advice for a player")
}

#[test]
fn the_coach_names_the_ship_that_matters_and_says_why() {
    assert_eq!(LESSONS.len(), 20);
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        let view = lesson.position.view();
        let advice = advised(&view);
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
        let advice = advised(&duel(&[(2, number, "Santiago")]).view());
        assert_eq!(advice.ships[0].ship, Ship::C);
        assert_eq!(advice.ships[0].thief, helps, "{advice:?}");
    }
}

#[test]
fn a_thief_spoils_for_certain_only_what_takes_all_five_steps() {
    // Blue has to make a detour: two ships block the short way, of four steps.
    let detour = duel(&[(0, 44, ""), (1, 45, ""), (2, 72, "Santiago")]);
    let advice = advised(&detour.view());
    let blocked = advice.ships.iter().find(|advice| advice.ship == Ship::C).expect("all six ships");
    assert_eq!(blocked.thief, Some(Spoiling::Always), "{blocked:?}");
}

/// What is said about a ship that matters, with this card on her, if this is all that is known.
fn about(ship: Ship, card: Card, chance: Option<Prospect>, purpose: Purpose) -> Vec<String> {
    let view = duel(&[]).view();
    let mut hand = Card::ALL;
    let place = hand.iter().position(|&other| other == card).expect("a card of the seven");
    hand.swap(place, ship.index());
    let mut purposes = [const { Purpose::Spare }; 6];
    purposes[ship.index()] = purpose;
    let ships = vec![ShipAdvice { ship, swing: 200, chance, threat: None, thief: None }];
    Advice { ships, hand, purposes }.sentences(&audience(&view, &[]))
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

#[test]
fn whoever_lays_no_bribes_is_no_danger() {
    let leader = LESSONS.iter().find(|lesson| lesson.name == "the leader of three is about to win").expect("a lesson");
    for gone in [Gone::Away, Gone::Late] {
        let mut table = LocalTable::new(leader.position.table(Options::default()), 1);
        let yellow = Seat::new(2).expect("a seat");
        table.apply(&gone.input(yellow), &mut Deaf).expect("seats come and go");
        let advice = advised(&table.view(first()));
        let rivals: Vec<_> =
            advice.ships.iter().filter_map(|ship| ship.threat.as_ref()).map(|(rival, _)| *rival).collect();
        assert!(!rivals.is_empty() && rivals.iter().all(|&rival| rival == second()), "{gone:?}: {advice:?}");
    }
}

#[test]
fn who_bribes_alone_hears_of_no_rival_but_still_what_matters() {
    // The others are too far away to rob the last ship before she moves.
    let remote = duel(&[(0, 71, ""), (1, 62, ""), (2, 63, ""), (3, 77, ""), (4, 74, ""), (5, 32, "Santiago")]);
    for gone in [Gone::Away, Gone::Late] {
        let mut table = LocalTable::new(remote.table(Options::default()), 1);
        table.apply(&gone.input(second()), &mut Deaf).expect("seats come and go");
        let view = table.view(first());
        let advice = advised(&view);
        let said = advice.sentences(&audience(&view, &[]));
        let matters = "Fuego (F) matters most: with 1 step she delivers the 7,000 of Santiago to you, so your ";
        assert!(said[0].starts_with(matters), "{gone:?}: {said:?}");
        assert!(advice.ships.iter().all(|ship| ship.threat.is_none()), "{gone:?}: {advice:?}");
    }
}

#[test]
fn where_nothing_is_to_be_gained_the_coach_says_so() {
    let view = duel(&[]).view();
    let advice = advised(&view);
    let sentences = advice.sentences(&audience(&view, &[]));
    assert_eq!(sentences, ["No ship matters much to you this round."]);
    assert!(advice.ships.iter().all(|advice| advice.chance.is_none() && advice.threat.is_none()));
}

#[test]
fn players_are_called_by_their_names() {
    let view = duel(&[(4, 49, "Veracruz")]).view();
    let names = ["Anne", "Mary"].map(str::to_owned);
    let advice = advised(&view);
    let said = advice.summary(&audience(&view, &names));
    assert!(said.contains("If Mary commands her with 1 step, she delivers the 8,000 of Veracruz to Mary."), "{said}");
    assert!(!said.contains("Blue"), "{said}");
}
