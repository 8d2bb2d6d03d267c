//! Delivering: T21–T26, T31, T32, R30–R36.

use doubloons_engine::caribbean::{Command, Event, Illegal, ScenarioFault, Ship, Whereabouts};

use super::fixture::*;

#[test]
fn t21_passing_through_a_haven_obliges_to_nothing() {
    let mut table = Fixture::two().laden(Ship::A, 2, X).commanding(Ship::A, RED, 2);
    table.orders(&[step(3), step(4), Command::End]);
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (4, Some(X)));
}

#[test]
fn t22_stopping_at_a_foreign_haven_pays_its_owner() {
    let mut table = Fixture::two().laden(Ship::A, 4, Y).commanding(Ship::A, RED, 1);
    let events = table.orders(&[step(7), Command::End]);
    assert_eq!(
        events[1],
        Event::Delivered { ship: Ship::A, by: RED, haven: f(7), to: BLUE, chest: Y, value: 8, forced: true }
    );
    assert_eq!(table.purse(), [0, 8]);
}

#[test]
fn t23_a_chest_stolen_on_a_haven_is_unloaded_at_the_end() {
    let mut table = Fixture::two().ship(Ship::A, 3).laden(Ship::B, 4, Y).commanding(Ship::A, RED, 0);
    table.orders(&[Command::Steal(Ship::B), Command::End]);
    assert_eq!(table.purse(), [8, 0]);
    assert_eq!(table.chest(Y), Whereabouts::Delivered(RED));
}

#[test]
fn t24_sailing_on_keeps_the_stolen_chest() {
    let mut table = Fixture::two().ship(Ship::A, 3).laden(Ship::B, 4, Y).commanding(Ship::A, RED, 1);
    table.orders(&[Command::Steal(Ship::B), step(2), Command::End]);
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (2, Some(Y)));
}

#[test]
fn t25_passing_to_a_ship_on_a_haven_delivers_at_once() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 7).city(Y).commanding(Ship::A, RED, 1);
    let mut activation = table.game().activation().unwrap();
    let mut events = Vec::new();
    activation.play(Command::PassOn(Ship::B), &mut events).unwrap();
    assert_eq!(
        events,
        [
            Event::PassedOn { ship: Ship::A, to: Ship::B, chest: X },
            Event::Delivered { ship: Ship::B, by: RED, haven: f(7), to: BLUE, chest: X, value: 5, forced: true },
        ]
    );
    assert_eq!(activation.waters().money(BLUE), 5);
    assert_eq!(activation.waters().cargo().get(Ship::B), None);
    table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!(table.purse(), [0, 5]);
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [None, None]);
}

#[test]
fn t26_after_passing_the_ship_may_fetch_another_chest() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 7).city(Y).commanding(Ship::A, RED, 1);
    table.orders(&[Command::PassOn(Ship::B), step(5), Command::Capture, Command::End]);
    assert_eq!(table.purse(), [2, 5]);
    assert_eq!(table.aboard(Ship::A), Some(Y));
}

#[test]
fn t31_two_players_green_havens_are_sea() {
    let mut table = Fixture::two().laden(Ship::A, 5, X).commanding(Ship::A, RED, 1);
    table.orders(&[step(8), Command::End]);
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (8, Some(X)));
}

#[test]
fn t32_four_players_green_is_paid() {
    let mut table = Fixture::four().laden(Ship::A, 5, X).commanding(Ship::A, RED, 1);
    table.orders(&[step(8), Command::End]);
    assert_eq!(table.purse(), [0, 0, 0, 5]);
    assert_eq!(table.chest(X), Whereabouts::Delivered(GREEN));
}

#[test]
fn r30_unloading_on_the_way_is_optional() {
    let fixture = Fixture::two().laden(Ship::A, 2, X);
    let mut through = fixture.commanding(Ship::A, RED, 2);
    through.orders(&[step(3), step(4), Command::End]);
    assert_eq!(through.aboard(Ship::A), Some(X));
    let mut unloading = fixture.commanding(Ship::A, RED, 2);
    unloading.orders(&[step(3), Command::Deliver, step(4), Command::End]);
    assert_eq!((unloading.purse(), unloading.at(Ship::A)), (vec![5, 0], 4));
}

#[test]
fn r31_ending_on_a_live_haven_unloads_wherever_the_chest_came_from() {
    // Sailed in, own haven and foreign haven.
    for (haven, paid) in [(3, [8, 0]), (7, [0, 8])] {
        let mut table = Fixture::two().laden(Ship::A, 4, Y).commanding(Ship::A, RED, 1);
        let activation = {
            let mut activation = table.game().activation().unwrap();
            assert_eq!(activation.forced_unloading(), None);
            activation.play(step(haven), &mut Vec::new()).unwrap();
            activation
        };
        assert_eq!(activation.forced_unloading(), Some(if haven == 3 { RED } else { BLUE }));
        table.orders(&[step(haven), Command::End]);
        assert_eq!(table.purse(), paid);
    }
    // Never moved, only just stolen; commanded by the other seat.
    let mut table = Fixture::two().ship(Ship::A, 3).laden(Ship::B, 2, X).commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::Steal(Ship::B), Command::End]);
    assert_eq!(table.purse(), [5, 0]);
}

#[test]
fn r32_the_ship_on_the_haven_may_receive_again() {
    // A takes from the neighbour C and passes into the haven of B, twice in one activation.
    let fixture = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 7).laden(Ship::C, 5, Y);
    let mut table = fixture.commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::Steal(Ship::C), Command::PassOn(Ship::B), Command::End]);
    assert_eq!(table.purse(), [0, 13]);
    assert_eq!(table.aboard(Ship::B), None);
}

#[test]
fn r32_an_unused_haven_only_holds_the_chest() {
    let mut table = Fixture::two().laden(Ship::A, 5, X).ship(Ship::B, 8).commanding(Ship::A, RED, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!(table.aboard(Ship::B), Some(X));
}

#[test]
fn r33_ways_around_the_duty_to_unload() {
    // On f7 (Blue) with a chest stolen from C on f4, beside an empty ship on f6.
    let fixture = Fixture::two().ship(Ship::A, 7).laden(Ship::C, 4, Y).ship(Ship::B, 6);
    let mut passing = fixture.commanding(Ship::A, RED, 0);
    passing.orders(&[Command::Steal(Ship::C), Command::PassOn(Ship::B), Command::End]);
    assert_eq!((passing.purse(), passing.aboard(Ship::B)), (vec![0, 0], Some(Y)));
    let fixture = Fixture::two().ship(Ship::A, 7).laden(Ship::C, 4, Y);
    let mut sailing = fixture.commanding(Ship::A, RED, 1);
    sailing.orders(&[Command::Steal(Ship::C), step(6), Command::End]);
    assert_eq!((sailing.purse(), sailing.aboard(Ship::A)), (vec![0, 0], Some(Y)));
    // A swap leaves the ship loaded: the other chest is delivered instead.
    let fixture = Fixture::two().laden(Ship::A, 2, X).laden(Ship::B, 4, Y);
    let mut swapping = fixture.commanding(Ship::A, BLUE, 1);
    swapping.orders(&[step(3), Command::Swap(Ship::B), Command::End]);
    assert_eq!(swapping.purse(), [8, 0]);
    assert_eq!(swapping.aboard(Ship::B), Some(X));
}

#[test]
fn r34_unused_havens_are_sea() {
    for fixture in [Fixture::two(), Fixture::three()] {
        let table = fixture.laden(Ship::A, 8, X).commanding(Ship::A, RED, 1);
        let activation = table.game().activation().unwrap();
        assert_eq!(activation.forced_unloading(), None);
        assert!(!activation.legal().deliver);
        assert_eq!(activation.check(Command::Deliver), Err(Illegal::UnusedHaven { space: f(8) }));
        assert_eq!(table.game().owners().live(), spaces([3, 7]));
        let mut table = table;
        table.orders(&[Command::End]);
        assert_eq!(table.aboard(Ship::A), Some(X));
    }
    let fixture = Fixture::four().laden(Ship::A, 8, X);
    assert_eq!(fixture.0.bribing().unwrap_err(), ScenarioFault::NotUnloaded { ship: Ship::A });
}

#[test]
fn r35_delivering_to_an_opponent_on_purpose() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).commanding(Ship::A, RED, 2);
    table.orders(&[step(7), Command::Deliver, step(6), Command::End]);
    assert_eq!(table.purse(), [0, 5]);
    assert_eq!(table.at(Ship::A), 6);
}

#[test]
fn r36_no_loaded_ship_lies_on_a_live_haven_between_activations() {
    for space in [3, 7] {
        let fixture = Fixture::two().laden(Ship::A, space, X);
        assert_eq!(fixture.0.bribing().unwrap_err(), ScenarioFault::NotUnloaded { ship: Ship::A });
    }
}
