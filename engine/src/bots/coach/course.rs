//! What to do with a won ship, on behalf of the person who commands her, and why.

use super::{Coach, Prospect, deeds};
use crate::bots::appraisal::Appraisal;
use crate::bots::beliefs::Beliefs;
use crate::bots::commanding::{best_ending, way_to};
use crate::bots::foresight::Foresight;
use crate::bots::level::Level;
use crate::bots::outlook::Outlook;
use crate::caribbean::{Activation, Command, View};
use crate::contract::Action;

/// What the coach would do with a ship.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The commands from here on; the last one is `End`.
    pub commands: Action<Command>,
    /// What comes of it; `None` if she only looks for a better place, or stays where she is.
    pub prospect: Option<Prospect>,
}

impl Coach {
    /// The way on from this moment of an activation that an admiral would choose with what this player knows.
    pub fn steer(&self, view: &View, activation: &Activation<'_>) -> Course {
        let table = view.table();
        let mut dice = self.thoughts.dice(table, activation.seat());
        let mut meter = self.thoughts.meter();
        let skill = Level::Admiral.skill(self.budget);
        let outlook = Outlook::new(table, skill.judgement);
        let mut foresight = Foresight::new(&outlook);
        let next = activation.ship().index() + 1;
        let appraisal = Appraisal::new(&mut foresight, table.waters(), next, outlook.seats(), &mut meter);
        let beliefs = Beliefs::new(table, view.own(), &appraisal);
        let ending = best_ending(activation, &outlook, &mut foresight, &beliefs, &skill.depth, &mut dice, &mut meter);
        let prospect = ending.and_then(|ending| deeds::so_ended(table, activation, &ending));
        Course { commands: way_to(activation, ending), prospect }
    }
}
