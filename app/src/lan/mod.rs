//! The network side of the program, without a line of GTK: one thread with a tokio runtime that owns the data directory,
//! the list of tables and the table that somebody sits at. Windows send it [`Request`]s and are told [`News`].
//!
//! * [`Harbourmaster`]: the thread; `joining`: the way to a table; `pump`: what a table tells; `reach`: where it is.
//! * [`listing`]: tables and interrupted games as rows for people; [`plan`]: how a table is opened.
//! * [`lobby`]: a lobby as its page shows it; [`table`]: the table that somebody sits at; [`last_table`]: the one before.
//! * [`chat`]: what was said, and who is not listened to; [`rematch`]: another game; [`folder`]: where the data directory is.

pub(crate) mod chat;
pub(crate) mod folder;
mod harbourmaster;
mod joining;
pub(crate) mod last_table;
pub(crate) mod listing;
pub(crate) mod lobby;
mod news;
pub(crate) mod plan;
mod pump;
mod reach;
pub(crate) mod rematch;
pub(crate) mod table;

pub(crate) use harbourmaster::{Harbourmaster, Place};
pub(crate) use joining::{Found, Invitation, Target};
pub(crate) use news::{GameOver, JoinFault, News, Request, SessionId, Verdict};
