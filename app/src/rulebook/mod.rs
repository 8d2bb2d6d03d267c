//! The rules in our own words, with pictures: what the windows show is put together here, without a line of GTK.
//! Numbers come from the engine wherever it has them, so that the book can't say anything else than what is played.

mod chapters;

use doubloons_words::{mark, tr};

pub(crate) use chapters::chapters;

/// A part of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chapter {
    /// What it is about.
    pub(crate) title: &'static str,
    /// What it says, from top to bottom.
    pub(crate) blocks: Vec<Block>,
}

/// Something on a page of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    /// A paragraph.
    Text(String),
    /// Points of a list: what it is called, and what is to say about it.
    Points(Vec<(&'static str, String)>),
    /// A case, told as it happens at the table.
    Example(String),
    /// A picture.
    Plate(Plate),
}

/// The pictures of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plate {
    /// The six ships.
    Ships,
    /// A hand of seven cards.
    Hand,
    /// A ship that two thieves slow down.
    Thieves,
    /// A tie, and the cards that break it.
    Tie,
    /// A town with its chest, and a ship beside it.
    Capture,
    /// A ship that steals from another.
    Steal,
    /// A loaded ship in a haven.
    Deliver,
}

impl Plate {
    /// What is to be seen, in words.
    pub(crate) fn caption(self) -> &'static str {
        tr(match self {
            Plate::Ships => mark("The six ships: Arriba, Bravo, Caribic, Diabolo, Evita and Fuego."),
            Plate::Hand => mark("Everybody’s hand: the thief, and 0 to 5 barrels of rum."),
            Plate::Thieves => mark("5, 3 and two thieves: the 5 commands the ship, and she may take 5 − 2 = 3 steps."),
            Plate::Tie => {
                mark("Both offered 4. One shows the 2 and the other the 1: the 2 wins, and she may take 4 steps.")
            }
            Plate::Capture => {
                mark("The Arriba beside San Juan. She sails one step, takes the chest aboard, and earns 2,000.")
            }
            Plate::Steal => {
                mark("The Bravo carries a chest. The Caribic is empty and lies beside her: she may steal it.")
            }
            Plate::Deliver => mark("The Arriba in a haven with the skull: its owner is paid 6,000."),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use doubloons_engine::caribbean::{
        Board, CAPTURE_BONUS, Card, Colour, Options, TieVerdict, Verdict, compare, compare_reserves, steps,
    };
    use doubloons_engine::contract::{Seat, SeatMap};

    use super::*;

    fn book() -> String {
        let blocks = chapters().into_iter().flat_map(|chapter| chapter.blocks);
        let texts = blocks.map(|block| match block {
            Block::Text(text) | Block::Example(text) => text,
            Block::Points(points) => {
                points.into_iter().map(|(what, about)| format!("{what}: {about}")).collect::<Vec<_>>().join("\n")
            }
            Block::Plate(plate) => plate.caption().to_owned(),
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    fn laid(cards: &[Card]) -> SeatMap<Card> {
        cards.iter().enumerate().filter_map(|(index, &card)| Some((Seat::new(index)?, card))).collect()
    }

    #[test]
    fn chapters_have_titles_of_their_own_and_say_something() {
        let chapters = chapters();
        let titles: BTreeSet<&str> = chapters.iter().map(|chapter| chapter.title).collect();
        assert_eq!(titles.len(), chapters.len());
        assert!(chapters.iter().all(|chapter| !chapter.blocks.is_empty()));
    }

    #[test]
    fn the_numbers_are_those_that_are_played() {
        let book = book();
        for words in ["62,000 with two players", "41,000 with three", "31,000 with four", "4,000 to 8,000", "91,000"] {
            assert!(book.contains(words), "{words}");
        }
        assert_eq!(CAPTURE_BONUS, 2);
        let board = Board::standard();
        let havens = |colour| board.spaces().filter(|&space| board.haven(space) == Some(colour)).count();
        assert!(Colour::ALL.into_iter().all(|colour| havens(colour) == 3));
        assert_eq!(board.cities().len(), 16);
    }

    #[test]
    fn the_pictures_tell_the_truth() {
        let thieves = laid(&[Card::Five, Card::Three, Card::Thief, Card::Thief]);
        assert!(matches!(compare(&thieves), Verdict::Won { card: Card::Five, .. }));
        let tie = laid(&[Card::Four, Card::Four]);
        assert!(matches!(compare(&tie), Verdict::Tied { card: Card::Four, .. }));
        let reserves = laid(&[Card::Two, Card::One]);
        assert!(matches!(compare_reserves(&reserves, &Options::SECOND_PRINTING), TieVerdict::Won { .. }));
        assert_eq!((steps(Card::Five, 2), steps(Card::Four, 0)), (3, 4));
        let board = Board::standard();
        let san_juan = board.cities().iter().find(|city| city.name == "San Juan").expect("San Juan");
        assert_eq!((san_juan.value, san_juan.space.number()), (6, 42));
    }
}
