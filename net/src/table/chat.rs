//! Chat and emotes, within limits. Nothing of it is part of the game or its transcript.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// A line of chat: 1 to [`MAX_LINE`] characters, none of them a control character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Line(String);

/// A text that can't be a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a line of chat has 1 to {MAX_LINE} characters and no control characters")]
pub struct NoLine;

impl TryFrom<String> for Line {
    type Error = NoLine;

    fn try_from(text: String) -> Result<Line, NoLine> {
        let fits = (1..=MAX_LINE).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if fits { Ok(Line(text)) } else { Err(NoLine) }
    }
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

/// How much somebody may still say: a few remarks at once, then one every now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breath {
    left: u32,
    since: Duration,
}

impl Breath {
    /// Somebody who has said nothing yet.
    pub fn new(now: Duration) -> Breath {
        Breath { left: BURST, since: now }
    }

    /// Whether one more remark is allowed now. If so, it is counted.
    pub fn take(&mut self, now: Duration) -> bool {
        let refills = now.saturating_sub(self.since).as_millis() / REFILL.as_millis();
        if refills > 0 {
            self.left = self.left.saturating_add(refills.min(u128::from(BURST)) as u32).min(BURST);
            self.since = now;
        }
        let allowed = self.left > 0;
        self.left -= u32::from(allowed);
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_floods_the_table() {
        let mut breath = Breath::new(Duration::ZERO);
        let said = |breath: &mut Breath, now: u64, tries: u32| {
            (0..tries).filter(|_| breath.take(Duration::from_secs(now))).count()
        };
        assert_eq!(said(&mut breath, 0, 100), 5);
        assert_eq!(said(&mut breath, 2, 100), 1);
        assert_eq!(said(&mut breath, 1000, 100), 5);
    }

    #[test]
    fn lines_are_short_and_plain() {
        assert!(Line::try_from("Arrr!".to_owned()).is_ok());
        assert_eq!(Line::try_from(String::new()), Err(NoLine));
        assert_eq!(Line::try_from("x".repeat(MAX_LINE + 1)), Err(NoLine));
        assert_eq!(Line::try_from("two\nlines".to_owned()), Err(NoLine));
    }
}
