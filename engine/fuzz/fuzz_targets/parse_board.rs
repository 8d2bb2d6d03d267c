//! Whatever is in a board file: it is refused with a fault that can be read, or it is a board that a game can be
//! played on.
#![no_main]

use std::sync::Arc;

use doubloons_engine::caribbean::{Board, Caribbean, Chest, Colour, Terms};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Board::parse(text) {
        Ok(board) => check(board, text),
        Err(fault) => assert!(!fault.to_string().trim().is_empty(), "a fault without words"),
    }
});

fn check(board: Board, text: &str) {
    let all = board.all_spaces();
    let mut edges = 0;
    for space in board.spaces() {
        let near = board.neighbours(space);
        assert!(near.without(all).is_empty(), "{space} touches spaces that are not there");
        assert!(!near.contains(space), "{space} touches itself");
        for other in near {
            assert!(board.neighbours(other).contains(space), "{space} and {other} touch one way");
            edges += 1;
        }
        assert!(board.distance(board.starts()[0], space).is_some(), "{space} can't be reached");
    }
    assert!(edges >= 2 * (board.space_count() - 1));
    assert_eq!((board.cities().len(), board.starts().len()), (16, 6));
    for (chest, city) in (0..).map_while(Chest::from_index).zip(board.cities()) {
        assert_eq!(board.city_at(city.space), Some(chest));
        assert_eq!(board.value(chest), city.value);
        assert_eq!(board.haven(city.space), None);
    }
    assert_eq!(board.cities().iter().map(|city| u32::from(city.value)).sum::<u32>(), 91);
    for colour in Colour::ALL {
        assert_eq!(board.havens_of(colour).len(), 3);
        assert!(board.havens_of(colour).into_iter().all(|space| board.haven(space) == Some(colour)));
    }
    let mut starts = board.starts().to_vec();
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), 6);
    assert!(starts.iter().all(|&space| board.city_at(space).is_none() && board.haven(space).is_none()));
    let art = board.art().expect("a whole board has a picture");
    assert_eq!(art.spaces.len(), board.space_count());
    assert_eq!(Board::parse(text).as_ref(), Ok(&board), "read twice, it is the same");
    let terms = Terms::new(&board, 4);
    assert!(Caribbean::new(&terms, Arc::new(board)).is_ok());
}
