//! The differences between the two printings, D1–D10, in both.

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::{
    Board, Caribbean, Command, Event, Illegal, Options, Reserve, Ship, Terms, Whereabouts,
};

use super::fixture::*;

fn first(fixture: Fixture) -> Fixture {
    fixture.rules(Options::FIRST_PRINTING)
}

#[test]
fn the_printings_differ_in_three_options_only() {
    let back = Options { pass_on: true, must_unload_on_stop: true, adjacent_deliver: false, ..Options::FIRST_PRINTING };
    assert_eq!(back, Options::SECOND_PRINTING);
    assert_eq!(Options::FIRST_PRINTING.check(), Ok(()));
}

#[test]
fn d1_passing_on_is_of_the_second_printing() {
    let fixture = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 5);
    let mut table = fixture.commanding(Ship::A, RED, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!(table.aboard(Ship::B), Some(X));
    let mut table = first(fixture).commanding(Ship::A, RED, 0);
    let illegal = table.refuse_orders(&[Command::PassOn(Ship::B)]);
    assert_eq!(illegal, Illegal::NoPassOn);
    assert_eq!(illegal.rule(), "D1");
}

#[test]
fn d1_the_other_actions_are_in_both_printings() {
    for rules in [Options::FIRST_PRINTING, Options::SECOND_PRINTING] {
        let fixture = Fixture::two().rules(rules);
        let mut table = fixture.clone().ship(Ship::A, 1).city(X).commanding(Ship::A, RED, 3);
        table.orders(&[Command::Capture, step(2), step(3), Command::Deliver, Command::End]);
        assert_eq!(table.purse(), [7, 0]);
        let mut table = fixture.clone().ship(Ship::A, 4).laden(Ship::B, 5, X).commanding(Ship::A, RED, 0);
        table.orders(&[Command::Steal(Ship::B), Command::End]);
        assert_eq!(table.aboard(Ship::A), Some(X));
        let mut table = fixture.laden(Ship::A, 4, Y).laden(Ship::B, 5, X).commanding(Ship::A, RED, 0);
        table.orders(&[Command::Swap(Ship::B), Command::End]);
        assert_eq!(table.aboard(Ship::A), Some(X));
    }
}

#[test]
fn d2_the_first_printing_unloads_from_beside_a_haven() {
    // f4 lies beside the Red haven f3 and the Blue haven f7.
    for (haven, paid) in [(3, [8, 0]), (7, [0, 8])] {
        let mut table = first(Fixture::two().laden(Ship::A, 4, Y)).commanding(Ship::A, RED, 0);
        let events = table.orders(&[Command::DeliverTo(f(haven)), Command::End]);
        assert!(matches!(events[0], Event::Delivered { ship: Ship::A, by, haven: at, forced: false, .. }
            if by == RED && at == f(haven)));
        assert_eq!(table.purse(), paid);
        assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (4, None));
    }
    // A ship in the haven is not in the way.
    let mut table = first(Fixture::two().laden(Ship::A, 4, Y).ship(Ship::B, 3)).commanding(Ship::A, RED, 0);
    table.orders(&[Command::DeliverTo(f(3)), Command::End]);
    assert_eq!(table.purse(), [8, 0]);
}

#[test]
fn d2_the_first_printing_also_unloads_at_the_haven() {
    let mut table = first(Fixture::two().laden(Ship::A, 4, Y)).commanding(Ship::A, RED, 2);
    table.orders(&[step(3), Command::Deliver, step(4), Command::End]);
    assert_eq!(table.purse(), [8, 0]);
}

#[test]
fn d2_unloading_from_beside_needs_a_chest_a_border_and_a_live_haven() {
    let refused = |fixture: Fixture, haven: usize| {
        first(fixture).commanding(Ship::A, RED, 3).refuse_orders(&[Command::DeliverTo(f(haven))])
    };
    let laden = Fixture::two().laden(Ship::A, 2, X);
    assert_eq!(refused(laden.clone(), 7), Illegal::NotAdjacent { from: f(2), to: f(7) });
    assert_eq!(refused(laden.clone(), 6), Illegal::NoLiveHaven { space: f(6) });
    assert_eq!(refused(Fixture::two().laden(Ship::A, 5, X), 8), Illegal::UnusedHaven { space: f(8) });
    assert_eq!(refused(Fixture::two().ship(Ship::A, 2), 3), Illegal::Empty);
    // In the second printing there is no such command at all.
    let illegal = laden.commanding(Ship::A, RED, 3).refuse_orders(&[Command::DeliverTo(f(3))]);
    assert_eq!(illegal, Illegal::NoAdjacentDelivery);
    assert_eq!(illegal.rule(), "D2");
}

#[test]
fn d3_only_the_second_printing_obliges_to_unload() {
    let fixture = Fixture::two().laden(Ship::A, 2, X);
    let mut table = fixture.commanding(Ship::A, RED, 1);
    table.orders(&[step(3), Command::End]);
    assert_eq!((table.purse(), table.aboard(Ship::A)), (vec![5, 0], None));
    let mut table = first(fixture).commanding(Ship::A, RED, 1);
    assert_eq!(table.game().activation().unwrap().forced_unloading(), None);
    table.orders(&[step(3), Command::End]);
    assert_eq!((table.purse(), table.aboard(Ship::A), table.at(Ship::A)), (vec![0, 0], Some(X), 3));
}

#[test]
fn d4_first_printing_a_ship_that_stands_on_a_haven_unloads() {
    // It may lie there loaded from round to round, be robbed there, and unload without moving.
    let fixture = first(Fixture::two().laden(Ship::A, 3, X).ship(Ship::B, 4));
    let mut table = fixture.bribing();
    table.idle_round();
    assert_eq!(table.aboard(Ship::A), Some(X));
    let mut table = fixture.commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::Deliver, Command::End]);
    assert_eq!(table.purse(), [5, 0]);
    let mut table = fixture.commanding(Ship::B, BLUE, 1);
    table.orders(&[Command::Steal(Ship::A), step(7), Command::Deliver, Command::End]);
    assert_eq!(table.purse(), [0, 5]);
}

#[test]
fn d4_second_printing_a_chest_passed_to_a_ship_on_a_haven_is_unloaded() {
    let mut table = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 3).commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!((table.purse(), table.aboard(Ship::B)), (vec![5, 0], None));
}

#[test]
fn d5_and_d6_kept_reserves_serve_another_tie_in_both_printings() {
    for rules in [Options::FIRST_PRINTING, Options::SECOND_PRINTING] {
        let mut table = Fixture::two().rules(rules).bribing();
        table.deal_all([[4, 3, 2, 1, 0, T, 5], [4, 3, 2, 0, 1, 5, T]]);
        table.open();
        table.break_tie([(RED, Keep), (BLUE, Keep)]);
        table.open();
        table.break_tie([(RED, Show), (BLUE, Keep)]);
        assert_eq!(table.commander(), (Ship::B, RED, 3));
        table.orders(&[Command::End]);
        // Red's is spent for this round, Blue's is not.
        table.open();
        assert_eq!(table.asked(), seats([BLUE]));
        table.break_tie([(BLUE, Show)]);
        assert_eq!(table.commander(), (Ship::C, BLUE, 1));
        assert_eq!(table.reserve(RED), Reserve::Shown(card(5)));
        // In the next round both are there again.
        table.idle_round();
        table.deal_all([hand(4, 5), hand(4, T)]);
        table.open();
        assert_eq!(table.asked(), seats([RED, BLUE]));
    }
}

#[test]
fn d7_all_chests_are_out_at_the_end_of_round_five() {
    for rules in [Options::FIRST_PRINTING, Options::SECOND_PRINTING] {
        let board = Board::standard();
        let terms = Terms { options: rules, ..Terms::new(&board, 3) };
        let mut table = Table::new(Caribbean::new(&terms, board).unwrap());
        table.chance(3);
        let mut open = vec![table.game().waters().in_city().len()];
        while table.game().round() < 6 {
            table.idle_round();
            open.push(table.game().waters().in_city().len());
        }
        assert_eq!(open, [6, 8, 10, 12, 14, 16]);
    }
}

#[test]
fn d8_a_delivered_chest_is_out_of_the_game_for_good() {
    for rules in [Options::FIRST_PRINTING, Options::SECOND_PRINTING] {
        let fixture = Fixture::two().rules(rules).laden(Ship::A, 2, X).ship(Ship::B, 1).city(Y);
        let mut table = fixture.bribing();
        table.deal_all([[5, 4, 3, 2, 1, 0, T], [0, 1, 2, 3, 4, 5, T]]);
        table.open();
        table.orders(&[step(3), Command::Deliver, Command::End]);
        assert_eq!(table.chest(X), Whereabouts::Delivered(RED));
        table.open();
        assert_eq!(table.refuse_orders(&[Command::Capture]), Illegal::NoChestInCity { space: f(1) });
    }
}

#[test]
fn d9_most_money_wins_in_both_printings() {
    for rules in [Options::FIRST_PRINTING, Options::SECOND_PRINTING] {
        let mut table = Fixture::three().rules(rules).money([41, 44, 43]).bribing();
        assert_eq!(table.idle_out().winners, seats([BLUE]));
    }
}

#[test]
fn d10_the_overview_allows_what_the_list_of_actions_does() {
    // Capture, swap and pass on in one activation of the second printing.
    let fixture = Fixture::two().ship(Ship::A, 1).city(X).laden(Ship::B, 6, Y).ship(Ship::C, 4);
    let mut table = fixture.commanding(Ship::A, RED, 2);
    table.orders(&[Command::Capture, step(2), Command::Swap(Ship::B), step(3), Command::PassOn(Ship::C), Command::End]);
    assert_eq!(table.purse(), [2, 0]);
    assert_eq!([Ship::A, Ship::B, Ship::C].map(|ship| table.aboard(ship)), [None, Some(X), Some(Y)]);
}
