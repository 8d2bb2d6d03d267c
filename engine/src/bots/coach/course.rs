//! What to do with a won ship, on behalf of the person who commands her, and why.

use super::{Coach, Deed, deeds};
use crate::bots::commanding::{best_ending, way_to};
use crate::bots::level::Level;
use crate::caribbean::{Activation, Command, View};
use crate::contract::Action;

/// What the coach would do with a ship.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The commands from here on; the last one is `End`.
    pub commands: Action<Command>,
    /// What happens on the way, in this order; nothing if she only looks for a better place, or stays where she is.
    pub deeds: Vec<Deed>,
}

impl Coach {
    /// The way on from this moment of an activation that an admiral would choose with what this player knows.
    pub fn steer(&self, view: &View, activation: &Activation<'_>) -> Course {
        let table = view.table();
        let mut dice = self.thoughts.dice(table, activation.seat());
        let mut meter = self.thoughts.meter();
        let ending = best_ending(view, activation, &Level::Admiral.skill(self.budget), &mut dice, &mut meter);
        let commands = way_to(activation, ending, || self.thoughts.is_called_off());
        let deeds = deeds::along(table, activation, commands.commands());
        self.thoughts.took(&meter);
        Course { commands, deeds }
    }
}
