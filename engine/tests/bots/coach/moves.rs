//! A won ship: the way that pays, and what is said about it.

use doubloons_engine::bots::{Course, Deed};
use doubloons_engine::caribbean::{Board, Command, Ship};
use doubloons_engine::contract::{Action, Deaf};

use super::{audience, chest, coach, duel, first, second};

/// What is said of a move that does these deeds.
fn told(deeds: Vec<Deed>) -> String {
    let view = duel(&[]).view();
    let commands = Action::new(&[Command::End]).expect("room for one command");
    Course { commands, deeds }.sentence(&audience(&view, &[]))
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
fn of_many_deeds_every_delivery_is_told() {
    let [nassau, santiago, trujillo] = ["Nassau", "Santiago", "Trujillo"].map(|city| chest(&Board::standard(), city));
    let to = first();
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

/// A ship of Red's with a chest, one step from Red's haven, and what the coach would do with her and so many steps.
fn steered(placed: (usize, usize, &'static str), steps: u8) -> (Vec<Command>, String) {
    let view = duel(&[placed]).view();
    let activation = view.table().imagine(Ship::C, first(), steps).expect("a seat of the table");
    let course = coach().steer(&view, &activation);
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
