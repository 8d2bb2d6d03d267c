//! The door over real links.
