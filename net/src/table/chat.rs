//! Chat and emotes, within limits. Nothing of it is part of the game or its transcript.

use std::time::Duration;

use doubloons_engine::tongue::Worded;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::genesis::is_unseen;

/// The most characters of a line.
pub const MAX_LINE: usize = 280;

/// How many remarks somebody may make at once.
pub const BURST: u32 = 5;

/// How long it takes until one more is allowed.
pub const REFILL: Duration = Duration::from_secs(2);

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Remark {
    /// A line of text.
    Line(Line),
    /// One of a few gestures.
    Emote(Emote),
}

/// A gesture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Emote {
    /// Raises a mug.
    Cheers,
    /// Well played.
    Salute,
    /// Laughs.
    Laugh,
    /// Groans.
    Groan,
    /// Wonders.
    Puzzled,
    /// Shakes a fist.
    Fist,
}

/// A line of chat: 1 to [`MAX_LINE`] characters, at least one of which can be seen, and none of which is a control character,
/// hides itself or turns the direction of what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Line(String);

/// A text that can't be a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
#[error("a line of chat has 1 to {MAX_LINE} characters, something to see, and no control or invisible characters")]
pub struct NoLine;

impl TryFrom<String> for Line {
    type Error = NoLine;

    fn try_from(text: String) -> Result<Line, NoLine> {
        let seen = |character: char| !character.is_whitespace() && !is_unseen(character);
        let fits = text.chars().count() <= MAX_LINE && text.chars().any(seen) && text.chars().all(is_plain);
        if fits { Ok(Line(text)) } else { Err(NoLine) }
    }
}

impl Line {
    /// The line that somebody typed or pasted: what can't be in one is left out, and so are blanks at the ends.
    pub fn typed(text: &str) -> Result<Line, NoLine> {
        let plain: String = text.chars().filter(|character| is_plain(*character)).collect();
        Line::try_from(plain.trim().to_owned())
    }
}

/// Whether a character may be in a line. Joiners may: some scripts, and many emoji, can't be written without.
fn is_plain(character: char) -> bool {
    let joiner = matches!(character, '\u{200c}' | '\u{200d}');
    !character.is_control() && (joiner || !is_unseen(character))
}

impl From<Line> for String {
    fn from(line: Line) -> String {
        line.0
    }
}

impl AsRef<str> for Line {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_plain() {
        assert!(Line::try_from("Arrr!".to_owned()).is_ok());
        assert_eq!(Line::try_from(String::new()), Err(NoLine));
        assert_eq!(Line::try_from("x".repeat(MAX_LINE + 1)), Err(NoLine));
        assert_eq!(Line::try_from("two\nlines".to_owned()), Err(NoLine));
    }

    #[test]
    fn a_line_shows_what_it_says() {
        for blank in ["   ", "\u{3000}", "\u{200d}", " \u{200c} "] {
            assert_eq!(Line::try_from(blank.to_owned()), Err(NoLine), "{blank:?}");
        }
        // Turned around, this would read as something else.
        for turned in ["\u{202e}!rrrA", "Arrr\u{2066}!", "Arrr\u{200f}", "Ar\u{200b}rr", "\u{feff}Arrr", "\u{2028}x"] {
            assert_eq!(Line::try_from(turned.to_owned()), Err(NoLine), "{turned:?}");
        }
        for fine in ["¡Arrr, señor!", "👩\u{200d}✈\u{fe0f}", "می\u{200c}خواهم"] {
            assert!(Line::try_from(fine.to_owned()).is_ok(), "{fine:?}");
        }
    }

    #[test]
    fn what_is_typed_is_cleaned() {
        let typed = |text: &str| Line::typed(text).map(String::from);
        assert_eq!(typed("  two\nlines\u{202e} \t"), Ok("twolines".to_owned()));
        assert_eq!(typed(" \u{200b}\n"), Err(NoLine));
        assert_eq!(typed(&"x".repeat(MAX_LINE + 1)), Err(NoLine), "nothing is cut off unseen");
    }
}
