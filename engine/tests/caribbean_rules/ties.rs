//! Ties and reserves: T4–T14, R8–R17, the second example of section 6.

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::{
    Card, Choice, Command, Event, Illegal, Phase, RESERVE, Reserve, Ship, Stall, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Game, Input};

use super::fixture::*;

/// A table at the tie-break for ship A. Red and Blue lay `bid` there, Yellow (if there) lays its own.
fn tied(bid: i8, reserves: [i8; 2], yellow: Option<i8>) -> Table {
    let [red, blue] = reserves;
    let mut table = match yellow {
        None => {
            let mut table = Fixture::two().bribing();
            table.deal_all([hand(bid, red), hand(bid, blue)]);
            table
        }
        Some(card) => {
            let mut table = Fixture::three().bribing();
            let reserve = (0..=5).find(|&reserve| reserve != card).unwrap();
            table.deal_all([hand(bid, red), hand(bid, blue), hand(card, reserve)]);
            table
        }
    };
    let events = table.open();
    assert_eq!(
        events[1],
        Event::Tied { ship: Ship::A, card: card(bid), seats: seats([RED, BLUE]), asked: seats([RED, BLUE]) }
    );
    table
}

/// Three seats tied on ship A with these reserves, all of which are shown.
fn all_show(bid: i8, reserves: [i8; 3]) -> Table {
    let mut table = Fixture::three().bribing();
    table.deal_all(reserves.map(|reserve| hand(bid, reserve)));
    table.open();
    assert_eq!(table.asked(), seats([RED, BLUE, YELLOW]));
    table.break_tie([(RED, Show), (BLUE, Show), (YELLOW, Show)]);
    table
}

fn skipped(table: &Table, reason: Stall) {
    assert_eq!(*table.log.last().unwrap(), Event::Stalled { ship: Ship::A, reason });
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::B });
}

#[test]
fn t4_nobody_shows_and_both_reserves_serve_later() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[4, 3, 0, 1, 2, T, 5], [4, 3, 1, 0, T, 2, 5]]);
    table.open();
    table.break_tie([(RED, Keep), (BLUE, Keep)]);
    skipped(&table, Stall::NobodyShowed);
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Unspent; 2]);
    table.open();
    assert_eq!(table.asked(), seats([RED, BLUE]));
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::B, RED, 3));
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Shown(Card::Five), Reserve::Unspent]);
}

#[test]
fn t5_a_shown_zero_beats_a_kept_card() {
    let mut table = tied(4, [0, 5], None);
    let events = table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(
        events,
        [
            Event::ReserveKept { seat: BLUE },
            Event::ReserveShown { seat: RED, card: Card::Zero },
            Event::Commanded { ship: Ship::A, seat: RED, card: Card::Four, thieves: 0, steps: 4 },
        ]
    );
    assert_eq!(table.commander(), (Ship::A, RED, 4));
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Shown(Card::Zero), Reserve::Unspent]);
}

#[test]
fn t6_a_shown_thief_beats_a_kept_card_and_costs_a_step() {
    let mut table = tied(4, [T, 5], None);
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::A, RED, 3));
    assert_eq!(table.reserve(RED), Reserve::Shown(Card::Thief));
}

#[test]
fn t7_two_shown_reserves_one_a_thief() {
    let mut table = tied(4, [2, T], None);
    table.break_tie([(RED, Show), (BLUE, Show)]);
    assert_eq!(table.commander(), (Ship::A, RED, 3));
    assert_eq!(table.reserve(RED), Reserve::Shown(Card::Two));
    assert_eq!(table.reserve(BLUE), Reserve::Shown(Card::Thief));
}

#[test]
fn t8_two_equal_highest_reserves_skip_the_ship() {
    let table = all_show(3, [4, 4, 2]);
    skipped(&table, Stall::TiedAgain);
    assert_eq!(table.reserve(RED), Reserve::Shown(Card::Four));
    assert_eq!(table.reserve(BLUE), Reserve::Shown(Card::Four));
    assert_eq!(table.reserve(YELLOW), Reserve::Shown(Card::Two));
}

#[test]
fn t9_a_shown_five_adds_no_step() {
    let mut table = tied(3, [5, 4], Some(T));
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::A, RED, 2));
}

/// Red spends its reserve on ship A; on ship C Red and Blue are tied.
fn red_spent() -> Table {
    let mut table = Fixture::two().bribing();
    table.deal_all([[4, 5, 3, 0, 1, T, 2], [4, 0, 3, 5, T, 2, 1]]);
    table.open();
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    table.orders(&[Command::End]);
    table.idle_to(Ship::C);
    table.open();
    table
}

#[test]
fn t10_a_spent_reserve_is_not_asked_for() {
    let mut table = red_spent();
    assert_eq!(table.asked(), seats([BLUE]));
    table.break_tie([(BLUE, Show)]);
    assert_eq!(table.commander(), (Ship::C, BLUE, 3));
}

#[test]
fn t11_two_spent_reserves_skip_at_once() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[4, 3, 5, 0, 1, T, 2], [4, 3, 0, 5, T, 2, 1]]);
    table.open();
    table.break_tie([(RED, Show), (BLUE, Show)]);
    table.orders(&[Command::End]);
    let events = table.open();
    assert_eq!(
        events[1..],
        [
            Event::Tied { ship: Ship::B, card: Card::Three, seats: seats([RED, BLUE]), asked: seats([]) },
            Event::Stalled { ship: Ship::B, reason: Stall::NoReserve },
        ]
    );
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::C });
}

#[test]
fn t12_a_kept_thief_slows_nothing_and_stays_secret() {
    let run = |blue: i8| {
        let mut table = tied(4, [1, blue], None);
        table.break_tie([(RED, Show), (BLUE, Keep)]);
        assert_eq!(table.commander(), (Ship::A, RED, 4));
        assert_eq!(table.reserve(BLUE), Reserve::Unspent);
        assert!(table.player(BLUE).hidden_cards().contains(Card::Thief));
        (table.log, table.local.view(RED), table.local.watch())
    };
    // All that Red and the watchers have seen is the same if Blue's reserve is another card.
    assert_eq!(run(T), run(2));
}

#[test]
fn t13_who_is_not_tied_gets_no_prompt() {
    let mut table = tied(4, [1, 2], Some(2));
    assert_eq!(table.asked(), seats([RED, BLUE]));
    assert_eq!(table.try_decide(YELLOW, Show), Err(Illegal::NotAsked { seat: YELLOW }));
    assert_eq!(table.refuse(&Input::Locked(YELLOW)), Illegal::NotAsked { seat: YELLOW });
    assert_eq!(Illegal::NotAsked { seat: YELLOW }.rule(), "R8");
}

#[test]
fn t14_a_tie_at_zero_with_a_thief_is_won_without_movement() {
    let mut table = tied(0, [1, 5], Some(T));
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::A, RED, 0));
    assert_eq!(table.refuse_orders(&[step(10)]), Illegal::NoStepsLeft);
    table.orders(&[Command::End]);
}

#[test]
fn r8_the_tied_decide_in_secret_and_at_once() {
    let mut table = tied(4, [1, 2], Some(T));
    let before = table.game().clone();
    let mut other = table.clone();
    // Whatever Red chose, the table looks the same until both have chosen.
    table.decide(RED, Show);
    other.decide(RED, Keep);
    assert_eq!(table.game(), other.game());
    assert_eq!(table.local.view(BLUE), other.local.view(BLUE));
    assert_ne!(table.game(), &before);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    table.decide(BLUE, Keep);
    other.decide(BLUE, Keep);
    assert_eq!(table.game(), other.game());
    table.open();
    other.open();
    assert_ne!(table.game(), other.game());
}

#[test]
fn r8_only_show_or_keep_can_be_sealed_in_a_tie() {
    let mut table = tied(4, [1, 2], None);
    let wrong = Choice::Card(Card::Five);
    assert_eq!(table.try_decide(RED, wrong), Err(Illegal::WrongKind { seat: RED }));
    let slot = tie_slot(Ship::A);
    table.decide(RED, Show);
    table.decide(BLUE, Show);
    let choices = [(RED, wrong), (BLUE, Show)].into_iter().collect();
    assert_eq!(table.refuse(&Input::Opened { slot, choices }), Illegal::WrongKind { seat: RED });
}

#[test]
fn r9_the_only_shown_card_wins_whatever_it_is() {
    for reserve in [T, 0, 1, 2, 3, 5] {
        let kept = if reserve == 5 { 3 } else { 5 };
        let mut table = tied(4, [reserve, kept], None);
        table.break_tie([(RED, Show), (BLUE, Keep)]);
        assert_eq!(table.commander(), (Ship::A, RED, if reserve == T { 3 } else { 4 }));
    }
}

#[test]
fn r10_a_tie_in_which_nobody_shows_spends_nothing() {
    let mut table = tied(5, [T, 0], None);
    let events = table.break_tie([(RED, Keep), (BLUE, Keep)]);
    assert_eq!(
        events,
        [
            Event::ReserveKept { seat: RED },
            Event::ReserveKept { seat: BLUE },
            Event::Stalled { ship: Ship::A, reason: Stall::NobodyShowed },
        ]
    );
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Unspent; 2]);
}

#[test]
fn r11_a_lower_shown_card_does_not_inherit_the_ship() {
    for [red, blue, yellow] in [[4, 4, 2], [2, 4, 4], [4, T, 4], [T, T, T], [0, 0, T]] {
        let table = all_show(3, [red, blue, yellow]);
        skipped(&table, Stall::TiedAgain);
        let shown = [RED, BLUE, YELLOW].map(|seat| table.reserve(seat));
        assert_eq!(shown, [red, blue, yellow].map(|worth| Reserve::Shown(card(worth))));
    }
}

#[test]
fn r12_three_or_four_tied_compare_all_shown_cards_at_once() {
    assert_eq!(all_show(3, [4, 2, 0]).commander(), (Ship::A, RED, 3));
    assert_eq!(all_show(3, [1, 1, 2]).commander(), (Ship::A, YELLOW, 3));
    assert_eq!(all_show(3, [T, 0, T]).commander(), (Ship::A, BLUE, 1));
    let mut table = Fixture::four().bribing();
    table.deal_all([hand(5, 0), hand(5, 1), hand(5, 4), hand(5, T)]);
    table.open();
    assert_eq!(table.asked(), seats([RED, BLUE, YELLOW, GREEN]));
    // The 4 is kept: it is out of the contest, and the 1 is the highest that was shown.
    table.break_tie([(RED, Show), (BLUE, Show), (YELLOW, Keep), (GREEN, Show)]);
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    assert_eq!(table.reserve(YELLOW), Reserve::Unspent);
}

#[test]
fn r13_a_spent_reserve_counts_as_kept() {
    let mut table = red_spent();
    assert_eq!(table.try_decide(RED, Show), Err(Illegal::NotAsked { seat: RED }));
    table.break_tie([(BLUE, Keep)]);
    assert_eq!(*table.log.last().unwrap(), Event::Stalled { ship: Ship::C, reason: Stall::NobodyShowed });
    assert_eq!(table.reserve(BLUE), Reserve::Unspent);
}

#[test]
fn r13_reserves_come_back_in_the_next_round() {
    let mut table = red_spent();
    table.idle_round();
    table.deal_all([hand(4, 2), hand(4, 1)]);
    table.open();
    assert_eq!(table.asked(), seats([RED, BLUE]));
}

#[test]
fn r14_a_shown_thief_that_loses_still_slows() {
    let mut table = tied(4, [0, T], Some(T));
    table.break_tie([(RED, Show), (BLUE, Show)]);
    // One thief among the bids, one among the reserves.
    assert_eq!(table.commander(), (Ship::A, RED, 2));
}

#[test]
fn r15_a_kept_thief_is_not_revealed() {
    let mut table = tied(4, [T, 5], None);
    table.break_tie([(RED, Keep), (BLUE, Show)]);
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    assert_eq!(table.reserve(RED), Reserve::Unspent);
    assert!(!table.log.iter().any(|event| matches!(event, Event::ReserveShown { seat, .. } if *seat == RED)));
}

#[test]
fn r16_a_reserve_of_somebody_not_tied_cannot_be_opened() {
    let mut table = tied(4, [1, 2], Some(3));
    table.decide(RED, Show);
    table.decide(BLUE, Show);
    table.open();
    let slot = RESERVE;
    let choices = [(RED, 1), (BLUE, 2), (YELLOW, 0)].into_iter().map(|(seat, worth)| (seat, Choice::Card(card(worth))));
    let input = Input::Opened { slot, choices: choices.collect() };
    assert_eq!(table.refuse(&input), Illegal::NothingToOpen { seat: YELLOW });
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
    assert_eq!(table.reserve(YELLOW), Reserve::Unspent);
}

#[test]
fn r17_the_reserve_adds_no_steps() {
    for bid in 0..=4 {
        let mut table = tied(bid, [5, T], None);
        table.break_tie([(RED, Show), (BLUE, Keep)]);
        assert_eq!(table.commander(), (Ship::A, RED, bid as u8));
    }
}

#[test]
fn section_6_second_example() {
    let mut table = tied(4, [1, T], Some(T));
    table.break_tie([(RED, Show), (BLUE, Show)]);
    assert_eq!(table.commander(), (Ship::A, RED, 2));
    assert_eq!(
        *table.log.last().unwrap(),
        Event::Commanded { ship: Ship::A, seat: RED, card: Card::Four, thieves: 2, steps: 2 }
    );
}

#[test]
fn a_reserve_that_was_shown_cannot_be_laid_as_a_bribe_as_well() {
    let mut table = tied(4, [1, 2], None);
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    table.orders(&[Command::End]);
    let slot = bribe_slot(Ship::B);
    for twice in [1, 4] {
        let choices = [(RED, Choice::Card(card(twice)))].into_iter().collect();
        let illegal = table.refuse(&Input::Opened { slot, choices });
        assert_eq!(illegal, Illegal::CardTwice { seat: RED, card: card(twice) });
        assert_eq!(illegal.rule(), "§5");
    }
}
