//! What Doubloons needs around its games, without a window.
//!
//! * [`table`]: the protocol of tables that nobody has to trust, as a pure core; [`wire`]: its messages as bytes.
//! * [`transcript`]: finished games as files, and the verifier.
//! * [`identity`], [`hash`]: who a peer is, and what is hashed and signed for what; [`files`]: what is kept on disk.
//! * [`lan`]: the network around it.
//! * [`bots`]: the computer players by name.
//! * [`arena`]: tournaments of bots on all cores.
//! * [`statistics`]: what a number of games says, and how sure one can be of it.
//!
//! The program `quartermaster` offers these on the command line.

pub mod arena;
pub mod bots;
pub mod files;
pub mod hash;
pub mod identity;
pub mod lan;
pub mod statistics;
pub mod table;
pub mod transcript;
pub mod wire;
