//! Real laptops on a real network, around the pure core in [`table`](crate::table).
//!
//! * [`transport`]: encrypted links between peers that know each other by their keys.
//! * [`door`]: what is said first on a link, and the PIN of a table.

pub mod door;
pub mod transport;
