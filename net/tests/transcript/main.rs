//! Transcripts: whole games, honest and not, as files and through the verifier.

mod crew;
mod honest;
mod ledger;
