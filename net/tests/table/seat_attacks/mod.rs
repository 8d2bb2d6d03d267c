//! Attacks by somebody at the table who does not host. Each is tried in a whole game, and its class asserted: *proven*,
//! *refused at the door*, or *visible*, as docs/FAIR-PLAY.md says.

mod chance;
mod elections;
mod frames;
mod inputs;
mod lies;
mod numbers;
mod sealed;
mod waiting;
