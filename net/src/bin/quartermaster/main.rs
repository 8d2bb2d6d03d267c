//! The headless companion of Doubloons: games of bots in words, tournaments, and checks of boards and of
//! transcripts, for terminals, scripts and tests.

mod arena;
mod demo;
mod entry;
mod event;
mod fairness;
mod names;
mod progress;
mod report;
mod show;
mod table;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use report::{Failure, Verdict};

/// The headless companion of Doubloons, the pirate board games.
#[derive(Debug, Parser)]
#[command(name = "quartermaster", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done, and all is well
  1  done, and the answer is no: a board is not fair, a replay differs from its game, or a transcript
     is not valid or shows that somebody cheated
  2  not done: an argument or a file can't be used";

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Arguments),
    Arena(arena::Arguments),
    Fairness(fairness::Arguments),
    Verify(verify::Arguments),
    Show(show::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::stdout().lock();
    let done = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments, &mut out),
        Command::Arena(arguments) => arena::run(&arguments, &mut out),
        Command::Fairness(arguments) => fairness::run(&arguments, &mut out),
        Command::Verify(arguments) => verify::run(&arguments, &mut out),
        Command::Show(arguments) => show::run(&arguments, &mut out),
    };
    match done.and_then(|verdict| Ok(out.flush().map(|()| verdict)?)) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::FAILURE,
        // Whoever read the output has seen enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
