//! In a tie: whether to show the tie-breaker, and why.

use doubloons_engine::bots::{Odds, TieAdvice};
use doubloons_engine::caribbean::{
    Card, Caribbean, Choice, Colour, Command, Options, Phase, RESERVE, Ship, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Action, Deaf, Input, Sealed, Seat};
use doubloons_engine::local::LocalTable;

use super::{Gone, Position, audience, coach, duel, far, first, second};

/// A tie that the first player is in, and what the coach has to say about it.
struct TieLesson {
    name: &'static str,
    position: Position,
    /// The ship of the tie.
    ship: char,
    /// Everybody's cards on ships A to F and the reserve, `t` for the thief.
    hands: &'static [&'static str],
    said: &'static str,
}

const TIE_LESSONS: &[TieLesson] = &[
    TieLesson {
        name: "one step from the own haven",
        position: duel(&[(0, 22, "Veracruz")]),
        ship: 'A',
        hands: &["40t1235", "4t01253"],
        said: "Show your 5: with 1 step she delivers the 8,000 of Veracruz to you. It wins her about 9 times in 10. \
               If you keep it, Blue gets the Arriba about 6 times in 10, and she delivers the 8,000 of Veracruz to Blue.",
    },
    TieLesson {
        name: "both have a haven in reach",
        position: duel(&[(1, 76, "Caracas")]),
        ship: 'B',
        hands: &["04t1235", "14t0253"],
        said: "Show your 5: with 4 steps she delivers the 5,000 of Caracas to you. It wins her about 9 times in 10. \
               If you keep it, Blue gets the Bravo about 7 times in 10, and she delivers the 5,000 of Caracas to Blue.",
    },
    TieLesson {
        name: "a ship that is worth nothing, and one that is to come",
        position: duel(&[(3, 32, "Santiago")]),
        ship: 'A',
        hands: &["20t4135", "2t04153"],
        said: "Keep your 5: a tie for the Diabolo (D) would matter more, since with 1 step she delivers the 7,000 of \
               Santiago to you.",
    },
    TieLesson {
        name: "a ship to come that the own thief leaves without the step that she needs",
        position: duel(&[(4, 71, ""), (2, 8, ""), (5, 32, "Santiago")]),
        ship: 'E',
        hands: &["345021t", "5t04231"],
        said: "Keep your thief: she can earn you nothing now.",
    },
    TieLesson {
        name: "a ship to come for which the own thief leaves steps enough",
        position: duel(&[(4, 71, ""), (2, 8, ""), (5, 32, "Santiago")]),
        ship: 'E',
        hands: &["145023t", "5t04231"],
        said: "Keep your thief: a tie for the Fuego (F) would matter more, since with 1 step she delivers the 7,000 of \
               Santiago to you.",
    },
    TieLesson {
        name: "an empty sea",
        position: duel(&[]),
        ship: 'F',
        hands: &["015t342", "10t5243"],
        said: "Show your 2: no ship is left to save it for. It wins her about 5 times in 10.",
    },
    TieLesson {
        name: "a thief as tie-breaker costs the step that is needed",
        position: duel(&[(5, 32, "Santiago")]),
        ship: 'F',
        hands: &["023541t", "2t34510"],
        said: "Show your thief: under Blue’s command she carries the 7,000 of Santiago to within 2 steps of Blue’s \
               haven with 1 step. It takes a step from whoever wins her.",
    },
    TieLesson {
        name: "three in a tie",
        position: Position {
            colours: &[Colour::Red, Colour::Blue, Colour::Yellow],
            cities: &["San Juan"],
            money: &[20, 20, 20],
            ..duel(&[(0, 50, "")])
        },
        ship: 'A',
        hands: &["50t1234", "5t01243", "510t243"],
        said: "Show your 4: with 2 steps she captures San Juan and delivers the 6,000 to you. It wins her about 7 times \
               in 10. If you keep it, Yellow gets the Arriba about 4 times in 10, and she captures San Juan and delivers \
               the 6,000 to Yellow.",
    },
    TieLesson {
        name: "nobody can show as much",
        position: duel(&[(5, 32, "Santiago")]),
        ship: 'F',
        hands: &["0t12345", "10t3542"],
        said: "Show your 5: with 1 step she delivers the 7,000 of Santiago to you. It is sure to win her: nobody can show \
               one as high. If you keep it, Blue gets the Fuego about 5 times in 10, and she delivers the 7,000 of Santiago to \
               Blue.",
    },
    TieLesson {
        name: "the other's card is higher",
        position: duel(&[(5, 32, "Santiago")]),
        ship: 'F',
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

/// Whoever wins a ship before does nothing with her, and keeps the reserve in a tie.
fn table_in_a_tie(lesson: &TieLesson, options: Options) -> LocalTable<Caribbean> {
    let mut table = LocalTable::new(lesson.position.table(options), 1);
    for (seat, hand) in Seat::first(lesson.hands.len()).zip(lesson.hands) {
        table.seal(seat, &sealed_hand(hand), &mut Deaf).expect("seven different cards");
    }
    loop {
        if let Some(input) = table.automatic() {
            table.apply(&input, &mut Deaf).expect("nobody decides this");
            continue;
        }
        match *table.game().phase() {
            Phase::TieSeal { tie, .. } if tie.ship.letter() == lesson.ship => {
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

/// What the first player is told.
fn weighed(table: &LocalTable<Caribbean>) -> TieAdvice {
    coach().weigh(&table.view(first())).expect("advice for whoever is asked")
}

#[test]
fn in_a_tie_the_coach_says_whether_to_show_and_why() {
    let mut wrong = Vec::new();
    for lesson in TIE_LESSONS {
        let table = table_in_a_tie(lesson, Options::default());
        let advice = weighed(&table);
        let said = advice.summary(&audience(&table.view(first()), &[]));
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
    assert_eq!(weighed(&table).later, None);
}

#[test]
fn a_thief_that_wins_nothing_is_not_saved_for_a_ship_to_come() {
    let lesson = tie_lesson("a ship to come for which the own thief leaves steps enough");
    let later = |thief_beats_kept| {
        let table = table_in_a_tie(lesson, Options { thief_beats_kept, ..Options::default() });
        weighed(&table).later.map(|(ship, _)| ship)
    };
    assert_eq!([true, false].map(later), [Some(Ship::F), None]);
}

#[test]
fn a_thief_is_said_to_take_a_step_only_where_there_is_one() {
    let view = duel(&[]).view();
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
        advice.summary(&audience(&view, &[]))
    };
    assert_eq!(said(1), "Show your thief: you hardly need it for another ship. It takes a step from whoever wins her.");
    assert_eq!(said(0), "Show your thief: you hardly need it for another ship. It hardly ever wins her.");
}

#[test]
fn on_the_last_ship_no_card_is_saved() {
    let view = duel(&[]).view();
    let said = |ship, shows, chance| {
        let (reserve, odds) = (Card::Two, Odds::About(500));
        let advice = TieAdvice { ship, reserve, steps: 3, shows, swing: -1, odds, chance, threat: None, later: None };
        advice.sentences(&audience(&view, &[]))[0].clone()
    };
    let worth_less = "Keep your 2: what she can do for you now is worth less than the card.";
    assert_eq!(said(Ship::E, false, far()), worth_less);
    assert_eq!(said(Ship::F, false, far()), "Keep your 2: showing it would do you no good.");
    assert_eq!(said(Ship::E, true, None), "Show your 2: you hardly need it for another ship.");
    assert_eq!(said(Ship::F, true, None), "Show your 2: no ship is left to save it for.");
}
