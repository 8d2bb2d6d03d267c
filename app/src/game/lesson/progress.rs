//! Which step of the tutorial it is, and what becomes of what happens meanwhile.

use doubloons_engine::caribbean::{Card, Ship, Space};

use super::rehearsal::{self, Rehearsed};
use super::script;
use super::step::{self, Step, Task};
use crate::game::draft::{Berth, Draft, Pick};
use crate::game::message::{Effect, Msg};
use crate::game::model::{Model, Stage};
use crate::game::scene::Light;
use crate::game::shown::{Fate, Reveal};

/// The tutorial as far as somebody has come.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    steps: Vec<Step>,
    at: usize,
    /// Whether it is the person who goes on: there was something to read, or to watch that is over.
    ready: bool,
    /// The time that waits until something was read.
    held: Option<Msg>,
}

/// What becomes of something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Heed {
    /// It happens at the table.
    Let(Msg),
    /// It happens later.
    Later,
    /// It was meant as "go on".
    Next,
    /// It is not what is meant now; this is, for `tr`.
    Hint(&'static str),
}

impl Lesson {
    /// The tutorial from its beginning.
    pub(crate) fn new() -> Lesson {
        let steps = step::all();
        let ready = steps.first().is_some_and(Step::is_read);
        Lesson { steps, at: 0, ready, held: None }
    }

    /// The step that it is; `None` when all are done.
    pub(crate) fn step(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    /// The number of the step, from 1, and how many there are.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.steps.len())
    }

    /// The index of the step.
    pub(super) fn index(&self) -> usize {
        self.at
    }

    /// Whether there is a step before this one.
    pub(crate) fn can_go_back(&self) -> bool {
        self.at > 0
    }

    /// Goes back to the step before this one. Tells how the table stood when that began; `None` if there is none.
    pub(crate) fn go_back(&mut self, model: &Model) -> Option<(Model, Vec<Effect>)> {
        let before = self.at.checked_sub(1)?;
        let Rehearsed { model, lesson, effects } = rehearsal::rehearse(before, model)?;
        *self = lesson;
        Some((model, effects))
    }

    /// Whether this is the last step.
    pub(crate) fn is_last(&self) -> bool {
        self.at + 1 == self.steps.len()
    }

    /// Whether it is the person who goes on, with *Next*.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready
    }

    /// Goes on from a step that was read. What had to wait for that happens now.
    pub(crate) fn next(&mut self, model: &Model) -> Option<Msg> {
        if self.ready {
            self.at += 1;
            self.ready = false;
            self.follow(model);
        }
        let ready = self.ready;
        let held = self.held.take_if(|_| !ready);
        // What was left to be shown has been told by the coach, and what is to be done next must be seen.
        let is_early =
            |step: &Step| matches!(step.task, Task::Sail(..)) && !matches!(model.stage, Stage::Commanding(_));
        if self.step().is_some_and(is_early) { Some(Msg::Skipped) } else { held }
    }

    /// Goes on as far as the table has come. Tells whether something is different.
    pub(crate) fn follow(&mut self, model: &Model) -> bool {
        let before = (self.at, self.ready);
        while self.step().is_some_and(|step| !step.waits_for_next() && is_done(step.task, model)) {
            self.at += 1;
        }
        let seen = |step: &Step| step.waits_for_next() && is_done(step.task, model);
        self.ready = self.step().is_some_and(|step| step.is_read() || seen(step));
        (self.at, self.ready) != before
    }

    /// Decides what becomes of a message.
    pub(crate) fn heed(&mut self, model: &Model, msg: Msg) -> Heed {
        let Some(step) = self.step() else { return Heed::Let(msg) };
        match msg {
            // Of the time before somebody went back, nothing is held.
            Msg::TimePassed { ticket } if self.ready && model.pause == Some(ticket) => {
                self.held = Some(msg);
                Heed::Later
            }
            Msg::Skipped if self.ready => Heed::Next,
            msg if !is_deed(&msg) => Heed::Let(msg),
            msg => match fitting(step.task, model, msg) {
                Some(msg) => Heed::Let(msg),
                None if self.ready => Heed::Hint(step::PRESS_NEXT),
                None => Heed::Hint(step.hint),
            },
        }
    }
}

/// Whether the person did it, at the table.
fn is_deed(msg: &Msg) -> bool {
    match msg {
        Msg::CardTouched(_)
        | Msg::BerthTouched(_)
        | Msg::CardHurried(_)
        | Msg::CardDropped(..)
        | Msg::CardDroppedOnSpace(..)
        | Msg::CardTakenBack(_)
        | Msg::Cleared
        | Msg::Undone
        | Msg::SuggestionAsked
        | Msg::SuggestionFollowed
        | Msg::SealPressed
        | Msg::SealBroken
        | Msg::TieDecided { .. }
        | Msg::SpaceTouched(_)
        | Msg::ActPressed(_)
        | Msg::MoveEnded => true,
        Msg::Began
        | Msg::CardLifted(_)
        | Msg::TimePassed { .. }
        | Msg::Skipped
        | Msg::SpeedChosen(_)
        | Msg::Answered(_)
        | Msg::Told { .. }
        | Msg::Rewound { .. }
        | Msg::Looked(_)
        | Msg::WishRefused(_)
        | Msg::StandInAgreed(_)
        | Msg::StandInDeclined(_)
        | Msg::SeatWanted(_)
        | Msg::BreakAsked
        | Msg::BreakEnded
        | Msg::OthersAreBack(_) => false,
    }
}

/// The deed, if it is a part of the task.
fn fitting(task: Task, model: &Model, msg: Msg) -> Option<Msg> {
    let fits = match (task, &model.stage) {
        (Task::Lay(card, berth), Stage::Bribing(_)) => {
            return laying(model, &msg, |laid, place| (laid, place) == (card, berth), card);
        }
        (Task::LayTheRest, Stage::Bribing(draft)) => return laying_the_rest(model, draft, msg),
        (Task::Seal, Stage::Bribing(_)) => matches!(msg, Msg::SealPressed),
        (Task::Show(_), Stage::Tie { .. }) => matches!(msg, Msg::TieDecided { show: true }),
        (Task::Sail(_, space), Stage::Commanding(_)) => matches!(msg, Msg::SpaceTouched(touched) if touched == space),
        (Task::Act(_, act), Stage::Commanding(_)) => match msg {
            Msg::ActPressed(pressed) => pressed == act,
            Msg::SpaceTouched(space) => {
                matches!(model.scene().lights.get(space.index()), Some(Some(Light::Act(lit, _))) if *lit == act)
            }
            _ => false,
        },
        (Task::End(_), Stage::Commanding(_)) => matches!(msg, Msg::MoveEnded),
        _ => false,
    };
    fits.then_some(msg)
}

/// A deed with cards, if whatever it lays may be laid; `next` is the card for somebody who does not say where.
fn laying(model: &Model, msg: &Msg, may: impl Fn(Card, Berth) -> bool, next: Card) -> Option<Msg> {
    let ship = |space: Space| model.shown.ship_on(space).map(Berth::Ship);
    let fits = match *msg {
        Msg::CardTouched(card) => card == next,
        Msg::BerthTouched(berth) => may(next, berth),
        Msg::SpaceTouched(space) => may(next, ship(space)?),
        Msg::CardDropped(card, berth) => may(card, berth),
        Msg::CardDroppedOnSpace(card, space) => may(card, ship(space)?),
        Msg::CardHurried(card) => {
            let berth = script::berth_for(card)?;
            return may(card, berth).then_some(Msg::CardDropped(card, berth));
        }
        _ => false,
    };
    fits.then(|| msg.clone())
}

/// The same for the cards that are left, each to its own berth.
fn laying_the_rest(model: &Model, draft: &Draft, msg: Msg) -> Option<Msg> {
    let may = |card: Card, berth: Berth| draft.hand().contains(card) && script::berth_for(card) == Some(berth);
    let picked = draft.pick();
    match (&msg, picked) {
        (Msg::SuggestionAsked, _) => Some(msg),
        // Of two things that were touched, the second has to go with the first.
        (&Msg::CardTouched(card), Some(Pick::Berth(berth))) => may(card, berth).then_some(msg),
        (&Msg::CardTouched(card), _) => draft.hand().contains(card).then_some(msg),
        (Msg::BerthTouched(_) | Msg::SpaceTouched(_), Some(Pick::Card(card))) => laying(model, &msg, may, card),
        (&Msg::BerthTouched(berth), _) => draft.card(berth).is_none().then_some(msg),
        _ => laying(model, &msg, may, Card::Zero),
    }
}

/// Whether the table has come so far. A step counts as done also if the table is beyond it.
fn is_done(task: Task, model: &Model) -> bool {
    let draft = match &model.stage {
        Stage::Bribing(draft) if model.shown.round == 1 => Some(draft),
        _ => None,
    };
    match task {
        Task::Read => false,
        Task::Lay(card, berth) => draft.is_none_or(|draft| draft.card(berth) == Some(card)),
        Task::LayTheRest => draft.is_none_or(|draft| draft.missing() == 0),
        Task::Seal => draft.is_none(),
        Task::Watch(ship) | Task::End(ship) => has_moved(model, ship),
        Task::Show(ship) => has_moved(model, ship) || is_commanded(model, ship),
        Task::Sail(ship, space) => has_moved(model, ship) || model.displayed().ships[ship.index()] == Some(space),
        Task::Act(ship, act) => has_moved(model, ship) || has_acted(model, ship, act),
        Task::NextRound => model.shown.round > 1 && matches!(model.stage, Stage::Bribing(_)),
    }
}

fn has_acted(model: &Model, ship: Ship, act: crate::game::act::Act) -> bool {
    use crate::game::act::Act;
    let loaded = model.displayed().cargo(ship).is_some();
    match act {
        Act::Capture | Act::Steal => loaded,
        Act::Deliver | Act::PassOn => !loaded,
        // No step asks for it: a hold looks the same before and after.
        Act::Swap => false,
    }
}

/// Whether a ship's move in the first round is over.
fn has_moved(model: &Model, ship: Ship) -> bool {
    let over = |reveal: Reveal| reveal.ship > ship || (reveal.ship == ship && reveal.done);
    model.shown.round > 1 || model.shown.reveal.is_some_and(over)
}

fn is_commanded(model: &Model, ship: Ship) -> bool {
    matches!(model.shown.reveal, Some(Reveal { ship: shown, fate: Fate::Commanded { .. }, .. }) if shown == ship)
}
