//! What the desktop program costs: `cargo bench -p doubloons-gui-tests --bench app`.
//!
//! * A frame of the full chart while a ship sails, in the real window, painted by the software renderer.
//! * From the start to the first frame, and the memory of the harbour, against an empty libadwaita window.

mod frames;
mod start;
mod watched;

use std::process::ExitCode;

use doubloons_gui_tests::surroundings;
use doubloons_tests::sandbox::{self, Possible};

fn main() -> ExitCode {
    if let Some(painting) = watched::Painting::asked_for() {
        watched::run(painting);
        return ExitCode::SUCCESS;
    }
    if let Possible::No(why) = surroundings::possible() {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    if !sandbox::is_inside() {
        return sandbox::enter_with(|| {
            surroundings::provide_doubloons("release").and_then(|()| surroundings::provide_empty_window("release"))
        });
    }
    frames::measure();
    start::measure();
    ExitCode::SUCCESS
}
