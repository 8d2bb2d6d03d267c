//! Why tables can't be found or reached, and what helps: a look at every layer, from the cable to the host's door.

mod detail;
mod firewall;
mod host;
mod multicast;
mod ports;
mod reachability;
mod report;
mod surroundings;
mod symptom;

use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::timeout;

pub use detail::Detail;
pub use reachability::{Prober, Reachability, Reaching};
pub use report::{Finding, Report};
pub use surroundings::{Flatpak, Surroundings};
pub use symptom::{Layer, Severity, Symptom};

use crate::lan::interfaces::{self, Interface, InterfaceChoice, InterfaceKind};
use crate::lan::transport::{STANDARD_PORT, STANDARD_PORTS};

/// The port that a host takes first.
pub const FIRST_PORT: u16 = STANDARD_PORT;

/// The last port that a host takes when those before it are taken.
pub const LAST_PORT: u16 = STANDARD_PORT + STANDARD_PORTS - 1;

/// How long an examination takes at most.
pub const EXAMINED_WITHIN: Duration = Duration::from_secs(5);

/// How long each of the slow looks may take; they are taken side by side.
const ONE_LOOK: Duration = Duration::from_millis(4500);

/// What is to be looked at.
#[derive(Clone, Copy)]
pub struct Examination<'a> {
    /// The interfaces that are used.
    pub interfaces: &'a InterfaceChoice,
    /// What is known of the computer.
    pub surroundings: &'a Surroundings,
    /// The host that can't be reached, if it is about one.
    pub host: Option<HostInQuestion<'a>>,
}

/// A host that can't be reached.
#[derive(Clone, Copy)]
pub struct HostInQuestion<'a> {
    /// Where it should be.
    pub addresses: &'a [SocketAddr],
    /// Whether it is on the list of tables, so that multicast works at least.
    pub announced: bool,
    /// Tries to reach it.
    pub prober: &'a dyn Prober,
}

/// Looks at every layer, within [`EXAMINED_WITHIN`]. Dropping the future ends it.
pub async fn examine(examination: Examination<'_>) -> Report {
    let Examination { interfaces: choice, surroundings, host } = examination;
    let all = interfaces::all();
    let chosen: Vec<&Interface> = all.as_ref().map_or_else(|_| Vec::new(), |all| interfaces::chosen(all, choice));
    let hear = timeout(ONE_LOOK, multicast::look(&chosen));
    let knock = timeout(ONE_LOOK, async {
        match host {
            Some(host) => host::look(&host).await,
            None => Vec::new(),
        }
    });
    let (heard, knocked) = tokio::join!(hear, knock);
    let mut symptoms = match &all {
        Ok(all) => look_at_interfaces(all, &chosen, choice),
        Err(error) => vec![Symptom::InterfacesUnknown { reason: error.to_string() }],
    };
    symptoms.extend(heard.unwrap_or_default());
    symptoms.extend(ports::look(FIRST_PORT..=LAST_PORT));
    symptoms.extend(firewall::look(surroundings));
    symptoms.extend(knocked.unwrap_or_else(|_| vec![Symptom::HostSilent]));
    Report::new(symptoms, surroundings)
}

/// What can be said of the interfaces alone.
fn look_at_interfaces(all: &[Interface], chosen: &[&Interface], choice: &InterfaceChoice) -> Vec<Symptom> {
    let name = |interface: &Interface| Detail::Interface(interface.name.clone());
    let mut symptoms = Vec::new();
    match choice {
        InterfaceChoice::Only(wanted) if chosen.is_empty() => {
            symptoms.push(Symptom::NoSuchInterface { interface: Detail::Interface(wanted.clone()) });
        }
        _ if chosen.is_empty() => symptoms.push(Symptom::NoInterface),
        InterfaceChoice::Sensible if chosen.iter().all(|interface| interface.kind == InterfaceKind::Loopback) => {
            symptoms.push(Symptom::OnlyLoopback);
        }
        _ => {}
    }
    for interface in chosen {
        let addresses = interface.networks.iter().map(|network| Detail::Address(network.address)).collect();
        symptoms.push(Symptom::InterfaceUsed { interface: name(interface), addresses });
        if !interface.connected {
            symptoms.push(Symptom::NotConnected { interface: name(interface) });
        }
    }
    let passed_over = |interface: &&Interface| {
        !chosen.contains(interface) && interface.connected && interface.kind != InterfaceKind::Loopback
    };
    symptoms.extend(
        all.iter().filter(passed_over).map(|interface| Symptom::InterfacePassedOver { interface: name(interface) }),
    );
    symptoms
}

#[cfg(test)]
mod tests;
