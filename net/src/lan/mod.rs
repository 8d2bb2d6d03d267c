//! Real laptops on a real network.

pub mod discovery;
pub mod doctor;
pub mod interfaces;
