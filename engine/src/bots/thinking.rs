//! How long a bot may think: so many nodes, or until somebody calls it off. Never by the clock, so that the same seed
//! gives the same decision on every machine.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::caribbean::planner::{Ending, Endings, Planner};
use crate::caribbean::{Activation, Command};
use crate::contract::Action;

/// How many nodes a decision may cost. A node is a piece of thinking: one ship of a round that is played through in the
/// mind, say. What takes longer counts as several, so that a number of nodes is about the same time whatever they went
/// into: `cargo bench -p doubloons-engine --bench bots` shows how far that is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Budget {
    /// The most nodes.
    pub nodes: u64,
}

impl Budget {
    /// Meant for 50 ms at most on one core of an ordinary machine.
    pub const FIFTY_MILLISECONDS: Budget = Budget { nodes: 800_000 };
    /// Meant for a quarter of a second at most on one core of an ordinary machine.
    pub const QUARTER_SECOND: Budget = Budget { nodes: 4_000_000 };
    /// Meant for a second at most on one core of an ordinary machine.
    pub const ONE_SECOND: Budget = Budget { nodes: 16_000_000 };

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
/// How many nodes a plan costs every time that it asks whether to stop.
const NODES_A_LOOK: u64 = 6;
/// How many nodes every moment costs that is looked at for a way.
const NODES_A_MOMENT: u64 = 16;

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

    /// Takes so many nodes at once if there are as many left and the thinking was not called off.
    #[inline]
    pub(super) fn take_at_once(&mut self, nodes: u64) -> bool {
        let goes_on = self.left >= nodes && !self.cancel.is_cancelled();
        if goes_on {
            self.take_many(nodes);
        }
        goes_on
    }

    /// The endings of an activation, as far as the nodes last: if they are not all, there are no nodes left.
    pub(super) fn plan<'p>(&mut self, planner: &'p mut Planner, activation: &Activation<'_>) -> Endings<'p> {
        self.plan_while(planner, activation, |nodes, meter| nodes < meter.left)
    }

    /// All endings of an activation. They cost nodes as well, but are found even if there are too few.
    pub(super) fn plan_in_full<'p>(&mut self, planner: &'p mut Planner, activation: &Activation<'_>) -> Endings<'p> {
        self.plan_while(planner, activation, |_, _| true)
    }

    /// A way to an ending that can be reached; `None` if there are too few nodes to find it.
    pub(super) fn way(
        &mut self,
        planner: &mut Planner,
        activation: &Activation<'_>,
        ending: &Ending,
    ) -> Option<Action<Command>> {
        let nodes = Cell::new(0);
        let way = planner.way_until(activation, ending, || {
            nodes.set(nodes.get() + NODES_A_MOMENT);
            self.is_called_off() || nodes.get() > self.left
        });
        self.take_many(nodes.get());
        way
    }

    /// Plans as long as it is not called off and the number of nodes so far pleases.
    fn plan_while<'p>(
        &mut self,
        planner: &'p mut Planner,
        activation: &Activation<'_>,
        pleases: impl Fn(u64, &Meter) -> bool,
    ) -> Endings<'p> {
        let nodes = Cell::new(0);
        let endings = planner.plan_until(activation, || {
            nodes.set(nodes.get() + NODES_A_LOOK);
            self.is_called_off() || !pleases(nodes.get(), self)
        });
        self.take_many(nodes.get());
        endings
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
