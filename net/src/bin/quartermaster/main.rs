//! The headless companion of Doubloons: games of bots in words, tournaments, and checks of boards and of
//! transcripts, for terminals, scripts and tests.

mod arena;
mod demo;
mod discover;
mod doctor;
#[cfg(test)]
#[path = "../../../../tests/lib/documents.rs"]
mod documents;
mod entry;
mod event;
mod fairness;
mod host;
mod join;
mod lan;
#[cfg(test)]
#[path = "../../../../tests/lib/manual.rs"]
mod manual;
mod names;
mod player;
mod progress;
mod report;
mod resume;
mod show;
mod signals;
mod table;
mod unheard;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use doubloons_words::{Language, told};
use serde_json::json;

use report::{Failure, Verdict, json_line};
use unheard::Unheard;

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
  1  done, and the answer is no: a board is not fair, a transcript is not
     valid or shows that somebody cheated, a game was left, or the network
     needs help
  2  not done: an argument or a file can't be used, or a table can't be
     joined";

#[derive(Debug, Subcommand)]
enum Command {
    Host(host::Arguments),
    Join(join::Arguments),
    Discover(discover::Arguments),
    Doctor(doctor::Arguments),
    Demo(demo::Arguments),
    Arena(arena::Arguments),
    Fairness(fairness::Arguments),
    Verify(verify::Arguments),
    Show(show::Arguments),
}

impl Command {
    /// Whether a script reads the output.
    fn json(&self) -> bool {
        match self {
            Command::Host(arguments) => arguments.lan.json,
            Command::Join(arguments) => arguments.lan.json,
            Command::Discover(arguments) => arguments.lan.json,
            Command::Doctor(arguments) => arguments.lan.json,
            Command::Demo(arguments) => arguments.json,
            Command::Arena(arguments) => arguments.json,
            Command::Fairness(arguments) => arguments.json,
            Command::Verify(arguments) => arguments.json,
            Command::Show(arguments) => arguments.json,
        }
    }
}

fn main() -> ExitCode {
    doubloons_words::choose(None);
    let arguments = Arguments::parse();
    if arguments.command.json() {
        // Scripts read the same words everywhere.
        doubloons_words::choose(Some(Language::English));
    }
    let json = arguments.command.json();
    let mut out = io::stdout().lock();
    let done = match arguments.command {
        // Others play with this one, whether somebody reads along or not.
        Command::Host(arguments) => host::run(&arguments, &mut Unheard::new(&mut out)),
        Command::Join(arguments) => join::run(&arguments, &mut Unheard::new(&mut out)),
        Command::Discover(arguments) => discover::run(&arguments, &mut out),
        Command::Doctor(arguments) => doctor::run(&arguments, &mut out),
        Command::Demo(arguments) => demo::run(&arguments, &mut Unheard::new(&mut out)),
        Command::Arena(arguments) => arena::run(&arguments, &mut out),
        Command::Fairness(arguments) => fairness::run(&arguments, &mut out),
        // The answer is in the exit code as well.
        Command::Verify(arguments) => verify::run(&arguments, &mut Unheard::new(&mut out)),
        Command::Show(arguments) => show::run(&arguments, &mut out),
    };
    match done.and_then(|verdict| Ok(Unheard::new(&mut out).flush().map(|()| verdict)?)) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::FAILURE,
        // Whoever read the output has seen enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            if json {
                // A script that does not read it any more has the exit code.
                let _ = json_line(&mut out, &json!({"event": "error", "text": told(&failure)}));
            }
            eprintln!("{}", doubloons_words::say!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::{CommandFactory, Parser};

    use crate::documents::{Typed, typed};

    /// The arguments of a command that runs quartermaster in one of the ways there are.
    fn arguments(words: &[String]) -> Option<&[String]> {
        let words_after = |mark: &str| words.iter().position(|word| word == mark).map(|at| &words[at + 1..]);
        let has = |word: &str| words.iter().any(|known| known == word);
        match words.first()?.as_str() {
            "quartermaster" => Some(&words[1..]),
            "join" => Some(words),
            "cargo" if has("quartermaster") => words_after("--"),
            "flatpak" if has("--command=quartermaster") => words_after("io.github.doubloons.Doubloons"),
            _ => None,
        }
    }

    fn can_be_typed(place: &str, arguments: &[String]) {
        let line = ["quartermaster".to_owned()].into_iter().chain(arguments.iter().cloned());
        if let Err(error) = super::Arguments::try_parse_from(line) {
            panic!("{place}\n{error}");
        }
    }

    #[test]
    fn what_the_documents_show_is_understood() {
        let mut shown = 0;
        for Typed { place, words } in typed() {
            if let Some(arguments) = arguments(&words).filter(|arguments| !arguments.is_empty()) {
                can_be_typed(&place, arguments);
                shown += 1;
            }
        }
        assert!(shown > 8, "only {shown} commands were found");
    }

    #[test]
    fn the_service_runs_a_command_that_is_understood() {
        let unit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/systemd/doubloons-table.service.in");
        let unit = fs::read_to_string(unit).expect("the service");
        let line = |key: &str| unit.lines().find_map(|line| line.strip_prefix(key)).expect(key).to_owned();
        let mut command = line("ExecStart=@bindir@/quartermaster ");
        for (name, value) in line("Environment=").split(' ').filter_map(|set| set.split_once('=')) {
            command = command.replace(&format!("${{{name}}}"), value);
        }
        // What docs/PACKAGING.md gives as an example of options.
        let options = typed().into_iter().find_map(|Typed { words, .. }| {
            let first = words.first()?.strip_prefix("OPTIONS=")?.to_owned();
            Some([&[first], &words[1..]].concat().join(" "))
        });
        command = command.replace("$OPTIONS", &options.expect("an example"));
        assert!(!command.contains('$'), "a variable without a value: {command}");
        can_be_typed(&command, &command.split(' ').map(str::to_owned).collect::<Vec<_>>());
    }

    /// Their lines are broken by hand, which is of use only where nothing breaks them again.
    #[test]
    fn the_exit_codes_fit_into_a_terminal() {
        let too_long = super::EXIT_CODES.lines().find(|line| line.len() > 80);
        assert_eq!(too_long, None);
    }

    #[test]
    fn the_command_line_is_well_formed() {
        super::Arguments::command().debug_assert();
    }

    #[test]
    fn the_manual_is_up_to_date() {
        crate::manual::check(super::Arguments::command());
    }
}
