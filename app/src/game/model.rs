//! The state of a practice game: the table with the bots' secrets, what of it was shown, and what the person is about
//! to decide.

use std::collections::VecDeque;

use doubloons_engine::caribbean::{Board, Card, Caribbean, Event, Ship, TermsFault};
use doubloons_engine::contract::{Game, Seat, SeatSet};
use doubloons_engine::local::LocalTable;

use super::draft::Draft;
use super::log::{Entry, Logbook};
use super::pace::Speed;
use super::setup::Setup;
use super::shown::Shown;
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
    },
    /// What a ship does.
    Commanding(Voyage),
    /// The game is over.
    Over,
}

/// A practice game.
#[derive(Debug)]
pub(crate) struct Model {
    pub(super) setup: Setup,
    pub(super) table: LocalTable<Caribbean>,
    pub(super) names: Vec<&'static str>,
    pub(super) shown: Shown,
    pub(super) queue: VecDeque<Queued>,
    pub(super) stage: Stage,
    pub(super) speed: Speed,
    pub(super) logbook: Logbook,
    /// The orders that bots have not answered yet.
    pub(super) orders: Vec<(u64, Seat)>,
    /// The ticket of the pause that is running.
    pub(super) pause: Option<u64>,
    pub(super) next_number: u64,
}

/// An event that waits to be shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Queued {
    pub(super) event: Event,
    /// Whether the person has seen it already, as the author of the move.
    pub(super) known: bool,
}

impl Model {
    /// A table at which nothing has happened yet; [`Msg::Began`](super::Msg::Began) sets it going.
    pub(crate) fn new(setup: Setup) -> Result<Model, TermsFault> {
        Ok(Model {
            setup,
            table: setup.table()?,
            names: setup.names(),
            shown: Shown::new(),
            queue: VecDeque::new(),
            stage: Stage::Watching,
            speed: Speed::default(),
            logbook: Logbook::default(),
            orders: Vec::new(),
            pause: None,
            next_number: 0,
        })
    }

    /// What the game was begun with.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The chart.
    pub(crate) fn board(&self) -> &Board {
        self.table.game().board()
    }

    /// The person's seat.
    pub(crate) fn human(&self) -> Seat {
        self.setup.human()
    }

    /// What the person is asked for.
    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
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
        let others = self.table.game().turn().waiting_for().without(SeatSet::only(self.human()));
        match &self.stage {
            Stage::Bribing(draft) => match draft.missing() {
                0 => "All cards are laid. Seal your bribes.".to_owned(),
                missing => format!("Your bribes: {missing} of 7 cards still to lay."),
            },
            Stage::Tie { .. } => "A tie: show your last card, or keep it.".to_owned(),
            Stage::Commanding(_) => "Your ship: sail, act, and end the move.".to_owned(),
            Stage::Over => "The game is over.".to_owned(),
            Stage::Watching | Stage::Sealed(_) if others.is_empty() => "Nothing is awaited from you.".to_owned(),
            Stage::Watching | Stage::Sealed(_) => format!("Waiting for {}.", words::all(&self.names, others)),
        }
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).copied().unwrap_or_default()
    }

    pub(super) fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}
