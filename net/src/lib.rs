//! What Doubloons needs around its games, without a window.
//!
//! * [`bots`]: the computer players by name.
//! * [`arena`]: tournaments of bots on all cores.
//! * [`statistics`]: what a number of games says, and how sure one can be of it.
//! * [`transcript`]: finished games as files, and the verifier.
//!
//! The program `quartermaster` offers these on the command line.

pub mod arena;
pub mod bots;
pub mod hash;
pub mod identity;
pub mod statistics;
pub mod table;
pub mod transcript;
pub mod wire;
