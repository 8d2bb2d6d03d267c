//! A game as the program sees it, without a line of GTK: what happened goes in, what to show and what to do next come
//! out. It is played at a practice table in this program, or at a table on the network.
//!
//! The rules stay in the engine. Here are only the things a person does at the table before a move is final (drafts,
//! undo), the order in which what happened is shown, and the words for it.

mod act;
mod atlas;
mod cheating;
mod copied;
mod crew;
mod draft;
mod here;
mod journal;
#[cfg(test)]
mod lan_tests;
mod lesson;
mod log;
mod message;
mod model;
mod moments;
mod pace;
mod people;
mod places;
mod remote;
mod rerun;
mod results;
mod scene;
mod setup;
mod shown;
mod table;
#[cfg(test)]
mod tests;
mod tidings;
mod tray;
mod trouble;
mod update;
mod voyage;
mod words;

pub(crate) use act::{Act, Chip};
pub(crate) use atlas::place_name;
pub(crate) use cheating::{aftermath, deed};
pub(crate) use crew::{Crew, Orders};
#[cfg(test)]
pub(crate) use draft::Draft;
pub(crate) use draft::{Berth, Pick, Unsealed};
pub(crate) use here::Here;
pub(crate) use journal::{Record, Retold, choice_words, heading, read_choices, retell};
pub(crate) use lesson::{Heed, Lesson, Pointer, Step};
pub(crate) use log::{Entry, Mark};
pub(crate) use message::{Effect, Focus, Msg};
pub(crate) use model::{LanGame, Model, Stage};
pub(crate) use moments::Moment;
pub(crate) use pace::{Speed, stay};
pub(crate) use people::{Standing, capital, level_name, name as member_name, names};
pub(crate) use remote::TimeLimit;
pub(crate) use results::{Rank, Results};
pub(crate) use scene::{Light, Scene, TownScene};
pub(crate) use setup::{Printing, Setup};
pub(crate) use tidings::Tidings;
pub(crate) use tray::{Bid, BribingTray, CommandTray, RoundSummary, Runner, StripState, TieTray, Tray, WatchTray};
pub(crate) use trouble::{StandInVote, Trouble, stand_in_level};
pub(crate) use update::update;
pub(crate) use words::{card_name, card_short, doubloons, listed, sentence};
