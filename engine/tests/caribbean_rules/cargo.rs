//! Capturing, stealing, swapping and passing on: T17–T20, T27–T30, T33, T34, R21–R29, R37.

use std::sync::Arc;

use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::{Board, Colour, Command, Event, Illegal, Ship, Whereabouts};

use super::fixture::*;

#[test]
fn t17_capture_and_deliver_in_one_move() {
    let mut table = Fixture::two().ship(Ship::A, 2).city(X).commanding(Ship::A, RED, 3);
    let events = table.orders(&[step(1), Command::Capture, step(2), step(3), Command::End]);
    let sailed = |from, to, left| Event::Sailed { ship: Ship::A, from: f(from), to: f(to), left };
    assert_eq!(
        events[..6],
        [
            sailed(2, 1, 2),
            Event::Captured { ship: Ship::A, seat: RED, chest: X, bonus: 2 },
            sailed(1, 2, 1),
            sailed(2, 3, 0),
            Event::Delivered { ship: Ship::A, by: RED, haven: f(3), to: RED, chest: X, value: 5, forced: true },
            Event::Ended { ship: Ship::A, by_default: false },
        ]
    );
    assert_eq!(table.purse(), [7, 0]);
    assert_eq!(table.chest(X), Whereabouts::Delivered(RED));
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (3, None));
}

#[test]
fn t18_a_loaded_ship_cannot_capture() {
    let mut table = Fixture::two().laden(Ship::A, 1, Y).city(X).commanding(Ship::A, RED, 3);
    let illegal = table.refuse_orders(&[Command::Capture]);
    assert_eq!(illegal, Illegal::Loaded);
    assert_eq!(illegal.rule(), "R22");
}

#[test]
fn t19_capture_without_movement() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::Capture, Command::End]);
    assert_eq!(table.purse(), [0, 2]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (1, Some(X)));
    assert_eq!(table.chest(X), Whereabouts::Aboard(Ship::A));
}

#[test]
fn t20_deliver_on_the_way_and_fetch_the_next_chest() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).city(Y).commanding(Ship::A, RED, 3);
    let events = table.orders(&[step(3), Command::Deliver, step(4), step(5), Command::Capture, Command::End]);
    let delivered =
        |forced| Event::Delivered { ship: Ship::A, by: RED, haven: f(3), to: RED, chest: X, value: 5, forced };
    assert!(events.contains(&delivered(false)) && !events.contains(&delivered(true)));
    assert_eq!(table.purse(), [7, 0]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (5, Some(Y)));
}

#[test]
fn t27_a_swap_exchanges_chests_for_no_money() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).commanding(Ship::A, RED, 0);
    let events = table.orders(&[Command::Swap(Ship::B), Command::End]);
    assert_eq!(events[0], Event::Swapped { ship: Ship::A, with: Ship::B, got: Y, gave: X });
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [Some(Y), Some(X)]);
    assert_eq!(table.purse(), [0, 0]);
}

#[test]
fn t28_a_loaded_ship_cannot_steal() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).commanding(Ship::A, RED, 1);
    let illegal = table.refuse_orders(&[Command::Steal(Ship::B)]);
    assert_eq!(illegal, Illegal::StealLoaded { ship: Ship::B });
    assert_eq!(illegal.rule(), "§7");
    table.orders(&[Command::Swap(Ship::B), Command::End]);
}

#[test]
fn t29_a_chest_is_passed_on_at_sea_for_no_money() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 5).commanding(Ship::A, RED, 0);
    let events = table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!(events[0], Event::PassedOn { ship: Ship::A, to: Ship::B, chest: X });
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [None, Some(X)]);
    assert_eq!(table.purse(), [0, 0]);
}

#[test]
fn t30_two_empty_ships_have_nothing_to_exchange() {
    let mut table = Fixture::two().ship(Ship::A, 4).ship(Ship::B, 5).city(X).city(Y).commanding(Ship::A, RED, 1);
    assert_eq!(table.refuse_orders(&[Command::Steal(Ship::B)]), Illegal::OtherEmpty { ship: Ship::B });
    assert_eq!(table.refuse_orders(&[Command::Swap(Ship::B)]), Illegal::Empty);
    assert_eq!(table.refuse_orders(&[Command::PassOn(Ship::B)]), Illegal::Empty);
    assert_eq!(Illegal::OtherEmpty { ship: Ship::B }.rule(), "§7");
    assert_eq!(Illegal::Empty.rule(), "§7");
}

#[test]
fn t33_swapping_back_at_once_is_refused() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).commanding(Ship::A, RED, 2);
    let illegal = table.refuse_orders(&[Command::Swap(Ship::B), Command::Swap(Ship::B)]);
    assert_eq!(illegal, Illegal::Loop);
    assert_eq!(illegal.rule(), "R37");
}

#[test]
fn t34_a_delivered_chest_cannot_be_captured_again() {
    let mut table = Fixture::two().ship(Ship::A, 1).delivered(X, RED).city(Y).commanding(Ship::A, RED, 3);
    let illegal = table.refuse_orders(&[Command::Capture]);
    assert_eq!(illegal, Illegal::NoChestInCity { space: f(1) });
    assert_eq!(illegal.rule(), "R25");
    table.orders(&[Command::End]);
    assert_eq!(table.purse(), [0, 0]);
}

#[test]
fn r21_loading_costs_no_movement() {
    let mut table = Fixture::two().ship(Ship::A, 2).city(X).commanding(Ship::A, RED, 2);
    table.orders(&[step(1), Command::Capture, step(2), Command::End]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (2, Some(X)));
}

#[test]
fn r22_no_bonus_without_room_for_the_chest() {
    let mut table = Fixture::two().laden(Ship::A, 2, Y).city(X).commanding(Ship::A, RED, 3);
    assert_eq!(table.refuse_orders(&[step(1), Command::Capture]), Illegal::Loaded);
    assert_eq!(table.purse(), [0, 0]);
    // Having given its chest away, the ship has room.
    let fixture = Fixture::two().laden(Ship::A, 1, Y).ship(Ship::B, 2).city(X);
    let mut table = fixture.commanding(Ship::A, RED, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::Capture, Command::End]);
    assert_eq!(table.purse(), [2, 0]);
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [Some(X), Some(Y)]);
}

#[test]
fn r23_nothing_has_to_be_taken_or_given() {
    // On a city with a chest, beside a loaded ship; then loaded beside a loaded and an empty one.
    let mut table = Fixture::two().ship(Ship::A, 1).laden(Ship::B, 2, Y).city(X).commanding(Ship::A, RED, 5);
    table.orders(&[Command::End]);
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [None, Some(Y)]);
    let fixture = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).ship(Ship::C, 7);
    let mut table = fixture.commanding(Ship::A, RED, 5);
    table.orders(&[Command::End]);
    assert_eq!([Ship::A, Ship::B, Ship::C].map(|ship| table.aboard(ship)), [Some(X), Some(Y), None]);
}

#[test]
fn r24_any_number_of_captures_and_deliveries() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).city(Y).commanding(Ship::A, RED, 5);
    table.orders(&[
        Command::Capture,
        step(2),
        step(3),
        Command::Deliver,
        step(4),
        step(5),
        Command::Capture,
        step(4),
        Command::End,
    ]);
    assert_eq!(table.purse(), [9, 0]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (4, Some(Y)));
    // Two deliveries by one ship that never moves.
    let fixture = Fixture::two().ship(Ship::A, 3).laden(Ship::B, 2, X).laden(Ship::C, 4, Y);
    let mut table = fixture.commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::Steal(Ship::B), Command::Deliver, Command::Steal(Ship::C), Command::Deliver, Command::End]);
    assert_eq!(table.purse(), [13, 0]);
}

#[test]
fn r25_a_city_pays_once() {
    // The chest is at sea: its city is empty.
    let fixture = Fixture::two().ship(Ship::A, 1).laden(Ship::B, 11, X).ship(Ship::E, 12);
    let mut table = fixture.commanding(Ship::A, RED, 0);
    assert_eq!(table.refuse_orders(&[Command::Capture]), Illegal::NoChestInCity { space: f(1) });
    // Nor does it pay twice in one activation.
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).ship(Ship::B, 2).commanding(Ship::A, RED, 0);
    let orders = [Command::Capture, Command::PassOn(Ship::B), Command::Capture];
    assert_eq!(table.refuse_orders(&orders), Illegal::NoChestInCity { space: f(1) });
    // The chest of the city is not out yet.
    let mut table = Fixture::two().ship(Ship::A, 1).commanding(Ship::A, RED, 0);
    assert_eq!(table.refuse_orders(&[Command::Capture]), Illegal::NoChestInCity { space: f(1) });
}

#[test]
fn r26_stealing_pays_nothing() {
    let mut table = Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, X).commanding(Ship::A, RED, 0);
    let events = table.orders(&[Command::Steal(Ship::B), Command::End]);
    assert_eq!(events[0], Event::Stolen { ship: Ship::A, from: Ship::B, chest: X });
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [Some(X), None]);
}

#[test]
fn r27_the_same_ship_twice() {
    // Pass to B, sail around it, steal the chest back, pass it again.
    let mut table = Fixture::two().laden(Ship::A, 1, X).ship(Ship::B, 2).commanding(Ship::A, RED, 0);
    assert_eq!(table.refuse_orders(&[Command::PassOn(Ship::B), Command::Steal(Ship::B)]), Illegal::Loop);
    let mut table = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 5).commanding(Ship::A, RED, 3);
    table.orders(&[Command::PassOn(Ship::B), step(3), step(4), Command::Steal(Ship::B), step(3), Command::End]);
    assert_eq!(table.purse(), [5, 0]);
    let mut table = Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, X).commanding(Ship::A, RED, 4);
    table.orders(&[
        Command::Steal(Ship::B),
        step(7),
        step(4),
        Command::PassOn(Ship::B),
        step(7),
        step(4),
        Command::Steal(Ship::B),
        Command::End,
    ]);
    assert_eq!(table.aboard(Ship::A), Some(X));
}

#[test]
fn r28_the_active_ship_is_always_one_of_the_two() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).commanding(Ship::A, RED, 3);
    for command in [Command::Steal(Ship::A), Command::Swap(Ship::A), Command::PassOn(Ship::A)] {
        let illegal = table.refuse_orders(&[command]);
        assert_eq!(illegal, Illegal::SameShip { ship: Ship::A });
        assert_eq!(illegal.rule(), "R28");
    }
}

#[test]
fn r29_passing_is_never_compulsory() {
    let mut table = Fixture::two().laden(Ship::A, 2, X).ship(Ship::B, 7).commanding(Ship::A, RED, 1);
    table.orders(&[step(6), Command::End]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A), table.aboard(Ship::B)), (6, Some(X), None));
}

#[test]
fn r37_no_cargo_distribution_twice_between_two_steps() {
    let (a, b, c) = (Ship::A, Ship::B, Ship::C);
    let fixture = Fixture::two().laden(a, 2, X).laden(b, 1, Y).ship(c, 6);
    let mut table = fixture.commanding(a, RED, 2);
    // Back to the start, and back to a distribution that came up in between.
    assert_eq!(table.refuse_orders(&[Command::PassOn(c), Command::Steal(c)]), Illegal::Loop);
    let there = [Command::Swap(b), Command::PassOn(c), Command::Steal(b)];
    assert_eq!(table.refuse_orders(&[&there[..], &[Command::PassOn(b)]].concat()), Illegal::Loop);
    // After a step everything is allowed again.
    table.orders(&[&there[..], &[step(3), step(2), Command::PassOn(b), Command::End]].concat());
    assert_eq!([a, b, c].map(|ship| table.aboard(ship)), [None, Some(X), Some(Y)]);
}

#[test]
fn r37_exchanges_without_a_step_come_to_an_end() {
    // Two chests on three ships lie in one of six ways, so there are at most five exchanges.
    let fixture = Fixture::two().laden(Ship::A, 2, X).laden(Ship::B, 1, Y).ship(Ship::C, 6);
    let table = fixture.commanding(Ship::A, RED, 0);
    let mut longest = 0;
    let mut open = vec![table.game().activation().unwrap()];
    while let Some(activation) = open.pop() {
        longest = longest.max(activation.commands());
        assert!(longest <= 5, "an exchange that does not end");
        for command in activation.legal().iter().filter(|&command| command != Command::End) {
            let mut next = activation.clone();
            next.play(command, &mut Vec::new()).unwrap();
            open.push(next);
        }
    }
    assert_eq!(longest, 5);
}

#[test]
fn r37_does_not_hinder_a_second_delivery_by_way_of_a_haven() {
    // Capture and pass into the haven leave the holds as they were; still no chest lies where it lay before.
    let board = Board::sketch(Sketch {
        spaces: 16,
        edges: (1..16).map(|space| (space, space + 1)).collect(),
        cities: vec![("X".to_owned(), 1, 5), ("Y".to_owned(), 16, 8)],
        havens: vec![(Colour::Red, 2)],
        starts: Vec::new(),
    });
    let colours = [Colour::Red, Colour::Blue];
    let fixture =
        Fixture::on(Arc::new(board.unwrap()), &colours).ship(Ship::A, 1).ship(Ship::B, 2).ship(Ship::F, 3).city(X);
    let mut table = fixture.commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::Capture, Command::PassOn(Ship::B), Command::End]);
    assert_eq!(table.purse(), [5, 2]);
    assert_eq!(table.chest(X), Whereabouts::Delivered(RED));
}
