//! Games that were interrupted.

use doubloons_net::lan::installation::{Installation, SavedGame};
use doubloons_net::table::lobby::Boards;

/// The game that was interrupted last, of those that are wanted. One that can't be read is passed over, and said so.
pub(crate) fn find(
    installation: &Installation,
    boards: &Boards,
    wanted: impl Fn(&SavedGame) -> bool,
) -> Option<SavedGame> {
    let mut found = None;
    for game in installation.unfinished(boards) {
        match game {
            Ok(game) if found.is_none() && wanted(&game) => found = Some(game),
            Ok(_) => {}
            Err(fault) => eprintln!("{}", doubloons_words::say!("warning: {fault}")),
        }
    }
    found
}
