//! A transcript, or the journal of a practice game, as a film, without a line of GTK: what was checked and what happened
//! ([`Story`]), and where in it somebody looks ([`Player`]); and which games there are ([`shelf`]).

mod check;
mod player;
mod shelf;
mod story;

pub(crate) use check::{Checks, Ticket};
pub(crate) use player::{Msg, Pause, Player};
pub(crate) use shelf::{ENDING, Kept, Kind, shelf};
pub(crate) use story::{Finding, Story, Verdict};
