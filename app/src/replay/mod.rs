//! A transcript as a film, without a line of GTK: what was checked and what happened ([`Story`]), and where in it somebody
//! looks ([`Player`]).

mod check;
mod player;
mod story;

pub(crate) use check::{Checks, Ticket};
pub(crate) use player::{Msg, Pause, Player};
pub(crate) use story::{Story, Verdict};
