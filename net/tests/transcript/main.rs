//! Transcripts: whole games, honest and not, as files and through the verifier.

mod bots;
mod crew;
mod decode;
mod dishonest;
mod eventful;
mod farewells;
mod frames;
mod golden;
mod honest;
mod ledger;
mod program;
mod seeds;
mod tampering;
