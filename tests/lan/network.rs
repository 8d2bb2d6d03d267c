//! A LAN: some laptops, a cable from each, and a bridge or a switch that the cables are plugged into.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::laptop::Laptop;
use crate::namespace::Namespace;
use crate::switch::{Switch, Weather};

/// Which addresses the laptops have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// IPv4 as from a router, and IPv6 link-local.
    Usual,
    /// IPv6 link-local and nothing else, as between laptops without a router.
    LinkLocalOnly,
}

/// A LAN with its laptops.
#[derive(Debug)]
pub struct Lan {
    laptops: Vec<Laptop>,
    switch: Option<Switch>,
    /// The inside of the bridge or switch. After the switch, so that it is dropped when nobody works in it.
    middle: Namespace,
}

/// LANs of this process, so that several can be there at once.
static LANS: AtomicUsize = AtomicUsize::new(0);

impl Lan {
    /// Laptops on a bridge of the kernel: fast and faultless.
    pub fn bridged(laptops: usize) -> Lan {
        Lan::bridged_with(laptops, Addresses::Usual)
    }

    /// The same with other addresses.
    pub fn bridged_with(laptops: usize, addresses: Addresses) -> Lan {
        let lan = Lan::wire(laptops, addresses);
        // Snooping needs a querier, which a small LAN does not have.
        lan.middle.ip("link add bridge type bridge stp_state 0 forward_delay 0 mcast_snooping 0".split(' '));
        lan.middle.ip(["link", "set", "bridge", "up"]);
        for port in 0..laptops {
            lan.middle.ip(["link", "set", &port_name(port), "master", "bridge"]);
        }
        lan.power_on();
        lan
    }

    /// Laptops on a switch that does what it is told to do to their frames.
    pub fn switched(laptops: usize, seed: u64) -> Lan {
        let mut lan = Lan::wire(laptops, Addresses::Usual);
        let ports: Vec<String> = (0..laptops).map(port_name).collect();
        for (laptop, port) in lan.laptops.iter().zip(&ports) {
            // The switch must see frames as they would be on a cable: whole, of normal size, with their checksums.
            let off = ["tx", "off", "gso", "off", "gro", "off", "tso", "off"];
            lan.middle.run("ethtool", ["-K", port].into_iter().chain(off));
            laptop.namespace().run("ethtool", ["-K", CABLE].into_iter().chain(off));
            lan.middle.ip(["link", "set", port, "promisc", "on"]);
        }
        lan.power_on();
        lan.switch = Some(Switch::start(&lan.middle, &ports, seed));
        lan
    }

    /// Laptop N, counted from 0.
    pub fn laptop(&self, number: usize) -> &Laptop {
        &self.laptops[number]
    }

    /// All of them.
    pub fn laptops(&self) -> &[Laptop] {
        &self.laptops
    }

    /// Pulls a laptop's cable: the link goes down, addresses stay.
    pub fn unplug(&self, laptop: usize) {
        self.middle.ip(["link", "set", &port_name(laptop), "down"]);
    }

    /// Plugs it in again.
    pub fn plug_in(&self, laptop: usize) {
        self.middle.ip(["link", "set", &port_name(laptop), "up"]);
    }

    /// The switch, on a LAN that has one.
    pub fn switch(&self) -> &Switch {
        self.switch.as_ref().expect("a LAN with a switch")
    }

    /// Changes the weather on a LAN with a switch.
    pub fn set_weather(&self, weather: Weather) {
        self.switch().set_weather(weather);
    }

    fn wire(count: usize, addresses: Addresses) -> Lan {
        assert!((1..=16).contains(&count), "a LAN of {count} laptops");
        let number = LANS.fetch_add(1, Ordering::Relaxed);
        let name = format!("lan{number}");
        let folder = PathBuf::from("/run/laptops").join(&name);
        let middle = Namespace::new(format!("{name}-middle"));
        let off = "for all in /proc/sys/net/ipv6/conf/*/disable_ipv6; do echo 1 > $all; done";
        middle.run("sh", ["-c", off]);
        let laptops = (0..count)
            .map(|laptop| {
                let namespace = Namespace::new(format!("{name}-{}", laptop_name(laptop)));
                let port = port_name(laptop);
                middle.ip(["link", "add", &port, "type", "veth", "peer", "name", CABLE, "netns", namespace.name()]);
                // Addresses are ours: nobody has to be asked for a second whether they are taken.
                let at_once = "for all in /proc/sys/net/ipv6/conf/*/accept_dad; do echo 0 > $all; done";
                namespace.run("sh", ["-c", at_once]);
                if addresses == Addresses::Usual {
                    namespace.ip(["address", "add", &format!("{}/24", address(laptop)), "dev", CABLE]);
                }
                Laptop::new(laptop_name(laptop), namespace, address(laptop), folder.join(laptop_name(laptop)))
            })
            .collect();
        Lan { laptops, switch: None, middle }
    }

    fn power_on(&self) {
        for (number, laptop) in self.laptops.iter().enumerate() {
            self.middle.ip(["link", "set", &port_name(number), "up"]);
            laptop.namespace().ip(["link", "set", CABLE, "up"]);
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        for laptop in &self.laptops {
            while laptop.link_local().is_none() {
                assert!(Instant::now() < deadline, "{} has no link-local address yet", laptop.name());
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// What every laptop calls the interface that its cable is in.
pub const CABLE: &str = "eth0";

fn port_name(laptop: usize) -> String {
    format!("port{}", laptop + 1)
}

fn laptop_name(laptop: usize) -> String {
    format!("laptop{}", laptop + 1)
}

fn address(laptop: usize) -> std::net::Ipv4Addr {
    std::net::Ipv4Addr::new(10, 77, 0, u8::try_from(laptop + 1).expect("a small LAN"))
}
