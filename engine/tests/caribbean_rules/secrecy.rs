//! What others can know: T46, R15, R50, R51.

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::{CardSet, Command, Phase, Reserve, Ship};
use doubloons_engine::contract::{Game, Input};

use super::fixture::*;

/// Plays ships A to C of a three-seat round with a tie on B in which Yellow keeps its reserve, and calls `each` after
/// every input.
fn ships_a_to_c(yellow: [i8; 7], each: &mut impl FnMut(&Table)) -> Table {
    let mut table = Fixture::three().ship(Ship::A, 2).city(X).bribing();
    let mut seen = |table: &Table| each(table);
    for (seat, hand) in [(RED, [5, 4, 3, 0, 1, 2, T]), (BLUE, [4, 1, 5, 3, 2, T, 0]), (YELLOW, yellow)] {
        table.deal(seat, hand);
        seen(&table);
    }
    table.open();
    seen(&table);
    table.orders(&[step(1), Command::Capture, Command::End]);
    seen(&table);
    table.open();
    seen(&table);
    table.decide(RED, Keep);
    seen(&table);
    table.decide(YELLOW, Keep);
    seen(&table);
    table.open();
    seen(&table);
    table.open();
    seen(&table);
    assert_eq!(table.commander(), (Ship::C, BLUE, 5));
    table.orders(&[Command::End]);
    seen(&table);
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::D });
    table
}

#[test]
fn t46_nothing_depends_on_unopened_bids_and_reserves() {
    // Yellow's cards on A, B and C are the same in all runs; those on D, E, F and the reserve are not.
    let runs = [[1, 4, 2, 5, 3, 0, T], [1, 4, 2, 0, T, 3, 5], [1, 4, 2, T, 5, 3, 0]].map(|yellow| {
        let mut seen = Vec::new();
        let table = ships_a_to_c(yellow, &mut |table: &Table| {
            let mut public = Vec::new();
            table.game().write_public(&mut public);
            let views = (table.local.view(RED), table.local.view(BLUE), table.local.watch());
            seen.push((public, table.game().digest(), views));
        });
        (seen, table)
    });
    let [(first, mut one), (second, mut two), (third, mut three)] = runs;
    assert_eq!(first.len(), 11);
    assert!(first == second && first == third, "somebody else's secret shows");
    assert_eq!(one.log, two.log);
    assert_eq!(one.log, three.log);
    // Yellow itself sees its cards, and ship D tells them apart.
    assert_ne!(one.local.view(YELLOW), two.local.view(YELLOW));
    one.open();
    two.open();
    three.open();
    assert_ne!(one.game().digest(), two.game().digest());
    assert_ne!(one.game().digest(), three.game().digest());
}

#[test]
fn t46_a_changed_mind_shows_only_as_a_broken_seal() {
    let run = |first: [i8; 7]| {
        let mut table = Fixture::two().bribing();
        table.deal(RED, first);
        table.apply(&Input::Unlocked(RED));
        table.deal(RED, hand(5, 0));
        (table.game().digest(), table.log.clone(), table.local.view(BLUE))
    };
    assert_eq!(run(hand(4, 0)), run(hand(3, T)));
}

#[test]
fn r50_what_is_public_is_public_to_all() {
    let table = ships_a_to_c([1, 4, 2, 5, 3, 0, T], &mut |_| {});
    let watcher = table.local.watch();
    assert_eq!(watcher.table(), table.game());
    assert!(watcher.own().is_none());
    for seat in [RED, BLUE, YELLOW] {
        let view = table.local.view(seat);
        assert_eq!(view.table(), table.game());
        assert_eq!(view.own().unwrap().seat, seat);
    }
    // Revealed bids, money, chests aboard and in cities, how many chests are left.
    assert_eq!(table.player(YELLOW).bribes, [Some(1), Some(4), Some(2), None, None, None].map(|b| b.map(card)));
    assert_eq!(table.purse(), [2, 0, 0]);
    assert_eq!(table.aboard(Ship::A), Some(X));
    assert_eq!(table.game().supply().len(), 1);
}

#[test]
fn r50_a_seat_sees_its_own_cards() {
    let mut table = Fixture::two().bribing();
    assert_eq!(table.local.view(RED).own().unwrap().bribes, [None; 6]);
    table.deal(RED, [5, 4, 3, 2, 1, 0, T]);
    let view = table.local.view(RED);
    let own = view.own().unwrap();
    assert_eq!(own.bribes, [5, 4, 3, 2, 1, 0].map(|worth| Some(card(worth))));
    assert_eq!(own.reserve, Some(card(T)));
    assert_eq!(table.local.view(BLUE).own().unwrap().bribes, [None; 6]);
    // In the next round the cards are back in the hand.
    table.idle_round();
    assert_eq!(table.local.view(RED).own().unwrap().bribes, [None; 6]);
}

#[test]
fn r51_the_hidden_cards_are_all_that_were_not_shown() {
    let mut table = Fixture::two().bribing();
    table.deal_all([[5, 4, 3, 2, 1, 0, T], [5, 3, 4, 1, 2, T, 0]]);
    assert_eq!(table.player(RED).hidden_cards(), CardSet::HAND);
    table.open();
    let without = |worths: &[i8]| CardSet::HAND.without(worths.iter().map(|&worth| card(worth)).collect());
    assert_eq!(table.player(RED).hidden_cards(), without(&[5]));
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.player(RED).hidden_cards(), without(&[5, T]));
    assert_eq!(table.player(BLUE).hidden_cards(), without(&[5]));
    assert_eq!(table.reserve(RED), Reserve::Shown(card(T)));
    table.idle_to(Ship::D);
    assert_eq!(table.player(RED).hidden_cards(), without(&[5, 4, 3, T]));
    assert_eq!(table.player(BLUE).hidden_cards(), without(&[5, 3, 4]));
}
