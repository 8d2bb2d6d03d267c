//! What bots promise: they decide within their budget, can be called off, can sit down anywhere, can't be read, and say
//! why a ship matters.

mod bosun;
mod budget;
mod cancelling;
mod clock;
mod coach;
mod decisions;
mod deckhand;
mod golden;
mod hints;
mod stand_in;
mod tables;
