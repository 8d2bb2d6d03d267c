//! Why something can't happen at the table.

use doubloons_engine::tongue::{Tongue, Worded};
use thiserror::Error;

/// Why something can't happen at the table. Only what is [`Illegal`](Refusal::Illegal) at the head that its author saw
/// is anybody's fault; the rest comes too late, too early or twice, as happens on a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Not now: no blame.
    #[error("{0}")]
    NotNow(&'static str),
    /// Never, at this point: an honest program does not send it.
    #[error("{0}")]
    Illegal(String),
}

impl Worded for Refusal {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Refusal::NotNow(why) => tongue.text("", why).to_owned(),
            // What no honest program does is told in the words of the engine.
            Refusal::Illegal(why) => why.clone(),
        }
    }
}

impl Refusal {
    pub(super) fn illegal(why: &str) -> Refusal {
        Refusal::Illegal(why.to_owned())
    }
}
