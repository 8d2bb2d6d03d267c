//! The move planner: every way in which an activation can end, and one shortest way to each.
//!
//! All endings are found for many ways to stow the chests at once (`search.rs`). A way to one of them is found when
//! somebody wants to go it (`walk.rs`).

mod chart;
mod endings;
mod finds;
mod manifest;
mod numbers;
mod search;
mod stowage;
mod walk;

use super::activation::Activation;
use super::command::Command;
use super::waters::Waters;
use crate::contract::{Action, Seat};
use search::Search;
use walk::Walk;

pub use endings::Endings;

/// Plans activations. Keeps its memory from one plan to the next, so that only the largest so far costs allocations.
#[derive(Debug, Default)]
pub struct Planner {
    search: Search,
    walk: Walk,
}

/// One way in which an activation can end. Endings differ in where the ship is, in where any chest is, or in who was
/// paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Ships, chests and money afterwards.
    pub waters: Waters,
    /// The fewest steps with which the activation can end so; a ship with fewer cannot. The shortest way may take more.
    pub steps: u8,
}

impl Ending {
    /// What a seat has earned, in thousands, compared with the money before.
    pub fn gain(&self, seat: Seat, before: &Waters) -> u16 {
        self.waters.money(seat).saturating_sub(before.money(seat))
    }
}

impl Planner {
    /// A planner without any memory yet.
    pub fn new() -> Planner {
        Planner::default()
    }

    /// Every ending that can be reached from this moment of an activation, each once, those with the fewest steps first.
    /// Where they are too many to be looked at (see [`is_complete`](Planner::is_complete)), those that were found.
    pub fn plan(&mut self, activation: &Activation<'_>) -> Endings<'_> {
        self.plan_until(activation, || false)
    }

    /// The same, but it ends within microseconds when `stop` says so, with those that need the fewest steps: all with as
    /// many steps as it has got to, and none with more.
    pub fn plan_until(&mut self, activation: &Activation<'_>, stop: impl Fn() -> bool) -> Endings<'_> {
        if activation.ended() {
            self.search.clear();
        } else {
            self.search.search(activation, &stop);
        }
        self.endings()
    }

    /// The endings of the last plan once more.
    pub fn endings(&self) -> Endings<'_> {
        Endings::new(&self.search)
    }

    /// Whether the last plan found every ending. It does under the default rules, unless it was stopped; with house rules
    /// that let chests be delivered in many ways, a crowd of loaded ships can have more endings than anybody wants to look
    /// at.
    pub fn is_complete(&self) -> bool {
        self.search.finds().is_complete()
    }

    /// One way with the fewest commands from this moment to an ending that was planned for it; the last command is
    /// `End`. `None` if the ending can't be reached from here, or not with the commands that one action may have, or if there
    /// are too many ways to look at.
    pub fn way(&mut self, activation: &Activation<'_>, ending: &Ending) -> Option<Action<Command>> {
        self.way_until(activation, ending, || false)
    }

    /// The same, but `None` also if `stop` says that it is no longer wanted.
    pub fn way_until(
        &mut self,
        activation: &Activation<'_>,
        ending: &Ending,
        stop: impl Fn() -> bool,
    ) -> Option<Action<Command>> {
        if activation.ended() { None } else { self.walk.way(activation, ending, stop) }
    }

    /// How many ways to place the chests the last plan looked at.
    pub fn effort(&self) -> usize {
        self.search.finds().placings()
    }
}
