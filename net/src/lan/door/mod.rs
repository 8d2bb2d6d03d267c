//! What is said first on a link: the versions of both programs, what the newcomer wants, and the PIN if the table has one.
//!
//! The PIN itself is never sent, nor anything from which it could be found out at leisure. Both sides run SPAKE2 with the
//! PIN and with the keys of both ends of the link, and then prove to each other that they have come to the same secret:
//! the guest first, so that a host answers nothing to those who don't know the PIN. The proofs cover the secrets of this
//! very link. Somebody who sits in the middle has other keys and other secrets on either side, so passing messages on
//! does not help; what remains is to guess, once for each try, and a [`Door`] counts the tries.
//!
//! * [`Door`]: the host's side; [`knock`]: the guest's side; [`Turned`]: why somebody does not get in.
//! * [`Pin`]: what people tell each other.

mod guest;
mod host;
mod message;
mod pin;
mod proof;
mod tries;
mod turned;

#[cfg(test)]
mod tests;

use std::time::Duration;

pub use self::guest::knock;
pub use self::host::Door;
pub use self::message::{Purpose, Versions};
pub use self::pin::{NoPin, Pin};
pub use self::turned::Turned;

/// How long each side waits for the other's next words. Nobody types anything in the meantime.
const PATIENCE: Duration = Duration::from_secs(4);
