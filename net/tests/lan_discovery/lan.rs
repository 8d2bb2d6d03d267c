//! A network of its own: laptops as network namespaces, with cables to a switch.

use std::process::Command;

/// Runs a command of the system that has to work.
pub(crate) fn system(command: &str) {
    let output = Command::new("sh").args(["-c", command]).output().expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

/// How the cables of a network are set up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// IPv4, and link-local IPv6.
    Both,
    /// Link-local IPv6 alone.
    LinkLocal,
}

/// A switch, and the laptops around it. Cleared away when dropped.
pub(crate) struct Lan {
    name: &'static str,
    laptops: Vec<String>,
}

impl Lan {
    /// A switch without cables.
    pub(crate) fn new(name: &'static str) -> Lan {
        system(&format!(
            "ip netns add {name}sw
             ip -n {name}sw link add br0 type bridge stp_state 0 forward_delay 0 mcast_snooping 0
             ip -n {name}sw link set br0 up"
        ));
        Lan { name, laptops: Vec::new() }
    }

    /// A laptop without a cable.
    pub(crate) fn laptop(&mut self) -> String {
        let laptop = format!("{}{}", self.name, self.laptops.len() + 1);
        system(&format!(
            "set -e
             ip netns add {laptop}
             ip netns exec {laptop} sysctl -qw net.ipv6.conf.all.accept_dad=0 net.ipv6.conf.default.accept_dad=0
             ip -n {laptop} link set lo up"
        ));
        self.laptops.push(laptop.clone());
        laptop
    }

    /// A laptop with a cable.
    pub(crate) fn laptop_with_cable(&mut self) -> String {
        let laptop = self.laptop();
        self.plug(&laptop, "eth0", Addresses::Both);
        laptop
    }

    /// Plugs a cable in.
    pub(crate) fn plug(&self, laptop: &str, interface: &str, addresses: Addresses) {
        let (name, number) = (self.name, laptop.trim_start_matches(self.name));
        let port = format!("p{number}{interface}");
        system(&format!(
            "set -e
             ip -n {name}sw link add {port} type veth peer name {interface} netns {laptop}
             ip -n {name}sw link set {port} master br0 up"
        ));
        if addresses == Addresses::Both {
            system(&format!("ip -n {laptop} addr add {}/24 dev {interface}", address_of(number, interface)));
        }
        system(&format!("ip -n {laptop} link set {interface} up"));
    }

    /// Pulls a cable out, for good.
    pub(crate) fn unplug(&self, laptop: &str, interface: &str) {
        system(&format!("ip -n {laptop} link del {interface}"));
    }
}

/// The IPv4 address of a laptop, by its number: cables of one name are one network.
pub(crate) fn address_of(number: &str, interface: &str) -> String {
    let network = interface.trim_start_matches("eth");
    format!("10.77.{network}.{number}")
}

impl Drop for Lan {
    fn drop(&mut self) {
        for laptop in self.laptops.iter().chain([&format!("{}sw", self.name)]) {
            // What is left over goes away with the outer namespace.
            let _ = Command::new("ip").args(["netns", "del", laptop]).status();
        }
    }
}
