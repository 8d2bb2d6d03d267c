//! A table that nobody has to trust.
//!
//! * [`genesis`]: how a game begins; [`seal`]: sealed choices; [`chain`]: joint chance.
//! * [`statement`]: what peers sign; [`entry`]: what the host puts into order; [`evidence`]: proofs of cheating.

pub mod chain;
pub mod entry;
pub mod evidence;
pub mod genesis;
pub mod lobby;
pub mod seal;
pub mod statement;
pub mod words;
