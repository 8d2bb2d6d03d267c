//! A transcript as a film, without a line of GTK: what was checked and what happened ([`Story`]), and where in it somebody
//! looks ([`Player`]).

mod player;
mod story;

pub(crate) use player::{Msg, Pause, Player};
pub(crate) use story::{Story, Verdict};
