//! What people say to each other at a table. Chat never enters a log or a transcript.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most characters of one remark.
pub const MAX_CHAT: usize = 280;

/// Something that somebody says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Remark {
    /// In words.
    Text(ChatText),
    /// With one click.
    Emote(Emote),
}

/// One line of chat: 1 to [`MAX_CHAT`] characters, none of them a control character or one that turns the direction of
/// writing, so that nobody can write over other lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(String);

/// A text that can't be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsayable {
    /// Nothing, or blanks.
    #[error("write something first")]
    Empty,
    /// More than [`MAX_CHAT`] characters.
    #[error("{0} characters are too many: say it in {MAX_CHAT} or in several lines")]
    TooLong(usize),
    /// A control character.
    #[error("leave out line breaks and control characters")]
    ControlCharacter,
}

impl TryFrom<String> for ChatText {
    type Error = Unsayable;

    fn try_from(text: String) -> Result<ChatText, Unsayable> {
        let length = text.chars().count();
        if text.trim().is_empty() {
            Err(Unsayable::Empty)
        } else if length > MAX_CHAT {
            Err(Unsayable::TooLong(length))
        } else if text.chars().any(|character| character.is_control() || disturbs_lines(character)) {
            Err(Unsayable::ControlCharacter)
        } else {
            Ok(ChatText(text))
        }
    }
}

impl From<ChatText> for String {
    fn from(text: ChatText) -> String {
        text.0
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for ChatText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Breaks a line or turns the direction of what follows, without being a control character by the book.
fn disturbs_lines(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What can be said with one click. New ones come at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Emote {
    /// A greeting.
    Ahoy,
    /// A toast.
    Cheers,
    /// Praise.
    Bravo,
    /// Regret.
    Oops,
    /// Laughter.
    Laugh,
    /// Impatience.
    Hurry,
}

impl Emote {
    /// All of them, in the order of the buttons.
    pub const ALL: [Emote; 6] = [Emote::Ahoy, Emote::Cheers, Emote::Bravo, Emote::Oops, Emote::Laugh, Emote::Hurry];
}

impl fmt::Display for Emote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Emote::Ahoy => "Ahoy!",
            Emote::Cheers => "Cheers!",
            Emote::Bravo => "Bravo!",
            Emote::Oops => "Oops!",
            Emote::Laugh => "Ha ha!",
            Emote::Hurry => "The tide won't wait!",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<ChatText, Unsayable> {
        text.to_owned().try_into()
    }

    #[test]
    fn a_remark_is_one_line_of_sane_length() {
        assert!(said("Land ahoy! 🏴‍☠️").is_ok(), "joined emoji are fine");
        assert!(said(&"ü".repeat(MAX_CHAT)).is_ok(), "characters count, not bytes");
        assert_eq!(said(&"x".repeat(MAX_CHAT + 1)), Err(Unsayable::TooLong(MAX_CHAT + 1)));
        assert_eq!(said(" \t"), Err(Unsayable::Empty));
        for hostile in ["two\nlines", "bell\u{7}", "\u{1b}[2J", "turned\u{202e}round", "next\u{2028}line"] {
            assert_eq!(said(hostile), Err(Unsayable::ControlCharacter), "{hostile:?}");
        }
    }
}
