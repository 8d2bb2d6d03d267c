//! The table words: four words from a game's id that people read to each other. Whoever sits between two of them would
//! have to show them different words.

use std::fmt;
use std::sync::LazyLock;

use super::genesis::GameId;
use crate::hash::{Hash, Label};

/// How many words stand for a game.
pub const WORDS: usize = 4;

/// One word for each value of a byte. Changing a word changes what programs show for the same game.
static LIST: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());

/// The words of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableWords([&'static str; WORDS]);

impl TableWords {
    /// The words of this game: the same on every honest screen.
    pub fn of(game: GameId) -> TableWords {
        let Hash(bytes) = Hash::of(Label::Words, &game);
        TableWords(std::array::from_fn(|place| LIST[usize::from(bytes[place])]))
    }

    /// The words, in order.
    pub fn words(&self) -> [&'static str; WORDS] {
        self.0
    }
}

impl fmt::Display for TableWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether one letter less, more or other turns one word into the other.
    fn easily_confused(one: &str, other: &str) -> bool {
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let differing = one.bytes().zip(other.bytes()).filter(|(left, right)| left != right).count();
        let shortened = || (0..long.len()).any(|gap| [&long[..gap], &long[gap + 1..]].concat() == short);
        match long.len() - short.len() {
            0 => differing <= 1,
            1 => shortened(),
            _ => false,
        }
    }

    #[test]
    fn there_is_a_short_plain_word_for_every_byte() {
        assert_eq!(LIST.len(), 256);
        assert!(LIST.is_sorted());
        for word in LIST.iter() {
            assert!((3..=8).contains(&word.len()), "{word}");
            assert!(word.bytes().all(|letter| letter.is_ascii_lowercase()), "{word}");
        }
    }

    #[test]
    fn no_two_words_are_a_slip_of_one_letter_apart() {
        for (index, one) in LIST.iter().enumerate() {
            for other in &LIST[index + 1..] {
                assert!(!easily_confused(one, other), "{one} and {other}");
            }
        }
        assert!(easily_confused("boat", "oat") && easily_confused("amber", "ember") && !easily_confused("oak", "oats"));
    }

    #[test]
    fn words_follow_from_the_game_alone() {
        let words = TableWords::of(GameId(Hash([7; 32])));
        assert_eq!(words, TableWords::of(GameId(Hash([7; 32]))));
        assert_ne!(words, TableWords::of(GameId(Hash([8; 32]))));
        assert_eq!(words.to_string(), words.words().join(" "));
    }

    #[test]
    fn words_are_the_same_in_every_release() {
        assert_eq!(TableWords::of(GameId(Hash([7; 32]))).to_string(), "blanket shell heron spyglass");
        let list = Hash::of_bytes(Label::Words, include_bytes!("words.txt"));
        assert_eq!(list.to_string(), "a06c828e049ab54790f841059160425f5fd8df88dbb73eefd952d521fc8f4d9f");
    }
}
