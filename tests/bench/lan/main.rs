//! How long things take on a LAN, as ratios within one run: `cargo bench -p doubloons-tests --bench lan`.
//!
//! * A move, from the wish of a guest to the last replica, against a bare relay over the same hops.
//! * The same with 256 people who watch, against none.
//! * A table in the list of tables, against Avahi.
//!
//! `-- moves` or `-- lists` measures only that.

mod bare;
mod lists;
mod moves;
mod table;

use std::process::ExitCode;

use doubloons_tests::sandbox::{self, Possible};

fn main() -> ExitCode {
    if let Possible::No(why) = sandbox::possible() {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    if !sandbox::is_inside() {
        return sandbox::enter_with(|| sandbox::provide_quartermaster("release"));
    }
    let wanted = |part: &str| {
        let mut chosen = std::env::args().filter(|word| ["moves", "lists"].contains(&word.as_str())).peekable();
        chosen.peek().is_none() || chosen.any(|word| word == part)
    };
    if wanted("moves") {
        moves::measure();
    }
    if wanted("lists") {
        lists::measure();
    }
    ExitCode::SUCCESS
}
