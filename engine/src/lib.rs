//! The games of Doubloons as pure, deterministic state machines.
//!
//! * [`contract`]: what every game is to the table protocol, the app, bots and the verifier.
//! * [`caribbean`]: the first game.
//! * [`bots`]: computer players, which see a seat's view and nothing else.
//! * [`local`]: a table without a network, for practice, bots, benchmarks and tests.
//! * [`any`]: the game that a table has chosen, at run time.
//! * [`tongue`]: how all of them speak, in any language.
//!
//! Nothing here knows of time, files, sockets, threads or the system's entropy: all of that comes in as an argument.

pub mod any;
pub mod bots;
pub mod caribbean;
pub mod contract;
pub mod local;
pub mod tongue;

// The macros of `tongue` name this crate as others do.
extern crate self as doubloons_engine;
