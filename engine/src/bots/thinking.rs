//! How long a bot may think: so many nodes, or until somebody calls it off. Never by the clock, so that the same seed
//! gives the same decision on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many nodes a decision may cost. A node is one ending of an activation that is looked at, or one ship of a round
/// that is played through in the mind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Budget {
    /// The most nodes.
    pub nodes: u64,
}

impl Budget {
    /// About 50 ms on one core of an ordinary machine.
    pub const FIFTY_MILLISECONDS: Budget = Budget { nodes: 600_000 };
    /// About a quarter of a second on one core of an ordinary machine.
    pub const QUARTER_SECOND: Budget = Budget { nodes: 3_000_000 };
    /// About a second on one core of an ordinary machine.
    pub const ONE_SECOND: Budget = Budget { nodes: 12_000_000 };

    /// So many times as much.
    #[must_use]
    pub const fn times(self, factor: u64) -> Budget {
        Budget { nodes: self.nodes.saturating_mul(factor) }
    }
}

/// Calls off the thinking of a bot, from any thread. Clones belong together.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Nothing is called off yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// The bot decides at once, with what it has found so far.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The bot may think again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the thinking was called off.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// After how many nodes a bot looks whether it was called off: microseconds.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// What is left of a budget during one decision.
#[derive(Debug)]
pub(super) struct Meter {
    left: u64,
    spent: u64,
    cancel: Cancel,
}

impl Meter {
    pub(super) fn new(budget: Budget, cancel: Cancel) -> Meter {
        Meter { left: budget.nodes, spent: 0, cancel }
    }

    /// Whether there may be another node.
    pub(super) fn goes_on(&self) -> bool {
        self.left > 0 && !self.cancel.is_cancelled()
    }

    /// Whether the thinking was called off, whatever is left.
    #[inline]
    pub(super) fn is_called_off(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Takes one node if there is one left and the thinking was not called off.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        if self.left == 0 || self.spent.is_multiple_of(NODES_BETWEEN_LOOKS) && self.cancel.is_cancelled() {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// Takes as many nodes, or all that are left.
    pub(super) fn take_many(&mut self, nodes: u64) {
        let taken = nodes.min(self.left);
        self.left -= taken;
        self.spent += taken;
    }

    /// The nodes so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The nodes that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }
}
