//! Transcripts: whole games, honest and not, as files and through the verifier.

mod bots;
mod crew;
mod dishonest;
mod eventful;
mod honest;
mod ledger;
