//! Computer players. A bot gets a seat's view and nothing else, and decides the same way from the same seed on every
//! machine.

mod appraisal;
mod beliefs;
mod bosun;
mod bribing;
mod coach;
mod commanding;
mod deckhand;
mod duel;
mod foresight;
mod greedy;
mod level;
mod lookout;
mod melee;
mod mind;
mod mix;
mod outlook;
mod probe;
mod random;
mod strategist;
mod thinking;
mod tying;

pub use coach::{
    Advice, Audience, Coach, Course, Deed, Odds, Prospect, Purpose, ShipAdvice, Spoiling, Threat, TieAdvice,
};
pub use greedy::Greedy;
pub use level::Level;
pub use probe::PROBE_FACTOR;
pub use random::{Playout, Random, play_out};
pub use thinking::{Budget, Cancel};

use crate::contract::{Action, Game, Sealed};

/// Decides for one seat.
pub trait Bot<G: Game>: Send {
    /// Fills the slots of a sealed choice.
    fn seal(&mut self, view: &G::View) -> Sealed<G::Choice>;

    /// Decides openly.
    fn act(&mut self, view: &G::View) -> Action<G::Command>;

    /// How many nodes the last decision took; 0 for a bot that does not count them.
    fn nodes(&self) -> u64 {
        0
    }
}
