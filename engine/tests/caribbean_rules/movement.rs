//! Sailing: T15, T16, T47, T48, R18–R20, R38, and the neighbour table of the board.

use doubloons_engine::caribbean::{Board, Command, Event, Illegal, Ship};
use doubloons_engine::contract::{Action, Input};

use super::examples::NEIGHBOURS;
use super::fixture::*;

#[test]
fn t15_the_winner_may_do_nothing() {
    let mut table = Fixture::two().ship(Ship::A, 2).city(X).commanding(Ship::A, RED, 4);
    let before = *table.game().waters();
    let events = table.orders(&[Command::End]);
    assert_eq!(events[0], Event::Ended { ship: Ship::A, by_default: false });
    assert_eq!(*table.game().waters(), before);
}

#[test]
fn t16_ships_cannot_be_passed() {
    let fixture = Fixture::two().ship(Ship::A, 2).ship(Ship::B, 3).ship(Ship::C, 6);
    let mut table = fixture.commanding(Ship::A, RED, 5);
    assert_eq!(table.game().activation().unwrap().legal().steps, spaces([1]));
    assert_eq!(table.refuse_orders(&[step(3)]), Illegal::Occupied { space: f(3), ship: Ship::B });
    assert_eq!(table.refuse_orders(&[step(6)]), Illegal::Occupied { space: f(6), ship: Ship::C });
    table.orders(&[step(1), Command::End]);
    assert_eq!(table.at(Ship::A), 1);
}

#[test]
fn r18_unused_movement_is_lost_and_the_ship_is_not_handed_on() {
    let mut table = Fixture::two().ship(Ship::A, 2).commanding(Ship::A, RED, 5);
    let illegal = table.refuse(&Input::Act(BLUE, Action::new(&[step(1), Command::End]).unwrap()));
    assert_eq!(illegal, Illegal::NotYourTurn { seat: BLUE });
    assert_eq!(illegal.rule(), "§5");
    table.orders(&[step(1), Command::End]);
    assert_eq!(table.at(Ship::A), 1);
    assert!(table.game().activation().is_none());
}

#[test]
fn r19_occupied_spaces_are_sailed_around() {
    // The way f2–f3–f4 is blocked; f2–f6–f7–f4 is not.
    let fixture = Fixture::two().ship(Ship::A, 2).ship(Ship::B, 3);
    let mut table = fixture.commanding(Ship::A, RED, 3);
    let illegal = table.refuse_orders(&[step(3)]);
    assert_eq!(illegal.rule(), "R19");
    table.orders(&[step(6), step(7), step(4), Command::End]);
    assert_eq!(table.at(Ship::A), 4);
}

#[test]
fn r19_a_ship_may_come_back_to_where_it_was() {
    let mut table = Fixture::two().ship(Ship::A, 2).commanding(Ship::A, RED, 4);
    let events = table.orders(&[step(1), step(2), step(1), step(2), Command::End]);
    let sailed = |from, to, left| Event::Sailed { ship: Ship::A, from: f(from), to: f(to), left };
    assert_eq!(events[..4], [sailed(2, 1, 3), sailed(1, 2, 2), sailed(2, 1, 1), sailed(1, 2, 0)]);
    assert_eq!(table.at(Ship::A), 2);
}

#[test]
fn r20_only_edges_connect() {
    let mut table = Fixture::two().ship(Ship::A, 2).commanding(Ship::A, RED, 5);
    for to in [2, 4, 5, 7, 8, 9] {
        let illegal = table.refuse_orders(&[step(to)]);
        assert_eq!(illegal, Illegal::NotAdjacent { from: f(2), to: f(to) });
        assert_eq!(illegal.rule(), "R20");
    }
    let illegal = table.refuse_orders(&[step(17)]);
    assert_eq!(illegal, Illegal::NoSuchSpace { space: f(17) });
    assert_eq!(illegal.rule(), "R20");
    assert_eq!(table.game().activation().unwrap().legal().steps, spaces([1, 3, 6]));
}

#[test]
fn r38_an_enclosed_ship_may_still_act() {
    let fixture = Fixture::two().ship(Ship::A, 2).laden(Ship::B, 1, X).ship(Ship::C, 3).ship(Ship::D, 6).city(Y);
    let mut table = fixture.commanding(Ship::A, RED, 5);
    assert!(table.game().activation().unwrap().legal().steps.is_empty());
    table.orders(&[Command::Steal(Ship::B), Command::PassOn(Ship::C), Command::End]);
    assert_eq!(table.purse(), [5, 0]);
    assert_eq!(table.at(Ship::A), 2);
}

#[test]
fn section_7_every_step_costs_one() {
    let mut table = Fixture::two().ship(Ship::A, 2).commanding(Ship::A, RED, 2);
    assert_eq!(table.refuse_orders(&[step(3), step(4), step(5)]), Illegal::NoStepsLeft);
    // A harbour space and a haven cost one step like any other.
    table.orders(&[step(3), step(4), Command::End]);
    assert_eq!(table.at(Ship::A), 4);
}

#[test]
fn t47_shortest_way_from_santiago_to_the_haven_at_37() {
    assert_eq!(Board::standard().distance(f(40), f(37)), Some(3));
}

#[test]
fn t48_neighbours_of_havana() {
    let board = Board::standard();
    assert_eq!(board.neighbours(f(23)), spaces([12, 22, 24]));
    assert_eq!(board.cities()[board.city_at(f(23)).unwrap().index()].name, "Havana");
}

#[test]
fn the_standard_board_has_the_agreed_neighbours() {
    let board = Board::standard();
    assert_eq!(board.space_count(), 77);
    for (index, neighbours) in NEIGHBOURS.iter().enumerate() {
        let expected = neighbours.iter().map(|&number| f(number)).collect();
        assert_eq!(board.neighbours(f(index + 1)), expected, "space {}", index + 1);
    }
    assert_eq!(NEIGHBOURS.iter().map(|list| list.len()).sum::<usize>(), 2 * 164);
}
