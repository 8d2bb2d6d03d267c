//! One laptop: a namespace, a folder for its data, and the programs that are started on it.

use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use nix::net::if_::if_nametoindex;

use crate::namespace::Namespace;
use crate::network::CABLE;
use crate::program::Program;
use crate::sandbox;

/// A laptop on a LAN.
#[derive(Debug)]
pub struct Laptop {
    name: String,
    address: Ipv4Addr,
    data: PathBuf,
    namespace: Namespace,
}

impl Laptop {
    pub(crate) fn new(name: String, namespace: Namespace, address: Ipv4Addr, data: PathBuf) -> Laptop {
        fs::create_dir_all(&data).expect("a folder for data");
        Laptop { name, address, data, namespace }
    }

    /// What failure messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its IPv4 address at the cable, if the LAN has such addresses.
    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Its link-local IPv6 address at the cable.
    pub fn link_local(&self) -> Option<Ipv6Addr> {
        let shown = self.namespace.ip(["-6", "-oneline", "address", "show", "dev", CABLE, "scope", "link"]);
        let mut words = shown.split_whitespace().skip_while(|&word| word != "inet6");
        words.nth(1)?.split('/').next()?.parse().ok()
    }

    /// The folder for the data of its programs.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Its namespace, to run other programs in.
    pub fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// Starts `quartermaster` with this laptop's data folder and output as JSON.
    pub fn start(&self, arguments: &[&str]) -> Program {
        self.start_with_data(&self.data, arguments)
    }

    /// The same with another folder for its data.
    pub fn start_with_data(&self, data: &Path, arguments: &[&str]) -> Program {
        let mut command = self.quartermaster();
        command.args(arguments).arg("--data-dir").arg(data).arg("--json");
        Program::start(format!("{} {}", self.name, arguments.join(" ")), command)
    }

    /// Runs `quartermaster` to its end with these arguments and no others.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.quartermaster().args(arguments).output().expect("quartermaster runs")
    }

    /// Adds an interface that leads nowhere, with the same address on every laptop, as those of containers have.
    pub fn add_useless_interface(&self) {
        self.namespace.ip("link add docker0 type veth peer name nowhere".split(' '));
        self.namespace.ip("address add 172.17.0.1/16 dev docker0".split(' '));
        self.namespace.ip("link set nowhere up".split(' '));
        self.namespace.ip("link set docker0 up".split(' '));
    }

    /// A UDP socket on this laptop, at any free port of its IPv4 address.
    pub fn udp_socket(&self) -> UdpSocket {
        let local = SocketAddr::new(IpAddr::V4(self.address), 0);
        self.namespace.inside(|| UdpSocket::bind(local)).expect("a UDP socket")
    }

    /// A UDP socket at any free port of its link-local address, as soon as the kernel lets it be used.
    pub fn link_local_socket(&self) -> UdpSocket {
        const PATIENCE: Duration = Duration::from_secs(5);
        let address = self.link_local().expect("a link-local address");
        let given_up = Instant::now() + PATIENCE;
        self.namespace.inside(|| {
            let scope = if_nametoindex(CABLE).expect("the cable's number");
            loop {
                match UdpSocket::bind(SocketAddrV6::new(address, 0, 0, scope)) {
                    Err(error) if error.kind() == ErrorKind::AddrNotAvailable && Instant::now() < given_up => {
                        thread::sleep(Duration::from_millis(10));
                    }
                    bound => return bound.expect("a UDP socket"),
                }
            }
        })
    }

    /// A small disk of its own as data folder: full after as many bytes.
    pub fn small_disk(&self, bytes: usize) -> PathBuf {
        let disk = self.data.join("disk");
        fs::create_dir_all(&disk).expect("a folder to mount at");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"])
            .arg(&disk)
            .status()
            .expect("mount runs");
        assert!(mounted.success(), "a small disk can be mounted");
        disk
    }

    fn quartermaster(&self) -> Command {
        let mut command = self.namespace.command(sandbox::quartermaster());
        // Nothing of the person who runs the tests is read or written.
        command.env("HOME", &self.data).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        // Where it panicked says enough, and a backtrace would hide it.
        command.env("RUST_BACKTRACE", "0");
        command
    }
}
