//! Whatever bytes a host sends as terms: they are refused, or they are the one encoding of the terms they stand for,
//! and terms that fit the board start a game.
#![no_main]

use doubloons_engine::caribbean::{Board, Caribbean, Terms};
use doubloons_engine::contract::{Canonical, Game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut terms) = Terms::from_bytes(bytes) else {
        return;
    };
    assert_eq!(terms.to_bytes(), bytes, "{terms:?} have two encodings");
    // The hash of the board is out of the fuzzer's reach.
    let board = Board::standard();
    terms.board = board.id();
    match Caribbean::new(&terms, board.clone()) {
        Ok(game) => {
            assert_eq!(terms.check(&board), Ok(()));
            assert_eq!(game.seats().len(), usize::from(terms.seats));
        }
        Err(fault) => {
            assert_eq!(terms.check(&board), Err(fault.clone()));
            assert!(!fault.to_string().is_empty());
        }
    }
});
