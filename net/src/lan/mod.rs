//! Real laptops on a real network, around the pure core in [`table`](crate::table).
//!
//! * [`interfaces`], [`discovery`]: which networks there are, and the tables on them.
//! * [`address`]: addresses as people type them.
//! * [`transport`]: encrypted links between peers that know each other by their keys.
//! * [`door`]: what is said first on a link, and the PIN of a table.
//! * [`installation`]: what is kept on disk.
//! * [`session`]: one table, from its lobby to the end of its game.
//! * [`doctor`]: what is wrong with the network, and what helps.

pub mod address;
pub mod discovery;
pub mod doctor;
pub mod door;
mod inquirer;
pub mod installation;
pub mod interfaces;
pub mod session;
pub mod transport;
