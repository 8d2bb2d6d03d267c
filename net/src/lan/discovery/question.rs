//! The first question for tables, asked at once.
//!
//! The mDNS library waits for some tens of milliseconds before it asks, so that many programs that something started at
//! the same moment don't ask all at once. Here a person has just opened a program.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};

use socket2::{Domain, Protocol, Socket, Type};

use crate::lan::interfaces::Interface;

const MDNS_PORT: u16 = 5353;
const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// A packet from farther away than this network has another number: nobody can ask from there.
const HOPS: u32 = 255;

/// Asks who offers this service, over IPv4 and IPv6 as the interface has them. The answers come to everybody, so whoever
/// listens hears them.
pub(super) fn ask_at_once(service: &str, interface: &Interface) {
    let packet = packet(service);
    let v4 = interface.networks.iter().find_map(|network| match network.address {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    });
    // The library asks the same a little later: where this fails, nothing is lost but a moment.
    if let Some(address) = v4 {
        let _ = ask_v4(&packet, address);
    }
    if interface.networks.iter().any(|network| network.address.is_ipv6()) {
        let _ = ask_v6(&packet, interface.index);
    }
}

/// Answers go to everybody only if the question comes from the port of mDNS, which is shared.
fn socket(own: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(own), Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    socket.set_reuse_port(true)?;
    if own.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&own.into())?;
    Ok(socket)
}

fn ask_v4(packet: &[u8], address: Ipv4Addr) -> io::Result<()> {
    let socket = socket((Ipv4Addr::UNSPECIFIED, MDNS_PORT).into())?;
    socket.set_multicast_if_v4(&address)?;
    socket.set_multicast_ttl_v4(HOPS)?;
    socket.send_to(packet, &SocketAddr::from((GROUP_V4, MDNS_PORT)).into())?;
    Ok(())
}

fn ask_v6(packet: &[u8], interface: u32) -> io::Result<()> {
    let socket = socket((Ipv6Addr::UNSPECIFIED, MDNS_PORT).into())?;
    socket.set_multicast_if_v6(interface)?;
    socket.set_multicast_hops_v6(HOPS)?;
    socket.send_to(packet, &SocketAddr::from(SocketAddrV6::new(GROUP_V6, MDNS_PORT, 0, interface)).into())?;
    Ok(())
}

/// A DNS packet with one question: the pointers to all that offer this service.
fn packet(service: &str) -> Vec<u8> {
    const POINTER: u16 = 12;
    const INTERNET: u16 = 1;
    // No number, no flags, one question, nothing else.
    let mut packet = vec![0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in service.split_terminator('.') {
        packet.push(label.len() as u8);
        packet.extend(label.as_bytes());
    }
    packet.push(0);
    packet.extend(POINTER.to_be_bytes());
    packet.extend(INTERNET.to_be_bytes());
    packet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_what_it_is_on_the_wire() {
        let expected = b"\0\0\0\0\0\x01\0\0\0\0\0\0\x0a_doubloons\x04_udp\x05local\0\0\x0c\0\x01";
        assert_eq!(packet("_doubloons._udp.local."), expected);
    }
}
