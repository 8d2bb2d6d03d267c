//! Which of this computer's network interfaces lead to the people in the room.
//!
//! A laptop has more interfaces than cables: bridges of containers and virtual machines, tunnels of VPNs, loopback. What
//! is announced on those reaches nobody, and their addresses are of no use to others, so they are passed over unless
//! somebody asks for one by name.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which interfaces to use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum InterfaceChoice {
    /// Every interface that leads to a local network; loopback if there is no other.
    #[default]
    Sensible,
    /// This one alone, whatever it is.
    Only(String),
}

/// What an interface is there for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InterfaceKind {
    /// A cable or a radio, as far as can be told.
    Local,
    /// A tunnel to somewhere else, such as a VPN.
    Tunnel,
    /// A bridge or cable between programs on this computer, such as those of containers and virtual machines.
    Virtual,
    /// This computer alone.
    Loopback,
}

/// An address with the network it is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Network {
    /// The address.
    pub address: IpAddr,
    /// How many of its leading bits are the network's.
    pub prefix: u8,
}

impl Network {
    /// Whether the other address is in the same network.
    pub fn contains(&self, other: IpAddr) -> bool {
        match (self.address, other) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.prefix.min(32));
                (u64::from(u32::from(own)) >> shift) == (u64::from(u32::from(other)) >> shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differing = u128::from(own) ^ u128::from(other);
                differing.leading_zeros() >= u32::from(self.prefix.min(128))
            }
            _ => false,
        }
    }
}

/// A network interface that has an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// What the system calls it.
    pub name: String,
    /// The system's number for it: the scope of link-local addresses.
    pub index: u32,
    /// What it is there for.
    pub kind: InterfaceKind,
    /// Whether something is at the other end: a cable that is plugged in, a radio that has joined its network.
    pub connected: bool,
    /// Its addresses, in order.
    pub networks: Vec<Network>,
}

impl Interface {
    /// Whether a neighbour on this interface can have this address.
    pub fn reaches(&self, address: IpAddr) -> bool {
        let fits = match address {
            IpAddr::V4(address) => !address.is_unspecified() && !address.is_multicast() && !address.is_broadcast(),
            IpAddr::V6(address) => !address.is_unspecified() && !address.is_multicast(),
        };
        let at_home = address.is_loopback() == (self.kind == InterfaceKind::Loopback);
        fits && at_home && (is_link_local(address) || self.networks.iter().any(|network| network.contains(address)))
    }
}

/// Whether the address means something only together with an interface.
pub fn is_link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => Ipv4Addr::is_link_local(&address),
        IpAddr::V6(address) => Ipv6Addr::is_unicast_link_local(&address),
    }
}

/// All interfaces that have an address.
pub fn all() -> io::Result<Vec<Interface>> {
    let mut interfaces: Vec<Interface> = Vec::new();
    for found in if_addrs::get_if_addrs()? {
        let network = match &found.addr {
            if_addrs::IfAddr::V4(v4) => Network { address: v4.ip.into(), prefix: v4.prefixlen },
            if_addrs::IfAddr::V6(v6) => Network { address: v6.ip.into(), prefix: v6.prefixlen },
        };
        let index = found.index.unwrap_or(0);
        match interfaces.iter_mut().find(|interface| interface.index == index) {
            Some(interface) => interface.networks.push(network),
            None => interfaces.push(Interface {
                kind: kind_of(&found.name, found.is_loopback(), found.is_p2p()),
                connected: found.is_oper_up(),
                name: found.name,
                index,
                networks: vec![network],
            }),
        }
    }
    interfaces.iter_mut().for_each(|interface| interface.networks.sort_unstable());
    interfaces.sort_by_key(|interface| interface.index);
    Ok(interfaces)
}

/// Those of the interfaces that the choice means.
pub fn chosen<'a>(all: &'a [Interface], choice: &InterfaceChoice) -> Vec<&'a Interface> {
    let of_kind = |kind| all.iter().filter(move |interface| interface.connected && interface.kind == kind);
    match choice {
        InterfaceChoice::Only(name) => all.iter().filter(|interface| interface.name == *name).collect(),
        InterfaceChoice::Sensible => match of_kind(InterfaceKind::Local).collect::<Vec<_>>() {
            local if local.is_empty() => of_kind(InterfaceKind::Loopback).collect(),
            local => local,
        },
    }
}

/// What the names of interfaces between programs on one computer begin with.
const VIRTUAL: [&str; 18] = [
    "docker", "br-", "veth", "virbr", "vnet", "vmnet", "vboxnet", "podman", "cni", "flannel", "cali", "lxc", "lxdbr",
    "incusbr", "ve-", "vb-", "waydroid", "dummy",
];

/// What the names of tunnels begin with.
const TUNNEL: [&str; 12] =
    ["tun", "tap", "wg", "tailscale", "zt", "ppp", "nordlynx", "proton", "mullvad", "ipsec", "gpd", "cscotun"];

fn kind_of(name: &str, loopback: bool, point_to_point: bool) -> InterfaceKind {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| name.starts_with(beginning));
    if loopback {
        InterfaceKind::Loopback
    } else if begins(&VIRTUAL) {
        InterfaceKind::Virtual
    } else if point_to_point || begins(&TUNNEL) {
        InterfaceKind::Tunnel
    } else {
        InterfaceKind::Local
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(name: &str, kind: InterfaceKind, connected: bool, address: &str, prefix: u8) -> Interface {
        let networks = vec![Network { address: address.parse().expect("an address"), prefix }];
        Interface { name: name.to_owned(), index: 1, kind, connected, networks }
    }

    #[test]
    fn interfaces_are_known_by_what_the_system_says_of_them() {
        for (name, loopback, point_to_point, kind) in [
            ("lo", true, false, InterfaceKind::Loopback),
            ("eth0", false, false, InterfaceKind::Local),
            ("enp0s31f6", false, false, InterfaceKind::Local),
            ("enx001122334455", false, false, InterfaceKind::Local),
            ("wlan0", false, false, InterfaceKind::Local),
            ("wlp3s0", false, false, InterfaceKind::Local),
            ("usb0", false, false, InterfaceKind::Local),
            ("br0", false, false, InterfaceKind::Local),
            ("bond0", false, false, InterfaceKind::Local),
            ("docker0", false, false, InterfaceKind::Virtual),
            ("br-3f2a91c07d11", false, false, InterfaceKind::Virtual),
            ("veth1a2b3c4", false, false, InterfaceKind::Virtual),
            ("virbr0", false, false, InterfaceKind::Virtual),
            ("vmnet8", false, false, InterfaceKind::Virtual),
            ("podman0", false, false, InterfaceKind::Virtual),
            ("lxdbr0", false, false, InterfaceKind::Virtual),
            ("tun0", false, true, InterfaceKind::Tunnel),
            ("wg0", false, false, InterfaceKind::Tunnel),
            ("tailscale0", false, true, InterfaceKind::Tunnel),
            ("ztabcdef12", false, false, InterfaceKind::Tunnel),
            ("ppp0", false, true, InterfaceKind::Tunnel),
            ("office", false, true, InterfaceKind::Tunnel),
        ] {
            assert_eq!(kind_of(name, loopback, point_to_point), kind, "{name}");
        }
    }

    #[test]
    fn the_sensible_choice_is_every_network_with_people_or_this_computer() {
        let lo = interface("lo", InterfaceKind::Loopback, true, "127.0.0.1", 8);
        let docker = interface("docker0", InterfaceKind::Virtual, true, "172.17.0.1", 16);
        let vpn = interface("wg0", InterfaceKind::Tunnel, true, "10.9.0.2", 24);
        let cable = interface("eth0", InterfaceKind::Local, true, "192.168.1.5", 24);
        let unplugged = interface("eth1", InterfaceKind::Local, false, "192.168.2.5", 24);
        let radio = interface("wlan0", InterfaceKind::Local, true, "192.168.1.6", 24);
        let names = |all: &[Interface], choice: &InterfaceChoice| {
            chosen(all, choice).iter().map(|interface| interface.name.clone()).collect::<Vec<_>>()
        };
        let all = [lo.clone(), docker.clone(), vpn.clone(), cable, unplugged.clone(), radio];
        assert_eq!(names(&all, &InterfaceChoice::Sensible), ["eth0", "wlan0"]);
        assert_eq!(names(&all, &InterfaceChoice::Only("wg0".to_owned())), ["wg0"]);
        assert_eq!(names(&[docker, lo, vpn, unplugged], &InterfaceChoice::Sensible), ["lo"]);
        assert!(names(&[], &InterfaceChoice::Sensible).is_empty());
    }

    #[test]
    fn only_neighbours_are_within_reach() {
        let cable = interface("eth0", InterfaceKind::Local, true, "192.168.1.5", 24);
        let lo = interface("lo", InterfaceKind::Loopback, true, "127.0.0.1", 8);
        let global = interface("eth0", InterfaceKind::Local, true, "2001:db8:1:2::5", 64);
        for (interface, address, expected) in [
            (&cable, "192.168.1.77", true),
            (&cable, "169.254.3.4", true),
            (&cable, "fe80::1", true),
            (&cable, "192.168.2.77", false),
            (&cable, "8.8.8.8", false),
            (&cable, "2001:db8::1", false),
            (&cable, "127.0.0.1", false),
            (&cable, "::1", false),
            (&cable, "0.0.0.0", false),
            (&cable, "224.0.0.251", false),
            (&cable, "255.255.255.255", false),
            (&lo, "127.0.0.1", true),
            (&lo, "192.168.1.77", false),
            (&global, "2001:db8:1:2::77", true),
            (&global, "2001:db8:1:3::77", false),
            (&global, "ff02::fb", false),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(interface.reaches(address), expected, "{} to {address}", interface.name);
        }
    }
}
