//! Where others can reach a table on this computer.

use std::net::SocketAddr;

use doubloons_net::lan::interfaces::{self, Interface, InterfaceChoice, InterfaceKind};

/// The addresses of a port that others can use; none if this computer is on no network. That it can reach itself is of no
/// use to anybody else, unless somebody asked for just that.
pub(super) fn reachable(all: &[Interface], choice: &InterfaceChoice, port: u16) -> Vec<SocketAddr> {
    let alone = |interface: &Interface| {
        interface.kind == InterfaceKind::Loopback && matches!(choice, InterfaceChoice::Sensible)
    };
    interfaces::chosen(all, choice)
        .into_iter()
        .filter(|interface| !alone(interface))
        .flat_map(|interface| &interface.networks)
        .map(|network| (network.address, port).into())
        .collect()
}

#[cfg(test)]
mod tests {
    use doubloons_net::lan::interfaces::Network;

    use super::*;

    fn interface(name: &str, index: u32, kind: InterfaceKind, address: [u8; 4]) -> Interface {
        let networks = vec![Network { address: address.into(), prefix: 24 }];
        Interface { name: name.to_owned(), index, kind, connected: true, networks }
    }

    #[test]
    fn a_computer_on_no_network_can_be_reached_by_nobody() {
        let loopback = interface("lo", 1, InterfaceKind::Loopback, [127, 0, 0, 1]);
        let cable = interface("eth0", 2, InterfaceKind::Local, [192, 168, 1, 5]);
        let alone = [loopback.clone()];
        assert_eq!(reachable(&alone, &InterfaceChoice::Sensible, 7), []);
        let asked_for = reachable(&alone, &InterfaceChoice::Only("lo".to_owned()), 7);
        assert_eq!(asked_for, [([127, 0, 0, 1], 7).into()], "somebody wants to play with themselves");
        assert_eq!(reachable(&[loopback, cable], &InterfaceChoice::Sensible, 7), [([192, 168, 1, 5], 7).into()]);
    }
}
