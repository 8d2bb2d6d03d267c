//! A table that nobody has to trust.
//!
//! * [`genesis`]: how a game begins; [`seal`]: sealed choices; [`chain`]: joint chance.
//! * [`state`]: what the table has come to; [`ledger`]: the log as everybody checks it.
//! * [`statement`]: what peers sign; [`entry`]: what the host puts into order; [`evidence`]: proofs of cheating.
//! * [`chat`]: what people say; [`limit`]: how often they may.
//! * [`bot_seat`]: how a bot decides; [`copy`](mod@copy): how somebody plays on alone when too few are left.

pub mod bot_seat;
pub mod chain;
pub mod chat;
pub mod copy;
pub mod entry;
pub mod evidence;
pub mod genesis;
pub mod journal;
mod judge;
pub mod ledger;
pub mod limit;
pub mod lobby;
pub mod peer;
pub mod replication;
pub mod seal;
pub mod state;
pub mod statement;
pub mod words;
