//! Who wins a ship outright, and how many steps that is worth: T1–T3, R2–R7, section 6.

use doubloons_engine::caribbean::{Card, Command, Event, Illegal, Phase, Reserve, Ship, Stall};

use super::fixture::*;

/// Both seats of a two-seat table bid on ship A, by real inputs.
fn duel(fixture: &Fixture, red: i8, blue: i8) -> Table {
    let mut table = fixture.bribing();
    let reserve = (0..=5).find(|&card| card != red && card != blue).unwrap();
    table.deal_all([hand(red, reserve), hand(blue, reserve)]);
    table.open();
    table
}

#[test]
fn t1_the_five_wins_against_three_and_two_thieves() {
    let mut table = Fixture::four().bribing();
    table.deal_all([hand(5, 0), hand(3, 0), hand(T, 0), hand(T, 0)]);
    let events = table.open();
    let shown = cards([(RED, 5), (BLUE, 3), (YELLOW, T), (GREEN, T)]);
    assert_eq!(
        events,
        [
            Event::BribesShown { ship: Ship::A, cards: shown },
            Event::Commanded { ship: Ship::A, seat: RED, card: Card::Five, thieves: 2, steps: 3 },
        ]
    );
    assert_eq!(table.commander(), (Ship::A, RED, 3));
}

#[test]
fn t2_a_zero_beats_a_thief_and_may_do_all_but_sail() {
    let duel = |fixture: Fixture| {
        let table = duel(&fixture, 0, T);
        assert_eq!(table.commander(), (Ship::A, RED, 0));
        table
    };
    let capture = Fixture::two().ship(Ship::A, 1).city(X);
    duel(capture.clone()).orders(&[Command::Capture, Command::End]);
    assert_eq!(duel(capture).refuse_orders(&[step(2)]), Illegal::NoStepsLeft);
    let steal = Fixture::two().ship(Ship::A, 3).laden(Ship::B, 4, X);
    duel(steal.clone()).orders(&[Command::Steal(Ship::B), Command::End]);
    let mut table = duel(steal);
    table.orders(&[Command::Steal(Ship::B), Command::Deliver, Command::End]);
    assert_eq!(table.purse(), [5, 0]);
    let swap = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y);
    duel(swap).orders(&[Command::Swap(Ship::B), Command::End]);
    let pass = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 5);
    duel(pass).orders(&[Command::PassOn(Ship::B), Command::End]);
}

#[test]
fn t3_only_thieves_skip_the_ship_without_a_prompt() {
    let mut table = Fixture::three().ship(Ship::A, 2).bribing();
    table.deal_all([hand(T, 0), hand(T, 1), hand(T, 2)]);
    let events = table.open();
    assert_eq!(events[1..], [Event::Stalled { ship: Ship::A, reason: Stall::NoBribe }]);
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::B });
    assert_eq!(table.at(Ship::A), 2);
    for seat in [RED, BLUE, YELLOW] {
        assert_eq!(table.reserve(seat), Reserve::Unspent);
    }
}

#[test]
fn r2_a_thief_never_wins_a_ship() {
    let table = duel(&Fixture::two(), T, T);
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::B });
    let table = duel(&Fixture::two(), T, 0);
    assert_eq!(table.commander(), (Ship::A, BLUE, 0));
}

#[test]
fn r3_a_zero_wins_if_it_is_the_highest_bid() {
    let mut table = Fixture::three().bribing();
    table.deal_all([hand(T, 1), hand(0, 1), hand(T, 1)]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 0));
}

#[test]
fn r4_thieves_slow_the_ship_but_never_below_nothing() {
    for (bid, steps) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 2)] {
        let mut table = Fixture::four().bribing();
        let reserve = if bid == 0 { 1 } else { 0 };
        table.deal_all([hand(bid, reserve), hand(T, 0), hand(T, 0), hand(T, 0)]);
        table.open();
        assert_eq!(table.commander(), (Ship::A, RED, steps), "bid {bid}");
    }
    for bid in 1..=5 {
        assert_eq!(duel(&Fixture::two(), bid, T).commander(), (Ship::A, RED, bid as u8 - 1));
        assert_eq!(duel(&Fixture::two(), 0, bid).commander(), (Ship::A, BLUE, bid as u8));
    }
}

#[test]
fn r5_a_thief_on_another_ship_does_not_slow_this_one() {
    // Red's own thief lies on ship B: it slows B for Blue, and nothing for Red on A.
    let mut table = Fixture::two().bribing();
    table.deal_all([[5, T, 4, 3, 2, 1, 0], [1, 4, 0, 2, 3, 5, T]]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 5));
    table.orders(&[Command::End]);
    table.open();
    assert_eq!(table.commander(), (Ship::B, BLUE, 3));
}

#[test]
fn r6_thieves_add_up() {
    for thieves in 0..=3u8 {
        let mut table = Fixture::four().bribing();
        let bid = |seat: u8| if seat <= thieves { T } else { 1 };
        table.deal_all([hand(5, 0), hand(bid(1), 0), hand(bid(2), 0), hand(bid(3), 0)]);
        table.open();
        assert_eq!(table.commander(), (Ship::A, RED, 5 - thieves));
    }
}

#[test]
fn r7_without_movement_everything_but_a_step_is_legal() {
    let table = duel(&Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).ship(Ship::C, 7), 0, T);
    let activation = table.game().activation().unwrap();
    let legal = activation.legal();
    assert!(legal.steps.is_empty() && legal.end);
    assert!(legal.contains(Command::Swap(Ship::B)));
    assert!(legal.contains(Command::PassOn(Ship::C)));
    assert_eq!(legal.len(), 3);
    let mut table = table;
    assert_eq!(table.refuse_orders(&[step(3)]), Illegal::NoStepsLeft);
    assert_eq!(Illegal::NoStepsLeft.rule(), "R4");
}

#[test]
fn section_6_first_example() {
    // Bids 5, 3, thief, thief, whoever lays them: the 5 wins with three steps.
    for turn in 0..4 {
        let mut bids = [5, 3, T, T];
        bids.rotate_right(turn);
        let mut table = Fixture::four().bribing();
        table.deal_all(bids.map(|bid| hand(bid, 0)));
        table.open();
        assert_eq!(table.commander(), (Ship::A, seat(turn), 3));
    }
}
