//! People who come together at a table, with windows and without: what tests, pictures and the trial of the Flatpak have in
//! common.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::Lan;
use doubloons_tests::program::Program;
use doubloons_tests::sandbox;
use doubloons_words::{say, tr};

use crate::app::{App, is_button};
use crate::desktop::{self, Desktop};

/// How long anything between computers may take: a sandbox starts more slowly than a program.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody's own table, as the program calls it.
pub fn table_of(name: &str) -> String {
    say!("{name}’s table")
}

/// A window with an open table of its own.
pub fn host<'a>(desktop: &'a Desktop, name: &str) -> App<'a> {
    let app = desktop.start(&["--name", name, "--host"]);
    app.wait_within(PATIENCE, "the table", |seen| seen.name.contains(name));
    app
}

/// A window that shows a table in its list.
pub fn find<'a>(desktop: &'a Desktop, name: &str) -> App<'a> {
    let app = desktop.start(&["--name", name]);
    app.wait_within(PATIENCE, "the table in the list", |seen| is_button(seen, &beginning("Join")));
    app
}

/// Presses a button as a screen reader's user would. The pointer stays where it is.
pub fn press(app: &App<'_>, name: &str) {
    let button = app.wait_within(PATIENCE, name, |seen| is_button(seen, name));
    assert!(app.desktop().bus().act(&button.address), "{name} can be pressed");
}

/// Sits down at the table in the list, is ready, and waits for the game.
pub fn sit_down(app: &App<'_>) {
    press(app, &beginning("Join"));
    press(app, tr("Ready"));
    app.wait_within(PATIENCE, "the game", |seen| is_button(seen, tr("Suggest")));
}

/// Any button whose name begins like this, in the language that is spoken.
pub fn beginning(english: &'static str) -> String {
    format!("{}…", tr(english))
}

/// Somebody without a window who finds a table and lets a bot decide. Has a home of its own, since a sandbox needs one.
pub fn bot(laptop: &Laptop, table: &str, name: &str) -> Program {
    let home = desktop::home(Some(laptop.namespace().name()), name);
    let runtime = home.join("runtime");
    fs::create_dir_all(&runtime).expect("a home");
    fs::set_permissions(&runtime, fs::Permissions::from_mode(0o700)).expect("a private folder");
    let mut command = laptop.namespace().command(sandbox::quartermaster());
    command.env("HOME", home).env("XDG_RUNTIME_DIR", runtime);
    command.args(["join", "--json", "--table", table, "--bot", "bosun", "--player", name]);
    let bot = Program::start(format!("{}: quartermaster", laptop.name()), command);
    bot.wait_for("joined", PATIENCE);
    bot
}

/// A table of bots without windows, with one seat left.
#[derive(Debug)]
pub struct BotTable {
    /// Who sits there; the first one hosts.
    pub bots: Vec<Program>,
}

impl BotTable {
    /// What it is called.
    pub const NAME: &str = "Tortuga";

    /// Opened on the first laptop; bots of the next ones join.
    pub fn open(lan: &Lan, seats: usize, others: &[&str]) -> BotTable {
        let seats_text = seats.to_string();
        let host = ["host", "--play", "greedy", "--name", BotTable::NAME, "--seats", &seats_text];
        let host = lan.laptop(0).start(&[&host[..], others].concat());
        host.wait_for("hosting", PATIENCE);
        let mut bots = vec![host];
        for laptop in 1..seats - 1 {
            let guest = lan.laptop(laptop).start(&["join", "--table", BotTable::NAME, "--bot", "greedy"]);
            guest.wait_for("joined", PATIENCE);
            bots.push(guest);
        }
        BotTable { bots }
    }
}
