//! `quartermaster demo`: a whole evening in one program. A host opens a table, the others find it on the network of this
//! computer alone, bots decide, and the transcript is kept and checked.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::Colours;
use doubloons_engine::contract::Dice;
use doubloons_net::bots::Kind;
use doubloons_net::lan::discovery::Browser;
use doubloons_net::lan::session::{Happening, Session, Start, View};
use doubloons_net::lan::transport::{Endpoint, PortChoice};
use doubloons_net::table::genesis::Name;
use doubloons_net::table::lobby::message::Introduction;
use doubloons_words::{say, told};
use serde_json::json;
use tokio::sync::mpsc;

use crate::lan::{self, LanArguments, data_folder};
use crate::player::{Autopilot, Player};
use crate::report::{Failure, Verdict, json_line};
use crate::signals::Signals;
use crate::table::{Printing, Setting, TableArguments, bot};

/// The network that is this computer alone.
const LOOPBACK: &str = "lo";

/// How long is waited for a table to be found and joined.
const FOUND: Duration = Duration::from_secs(20);

/// What the players are called.
const PLAYERS: [&str; 4] = ["Host", "Second", "Third", "Fourth"];

/// Watch bots play one game of Caribbean over the network of this computer, told in words
///
/// Each of them has an installation of its own, finds the table by mDNS and speaks QUIC, as people on several computers
/// would. Afterwards the transcript is checked as `quartermaster verify` does. The exit code is 1 if something in it does
/// not hold.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many play
    #[arg(long, default_value_t = 4, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// Who plays
    #[arg(long, default_value = "greedy", value_name = "LEVEL", value_parser = bot())]
    bot: Kind,
    /// The same seed gives the same game [default: a new game each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Keep the transcript in this file [default: a new one among the transcripts of this installation]
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    table: TableArguments,
    /// Print a JSON object for each event instead; the last one is {"event": "over", …}
    #[arg(long)]
    pub(crate) json: bool,
}

/// Plays the game and prints what happens as it happens.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let setting = arguments.table.setting()?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    announce(arguments, &setting, seed, out)?;
    let folder = Folder::new().map_err(Failure::Runtime)?;
    lan::run(play(arguments, &setting, seed, &folder.0, out))
}

/// A folder for the installations of the players, which goes away with the demo.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        let name = format!("doubloons-demo-{}-{}", std::process::id(), fresh_seed());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left there is of no use, and the system clears such places.
        let _ = fs::remove_dir_all(&self.0);
    }
}

type Opened = (Session, mpsc::UnboundedReceiver<Happening>);

async fn play(
    arguments: &Arguments,
    setting: &Setting,
    seed: u64,
    folder: &Path,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let mut signals = Signals::listen()?;
    let mut dice = Dice::from_seed(seed);
    let table = Name::try_from(format!("Demo {}", std::process::id())).map_err(|none| Failure::Table(told(&none)))?;
    let (host, autopilot) = open(arguments, setting, folder, 0, &table, &mut dice).await?;
    let keep = keep_at(arguments, seed)?;
    let host_player = Player::new(host, Some(autopilot), true, arguments.json).demonstrating(keep);
    let (session, mut others) = (host_player.session().clone(), Vec::new());
    let guests = async {
        for place in 1..arguments.seats {
            let (guest, autopilot) = open(arguments, setting, folder, place, &table, &mut dice).await?;
            let player = Player::new(guest, Some(autopilot), false, false);
            others.push(tokio::spawn(async move {
                let mut signals = Signals::listen()?;
                player.play(&mut signals, &mut io::sink()).await
            }));
            arrived(&session, usize::from(place) + 1).await?;
        }
        Ok::<(), Failure>(())
    };
    // The host has to listen while the others come.
    let (verdict, seated) = tokio::join!(host_player.play(&mut signals, out), guests);
    seated?;
    let mut all = verdict?;
    for other in others {
        let verdict = other.await.map_err(|error| Failure::Table(error.to_string()))??;
        if verdict == Verdict::No {
            all = Verdict::No;
        }
    }
    Ok(all)
}

/// Opens the installation of a player, who hosts or joins.
async fn open(
    arguments: &Arguments,
    setting: &Setting,
    folder: &Path,
    place: u8,
    table: &Name,
    dice: &mut Dice,
) -> Result<(Opened, Autopilot), Failure> {
    let mut chances = Dice::from_beacon(&dice.beacon());
    let seed = chances.word();
    let chance: lan::Chance = Box::new(move || chances.beacon().0);
    let own = LanArguments {
        data_dir: Some(folder.join(place.to_string())),
        interface: Some(LOOPBACK.to_owned()),
        json: false,
    };
    let at = own.place(setting.clone(), PortChoice::Any, chance)?;
    let name = PLAYERS.get(usize::from(place)).copied().unwrap_or("Guest");
    let name = Name::try_from(name.to_owned()).map_err(|no_name| Failure::Table(told(&no_name)))?;
    let me = Introduction { name, emblem: place, plays: true };
    let autopilot = Autopilot { kind: arguments.bot, seed, pace: Duration::ZERO };
    let start = if place == 0 {
        let terms = AnyTerms::Caribbean(setting.terms(arguments.seats, Colours::Dealt));
        Start::Host { table: table.clone(), me, terms: Box::new(terms), pin: None }
    } else {
        find(&own, table, &at.endpoint, me).await?
    };
    Ok((Session::start(at.ground(own.interfaces(), Duration::ZERO), start), autopilot))
}

/// Finds the table in the list.
async fn find(own: &LanArguments, table: &Name, endpoint: &Endpoint, me: Introduction) -> Result<Start, Failure> {
    let (_browser, mut list) = Browser::start(&own.interfaces(), Arc::new(endpoint.clone()))?;
    let found = list.wait_for(|sightings| sightings.iter().any(|one| one.card.name == *table && one.verified()));
    let not_found = || Failure::Table(say!("the table was not found on this computer’s own network"));
    let sightings = tokio::time::timeout(FOUND, found).await.map_err(|_| not_found())?.map_err(|_| not_found())?;
    let sighting = sightings.iter().find(|one| one.card.name == *table && one.verified()).ok_or_else(not_found)?;
    let (card, addresses) = (Box::new(sighting.card.clone()), sighting.addresses.clone());
    Ok(Start::Join { card, addresses, me, pin: None })
}

/// Waits until so many people are at the table, so that everybody sits where they would sit again.
async fn arrived(host: &Session, people: usize) -> Result<(), Failure> {
    let mut view = host.view();
    let there = view.wait_for(|view| match view {
        View::Lobby(lobby) => lobby.roster.as_ref().is_some_and(|roster| roster.people().len() >= people),
        View::Table(_) => true,
        View::Nothing => false,
    });
    match tokio::time::timeout(FOUND, there).await {
        Ok(Ok(_)) => Ok(()),
        _ => Err(Failure::Table(say!("a player did not get to the table"))),
    }
}

/// Where the transcript is kept.
fn keep_at(arguments: &Arguments, seed: u64) -> Result<PathBuf, Failure> {
    if let Some(path) = &arguments.transcript {
        return Ok(path.clone());
    }
    let folder = data_folder()?.join("transcripts");
    fs::create_dir_all(&folder).map_err(|error| Failure::Unwritable { path: folder.clone(), error })?;
    Ok(folder.join(format!("demo-{seed}.doubloons")))
}

fn announce(arguments: &Arguments, setting: &Setting, seed: u64, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.json {
        return Ok(json_line(
            out,
            &json!({
                "event": "table",
                "board": setting.board.name(),
                "seats": arguments.seats,
                "bot": arguments.bot.name,
                "printing": arguments.table.printing.name(),
                "seed": seed,
            }),
        )?);
    }
    let (seats, bot, board) = (arguments.seats, arguments.bot.name, setting.board.name());
    let line = match arguments.table.printing {
        Printing::First => {
            say!("{seats} {bot} bots play on {board}, first printing. To see this game again: --seed {seed}")
        }
        Printing::Second => {
            say!("{seats} {bot} bots play on {board}, second printing. To see this game again: --seed {seed}")
        }
    };
    Ok(writeln!(out, "{line}")?)
}

/// A seed that nobody chose.
fn fresh_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().hash_one(()) % 1_000_000_000
}
