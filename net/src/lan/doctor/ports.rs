//! Whether a table could be opened here.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, UdpSocket};
use std::ops::RangeInclusive;

use super::symptom::Symptom;

/// The first port that is free, or why there is none.
pub(super) fn look(mut ports: RangeInclusive<u16>) -> Vec<Symptom> {
    let found = ports.find_map(|port| match open(port) {
        Ok(_) => Some(Symptom::PortFree { port }),
        Err(error) if error.kind() == ErrorKind::AddrInUse => None,
        Err(error) => Some(Symptom::PortRefused { reason: error.to_string() }),
    });
    vec![found.unwrap_or(Symptom::PortsTaken)]
}

/// On both families, or on IPv4 where there is no IPv6.
fn open(port: u16) -> io::Result<UdpSocket> {
    UdpSocket::bind((Ipv6Addr::UNSPECIFIED, port)).or_else(|error| match error.kind() {
        ErrorKind::AddrInUse => Err(error),
        _ => UdpSocket::bind((Ipv4Addr::UNSPECIFIED, port)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_ports_are_passed_over() {
        let taken = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)).expect("a port");
        let port = taken.local_addr().expect("an address").port();
        assert_eq!(look(port..=port), [Symptom::PortsTaken]);
        drop(taken);
        assert_eq!(look(port..=port), [Symptom::PortFree { port }]);
    }
}
