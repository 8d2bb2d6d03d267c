//! Which decision is meant: an answer counts for the question that it was given to, and for no later one.

use doubloons_engine::contract::Turn;

use crate::table::state::State;

/// Which decision is asked for. The next one of the same seat may follow within a moment, looks much the same, and is
/// another one all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occasion {
    /// The number of the decision, as the game counts them.
    pub decision: u32,
    /// The entry with which an open decision began; `None` for a sealed one, which goes on while others lock.
    pub turn: Option<u64>,
}

impl Occasion {
    /// What is asked for in this state.
    pub fn now(state: &State) -> Occasion {
        let sealed = matches!(state.game().turn(), Turn::Seal { .. });
        Occasion { decision: state.game().decisions(), turn: (!sealed).then_some(state.turn_began()) }
    }

    /// Whether sealed choices are asked for.
    pub fn is_sealed(self) -> bool {
        self.turn.is_none()
    }
}
