//! `quartermaster host`: a table of this computer's, until its game is over.

use std::io::Write;

use clap::{Args, ValueEnum};
use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::Colours;
use doubloons_engine::contract::Seat;
use doubloons_net::bots::Kind;
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::session::{Command, Session, Start};
use doubloons_net::lan::transport::PortChoice;
use doubloons_net::table::genesis::Name;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::lobby::message::Introduction;
use doubloons_words::{say, told};
use serde_json::json;

use crate::lan::{self, LanArguments, PlayerArguments, name};
use crate::player::{Autopilot, Player};
use crate::report::{Failure, Verdict, json_line};
use crate::resume;
use crate::signals::Signals;
use crate::table::{TableArguments, bot};

/// Host a table on this network, until its game is over
///
/// The game begins when every seat is taken. The host votes on what is accepted, with or without a seat. If this program
/// is stopped in the middle of a game, the same command goes on with it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What is played
    #[arg(long, value_enum, default_value_t = GameName::Caribbean)]
    game: GameName,
    /// How many seats the table has
    #[arg(long, default_value_t = 4, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// What the table is called
    #[arg(long, default_value = "Quartermaster's table", value_name = "TABLE", value_parser = name())]
    name: Name,
    /// How many seats bots of this computer take
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    bots: u8,
    /// How well they play
    #[arg(long, default_value = "bosun", value_name = "LEVEL", value_parser = bot())]
    bot: Kind,
    /// Take a seat as well, and let a bot of this level decide there, like somebody who joins
    #[arg(long, value_name = "LEVEL", value_parser = bot())]
    play: Option<Kind>,
    /// What guests have to know
    #[arg(long, value_name = "PIN", value_parser = pin())]
    pin: Option<Pin>,
    /// The UDP port [default: 17180, or the next one that is free]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Begin a new game even if one of this table was interrupted
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    pub(crate) lan: LanArguments,
}

/// The games there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GameName {
    /// Sealed bribes for six ships
    Caribbean,
}

/// Reads a PIN.
pub(crate) fn pin() -> impl Fn(&str) -> Result<Pin, String> + Clone + Send + Sync {
    |text| Pin::try_from(text.to_owned()).map_err(|no_pin| told(&no_pin))
}

/// Opens the table and plays.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let seated = arguments.bots + u8::from(arguments.play.is_some());
    if seated > arguments.seats {
        return Err(Failure::NoTable(say!(
            "there are {seats} seats for {seated}: say --seats {seated}, or fewer --bots",
            seats = arguments.seats
        )));
    }
    lan::run(host(arguments, out))
}

async fn host(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let mut signals = Signals::listen()?;
    let port = arguments.port.map_or(PortChoice::Standard, PortChoice::Exactly);
    let place = arguments.lan.place(arguments.table.setting()?, port, lan::chance())?;
    let interrupted = resume::find(&place.installation, &place.boards, |game| game.table().name == arguments.name);
    announce(arguments, place.endpoint.port(), place.endpoint.key().to_string(), out)?;
    let pace = arguments.player.pace();
    let autopilot = arguments.play.map(|kind| Autopilot { kind, seed: arguments.player.bot_seed(), pace });
    let name = arguments.player.name(&place.installation);
    let me = Introduction { name, emblem: 0, plays: arguments.play.is_some() };
    let pin = arguments.pin.clone();
    let start = match interrupted.filter(|_| !arguments.new) {
        Some(game) => Start::Resume { pin: pin.or_else(|| game.pin()), game: Box::new(game) },
        None => {
            let terms = AnyTerms::Caribbean(place.setting.terms(arguments.seats, Colours::Dealt));
            Start::Host { table: arguments.name.clone(), me, terms: Box::new(terms), pin }
        }
    };
    let begins = matches!(start, Start::Host { .. });
    let (session, happenings) = Session::start(place.ground(arguments.lan.interfaces(), pace), start);
    if begins {
        seat_bots(arguments, &session)?;
    }
    Player::new((session, happenings), autopilot, true, arguments.lan.json).play(&mut signals, out).await
}

/// Bots sit at the end of the table.
fn seat_bots(arguments: &Arguments, session: &Session) -> Result<(), Failure> {
    let level = Name::try_from(arguments.bot.name.to_owned()).map_err(|no_name| Failure::Table(told(&no_name)))?;
    let seats = Seat::first(arguments.seats.into()).skip((arguments.seats - arguments.bots).into());
    for seat in seats {
        session.command(Command::Host(HostCommand::AddBot { seat, level: level.clone() }));
    }
    Ok(())
}

fn announce(arguments: &Arguments, port: u16, key: String, out: &mut impl Write) -> Result<(), Failure> {
    let addresses = lan::addresses(&arguments.lan.interfaces(), port);
    let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
    if arguments.lan.json {
        let value =
            json!({"event": "hosting", "table": arguments.name, "port": port, "addresses": addresses, "key": key});
        return Ok(json_line(out, &value)?);
    }
    let hosting = say!("Hosting “{table}” on UDP port {port}. Others join with one of", table = arguments.name);
    writeln!(out, "{hosting}")?;
    writeln!(out, "  quartermaster join --table '{}'", arguments.name)?;
    for address in &addresses {
        writeln!(out, "  quartermaster join --address {address}")?;
    }
    Ok(())
}
