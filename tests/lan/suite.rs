//! Running a suite of tests that needs the [`sandbox`].

use std::env;
use std::io;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

use crate::sandbox::{self, Possible};

/// Runs the tests inside; `provide` builds what they need, outside. Where they can't run they are listed as ignored and
/// the reason is printed; with CI=true that is a failure. If none of them is asked for, nothing of that is done.
pub fn run(possible: Possible, provide: impl FnOnce() -> io::Result<()>, trials: Vec<Trial>) -> ExitCode {
    let arguments = Arguments::from_args();
    if !trials.iter().any(|trial| is_asked_for(&arguments, trial.name())) {
        return libtest_mimic::run(&arguments, trials).exit_code();
    }
    let possible = match possible {
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
        return sandbox::enter_with(provide);
    }
    let trials = trials.into_iter().map(|trial| trial.with_ignored_flag(!possible)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn is_asked_for(arguments: &Arguments, name: &str) -> bool {
    let fits = |pattern: &String| if arguments.exact { name == pattern } else { name.contains(pattern.as_str()) };
    arguments.filter.as_ref().is_none_or(fits) && !arguments.skip.iter().any(fits)
}

/// A test of that name, which fails by panicking. The kind is a word that no other name begins with, so that all tests of
/// a suite can be chosen or left out at once.
pub fn test(kind: &str, name: &str, body: fn()) -> Trial {
    Trial::test(format!("{kind}::{name}"), move || {
        body();
        Ok(())
    })
}
