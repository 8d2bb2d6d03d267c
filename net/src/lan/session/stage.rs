//! How far a session has come, and who of its parts hears of what.

use std::time::Duration;

use super::actor::Context;
use super::hosting::Hosting;
use super::inbound::Inbound;
use super::listing::Listed;
use super::parcel::Parcel;
use super::playing::Playing;
use super::visiting::Visiting;
use super::watching::Watching;
use super::{Command, Ended, View};

/// How far a session has come.
pub(super) enum Stage {
    /// We host a lobby.
    Hosting(Box<Hosting>),
    /// We are in somebody's lobby, or on the way there.
    Visiting(Box<Visiting>),
    /// We play.
    Playing(Box<Playing>),
    /// We look on.
    Watching(Box<Watching>),
}

/// What a stage wants of the session.
pub(super) enum Step {
    /// To go on.
    Stay,
    /// To go on as something else.
    Become(Stage),
    /// To end.
    End(Ended),
}

impl From<Result<Playing, Ended>> for Step {
    fn from(begun: Result<Playing, Ended>) -> Step {
        match begun {
            Ok(playing) => Step::Become(Stage::Playing(Box::new(playing))),
            Err(ended) => Step::End(ended),
        }
    }
}

impl Stage {
    pub(super) fn hear(&mut self, context: &mut Context, inbound: Inbound) -> Step {
        match inbound {
            Inbound::Arrived { link, purpose } => match self {
                Stage::Hosting(hosting) => hosting.arrived(context, link, &purpose),
                Stage::Playing(playing) => playing.arrived(context, link, &purpose),
                Stage::Visiting(_) | Stage::Watching(_) => link.sender.close("there is no table here"),
            },
            Inbound::Dialled { key, outcome } => match self {
                Stage::Visiting(visiting) => return visiting.dialled(context, outcome),
                Stage::Watching(watching) => return watching.dialled(context, outcome),
                Stage::Playing(playing) => playing.dialled(context, key, outcome.ok()),
                Stage::Hosting(_) => {}
            },
            Inbound::Message { link, bytes, .. } => return self.message(context, link, &bytes),
            Inbound::Gone(link, fault) => match self {
                Stage::Hosting(hosting) => return hosting.gone(context, link),
                Stage::Visiting(visiting) => return visiting.gone(context, link, fault),
                Stage::Playing(playing) => playing.gone(context, link, &fault),
                Stage::Watching(watching) => watching.gone(context, link, &fault),
            },
            Inbound::Thought(wish) => {
                if let Stage::Playing(playing) = self {
                    playing.thought(context, *wish);
                }
            }
            Inbound::Kept(outcome) => match self {
                Stage::Playing(playing) => playing.kept(context, outcome),
                Stage::Watching(watching) => watching.kept(context, outcome),
                Stage::Hosting(_) | Stage::Visiting(_) => {}
            },
            Inbound::Sighted(sightings) => {
                if let Stage::Playing(playing) = self {
                    playing.sighted(&sightings);
                }
            }
        }
        Step::Stay
    }

    /// Bytes that mean nothing end the link: whoever sends them has another program, or plays tricks.
    fn message(&mut self, context: &mut Context, link: u64, bytes: &[u8]) -> Step {
        let parcel = match Parcel::from_bytes(bytes) {
            Ok(parcel) if context.link(link).is_some() => parcel,
            Ok(_) => return Step::Stay,
            Err(_) => {
                if let Some(sender) = context.link(link) {
                    sender.close("a message that can't be read");
                }
                return Step::Stay;
            }
        };
        match self {
            Stage::Hosting(hosting) => hosting.message(context, link, parcel),
            Stage::Visiting(visiting) => visiting.message(context, link, parcel),
            Stage::Watching(watching) => watching.message(context, link, parcel),
            Stage::Playing(playing) => {
                playing.message(context, link, parcel);
                Step::Stay
            }
        }
    }

    pub(super) fn command(&mut self, context: &mut Context, command: Command) -> Step {
        match (self, command) {
            (Stage::Hosting(hosting), Command::Host(command)) => hosting.command(context, command),
            (Stage::Hosting(hosting), Command::SetPin(pin)) => {
                hosting.set_pin(context, pin);
                Step::Stay
            }
            (Stage::Visiting(visiting), Command::Guest(command)) => visiting.command(context, command),
            (Stage::Playing(playing), Command::Wish(wish)) => {
                playing.wish(context, wish);
                Step::Stay
            }
            (Stage::Playing(playing), Command::Rematch) => {
                playing.want_rematch(context);
                Step::Stay
            }
            (Stage::Playing(playing), Command::Copy { level, seed }) => {
                playing.copy(context, &level, seed);
                Step::Stay
            }
            (Stage::Playing(playing), Command::Record) => {
                playing.record(context);
                Step::Stay
            }
            (Stage::Watching(watching), Command::Record) => {
                watching.record(context);
                Step::Stay
            }
            (Stage::Watching(watching), Command::AskForSeat(seat)) => {
                watching.ask_for_seat(context, seat);
                Step::Stay
            }
            // Meant for a stage that has passed meanwhile.
            _ => Step::Stay,
        }
    }

    /// The network may be another one.
    pub(super) fn awake(&mut self) {
        if let Stage::Playing(playing) = self {
            playing.awake();
        }
    }

    pub(super) fn quit(&mut self, context: &mut Context) -> Step {
        match self {
            Stage::Hosting(hosting) => hosting.quit(context),
            Stage::Visiting(visiting) => visiting.quit(context),
            Stage::Playing(playing) => playing.feed_up(context),
            Stage::Watching(_) => {}
        }
        Step::End(Ended::Quit)
    }

    pub(super) fn tick(&mut self, context: &mut Context) -> Step {
        match self {
            Stage::Hosting(hosting) => hosting.tick(context),
            Stage::Visiting(visiting) => visiting.tick(context),
            Stage::Watching(watching) => watching.tick(context),
            Stage::Playing(playing) => {
                playing.tick(context);
                playing.play_again(context)
            }
        }
    }

    /// Does what does not have to wait for a disk.
    pub(super) fn hurry(&mut self, context: &Context) {
        if let Stage::Playing(playing) = self {
            playing.hurry(context);
        }
    }

    /// When the game last went on.
    pub(super) fn moved(&self) -> Duration {
        match self {
            Stage::Playing(playing) => playing.moved(),
            Stage::Hosting(_) | Stage::Visiting(_) | Stage::Watching(_) => Duration::ZERO,
        }
    }

    /// Whether something is to be done for which nobody waits.
    pub(super) fn has_chores(&self) -> bool {
        matches!(self, Stage::Playing(playing) if playing.has_chores())
    }

    /// Whether others wait for something that is to be done.
    pub(super) fn is_waited_for(&self) -> bool {
        match self {
            Stage::Playing(playing) => playing.is_waited_for(),
            Stage::Hosting(_) | Stage::Visiting(_) | Stage::Watching(_) => true,
        }
    }

    /// Tells the others how much of the log is here.
    pub(super) fn acknowledge(&mut self, context: &Context) {
        if let Stage::Playing(playing) = self {
            playing.acknowledge(context);
        }
    }

    /// Whether somebody who watches lacks something.
    pub(super) fn has_hungry_watchers(&self) -> bool {
        matches!(self, Stage::Playing(playing) if playing.has_hungry_watchers())
    }

    /// Gives some of those who watch what they lack.
    pub(super) fn feed_watchers(&mut self, context: &Context) {
        if let Stage::Playing(playing) = self {
            playing.feed_watchers(context);
        }
    }

    pub(super) async fn carry_out(&mut self, context: &mut Context) {
        match self {
            Stage::Hosting(_) | Stage::Visiting(_) => {}
            Stage::Playing(playing) => playing.carry_out(context).await,
            Stage::Watching(watching) => watching.carry_out(context),
        }
    }

    pub(super) fn listed(&self, now: Duration) -> Option<Listed> {
        match self {
            Stage::Hosting(hosting) => Some(hosting.listed()),
            Stage::Playing(playing) => playing.listed(now),
            Stage::Visiting(_) | Stage::Watching(_) => None,
        }
    }

    /// Whether somebody has to be looked for in the list of tables.
    pub(super) fn misses_somebody(&self) -> bool {
        matches!(self, Stage::Playing(playing) if playing.misses_somebody())
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        match self {
            Stage::Hosting(hosting) => hosting.new_view(),
            Stage::Visiting(visiting) => visiting.new_view(),
            Stage::Playing(playing) => playing.new_view(),
            Stage::Watching(watching) => watching.new_view(),
        }
    }
}
