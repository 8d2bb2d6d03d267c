//! A UDP port on which this installation speaks QUIC.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use quinn::{EndpointConfig, TokioRuntime};
use tokio::sync::watch;
use tokio::time;

use super::arrivals::{Arrivals, Porter};
use super::certificate::Certificate;
use super::dial::Dialer;
use super::fault::{CloseCode, DialFault, OpenFault};
use super::inquiry::{Answer, Inquiries, MAX_CARD};
use super::limits::Limits;
use super::link::Link;
use super::port::Port;
use super::quic;
use super::registry::Registry;
use super::socket::{self, PortChoice};
use super::tls::{self, Protocol};
use crate::identity::{Identity, PublicKey};

/// How long the last words to all peers may take after what was queued for them.
const GOODBYE_TIME: Duration = Duration::from_millis(200);

/// How to open an [`Endpoint`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Which port.
    pub port: PortChoice,
    /// The network device to use alone.
    pub interface: Option<String>,
    /// What peers may cost.
    pub limits: Limits,
}

/// A UDP port on which this installation speaks QUIC, both ways. Clones are the same endpoint; when the last one is
/// dropped, all its links are closed.
#[derive(Clone, Debug)]
pub struct Endpoint(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    interface: Option<String>,
    registry: Arc<Registry>,
    card: watch::Sender<Bytes>,
    links: Dialer,
    questions: Dialer,
    inquiries: Inquiries,
    port: Arc<Port>,
    /// A second handle of the socket, to take over its port.
    socket: Mutex<UdpSocket>,
    #[cfg(test)]
    handshakes: Arc<super::crowd::Crowd>,
}

impl Endpoint {
    /// Opens a port, for IPv6 and IPv4 where the system has both. Must be called inside a tokio runtime.
    pub fn open(identity: &Identity, settings: Settings) -> Result<(Endpoint, Arrivals), OpenFault> {
        let Settings { port, interface, limits } = settings;
        let unusable = |error: &dyn std::error::Error| OpenFault::Certificate(error.to_string());
        let certificate = Arc::new(Certificate::new(identity).map_err(|error| unusable(&error))?);
        let tls = tls::server(&certificate).map_err(|error| unusable(&error))?;
        // What a client needs can be made as well, then.
        tls::client(&certificate, Protocol::Table, None).map_err(|error| unusable(&error))?;

        let socket = socket::open(port, interface.as_deref())?;
        let spare = socket.try_clone()?;
        let server = quic::server(tls, &limits);
        let port = Port::new(socket)?;
        let (config, runtime) = (EndpointConfig::default(), Arc::new(TokioRuntime));
        let endpoint = quinn::Endpoint::new_with_abstract_socket(config, Some(server), port.clone(), runtime)?;

        let dialer = |protocol, transport| Dialer {
            endpoint: endpoint.clone(),
            certificate: Arc::clone(&certificate),
            transport: Arc::new(transport),
            protocol,
        };
        let links = dialer(Protocol::Table, quic::dialing(&limits));
        let questions = dialer(Protocol::Inquiry, quic::asking(&limits));
        let registry = Registry::new(identity.public(), limits);
        let (card, shown) = watch::channel(Bytes::new());
        let (porter, arrivals) = Porter::new(Arc::clone(&registry), shown);
        #[cfg(test)]
        let handshakes = porter.handshakes();
        tokio::spawn(porter.run(endpoint));
        let inner = Inner {
            interface,
            registry,
            card,
            links,
            questions,
            inquiries: Inquiries::default(),
            port,
            socket: Mutex::new(spare),
            #[cfg(test)]
            handshakes,
        };
        Ok((Endpoint(Arc::new(inner)), arrivals))
    }

    /// The UDP port.
    pub fn port(&self) -> u16 {
        self.0.quinn().local_addr().map_or(0, |address| address.port())
    }

    /// Who we are.
    pub fn key(&self) -> PublicKey {
        self.0.registry.own_key
    }

    /// Keeps places for these: however many others come, they always find one.
    pub fn expect(&self, keys: impl IntoIterator<Item = PublicKey>) {
        self.0.registry.expect(keys.into_iter().collect());
    }

    /// Opens a link to whoever is at these addresses. They are tried side by side, each a little after the one before;
    /// the first finished handshake wins, and the others are given up. With an `expected` key, nobody else will do.
    pub async fn dial(&self, addresses: &[SocketAddr], expected: Option<PublicKey>) -> Result<Link, DialFault> {
        self.0.links.link(&self.0.registry, addresses, expected).await
    }

    /// Asks what is at these addresses without joining; programs of all versions answer. Whoever is gone is known to be
    /// so within 2.5 s. To ask again soon is cheap.
    pub async fn ask(&self, addresses: &[SocketAddr], expected: Option<PublicKey>) -> Result<Answer, DialFault> {
        self.0.inquiries.ask(&self.0.questions, addresses, expected).await
    }

    /// What inquiries are answered with from now on. `None`: nothing is announced here. A card that is longer than
    /// [`MAX_CARD`] is cut off there.
    pub fn show_card(&self, card: Option<Vec<u8>>) {
        let mut card = card.unwrap_or_default();
        card.truncate(MAX_CARD);
        self.0.card.send_replace(card.into());
    }

    /// Says goodbye to everybody and waits until it is sent, a second at most. What was queued is sent before.
    pub async fn close(&self) {
        let links = self.0.registry.all();
        links.iter().for_each(|line| line.close("goodbye"));
        let farewell = self.0.registry.limits.farewell;
        let all_said = async {
            for line in &links {
                line.connection.closed().await;
            }
        };
        // Whoever does not listen any more is not waited for.
        let _ = time::timeout(farewell, all_said).await;
        self.0.quinn().close(CloseCode::Goodbye.number(), b"goodbye");
        let _ = time::timeout(GOODBYE_TIME, self.0.quinn().wait_idle()).await;
    }

    /// After a suspend or a change of network devices: takes a new socket on the same port. Links go on through it, or fail
    /// as soon as their time is up. Must be called inside a tokio runtime.
    pub fn rebind(&self) -> io::Result<()> {
        let mut spare = self.0.socket.lock().unwrap_or_else(PoisonError::into_inner);
        let socket = socket::open_again(&spare, self.0.interface.as_deref())?;
        let new_spare = socket.try_clone()?;
        self.0.port.replace(socket)?;
        *spare = new_spare;
        Ok(())
    }
}

#[cfg(test)]
impl Endpoint {
    /// How many handshakes this endpoint has begun.
    pub(super) fn handshakes_begun(&self) -> u64 {
        self.0.quinn().stats().outgoing_handshakes
    }

    /// How many handshakes of others are not finished.
    pub(super) fn handshakes_held(&self) -> usize {
        self.0.handshakes.size()
    }

    /// How many bytes wait to be sent on all links.
    pub(super) fn queued(&self) -> usize {
        self.0.registry.queued.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// How many links there are.
    pub(super) fn links(&self) -> usize {
        self.0.registry.all().len()
    }
}

impl Inner {
    fn quinn(&self) -> &quinn::Endpoint {
        &self.links.endpoint
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.quinn().close(CloseCode::Goodbye.number(), b"goodbye");
    }
}
