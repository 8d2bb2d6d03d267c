//! The bots of a practice game, and the coach of any. They think on a thread of their own, so that a long thought never freezes the window.

use std::cell::RefCell;
use std::sync::mpsc;
use std::thread;

use doubloons_engine::bots::{Audience, Bot, Budget, Cancel, Coach};
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
    /// Whether the coach would show the person's tie-breaker, and why.
    Weigh,
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
    /// What everybody is called.
    pub(crate) names: Vec<String>,
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
        /// Which ships matter, and why.
        advice: Option<String>,
    },
    /// The coach would do this in the person's tie; `None` if there was nothing to find out.
    Answer(Option<TieHint>),
    /// The coach would do this with the person's ship.
    Course {
        /// After these commands.
        after: Vec<Command>,
        /// What is to follow, and why.
        hint: Hint,
    },
}

/// What somebody else would do in a tie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TieHint {
    /// Whether they would show the tie-breaker.
    pub(crate) shows: bool,
    /// Why.
    pub(crate) reason: String,
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
    /// Calls off whatever bot thinks.
    cancel: Cancel,
    seed: u64,
    /// Whether everybody keeps to the script of the tutorial as long as it lasts.
    rehearsed: bool,
}

impl Crew {
    /// A bot for every seat; the one in the person's place is only there for the numbering.
    pub(crate) fn new(setup: &Setup) -> Crew {
        Crew::manned(setup, Setup::bot)
    }

    /// The bots of the tutorial.
    pub(crate) fn of_lesson(setup: &Setup) -> Crew {
        Crew { rehearsed: true, ..Crew::manned(setup, lesson::actor) }
    }

    fn manned(setup: &Setup, bot: fn(&Setup, Seat, Cancel) -> Box<dyn Bot<Caribbean>>) -> Crew {
        let crew = Crew::coach(setup.seed);
        let seats = Seat::first(usize::from(setup.opponents) + 1);
        Crew { bots: seats.map(|seat| bot(setup, seat, crew.cancel.clone())).collect(), ..crew }
    }

    /// Nobody but the coach.
    pub(crate) fn coach(seed: u64) -> Crew {
        Crew { bots: Vec::new(), cancel: Cancel::new(), seed, rehearsed: false }
    }

    /// Answers one order at once; `None` if there is no bot on that seat.
    pub(crate) fn answer(&mut self, order: &Order) -> Option<Reply> {
        self.answer_until(order, Cancel::new())
    }

    /// Answers one order; `None` if there is no bot on that seat, or if nobody wants the answer any more. Hints can be
    /// called off one by one.
    fn answer_until(&mut self, order: &Order, cancel: Cancel) -> Option<Reply> {
        let coach = Coach::new(self.seed, Budget::FIFTY_MILLISECONDS, cancel.clone());
        let &Order { number, seat, ref question, ref view, ref names } = order;
        let audience = Audience { tongue: &doubloons_words::current(), table: view.table(), seat, names };
        let decision = match question {
            Question::Seal => Decision::Seal(self.bots.get_mut(seat.index())?.seal(view)),
            Question::Act => Decision::Act(self.bots.get_mut(seat.index())?.act(view)),
            Question::StandIn(question) => stand_in(question, &self.cancel)?,
            Question::Suggest
                if self.rehearsed
                    && let Some(suggestion) = lesson::suggestion(view) =>
            {
                suggestion
            }
            Question::Suggest => {
                let advice = coach.advise(view)?;
                Decision::Suggestion { choices: advice.choices(), advice: Some(advice.summary(&audience)) }
            }
            Question::Weigh => Decision::Answer(
                coach.weigh(view).map(|advice| TieHint { shows: advice.shows, reason: advice.summary(&audience) }),
            ),
            Question::Steer(after) => {
                let mut activation = view.table().activation()?;
                for &command in after {
                    activation.play(command, &mut Deaf).ok()?;
                }
                let course = coach.steer(view, &activation);
                let hint = Hint { commands: course.commands.commands().to_vec(), reason: course.sentence(&audience) };
                Decision::Course { after: after.clone(), hint }
            }
        };
        let wanted = !cancel.is_cancelled() && !self.cancel.is_cancelled();
        wanted.then_some(Reply { number, seat, decision })
    }

    /// Starts a thread that answers orders until the returned line to it is dropped.
    pub(crate) fn muster(mut self, mut reply: impl FnMut(Reply) + Send + 'static) -> std::io::Result<Orders> {
        let (line, inbox) = mpsc::channel::<(Order, Cancel)>();
        let orders = Orders { line, bots: self.cancel.clone(), hint: RefCell::default() };
        thread::Builder::new().name("crew".to_owned()).spawn(move || {
            for (order, cancel) in inbox {
                if let Some(answer) = self.answer_until(&order, cancel) {
                    reply(answer);
                }
            }
        })?;
        Ok(orders)
    }
}

fn stand_in(question: &peer::Question, cancel: &Cancel) -> Option<Decision> {
    match question.answer_until(cancel)? {
        Wish::Seal(_, _, choices) => Some(Decision::Seal(choices.decode().ok()?)),
        Wish::Act(_, _, action) => Some(Decision::Act(Action::from_bytes(&action).ok()?)),
        _ => None,
    }
}

/// The line to a crew that thinks on its own thread. Whoever hangs up calls off what is still thought about.
#[derive(Debug)]
pub(crate) struct Orders {
    line: mpsc::Sender<(Order, Cancel)>,
    bots: Cancel,
    /// Calls off the last hint.
    hint: RefCell<Cancel>,
}

impl Orders {
    /// Asks; what nobody hears is not answered.
    pub(crate) fn send(&self, order: Order) {
        let cancel = Cancel::new();
        if matches!(order.question, Question::Suggest | Question::Weigh | Question::Steer(_)) {
            self.hint.replace(cancel.clone());
        }
        let _ = self.line.send((order, cancel));
    }

    /// Nobody wants the last hint any more.
    pub(crate) fn call_off_hint(&self) {
        self.hint.borrow().cancel();
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        self.bots.cancel();
        self.call_off_hint();
    }
}

#[cfg(test)]
mod tests {
    use doubloons_engine::bots::Level;

    use super::super::setup::Printing;
    use super::*;

    const SETUP: Setup = Setup { opponents: 3, level: Level::Admiral, printing: Printing::Second, seed: 5 };

    /// An order to the bot on the second seat, or to the coach.
    fn order(question: Question) -> Order {
        let mut table = SETUP.table().expect("the standard board can be played");
        let deal = table.automatic().expect("chance deals first");
        table.apply(&deal, &mut Deaf).expect("a deal");
        let seat = Seat::new(1).expect("a seat");
        Order { number: 1, seat, question, view: table.view(seat), names: SETUP.names() }
    }

    /// Orders for a crew, and what it answers until it is dismissed.
    fn mustered() -> (Orders, mpsc::Receiver<Reply>) {
        let (tell, told) = mpsc::channel();
        let orders = Crew::new(&SETUP).muster(move |reply| tell.send(reply).expect("somebody listens"));
        (orders.expect("a thread"), told)
    }

    #[test]
    fn a_bot_at_a_table_that_is_left_answers_no_more() {
        let (orders, told) = mustered();
        orders.send(order(Question::Seal));
        drop(orders);
        assert_eq!(told.iter().count(), 0);
    }

    #[test]
    fn a_hint_that_is_called_off_is_not_given() {
        let (orders, told) = mustered();
        orders.send(order(Question::Suggest));
        orders.call_off_hint();
        orders.send(Order { number: 2, ..order(Question::Suggest) });
        assert_eq!(told.recv().map(|reply| reply.number), Ok(2));
    }
}
