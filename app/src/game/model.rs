//! The state of a game: the table, what of it was shown, and what the person is about to decide.

use std::collections::VecDeque;
use std::sync::Arc;

use doubloons_engine::caribbean::{Board, Card, Event, Ship, TermsFault};
use doubloons_engine::contract::{Seat, SeatSet};
use doubloons_net::table::genesis::{Charter, PeerIndex};
use doubloons_net::table::peer::Occasion;
use doubloons_words::say;

use super::crew::TieHint;
use super::draft::{Draft, Unsealed};
use super::log::{Entry, Logbook};
use super::message::Focus;
use super::pace::Speed;
use super::people::{self, Standing};
use super::remote::{Remote, TimeLimit};
use super::setup::Setup;
use super::shown::Shown;
use super::table::{Practice, Table};
use super::voyage::Voyage;
use super::words;

/// What the person is asked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stage {
    /// Nothing: others decide, or something is being shown.
    Watching,
    /// Bribes.
    Bribing(Draft),
    /// Bribes are sealed, and others are still busy with theirs.
    Sealed(Draft),
    /// Whether to show the reserve in a tie.
    Tie {
        /// The ship.
        ship: Ship,
        /// What the tied seats offered.
        card: Card,
        /// The person's reserve.
        reserve: Card,
        /// Who else is tied.
        rivals: SeatSet,
        /// What somebody else would do, if that was asked for.
        hint: Option<TieHint>,
    },
    /// What a ship does.
    Commanding(Voyage),
    /// A move has ended here and is on its way to the table.
    Sent(Voyage),
    /// The game is over.
    Over,
}

/// A game.
#[derive(Debug)]
pub(crate) struct Model {
    pub(super) table: Table,
    pub(super) names: Vec<String>,
    pub(super) shown: Shown,
    pub(super) queue: VecDeque<Queued>,
    pub(super) stage: Stage,
    pub(super) speed: Speed,
    pub(super) logbook: Logbook,
    /// Everything that was shown, for the moments of the game.
    pub(super) history: Vec<Event>,
    /// The orders that bots have not answered yet.
    pub(super) orders: Vec<(u64, Seat)>,
    /// The ticket of the pause that is running.
    pub(super) pause: Option<u64>,
    pub(super) next_number: u64,
    /// The seats of people who are away at which the person here agrees to a bot.
    pub(super) votes: SeatSet,
    /// Those at which the person here would rather wait.
    pub(super) waits: SeatSet,
    /// Since when too few are there for the table to go on.
    pub(super) stranded: Option<Stranded>,
    /// The decision that the person was asked for last, at a table on the network.
    pub(super) occasion: Option<Occasion>,
    /// The cards that lay there unsealed when the game was left, or when they were asked for no more, until somebody is
    /// asked for bribes.
    pub(super) left: Option<Unsealed>,
    /// Those that lie there now, as they were kept last.
    pub(super) kept: Unsealed,
    /// A move that was begun and is asked for no more, until somebody is asked for a move.
    pub(super) interrupted: Option<(Occasion, Voyage)>,
}

/// For how long too few are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stranded {
    /// Not long: they may be back in a moment. With the ticket of the wait for more.
    Briefly(u64),
    /// So long that the person may want to do something else meanwhile.
    Long,
}

/// An event that waits to be shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Queued {
    pub(super) event: Event,
    /// Whether the person has seen it already, as the author of the move.
    pub(super) known: bool,
}

/// A game on the network that begins, or goes on.
#[derive(Clone, Debug)]
pub(crate) struct LanGame {
    /// What everybody agreed on.
    pub(crate) charter: Arc<Charter>,
    /// Which of the members this is.
    pub(crate) me: PeerIndex,
    /// Whether its beginning was in the journal.
    pub(crate) resumed: bool,
    /// The cards that lay there unsealed when it was left.
    pub(crate) left: Option<Unsealed>,
}

impl Model {
    /// A practice table at which nothing has happened yet; [`Msg::Began`](super::Msg::Began) sets it going.
    pub(crate) fn practice(setup: Setup) -> Result<Model, TermsFault> {
        let table = Table::Practice(Box::new(Practice::new(setup, setup.table()?)));
        Ok(Model::new(table, setup.names()))
    }

    /// A table on the network. What happens there is told by messages.
    pub(crate) fn lan(game: LanGame) -> Model {
        let remote = Remote::new(game.charter, game.me, game.resumed);
        let names = people::names(remote.state(), Some(game.me));
        let mut model = Model { left: game.left, ..Model::new(Table::Lan(Box::new(remote)), names) };
        if game.resumed {
            model.logbook.note(say!("You are back at the table"));
        }
        model
    }

    pub(super) fn new(table: Table, names: Vec<String>) -> Model {
        Model {
            table,
            names,
            shown: Shown::new(),
            queue: VecDeque::new(),
            stage: Stage::Watching,
            speed: Speed::default(),
            logbook: Logbook::default(),
            history: Vec::new(),
            orders: Vec::new(),
            pause: None,
            next_number: 0,
            votes: SeatSet::EMPTY,
            waits: SeatSet::EMPTY,
            stranded: None,
            occasion: None,
            left: None,
            kept: Unsealed::default(),
            interrupted: None,
        }
    }

    /// What a practice game was begun with; `None` for any other.
    pub(crate) fn setup(&self) -> Option<&Setup> {
        match &self.table {
            Table::Practice(practice) => Some(&practice.setup),
            Table::Lan(_) | Table::Copy(_) | Table::Rerun(_) => None,
        }
    }

    /// Whether this is the tutorial's table.
    pub(crate) fn is_lesson(&self) -> bool {
        matches!(&self.table, Table::Practice(practice) if practice.lesson)
    }

    /// The chart.
    pub(crate) fn board(&self) -> &Board {
        self.table.game().board()
    }

    /// The person's seat; `None` for somebody who watches.
    pub(crate) fn human(&self) -> Option<Seat> {
        self.table.human()
    }

    /// What the person is asked for.
    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Where the decision begins that the person is asked for.
    pub(crate) fn focus(&self) -> Option<Focus> {
        match &self.stage {
            Stage::Bribing(_) => Some(Focus::Hand),
            Stage::Tie { .. } => Some(Focus::Tie),
            Stage::Commanding(_) => self.table.game().activation().map(|start| Focus::Ship(start.ship())),
            Stage::Watching | Stage::Sealed(_) | Stage::Sent(_) | Stage::Over => None,
        }
    }

    /// How fast others' moves are shown.
    pub(crate) fn speed(&self) -> Speed {
        self.speed
    }

    /// What happened so far, in words.
    pub(crate) fn log(&self) -> &[Entry] {
        self.logbook.entries()
    }

    /// Whether something is being shown, so that the person may skip it.
    pub(crate) fn is_showing(&self) -> bool {
        self.pause.is_some()
    }

    /// What the table waits for, in a sentence.
    pub(crate) fn awaited(&self) -> String {
        let own = self.human().map_or(SeatSet::EMPTY, SeatSet::only);
        let others = self.table.waiting_for().without(own);
        let hint = match &self.stage {
            Stage::Tie { hint, .. } => hint.as_ref().map(|hint| &hint.reason),
            Stage::Commanding(voyage) => voyage.hint().map(|hint| &hint.reason),
            _ => None,
        };
        if let Some(reason) = hint {
            return reason.clone();
        }
        match &self.stage {
            Stage::Bribing(draft) => match draft.missing() {
                0 => say!("All cards are laid. Seal your bribes."),
                missing => say!("Your bribes: {missing} of 7 cards still to lay."),
            },
            Stage::Tie { .. } => say!("A tie: show your tie-breaker, or keep it."),
            Stage::Commanding(_) => say!("Your ship: sail, act, and end the move."),
            Stage::Over => say!("The game is over."),
            Stage::Watching | Stage::Sent(_) | Stage::Sealed(_) if others.is_empty() => {
                say!("Nothing is awaited from you.")
            }
            Stage::Watching | Stage::Sent(_) | Stage::Sealed(_) => {
                say!("Waiting for {names}.", names = words::all(&self.names, others))
            }
        }
    }

    /// The decision that somebody has to make, and how many seconds there are for it at a table with a clock.
    pub(crate) fn time_limit(&self) -> Option<TimeLimit> {
        match &self.table {
            Table::Practice(_) | Table::Copy(_) | Table::Rerun(_) => None,
            Table::Lan(remote) => remote.time_limit(),
        }
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map(String::as_str).unwrap_or_default()
    }

    /// Whether the person sits there.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.human() == Some(seat)
    }

    /// Whether this seat is spoken of as "you".
    pub(super) fn is_you(&self, seat: Seat) -> bool {
        let person = if let Table::Rerun(rerun) = &self.table { rerun.person } else { self.human() };
        person == Some(seat)
    }

    /// Whether whoever plays this seat is there.
    pub(super) fn standing(&self, seat: Seat) -> Standing {
        match &self.table {
            Table::Practice(_) | Table::Rerun(_) => Standing::There,
            Table::Copy(copied) => copied.standing(seat),
            Table::Lan(remote) => remote.standing(seat),
        }
    }

    /// Whether the person of this seat hosts the table.
    pub(super) fn hosts(&self, seat: Seat) -> bool {
        match &self.table {
            Table::Practice(_) | Table::Copy(_) | Table::Rerun(_) => false,
            Table::Lan(remote) => {
                let owner = people::owner(remote.state(), seat);
                owner.is_some() && owner == remote.host()
            }
        }
    }

    pub(super) fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}
