//! Pictures of every page and state, made from the real program:
//! `cargo run -p doubloons-gui-tests --bin screenshots -- FOLDER`.
//!
//! * `collection`: which scenes in which languages, looks and sizes, unless somebody chooses.
//! * `studio`: screens to show them on, and the camera.
//! * `scenes`: the way to each of them.
//!
//! The same seed deals the same game, so pictures of two versions can be laid side by side.

mod collection;
mod scenes;
mod studio;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use doubloons_gui_tests::surroundings;

use self::collection::{Choice, Style};
use self::scenes::VISITS;
use self::studio::Studio;

/// Takes pictures of the program. Whatever is not chosen is taken as in the whole collection.
#[derive(Parser, Debug)]
#[command(name = "screenshots")]
struct Arguments {
    /// Where the pictures go, as SCENE-WIDTHxHEIGHT-STYLE-LANGUAGE.png
    folder: PathBuf,
    #[command(flatten)]
    choice: Choice,
}

fn main() -> ExitCode {
    let Arguments { folder, choice } = Arguments::parse();
    if let Err(end) = surroundings::enter_for_pictures() {
        return end;
    }
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    let mut failed = Vec::new();
    for shooting in choice.shootings() {
        doubloons_words::choose(Some(shooting.language));
        let Style { name, .. } = shooting.style;
        for visit in &VISITS {
            if !visit.scenes.iter().any(|scene| shooting.wants(scene)) {
                continue;
            }
            let studio = Studio::new(&folder, &shooting, visit.name);
            // What can't be photographed must not keep the others from it.
            if panic::catch_unwind(AssertUnwindSafe(|| (visit.walk)(&studio))).is_err() {
                failed.push(format!("{}, {name}, {}", visit.name, shooting.language.code()));
            }
        }
    }
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("could not be photographed: {}", failed.join("; "));
    ExitCode::FAILURE
}
