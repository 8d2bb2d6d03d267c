//! Real `quartermaster` processes on laptops of their own, each on its own network host: they find each other, play, and
//! bear what happens at a party.
//!
//! Needs namespaces.

mod controls;
mod doctor;
#[path = "../../lib/documents.rs"]
mod documents;
mod door;
mod faults;
mod games;
mod host_dies;
mod hostile;
mod life;
mod lists;
mod middle;
mod splits;

use std::process::ExitCode;

use doubloons_tests::{sandbox, suite};
use libtest_mimic::Trial;

fn main() -> ExitCode {
    suite::run(sandbox::possible(), || sandbox::provide_quartermaster("test"), trials())
}

fn trials() -> Vec<Trial> {
    [
        controls::trials(),
        doctor::trials(),
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

fn test(name: &str, body: fn()) -> Trial {
    suite::test("laptops", name, body)
}
