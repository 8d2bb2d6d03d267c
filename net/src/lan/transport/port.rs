//! The socket under QUIC, which can be exchanged for another one while links go on.

use std::fmt;
use std::io::{self, IoSliceMut};
use std::net::{SocketAddr, UdpSocket};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::task::{Context, Poll, Waker};

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, Runtime, TokioRuntime, UdpPoller};

/// A socket that stays the same one for QUIC when another takes its place.
///
/// quinn can exchange sockets too, but tells every connection that it has moved; one that was reset in the same moment
/// then has a last word after its end, and the whole endpoint breaks.
pub(super) struct Port {
    socket: RwLock<Arc<dyn AsyncUdpSocket>>,
    /// Who waits for something to come in.
    reader: Mutex<Option<Waker>>,
}

impl Port {
    /// Must be called inside a tokio runtime.
    pub(super) fn new(socket: UdpSocket) -> io::Result<Arc<Port>> {
        let socket = RwLock::new(TokioRuntime.wrap_udp_socket(socket)?);
        Ok(Arc::new(Port { socket, reader: Mutex::default() }))
    }

    /// From now on everything goes through this socket. Must be called inside a tokio runtime.
    pub(super) fn replace(&self, socket: UdpSocket) -> io::Result<()> {
        let socket = TokioRuntime.wrap_udp_socket(socket)?;
        *self.socket.write().unwrap_or_else(PoisonError::into_inner) = socket;
        // Whoever waits does so at the previous socket.
        if let Some(reader) = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take() {
            reader.wake();
        }
        Ok(())
    }

    fn current(&self) -> Arc<dyn AsyncUdpSocket> {
        Arc::clone(&self.socket.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Port").field(&self.local_addr()).finish()
    }
}

impl AsyncUdpSocket for Port {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        let socket = self.current();
        let poller = Arc::clone(&socket).create_io_poller();
        Box::pin(Writer { port: self, socket, poller })
    }

    fn try_send(&self, transmit: &Transmit<'_>) -> io::Result<()> {
        self.current().try_send(transmit)
    }

    fn poll_recv(
        &self,
        context: &mut Context<'_>,
        buffers: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        // Noted before the socket is looked up: a socket that comes in between wakes the reader.
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *reader {
            Some(known) => known.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        drop(reader);
        self.current().poll_recv(context, buffers, meta)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.current().local_addr()
    }

    fn max_transmit_segments(&self) -> usize {
        self.current().max_transmit_segments()
    }

    fn max_receive_segments(&self) -> usize {
        self.current().max_receive_segments()
    }

    fn may_fragment(&self) -> bool {
        self.current().may_fragment()
    }
}

/// Waits until something can be sent.
#[derive(Debug)]
struct Writer {
    port: Arc<Port>,
    /// The socket that it waits for.
    socket: Arc<dyn AsyncUdpSocket>,
    poller: Pin<Box<dyn UdpPoller>>,
}

impl UdpPoller for Writer {
    fn poll_writable(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let current = self.port.current();
        if !std::ptr::addr_eq(Arc::as_ptr(&current), Arc::as_ptr(&self.socket)) {
            self.poller = Arc::clone(&current).create_io_poller();
            self.socket = current;
        }
        self.poller.as_mut().poll_writable(context)
    }
}
