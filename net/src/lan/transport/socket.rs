//! The UDP socket: which port, which network device, and one socket for IPv4 and IPv6 wherever the system has both.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use socket2::{Domain, Protocol, Socket, Type};

use super::fault::OpenFault;

/// The port that is written down in firewall rules.
pub const STANDARD_PORT: u16 = 17_180;

/// How many ports from [`STANDARD_PORT`] on are tried before any is taken.
pub const STANDARD_PORTS: u16 = 20;

/// How many bytes may lie in the system unread, if it allows so many: a whole party that comes at once.
const RECEIVE_BUFFER: usize = 1 << 20;

/// Which UDP port to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PortChoice {
    /// [`STANDARD_PORT`], or one of the next ones if it is taken, or any.
    #[default]
    Standard,
    /// This one or none.
    Exactly(u16),
    /// Any that is free.
    Any,
}

/// Whether others may have a socket on the same port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sharing {
    Alone,
    WithOurPrevious,
}

/// Opens a socket.
pub(super) fn open(choice: PortChoice, interface: Option<&str>) -> Result<UdpSocket, OpenFault> {
    let ports: Vec<u16> = match choice {
        PortChoice::Standard => (STANDARD_PORT..STANDARD_PORT + STANDARD_PORTS).chain([0]).collect(),
        PortChoice::Exactly(port) => vec![port],
        PortChoice::Any => vec![0],
    };
    let mut taken = STANDARD_PORT;
    for port in ports {
        match bind(port, interface, Sharing::Alone) {
            Ok(socket) => return Ok(socket.into()),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = port,
            Err(error) => return Err(named(error, interface)),
        }
    }
    Err(OpenFault::PortTaken { port: taken })
}

/// Opens a second socket on the port of the first one, which is about to be given up. A socket that is bound to a network
/// device does not notice that the device has come back; a new one does.
pub(super) fn open_again(previous: &UdpSocket, interface: Option<&str>) -> io::Result<UdpSocket> {
    let port = previous.local_addr()?.port();
    let previous = socket2::SockRef::from(previous);
    // Of two sockets that share a port in this way, all that comes goes to the one that was bound last.
    previous.set_reuse_address(true)?;
    let bound = bind(port, interface, Sharing::WithOurPrevious);
    previous.set_reuse_address(false)?;
    let socket = bound?;
    // From now on the port is ours alone again.
    socket.set_reuse_address(false)?;
    Ok(socket.into())
}

/// Where a peer is, without the disguise that IPv4 addresses have on a socket for both.
pub(super) fn plain(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V6(v6) => v6.ip().to_ipv4_mapped().map_or(address, |v4| SocketAddr::new(v4.into(), address.port())),
        SocketAddr::V4(_) => address,
    }
}

fn bind(port: u16, interface: Option<&str>, sharing: Sharing) -> io::Result<Socket> {
    match bind_to((Ipv6Addr::UNSPECIFIED, port).into(), interface, sharing) {
        // A system without IPv6 says one or the other.
        Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::AddrNotAvailable) => {
            bind_to((Ipv4Addr::UNSPECIFIED, port).into(), interface, sharing)
        }
        Err(error) if error.raw_os_error() == Some(NO_SUCH_FAMILY) => {
            bind_to((Ipv4Addr::UNSPECIFIED, port).into(), interface, sharing)
        }
        bound => bound,
    }
}

/// Linux: EAFNOSUPPORT.
const NO_SUCH_FAMILY: i32 = 97;

/// Linux: ENODEV.
const NO_SUCH_DEVICE: i32 = 19;

fn bind_to(address: SocketAddr, interface: Option<&str>, sharing: Sharing) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::DGRAM, Some(Protocol::UDP))?;
    if address.is_ipv6() {
        socket.set_only_v6(false)?;
    }
    if let Some(interface) = interface {
        socket.bind_device(Some(interface.as_bytes()))?;
    }
    socket.set_reuse_address(sharing == Sharing::WithOurPrevious)?;
    // The system gives what it can: it is only about how many may come at the same moment.
    let _ = socket.set_recv_buffer_size(RECEIVE_BUFFER);
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    Ok(socket)
}

fn named(error: io::Error, interface: Option<&str>) -> OpenFault {
    match (interface, error.raw_os_error()) {
        (Some(name), Some(NO_SUCH_DEVICE)) => OpenFault::UnknownInterface(name.to_owned()),
        (Some(name), _) if error.kind() == io::ErrorKind::PermissionDenied => {
            OpenFault::InterfaceNotPermitted(name.to_owned())
        }
        _ => OpenFault::System(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_is_named_and_the_next_one_found() {
        let first = open(PortChoice::Any, None).expect("a port");
        let port = first.local_addr().expect("an address").port();
        assert!(matches!(open(PortChoice::Exactly(port), None), Err(OpenFault::PortTaken { port: p }) if p == port));
        let (one, two) =
            (open(PortChoice::Standard, None).expect("a port"), open(PortChoice::Standard, None).expect("a port"));
        assert_ne!(one.local_addr().expect("an address").port(), two.local_addr().expect("an address").port());
    }

    #[test]
    fn a_new_socket_takes_over_the_port_and_shares_it_with_nobody() {
        let first = open(PortChoice::Any, None).expect("a port");
        let port = first.local_addr().expect("an address").port();
        let second = open_again(&first, None).expect("the same port");
        assert_eq!(second.local_addr().expect("an address").port(), port);
        first.set_nonblocking(true).expect("a socket");
        second.set_nonblocking(false).expect("a socket");
        let other = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        other.send_to(b"ahoy", (Ipv4Addr::LOCALHOST, port)).expect("loopback");
        assert_eq!(second.recv(&mut [0; 10]).expect("a packet"), 4);
        assert!(first.recv(&mut [0; 10]).is_err(), "nothing comes to the previous one any more");
        drop(first);
        assert!(open(PortChoice::Exactly(port), None).is_err());
        assert!(bind(port, None, Sharing::WithOurPrevious).is_err(), "not even with those who would share");
    }

    #[test]
    fn a_device_that_is_not_there_is_named() {
        let Err(fault) = open(PortChoice::Any, Some("no-such-dev")) else { panic!("there is no such device") };
        assert!(
            matches!(&fault, OpenFault::UnknownInterface(name) | OpenFault::InterfaceNotPermitted(name) if name == "no-such-dev"),
            "{fault}"
        );
    }

    #[test]
    fn a_device_can_be_chosen() {
        let socket = open(PortChoice::Any, Some("lo")).expect("loopback");
        assert_eq!(socket2::SockRef::from(&socket).device().expect("a device"), Some(b"lo".to_vec()));
    }

    #[test]
    fn addresses_are_shown_as_people_know_them() {
        let mapped: SocketAddr = "[::ffff:192.0.2.7]:17180".parse().expect("an address");
        assert_eq!(plain(mapped).to_string(), "192.0.2.7:17180");
        let local: SocketAddr = "[fe80::1%3]:17180".parse().expect("an address");
        assert_eq!(plain(local), local);
    }
}
