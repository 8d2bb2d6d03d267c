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
