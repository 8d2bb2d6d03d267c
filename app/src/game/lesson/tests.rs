//! The tutorial played through the domain, without a display.

use doubloons_engine::caribbean::{Card, Ship};
use doubloons_engine::contract::Seat;

use super::progress::{Heed, Lesson};
use super::script;
use super::step::Task;
use crate::game::act::Act;
use crate::game::crew::Crew;
use crate::game::draft::Berth;
use crate::game::message::{Effect, Msg};
use crate::game::model::{Model, Stage};
use crate::game::update;

/// Somebody who takes the tutorial, and a program without windows around them.
struct Pupil {
    model: Model,
    crew: Crew,
    lesson: Lesson,
    hints: Vec<&'static str>,
    refusals: Vec<String>,
}

impl Pupil {
    fn new() -> Pupil {
        let model = Model::lesson().expect("the lesson's position can be played");
        let crew = Crew::of_lesson(model.setup().expect("a practice table"));
        let mut pupil = Pupil { model, crew, lesson: Lesson::new(), hints: Vec::new(), refusals: Vec::new() };
        pupil.tries(Msg::Began);
        pupil
    }

    fn tries(&mut self, msg: Msg) {
        let mut inbox = vec![msg];
        while let Some(msg) = inbox.pop() {
            let msg = match self.lesson.heed(&self.model, msg) {
                Heed::Let(msg) => msg,
                Heed::Later => continue,
                Heed::Next => {
                    inbox.extend(self.lesson.next(&self.model));
                    continue;
                }
                Heed::Hint(hint) => {
                    self.hints.push(hint);
                    continue;
                }
            };
            let effects = update(&mut self.model, msg);
            inbox.extend(self.carries_out(effects));
            self.lesson.follow(&self.model);
        }
    }

    /// Does what is to be done; what follows from it is to be tried.
    fn carries_out(&mut self, effects: Vec<Effect>) -> Vec<Msg> {
        let mut follows = Vec::new();
        for effect in effects {
            match effect {
                Effect::Ask(order) => {
                    follows.extend(self.crew.answer(&order).map(|reply| Msg::Answered(Box::new(reply))));
                }
                Effect::Wait { ticket, .. } => follows.push(Msg::TimePassed { ticket }),
                Effect::Refuse(why) => self.refusals.push(why),
                Effect::Focus(_) | Effect::Sound(_) | Effect::CallOffHint => {}
                other => panic!("nothing like this happens in the lesson: {other:?}"),
            }
        }
        follows
    }

    fn goes_back(&mut self) {
        let (model, effects) = self.lesson.go_back(&self.model).expect("an earlier step");
        self.model = model;
        let follows = self.carries_out(effects);
        follows.into_iter().for_each(|msg| self.tries(msg));
    }

    fn reads(&mut self) {
        if let Some(msg) = self.lesson.next(&self.model) {
            self.tries(msg);
        }
    }

    fn task(&self) -> Option<Task> {
        self.lesson.step().map(|step| step.task)
    }

    /// Does what the step asks for, in one of two ways.
    fn obeys(&mut self, by_pointer: bool) {
        match self.task().expect("the lesson is not over") {
            // Time passes at once here, so whatever was to be watched is over.
            Task::Read | Task::Watch(_) | Task::NextRound => self.reads(),
            Task::Lay(card, berth) if by_pointer => {
                self.tries(Msg::CardTouched(card));
                self.tries(Msg::BerthTouched(berth));
            }
            Task::Lay(card, _) => self.tries(Msg::CardHurried(card)),
            Task::LayTheRest if by_pointer => self.tries(Msg::SuggestionAsked),
            Task::LayTheRest => {
                for card in [Card::Zero, Card::One, Card::Two] {
                    self.tries(Msg::CardHurried(card));
                }
            }
            Task::Seal => self.tries(Msg::SealPressed),
            Task::Show(_) => self.tries(Msg::TieDecided { show: true }),
            Task::Sail(_, space) => self.tries(Msg::SpaceTouched(space)),
            Task::Act(ship, act) if by_pointer && act != Act::Steal => {
                let own = self.model.displayed().ships[ship.index()].expect("she lies somewhere");
                self.tries(Msg::SpaceTouched(own));
            }
            Task::Act(_, act) => self.tries(Msg::ActPressed(act)),
            Task::End(_) => self.tries(Msg::MoveEnded),
        }
    }
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

#[test]
fn the_whole_lesson_goes_as_it_is_told() {
    for by_pointer in [true, false] {
        let mut pupil = Pupil::new();
        let (_, steps) = pupil.lesson.progress();
        let mut seen = 0;
        while !pupil.lesson.is_last() {
            let before = pupil.lesson.progress();
            pupil.obeys(by_pointer);
            assert!(pupil.lesson.progress() > before, "stuck at {:?}", pupil.lesson.step());
            seen += 1;
            assert!(seen <= steps);
        }
        assert_eq!((pupil.hints.len(), pupil.refusals.len()), (0, 0), "{:?} {:?}", pupil.hints, pupil.refusals);
        let money = |index| pupil.model.shown.money[seat(index).index()];
        assert_eq!([money(0), money(1), money(2)], [13, 2, 11]);
        assert_eq!(pupil.model.shown.round, 2);
        assert_eq!(pupil.model.shown.supply(pupil.model.board()), 8, "two chests were turned up");
        assert!(matches!(pupil.model.stage(), Stage::Bribing(_)), "somebody who plays on can do so");
    }
}

#[test]
fn what_the_coach_tells_of_the_reveals_is_true() {
    let mut pupil = Pupil::new();
    while pupil.lesson.step().is_some_and(|step| step.title != "The reveal") {
        pupil.obeys(true);
    }
    let cards = |pupil: &Pupil| {
        let reveal = pupil.model.shown.reveal.expect("cards are turned up");
        (reveal.ship, Seat::first(3).map(|seat| reveal.cards.get(seat).copied()).collect::<Vec<_>>())
    };
    let shown = (Ship::A, vec![Some(Card::Three), Some(Card::Zero), Some(Card::Thief)]);
    assert_eq!(cards(&pupil), shown);
    pupil.tries(Msg::TimePassed { ticket: pupil.model.pause.expect("it is in view") });
    assert_eq!(cards(&pupil), shown, "it stays in view until it was read");
    assert!(matches!(pupil.model.stage(), Stage::Watching));
    pupil.reads();
    assert!(matches!(pupil.model.stage(), Stage::Commanding(_)));
    assert_eq!(pupil.model.displayed().steps_left, 2);
    while pupil.lesson.step().is_some_and(|step| step.title != "Go alongside") {
        pupil.obeys(false);
    }
    assert_eq!(cards(&pupil).1, [Some(Card::Five), Some(Card::Five), Some(Card::Two)]);
    assert_eq!(pupil.model.displayed().steps_left, 5);
}

#[test]
fn golden_spaces_are_there_as_soon_as_the_coach_speaks_of_them() {
    let mut pupil = Pupil::new();
    while pupil.lesson.step().is_some_and(|step| step.title != "The reveal") {
        pupil.obeys(true);
    }
    let msg = pupil.lesson.next(&pupil.model).expect("what is left of the reveal");
    assert_eq!(pupil.lesson.step().map(|step| step.title), Some("Sail to San Juan"));
    // Without any time.
    let effects = update(&mut pupil.model, msg);
    assert!(matches!(pupil.model.stage(), Stage::Commanding(_)), "{effects:?}");
    assert!(pupil.model.scene().lights.iter().any(Option::is_some));
}

#[test]
fn whatever_else_is_tried_says_what_is_meant_and_changes_nothing() {
    let mut pupil = Pupil::new();
    let everything = || {
        let cards = Card::ALL.into_iter().flat_map(|card| {
            let dropped = Berth::ALL.into_iter().map(move |berth| Msg::CardDropped(card, berth));
            dropped.chain([Msg::CardHurried(card)])
        });
        let spaces = (1..=77).map(|number| Msg::SpaceTouched(script::space(number)));
        let acts = Act::ALL.into_iter().map(Msg::ActPressed);
        let rest = [
            Msg::SuggestionAsked,
            Msg::SealPressed,
            Msg::SealBroken,
            Msg::Cleared,
            Msg::Undone,
            Msg::MoveEnded,
            Msg::TieDecided { show: false },
            Msg::CardTakenBack(Berth::Ship(Ship::A)),
        ];
        cards.chain(spaces).chain(acts).chain(rest).collect::<Vec<Msg>>()
    };
    while !pupil.lesson.is_last() {
        let before = pupil.lesson.progress();
        let (scene, tray) = (pupil.model.scene(), pupil.model.tray());
        for msg in everything() {
            if let Heed::Hint(hint) = pupil.lesson.heed(&pupil.model, msg.clone()) {
                assert!(!hint.is_empty());
                pupil.tries(msg);
            }
        }
        assert_eq!(pupil.lesson.progress(), before);
        assert_eq!((pupil.model.scene(), pupil.model.tray()), (scene, tray));
        pupil.obeys(true);
    }
    assert!(pupil.refusals.is_empty(), "the coach speaks before the table has to refuse: {:?}", pupil.refusals);
}

#[test]
fn space_goes_on_where_there_is_something_to_read() {
    let mut pupil = Pupil::new();
    assert_eq!(pupil.lesson.progress().0, 1);
    pupil.tries(Msg::Skipped);
    assert_eq!(pupil.lesson.progress().0, 2);
}

#[test]
fn every_step_can_be_taken_again_and_the_round_goes_on_from_there() {
    let mut pupil = Pupil::new();
    assert!(!pupil.lesson.can_go_back(), "nothing is before the first step");
    assert!(pupil.lesson.go_back(&pupil.model).is_none());
    while !pupil.lesson.is_last() {
        let (step, _) = pupil.lesson.progress();
        pupil.obeys(true);
        let late = pupil.model.next_number;
        let passed = pupil.lesson.progress().0 - step;
        (0..passed).for_each(|_| pupil.goes_back());
        assert_eq!(pupil.lesson.progress().0, step, "back where it was");
        assert!(pupil.model.next_number >= late, "what is on its way to the table as it was is not for this one");
        // A moment that had begun to pass before is over only now.
        (0..=late).for_each(|ticket| pupil.tries(Msg::TimePassed { ticket }));
        pupil.obeys(false);
        assert_eq!(pupil.lesson.progress().0, step + passed, "{:?}", pupil.lesson.step());
    }
    assert_eq!((pupil.hints.len(), pupil.refusals.len()), (0, 0), "{:?} {:?}", pupil.hints, pupil.refusals);
    let money = |index| pupil.model.shown.money[seat(index).index()];
    assert_eq!([money(0), money(1), money(2)], [13, 2, 11], "as if nobody had gone back");
}

#[test]
fn from_the_end_one_can_go_back_to_the_beginning() {
    let mut pupil = Pupil::new();
    let (scene, tray) = (pupil.model.scene(), pupil.model.tray());
    while !pupil.lesson.is_last() {
        pupil.obeys(true);
    }
    while pupil.lesson.can_go_back() {
        let (step, _) = pupil.lesson.progress();
        pupil.goes_back();
        assert_eq!(pupil.lesson.progress().0, step - 1);
    }
    assert_eq!((pupil.model.scene(), pupil.model.tray()), (scene, tray));
}

#[test]
fn what_was_watched_stays_until_it_was_read() {
    let mut pupil = Pupil::new();
    for task in [Task::Watch(Ship::B), Task::NextRound] {
        while pupil.task() != Some(task) {
            pupil.obeys(true);
        }
        assert!(pupil.lesson.is_ready(), "{task:?} is over, and nobody was hurried on");
        pupil.tries(Msg::SealPressed);
        assert_eq!(pupil.hints.pop(), Some("Press Next when you have read this."));
        pupil.reads();
        assert_ne!(pupil.task(), Some(task));
    }
}

#[test]
fn any_order_of_the_last_three_cards_will_do_and_wrong_places_will_not() {
    let mut pupil = Pupil::new();
    while pupil.task() != Some(Task::LayTheRest) {
        pupil.obeys(true);
    }
    pupil.tries(Msg::CardTouched(Card::Two));
    pupil.tries(Msg::BerthTouched(Berth::Ship(Ship::D)));
    assert_eq!(pupil.hints.len(), 1, "the 2 belongs on the Fuego");
    pupil.tries(Msg::BerthTouched(Berth::Ship(Ship::F)));
    pupil.tries(Msg::BerthTouched(Berth::Ship(Ship::A)));
    assert_eq!(pupil.hints.len(), 2, "what lies well stays");
    pupil.tries(Msg::BerthTouched(Berth::Ship(Ship::E)));
    pupil.tries(Msg::CardTouched(Card::One));
    pupil.tries(Msg::CardDropped(Card::Zero, Berth::Ship(Ship::D)));
    assert_eq!(pupil.task(), Some(Task::Seal));
}

#[test]
fn every_step_says_something_and_what_is_meant() {
    let mut lesson = Lesson::new();
    let model = Model::lesson().expect("the lesson's position can be played");
    let (_, steps) = lesson.progress();
    assert!((20..=30).contains(&steps));
    let first = lesson.step().expect("a first step").spoken();
    assert!(first.starts_with("Six ships, no captain. You and two rivals"));
    assert!(lesson.next(&model).is_none());
    for step in super::step::all() {
        assert!(!step.title.is_empty() && !step.hint.is_empty());
        assert!(step.text.chars().count() <= 330, "{:?} is too much at once", step.title);
        assert_eq!(step.is_read(), step.keys.is_empty(), "{:?}", step.title);
    }
}
