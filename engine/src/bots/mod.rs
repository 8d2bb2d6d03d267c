//! Computer players. A bot gets a seat's view and nothing else, and decides the same way from the same seed on every
//! machine.

mod appraisal;
mod beliefs;
mod bribing;
mod commanding;
mod foresight;
mod greedy;
mod outlook;
mod random;
mod strategist;
mod thinking;
mod tying;

pub use greedy::Greedy;
pub use random::{Playout, Random, play_out};
pub use strategist::Strategist;
pub use thinking::{Budget, Cancel};

use crate::contract::{Action, Game, Sealed};

/// Decides for one seat.
pub trait Bot<G: Game>: Send {
    /// Fills the slots of a sealed choice.
    fn seal(&mut self, view: &G::View) -> Sealed<G::Choice>;

    /// Decides openly.
    fn act(&mut self, view: &G::View) -> Action<G::Command>;
}
