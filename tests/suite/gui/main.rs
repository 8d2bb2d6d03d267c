//! The real program in real windows on virtual screens, used by pointer, by keyboard and by what a screen reader is told.
//!
//! Needs namespaces and a virtual screen.

mod clock;
mod heard;
mod here;
mod keys;
mod learning;
mod life;
mod names;
mod outside;
mod party;
mod practice;
mod rematch;
mod replay;
mod sheets;
mod speaking;
mod trouble;

use std::process::ExitCode;

use doubloons_gui_tests::surroundings;
use doubloons_tests::{sandbox, suite};
use libtest_mimic::Trial;

fn main() -> ExitCode {
    let provide = || surroundings::provide_doubloons("test").and_then(|()| sandbox::provide_quartermaster("test"));
    suite::run(surroundings::possible(), provide, trials())
}

fn trials() -> Vec<Trial> {
    let suites = [
        clock::trials(),
        heard::trials(),
        here::trials(),
        keys::trials(),
        learning::trials(),
        life::trials(),
        names::trials(),
        outside::trials(),
        party::trials(),
        practice::trials(),
        rematch::trials(),
        replay::trials(),
        sheets::trials(),
        speaking::trials(),
        trouble::trials(),
    ];
    suites.into_iter().flatten().collect()
}

fn test(name: &str, body: fn()) -> Trial {
    suite::test("windows", name, body)
}
