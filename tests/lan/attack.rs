//! What hostile programs on the same network can do to a host. Each attack lasts as long as it is told to, does its
//! worst, and says how much that was.

use std::net::UdpSocket;
use std::time::{Duration, Instant};

use doubloons_net::lan::transport::Lane;
use doubloons_net::wire::frame::{Fetch, Frame};
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::audience::{self, Target};
use crate::laptop::Laptop;
use crate::stranger;

/// Kinds of attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// Datagrams of random bytes, some of which look like QUIC at first.
    GarbageDatagrams,
    /// Proper links on which random bytes are sent: wrong lengths, wrong kinds, wrong everything.
    GarbageOnLinks,
    /// Beginnings of handshakes that are never finished, from many ports.
    HandshakeFlood,
    /// Two hundred people who come to watch and then say nothing, and as many at the door, who come again when they are sent
    /// away.
    IdleConnections,
    /// People who come to watch, ask for everything again and again, and read nothing of it.
    NeverReading,
    /// The longest messages that are allowed, as fast as the network takes them, at the door and behind it.
    LongestMessages,
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 6] = [
        Attack::GarbageDatagrams,
        Attack::GarbageOnLinks,
        Attack::HandshakeFlood,
        Attack::IdleConnections,
        Attack::NeverReading,
        Attack::LongestMessages,
    ];
}

/// What an attack was.
#[derive(Debug)]
pub struct Done {
    /// In words.
    pub words: String,
    /// Whether it was one: an attack that never got anywhere tells nothing about those who withstood it.
    pub happened: bool,
}

/// Attacks from a laptop for a while; what was done.
pub fn attack(laptop: &Laptop, target: Target, kind: Attack, lasting: Duration) -> Done {
    let until = Instant::now() + lasting;
    laptop.namespace().inside(|| {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            match kind {
                Attack::GarbageDatagrams => garbage_datagrams(laptop, target, until).await,
                Attack::GarbageOnLinks => garbage_on_links(target, until).await,
                Attack::HandshakeFlood => handshake_flood(target, until).await,
                Attack::IdleConnections => idle_connections(target, until).await,
                Attack::NeverReading => never_reading(target, until).await,
                Attack::LongestMessages => longest_messages(target, until).await,
            }
        })
    })
}

/// A socket of the laptop whose namespace the current thread is in.
fn any_socket() -> UdpSocket {
    UdpSocket::bind("0.0.0.0:0").expect("a UDP socket")
}

fn random_bytes(dice: &mut fastrand::Rng, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    dice.fill(&mut bytes);
    bytes
}

async fn garbage_datagrams(laptop: &Laptop, target: Target, until: Instant) -> Done {
    let socket = laptop.udp_socket();
    let mut dice = fastrand::Rng::with_seed(1);
    let mut sent = 0_u64;
    while Instant::now() < until {
        for _ in 0..50 {
            let length = dice.usize(1..1400);
            let mut datagram = random_bytes(&mut dice, length);
            if dice.bool() {
                // A first packet of a QUIC connection, from here on nonsense.
                datagram.splice(0..datagram.len().min(5), [0xc3, 0, 0, 0, 1]);
            }
            sent += u64::from(socket.send_to(&datagram, target.address).is_ok());
        }
        // The network is faster than any program; this is still some ten thousand a second.
        sleep(Duration::from_millis(2)).await;
    }
    Done { words: format!("{sent} datagrams"), happened: sent > 1_000 }
}

async fn garbage_on_links(target: Target, until: Instant) -> Done {
    let endpoint = stranger::endpoint(any_socket());
    let mut dice = fastrand::Rng::with_seed(2);
    let (mut links, mut refused) = (0, 0);
    while Instant::now() < until {
        let Some((connection, mut to, _from)) = stranger::greet(&endpoint, target.address).await else {
            refused += 1;
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        links += 1;
        let garbage = match dice.u8(..4) {
            // A length of four gigabytes, an empty message, a short message, and no sense at all.
            0 => vec![0xff; 64],
            1 => vec![0; 4],
            2 => [&100_u32.to_le_bytes()[..], &random_bytes(&mut dice, 100)].concat(),
            _ => random_bytes(&mut dice, 4096),
        };
        let _ = to.write_all(&garbage).await;
        // Long enough for it to be read, and for what is to be said about it.
        let _ = tokio::time::timeout(Duration::from_millis(100), connection.closed()).await;
        connection.close(0_u32.into(), b"");
    }
    Done { words: format!("{links} links with garbage, {refused} refused"), happened: links >= 10 }
}

/// First packets of handshakes, as a proper client sends them.
async fn first_packets(count: usize) -> Vec<Vec<u8>> {
    let sink = UdpSocket::bind("127.0.0.1:0").expect("a UDP socket");
    sink.set_read_timeout(Some(Duration::from_secs(2))).expect("a time-out");
    let target = sink.local_addr().expect("its address");
    let endpoint = stranger::endpoint(UdpSocket::bind("127.0.0.1:0").expect("a UDP socket"));
    let mut packets = Vec::new();
    for _ in 0..count {
        let connecting = endpoint.connect_with(stranger::newcomer(), target, "doubloons").expect("a first packet");
        sleep(Duration::from_millis(1)).await;
        let mut buffer = [0; 2048];
        if let Ok(length) = sink.recv(&mut buffer) {
            packets.push(buffer[..length].to_vec());
        }
        drop(connecting);
        // The end of the connection is of no use.
        sleep(Duration::from_millis(1)).await;
        sink.set_nonblocking(true).expect("a socket that does not block");
        while sink.recv(&mut buffer).is_ok() {}
        sink.set_nonblocking(false).expect("a socket that blocks");
    }
    packets
}

async fn handshake_flood(target: Target, until: Instant) -> Done {
    let packets = first_packets(100).await;
    assert!(packets.len() > 50, "only {} first packets", packets.len());
    let mut sent = 0_u64;
    while Instant::now() < until {
        // The same packet from another port is another handshake.
        let socket = any_socket();
        for packet in &packets {
            sent += u64::from(socket.send_to(packet, target.address).is_ok());
        }
        sleep(Duration::from_millis(10)).await;
    }
    Done { words: format!("{sent} handshakes begun"), happened: sent > 1_000 }
}

async fn idle_connections(target: Target, until: Instant) -> Done {
    const IDLE: usize = 200;
    let idle = audience::come(target, IDLE).await;
    let came = idle.len();
    // To come in takes a while on a busy machine, and is no part of being idle.
    let until = until.max(Instant::now() + Duration::from_secs(4));
    let endpoint = stranger::endpoint(any_socket());
    let (mut opened, mut most) = (0_u64, 0);
    let mut connections = Vec::new();
    while Instant::now() < until {
        connections.retain(|(connection, ..): &(quinn::Connection, _, _)| connection.close_reason().is_none());
        most = most.max(connections.len());
        if connections.len() < IDLE
            && let Some(connection) = stranger::greet(&endpoint, target.address).await
        {
            opened += 1;
            connections.push(connection);
        }
        sleep(Duration::from_millis(2)).await;
    }
    let stayed = idle.iter().filter(|(_, link)| link.sender.send(Lane::Control, Vec::new()).is_ok()).count();
    Done {
        words: format!(
            "{came} were let in and said nothing, {stayed} to the end; {opened} came to the door, {most} at the same time"
        ),
        happened: came == IDLE && stayed == IDLE && opened > 10,
    }
}

async fn never_reading(target: Target, until: Instant) -> Done {
    let mut links = audience::come(target, 40).await;
    let came = links.len();
    let everything = [&[FRAME][..], &Frame::Fetch(Fetch { from: 1 }).to_bytes()].concat();
    let mut asked = 0_u64;
    while Instant::now() < until {
        links.retain(|(_, link)| link.sender.send(Lane::Control, everything.clone()).is_ok());
        asked += links.len() as u64;
        sleep(Duration::from_millis(100)).await;
    }
    let left = links.len();
    Done {
        words: format!("{came} came to watch and asked {asked} times for everything, {left} were not thrown out"),
        happened: came > 30 && asked > 100,
    }
}

/// The kind of message that carries a frame of the game.
const FRAME: u8 = 3;

async fn longest_messages(target: Target, until: Instant) -> Done {
    const AT_THE_DOOR: usize = 2 << 10;
    const BEHIND_IT: usize = 8 << 10;
    let endpoint = stranger::endpoint(any_socket());
    let mut message = vec![FRAME; 4 + AT_THE_DOOR];
    message[..4].copy_from_slice(&u32::try_from(AT_THE_DOOR).expect("small").to_le_bytes());
    let (mut at_the_door, mut behind_it) = (0_u64, 0_u64);
    while Instant::now() < until {
        if let Some((_connection, mut to, _from)) = stranger::greet(&endpoint, target.address).await {
            let flood = async {
                while to.write_all(&message).await.is_ok() {
                    at_the_door += message.len() as u64;
                }
            };
            let _ = tokio::time::timeout(Duration::from_millis(500), flood).await;
        }
        for (_endpoint, link) in audience::come(target, 2).await {
            let flood = async {
                while link.sender.send(Lane::Control, vec![FRAME; BEHIND_IT]).is_ok() {
                    behind_it += BEHIND_IT as u64;
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                _ = link.sender.closed() => {}
                () = flood => {}
                () = sleep(Duration::from_millis(500)) => {}
            }
        }
        sleep(Duration::from_millis(5)).await;
    }
    // What is queued behind the door is thrown away with its link when that is closed.
    Done {
        words: format!("{at_the_door} bytes sent at the door, {behind_it} bytes queued behind it"),
        happened: at_the_door > 100_000 && behind_it > 1_000_000,
    }
}
