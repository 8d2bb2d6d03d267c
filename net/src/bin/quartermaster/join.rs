//! `quartermaster join`: a seat at somebody's table, for a bot.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_net::bots::Kind;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::address::resolve;
use doubloons_net::lan::discovery::{Browser, Card, Sighting, TableStage};
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::installation::{Installation, SavedGame};
use doubloons_net::lan::session::{Session, Start};
use doubloons_net::lan::transport::{Endpoint, PortChoice};
use doubloons_net::table::genesis::{Name, PROTOCOL_VERSION, RULES_VERSION};
use doubloons_net::table::lobby::message::Introduction;
use doubloons_words::{say, told};
use serde_json::json;

use crate::host::pin;
use crate::lan::{self, LanArguments, Place, PlayerArguments, name};
use crate::player::{Autopilot, Player};
use crate::report::{Failure, Verdict, json_line};
use crate::resume;
use crate::signals::Signals;
use crate::table::{BoardArguments, bot};

/// Join a table on this network, and let a bot decide
///
/// If this program is stopped in the middle of a game, the same command goes on with it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The table's PIN
    #[arg(long, value_name = "PIN", value_parser = pin())]
    pin: Option<Pin>,
    /// Who decides
    #[arg(long, default_value = "bosun", value_name = "LEVEL", value_parser = bot())]
    bot: Kind,
    /// Watch instead of taking a seat
    #[arg(long)]
    watch: bool,
    /// How long to look for the table, in seconds
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    wait: u64,
    /// Join although somebody of the host's name had another key before
    #[arg(long)]
    accept_new_key: bool,
    /// Join a new game even if one at this table was interrupted
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    board: BoardArguments,
    #[command(flatten)]
    pub(crate) lan: LanArguments,
}

/// How long is waited before an address is asked again.
const ASK_AGAIN: Duration = Duration::from_millis(300);

/// The table that is meant.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Which {
    /// The table with this name on this network
    #[arg(long = "table", value_name = "NAME", value_parser = name())]
    name: Option<Name>,
    /// The table at this address: a name or an IP address, with the port if it is not 17180
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
}

/// Looks for the table and plays.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    lan::run(join(arguments, out))
}

async fn join(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let mut signals = Signals::listen()?;
    let place = arguments.lan.place(arguments.board.as_guest()?, PortChoice::Standard, lan::chance())?;
    let pace = arguments.player.pace();
    let autopilot = Autopilot { kind: arguments.bot, seed: arguments.player.bot_seed(), pace };
    let start = tokio::select! {
        start = seek(arguments, &place, out) => start?,
        () = signals.next() => return Ok(Verdict::No),
    };
    let session = Session::start(place.ground(arguments.lan.interfaces(), pace), start);
    let player = Player::new(session, Some(autopilot), false, arguments.lan.json).wanting_seat(!arguments.watch);
    player.play(&mut signals, out).await
}

/// Finds the table, or the game at it that was interrupted.
async fn seek(arguments: &Arguments, place: &Place, out: &mut impl Write) -> Result<Start, Failure> {
    let Place { installation, boards, endpoint, .. } = place;
    let pin = arguments.pin.clone();
    let targets = match &arguments.which.address {
        Some(text) => resolve(text).await?,
        None => Vec::new(),
    };
    let same_table = |game: &SavedGame| match &arguments.which.name {
        Some(name) => game.table().name == *name,
        None => game.contacts().iter().any(|(_, known)| known.iter().any(|address| targets.contains(address))),
    };
    if let Some(game) = resume::find(installation, boards, same_table).filter(|_| !arguments.new) {
        return Ok(Start::Resume { pin: pin.or_else(|| game.pin()), game: Box::new(game) });
    }
    let wait = Duration::from_secs(arguments.wait);
    let (card, addresses) = match &arguments.which.name {
        Some(name) => look_for(arguments, name, endpoint, wait).await?,
        None => ask(endpoint, targets, wait).await?,
    };
    check(arguments, installation, &card)?;
    let shown: Vec<String> = addresses.iter().map(ToString::to_string).collect();
    if arguments.lan.json {
        json_line(out, &json!({"event": "found", "table": card.name, "host": card.host, "address": shown.first()}))?;
    } else {
        let (table, host, places) = (&card.name, &card.host, shown.join(", "));
        writeln!(out, "{}", say!("Found “{table}” of {host} at {places}."))?;
    }
    if let TableStage::Playing(id) = card.stage
        && let Some(game) = resume::find(installation, boards, |game| game.charter().id() == id)
    {
        return Ok(Start::Resume { pin: pin.or_else(|| game.pin()), game: Box::new(game) });
    }
    let me = Introduction { name: arguments.player.name(installation), emblem: 1, plays: !arguments.watch };
    Ok(Start::Join { card: Box::new(card), addresses, me, pin })
}

/// Waits until the table is in the list and its host has answered.
async fn look_for(
    arguments: &Arguments,
    name: &Name,
    endpoint: &Endpoint,
    wait: Duration,
) -> Result<(Card, Vec<SocketAddr>), Failure> {
    let (_browser, mut list) = Browser::start(&arguments.lan.interfaces(), Arc::new(endpoint.clone()))?;
    let found = async {
        loop {
            let fits = |sighting: &&Sighting| sighting.card.name == *name && sighting.verified();
            let fitting: Vec<Sighting> = list.borrow_and_update().iter().filter(fits).cloned().collect();
            if let Some(first) = fitting.first() {
                return fitting.iter().all(|other| other.card.table == first.card.table).then(|| first.clone());
            }
            if list.changed().await.is_err() {
                return None;
            }
        }
    };
    match tokio::time::timeout(wait, found).await {
        Ok(Some(sighting)) => Ok((sighting.card, sighting.addresses)),
        Ok(None) => Err(Failure::NoTable(say!("several tables are called “{name}”: join by --address"))),
        Err(_) => Err(Failure::NoTable(say!(
            "no table called “{name}” was found in {seconds} s: `quartermaster discover` lists those that are there, \
             `quartermaster doctor` looks for what is wrong, and --address joins without a list",
            seconds = wait.as_secs()
        ))),
    }
}

/// Asks at an address which table is there, until somebody answers.
async fn ask(
    endpoint: &Endpoint,
    targets: Vec<SocketAddr>,
    wait: Duration,
) -> Result<(Card, Vec<SocketAddr>), Failure> {
    let deadline = tokio::time::Instant::now() + wait;
    loop {
        match endpoint.ask(&targets, None).await {
            // Whoever opens a table now, or goes on with a game, shows it in a moment.
            Ok(answer) if answer.card.is_empty() => {
                if tokio::time::Instant::now() >= deadline {
                    return Err(Failure::NoTable(say!("somebody answers there, but hosts no table")));
                }
            }
            Ok(answer) => {
                let card = Card::from_bytes(&answer.card).map_err(|fault| Failure::NoTable(told(&fault)))?;
                // Whoever answers is who the card has to speak of.
                return Ok((Card { key: answer.key, ..card }, vec![answer.address]));
            }
            Err(fault) if tokio::time::Instant::now() >= deadline => return Err(fault.into()),
            Err(_) => {}
        }
        tokio::time::sleep(ASK_AGAIN).await;
    }
}

/// Whether this table can be joined, and whether its host is who they were.
fn check(arguments: &Arguments, installation: &Installation, card: &Card) -> Result<(), Failure> {
    if (card.protocol, card.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
        return Err(Failure::NoTable(say!(
            "the table “{table}” runs Doubloons {version} (protocol {protocol}, rules {rules}), this is {own} (protocol {PROTOCOL_VERSION}, rules \
             {RULES_VERSION}): install the same version on all computers",
            table = card.name,
            version = card.version,
            protocol = card.protocol,
            rules = card.rules,
            own = env!("CARGO_PKG_VERSION")
        )));
    }
    let known: Option<PublicKey> = installation.known_key(&card.host);
    let changed = known.filter(|known| *known != card.key);
    if changed.is_some() && arguments.accept_new_key {
        installation.accept(&card.host, card.key)?;
        return Ok(());
    }
    if let Some(known) = changed {
        return Err(Failure::NoTable(say!(
            "“{host}” had the key {known} before, and now {key}: their installation may be new, or somebody may sit between \
             you. Ask them to read out their key; if it is the new one, say --accept-new-key",
            host = card.host,
            key = card.key
        )));
    }
    Ok(())
}
