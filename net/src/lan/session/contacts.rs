//! Where the members of a game can be found: seen on links, told by others, or announced. None of it is trusted; whoever
//! answers at an address has to prove their key.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr, SocketAddrV6};

use super::parcel::{MAX_ADDRESSES, Whereabouts};
use crate::identity::PublicKey;

/// The known addresses of each member, those that were good last first.
#[derive(Clone, Default, Debug)]
pub(super) struct Contacts {
    known: BTreeMap<PublicKey, Vec<SocketAddr>>,
    changed: bool,
}

impl Contacts {
    pub(super) fn new(known: Vec<(PublicKey, Vec<SocketAddr>)>) -> Contacts {
        Contacts { known: known.into_iter().collect(), changed: false }
    }

    /// This address is good: somebody proved this key there.
    pub(super) fn proven(&mut self, key: PublicKey, address: SocketAddr) {
        let address = canonical(address);
        let known = self.known.entry(key).or_default();
        if known.first() != Some(&address) {
            known.retain(|other| *other != address);
            known.insert(0, address);
            known.truncate(MAX_ADDRESSES);
            self.changed = true;
        }
    }

    /// This address may be good. Hints never push out what was proven.
    pub(super) fn hint(&mut self, key: PublicKey, address: SocketAddr) {
        let address = canonical(address);
        let known = self.known.entry(key).or_default();
        if !known.contains(&address) && address.port() != 0 && is_somewhere(address.ip()) {
            if known.len() == MAX_ADDRESSES {
                known.pop();
            }
            known.push(address);
            self.changed = true;
        }
    }

    /// Where to look for somebody.
    pub(super) fn of(&self, key: &PublicKey) -> &[SocketAddr] {
        self.known.get(key).map_or(&[], Vec::as_slice)
    }

    /// Everything, to be told to a member or written down.
    pub(super) fn all(&self) -> Vec<(PublicKey, Vec<SocketAddr>)> {
        self.known.iter().map(|(key, addresses)| (*key, addresses.clone())).collect()
    }

    /// Whether something is new since this was last asked.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

/// What to tell others: without the interfaces of this computer.
pub(super) fn told(known: Vec<(PublicKey, Vec<SocketAddr>)>) -> Vec<Whereabouts> {
    let told = |(key, addresses): (PublicKey, Vec<SocketAddr>)| {
        let mut addresses: Vec<SocketAddr> = addresses.into_iter().map(without_interface).collect();
        addresses.dedup();
        Whereabouts { key, addresses }
    };
    known.into_iter().map(told).collect()
}

/// An address as this computer can use it: one that holds on a single link is tried on each of these interfaces.
pub(super) fn on_interfaces(address: SocketAddr, interfaces: &[u32]) -> Vec<SocketAddr> {
    match canonical(address) {
        SocketAddr::V6(six) if six.ip().is_unicast_link_local() => {
            interfaces.iter().map(|&scope| SocketAddr::V6(SocketAddrV6::new(*six.ip(), six.port(), 0, scope))).collect()
        }
        other => vec![other],
    }
}

/// What was told about those whom this is about, as this computer can use it: some addresses of each, however often they
/// are named.
pub(super) fn usable(
    told: Vec<Whereabouts>,
    about: impl Fn(&PublicKey) -> bool,
    interfaces: &[u32],
) -> BTreeMap<PublicKey, Vec<SocketAddr>> {
    let mut usable: BTreeMap<PublicKey, Vec<SocketAddr>> = BTreeMap::new();
    for Whereabouts { key, addresses } in told {
        if !usable.contains_key(&key) && about(&key) {
            let forms = addresses.into_iter().take(MAX_ADDRESSES);
            usable.insert(key, forms.flat_map(|address| on_interfaces(address, interfaces)).collect());
        }
    }
    usable
}

fn without_interface(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip(), address.port())
}

/// IPv4 as IPv4, whatever kind of socket saw it.
fn canonical(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V6(six) if six.ip().to_ipv4_mapped().is_some() => {
            SocketAddr::new(IpAddr::from(*six.ip()).to_canonical(), six.port())
        }
        other => other,
    }
}

fn is_somewhere(ip: IpAddr) -> bool {
    !ip.is_unspecified() && !ip.is_multicast()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: PublicKey = PublicKey([1; 32]);

    fn address(text: &str) -> SocketAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn hints_never_push_out_what_was_proven() {
        let mut contacts = Contacts::default();
        contacts.proven(KEY, address("192.168.1.5:17180"));
        for port in 1..100 {
            contacts.hint(KEY, SocketAddr::new(address("10.0.0.1:1").ip(), port));
        }
        assert_eq!(contacts.of(&KEY).len(), MAX_ADDRESSES);
        assert_eq!(contacts.of(&KEY)[0], address("192.168.1.5:17180"));
        assert_eq!(contacts.of(&KEY).last(), Some(&address("10.0.0.1:99")), "the newest hint is tried");
    }

    #[test]
    fn much_that_is_told_of_one_is_heard_once_and_strangers_not_at_all() {
        let many: Vec<SocketAddr> = (1..100).map(|port| SocketAddr::new(address("10.0.0.1:1").ip(), port)).collect();
        let about = |key: PublicKey| Whereabouts { key, addresses: many.clone() };
        let told = vec![about(KEY), about(PublicKey([9; 32])), about(KEY)];
        let usable = usable(told, |key| *key == KEY, &[1]);
        assert_eq!(usable.into_iter().collect::<Vec<_>>(), [(KEY, many[..MAX_ADDRESSES].to_vec())]);
    }

    #[test]
    fn nonsense_is_no_hint() {
        let mut contacts = Contacts::default();
        for nonsense in ["0.0.0.0:1", "[::]:1", "224.0.0.251:5353", "[ff02::fb]:5353", "192.168.1.5:0"] {
            contacts.hint(KEY, address(nonsense));
        }
        assert!(contacts.of(&KEY).is_empty());
    }

    #[test]
    fn addresses_of_one_link_are_tried_on_every_interface() {
        let told = told(vec![(KEY, vec![address("[fe80::1%3]:17180"), address("[::ffff:10.0.0.1]:17180")])]);
        assert_eq!(told[0].addresses[0], address("[fe80::1]:17180"));
        assert_eq!(
            on_interfaces(told[0].addresses[0], &[2, 7]),
            [address("[fe80::1%2]:17180"), address("[fe80::1%7]:17180")]
        );
        assert_eq!(on_interfaces(told[0].addresses[1], &[2, 7]), [address("10.0.0.1:17180")]);
    }
}
