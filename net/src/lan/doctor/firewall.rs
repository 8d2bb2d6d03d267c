//! The firewall and the sandbox of this computer, and the words with which they are told to let us through.

use doubloons_words::say;

use super::surroundings::{Flatpak, Surroundings};
use super::symptom::Symptom;
use super::{FIRST_PORT, LAST_PORT};

/// What stands around us.
pub(super) fn look(surroundings: &Surroundings) -> Vec<Symptom> {
    let on = |on: bool, tool| on.then_some(Symptom::FirewallOn { tool });
    let shut_in = surroundings.flatpak == Some(Flatpak { network: false });
    [
        on(surroundings.ufw, "ufw"),
        on(surroundings.firewalld, "firewalld"),
        shut_in.then_some(Symptom::SandboxWithoutNetwork),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How tables are let through on this computer, for the tools that are there; for all if that can't be told.
pub(super) fn opened_by(surroundings: &Surroundings) -> Vec<String> {
    let known = surroundings.ufw || surroundings.firewalld;
    let mut commands = Vec::new();
    if surroundings.ufw || !known {
        commands.extend(ufw());
    }
    if surroundings.firewalld || !known {
        commands.extend(firewalld());
    }
    if surroundings.flatpak.is_some() {
        commands.push(say!("Enter these outside of the sandbox: a Flatpak can’t change the firewall."));
    }
    commands
}

/// How tables are let through on somebody else's computer.
pub(super) fn opened_there() -> Vec<String> {
    let mut commands = vec![say!("On the host’s computer, according to its firewall:")];
    commands.extend(ufw());
    commands.extend(firewalld());
    commands
}

/// How a firewall by this name lets tables through.
pub(super) fn opened_with(tool: &str) -> Vec<String> {
    if tool == "ufw" { ufw().into() } else { firewalld().into() }
}

fn ufw() -> [String; 2] {
    [format!("sudo ufw allow {FIRST_PORT}:{LAST_PORT}/udp"), "sudo ufw allow 5353/udp".to_owned()]
}

fn firewalld() -> [String; 2] {
    [
        format!("sudo firewall-cmd --add-port={FIRST_PORT}-{LAST_PORT}/udp --add-service=mdns"),
        "sudo firewall-cmd --runtime-to-permanent".to_owned(),
    ]
}
