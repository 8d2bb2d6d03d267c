//! The command line.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Parser};
use doubloons_net::table::genesis::Name;
use doubloons_words::told;
use gtk::glib;

use crate::game::{Printing, Setup};
use crate::link::{self, JoinLink, NoLink};

const AFTER_HELP: &str = "\
If Doubloons is running already, its window does what was asked for, and this program ends. With
--data-dir or --interface it is a second player on the same computer instead.";

/// The option by which the desktop's message bus starts the program; it then waits to be told what to show.
const SERVICE: &str = "gapplication-service";

/// Pirate board games for LAN parties.
#[derive(Parser, Debug)]
#[command(name = "doubloons", version, after_help = AFTER_HELP,
    group = ArgGroup::new("opening").args(["practice", "host", "join", "file"]))]
pub(crate) struct Cli {
    /// Where the key, the journals of games, transcripts and preferences are kept [default: the folder for the data of
    /// programs]
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// What others call you, this time
    #[arg(long, value_name = "NAME", value_parser = name())]
    pub(crate) name: Option<Name>,

    /// Use this network interface alone
    #[arg(long, value_name = "IF")]
    pub(crate) interface: Option<String>,

    /// Begin a practice game against bots at once
    #[arg(long)]
    practice: bool,

    /// Open a table at once
    #[arg(long)]
    host: bool,

    /// Join the table at this address: a name or an IP address, with the port if it is not 17180
    #[arg(long, value_name = "ADDRESS")]
    join: Option<String>,

    /// A transcript to look at, or a link to a table
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Where the chance of the practice game comes from: the same number deals the same game
    #[arg(long, value_name = "NUMBER", requires = "practice")]
    seed: Option<u64>,

    /// How many play in the practice game, you included
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,

    #[arg(long = SERVICE, hide = true, conflicts_with = "opening")]
    service: bool,
}

/// What the program shows first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// The harbour.
    Harbour,
    /// A practice game.
    Practice(Setup),
    /// A new table.
    Host,
    /// The table at this address.
    Join(String),
    /// The table that a link leads to, once the person has agreed.
    Link(Result<JoinLink, NoLink>),
    /// This transcript.
    Replay(PathBuf),
}

impl Cli {
    /// What to show first.
    pub(crate) fn opening(&self, fresh_seed: fn() -> u64) -> Opening {
        if self.practice {
            return Opening::Practice(Setup {
                opponents: self.players - 1,
                level: Setup::FIRST_LEVEL,
                printing: Printing::default(),
                seed: self.seed.unwrap_or_else(fresh_seed),
            });
        }
        match (&self.join, &self.file) {
            _ if self.host => Opening::Host,
            (Some(address), _) => Opening::Join(address.clone()),
            (_, Some(file)) => match file.to_str().filter(|text| link::is_link(text)) {
                Some(text) => Opening::Link(JoinLink::parse(text)),
                None => Opening::Replay(file_of(file)),
            },
            (None, None) => Opening::Harbour,
        }
    }

    /// Whether this is a player of its own, even if the program runs already.
    pub(crate) fn stands_alone(&self) -> bool {
        self.data_dir.is_some() || self.interface.is_some()
    }

    /// What the running program is to be told, so that it does the same: [`Cli::opening`] of it is this opening. Folders
    /// differ from program to program, so files are named from the root.
    pub(crate) fn message(&self, fresh_seed: fn() -> u64) -> Vec<String> {
        let words: Vec<String> = match self.opening(fresh_seed) {
            _ if self.service => vec![format!("--{SERVICE}")],
            Opening::Harbour => Vec::new(),
            Opening::Practice(setup) => {
                let players = setup.opponents + 1;
                vec!["--practice".to_owned(), format!("--seed={}", setup.seed), format!("--players={players}")]
            }
            Opening::Host => vec!["--host".to_owned()],
            Opening::Join(address) => vec![format!("--join={address}")],
            // A link that can't be followed is told in the window.
            Opening::Link(_) => self.file.iter().map(|link| link.to_string_lossy().into_owned()).collect(),
            Opening::Replay(file) => {
                let file = std::path::absolute(&file).unwrap_or(file);
                // An address is text, whatever the file's name is.
                let address = glib::filename_to_uri(&file, None).map(Into::into);
                vec![address.unwrap_or_else(|_| file.to_string_lossy().into_owned())]
            }
        };
        ["doubloons".to_owned()].into_iter().chain(words).collect()
    }
}

/// The desktop names files by address (`file:///…`), people by path.
fn file_of(named: &Path) -> PathBuf {
    let address = named.to_str().filter(|text| text.starts_with("file:"));
    address.and_then(|address| glib::filename_from_uri(address).ok()).map_or_else(|| named.to_owned(), |(path, _)| path)
}

fn name() -> impl Fn(&str) -> Result<Name, String> + Clone + Send + Sync {
    |text| Name::try_from(text.to_owned()).map_err(|no_name| told(&no_name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::{Typed, typed};

    fn opening(arguments: &[&str]) -> Option<Opening> {
        let arguments = ["doubloons"].iter().chain(arguments);
        Cli::try_parse_from(arguments).ok().map(|cli| cli.opening(|| 0))
    }

    /// The arguments of a command that runs the program in one of the ways there are.
    fn arguments(words: &[String]) -> Option<&[String]> {
        const ID: &str = "io.github.doubloons.Doubloons";
        match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["app/run" | "doubloons", ..] => Some(&words[1..]),
            ["flatpak", "run", ID, ..] => Some(&words[3..]),
            _ => None,
        }
    }

    #[test]
    fn what_the_documents_show_is_understood() {
        let mut shown = 0;
        for Typed { place, words } in typed() {
            let Some(arguments) = arguments(&words) else { continue };
            if let Err(error) = Cli::try_parse_from(["doubloons".to_owned()].iter().chain(arguments)) {
                panic!("{place}\n{error}");
            }
            shown += 1;
        }
        assert!(shown > 3, "only {shown} commands were found");
    }

    #[test]
    fn the_command_line_begins_a_practice_game() {
        let Some(Opening::Practice(setup)) = opening(&["--practice", "--seed", "7", "--players", "3"]) else {
            panic!("a game was asked for")
        };
        assert_eq!((setup.opponents, setup.seed), (2, 7));
        assert_eq!(opening(&["--practice", "--players", "5"]), None);
        assert_eq!(opening(&["--seed", "7"]), None, "a seed without a game does nothing");
    }

    #[test]
    fn one_thing_is_shown_first() {
        assert_eq!(opening(&[]), Some(Opening::Harbour));
        assert_eq!(opening(&["--host"]), Some(Opening::Host));
        assert_eq!(opening(&["--join", "laptop:17181"]), Some(Opening::Join("laptop:17181".to_owned())));
        assert_eq!(opening(&["game.doubloons"]), Some(Opening::Replay(PathBuf::from("game.doubloons"))));
        let link = JoinLink::parse("doubloons://join/10.0.0.5");
        assert_eq!(opening(&["doubloons://join/10.0.0.5"]), Some(Opening::Link(link)));
        assert_eq!(opening(&["doubloons://drink/rum"]), Some(Opening::Link(Err(NoLink::Other))));
        assert_eq!(opening(&["--host", "--practice"]), None);
        assert_eq!(opening(&["--join", "laptop", "game.doubloons"]), None);
    }

    #[test]
    fn the_running_program_is_told_the_same() {
        let asked = [
            &[][..],
            &["--practice", "--seed", "7", "--players", "3"],
            &["--host"],
            &["--join", "laptop:17181"],
            &["/home/mira/A game, 100 %.doubloons"],
            &["file:///home/mira/A%20game.doubloons"],
            &["doubloons://join/10.0.0.5"],
            &["doubloons://drink/rum"],
        ];
        for arguments in asked {
            let cli = Cli::parse_from(["doubloons"].iter().chain(arguments));
            let told = Cli::parse_from(cli.message(|| 5));
            assert_eq!(told.opening(|| 0), cli.opening(|| 5), "{arguments:?}");
        }
        let service = Cli::parse_from(["doubloons", "--gapplication-service"]);
        assert_eq!(service.message(|| 0), ["doubloons", "--gapplication-service"]);
    }

    #[test]
    fn files_are_named_by_path_or_by_address() {
        let path = |named| opening(&[named]);
        let replay = |path: &str| Some(Opening::Replay(PathBuf::from(path)));
        assert_eq!(path("file:///home/mira/A%20game.doubloons"), replay("/home/mira/A game.doubloons"));
        assert_eq!(path("file:odd"), replay("file:odd"));
        let cli = Cli::parse_from(["doubloons", "game.doubloons"]);
        let here = std::env::current_dir().expect("a folder").join("game.doubloons");
        assert_eq!(Cli::parse_from(cli.message(|| 0)).opening(|| 0), Opening::Replay(here));
    }

    #[test]
    fn a_second_player_on_one_computer_has_a_folder_or_a_network_of_its_own() {
        let alone = |arguments: &[&str]| Cli::parse_from(["doubloons"].iter().chain(arguments)).stands_alone();
        assert!(alone(&["--data-dir", "/tmp/jack"]) && alone(&["--interface", "lo"]));
        assert!(!alone(&["--name", "Jack", "--host"]));
    }

    #[test]
    fn the_manual_is_up_to_date() {
        crate::manual::check(<Cli as clap::CommandFactory>::command());
    }

    #[test]
    fn a_name_is_one_that_others_can_read() {
        assert!(Cli::try_parse_from(["doubloons", "--name", "Mira"]).is_ok_and(|cli| cli.name.is_some()));
        assert!(Cli::try_parse_from(["doubloons", "--name", ""]).is_err());
    }
}
