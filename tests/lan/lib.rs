//! Laptops on a LAN, all in one machine: network namespaces joined by a bridge or by a switch that can be bad on
//! purpose, real programs in them, cables to pull, and waiting for what has to happen instead of sleeping.
//!
//! Everything lives in namespaces that [`sandbox`] has entered first. The kernel removes them with the last process, so
//! a test leaves nothing behind even if it is killed.

pub mod attack;
pub mod audience;
pub mod avahi;
pub mod event;
pub mod laptop;
pub mod memory;
pub mod namespace;
pub mod network;
pub mod party;
pub mod program;
pub mod relay;
pub mod sandbox;
pub mod spread;
pub mod stranger;
pub mod suite;
pub mod switch;
