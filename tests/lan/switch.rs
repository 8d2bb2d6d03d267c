//! An Ethernet switch in user space, for everything that a good cable never does: delay, jitter, loss, multicast that
//! does not get through, and a network that falls apart. It learns addresses as a real one does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::ifaddrs::getifaddrs;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::socket::{self, AddressFamily, MsgFlags, SockFlag, SockProtocol, SockType};
use nix::sys::time::TimeSpec;

use crate::namespace::Namespace;

/// How the links behave.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Weather {
    /// What every frame takes on its way, in one direction.
    pub delay: Duration,
    /// By how much the delay may be shorter or longer. Frames may overtake each other.
    pub jitter: Duration,
    /// How many frames in a hundred are lost.
    pub loss: f64,
    /// How many multicast and broadcast IP frames in a hundred are lost as well. Neighbours still find each other's
    /// hardware addresses, as they do behind an access point that keeps multicast away from its clients.
    pub multicast_loss: f64,
}

impl Weather {
    /// A good cable.
    pub const FAIR: Weather = Weather { delay: Duration::ZERO, jitter: Duration::ZERO, loss: 0.0, multicast_loss: 0.0 };
}

/// How many frames have gone which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    /// Sent on.
    pub forwarded: u64,
    /// Lost on purpose.
    pub lost: u64,
    /// Lost because too many were on their way: the test sends more than the switch can carry.
    pub overflowed: u64,
}

/// As many frames are on their way at most.
const ON_THE_WAY: usize = 20_000;

/// The longest frame, with room to spare.
const FRAME: usize = 65_536;

/// A running switch. It ends when it is dropped.
#[derive(Debug)]
pub struct Switch {
    shared: Arc<Shared>,
    works: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    rules: Mutex<Rules>,
    ends: AtomicBool,
    forwarded: AtomicU64,
    lost: AtomicU64,
    overflowed: AtomicU64,
}

#[derive(Debug)]
struct Rules {
    weather: Weather,
    /// Which part of the network each port is in. Frames stay in their part.
    parts: Vec<usize>,
}

impl Switch {
    /// Takes over interfaces of a namespace, which must be up, promiscuous, in no bridge, and without offloads.
    pub fn start(namespace: &Namespace, interfaces: &[String], seed: u64) -> Switch {
        let ports = namespace.inside(|| interfaces.iter().map(|name| packet_socket(name)).collect::<Vec<_>>());
        let rules = Mutex::new(Rules { weather: Weather::FAIR, parts: vec![0; ports.len()] });
        let shared = Arc::new(Shared {
            rules,
            ends: AtomicBool::new(false),
            forwarded: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            overflowed: AtomicU64::new(0),
        });
        let works = Works {
            shared: Arc::clone(&shared),
            ports,
            port_of: HashMap::new(),
            on_the_way: BinaryHeap::new(),
            count: 0,
            dice: fastrand::Rng::with_seed(seed),
        };
        let works = thread::Builder::new().name("switch".to_owned()).spawn(|| works.run()).expect("a thread");
        Switch { shared, works: Some(works) }
    }

    /// From now on.
    pub fn set_weather(&self, weather: Weather) {
        self.shared.rules.lock().expect("rules").weather = weather;
    }

    /// Splits the network: port N is in part `parts[N]`, and nothing passes from one part to another, not even what is
    /// on its way.
    pub fn split(&self, parts: &[usize]) {
        let mut rules = self.shared.rules.lock().expect("rules");
        assert_eq!(parts.len(), rules.parts.len(), "every port is in some part");
        rules.parts = parts.to_vec();
    }

    /// One network again.
    pub fn heal(&self) {
        self.shared.rules.lock().expect("rules").parts.fill(0);
    }

    /// What has passed so far.
    pub fn traffic(&self) -> Traffic {
        Traffic {
            forwarded: self.shared.forwarded.load(Ordering::Relaxed),
            lost: self.shared.lost.load(Ordering::Relaxed),
            overflowed: self.shared.overflowed.load(Ordering::Relaxed),
        }
    }
}

impl Drop for Switch {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::Relaxed);
        if let Some(works) = self.works.take() {
            let _ = works.join();
        }
    }
}

/// What is on its way, the earliest first; the number keeps frames of the same moment in order.
type OnTheWay = Reverse<(Instant, u64, Hop)>;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hop {
    from: usize,
    to: usize,
    frame: Box<[u8]>,
}

struct Works {
    shared: Arc<Shared>,
    ports: Vec<OwnedFd>,
    port_of: HashMap<[u8; 6], usize>,
    on_the_way: BinaryHeap<OnTheWay>,
    count: u64,
    dice: fastrand::Rng,
}

impl Works {
    fn run(mut self) {
        let mut buffer = vec![0; FRAME];
        while !self.shared.ends.load(Ordering::Relaxed) {
            self.deliver();
            for port in self.wait() {
                self.take_in(port, &mut buffer);
            }
        }
    }

    /// Waits for a frame to come in or to be due; the ports that have something.
    fn wait(&self) -> Vec<usize> {
        let idle = Duration::from_millis(100);
        let next = self.on_the_way.peek().map(|Reverse((due, ..))| due.saturating_duration_since(Instant::now()));
        let mut polled: Vec<PollFd<'_>> =
            self.ports.iter().map(|port| PollFd::new(port.as_fd(), PollFlags::POLLIN)).collect();
        match ppoll(&mut polled, Some(TimeSpec::from_duration(next.unwrap_or(idle).min(idle))), None) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => panic!("the switch can't wait: {error}"),
        }
        // An interface that has just gone down has an error to fetch, and that clears it.
        let ready = |polled: &PollFd<'_>| polled.revents().is_some_and(|events| !events.is_empty());
        polled.iter().enumerate().filter(|(_, polled)| ready(polled)).map(|(port, _)| port).collect()
    }

    fn take_in(&mut self, from: usize, buffer: &mut [u8]) {
        // Not for ever, so that a busy port can't keep the others waiting.
        for _ in 0..64 {
            match socket::recv(self.ports[from].as_raw_fd(), buffer, MsgFlags::MSG_DONTWAIT) {
                Ok(length) => self.switch(from, &buffer[..length]),
                Err(_) => return,
            }
        }
    }

    fn switch(&mut self, from: usize, frame: &[u8]) {
        let Some(header) = Header::read(frame) else { return };
        self.port_of.insert(header.source, from);
        match self.port_of.get(&header.target) {
            Some(&to) if !header.to_many() => self.send_on(from, to, &header, frame),
            _ => (0..self.ports.len()).for_each(|to| self.send_on(from, to, &header, frame)),
        }
    }

    fn send_on(&mut self, from: usize, to: usize, header: &Header, frame: &[u8]) {
        if from == to {
            return;
        }
        let weather = {
            let rules = self.shared.rules.lock().expect("rules");
            if rules.parts[from] != rules.parts[to] {
                self.shared.lost.fetch_add(1, Ordering::Relaxed);
                return;
            }
            rules.weather
        };
        let is_lost = |dice: &mut fastrand::Rng, percent: f64| dice.f64() * 100.0 < percent;
        if is_lost(&mut self.dice, weather.loss)
            || (header.is_multicast_ip() && is_lost(&mut self.dice, weather.multicast_loss))
        {
            self.shared.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        if self.on_the_way.len() >= ON_THE_WAY {
            self.shared.overflowed.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let jitter = weather.jitter.mul_f64(2.0 * self.dice.f64());
        let due = Instant::now() + (weather.delay + jitter).saturating_sub(weather.jitter);
        self.count += 1;
        self.on_the_way.push(Reverse((due, self.count, Hop { from, to, frame: frame.into() })));
    }

    fn deliver(&mut self) {
        while self.on_the_way.peek().is_some_and(|Reverse((due, ..))| *due <= Instant::now()) {
            let Some(Reverse((_, _, hop))) = self.on_the_way.pop() else { return };
            let joined = {
                let rules = self.shared.rules.lock().expect("rules");
                rules.parts[hop.from] == rules.parts[hop.to]
            };
            let sent =
                joined && socket::send(self.ports[hop.to].as_raw_fd(), &hop.frame, MsgFlags::MSG_DONTWAIT).is_ok();
            let counter = if sent { &self.shared.forwarded } else { &self.shared.lost };
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What a switch reads of a frame.
struct Header {
    target: [u8; 6],
    source: [u8; 6],
    kind: [u8; 2],
    /// The kind of ICMPv6 message, if it is one without extension headers.
    icmp6: Option<u8>,
}

impl Header {
    fn read(frame: &[u8]) -> Option<Header> {
        let (target, rest) = frame.split_first_chunk::<6>()?;
        let (source, rest) = rest.split_first_chunk::<6>()?;
        let (kind, packet) = rest.split_first_chunk::<2>()?;
        const ICMP6: u8 = 58;
        let icmp6 = (*kind == IP6 && packet.get(6) == Some(&ICMP6)).then(|| packet.get(40).copied()).flatten();
        Some(Header { target: *target, source: *source, kind: *kind, icmp6 })
    }

    fn to_many(&self) -> bool {
        self.target[0] & 1 == 1
    }

    /// Multicast of programs: not ARP, and not its successor, the neighbour solicitation.
    fn is_multicast_ip(&self) -> bool {
        const NEIGHBOUR_DISCOVERY: std::ops::RangeInclusive<u8> = 133..=137;
        let finds_neighbours = self.icmp6.is_some_and(|kind| NEIGHBOUR_DISCOVERY.contains(&kind));
        self.to_many() && (self.kind == IP4 || self.kind == IP6) && !finds_neighbours
    }
}

const IP4: [u8; 2] = [0x08, 0x00];
const IP6: [u8; 2] = [0x86, 0xdd];

/// A socket that gets and sends whole frames at one interface of the current namespace.
fn packet_socket(interface: &str) -> OwnedFd {
    let flags = SockFlag::SOCK_CLOEXEC | SockFlag::SOCK_NONBLOCK;
    let port =
        socket::socket(AddressFamily::Packet, SockType::Raw, flags, SockProtocol::EthAll).expect("a packet socket");
    let address = getifaddrs()
        .expect("the interfaces")
        .filter(|found| found.interface_name == interface)
        .find_map(|found| found.address?.as_link_addr().copied())
        .unwrap_or_else(|| panic!("no interface {interface}"));
    socket::bind(port.as_raw_fd(), &address).expect("the interface is ours");
    socket::setsockopt(&port, socket::sockopt::RcvBuf, &(4 << 20)).expect("room for bursts");
    port
}
