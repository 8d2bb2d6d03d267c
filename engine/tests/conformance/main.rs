//! One conformance suite for all games: the laws that are written at the trait `Game`, checked on every game that
//! implements it. `suite.rs` has a function for each law, `subjects.rs` the games, `toy.rs` a game that exists only to
//! use what the real ones do not. `properties.rs` holds Caribbean to its own invariants.

mod brute;
mod flaws;
mod fuzz_seeds;
mod ledger;
mod noise;
mod properties;
mod subjects;
mod suite;
mod table;
mod toy;
mod toy_views;

/// The tests of one subject: `seeds` games for each law.
macro_rules! conforms {
    ($name:ident, $subject:expr, $seeds:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use crate::subjects::*;
            use crate::suite;
            #[allow(unused_imports)]
            use doubloons_engine::caribbean::Options;

            #[test]
            fn commands_are_exact() {
                suite::commands_are_exact(&$subject, 0..$seeds);
            }

            #[test]
            fn choices_are_exact() {
                suite::choices_are_exact(&$subject, 0..$seeds);
            }

            #[test]
            fn failures_change_nothing() {
                suite::failures_change_nothing(&$subject, 0..$seeds);
            }

            #[test]
            fn replays_agree() {
                suite::replays_agree(&$subject, 0..$seeds);
            }

            #[test]
            fn digests_tell_states_apart() {
                suite::digests_tell_states_apart(&$subject, 0..6);
            }

            #[test]
            fn nobody_freezes_the_table() {
                suite::nobody_freezes_the_table(&$subject, 0..$seeds);
            }

            #[test]
            fn old_seals_are_told() {
                suite::old_seals_are_told(&$subject, 0..$seeds);
            }

            #[test]
            fn hidden_hands_are_declared() {
                suite::hidden_hands_are_declared(&$subject, 0..$seeds);
            }

            #[test]
            fn an_empty_table_ends() {
                suite::an_empty_table_ends(&$subject, 0..$seeds);
            }

            #[test]
            fn games_end() {
                suite::games_end(&$subject, 0..4 * $seeds);
            }

            #[test]
            fn views_keep_secrets() {
                suite::views_keep_secrets(&$subject, 0..$seeds);
            }

            #[test]
            fn encoding_is_canonical() {
                suite::encoding_is_canonical(&$subject, 0..4);
            }
        }
    };
}

conforms!(caribbean_second_printing, CaribbeanGames::printing(Options::SECOND_PRINTING), 30);
conforms!(caribbean_first_printing, CaribbeanGames::printing(Options::FIRST_PRINTING), 30);
conforms!(caribbean_house_rules_on_a_sketch, CaribbeanGames::sketch(), 80);
conforms!(parrot, ParrotGames, 100);
