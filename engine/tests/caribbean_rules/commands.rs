//! Section 7, command by command: allowed when every condition holds, refused for each one that does not, with the
//! reason and its clause; R54.

use std::sync::Arc;

use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::{Board, Colour, Command, Illegal, Ship};
use doubloons_engine::contract::{Action, Dice, Input, MAX_COMMANDS};

use super::fixture::*;

#[track_caller]
fn refused(fixture: &Fixture, steps: u8, orders: &[Command], reason: Illegal, clause: &str) {
    let illegal = fixture.commanding(Ship::A, RED, steps).refuse_orders(orders);
    assert_eq!(illegal, reason);
    assert_eq!(illegal.rule(), clause, "{illegal}");
}

#[track_caller]
fn allowed(fixture: &Fixture, steps: u8, orders: &[Command]) {
    let mut table = fixture.commanding(Ship::A, RED, steps);
    let (last, before) = orders.split_last().unwrap();
    let mut activation = table.game().activation().unwrap();
    before.iter().for_each(|&command| activation.play(command, &mut Vec::new()).unwrap());
    assert!(activation.legal().contains(*last), "{last:?} is not listed as legal");
    table.orders(&[orders, &[Command::End]].concat());
}

#[test]
fn section_7_step() {
    let fixture = Fixture::two().ship(Ship::A, 2).ship(Ship::B, 3);
    allowed(&fixture, 1, &[step(1)]);
    refused(&fixture, 0, &[step(1)], Illegal::NoStepsLeft, "R4");
    refused(&fixture, 1, &[step(1), step(2)], Illegal::NoStepsLeft, "R4");
    refused(&fixture, 1, &[step(4)], Illegal::NotAdjacent { from: f(2), to: f(4) }, "R20");
    refused(&fixture, 1, &[step(2)], Illegal::NotAdjacent { from: f(2), to: f(2) }, "R20");
    refused(&fixture, 1, &[step(3)], Illegal::Occupied { space: f(3), ship: Ship::B }, "R19");
    refused(&fixture, 1, &[step(100)], Illegal::NoSuchSpace { space: f(100) }, "R20");
}

#[test]
fn section_7_capture() {
    allowed(&Fixture::two().ship(Ship::A, 1).city(X), 0, &[Command::Capture]);
    let laden = Fixture::two().laden(Ship::A, 1, Y).city(X);
    refused(&laden, 5, &[Command::Capture], Illegal::Loaded, "R22");
    let at_sea = Fixture::two().ship(Ship::A, 2).city(X);
    refused(&at_sea, 5, &[Command::Capture], Illegal::NoCity { space: f(2) }, "§7");
    let gone = Fixture::two().ship(Ship::A, 1).city(Y);
    refused(&gone, 5, &[Command::Capture], Illegal::NoChestInCity { space: f(1) }, "R25");
}

#[test]
fn section_7_steal() {
    let steal = [Command::Steal(Ship::B)];
    allowed(&Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, X), 0, &steal);
    let laden = Fixture::two().laden(Ship::A, 4, Y).laden(Ship::B, 5, X);
    refused(&laden, 5, &steal, Illegal::StealLoaded { ship: Ship::B }, "§7");
    let far = Fixture::two().ship(Ship::A, 2).laden(Ship::B, 4, X);
    refused(&far, 5, &steal, Illegal::ShipNotAdjacent { ship: Ship::B }, "R20");
    let empty = Fixture::two().ship(Ship::A, 4).ship(Ship::B, 5);
    refused(&empty, 5, &steal, Illegal::OtherEmpty { ship: Ship::B }, "§7");
    refused(&empty, 5, &[Command::Steal(Ship::A)], Illegal::SameShip { ship: Ship::A }, "R28");
}

#[test]
fn section_7_swap() {
    let swap = [Command::Swap(Ship::B)];
    allowed(&Fixture::two().laden(Ship::A, 4, Y).laden(Ship::B, 5, X), 0, &swap);
    let far = Fixture::two().laden(Ship::A, 2, Y).laden(Ship::B, 4, X);
    refused(&far, 5, &swap, Illegal::ShipNotAdjacent { ship: Ship::B }, "R20");
    let empty = Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, X);
    refused(&empty, 5, &swap, Illegal::Empty, "§7");
    let other_empty = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 5);
    refused(&other_empty, 5, &swap, Illegal::OtherEmpty { ship: Ship::B }, "§7");
}

#[test]
fn section_7_pass() {
    let pass = [Command::PassOn(Ship::B)];
    allowed(&Fixture::two().laden(Ship::A, 4, Y).ship(Ship::B, 5), 0, &pass);
    let far = Fixture::two().laden(Ship::A, 2, Y).ship(Ship::B, 4);
    refused(&far, 5, &pass, Illegal::ShipNotAdjacent { ship: Ship::B }, "R20");
    let empty = Fixture::two().ship(Ship::A, 4).ship(Ship::B, 5).city(X);
    refused(&empty, 5, &pass, Illegal::Empty, "§7");
    let other_laden = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y);
    refused(&other_laden, 5, &pass, Illegal::OtherLoaded { ship: Ship::B }, "§7");
}

#[test]
fn section_7_deliver() {
    let fixture = Fixture::two().laden(Ship::A, 2, X);
    allowed(&fixture, 1, &[step(3), Command::Deliver]);
    // Beside a haven is not at it (D2), and an unused colour's haven is not live (R34).
    let beside = fixture.commanding(Ship::A, RED, 1).refuse_orders(&[Command::Deliver]);
    assert_eq!(beside, Illegal::NoLiveHaven { space: f(2) });
    let unused = Fixture::two().laden(Ship::A, 8, X);
    refused(&unused, 1, &[Command::Deliver], Illegal::UnusedHaven { space: f(8) }, "R34");
    let empty = Fixture::two().ship(Ship::A, 3).city(X);
    refused(&empty, 1, &[Command::Deliver], Illegal::Empty, "§7");
    let beside = Illegal::NoAdjacentDelivery;
    refused(&fixture, 1, &[Command::DeliverTo(f(3))], beside, "D2");
}

#[test]
fn section_7_end_is_always_legal_and_the_last() {
    for fixture in [Fixture::two().ship(Ship::A, 2), Fixture::two().laden(Ship::A, 4, X)] {
        for steps in 0..=5 {
            allowed_end(&fixture, steps);
        }
    }
    let fixture = Fixture::two().ship(Ship::A, 2);
    let mut table = fixture.commanding(Ship::A, RED, 3);
    assert_eq!(table.try_orders(&[Command::End, step(1)]), Err(Illegal::AfterEnd));
    assert_eq!(table.try_orders(&[Command::End, Command::End]), Err(Illegal::AfterEnd));
    assert_eq!(table.try_orders(&[step(1)]), Err(Illegal::NoEnd));
    assert_eq!(table.try_orders(&[]), Err(Illegal::NoEnd));
    assert_eq!([Illegal::AfterEnd.rule(), Illegal::NoEnd.rule()], ["R54", "R54"]);
}

fn allowed_end(fixture: &Fixture, steps: u8) {
    let mut table = fixture.commanding(Ship::A, RED, steps);
    assert!(table.game().activation().unwrap().legal().end);
    table.orders(&[Command::End]);
}

#[test]
fn section_7_one_chest_a_ship() {
    // Whatever the exchange, no ship ever has two chests: each of the four ways to a second one is refused.
    let fixture = Fixture::two().laden(Ship::A, 1, Y).laden(Ship::B, 2, X);
    refused(&fixture, 5, &[Command::Capture], Illegal::Loaded, "R22");
    refused(&fixture, 5, &[Command::Steal(Ship::B)], Illegal::StealLoaded { ship: Ship::B }, "§7");
    refused(&fixture, 5, &[Command::PassOn(Ship::B)], Illegal::OtherLoaded { ship: Ship::B }, "§7");
}

#[test]
fn r54_an_activation_is_one_input_taken_wholly_or_not_at_all() {
    let mut table = Fixture::two().ship(Ship::A, 2).city(X).commanding(Ship::A, RED, 2);
    // The first three commands are fine; the fourth spoils all of them.
    let spoilt = [step(1), Command::Capture, step(2), step(3), Command::End];
    assert_eq!(table.try_orders(&spoilt), Err(Illegal::NoStepsLeft));
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A), table.purse()), (2, None, vec![0, 0]));
    table.orders(&[step(1), Command::Capture, step(2), Command::End]);
    assert_eq!(table.purse(), [2, 0]);
}

#[test]
fn r54_orders_come_from_the_commander_and_in_time() {
    let action = Action::new(&[Command::End]).unwrap();
    let mut table = Fixture::two().commanding(Ship::A, RED, 1);
    assert_eq!(table.refuse(&Input::Act(BLUE, action.clone())), Illegal::NotYourTurn { seat: BLUE });
    assert_eq!(table.refuse(&Input::Act(YELLOW, action.clone())), Illegal::NoSuchSeat { seat: YELLOW });
    assert_eq!(Illegal::NoSuchSeat { seat: YELLOW }.rule(), "§4");
    let mut table = Fixture::two().bribing();
    assert_eq!(table.refuse(&Input::Act(RED, action)), Illegal::WrongPhase);
    assert_eq!(Illegal::WrongPhase.rule(), "§5");
}

#[test]
fn r54_the_last_of_96_commands_has_to_be_the_end() {
    assert_eq!(MAX_COMMANDS, 96);
    assert!(Action::new(&[Command::End; MAX_COMMANDS + 1]).is_none());
    // The active ship in the middle of a star, five neighbours around it, four chests: hundreds of distributions.
    let board = Board::sketch(Sketch {
        spaces: 10,
        edges: (2..=10).map(|space| (1, space)).collect(),
        cities: (0..4).map(|city| (format!("City {city}"), 7 + city, 5)).collect(),
        ..Sketch::default()
    });
    let mut fixture = Fixture::on(Arc::new(board.unwrap()), &[Colour::Red, Colour::Blue]);
    for (index, ship) in Ship::ALL.into_iter().enumerate() {
        fixture = if index < 4 { fixture.laden(ship, index + 1, chest(index)) } else { fixture.ship(ship, index + 1) };
    }
    let mut table = fixture.commanding(Ship::A, RED, 0);
    let mut dice = Dice::from_seed(1);
    let mut orders = Vec::new();
    let legal = loop {
        let mut activation = table.game().activation().unwrap();
        orders.clear();
        loop {
            let legal = activation.legal();
            let exchanges: Vec<Command> = legal.iter().filter(|&command| command != Command::End).collect();
            if exchanges.is_empty() {
                break;
            }
            let command = exchanges[dice.index(exchanges.len())];
            activation.play(command, &mut Vec::new()).unwrap();
            orders.push(command);
        }
        if orders.len() == MAX_COMMANDS - 1 {
            break activation.legal();
        }
    };
    assert_eq!((legal.len(), legal.end), (1, true));
    let swaps = Ship::ALL.iter().flat_map(|&ship| [Command::Swap(ship), Command::Steal(ship), Command::PassOn(ship)]);
    for command in swaps {
        let illegal = table.refuse_orders(&[&orders[..], &[command]].concat());
        assert_eq!(illegal, Illegal::TooLong);
        assert_eq!(illegal.rule(), "R54");
    }
    table.orders(&[&orders[..], &[Command::End]].concat());
}
