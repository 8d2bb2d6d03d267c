//! The way back to an earlier step of the tutorial. Its round goes the same way every time, so it is dealt anew and played
//! by the script, without anybody watching, until that step begins.

use std::collections::VecDeque;

use super::progress::{Heed, Lesson};
use super::step::Task;
use crate::game::crew::Crew;
use crate::game::message::{Effect, Msg};
use crate::game::model::Model;
use crate::game::update;

/// The tutorial at the beginning of a step.
#[derive(Debug)]
pub(super) struct Rehearsed {
    /// The table.
    pub(super) model: Model,
    /// The coach's place in her script.
    pub(super) lesson: Lesson,
    /// What is still to be done about what has just happened.
    pub(super) effects: Vec<Effect>,
}

/// The tutorial at the beginning of its step with this index; `None` if it can't be dealt. What is still on its way to the
/// table as it was `before` is not taken for something of the new one.
pub(super) fn rehearse(step: usize, before: &Model) -> Option<Rehearsed> {
    let mut model = Model::lesson().ok()?;
    model.next_number = before.next_number;
    model.speed = before.speed;
    let crew = Crew::of_lesson(model.setup()?);
    let mut rehearsal = Rehearsal { model, crew, lesson: Lesson::new(), to_do: VecDeque::new() };
    rehearsal.happen(Msg::Began);
    while rehearsal.lesson.index() < step {
        rehearsal.go_on()?;
    }
    let Rehearsal { model, lesson, to_do, .. } = rehearsal;
    Some(Rehearsed { model, lesson, effects: to_do.into() })
}

struct Rehearsal {
    model: Model,
    crew: Crew,
    lesson: Lesson,
    /// What follows from what happened, in its order.
    to_do: VecDeque<Effect>,
}

impl Rehearsal {
    /// Lets time pass, or does what the step asks for. `None` if that leads nowhere.
    fn go_on(&mut self) -> Option<()> {
        if let Some(effect) = self.to_do.pop_front() {
            self.carry_out(effect);
            return Some(());
        }
        let before = self.lesson.index();
        let deed = match self.lesson.step()?.task {
            Task::Read | Task::Watch(_) | Task::NextRound => self.lesson.next(&self.model),
            Task::Lay(card, _) => Some(Msg::CardHurried(card)),
            Task::LayTheRest => Some(Msg::SuggestionAsked),
            Task::Seal => Some(Msg::SealPressed),
            Task::Show(_) => Some(Msg::TieDecided { show: true }),
            Task::Sail(_, space) => Some(Msg::SpaceTouched(space)),
            Task::Act(_, act) => Some(Msg::ActPressed(act)),
            Task::End(_) => Some(Msg::MoveEnded),
        };
        if let Some(deed) = deed {
            self.happen(deed);
        }
        (self.lesson.index() > before || !self.to_do.is_empty()).then_some(())
    }

    fn happen(&mut self, msg: Msg) {
        if let Heed::Let(msg) = self.lesson.heed(&self.model, msg) {
            self.to_do.extend(update(&mut self.model, msg));
            self.lesson.follow(&self.model);
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Ask(order) => {
                if let Some(reply) = self.crew.answer(&order) {
                    self.happen(Msg::Answered(Box::new(reply)));
                }
            }
            Effect::Wait { ticket, .. } => self.happen(Msg::TimePassed { ticket }),
            // Nobody sees or hears what was before.
            _ => {}
        }
    }
}
