//! The way to one host, and what it says at its door.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::net::UdpSocket;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::HostInQuestion;
use super::detail::Detail;
use super::reachability::Reachability;
use super::symptom::Symptom;

/// How long a player's way in may take.
const KNOCKED_WITHIN: Duration = Duration::from_secs(3);

/// How long the network may take to say that nobody is there: the kernel asks three times for a neighbour.
const ECHOED_WITHIN: Duration = Duration::from_millis(3800);

/// What comes back sooner than this is somebody's refusal; nobody's absence is known that quickly.
const REFUSED_WITHIN: Duration = Duration::from_millis(900);

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
    let sent = Instant::now();
    let socket = match send(to).await {
        Ok(socket) => socket,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Some(Symptom::SendForbidden { address }),
        Err(_) => return Some(Symptom::NoRoute { address }),
    };
    let mut reply = [0; 16];
    let error = timeout(ECHOED_WITHIN, socket.recv(&mut reply)).await.ok()?.err()?;
    Some(match error.kind() {
        ErrorKind::ConnectionRefused => Symptom::NothingListens { address },
        _ if sent.elapsed() < REFUSED_WITHIN => Symptom::HostFirewalled { address },
        _ => Symptom::NobodyThere { address },
    })
}

async fn send(to: SocketAddr) -> io::Result<UdpSocket> {
    let from: SocketAddr =
        if to.is_ipv4() { (Ipv4Addr::UNSPECIFIED, 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(from).await?;
    socket.connect(to).await?;
    socket.send(&[0]).await?;
    Ok(socket)
}
