//! Reaching somebody at several addresses at once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use quinn::{ClientConfig, Connection, TransportConfig};
use tokio::task::JoinSet;
use tokio::time::{self, Instant};

use super::certificate::Certificate;
use super::fault::{DialFault, LinkFault};
use super::link::{Link, Opener};
use super::registry::Registry;
use super::tls::{self, Protocol};
use crate::identity::PublicKey;

/// How long all of it may take.
const DIAL_TIME: Duration = Duration::from_secs(5);

/// How much later each further address is tried: the first ones are likely the better ones.
const STAGGER: Duration = Duration::from_millis(40);

/// The most addresses that are tried. A computer has a few; a list that is longer was made up.
const MAX_ADDRESSES: usize = 24;

/// How long to wait when the other side has too much to do.
const CROWDED_PAUSE: Duration = Duration::from_millis(250);

/// What the two sides of a link say first on its control stream, so that it is there for both and both want it.
pub(super) const GREETING: u8 = b'D';

/// What is needed to reach somebody.
#[derive(Debug)]
pub(super) struct Dialer {
    pub(super) endpoint: quinn::Endpoint,
    pub(super) certificate: Arc<Certificate>,
    pub(super) transport: Arc<TransportConfig>,
    pub(super) protocol: Protocol,
}

impl Dialer {
    /// Opens a link to whoever is at these addresses. Where there is too much to do, it tries again for a while.
    pub(super) async fn link(
        &self,
        registry: &Arc<Registry>,
        addresses: &[SocketAddr],
        expected: Option<PublicKey>,
    ) -> Result<Link, DialFault> {
        let deadline = Instant::now() + DIAL_TIME;
        loop {
            let (connection, key) = self.reach_by(deadline, addresses, expected).await?;
            match open_link(registry, connection, key, deadline).await {
                Err(DialFault::Crowded) if Instant::now() + CROWDED_PAUSE < deadline => {
                    time::sleep(CROWDED_PAUSE).await;
                }
                done => return done,
            }
        }
    }

    /// Tries all addresses side by side. The first finished handshake wins, and the others are given up.
    pub(super) async fn reach(
        &self,
        addresses: &[SocketAddr],
        expected: Option<PublicKey>,
    ) -> Result<(Connection, PublicKey), DialFault> {
        self.reach_by(Instant::now() + DIAL_TIME, addresses, expected).await
    }

    async fn reach_by(
        &self,
        deadline: Instant,
        addresses: &[SocketAddr],
        expected: Option<PublicKey>,
    ) -> Result<(Connection, PublicKey), DialFault> {
        let mut attempts = JoinSet::new();
        let mut distinct: Vec<SocketAddr> = Vec::new();
        for address in addresses {
            if !distinct.contains(address) && distinct.len() < MAX_ADDRESSES {
                distinct.push(*address);
            }
        }
        for (&address, turn) in distinct.iter().zip(0..) {
            let attempt = self.attempt(address, expected)?;
            attempts.spawn(async move {
                time::sleep(STAGGER * turn).await;
                attempt.run(deadline).await
            });
        }
        let mut fault = DialFault::NoAddress;
        while let Some(attempt) = attempts.join_next().await {
            match attempt {
                Ok(Ok(reached)) => return Ok(reached),
                Ok(Err(another)) => fault = fault.or(another),
                Err(_) => fault = fault.or(DialFault::Closing),
            }
        }
        Err(fault)
    }

    fn attempt(&self, address: SocketAddr, expected: Option<PublicKey>) -> Result<Attempt, DialFault> {
        let (tls, found) = tls::client(&self.certificate, self.protocol, expected)
            .map_err(|error| DialFault::NotDoubloons(error.to_string()))?;
        let mut config = ClientConfig::new(Arc::new(tls));
        config.transport_config(Arc::clone(&self.transport));
        Ok(Attempt { endpoint: self.endpoint.clone(), config, address, expected, found })
    }
}

/// One address of several.
struct Attempt {
    endpoint: quinn::Endpoint,
    config: ClientConfig,
    address: SocketAddr,
    expected: Option<PublicKey>,
    found: tls::Found,
}

impl Attempt {
    /// Tries until it works, or until there is no point in trying again.
    async fn run(self, deadline: Instant) -> Result<(Connection, PublicKey), DialFault> {
        let mut last = DialFault::NoAnswer(vec![self.address]);
        let tries = async {
            loop {
                match self.once().await {
                    Err(DialFault::Crowded) => {
                        last = DialFault::Crowded;
                        time::sleep(CROWDED_PAUSE).await;
                    }
                    // On a bad network all packets of a handshake may get lost, and on a crowded one too.
                    Err(DialFault::NoAnswer(_)) => {}
                    done => return done,
                }
            }
        };
        let done = time::timeout_at(deadline, tries).await;
        done.unwrap_or(Err(last))
    }

    async fn once(&self) -> Result<(Connection, PublicKey), DialFault> {
        let connecting = self
            .endpoint
            .connect_with(self.config.clone(), self.address, tls::SERVER_NAME)
            .map_err(|error| DialFault::from_attempt(&error, self.address))?;
        let connection = connecting.await.map_err(|error| match (self.found.key(), self.expected) {
            (Some(found), Some(expected)) if found != expected => DialFault::OtherKey { found },
            _ => DialFault::from_handshake(error, self.address),
        })?;
        let key = tls::peer_of(&connection).ok_or_else(|| DialFault::NotDoubloons("it has no key".to_owned()))?;
        Ok((connection, key))
    }
}

/// Makes a link of a connection that we opened.
async fn open_link(
    registry: &Arc<Registry>,
    connection: Connection,
    key: PublicKey,
    deadline: Instant,
) -> Result<Link, DialFault> {
    let address = super::socket::plain(connection.remote_address());
    let greeted = time::timeout_at(deadline, greet(&connection)).await.unwrap_or(Err(LinkFault::Silent));
    let opened = greeted.and_then(|streams| Link::new(registry, connection, key, Opener::Us, streams));
    opened.map_err(|fault| match fault {
        LinkFault::Crowded => DialFault::Crowded,
        LinkFault::Left { why } => DialFault::HungUp { why },
        LinkFault::Silent => DialFault::NoAnswer(vec![address]),
        LinkFault::ClosedHere { .. } => DialFault::Closing,
        other => DialFault::NotDoubloons(other.to_string()),
    })
}

async fn greet(connection: &Connection) -> Result<(quinn::SendStream, quinn::RecvStream), LinkFault> {
    let gone = || connection.close_reason().map_or(LinkFault::Silent, LinkFault::from);
    let (mut to, mut from) = connection.open_bi().await?;
    to.write_all(&[GREETING]).await.map_err(|_| gone())?;
    let mut answer = [0];
    from.read_exact(&mut answer).await.map_err(|_| gone())?;
    if answer == [GREETING] { Ok((to, from)) } else { Err(LinkFault::Misbehaved("a strange greeting".to_owned())) }
}
