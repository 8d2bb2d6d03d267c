//! A game that was played before, looked at again: nobody is asked for anything, and everything was told.

use std::sync::Arc;

use doubloons_engine::caribbean::{Caribbean, Event};
use doubloons_engine::contract::Seat;

use super::log::Cast;
use super::model::{Model, Stage};
use super::table::Table;

/// The table of such a game.
#[derive(Clone, Debug)]
pub(super) struct Rerun {
    /// How the game began.
    pub(super) game: Arc<Caribbean>,
    /// The seat that it is looked at from.
    pub(super) seat: Option<Seat>,
    /// Who is called “you”, from wherever it is looked at.
    pub(super) person: Option<Seat>,
}

impl Model {
    /// The table after these events, looked at from a seat or from none. It says "you" of `person`, from wherever it is
    /// looked at, so that nobody wonders who "you" is.
    pub(crate) fn rerun(
        game: Arc<Caribbean>,
        names: Vec<String>,
        person: Option<Seat>,
        events: &[Event],
        seat: Option<Seat>,
    ) -> Model {
        let board = Arc::clone(&game);
        let mut model = Model::new(Table::Rerun(Rerun { game, seat, person }), names);
        let cast = Cast { names: &model.names, human: person };
        for event in events {
            model.logbook.write(event, &model.shown, board.board(), &cast);
            model.shown.apply(event);
            if let Event::GameOver { .. } = event {
                model.stage = Stage::Over;
            }
        }
        model
    }
}
