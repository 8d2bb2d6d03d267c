//! The way to one host, and what it says at its door.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::HostInQuestion;
use super::detail::Detail;
use super::reachability::Reachability;
use super::symptom::Symptom;

/// How long a player's way in may take.
const KNOCKED_WITHIN: Duration = Duration::from_secs(3);

/// How long the network may take to refuse, and a neighbour to be found.
const ECHOED_WITHIN: Duration = Duration::from_millis(1500);

/// Where the kernel tells which neighbours it has found.
const NEIGHBOURS: &str = "/proc/net/arp";

/// Knocks as a player would, and listens meanwhile to what the network says.
pub(super) async fn look(host: &HostInQuestion<'_>) -> Vec<Symptom> {
    let knock = timeout(KNOCKED_WITHIN, host.prober.reach(host.addresses));
    let signs = network_signs(host.addresses);
    tokio::pin!(knock, signs);
    let reached = tokio::select! {
        reached = &mut knock => reached.unwrap_or(Reachability::Silent),
        // The network knows sooner, but the host may answer at another address.
        found = &mut signs => {
            let reached = knock.await.unwrap_or(Reachability::Silent);
            return of_reachability(reached).map_or_else(|| silent(found, host.announced), |symptom| vec![symptom]);
        }
    };
    match of_reachability(reached) {
        Some(symptom) => vec![symptom],
        None => silent(signs.await, host.announced),
    }
}

fn of_reachability(reached: Reachability) -> Option<Symptom> {
    Some(match reached {
        Reachability::Silent => return None,
        Reachability::Answered { round_trip } => Symptom::HostAnswers { round_trip },
        Reachability::OtherVersion { protocol, rules } => Symptom::OtherVersion { protocol, rules },
        Reachability::WrongPin => Symptom::WrongPin,
        Reachability::LockedOut { wait } => Symptom::LockedOut { wait },
        Reachability::KeyChanged { known, found } => {
            Symptom::KeyChanged { known: Detail::Key(known), found: Detail::Key(found) }
        }
        Reachability::TurnedAway(words) => Symptom::TurnedAway { words: Detail::Words(words) },
    })
}

/// What is known of a host that does not answer.
fn silent(signs: Vec<Symptom>, announced: bool) -> Vec<Symptom> {
    match (signs.is_empty(), announced) {
        (false, _) => signs,
        (true, true) => vec![Symptom::HostBlocked],
        (true, false) => vec![Symptom::HostSilent],
    }
}

async fn network_signs(addresses: &[SocketAddr]) -> Vec<Symptom> {
    let mut knocks = JoinSet::new();
    addresses.iter().for_each(|address| drop(knocks.spawn(network_sign(*address))));
    let mut signs: Vec<Symptom> = knocks.join_all().await.into_iter().flatten().collect();
    signs.sort_by_key(ToString::to_string);
    signs
}

/// What the network says to a datagram that nobody understands. Nothing, if it is delivered or swallowed.
async fn network_sign(to: SocketAddr) -> Option<Symptom> {
    let address = Detail::Socket(to);
    let socket = match send(to).await {
        Ok(socket) => socket,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Some(Symptom::SendForbidden { address }),
        Err(_) => return Some(Symptom::NoRoute { address }),
    };
    let mut reply = [0; 16];
    match timeout(ECHOED_WITHIN, socket.recv(&mut reply)).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) if error.kind() == ErrorKind::ConnectionRefused => Some(Symptom::NothingListens { address }),
        Ok(Err(_)) => Some(Symptom::HostFirewalled { address }),
        Err(_) => {
            let neighbours = fs::read_to_string(NEIGHBOURS).unwrap_or_default();
            is_looked_for_in_vain(&neighbours, to.ip()).then_some(Symptom::NobodyThere { address })
        }
    }
}

/// Whether the kernel has called this neighbour, on every interface that it tried, without an answer. It tells so for
/// IPv4 only.
fn is_looked_for_in_vain(neighbours: &str, address: IpAddr) -> bool {
    const FOUND: u32 = 2;
    let flags = |line: &str| {
        let mut fields = line.split_whitespace();
        let is_it = fields.next()?.parse::<IpAddr>().ok()? == address;
        let flags = u32::from_str_radix(fields.nth(1)?.trim_start_matches("0x"), 16).ok()?;
        is_it.then_some(flags)
    };
    let tried: Vec<u32> = neighbours.lines().filter_map(flags).collect();
    !tried.is_empty() && tried.iter().all(|flags| flags & FOUND == 0)
}

async fn send(to: SocketAddr) -> io::Result<UdpSocket> {
    let from: SocketAddr =
        if to.is_ipv4() { (Ipv4Addr::UNSPECIFIED, 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(from).await?;
    socket.connect(to).await?;
    socket.send(&[0]).await?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_that_never_answered_is_known_from_the_kernels_table() {
        let table = "IP address       HW type     Flags       HW address            Mask     Device\n\
                     10.0.0.2         0x1         0x2         02:00:00:00:00:02     *        eth0\n\
                     10.0.0.3         0x1         0x0         00:00:00:00:00:00     *        eth0\n\
                     10.0.0.4         0x1         0x0         00:00:00:00:00:00     *        eth0\n\
                     10.0.0.4         0x1         0x2         02:00:00:00:00:04     *        wlan0\n";
        let in_vain = |last: u8| is_looked_for_in_vain(table, IpAddr::from([10, 0, 0, last]));
        assert!(in_vain(3));
        assert!(!in_vain(2) && !in_vain(4) && !in_vain(5));
    }
}
