//! What the doctor found, for people and for scripts.

use std::fmt;

use doubloons_words::{mark, say, told, tr};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::firewall;
use super::surroundings::Surroundings;
use super::symptom::{Severity, Symptom};
use super::{FIRST_PORT, LAST_PORT};

/// One thing that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What.
    pub symptom: Symptom,
    /// What helps: commands and settings, each in a line. Nothing where nothing is wrong.
    pub help: Vec<String>,
}

/// Everything that was found, from the cable up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
}

impl Report {
    pub(super) fn new(symptoms: Vec<Symptom>, surroundings: &Surroundings) -> Report {
        let mut findings: Vec<Finding> =
            symptoms.into_iter().map(|symptom| Finding { help: help(&symptom, surroundings), symptom }).collect();
        findings.sort_by_key(|finding| finding.symptom.layer());
        Report { findings }
    }

    /// The worst of the findings; good if there are none.
    pub fn worst(&self) -> Severity {
        self.findings.iter().map(|finding| finding.symptom.severity()).max().unwrap_or(Severity::Good)
    }

    /// The report without names, whole keys and whole addresses, for sending it to somebody.
    #[must_use]
    pub fn redacted(&self) -> Report {
        let redacted = |finding: &Finding| Finding { symptom: finding.symptom.redacted(), help: finding.help.clone() };
        Report { findings: self.findings.iter().map(redacted).collect() }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Finding", 5)?;
        fields.serialize_field("layer", &self.symptom.layer())?;
        fields.serialize_field("severity", &self.symptom.severity())?;
        fields.serialize_field("code", self.symptom.code())?;
        fields.serialize_field("what", &told(&self.symptom))?;
        fields.serialize_field("help", &self.help)?;
        fields.end()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { symptom, help } in &self.findings {
            let severity = match symptom.severity() {
                Severity::Good => tr("ok"),
                Severity::Note => tr("note"),
                Severity::Warning => tr("warning"),
                Severity::Trouble => tr("trouble"),
            };
            writeln!(f, "{severity:>8}  {}", told(symptom))?;
            help.iter().try_for_each(|line| writeln!(f, "{:>10}{line}", ""))?;
        }
        Ok(())
    }
}

/// What helps, as lines that say nothing about whose network it is.
fn help(symptom: &Symptom, surroundings: &Surroundings) -> Vec<String> {
    let lines = |lines: &[&'static str]| lines.iter().map(|line| tr(line).to_owned()).collect::<Vec<String>>();
    match symptom {
        Symptom::NoInterface | Symptom::OnlyLoopback => {
            lines(&[mark("Join the same Wi-Fi as the others, or plug in a cable. A phone’s hotspot will do.")])
        }
        Symptom::NoSuchInterface { .. } => lines(&[mark("The names of all interfaces: ip -brief address")]),
        Symptom::NotConnected { .. } => lines(&[mark("Plug the cable in at both ends, or join a Wi-Fi.")]),
        Symptom::InterfacePassedOver { .. } => lines(&[mark("If the others are there, choose it: --interface NAME")]),
        Symptom::MulticastOff { .. } => {
            lines(&["sudo ip link set dev NAME multicast on", mark("Joining by address works without multicast.")])
        }
        Symptom::MulticastRefused { .. } | Symptom::MulticastUnheard { .. } => {
            let mut help = firewall::opened_by(surroundings);
            help.push(say!("Joining by address works without multicast."));
            help
        }
        Symptom::MdnsPortTaken => lines(&[mark("Which program it is: sudo ss -ulpn 'sport = :5353'")]),
        Symptom::PortsTaken => {
            vec![say!("Which programs they are: sudo ss -ulpn 'sport >= :{FIRST_PORT} and sport <= :{LAST_PORT}'")]
        }
        Symptom::FirewallOn { tool } => firewall::opened_with(tool),
        Symptom::SandboxWithoutNetwork => {
            lines(&[mark("Give it back with Flatseal, or: flatpak override --user --share=network APP-ID")])
        }
        Symptom::NoRoute { .. } | Symptom::NobodyThere { .. } => lines(&[
            mark("Compare the address with the one on the host’s screen."),
            mark("Both computers must be in the same network: not one of them in a guest Wi-Fi or a VPN."),
        ]),
        Symptom::NothingListens { .. } => {
            lines(&[mark("Ask the host whether the table is still open, and at which port.")])
        }
        Symptom::SendForbidden { .. } => firewall::opened_by(surroundings),
        Symptom::HostFirewalled { .. } | Symptom::HostBlocked => firewall::opened_there(),
        Symptom::HostSilent => {
            let mut help = firewall::opened_there();
            help.push(say!(
                "Or the Wi-Fi keeps its guests apart: switch “AP isolation” or “client isolation” off in the access \
                 point, leave the guest network, or use a phone’s hotspot or a cable."
            ));
            help
        }
        Symptom::OtherVersion { .. } => lines(&[mark("All need the same version: flatpak update")]),
        Symptom::WrongPin => lines(&[mark("Ask the host for the PIN and type it again.")]),
        Symptom::LockedOut { .. } => lines(&[mark("Wait, and ask the host for the PIN.")]),
        Symptom::KeyChanged { .. } => {
            lines(&[mark("Ask the host in person. After a new installation the key changes; then forget the old one.")])
        }
        Symptom::InterfacesUnknown { .. }
        | Symptom::InterfaceUsed { .. }
        | Symptom::MulticastWorks { .. }
        | Symptom::PortFree { .. }
        | Symptom::PortRefused { .. }
        | Symptom::HostAnswers { .. }
        | Symptom::TurnedAway { .. } => Vec::new(),
    }
}
