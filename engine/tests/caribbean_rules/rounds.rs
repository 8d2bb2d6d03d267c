//! The way of a round: section 5, T35–T37, T44, T45, R39–R42, R47.

use std::collections::BTreeSet;

use doubloons_engine::caribbean::{
    BRIBES, Board, Card, Caribbean, Choice, Command, Event, Hand, Illegal, MAX_LOCKS, Phase, Reserve, Ship, Terms,
    Whereabouts, bribe_slot,
};
use doubloons_engine::contract::{Dice, Draw, Game, Input, Sealed, Slot, Turn};

use super::fixture::*;

fn standard(count: u8) -> Table {
    let board = Board::standard();
    let mut table = Table::new(Caribbean::new(&Terms::new(&board, count), board).unwrap());
    table.chance(7);
    table
}

fn turned_up(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::ChestTurnedUp { .. })).count()
}

#[test]
fn section_5_ships_are_resolved_from_a_to_f() {
    let mut table = standard(3);
    let events = table.idle_round();
    let shown: Vec<Ship> = events
        .iter()
        .filter_map(|event| match event {
            Event::BribesShown { ship, .. } => Some(*ship),
            _ => None,
        })
        .collect();
    assert_eq!(shown, Ship::ALL);
    // Each ship is finished before the next one's bribes are turned up.
    let mut open = None;
    for event in &events {
        match *event {
            Event::BribesShown { ship, .. } => assert_eq!(open.replace(ship), None),
            Event::Ended { ship, .. } | Event::Stalled { ship, .. } => assert_eq!(open.take(), Some(ship)),
            _ => {}
        }
    }
}

#[test]
fn section_5_only_the_ship_whose_turn_it_is_can_be_opened() {
    let mut table = standard(2);
    table.deal_all([hand(5, 0), hand(4, 0)]);
    for ship in [Ship::B, Ship::C, Ship::F] {
        let slot = bribe_slot(ship);
        let choices = [(RED, Choice::Card(Card::One))].into_iter().collect();
        let illegal = table.refuse(&Input::Opened { slot, choices });
        assert_eq!(illegal, Illegal::WrongSlot { slot });
        assert_eq!(illegal.rule(), "§5");
    }
    table.open();
    // While Red commands ship A, nothing is opened at all.
    let slot = bribe_slot(Ship::B);
    let choices = [(RED, Choice::Card(Card::One))].into_iter().collect();
    assert_eq!(table.refuse(&Input::Opened { slot, choices }), Illegal::WrongPhase);
}

#[test]
fn section_5_later_bids_stay_hidden() {
    let mut table = standard(2);
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [0, 1, 2, 3, 4, 5, T]]);
    for (count, ship) in Ship::ALL.into_iter().enumerate() {
        assert_eq!(*table.game().phase(), Phase::Reveal { ship });
        for seat in [RED, BLUE] {
            let shown = table.player(seat).bribes.map(|bribe| bribe.is_some());
            assert_eq!(shown, std::array::from_fn(|place| place < count));
        }
        table.open();
        table.orders(&[Command::End]);
    }
    assert_eq!(table.player(RED).bribes, [5, 4, 3, 2, 1, 0].map(|worth| Some(card(worth))));
}

#[test]
fn section_5_ships_and_cargo_stay_from_round_to_round_and_cards_come_back() {
    let mut table = Fixture::two().ship(Ship::A, 1).city(X).bribing();
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [4, 5, 2, 3, 0, 1, T]]);
    table.open();
    table.orders(&[Command::Capture, step(2), Command::End]);
    table.idle_round();
    assert_eq!(table.game().round(), 2);
    assert_eq!((table.at(Ship::A), table.aboard(Ship::A)), (2, Some(X)));
    for seat in [RED, BLUE] {
        assert_eq!(table.player(seat).bribes, [None; 6]);
        assert_ne!(table.player(seat).hand, Hand::Sealed);
    }
    // The same cards can be laid again.
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [4, 5, 2, 3, 0, 1, T]]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 5));
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Unspent; 2]);
}

#[test]
fn section_5_all_seven_cards_have_to_lie_somewhere() {
    let mut table = Fixture::two().bribing();
    let full: Sealed<Choice> = BRIBES.iter().zip(Card::ALL).map(|(slot, card)| (slot, Choice::Card(card))).collect();
    let mut missing = full;
    missing.remove(bribe_slot(Ship::C));
    let mut twice = full;
    twice.insert(bribe_slot(Ship::C), Choice::Card(Card::Five));
    let mut decision = full;
    decision.insert(bribe_slot(Ship::C), Choice::Show);
    let mut more = full;
    more.insert(Slot::new(7).unwrap(), Choice::Card(Card::One));
    for wrong in [missing, twice, decision, more] {
        assert_eq!(table.seal(RED, &wrong), Err(Illegal::CardMissing));
    }
    assert_eq!(Illegal::CardMissing.rule(), "§5");
    assert_eq!(table.seal(RED, &full).unwrap(), [Event::Sealed { seat: RED }]);
}

#[test]
fn section_5_any_of_the_5040_hands_may_be_laid() {
    let game = Fixture::two().0.bribing().unwrap();
    let mut hands = vec![Vec::new()];
    for _ in 0..7 {
        hands = hands
            .into_iter()
            .flat_map(|hand: Vec<Card>| {
                let free: Vec<Card> = Card::ALL.into_iter().filter(|card| !hand.contains(card)).collect();
                free.into_iter().map(move |card| [hand.clone(), vec![card]].concat())
            })
            .collect();
    }
    assert_eq!(hands.len(), 5_040);
    for hand in hands {
        let choices = BRIBES.iter().zip(hand).map(|(slot, card)| (slot, Choice::Card(card))).collect();
        assert_eq!(game.check_seal(RED, &choices), Ok(()));
    }
}

#[test]
fn t35_rounds_one_to_five_bring_two_chests_each() {
    let mut table = standard(4);
    for round in 1..=5u16 {
        assert_eq!(table.game().round(), round);
        assert_eq!(table.game().supply().len(), 12 - 2 * usize::from(round));
        let events = table.idle_round();
        assert_eq!(turned_up(&events), 2, "round {round}");
        assert_eq!(table.game().waters().in_city().len(), 6 + 2 * usize::from(round));
    }
    assert!(table.game().supply().is_empty());
}

#[test]
fn t36_after_round_six_nothing_appears_and_the_game_goes_on() {
    let mut table = standard(4);
    while table.game().round() < 6 {
        table.idle_round();
    }
    let events = table.idle_round();
    assert_eq!(turned_up(&events), 0);
    assert_eq!(table.game().round(), 7);
    assert_eq!(*table.game().phase(), Phase::Bribing { locked: seats([]), late: seats([]) });
}

#[test]
fn t37_a_chest_that_appears_under_a_ship_waits_for_her_next_activation() {
    let mut table = Fixture::two().ship(Ship::A, 1).bribing();
    table.idle_round();
    assert_eq!([table.chest(X), table.chest(Y)], [Whereabouts::City; 2]);
    assert_eq!((table.aboard(Ship::A), table.purse()), (None, vec![0, 0]));
    table.deal_all([hand(0, 5), hand(T, 5)]);
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 0));
    table.orders(&[Command::Capture, Command::End]);
    assert_eq!((table.aboard(Ship::A), table.purse()), (Some(X), vec![2, 0]));
}

#[test]
fn t44_an_edit_withdraws_the_ok() {
    let mut table = Fixture::two().bribing();
    assert_eq!(table.deal(RED, hand(5, 0)), [Event::Sealed { seat: RED }]);
    assert_eq!(table.game().turn().waiting_for(), seats([BLUE]));
    assert_eq!(table.apply(&Input::Unlocked(RED)), [Event::SealBroken { seat: RED }]);
    assert_eq!(table.game().turn().waiting_for(), seats([RED, BLUE]));
    table.deal(BLUE, hand(4, 0));
    // Blue's OK alone freezes nothing.
    assert_eq!(table.game().turn().waiting_for(), seats([RED]));
    table.deal(RED, hand(3, 0));
    table.open();
    assert_eq!(table.commander(), (Ship::A, BLUE, 4));
}

#[test]
fn t45_after_the_last_ok_nothing_can_be_changed() {
    let mut table = Fixture::two().bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    assert!(table.log.contains(&Event::SealsClosed { seats: seats([RED, BLUE]) }));
    for seat in [RED, BLUE] {
        assert_eq!(table.refuse(&Input::Unlocked(seat)), Illegal::WrongPhase);
        assert_eq!(table.refuse(&Input::Locked(seat)), Illegal::WrongPhase);
        let choices = BRIBES.iter().zip(Card::ALL).map(|(slot, card)| (slot, Choice::Card(card))).collect();
        assert_eq!(table.seal(seat, &choices), Err(Illegal::WrongPhase));
    }
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 5));
}

#[test]
fn r47_at_most_32_locks_a_round() {
    assert_eq!(MAX_LOCKS, 32);
    let mut table = Fixture::two().bribing();
    for _ in 1..32 {
        table.deal(RED, hand(5, 0));
        table.apply(&Input::Unlocked(RED));
    }
    table.deal(RED, hand(4, 0));
    let illegal = table.refuse(&Input::Unlocked(RED));
    assert_eq!(illegal, Illegal::TooManyLocks { seat: RED });
    assert_eq!(illegal.rule(), "R47");
    table.deal(BLUE, hand(3, 0));
    table.open();
    assert_eq!(table.commander(), (Ship::A, RED, 4));
    // The next round counts from the beginning.
    table.idle_round();
    table.deal(RED, hand(5, 0));
    table.apply(&Input::Unlocked(RED));
}

#[test]
fn r47_locks_and_unlocks_that_make_no_sense() {
    let mut table = Fixture::two().bribing();
    assert_eq!(table.refuse(&Input::Unlocked(RED)), Illegal::NotLocked { seat: RED });
    table.deal(RED, hand(5, 0));
    assert_eq!(table.refuse(&Input::Locked(RED)), Illegal::AlreadyLocked { seat: RED });
    assert_eq!(table.refuse(&Input::Locked(YELLOW)), Illegal::NoSuchSeat { seat: YELLOW });
    assert_eq!(Illegal::NotLocked { seat: RED }.rule(), "R47");
    assert_eq!(Illegal::AlreadyLocked { seat: RED }.rule(), "R47");
}

#[test]
fn r39_each_refill_draws_two_by_chance() {
    let mut table = standard(2);
    table.idle_until(|game| *game.phase() == Phase::Refill);
    assert_eq!(table.game().turn(), Turn::Chance(Draw::Supply { count: 2 }));
    let supply = table.game().supply();
    let mut drawn = [0u32; 16];
    let mut pairs = BTreeSet::new();
    for seed in 0..900 {
        let mut copy = table.clone();
        copy.apply(&Input::Chance(Dice::from_seed(seed).beacon()));
        let pair: Vec<usize> = supply
            .into_iter()
            .filter(|&chest| copy.chest(chest) == Whereabouts::City)
            .map(|chest| chest.index())
            .collect();
        assert_eq!(pair.len(), 2);
        pair.iter().for_each(|&index| drawn[index] += 1);
        pairs.insert(pair);
    }
    // All 45 pairs of ten chests come up, each chest about 180 times.
    assert_eq!(pairs.len(), 45);
    for chest in supply {
        assert!((130..230).contains(&drawn[chest.index()]), "{drawn:?}");
    }
}

#[test]
fn r40_a_refill_under_a_ship_changes_nothing_aboard() {
    let mut table = Fixture::two().ship(Ship::A, 1).ship(Ship::B, 5).bribing();
    table.idle_round();
    assert_eq!([table.aboard(Ship::A), table.aboard(Ship::B)], [None, None]);
    assert_eq!(table.purse(), [0, 0]);
    assert_eq!([table.at(Ship::A), table.at(Ship::B)], [1, 5]);
}

#[test]
fn r41_a_supply_chest_always_finds_its_city_free() {
    let mut table = standard(2);
    let mut seen: BTreeSet<usize> = table.game().waters().in_city().into_iter().map(|chest| chest.index()).collect();
    for _ in 1..=5 {
        for event in table.idle_round() {
            if let Event::ChestTurnedUp { chest, .. } = event {
                assert!(seen.insert(chest.index()), "{chest:?} appeared twice");
            }
        }
    }
    assert_eq!(seen.len(), 16);
}

#[test]
fn r42_no_refill_after_the_last_round() {
    let mut table = Fixture::two().money([62, 0]).bribing();
    table.idle_out();
    assert_eq!(turned_up(&table.log), 0);
    assert_eq!(table.chest(X), Whereabouts::Supply);
}

#[test]
fn section_5_kept_reserves_are_laid_open_when_the_round_is_over() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [0, 1, 2, 3, 4, T, 5]]);
    let events = table.idle_round();
    assert!(events.contains(&Event::ReserveLaidOpen { seat: RED, card: Card::Thief }));
    assert!(events.contains(&Event::ReserveLaidOpen { seat: BLUE, card: Card::Five }));
}
