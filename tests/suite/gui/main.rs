//! The real program in real windows on virtual screens, used by pointer, by keyboard and by what a screen reader is told.
//!
//! Needs namespaces and a virtual screen. Where they can't be had, the tests are listed as ignored and the reason is
//! printed; with CI=true that is a failure.

mod keys;
mod life;
mod names;
mod party;
mod practice;
mod replay;

use std::env;
use std::process::ExitCode;

use doubloons_gui_tests::surroundings;
use doubloons_tests::sandbox::{self, Possible};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let possible = match surroundings::possible() {
        Possible::Yes => true,
        Possible::No(why) => {
            eprintln!("!!!! SKIPPED: {why}");
            if env::var_os("CI").is_some_and(|ci| ci == "true") {
                eprintln!("!!!! and tests that CI can't run are a failure");
                return ExitCode::FAILURE;
            }
            false
        }
    };
    if possible && !arguments.list && !sandbox::is_inside() {
        let error = match surroundings::provide_doubloons("test") {
            Ok(()) => sandbox::enter_again(),
            Err(error) => error,
        };
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let trials = trials().into_iter().map(|trial| trial.with_ignored_flag(!possible)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Vec<Trial> {
    [keys::trials(), life::trials(), names::trials(), party::trials(), practice::trials(), replay::trials()]
        .into_iter()
        .flatten()
        .collect()
}

/// A test of that name, which fails by panicking. The name begins with a word that nothing else begins with, so that all
/// of them can be chosen or left out at once.
fn test(name: &str, body: fn()) -> Trial {
    Trial::test(format!("windows::{name}"), move || {
        body();
        Ok(())
    })
}
