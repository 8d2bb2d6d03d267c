//! Whole games by chance: T41, T42, T50, R52.

use std::sync::Arc;

use doubloons_engine::bots::{Bot, Random, play_out};
use doubloons_engine::caribbean::{Board, Caribbean, Options, Terms, UnusedHavens, Whereabouts};
use doubloons_engine::contract::{Dice, Game, Input, Turn};

use super::fixture::*;

fn new_game(seats: u8, options: Options) -> Caribbean {
    let board = Board::standard();
    Caribbean::new(&Terms { options, ..Terms::new(&board, seats) }, Arc::clone(&board)).unwrap()
}

/// T42: money is two for every chest that ever left its city, and the worth of those that arrived.
fn check_accounts(game: &Caribbean) {
    let mut total = 0;
    for chest in (0..16).map(chest) {
        total += match game.whereabouts(chest).unwrap() {
            Whereabouts::Supply | Whereabouts::City => 0,
            Whereabouts::Aboard(_) => 2,
            Whereabouts::Delivered(_) => 2 + u16::from(game.board().value(chest)),
        };
    }
    let money: u16 = game.seats().into_iter().map(|seat| game.money(seat)).sum();
    assert_eq!(money, total);
}

fn check_outcome(game: &Caribbean) {
    let Turn::Over(outcome) = game.turn() else {
        panic!("the game did not end but waits in {:?}", game.turn());
    };
    let most = game.seats().into_iter().map(|seat| game.money(seat)).max().unwrap();
    for seat in game.seats() {
        assert_eq!(outcome.scores.get(seat), Some(&(u32::from(game.money(seat)) * 1_000)));
        assert_eq!(outcome.winners.contains(seat), game.money(seat) == most);
    }
    assert_eq!(outcome.scores.seats(), game.seats());
    // Somebody has the target, or the supply is empty and nobody earned anything for three rounds (R44 never decides).
    if most < game.target() {
        assert!(game.supply().is_empty() && game.quiet_rounds() == game.options().no_income_rounds);
    }
}

fn random_games(seats: u8, options: Options, seeds: u64) {
    let game = new_game(seats, options);
    for seed in 0..seeds {
        let mut game = game.clone();
        let playout = play_out(&mut game, &mut Dice::from_seed(seed));
        assert!(playout.inputs > 20, "seed {seed}");
        check_laws(&game);
        check_accounts(&game);
        check_outcome(&game);
    }
}

#[test]
fn t50_ten_thousand_games_of_two() {
    random_games(2, Options::default(), 10_000);
}

#[test]
fn t50_ten_thousand_games_of_three() {
    random_games(3, Options::default(), 10_000);
}

#[test]
fn t50_ten_thousand_games_of_four() {
    random_games(4, Options::default(), 10_000);
}

#[test]
fn t50_games_with_every_option_turned_around() {
    let mut options = vec![Options::FIRST_PRINTING];
    let turn = |change: fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        options
    };
    options.push(turn(|options| options.capture_cost = 1));
    options.push(turn(|options| options.thief_beats_kept = false));
    options.push(turn(|options| options.unused_havens = UnusedHavens::Closed));
    options.push(turn(|options| options.no_income_rounds = 1));
    options.push(turn(|options| options.must_unload_on_stop = false));
    options.push(turn(|options| options.adjacent_deliver = true));
    options.push(turn(|options| options.pass_on = false));
    for options in options {
        (2..=4).for_each(|seats| random_games(seats, options, 100));
    }
}

/// A game of random bots at a table that checks every input. Now and then a seat leaves or comes back.
fn checked_game(seats: u8, options: Options, seed: u64, restless: bool) {
    let mut table = Table::new(new_game(seats, options));
    let mut bots: Vec<Box<dyn Bot<Caribbean>>> =
        (0..u64::from(seats)).map(|seat| Box::new(Random::new(seed * 8 + seat)) as Box<dyn Bot<_>>).collect();
    let mut dice = Dice::from_seed(seed ^ 0x5eed);
    for _ in 0..20_000 {
        if let Turn::Over(_) = table.game().turn() {
            check_accounts(table.game());
            check_outcome(table.game());
            return;
        }
        if restless && dice.below(12) == 0 {
            let seat = seat(dice.index(seats.into()));
            let there = table.game().present().contains(seat);
            table.apply(&if there { Input::Absent(seat) } else { Input::Back(seat) });
            continue;
        }
        let input = table.local.automatic().or_else(|| table.local.decided_by(&mut bots)).unwrap();
        table.apply(&input);
        check_accounts(table.game());
    }
    panic!("seed {seed}: the game does not end");
}

#[test]
fn t41_and_t42_hold_after_every_input() {
    for seats in 2..=4 {
        (0..60).for_each(|seed| checked_game(seats, Options::default(), seed, false));
        (0..20).for_each(|seed| checked_game(seats, Options::FIRST_PRINTING, seed, false));
    }
}

#[test]
fn t41_and_t42_hold_while_seats_come_and_go() {
    for seats in 2..=4 {
        (0..60).for_each(|seed| checked_game(seats, Options::default(), seed, true));
        (0..20).for_each(|seed| checked_game(seats, Options::FIRST_PRINTING, seed, true));
    }
}

#[test]
fn r52_nothing_passes_from_player_to_player() {
    // The table checks after every input that money comes from captures and deliveries alone; here that nobody ever
    // has less than before.
    let mut table = Table::new(new_game(4, Options::default()));
    let mut bots: Vec<Box<dyn Bot<Caribbean>>> =
        (0..4).map(|seed| Box::new(Random::new(seed)) as Box<dyn Bot<_>>).collect();
    let mut before = table.purse();
    while !matches!(table.game().turn(), Turn::Over(_)) {
        let input = table.local.automatic().or_else(|| table.local.decided_by(&mut bots)).unwrap();
        table.apply(&input);
        let now = table.purse();
        assert!(before.iter().zip(&now).all(|(before, now)| before <= now));
        before = now;
    }
    assert!(before.iter().sum::<u16>() > 0);
}
