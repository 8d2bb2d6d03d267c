//! Whether what is sent to everybody goes out and comes back, on each interface.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::time::Duration;

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;
use socket2::{Domain, Protocol, Socket, Type};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::detail::Detail;
use super::symptom::Symptom;
use crate::lan::discovery::mdns::Link;
use crate::lan::interfaces::{Interface, InterfaceKind};

const MDNS_PORT: u16 = 5353;
const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// How long our own voice may take to come back.
const ECHO_WITHIN: Duration = Duration::from_millis(1500);

/// A question without a question: nobody answers it.
const EMPTY_QUESTION: [u8; 12] = [0; 12];

/// Looks at all of these interfaces side by side.
pub(super) async fn look(interfaces: &[&Interface]) -> Vec<Symptom> {
    if interfaces.is_empty() {
        return Vec::new();
    }
    if open(Domain::IPV4).is_err_and(|error| error.kind() == ErrorKind::AddrInUse) {
        return vec![Symptom::MdnsPortTaken];
    }
    let mut looks = JoinSet::new();
    for (place, interface) in interfaces.iter().enumerate() {
        let interface = Interface::clone(interface);
        looks.spawn(async move { (place, look_at(&interface).await) });
    }
    let mut symptoms: Vec<(usize, Symptom)> = Vec::new();
    while let Some(look) = looks.join_next().await {
        symptoms.extend(look);
    }
    symptoms.sort_by_key(|(place, _)| *place);
    symptoms.into_iter().map(|(_, symptom)| symptom).collect()
}

async fn look_at(interface: &Interface) -> Symptom {
    let name = Detail::Interface(interface.name.clone());
    if is_switched_off(interface) {
        return Symptom::MulticastOff { interface: name };
    }
    // One family is enough.
    let mut refusal = None;
    let goes_out = interface.networks.iter().any(|network| match send(interface, network.address) {
        Ok(()) => true,
        Err(error) => {
            refusal = Some(error);
            false
        }
    });
    if let (false, Some(reason)) = (goes_out, refusal) {
        return Symptom::MulticastRefused { interface: name, reason: reason.to_string() };
    }
    if comes_back(interface).await {
        Symptom::MulticastWorks { interface: name }
    } else {
        Symptom::MulticastUnheard { interface: name }
    }
}

/// Whether the system says so. Loopback never has it switched on, and works all the same.
fn is_switched_off(interface: &Interface) -> bool {
    // Not from /sys, which tells of the network that it was mounted in and not always of ours.
    let known = getifaddrs().into_iter().flatten().find(|known| known.interface_name == interface.name);
    interface.kind != InterfaceKind::Loopback
        && known.is_some_and(|known| !known.flags.contains(InterfaceFlags::IFF_MULTICAST))
}

fn open(domain: Domain) -> io::Result<Socket> {
    let socket = Socket::new(domain, Type::DGRAM, Some(Protocol::UDP))?;
    let address: SocketAddr = if domain == Domain::IPV4 {
        SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, MDNS_PORT).into()
    } else {
        socket.set_only_v6(true)?;
        SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, MDNS_PORT, 0, 0).into()
    };
    socket.set_reuse_address(true)?;
    socket.set_reuse_port(true)?;
    socket.bind(&address.into())?;
    Ok(socket)
}

/// Joins the group and says something to it.
fn send(interface: &Interface, from: IpAddr) -> io::Result<()> {
    let (socket, group): (Socket, SocketAddr) = match from {
        IpAddr::V4(from) => {
            let socket = open(Domain::IPV4)?;
            socket.join_multicast_v4(&GROUP_V4, &from)?;
            socket.set_multicast_if_v4(&from)?;
            (socket, SocketAddrV4::new(GROUP_V4, MDNS_PORT).into())
        }
        IpAddr::V6(_) => {
            let socket = open(Domain::IPV6)?;
            socket.join_multicast_v6(&GROUP_V6, interface.index)?;
            socket.set_multicast_if_v6(interface.index)?;
            (socket, SocketAddrV6::new(GROUP_V6, MDNS_PORT, 0, interface.index).into())
        }
    };
    socket.send_to(&EMPTY_QUESTION, &group.into()).map(|_| ())
}

async fn comes_back(interface: &Interface) -> bool {
    let Ok(link) = Link::open(interface) else { return false };
    let heard = timeout(ECHO_WITHIN, link.hear_own_echo(&format!("echo{}", std::process::id()))).await;
    link.close().await;
    matches!(heard, Ok(Ok(())))
}
