//! The PIN of a table.

use std::fmt;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
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

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}
