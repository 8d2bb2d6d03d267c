//! `quartermaster doctor`: what is wrong with the network, and what helps.

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use doubloons_net::identity::Identity;
use doubloons_net::lan::address::resolve;
use doubloons_net::lan::discovery::Card;
use doubloons_net::lan::doctor::{
    Examination, HostInQuestion, Prober, Reachability, Reaching, Report, Severity, Surroundings, examine,
};
use doubloons_net::lan::door::{Pin, Purpose, Turned, knock};
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::transport::{DialFault, Endpoint, PortChoice, Settings};
use doubloons_net::table::genesis::{PROTOCOL_VERSION, RULES_VERSION};
use doubloons_words::{say, told};
use serde_json::json;

use crate::host::pin;
use crate::lan::{self, LanArguments};
use crate::report::{Failure, Verdict, json_line};

/// Find out why tables can't be found or reached, and what helps
///
/// The exit code is 1 if something has to be put right first.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Look at the way to the table at this address, too
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// Try this PIN there
    #[arg(long, value_name = "PIN", value_parser = pin(), requires = "address")]
    pin: Option<Pin>,
    /// Write the findings to this file, without names, keys and whole addresses, to be sent to somebody who can help
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lan: LanArguments,
}

/// Looks at everything and prints what was found.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    lan::run(look(arguments, out))
}

async fn look(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let targets = match &arguments.address {
        Some(text) => resolve(text).await?,
        None => Vec::new(),
    };
    let interfaces = arguments.lan.interfaces();
    let visitor = Visitor::new(arguments)?;
    let in_question = HostInQuestion { addresses: &targets, announced: false, prober: &visitor };
    let host = arguments.address.is_some().then_some(in_question);
    let report = examine(Examination { interfaces: &interfaces, surroundings: &Surroundings::look(), host }).await;
    print(arguments, &report, out)?;
    if let Some(path) = &arguments.report {
        let text =
            serde_json::to_string_pretty(&about(&report.redacted())).map_err(|error| Failure::Output(error.into()))?;
        fs::write(path, text + "\n").map_err(|error| Failure::Unwritable { path: path.clone(), error })?;
        if !arguments.lan.json {
            let path = path.display();
            writeln!(out, "{}", say!("Written to {path}, without names, keys and whole addresses."))?;
        }
    }
    Ok(if report.worst() == Severity::Trouble { Verdict::No } else { Verdict::Yes })
}

fn about(report: &Report) -> serde_json::Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL_VERSION,
        "rules": RULES_VERSION,
        "system": std::env::consts::OS,
        "findings": report.findings,
    })
}

fn print(arguments: &Arguments, report: &Report, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.lan.json {
        for finding in &report.findings {
            let mut value = json!({"event": "finding"});
            let found = serde_json::to_value(finding).map_err(|error| Failure::Output(error.into()))?;
            if let (Some(value), Some(found)) = (value.as_object_mut(), found.as_object()) {
                value.extend(found.clone());
            }
            json_line(out, &value)?;
        }
        return Ok(json_line(out, &json!({"event": "examined", "worst": report.worst()}))?);
    }
    Ok(write!(out, "{report}")?)
}

/// Knocks as somebody who wants to join would, and goes away again.
struct Visitor {
    endpoint: Endpoint,
    /// To know whether a host's key has changed. Not needed if another program uses the data directory.
    installation: Option<Installation>,
    pin: Option<Pin>,
}

impl Visitor {
    fn new(arguments: &Arguments) -> Result<Visitor, Failure> {
        let mut chance = lan::chance();
        let installation = arguments.lan.installation(&mut chance).ok();
        let identity = Identity::from_secret(&chance());
        let settings =
            Settings { port: PortChoice::Any, interface: arguments.lan.interface.clone(), ..Settings::default() };
        let (endpoint, _) = Endpoint::open(&identity, settings)?;
        Ok(Visitor { endpoint, installation, pin: arguments.pin.clone() })
    }

    async fn visit(&self, addresses: &[SocketAddr]) -> Reachability {
        let answer = match self.endpoint.ask(addresses, None).await {
            Ok(answer) => answer,
            Err(fault) => return unreached(fault),
        };
        let card = match Card::from_bytes(&answer.card) {
            Ok(card) => card,
            Err(_) if answer.card.is_empty() => {
                return Reachability::TurnedAway(say!("somebody answers there, but hosts no table"));
            }
            Err(fault) => return Reachability::TurnedAway(told(&fault)),
        };
        if (card.protocol, card.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
            return Reachability::OtherVersion { protocol: Some(card.protocol), rules: Some(card.rules) };
        }
        let known = self.installation.as_ref().and_then(|installation| installation.known_key(&card.host));
        if let Some(known) = known.filter(|known| *known != answer.key) {
            return Reachability::KeyChanged { known, found: answer.key };
        }
        if self.pin.is_some() {
            match self.endpoint.dial(addresses, Some(answer.key)).await {
                Err(fault) => return unreached(fault),
                Ok(mut link) => {
                    if let Err(turned) = knock(&mut link, Purpose::Lobby, self.pin.as_ref()).await {
                        return refused(turned);
                    }
                }
            }
        }
        Reachability::Answered { round_trip: answer.round_trip }
    }
}

impl Prober for Visitor {
    fn reach<'a>(&'a self, addresses: &'a [SocketAddr]) -> Reaching<'a> {
        Box::pin(self.visit(addresses))
    }
}

fn unreached(fault: DialFault) -> Reachability {
    match fault {
        DialFault::NoAnswer(_) | DialFault::NoRoute(_) => Reachability::Silent,
        DialFault::OtherVersion => Reachability::OtherVersion { protocol: None, rules: None },
        other => Reachability::TurnedAway(told(&other)),
    }
}

fn refused(turned: Turned) -> Reachability {
    match turned {
        Turned::PinNeeded | Turned::WrongPin { .. } => Reachability::WrongPin,
        Turned::Locked { seconds } => Reachability::LockedOut { wait: Some(std::time::Duration::from_secs(seconds)) },
        Turned::OtherVersion { theirs, .. } => {
            Reachability::OtherVersion { protocol: Some(theirs.protocol), rules: Some(theirs.rules) }
        }
        other => Reachability::TurnedAway(told(&other)),
    }
}
