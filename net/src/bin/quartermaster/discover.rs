//! `quartermaster discover`: the tables on this network, as they come and go.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_net::identity::{Identity, PublicKey};
use doubloons_net::lan::discovery::{Search, Sighting, TableId, TableStage};
use doubloons_net::lan::transport::{Endpoint, PortChoice, Settings};
use doubloons_words::{say, tr};
use serde_json::{Value, json};

use crate::lan::{self, LanArguments};
use crate::report::{Failure, Verdict, json_line};
use crate::signals::Signals;

/// List the tables on this network as they appear, change and vanish
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How long to look, in seconds [default: until it is stopped]
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    #[command(flatten)]
    pub(crate) lan: LanArguments,
}

/// Looks and prints.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    lan::run(discover(arguments, out))
}

async fn discover(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let search = Search::begin(&arguments.lan.interfaces())?;
    let mut signals = Signals::listen()?;
    // Whoever only looks is nobody in particular, and needs no data directory.
    let identity = Identity::from_secret(&lan::chance()());
    let settings =
        Settings { port: PortChoice::Any, interface: arguments.lan.interface.clone(), ..Settings::default() };
    let (endpoint, _arrivals) = Endpoint::open(&identity, settings)?;
    let (_browser, mut list) = search.go_on(Arc::new(endpoint.clone()));
    let end = async {
        match arguments.seconds {
            Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds)).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(end);
    let mut shown: BTreeMap<(TableId, PublicKey), Value> = BTreeMap::new();
    loop {
        tokio::select! {
            changed = list.changed() => if changed.is_err() { break },
            () = &mut end => break,
            () = signals.next() => break,
        }
        let sightings = list.borrow_and_update().clone();
        show(arguments, &mut shown, &sightings, out)?;
    }
    endpoint.close().await;
    Ok(Verdict::Yes)
}

/// Prints what is new.
fn show(
    arguments: &Arguments,
    shown: &mut BTreeMap<(TableId, PublicKey), Value>,
    sightings: &[Sighting],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let now: BTreeMap<(TableId, PublicKey), &Sighting> =
        sightings.iter().map(|sighting| ((sighting.card.table, sighting.card.key), sighting)).collect();
    let gone: Vec<(TableId, PublicKey)> = shown.keys().filter(|table| !now.contains_key(table)).copied().collect();
    for table in gone {
        let Some(known) = shown.remove(&table) else { continue };
        if arguments.lan.json {
            json_line(out, &json!({"event": "gone", "name": known["name"], "key": known["key"]}))?;
        } else {
            writeln!(out, "{}", say!("Gone: “{table}”", table = known["name"].as_str().unwrap_or_default()))?;
        }
    }
    for (table, sighting) in now {
        let mut value = describe(sighting);
        if shown.get(&table) == Some(&value) {
            continue;
        }
        shown.insert(table, value.clone());
        value["ping_ms"] = json!(sighting.ping().map(|ping| ping.as_secs_f64() * 1000.0));
        if arguments.lan.json {
            json_line(out, &value)?;
        } else {
            let card = &sighting.card;
            let addresses: Vec<String> = sighting.addresses.iter().map(ToString::to_string).collect();
            let stage = match card.stage {
                TableStage::Gathering => tr("gathering"),
                TableStage::Playing(_) => tr("playing"),
                TableStage::Over => tr("over"),
            };
            let (table, host, game, places) = (&card.name, &card.host, &card.game, addresses.join(", "));
            let (taken, seats) = (card.taken, card.seats);
            let line = match card.pin {
                false => say!("“{table}” of {host}: {game}, {taken}/{seats} seats, {stage}, at {places}"),
                true => say!("“{table}” of {host}: {game}, {taken}/{seats} seats, {stage}, PIN, at {places}"),
            };
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// What is told of a table; how fast it answers changes all the time and is left out.
fn describe(sighting: &Sighting) -> Value {
    let card = &sighting.card;
    let addresses: Vec<String> = sighting.addresses.iter().map(ToString::to_string).collect();
    json!({
        "event": "table",
        "name": card.name,
        "host": card.host,
        "game": card.game,
        "seats": card.seats,
        "taken": card.taken,
        "pin": card.pin,
        "stage": match card.stage {
            TableStage::Gathering => "gathering",
            TableStage::Playing(_) => "playing",
            TableStage::Over => "over",
        },
        "protocol": card.protocol,
        "addresses": addresses,
        "answers": sighting.verified(),
        "key": card.key.to_string(),
    })
}
