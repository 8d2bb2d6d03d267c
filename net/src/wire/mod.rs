//! What peers send each other, as bytes.

pub mod codec;
pub mod frame;
