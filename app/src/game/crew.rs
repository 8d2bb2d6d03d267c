//! The bots of a practice game, and the coach of any. They think on a thread of their own, so that a long thought never freezes the window.

use std::sync::mpsc;
use std::thread;

use doubloons_engine::bots::{Bot, Budget, Cancel, Coach};
use doubloons_engine::caribbean::{Caribbean, Choice, Command, View};
use doubloons_engine::contract::{Action, Canonical, Deaf, Sealed, Seat};
use doubloons_net::table::peer::{self, Wish};

use super::lesson;
use super::setup::Setup;
use super::voyage::Hint;

/// What a bot is asked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Question {
    /// A sealed choice for its own seat.
    Seal,
    /// What to do with the ship that it commands.
    Act,
    /// What a stand-in decides in a copy of a game on the network.
    StandIn(Box<peer::Question>),
    /// What the coach would seal in the person's place, and why.
    Suggest,
    /// What the coach would do with the ship that the person commands, after these commands, and why.
    Steer(Vec<Command>),
}

/// A question to one bot, with everything that it may know.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Tells replies apart; one that nobody waits for any more is dropped.
    pub(crate) number: u64,
    /// Who has to decide.
    pub(crate) seat: Seat,
    /// What about.
    pub(crate) question: Question,
    /// What that seat sees.
    pub(crate) view: View,
}

/// What a bot decided.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    /// It seals this.
    Seal(Sealed<Choice>),
    /// It does this.
    Act(Action<Command>),
    /// The coach would seal this.
    Suggestion {
        /// The cards.
        choices: Sealed<Choice>,
        /// The ship that matters most, in a sentence.
        advice: Option<String>,
    },
    /// The coach would do this with the person's ship.
    Course {
        /// After these commands.
        after: Vec<Command>,
        /// What is to follow, and why.
        hint: Hint,
    },
}

/// The answer to an [`Order`].
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// The order's number.
    pub(crate) number: u64,
    /// The order's seat.
    pub(crate) seat: Seat,
    /// The decision.
    pub(crate) decision: Decision,
}

/// The bots of one table.
pub(crate) struct Crew {
    bots: Vec<Box<dyn Bot<Caribbean>>>,
    coach: Coach,
    /// Whether everybody keeps to the script of the tutorial as long as it lasts.
    rehearsed: bool,
}

impl Crew {
    /// A bot for every seat; the one in the person's place is only there for the numbering.
    pub(crate) fn new(setup: &Setup) -> Crew {
        let bots = Seat::first(usize::from(setup.opponents) + 1).map(|seat| setup.bot(seat)).collect();
        Crew { bots, ..Crew::coach(setup.seed) }
    }

    /// The bots of the tutorial.
    pub(crate) fn of_lesson(setup: &Setup) -> Crew {
        let bots = Seat::first(usize::from(setup.opponents) + 1).map(|seat| lesson::actor(setup, seat)).collect();
        Crew { bots, rehearsed: true, ..Crew::coach(setup.seed) }
    }

    /// Nobody but the coach.
    pub(crate) fn coach(seed: u64) -> Crew {
        let coach = Coach::new(seed, Budget::FIFTY_MILLISECONDS, Cancel::new());
        Crew { bots: Vec::new(), coach, rehearsed: false }
    }

    /// Answers one order; `None` if there is no bot on that seat.
    pub(crate) fn answer(&mut self, order: &Order) -> Option<Reply> {
        let &Order { number, seat, ref question, ref view } = order;
        let decision = match question {
            Question::Seal => Decision::Seal(self.bots.get_mut(seat.index())?.seal(view)),
            Question::Act => Decision::Act(self.bots.get_mut(seat.index())?.act(view)),
            Question::StandIn(question) => stand_in(question)?,
            Question::Suggest
                if self.rehearsed
                    && let Some(suggestion) = lesson::suggestion(view) =>
            {
                suggestion
            }
            Question::Suggest => {
                let advice = self.coach.advise(view)?;
                let sentence = advice.sentences(&doubloons_words::current(), view.table(), seat).into_iter().next();
                Decision::Suggestion { choices: advice.choices(), advice: sentence }
            }
            Question::Steer(after) => {
                let mut activation = view.table().activation()?;
                for &command in after {
                    activation.play(command, &mut Deaf).ok()?;
                }
                let course = self.coach.steer(view, &activation);
                let reason = course.sentence(&doubloons_words::current(), view.table(), seat);
                let hint = Hint { commands: course.commands.commands().to_vec(), reason };
                Decision::Course { after: after.clone(), hint }
            }
        };
        Some(Reply { number, seat, decision })
    }

    /// Starts a thread that answers orders until the returned sender is dropped.
    pub(crate) fn muster(
        mut self,
        mut reply: impl FnMut(Reply) + Send + 'static,
    ) -> std::io::Result<mpsc::Sender<Order>> {
        let (orders, inbox) = mpsc::channel::<Order>();
        thread::Builder::new().name("crew".to_owned()).spawn(move || {
            for order in inbox {
                if let Some(answer) = self.answer(&order) {
                    reply(answer);
                }
            }
        })?;
        Ok(orders)
    }
}

fn stand_in(question: &peer::Question) -> Option<Decision> {
    match question.answer()? {
        Wish::Seal(_, _, choices) => Some(Decision::Seal(choices.decode().ok()?)),
        Wish::Act(_, _, action) => Some(Decision::Act(Action::from_bytes(&action).ok()?)),
        _ => None,
    }
}
