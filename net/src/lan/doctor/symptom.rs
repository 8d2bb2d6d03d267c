//! What can be found: where it is, how bad it is, and the sentence that says so.

use std::fmt;
use std::time::Duration;

use doubloons_engine::tongue::{English, Tongue, Worded, phrase};
use serde::Serialize;

use super::detail::Detail;
use super::{FIRST_PORT, LAST_PORT};
use crate::table::genesis::{PROTOCOL_VERSION, RULES_VERSION};

/// Where something is, from the cable up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The network interfaces.
    Interface,
    /// Multicast, by which tables are found.
    Multicast,
    /// UDP, over which they are played.
    Udp,
    /// The way to one host.
    Host,
    /// What the host says to us.
    Door,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// May be the reason.
    Warning,
    /// Nothing works before this does.
    Trouble,
}

/// What can be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symptom {
    /// The system does not tell its interfaces.
    InterfacesUnknown {
        /// What it says instead.
        reason: String,
    },
    /// No interface has an address.
    NoInterface,
    /// The chosen interface is not there.
    NoSuchInterface {
        /// The one that was chosen.
        interface: Detail,
    },
    /// There is nothing but loopback.
    OnlyLoopback,
    /// An interface is in use.
    InterfaceUsed {
        /// Which.
        interface: Detail,
        /// Its addresses.
        addresses: Vec<Detail>,
    },
    /// The chosen interface leads nowhere.
    NotConnected {
        /// Which.
        interface: Detail,
    },
    /// An interface is there but not in use, as it leads to no people.
    InterfacePassedOver {
        /// Which.
        interface: Detail,
    },
    /// What is sent to everybody comes back.
    MulticastWorks {
        /// On which interface.
        interface: Detail,
    },
    /// The interface is set up without multicast.
    MulticastOff {
        /// Which.
        interface: Detail,
    },
    /// The system refuses to send to everybody.
    MulticastRefused {
        /// On which interface.
        interface: Detail,
        /// What it says.
        reason: String,
    },
    /// What is sent to everybody does not come back.
    MulticastUnheard {
        /// On which interface.
        interface: Detail,
    },
    /// Another program has the port of mDNS for itself.
    MdnsPortTaken,
    /// A table could be opened at this port.
    PortFree {
        /// Which.
        port: u16,
    },
    /// All ports for tables are taken.
    PortsTaken,
    /// The system refuses to open a port.
    PortRefused {
        /// What it says.
        reason: String,
    },
    /// A firewall is switched on.
    FirewallOn {
        /// What it is called.
        tool: &'static str,
    },
    /// The sandbox has no network.
    SandboxWithoutNetwork,
    /// The host answers.
    HostAnswers {
        /// How long it took.
        round_trip: Duration,
    },
    /// There is no way to the address.
    NoRoute {
        /// Which.
        address: Detail,
    },
    /// This computer forbids sending there.
    SendForbidden {
        /// Where to.
        address: Detail,
    },
    /// There is no computer at the address.
    NobodyThere {
        /// Which.
        address: Detail,
    },
    /// The computer is there, and no program listens at the port.
    NothingListens {
        /// Where.
        address: Detail,
    },
    /// A firewall on the way turns us back.
    HostFirewalled {
        /// Where.
        address: Detail,
    },
    /// The host announces itself, but what is sent to it is swallowed.
    HostBlocked,
    /// Nothing comes back from the host.
    HostSilent,
    /// The host has another version.
    OtherVersion {
        /// Its protocol, if it told.
        protocol: Option<u16>,
        /// Its rules, if it told.
        rules: Option<u16>,
    },
    /// The PIN is wrong.
    WrongPin,
    /// There were too many wrong PINs.
    LockedOut {
        /// How long to wait, if it told.
        wait: Option<Duration>,
    },
    /// A known host shows another key.
    KeyChanged {
        /// The key that is known.
        known: Detail,
        /// The key that it shows.
        found: Detail,
    },
    /// The host refuses for a reason of its own.
    TurnedAway {
        /// What it says.
        words: Detail,
    },
}

impl Symptom {
    /// Where it is.
    pub fn layer(&self) -> Layer {
        match self {
            Symptom::InterfacesUnknown { .. }
            | Symptom::NoInterface
            | Symptom::NoSuchInterface { .. }
            | Symptom::OnlyLoopback
            | Symptom::InterfaceUsed { .. }
            | Symptom::NotConnected { .. }
            | Symptom::InterfacePassedOver { .. }
            | Symptom::SandboxWithoutNetwork => Layer::Interface,
            Symptom::MulticastWorks { .. }
            | Symptom::MulticastOff { .. }
            | Symptom::MulticastRefused { .. }
            | Symptom::MulticastUnheard { .. }
            | Symptom::MdnsPortTaken => Layer::Multicast,
            Symptom::PortFree { .. }
            | Symptom::PortsTaken
            | Symptom::PortRefused { .. }
            | Symptom::FirewallOn { .. } => Layer::Udp,
            Symptom::NoRoute { .. }
            | Symptom::SendForbidden { .. }
            | Symptom::NobodyThere { .. }
            | Symptom::NothingListens { .. }
            | Symptom::HostFirewalled { .. }
            | Symptom::HostBlocked
            | Symptom::HostSilent
            | Symptom::HostAnswers { .. } => Layer::Host,
            Symptom::OtherVersion { .. }
            | Symptom::WrongPin
            | Symptom::LockedOut { .. }
            | Symptom::KeyChanged { .. }
            | Symptom::TurnedAway { .. } => Layer::Door,
        }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Symptom::InterfaceUsed { .. }
            | Symptom::MulticastWorks { .. }
            | Symptom::PortFree { .. }
            | Symptom::HostAnswers { .. } => Severity::Good,
            Symptom::InterfacePassedOver { .. } => Severity::Note,
            Symptom::OnlyLoopback | Symptom::NotConnected { .. } | Symptom::FirewallOn { .. } => Severity::Warning,
            _ => Severity::Trouble,
        }
    }

    /// The word by which scripts know it.
    pub fn code(&self) -> &'static str {
        match self {
            Symptom::InterfacesUnknown { .. } => "interfaces_unknown",
            Symptom::NoInterface => "no_interface",
            Symptom::NoSuchInterface { .. } => "no_such_interface",
            Symptom::OnlyLoopback => "only_loopback",
            Symptom::InterfaceUsed { .. } => "interface_used",
            Symptom::NotConnected { .. } => "not_connected",
            Symptom::InterfacePassedOver { .. } => "interface_passed_over",
            Symptom::MulticastWorks { .. } => "multicast_works",
            Symptom::MulticastOff { .. } => "multicast_off",
            Symptom::MulticastRefused { .. } => "multicast_refused",
            Symptom::MulticastUnheard { .. } => "multicast_unheard",
            Symptom::MdnsPortTaken => "mdns_port_taken",
            Symptom::PortFree { .. } => "port_free",
            Symptom::PortsTaken => "ports_taken",
            Symptom::PortRefused { .. } => "port_refused",
            Symptom::FirewallOn { .. } => "firewall_on",
            Symptom::SandboxWithoutNetwork => "sandbox_without_network",
            Symptom::HostAnswers { .. } => "host_answers",
            Symptom::NoRoute { .. } => "no_route",
            Symptom::SendForbidden { .. } => "send_forbidden",
            Symptom::NobodyThere { .. } => "nobody_there",
            Symptom::NothingListens { .. } => "nothing_listens",
            Symptom::HostFirewalled { .. } => "host_firewalled",
            Symptom::HostBlocked => "host_blocked",
            Symptom::HostSilent => "host_silent",
            Symptom::OtherVersion { .. } => "other_version",
            Symptom::WrongPin => "wrong_pin",
            Symptom::LockedOut { .. } => "locked_out",
            Symptom::KeyChanged { .. } => "key_changed",
            Symptom::TurnedAway { .. } => "turned_away",
        }
    }

    /// The same without what strangers need not know.
    #[must_use]
    pub fn redacted(&self) -> Symptom {
        let mut redacted = self.clone();
        match &mut redacted {
            Symptom::InterfaceUsed { interface, addresses } => {
                *interface = interface.shortened();
                addresses.iter_mut().for_each(|address| *address = address.shortened());
            }
            Symptom::NoSuchInterface { interface: detail }
            | Symptom::NotConnected { interface: detail }
            | Symptom::InterfacePassedOver { interface: detail }
            | Symptom::MulticastWorks { interface: detail }
            | Symptom::MulticastOff { interface: detail }
            | Symptom::MulticastRefused { interface: detail, .. }
            | Symptom::MulticastUnheard { interface: detail }
            | Symptom::NoRoute { address: detail }
            | Symptom::SendForbidden { address: detail }
            | Symptom::NobodyThere { address: detail }
            | Symptom::NothingListens { address: detail }
            | Symptom::HostFirewalled { address: detail }
            | Symptom::TurnedAway { words: detail } => *detail = detail.shortened(),
            Symptom::KeyChanged { known, found } => {
                *known = known.shortened();
                *found = found.shortened();
            }
            Symptom::InterfacesUnknown { .. }
            | Symptom::NoInterface
            | Symptom::OnlyLoopback
            | Symptom::MdnsPortTaken
            | Symptom::PortFree { .. }
            | Symptom::PortsTaken
            | Symptom::PortRefused { .. }
            | Symptom::FirewallOn { .. }
            | Symptom::SandboxWithoutNetwork
            | Symptom::HostAnswers { .. }
            | Symptom::HostBlocked
            | Symptom::HostSilent
            | Symptom::OtherVersion { .. }
            | Symptom::WrongPin
            | Symptom::LockedOut { .. } => {}
        }
        redacted
    }
}

impl Worded for Symptom {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Symptom::InterfacesUnknown { reason } => {
                phrase!(tongue, "The network interfaces can’t be listed: {reason}.")
            }
            Symptom::NoInterface => phrase!(tongue, "This computer is not connected to any network."),
            Symptom::NoSuchInterface { interface } => {
                phrase!(tongue, "There is no network interface “{interface}” with an address.")
            }
            Symptom::OnlyLoopback => {
                phrase!(tongue, "This computer is on no network: only tables on this computer itself can be found.")
            }
            Symptom::InterfaceUsed { interface, addresses } => {
                let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
                phrase!(tongue, "{interface} is in use, with {addresses}.", addresses = addresses.join(", "))
            }
            Symptom::NotConnected { interface } => phrase!(tongue, "{interface} is switched on but leads nowhere."),
            Symptom::InterfacePassedOver { interface } => {
                phrase!(tongue, "{interface} is passed over: it looks like a VPN, a container or a virtual machine.")
            }
            Symptom::MulticastWorks { interface } => phrase!(tongue, "Multicast works on {interface}."),
            Symptom::MulticastOff { interface } => {
                phrase!(tongue, "Multicast is switched off on {interface}: tables can’t be found by themselves.")
            }
            Symptom::MulticastRefused { interface, reason } => {
                phrase!(tongue, "This computer refuses to send multicast on {interface}: {reason}.")
            }
            Symptom::MulticastUnheard { interface } => {
                phrase!(
                    tongue,
                    "What is sent by multicast on {interface} does not come back: a firewall seems to drop it."
                )
            }
            Symptom::MdnsPortTaken => phrase!(tongue, "Another program has UDP port 5353 for itself."),
            Symptom::PortFree { port } => phrase!(tongue, "A table can be opened at UDP port {port}."),
            Symptom::PortsTaken => phrase!(tongue, "All UDP ports from {FIRST_PORT} to {LAST_PORT} are taken."),
            Symptom::PortRefused { reason } => phrase!(tongue, "This computer refuses to open a UDP port: {reason}."),
            Symptom::FirewallOn { tool } => {
                phrase!(
                    tongue,
                    "The firewall {tool} is on. Unless it lets Doubloons through, others can’t join tables here."
                )
            }
            Symptom::SandboxWithoutNetwork => phrase!(tongue, "Doubloons runs in a sandbox without network."),
            Symptom::HostAnswers { round_trip } => {
                phrase!(tongue, "The host answers within {millis} ms.", millis = round_trip.as_millis())
            }
            Symptom::NoRoute { address } => phrase!(tongue, "There is no way from here to {address}."),
            Symptom::SendForbidden { address } => phrase!(tongue, "This computer forbids sending UDP to {address}."),
            Symptom::NobodyThere { address } => phrase!(tongue, "There is no computer at {address}."),
            Symptom::NothingListens { address } => {
                phrase!(tongue, "The computer at {address} is there, but no table is open at that port.")
            }
            Symptom::HostFirewalled { address } => phrase!(tongue, "A firewall at {address} turns UDP back."),
            Symptom::HostBlocked => {
                phrase!(
                    tongue,
                    "The host announces its table, but UDP does not get through: its firewall seems to drop it."
                )
            }
            Symptom::HostSilent => phrase!(tongue, "Nothing comes back from the host."),
            Symptom::OtherVersion { protocol, rules } => {
                let or_unknown = |number: &Option<u16>| match number {
                    Some(number) => number.to_string(),
                    None => phrase!(tongue, "unknown"),
                };
                phrase!(
                    tongue,
                    "The host has another version of Doubloons: its protocol is {protocol} with rules {rules}, ours is \
                     {PROTOCOL_VERSION} with rules {RULES_VERSION}.",
                    protocol = or_unknown(protocol),
                    rules = or_unknown(rules)
                )
            }
            Symptom::WrongPin => phrase!(tongue, "The PIN is wrong."),
            Symptom::LockedOut { wait: Some(wait) } => {
                phrase!(
                    tongue,
                    "There were too many wrong PINs: the host listens again in {seconds} s.",
                    seconds = wait.as_secs().max(1)
                )
            }
            Symptom::LockedOut { wait: None } => {
                phrase!(tongue, "There were too many wrong PINs: the host listens again in a while.")
            }
            Symptom::KeyChanged { known, found } => {
                phrase!(tongue, "This host had the key {known} before and shows {found} now: it may be somebody else.")
            }
            Symptom::TurnedAway { words } => phrase!(tongue, "The host turns us away: {words}"),
        }
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&English))
    }
}
