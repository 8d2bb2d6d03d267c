//! Seats that leave, come back or withhold: T51–T53, R48, R53, in every phase of the game.

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::{
    Board, Card, Caribbean, Choice, Command, End, Event, Hand, Illegal, Options, Phase, Reserve, Ship, Stall, Terms,
    Whereabouts, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Game, Input, Seat, Turn};

use super::fixture::*;

fn leave(table: &mut Table, seat: Seat) -> Vec<Event> {
    let events = table.apply(&Input::Absent(seat));
    assert_eq!(events[0], Event::Left { seat });
    assert!(!table.game().present().contains(seat));
    events
}

fn come_back(table: &mut Table, seat: Seat) {
    assert_eq!(table.apply(&Input::Back(seat)), [Event::CameBack { seat }]);
    assert!(table.game().present().contains(seat));
}

fn new_table(count: u8, options: Options) -> Table {
    let board = Board::standard();
    let terms = Terms { options, ..Terms::new(&board, count) };
    Table::new(Caribbean::new(&terms, board).unwrap())
}

#[test]
fn t51_an_absent_seat_has_no_bid() {
    let mut table = Fixture::three().bribing();
    leave(&mut table, RED);
    table.deal(BLUE, hand(0, 5));
    table.deal(YELLOW, hand(T, 5));
    let events = table.open();
    assert_eq!(events[0], Event::BribesShown { ship: Ship::A, cards: cards([(BLUE, 0), (YELLOW, T)]) });
    assert_eq!(table.commander(), (Ship::A, BLUE, 0));
    // Without Yellow's thief a bid is worth all of its steps: Red's missing bid slows nothing.
    let mut table = Fixture::three().bribing();
    leave(&mut table, RED);
    table.deal(BLUE, hand(3, 5));
    table.deal(YELLOW, hand(2, 5));
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 3));
}

#[test]
fn t52_no_bid_but_thieves_and_missing_ones_skips() {
    let mut table = Fixture::three().bribing();
    leave(&mut table, RED);
    table.deal(BLUE, hand(T, 5));
    table.deal(YELLOW, hand(T, 5));
    let events = table.open();
    assert_eq!(events[1..], [Event::Stalled { ship: Ship::A, reason: Stall::NoBribe }]);
    assert_eq!([table.reserve(BLUE), table.reserve(YELLOW)], [Reserve::Unspent; 2]);
    // Everybody gone: all six ships are skipped.
    let mut table = Fixture::two().bribing();
    leave(&mut table, RED);
    let events = leave(&mut table, BLUE);
    let stalled: Vec<_> = Ship::ALL.map(|ship| Event::Stalled { ship, reason: Stall::NoBribe }).to_vec();
    let skipped: Vec<_> = events.into_iter().filter(|event| matches!(event, Event::Stalled { .. })).collect();
    assert_eq!(skipped, stalled);
    assert_eq!(*table.game().phase(), Phase::Refill);
}

#[test]
fn t53_a_withheld_opening_voids_the_rest_of_the_round() {
    let mut table = Fixture::three().bribing();
    table.deal_all([[0, 5, 4, 3, 2, 1, T], [1, 4, 3, 0, 2, 5, T], [2, T, 0, 1, 3, 4, 5]]);
    table.idle_to(Ship::B);
    let events = table.open_without(&[RED]);
    assert_eq!(
        events,
        [
            Event::BribesShown { ship: Ship::B, cards: cards([(BLUE, 4), (YELLOW, T)]) },
            Event::Withheld { seat: RED },
            Event::Commanded { ship: Ship::B, seat: BLUE, card: Card::Four, thieves: 1, steps: 3 },
        ]
    );
    assert_eq!(table.reserve(RED), Reserve::Forfeit);
    assert_ne!(table.player(RED).hand, Hand::Sealed);
    assert!(table.game().present().contains(RED));
    table.orders(&[Command::End]);
    // C to F are opened by the others alone; Red cannot come back into this round.
    for (ship, winner, steps) in [(Ship::C, BLUE, 3), (Ship::D, YELLOW, 1), (Ship::E, YELLOW, 3), (Ship::F, BLUE, 5)] {
        assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(ship), seats: seats([BLUE, YELLOW]) });
        let choices = [(RED, Choice::Card(Card::Five))].into_iter().collect();
        let illegal = table.refuse(&Input::Opened { slot: bribe_slot(ship), choices });
        assert_eq!(illegal, Illegal::NothingToOpen { seat: RED });
        assert_eq!(illegal.rule(), "R53");
        table.open();
        assert_eq!(table.commander(), (ship, winner, steps));
        table.orders(&[Command::End]);
    }
    assert_eq!(table.player(RED).bribes, [Some(Card::Zero), None, None, None, None, None]);
    // The next round is Red's again.
    table.idle_round();
    table.deal_all([hand(5, 0), hand(4, 0), hand(3, 0)]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 5));
}

#[test]
fn r53_a_missing_bid_neither_ties_nor_slows() {
    // Red withholds a 4 that would have tied, then a thief that would have slowed.
    for red in [4, T] {
        let mut table = Fixture::two().bribing();
        table.deal_all([hand(red, 0), hand(4, 0)]);
        table.open_without(&[RED]);
        assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    }
}

#[test]
fn r53_everybody_withholds() {
    let mut table = Fixture::two().bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    let events = table.open_without(&[RED, BLUE]);
    let stalls = events.iter().filter(|event| matches!(event, Event::Stalled { reason: Stall::NoBribe, .. }));
    assert_eq!(stalls.count(), 6);
    assert_eq!(*table.game().phase(), Phase::Refill);
}

#[test]
fn r48_absent_before_the_lock() {
    let mut table = Fixture::three().bribing();
    table.deal(BLUE, hand(3, 0));
    table.deal(YELLOW, hand(2, 0));
    assert_eq!(table.game().turn().waiting_for(), seats([RED]));
    // Red was the last one missing: its leaving closes the seals.
    let events = leave(&mut table, RED);
    assert_eq!(events[1], Event::SealsClosed { seats: seats([BLUE, YELLOW]) });
    // Back in the middle of the round there is nothing for Red to do until the next one.
    come_back(&mut table, RED);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::A), seats: seats([BLUE, YELLOW]) });
    assert_eq!(table.refuse(&Input::Locked(RED)), Illegal::WrongPhase);
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 3));
    assert!(table.player(RED).hidden_cards().is_empty());
    table.idle_round();
    assert_eq!(table.game().turn().waiting_for(), seats([RED, BLUE, YELLOW]));
}

#[test]
fn r48_absent_seats_cannot_lock_and_present_ones_cannot_come_back() {
    let mut table = Fixture::two().bribing();
    assert_eq!(table.refuse(&Input::Back(RED)), Illegal::SeatPresent { seat: RED });
    leave(&mut table, RED);
    assert_eq!(table.refuse(&Input::Absent(RED)), Illegal::SeatAbsent { seat: RED });
    assert_eq!(table.refuse(&Input::Locked(RED)), Illegal::SeatAbsent { seat: RED });
    assert_eq!(table.refuse(&Input::Unlocked(RED)), Illegal::SeatAbsent { seat: RED });
    assert_eq!(table.refuse(&Input::Absent(YELLOW)), Illegal::NoSuchSeat { seat: YELLOW });
    assert_eq!(table.refuse(&Input::Back(YELLOW)), Illegal::NoSuchSeat { seat: YELLOW });
    assert_eq!(Illegal::SeatPresent { seat: RED }.rule(), "R48");
    assert_eq!(Illegal::SeatAbsent { seat: RED }.rule(), "R48");
    come_back(&mut table, RED);
    table.deal_all([hand(5, 0), hand(4, 0)]);
}

#[test]
fn r48_absent_after_the_lock_and_back_before_the_reveal() {
    let mut table = Fixture::two().bribing();
    table.deal(RED, hand(5, 0));
    leave(&mut table, RED);
    table.deal(BLUE, hand(4, 0));
    come_back(&mut table, RED);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::A), seats: seats([RED, BLUE]) });
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 5));
}

#[test]
fn r53_absent_after_the_lock_and_not_back_for_the_reveal() {
    let mut table = Fixture::two().bribing();
    table.deal(RED, hand(5, 0));
    leave(&mut table, RED);
    table.deal(BLUE, hand(4, 0));
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::A), seats: seats([BLUE]) });
    let events = table.open();
    assert!(events.contains(&Event::Withheld { seat: RED }));
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    // Coming back does not bring the cards of this round back.
    come_back(&mut table, RED);
    table.orders(&[Command::End]);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::B), seats: seats([BLUE]) });
}

#[test]
fn r53_absent_in_the_reveal() {
    let mut table = Fixture::two().ship(Ship::A, 2).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    leave(&mut table, RED);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    // The last one who could open anything leaves too: the round runs out by itself.
    leave(&mut table, BLUE);
    assert_eq!(*table.game().phase(), Phase::Refill);
    assert_eq!(table.at(Ship::A), 2);
}

/// Red and Blue tied at 4 on ship A, Yellow at 2.
fn tied() -> Table {
    let mut table = Fixture::three().bribing();
    table.deal_all([[4, 5, 3, 2, 1, 0, T], [4, 3, 5, 1, 2, T, 0], [2, 1, 0, T, 3, 4, 5]]);
    table.open();
    assert_eq!(table.asked(), seats([RED, BLUE]));
    table
}

#[test]
fn r48_absent_before_deciding_a_tie_keeps() {
    let mut table = tied();
    leave(&mut table, RED);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    table.decide(BLUE, Show);
    let events = table.open();
    assert_eq!(events, [Event::ReserveKept { seat: RED }]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    // Nothing was committed, so nothing is withheld: Red is back in time for ship B with all of its cards.
    assert_eq!(table.reserve(RED), Reserve::Unspent);
    come_back(&mut table, RED);
    table.orders(&[Command::End]);
    table.open();
    assert_eq!(table.commander(), (Ship::B, RED, 5));
}

#[test]
fn r48_all_tied_seats_absent_keep() {
    let mut table = tied();
    leave(&mut table, RED);
    let events = leave(&mut table, BLUE);
    assert_eq!(
        events[1..],
        [
            Event::SealsClosed { seats: seats([]) },
            Event::ReserveKept { seat: RED },
            Event::ReserveKept { seat: BLUE },
            Event::Stalled { ship: Ship::A, reason: Stall::NobodyShowed },
        ]
    );
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Unspent; 2]);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::B), seats: seats([YELLOW]) });
}

#[test]
fn r48_a_decision_may_wait_for_a_seat_that_comes_back() {
    let mut table = tied();
    leave(&mut table, RED);
    come_back(&mut table, RED);
    assert_eq!(table.asked(), seats([RED, BLUE]));
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::A, RED, 3));
}

#[test]
fn r53_absent_between_deciding_and_opening_a_tie() {
    for decision in [Show, Keep] {
        let mut table = tied();
        table.decide(RED, decision);
        leave(&mut table, RED);
        table.decide(BLUE, Show);
        assert_eq!(table.game().turn(), Turn::Open { slot: tie_slot(Ship::A), seats: seats([BLUE]) });
        let events = table.open();
        // The decision was committed and not opened: that voids the rest of Red's round.
        assert_eq!(events, [Event::Withheld { seat: RED }]);
        table.open();
        assert_eq!(table.commander(), (Ship::A, BLUE, 4));
        assert_eq!(table.reserve(RED), Reserve::Forfeit);
    }
}

#[test]
fn r53_withholding_a_decision() {
    let mut table = tied();
    table.decide(RED, Show);
    table.decide(BLUE, Keep);
    let events = table.open_without(&[RED]);
    assert_eq!(
        events,
        [
            Event::Withheld { seat: RED },
            Event::ReserveKept { seat: BLUE },
            Event::Stalled { ship: Ship::A, reason: Stall::NobodyShowed },
        ]
    );
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Forfeit, Reserve::Unspent]);
    // Red has no bid on B: the 5 that lay there is void, and Blue's 3 wins.
    table.open();
    assert_eq!(table.commander(), (Ship::B, BLUE, 3));
}

#[test]
fn r53_withholding_a_shown_reserve() {
    let mut table = tied();
    table.decide(RED, Show);
    table.decide(BLUE, Show);
    table.open();
    // Red's reserve is the thief: had it been opened, it would have cost Blue a step.
    let events = table.open_without(&[RED]);
    assert_eq!(events[..2], [Event::ReserveShown { seat: BLUE, card: Card::Zero }, Event::Withheld { seat: RED }]);
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    assert_eq!(table.reserve(RED), Reserve::Forfeit);
}

#[test]
fn r53_absent_while_reserves_are_opened() {
    let mut table = tied();
    table.decide(RED, Show);
    table.decide(BLUE, Show);
    table.open();
    leave(&mut table, BLUE);
    assert_eq!(table.game().turn().waiting_for(), seats([RED]));
    let events = leave(&mut table, RED);
    assert_eq!(
        events[1..],
        [
            Event::Withheld { seat: RED },
            Event::Withheld { seat: BLUE },
            Event::Stalled { ship: Ship::A, reason: Stall::NobodyShowed },
        ]
    );
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::B });
}

#[test]
fn r48_absent_in_an_activation_ends_it() {
    let mut table = Fixture::two().laden(Ship::A, 2, X).commanding(Ship::A, RED, 5);
    let events = leave(&mut table, RED);
    assert_eq!(events[1], Event::Ended { ship: Ship::A, by_default: true });
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A), table.purse()), (2, Some(X), vec![0, 0]));
}

#[test]
fn r53_an_absent_seat_has_to_come_back_before_its_opening_counts() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    leave(&mut table, RED);
    let choices = [(RED, Choice::Card(Card::Five)), (BLUE, Choice::Card(Card::Four))].into_iter().collect();
    let late = Input::Opened { slot: bribe_slot(Ship::A), choices };
    assert_eq!(table.refuse(&late), Illegal::SeatAbsent { seat: RED });
    come_back(&mut table, RED);
    table.apply(&late);
    assert_eq!(table.commander(), (Ship::A, RED, 5));
}

#[test]
fn r48_a_watching_seat_may_leave_during_an_activation() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    table.open();
    assert_eq!(leave(&mut table, BLUE).len(), 1);
    assert_eq!(table.commander(), (Ship::A, RED, 5));
    table.orders(&[Command::Capture, Command::End]);
    assert_eq!(table.purse(), [2, 0]);
    come_back(&mut table, BLUE);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::B), seats: seats([RED, BLUE]) });
}

#[test]
fn r53_absent_when_reserves_are_laid_open() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [0, 1, 2, 3, 4, 5, T]]);
    table.idle_until(|game| *game.phase() == Phase::LayOpen);
    leave(&mut table, RED);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    let events = table.open();
    assert!(events.contains(&Event::Withheld { seat: RED }));
    assert!(events.contains(&Event::ReserveLaidOpen { seat: BLUE, card: Card::Thief }));
    assert_eq!(*table.game().phase(), Phase::Refill);
}

#[test]
fn r53_everybody_absent_when_reserves_are_laid_open() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [0, 1, 2, 3, 4, 5, T]]);
    table.idle_until(|game| *game.phase() == Phase::LayOpen);
    leave(&mut table, RED);
    leave(&mut table, BLUE);
    assert_eq!(*table.game().phase(), Phase::Refill);
}

#[test]
fn r48_absent_in_the_refill() {
    let mut table = Fixture::two().bribing();
    table.idle_until(|game| *game.phase() == Phase::Refill);
    assert_eq!(leave(&mut table, RED), [Event::Left { seat: RED }]);
    table.chance(1);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    come_back(&mut table, RED);
    assert_eq!(table.game().turn().waiting_for(), seats([RED, BLUE]));
}

#[test]
fn r48_absent_in_the_set_up() {
    let mut table = new_table(3, Options::default());
    leave(&mut table, YELLOW);
    table.chance(1);
    assert_eq!(table.game().turn().waiting_for(), seats([RED, BLUE]));
    assert_eq!(table.game().seats(), seats([RED, BLUE, YELLOW]));
    assert_eq!(table.game().target(), 41);
}

#[test]
fn all_absent_from_the_start_the_game_ends_by_chance_alone() {
    for count in 2..=4u8 {
        let mut table = new_table(count, Options::default());
        for seat in Seat::first(count.into()) {
            leave(&mut table, seat);
        }
        // The set-up and five refills; rounds 6, 7 and 8 bring no income.
        for number in 1..=6 {
            assert!(matches!(table.game().turn(), Turn::Chance(_)));
            table.chance(number);
        }
        let outcome = table.outcome();
        assert_eq!(table.game().round(), 8);
        assert_eq!(outcome.winners, table.game().seats());
        assert!(matches!(table.log.last(), Some(Event::GameOver { reason: End::NoIncome, .. })));
    }
}

/// A game is left by everybody in turn at any of its first moments, in any order of leaving; only chance goes on.
#[test]
fn all_absent_at_any_moment_the_game_ends_by_chance_alone() {
    for moment in 0..90 {
        let mut table = new_table(3, Options::default());
        for _ in 0..moment {
            match table.game().turn() {
                Turn::Chance(_) => drop(table.chance(5)),
                Turn::Open { .. } => drop(table.open()),
                Turn::Seat(_) => drop(table.orders(&[Command::End])),
                turn @ Turn::Seal { .. } => {
                    let seat = turn.waiting_for().into_iter().next().unwrap();
                    match table.game().phase() {
                        // Much the same cards from all, so that there are many ties.
                        Phase::Bribing { .. } => drop(table.deal(seat, hand(4, seat.index() as i8))),
                        _ => drop(table.decide(seat, Show)),
                    }
                }
                turn => panic!("{turn:?}"),
            }
        }
        for seat in [[RED, BLUE, YELLOW], [YELLOW, RED, BLUE]][moment % 2] {
            leave(&mut table, seat);
        }
        for number in 0..=6 {
            match table.game().turn() {
                Turn::Chance(_) => drop(table.chance(number)),
                turn => {
                    assert!(matches!(turn, Turn::Over(_)), "moment {moment}: {turn:?}");
                    break;
                }
            }
        }
        assert_eq!(table.purse(), [0, 0, 0]);
        assert_eq!(table.outcome().winners, seats([RED, BLUE, YELLOW]), "moment {moment}");
    }
}

#[test]
fn r48_a_late_seat_has_no_bribes_and_stays_at_the_table() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).bribing();
    table.deal(BLUE, hand(4, 0));
    assert_eq!(table.refuse(&Input::TimedOut(BLUE)), Illegal::NotAwaited { seat: BLUE });
    table.apply(&Input::TimedOut(RED));
    assert_eq!(table.player(RED).hand, Hand::NotLaid);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::A), seats: seats([BLUE]) });
    assert_eq!(table.refuse(&Input::TimedOut(BLUE)), Illegal::WrongPhase);
    assert_eq!(table.game().present(), seats([RED, BLUE]));
}

#[test]
fn r48_a_late_seat_cannot_seal_any_more() {
    let mut table = Fixture::two().bribing();
    table.apply(&Input::TimedOut(RED));
    assert_eq!(table.refuse(&Input::Locked(RED)), Illegal::NotAwaited { seat: RED });
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
}

#[test]
fn r48_everybody_late_skips_the_round_and_no_more() {
    let mut table = Fixture::two().bribing();
    let round = table.game().round();
    table.apply(&Input::TimedOut(RED));
    table.apply(&Input::TimedOut(BLUE));
    table.idle_until(|game| matches!(game.phase(), Phase::Bribing { .. }));
    assert_eq!(table.game().round(), round + 1);
    assert_eq!(table.game().turn().waiting_for(), seats([RED, BLUE]));
}

#[test]
fn r48_everybody_late_in_a_tie_keeps_and_loses_nothing() {
    let mut table = Fixture::two().bribing();
    table.deal_all([hand(4, 2), hand(4, 1)]);
    table.open();
    table.apply(&Input::TimedOut(RED));
    let events = table.apply(&Input::TimedOut(BLUE));
    assert!(events.contains(&Event::Stalled { ship: Ship::A, reason: Stall::NobodyShowed }));
    for seat in [RED, BLUE] {
        assert_eq!((table.player(seat).hand, table.player(seat).reserve), (Hand::Sealed, Reserve::Unspent));
    }
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::B), seats: seats([RED, BLUE]) });
}

#[test]
fn r48_a_late_commander_ends_the_activation() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    table.open();
    assert_eq!(table.refuse(&Input::TimedOut(BLUE)), Illegal::NotAwaited { seat: BLUE });
    let events = table.apply(&Input::TimedOut(RED));
    assert!(events.contains(&Event::Ended { ship: Ship::A, by_default: true }));
    assert_eq!(table.chest(X), Whereabouts::City);
    assert_eq!(table.game().turn(), Turn::Open { slot: bribe_slot(Ship::B), seats: seats([RED, BLUE]) });
}
