//! Those who come in: as many at a time as this computer can stand, and no more from one address than leaves room for
//! others.

use std::sync::Arc;

use bytes::Bytes;
use quinn::{Connection, Incoming};
use tokio::sync::{mpsc, watch};
use tokio::time::{self, Instant};

use super::crowd::{Crowd, Place};
use super::dial::GREETING;
use super::fault::{CloseCode, LinkFault};
use super::link::{Link, Opener};
use super::registry::Registry;
use super::tls::{self, Protocol};
use super::{inquiry, socket};

/// Those who opened a link to an [`Endpoint`](super::Endpoint). When this is dropped, nobody can any more.
#[derive(Debug)]
pub struct Arrivals(mpsc::Receiver<Link>);

impl Arrivals {
    /// The next peer that opened a link and proved its key; `None` once the endpoint is closed.
    pub async fn next(&mut self) -> Option<Link> {
        self.0.recv().await
    }
}

/// Who answers.
#[derive(Clone, Debug)]
pub(super) struct Porter {
    registry: Arc<Registry>,
    handshakes: Arc<Crowd>,
    inquiries: Arc<Crowd>,
    card: watch::Receiver<Bytes>,
    arrivals: mpsc::Sender<Link>,
}

impl Porter {
    /// Somebody who answers handshakes, hands over links, and shows a card to those who inquire.
    pub(super) fn new(registry: Arc<Registry>, card: watch::Receiver<Bytes>) -> (Porter, Arrivals) {
        let limits = &registry.limits;
        let (arrivals, arrived) = mpsc::channel(limits.at_the_door);
        let handshakes = Crowd::new(limits.handshakes, limits.handshakes_from_one);
        let inquiries = Crowd::new(limits.inquiries, limits.inquiries_from_one);
        (Porter { registry, handshakes, inquiries, card, arrivals }, Arrivals(arrived))
    }

    /// Those whose handshakes are not finished.
    #[cfg(test)]
    pub(super) fn handshakes(&self) -> Arc<Crowd> {
        Arc::clone(&self.handshakes)
    }

    /// Answers until the endpoint is closed.
    pub(super) async fn run(self, endpoint: quinn::Endpoint) {
        while let Some(incoming) = endpoint.accept().await {
            self.answer(incoming);
        }
    }

    fn answer(&self, incoming: Incoming) {
        let on_trust = self.handshakes.size() < self.registry.limits.handshakes_on_trust;
        if !on_trust && !incoming.remote_address_validated() {
            // Fails only for those who have been asked already.
            let _ = incoming.retry();
            return;
        }
        let address = socket::plain(incoming.remote_address()).ip();
        match self.handshakes.enter(address) {
            Some(place) => {
                tokio::spawn(self.clone().receive(incoming, place));
            }
            None => incoming.refuse(),
        }
    }

    async fn receive(self, incoming: Incoming, place: Place) {
        let deadline = Instant::now() + self.registry.limits.handshake_time;
        let Ok(connecting) = incoming.accept() else { return };
        let Ok(Ok(connection)) = time::timeout_at(deadline, connecting).await else { return };
        match tls::protocol_of(&connection) {
            Some(Protocol::Table) => {
                let opened = time::timeout_at(deadline, self.open_link(&connection)).await;
                if let Err(fault) = opened.unwrap_or(Err(LinkFault::Late)) {
                    connection.close(fault.close_code().number(), fault.to_string().as_bytes());
                }
            }
            Some(Protocol::Inquiry) => {
                drop(place);
                let address = socket::plain(connection.remote_address()).ip();
                match self.inquiries.enter(address) {
                    Some(_place) => inquiry::serve(&connection, &self.card).await,
                    None => connection.close(CloseCode::Crowded.number(), b"too many inquiries"),
                }
            }
            None => connection.close(CloseCode::Misbehaved.number(), b"no protocol"),
        }
    }

    async fn open_link(&self, connection: &Connection) -> Result<(), LinkFault> {
        let gone = || connection.close_reason().map_or(LinkFault::Silent, LinkFault::from);
        let key = tls::peer_of(connection).ok_or_else(|| LinkFault::Misbehaved("it has no key".to_owned()))?;
        let (mut to, mut from) = connection.accept_bi().await?;
        let mut greeting = [0];
        from.read_exact(&mut greeting).await.map_err(|_| gone())?;
        if greeting != [GREETING] {
            return Err(LinkFault::Misbehaved("a strange greeting".to_owned()));
        }
        let place = self.arrivals.reserve().await.map_err(|_| LinkFault::Crowded)?;
        if !self.registry.has_room_for(&key, socket::plain(connection.remote_address()).ip()) {
            return Err(LinkFault::Crowded);
        }
        to.write_all(&[GREETING]).await.map_err(|_| gone())?;
        let link = Link::new(&self.registry, connection.clone(), key, Opener::Them, (to, from))?;
        place.send(link);
        Ok(())
    }
}
