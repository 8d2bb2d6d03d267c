//! Section 4, and what a table can agree on.

use std::collections::BTreeSet;
use std::sync::Arc;

use doubloons_engine::caribbean::{
    Board, Caribbean, Chest, Colour, Colours, Event, Illegal, Options, Phase, Ship, Space, Terms, TermsFault,
    Whereabouts, target,
};
use doubloons_engine::contract::{Beacon, Dice, Draw, Game, Input, Turn};

use super::fixture::*;

fn new_table(count: u8) -> Table {
    let board = Board::standard();
    Table::new(Caribbean::new(&Terms::new(&board, count), board).unwrap())
}

fn set_up(count: u8, seed: u64) -> Table {
    let mut table = new_table(count);
    table.apply(&Input::Chance(Dice::from_seed(seed).beacon()));
    table
}

fn colours(table: &Table) -> Vec<Colour> {
    table.game().seats().into_iter().map(|seat| table.player(seat).colour).collect()
}

#[test]
fn section_4_chance_comes_first() {
    let mut table = new_table(3);
    assert_eq!(table.game().turn(), Turn::Chance(Draw::SetUp));
    assert_eq!(*table.game().phase(), Phase::SetUp);
    assert_eq!(table.game().round(), 0);
    assert_eq!(table.refuse(&Input::Locked(RED)), Illegal::WrongPhase);
    table.chance(9);
    assert_eq!(table.game().round(), 1);
    assert_eq!(*table.game().phase(), Phase::Bribing { locked: seats([]), late: seats([]) });
    assert_eq!(table.refuse(&Input::Chance(Beacon([1; 32]))), Illegal::WrongPhase);
}

#[test]
fn section_4_six_chests_lie_open_ten_are_hidden() {
    for seed in 0..50 {
        let table = set_up(2, seed);
        let chests = || (0..16).map(chest);
        assert_eq!(chests().filter(|&chest| table.chest(chest) == Whereabouts::City).count(), 6);
        assert_eq!(chests().filter(|&chest| table.chest(chest) == Whereabouts::Supply).count(), 10);
        let turned_up: Vec<(Chest, u8)> = table
            .log
            .iter()
            .filter_map(|event| match *event {
                Event::ChestTurnedUp { chest, value } => Some((chest, value)),
                _ => None,
            })
            .collect();
        assert_eq!(turned_up.len(), 6);
        for (chest, value) in turned_up {
            assert!(table.game().waters().in_city().contains(chest));
            assert_eq!(value, table.game().board().value(chest));
        }
    }
}

#[test]
fn section_4_every_chest_can_be_among_the_first_six() {
    let mut seen = [0u32; 16];
    for seed in 0..800 {
        for chest in set_up(2, seed).game().waters().in_city() {
            seen[chest.index()] += 1;
        }
    }
    // Each is expected 300 times.
    assert!(seen.iter().all(|count| (220..380).contains(count)), "{seen:?}");
}

#[test]
fn section_4_ships_lie_one_to_one_on_the_starts_in_random_order() {
    let starts: BTreeSet<Space> = Board::standard().starts().iter().copied().collect();
    assert_eq!(starts.len(), 6);
    let mut orders = BTreeSet::new();
    let mut first = BTreeSet::new();
    for seed in 0..200 {
        let table = set_up(4, seed);
        let spaces = Ship::ALL.map(|ship| table.game().waters().space(ship));
        assert_eq!(spaces.iter().copied().collect::<BTreeSet<_>>(), starts);
        assert!(Ship::ALL.iter().all(|&ship| table.aboard(ship).is_none()));
        for ship in Ship::ALL {
            assert!(table.log.contains(&Event::ShipPlaced { ship, space: spaces[ship.index()] }));
        }
        first.insert(spaces[0]);
        orders.insert(spaces);
    }
    // 720 orders are possible; 200 draws hardly ever meet fewer than 150 of them.
    assert!(orders.len() > 150, "{}", orders.len());
    assert_eq!(first, starts);
}

#[test]
fn section_4_nobody_has_money() {
    for count in 2..=4 {
        assert_eq!(set_up(count, 5).purse(), vec![0; count.into()]);
    }
}

#[test]
fn section_4_dealt_colours_are_random_and_one_each() {
    for count in 2..=4u8 {
        let mut seen = BTreeSet::new();
        for seed in 0..300 {
            let table = set_up(count, seed);
            let dealt = colours(&table);
            assert_eq!(dealt.iter().collect::<BTreeSet<_>>().len(), usize::from(count));
            for (seat, colour) in table.game().seats().into_iter().zip(&dealt) {
                assert_eq!(table.game().owners().seat(*colour), Some(seat));
            }
            assert_eq!(table.game().owners().live().len(), 3 * usize::from(count));
            seen.insert(dealt);
        }
        // 12, 24 and 24 ways to deal 2, 3 and 4 of the four colours.
        assert_eq!(seen.len(), [12, 24, 24][usize::from(count) - 2]);
    }
}

#[test]
fn section_4_picked_colours_stay_as_picked() {
    let board = Board::standard();
    let picked = [Colour::Yellow, Colour::Red, Colour::Green];
    let terms = Terms { colours: Colours::picked(&picked).unwrap(), ..Terms::new(&board, 3) };
    for number in 0..20 {
        let mut table = Table::new(Caribbean::new(&terms, Arc::clone(&board)).unwrap());
        let events = table.chance(number);
        assert_eq!(colours(&table), picked);
        assert_eq!(events[0], Event::ColourDealt { seat: RED, colour: Colour::Yellow });
        assert_eq!(table.game().owners().seat(Colour::Blue), None);
    }
    assert_eq!(Colours::picked(&[Colour::Red, Colour::Red]), None);
}

#[test]
fn section_4_targets() {
    assert_eq!([2, 3, 4].map(target), [62, 41, 31]);
    for count in 2..=4 {
        assert_eq!(new_table(count).game().target(), target(count.into()));
    }
}

#[test]
fn section_4_two_to_four_players() {
    let board = Board::standard();
    for count in [0, 1, 5, 255] {
        let fault = Caribbean::new(&Terms::new(&board, count), Arc::clone(&board)).unwrap_err();
        assert_eq!(fault, TermsFault::Seats { seats: count });
    }
    for count in 2..=4 {
        assert_eq!(new_table(count).game().seats().into_iter().count(), usize::from(count));
    }
}

#[test]
fn section_1_sixteen_cities_twelve_havens_six_starts() {
    let board = Board::standard();
    assert_eq!(board.cities().len(), 16);
    assert_eq!(Colour::ALL.map(|colour| board.havens_of(colour).len()), [3; 4]);
    assert_eq!(board.starts().len(), 6);
    let names = Ship::ALL.map(|ship| board.ship_name(ship).chars().next().unwrap());
    assert_eq!(names, ['A', 'B', 'C', 'D', 'E', 'F']);
    // No two roles share a space.
    let cities = board.cities().iter().map(|city| city.space);
    let havens = Colour::ALL.into_iter().flat_map(|colour| board.havens_of(colour));
    let all: BTreeSet<Space> = cities.chain(havens).chain(board.starts().iter().copied()).collect();
    assert_eq!(all.len(), 34);
    let mut values: Vec<u8> = board.cities().iter().map(|city| city.value).collect();
    values.sort_unstable();
    assert_eq!(values, [4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8]);
}

#[test]
fn r1_the_second_printing_is_the_rule() {
    let table = new_table(2);
    assert_eq!(*table.game().options(), Options::SECOND_PRINTING);
    assert_eq!(Options::default(), Options::SECOND_PRINTING);
    let Options { pass_on, must_unload_on_stop, adjacent_deliver, capture_cost, thief_beats_kept, .. } =
        Options::default();
    assert!(pass_on && must_unload_on_stop && !adjacent_deliver && thief_beats_kept);
    assert_eq!(capture_cost, 0);
    assert!(Options::default().shared_victory);
    assert_eq!(Options::default().no_income_rounds, 3);
}

#[test]
fn the_same_chance_sets_up_the_same_table() {
    assert_eq!(set_up(3, 42).game().digest(), set_up(3, 42).game().digest());
    assert_ne!(set_up(3, 42).game().digest(), set_up(3, 43).game().digest());
}
