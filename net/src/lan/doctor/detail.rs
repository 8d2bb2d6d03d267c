//! What a report names, and how much of it may be shown to strangers.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use crate::identity::PublicKey;

/// Something in a report that says more about a person's network than others need to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A network interface, by name.
    Interface(String),
    /// An address.
    Address(IpAddr),
    /// An address with a port.
    Socket(SocketAddr),
    /// Somebody's key.
    Key(PublicKey),
    /// What somebody else's program said.
    Words(String),
    /// What is left of it after shortening.
    Shortened(String),
}

impl Detail {
    /// What may be shown to strangers.
    #[must_use]
    pub fn shortened(&self) -> Detail {
        Detail::Shortened(match self {
            Detail::Interface(name) => short_interface(name),
            Detail::Address(address) => short_address(*address),
            Detail::Socket(socket) if socket.is_ipv6() => format!("[{}]:{}", short_address(socket.ip()), socket.port()),
            Detail::Socket(socket) => format!("{}:{}", short_address(socket.ip()), socket.port()),
            Detail::Key(key) => key.to_string().chars().take(8).chain(['…']).collect(),
            Detail::Words(_) => "…".to_owned(),
            Detail::Shortened(text) => text.clone(),
        })
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Interface(text) | Detail::Words(text) | Detail::Shortened(text) => f.write_str(text),
            Detail::Address(address) => write!(f, "{address}"),
            Detail::Socket(socket) => write!(f, "{socket}"),
            Detail::Key(key) => write!(f, "{key}"),
        }
    }
}

/// The network's part of an address, roughly.
fn short_address(address: IpAddr) -> String {
    match address {
        _ if address.is_loopback() => address.to_string(),
        IpAddr::V4(address) => {
            let [a, b, _, _] = address.octets();
            format!("{a}.{b}.…")
        }
        IpAddr::V6(address) => format!("{:x}:…", address.segments()[0]),
    }
}

/// What the kernel calls an interface stays; a name that holds a card's number, or that a person has chosen, does not.
fn short_interface(name: &str) -> String {
    const COMMON: [&str; 13] =
        ["lo", "eth", "en", "wl", "ww", "usb", "br", "docker", "veth", "virbr", "tun", "tap", "wg"];
    let holds_a_number = name.starts_with("enx") || name.starts_with("wlx");
    let is_common = COMMON.iter().any(|common| name.starts_with(common)) && name.len() <= 10;
    if is_common && !holds_a_number { name.to_owned() } else { name.chars().take(2).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shortened_can_not_be_told_apart_from_its_neighbours() {
        let short = |detail: Detail| detail.shortened().to_string();
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(short(Detail::Address(address("192.168.17.23"))), "192.168.…");
        assert_eq!(short(Detail::Address(address("fe80::1234:56ff:fe78:9abc"))), "fe80:…");
        assert_eq!(short(Detail::Address(address("127.0.0.1"))), "127.0.0.1");
        assert_eq!(short(Detail::Socket("10.1.2.3:17180".parse().expect("one"))), "10.1.…:17180");
        assert_eq!(short(Detail::Socket("[2001:db8::7]:17180".parse().expect("one"))), "[2001:…]:17180");
        assert_eq!(short(Detail::Key(PublicKey([0xAB; 32]))), "abababab…");
        assert_eq!(short(Detail::Interface("wlp3s0".to_owned())), "wlp3s0");
        assert_eq!(short(Detail::Interface("enx001122334455".to_owned())), "en…");
        assert_eq!(short(Detail::Interface("annes-net".to_owned())), "an…");
        assert_eq!(short(Detail::Words("Anne says no".to_owned())), "…");
    }

    #[test]
    fn shortening_twice_changes_nothing() {
        let once = Detail::Address(IpAddr::from([10, 1, 2, 3])).shortened();
        assert_eq!(once.shortened(), once);
    }
}
