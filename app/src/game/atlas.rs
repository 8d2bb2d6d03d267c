//! What the built-in board calls its places, in the language that is spoken. Towns keep the names that they have on every
//! chart; a board of somebody's own is not translated.

use doubloons_words::{mark, tr};

const NAMES: [&str; 13] = [
    mark("Caribbean"),
    mark("Skull Haven"),
    mark("Anchor Haven"),
    mark("Palm Haven"),
    mark("Sun Haven"),
    mark("FLORIDA"),
    mark("NEW SPAIN"),
    mark("YUCATÁN"),
    mark("CUBA"),
    mark("HISPANIOLA"),
    mark("TIERRA FIRME"),
    mark("LOUISIANA"),
    mark("ATLANTIC OCEAN"),
];

/// A name of the board, translated if it is one of the built-in board's.
pub(crate) fn place_name(name: &str) -> &str {
    NAMES.iter().find(|known| **known == name).map_or(name, |known| tr(known))
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::{Board, Colour};

    use super::*;

    #[test]
    fn every_haven_and_lettering_of_the_built_in_board_can_be_translated() {
        let board = Board::standard();
        let havens = Colour::ALL.map(|colour| board.haven_name(colour));
        let letterings = board.art().expect("a picture").letterings.iter().map(|lettering| lettering.text.as_str());
        let unknown: Vec<&str> = havens.into_iter().chain(letterings).filter(|name| !NAMES.contains(name)).collect();
        assert_eq!(unknown, Vec::<&str>::new());
    }

    #[test]
    fn the_name_of_another_board_stays_as_it_is() {
        assert_eq!(place_name("Bay of Tests"), "Bay of Tests");
    }
}
