//! The rules of Caribbean from outside: every clause and every scenario of docs/rules/caribbean.md as a test through the
//! public interface.
//!
//! Names begin with the clause that they hold the engine to: `t17_…` is scenario T17, `r31_…` ruling R31, `d2_…`
//! difference D2 between the printings, `section_7_…` section 7.

mod absence;
mod bribing;
mod cargo;
mod commands;
mod ending;
mod examples;
mod fixture;
mod havens;
mod movement;
mod options;
mod printings;
mod random_games;
mod reference;
mod rounds;
mod secrecy;
mod set_up;
mod ties;
