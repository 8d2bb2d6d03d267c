//! The PIN of a table.

use std::fmt;

use doubloons_engine::tongue::Worded;
use thiserror::Error;
use zeroize::Zeroizing;

/// The fewest characters of a PIN.
const SHORTEST: usize = 4;

/// The most characters of a PIN.
const LONGEST: usize = 12;

/// What people tell each other so that only they join: 4 to 12 digits or letters, small and capital ones being the same.
/// `Debug` does not show it, and it is wiped on drop.
#[derive(Clone)]
pub struct Pin(Zeroizing<String>);

/// The text can't be a PIN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
#[error("a PIN has {SHORTEST} to {LONGEST} digits or letters from A to Z, and nothing else")]
pub struct NoPin;

impl TryFrom<String> for Pin {
    type Error = NoPin;

    fn try_from(text: String) -> Result<Pin, NoPin> {
        let mut text = Zeroizing::new(text);
        if !(SHORTEST..=LONGEST).contains(&text.len()) || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(NoPin);
        }
        text.make_ascii_uppercase();
        Ok(Pin(text))
    }
}

impl Pin {
    /// Its characters, letters being capital, for those who tell it to their guests.
    pub fn read_out(&self) -> &str {
        &self.0
    }

    /// The same as it goes into proofs.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(text: &str) -> Result<Pin, NoPin> {
        Pin::try_from(text.to_owned())
    }

    #[test]
    fn four_to_twelve_digits_or_letters() {
        for text in ["1234", "abcdefghijkl", "A1b2C3"] {
            assert!(pin(text).is_ok(), "{text}");
        }
        for text in ["", "123", "1234567890123", "12 34", "12-34", "größe", "１２３４"] {
            assert!(pin(text).is_err(), "{text}");
        }
        assert_eq!(pin("rum1").expect("a PIN").text(), pin("RUM1").expect("a PIN").text());
    }

    #[test]
    fn it_is_not_shown() {
        assert_eq!(format!("{:?}", pin("4711").expect("a PIN")), "Pin(…)");
    }
}
