//! A link to one peer, and the way to it.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bytes::Bytes;
use quinn::{Connection, RecvStream, SendStream, VarInt};
use tokio::sync::{Notify, SetOnce};

use super::fault::LinkFault;
use super::queue::{NoRoom, Queue};
use super::receiver::LinkReceiver;
use super::registry::{LinkId, Registry};
use super::{socket, writer};
use crate::identity::PublicKey;

/// A link to one peer whose key has been proven. It is closed when its receiver is dropped; what was put into the queue
/// before is still sent.
#[derive(Debug)]
pub struct Link {
    /// The way there.
    pub sender: LinkSender,
    /// The way back.
    pub receiver: LinkReceiver,
}

impl Link {
    /// A link over the control stream of a connection. Fails if there are too many.
    pub(super) fn new(
        registry: &Arc<Registry>,
        connection: Connection,
        key: PublicKey,
        opened_by: Opener,
        (to, from): (SendStream, RecvStream),
    ) -> Result<Link, LinkFault> {
        let line = Arc::new(Line {
            id: registry.next_id(),
            connection,
            key,
            opened_by,
            opened_at: Instant::now(),
            queue: Queue::new(registry.limits.queue, Arc::clone(&registry.queued)),
            fault: OnceLock::new(),
            closing: Notify::new(),
            passed_the_door: SetOnce::new(),
            registry: Arc::clone(registry),
        });
        registry.enter(&line)?;
        tokio::spawn(writer::run(Arc::clone(&line), to));
        let receiver = LinkReceiver::new(Arc::clone(&line), from);
        Ok(Link { sender: LinkSender(line), receiver })
    }
}

/// Which way a message goes. Each lane keeps the order of its messages; between the two there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// What is said in the game.
    Control,
    /// What may take its time and never delays the other lane.
    Bulk,
}

/// Who opened a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opener {
    Us,
    Them,
}

/// The way to a peer. Clones are the same way.
#[derive(Clone, Debug)]
pub struct LinkSender(Arc<Line>);

impl LinkSender {
    /// Who the peer is.
    pub fn key(&self) -> PublicKey {
        self.0.key
    }

    /// Who we are.
    pub fn own_key(&self) -> PublicKey {
        self.0.registry.own_key
    }

    /// Where the peer is right now. It may move.
    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }

    /// Whether this side opened the link.
    pub fn is_dialed(&self) -> bool {
        self.0.is_dialed()
    }

    /// When the link was opened.
    pub fn opened_at(&self) -> Instant {
        self.0.opened_at
    }

    /// Puts a message into the queue; never waits. When the queue is full, the peer does not read, and the link is closed.
    /// What comes back as an error is also what [`closed`](LinkSender::closed) tells.
    pub fn send(&self, lane: Lane, message: impl Into<Bytes>) -> Result<(), LinkFault> {
        match self.0.queue.push(lane, message.into()) {
            Ok(()) => {
                self.0.registry.relieve();
                Ok(())
            }
            Err(NoRoom::Full) => {
                self.0.give_up(LinkFault::Stalled);
                Err(LinkFault::Stalled)
            }
            Err(NoRoom::Closed) => Err(self.0.fault()),
        }
    }

    /// How many bytes wait to be sent, a little more for each message. Whoever has much to say looks here before saying
    /// more: see [`Limits::queue`] and [`Limits::all_queues`].
    ///
    /// [`Limits::queue`]: super::Limits::queue
    /// [`Limits::all_queues`]: super::Limits::all_queues
    pub fn queued(&self) -> usize {
        self.0.queued()
    }

    /// How long a message there and back takes.
    pub fn round_trip(&self) -> Duration {
        self.0.connection.rtt()
    }

    /// Waits until the link is no more.
    pub async fn closed(&self) -> LinkFault {
        self.0.connection.closed().await;
        self.0.fault()
    }

    /// Closes the link: what is in the queue is still sent, if the peer takes it within [`Limits::farewell`], and then
    /// the peer is told why.
    ///
    /// [`Limits::farewell`]: super::Limits::farewell
    pub fn close(&self, why: &str) {
        self.0.close(why);
    }

    /// Bytes that only the two ends of this very link know, for a purpose and a context.
    ///
    /// # Panics
    ///
    /// Never: so few bytes can always be had.
    pub fn exporter(&self, label: &[u8], context: &[u8]) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.connection.export_keying_material(&mut bytes, label, context).expect("32 bytes are few enough");
        bytes
    }

    /// The peer is no stranger any more: it may send more before it is read, it may use its bulk lane, and it no longer
    /// has to hurry. To say it again does nothing.
    pub fn passed_the_door(&self) {
        self.0.passed_the_door();
    }
}

/// What both ways of a link and its writer share.
#[derive(Debug)]
pub(super) struct Line {
    id: LinkId,
    /// What it runs over.
    pub(super) connection: Connection,
    key: PublicKey,
    opened_by: Opener,
    opened_at: Instant,
    /// What waits to be sent.
    pub(super) queue: Queue,
    /// Why this side closed it.
    fault: OnceLock<LinkFault>,
    /// Rung once when this side begins to close it.
    pub(super) closing: Notify,
    /// Set when the peer has passed the door.
    pub(super) passed_the_door: SetOnce<()>,
    /// Where it is listed.
    pub(super) registry: Arc<Registry>,
}

impl Line {
    /// Its number.
    pub(super) fn id(&self) -> LinkId {
        self.id
    }

    /// Whose it is.
    pub(super) fn key(&self) -> PublicKey {
        self.key
    }

    /// Where the peer is.
    pub(super) fn address(&self) -> SocketAddr {
        socket::plain(self.connection.remote_address())
    }

    /// Whether this side opened it.
    pub(super) fn is_dialed(&self) -> bool {
        self.opened_by == Opener::Us
    }

    /// Whether this side has not closed it.
    pub(super) fn is_open(&self) -> bool {
        self.fault.get().is_none()
    }

    /// How much waits to be sent.
    pub(super) fn queued(&self) -> usize {
        self.queue.cost()
    }

    /// Why it is closed. What this side said counts, and then what the connection says.
    pub(super) fn fault(&self) -> LinkFault {
        let said = self.fault.get().cloned();
        said.or_else(|| self.connection.close_reason().map(LinkFault::from)).unwrap_or(LinkFault::Silent)
    }

    /// What the other side is told at the end.
    pub(super) fn last_words(&self) -> String {
        match self.fault() {
            LinkFault::ClosedHere { why } => why,
            fault => fault.to_string(),
        }
    }

    /// Begins to close it; what is in the queue is still sent.
    pub(super) fn close(&self, why: &str) {
        if self.fault.set(LinkFault::ClosedHere { why: why.to_owned() }).is_ok() {
            self.queue.close();
            self.closing.notify_one();
        }
    }

    /// Closes it at once.
    pub(super) fn give_up(&self, fault: LinkFault) {
        let code = fault.close_code();
        if self.fault.set(fault).is_ok() {
            self.connection.close(code.number(), self.last_words().as_bytes());
            self.forget();
        }
    }

    /// It is closed: nothing of it counts any more.
    pub(super) fn forget(&self) {
        self.queue.discard();
        self.registry.leave(self.id);
    }

    fn passed_the_door(&self) {
        if self.passed_the_door.set(()).is_ok() {
            self.registry.passed(self.id);
            self.connection.set_max_concurrent_uni_streams(VarInt::from_u32(1));
            // Room for both lanes, so that neither has to wait for the other to be read.
            self.connection.set_receive_window(VarInt::from_u32(2 * self.registry.limits.window));
        }
    }
}
