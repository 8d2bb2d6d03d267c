//! Real `quartermaster` processes on laptops of their own, each on its own network host: they find each other, play, and
//! bear what happens at a party.
//!
//! Needs namespaces. Where they can't be made, the tests are listed as ignored and the reason is printed; with CI=true
//! that is a failure.

mod controls;
mod door;
mod faults;
mod games;
mod host_dies;
mod hostile;
mod life;
mod lists;
mod middle;
mod splits;

use std::env;
use std::process::ExitCode;

use doubloons_tests::sandbox::{self, Possible};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let possible = match sandbox::possible() {
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
        let error = match sandbox::provide_quartermaster("test") {
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
    [
        controls::trials(),
        door::trials(),
        faults::trials(),
        games::trials(),
        host_dies::trials(),
        hostile::trials(),
        life::trials(),
        lists::trials(),
        middle::trials(),
        splits::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A test of that name, which fails by panicking. The name begins with a word that nothing else begins with, so that all
/// of them can be chosen or left out at once.
fn test(name: &str, body: fn()) -> Trial {
    Trial::test(format!("laptops::{name}"), move || {
        body();
        Ok(())
    })
}
