//! Collects what is to be translated, keeps the catalogues of `po/` in step with it, and checks them.
//!
//! * [`extract`]: the sentences that the sources say, and prose in the programs that bypasses the catalogues.
//! * [`merge`]: the template and the catalogues, written anew; what was translated stays.
//! * [`check`]: what is wrong with a catalogue.

pub mod check;
pub mod extract;
pub mod merge;
pub mod sources;
