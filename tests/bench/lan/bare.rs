//! The least that a move over a host can cost: one guest sends it to a relay, and the relay to all guests. Over QUIC,
//! with and without the signatures that a move needs, and over plain UDP.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_net::hash::{Hash, Label};
use doubloons_net::identity::{Identity, Signature, Verifier};
use doubloons_net::wire::codec;
use doubloons_tests::network::Lan;
use doubloons_tests::stranger;
use quinn::{Endpoint, EndpointConfig, RecvStream, TokioRuntime};
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::moves::PAUSE;
use crate::table::SEATS;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// QUIC, and: the author signs, the relay checks and signs, everybody checks both.
    SignedQuic,
    /// QUIC alone.
    Quic,
    /// Datagrams.
    Udp,
}

/// Bytes of a move without signatures: about those of a move of Caribbean in the log.
const MOVE: usize = 320;
const SIGNATURE: usize = 64;
const SENT: usize = MOVE + SIGNATURE;
const PASSED_ON: usize = SENT + SIGNATURE;
const GUESTS: usize = SEATS - 1;
const PORT: u16 = 20_001;

/// Sends so many moves, one after the other, from each guest in turn; how long each took to the last of all four.
pub(crate) fn measure(lan: &Lan, kind: Bare, moves: usize) -> Vec<Duration> {
    match kind {
        Bare::SignedQuic => over_quic(lan, moves, true),
        Bare::Quic => over_quic(lan, moves, false),
        Bare::Udp => over_udp(lan, moves),
    }
}

/// Who signs, and how all check it.
struct Signer {
    identity: Identity,
    verifier: Verifier,
}

impl Signer {
    fn new(number: u8) -> Signer {
        let identity = Identity::from_secret(&[number + 1; 32]);
        let verifier = Verifier::new(&identity.public()).expect("a key");
        Signer { identity, verifier }
    }

    /// Writes the signature of everything before it.
    fn sign(&self, message: &mut [u8]) {
        let place = message.len() - SIGNATURE;
        let signature = self.identity.sign_hash(&Hash::of_bytes(Label::Entry, &message[..place]));
        message[place..].copy_from_slice(&codec::encode(&signature));
    }

    fn check(&self, message: &[u8]) {
        let (content, signature) = message.split_at(message.len() - SIGNATURE);
        let signature: Signature = codec::decode(signature, SIGNATURE).expect("a signature");
        assert!(self.verifier.accepts_hash(&Hash::of_bytes(Label::Entry, content), &signature));
    }
}

/// The moments at which a move was sent and was there.
struct Clock {
    sent: Receiver<Instant>,
    there: Receiver<Instant>,
    orders: Vec<mpsc::UnboundedSender<()>>,
}

impl Clock {
    fn run(self, moves: usize) -> Vec<Duration> {
        let one = |number: usize| {
            self.orders[number % GUESTS].send(()).expect("a guest");
            let sent = self.sent.recv().expect("a move");
            let last = (0..SEATS).map(|_| self.there.recv().expect("a replica")).max().expect("four");
            last.duration_since(sent)
        };
        // The first ones find every cache cold.
        (0..moves + 2 * GUESTS).map(one).skip(2 * GUESTS).collect()
    }
}

fn over_quic(lan: &Lan, moves: usize, signed: bool) -> Vec<Duration> {
    let target = SocketAddr::from((lan.laptop(0).address(), PORT));
    let (sent, was_sent) = channel();
    let (there, was_there) = channel();
    let (ready, is_ready) = channel();
    thread::scope(|scope| {
        let entrance = lan.laptop(0).namespace().entrance();
        let at_host = there.clone();
        scope.spawn(move || {
            entrance.enter();
            let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
            let relayed = runtime.block_on(runtime.spawn(relay(signed, at_host, ready)));
            relayed.expect("a relay that works");
        });
        is_ready.recv().expect("a relay");
        let mut orders = Vec::new();
        for guest in 1..=GUESTS {
            let entrance = lan.laptop(guest).namespace().entrance();
            let (order, ordered) = mpsc::unbounded_channel();
            orders.push(order);
            let (sent, there, ready) = (sent.clone(), there.clone(), channel());
            scope.spawn(move || {
                entrance.enter();
                let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
                let guest = Guest { number: guest as u8, target, signed };
                let guest = guest.over_quic(ordered, sent, there, ready.0);
                runtime.block_on(runtime.spawn(guest)).expect("a guest that works");
            });
            ready.1.recv().expect("a guest at the relay");
        }
        Clock { sent: was_sent, there: was_there, orders }.run(moves)
    })
}

async fn relay(signed: bool, there: Sender<Instant>, ready: Sender<()>) {
    let endpoint = relay_endpoint();
    ready.send(()).expect("somebody waits");
    let mut streams = Vec::new();
    let (heard, mut hears) = mpsc::unbounded_channel();
    while streams.len() < GUESTS {
        let connection = endpoint.accept().await.expect("a guest").await.expect("a handshake");
        let (to, mut from) = connection.accept_bi().await.expect("a stream");
        let heard = heard.clone();
        tokio::spawn(async move {
            let mut first = [0];
            let mut message = [0; SENT];
            from.read_exact(&mut first).await.expect("a greeting");
            while from.read_exact(&mut message).await.is_ok() {
                let _ = heard.send(message);
            }
        });
        streams.push((connection, to));
    }
    drop(heard);
    let (author, host) = (Signer::new(1), Signer::new(0));
    while let Some(message) = hears.recv().await {
        let mut passed_on = [0; PASSED_ON];
        passed_on[..SENT].copy_from_slice(&message);
        if signed {
            author.check(&message);
            host.sign(&mut passed_on);
        }
        for (_, to) in &mut streams {
            to.write_all(&passed_on).await.expect("a guest that listens");
        }
        there.send(Instant::now()).expect("a clock");
    }
}

struct Guest {
    number: u8,
    target: SocketAddr,
    signed: bool,
}

impl Guest {
    async fn over_quic(
        self,
        orders: mpsc::UnboundedReceiver<()>,
        sent: Sender<Instant>,
        there: Sender<Instant>,
        ready: Sender<()>,
    ) {
        let endpoint = stranger::endpoint(UdpSocket::bind("0.0.0.0:0").expect("a socket"));
        let connecting = endpoint.connect_with(stranger::newcomer(), self.target, "doubloons").expect("a connection");
        let connection = connecting.await.expect("a handshake");
        let (mut to, from) = connection.open_bi().await.expect("a stream");
        to.write_all(&[0]).await.expect("a greeting");
        let (number, signed) = (self.number, self.signed);
        let listens = tokio::spawn(self.listen(from, there));
        ready.send(()).expect("somebody waits");
        let author = Signer::new(1);
        let mut wishes = decide(orders, sent);
        while wishes.recv().await.is_some() {
            let mut message = [number; SENT];
            if signed {
                author.sign(&mut message);
            }
            to.write_all(&message).await.expect("a relay that listens");
        }
        connection.close(0_u32.into(), b"");
        let _ = listens.await;
    }

    async fn listen(self, mut from: RecvStream, there: Sender<Instant>) {
        let (author, host) = (Signer::new(1), Signer::new(0));
        let mut message = [0; PASSED_ON];
        while from.read_exact(&mut message).await.is_ok() {
            if self.signed {
                author.check(&message[..SENT]);
                host.check(&message);
            }
            let _ = there.send(Instant::now());
        }
    }
}

/// Waits and then wishes for a move, as a player at a table does: the clock starts with the wish, before it is handed to
/// whoever sends it.
fn decide(mut orders: mpsc::UnboundedReceiver<()>, sent: Sender<Instant>) -> mpsc::UnboundedReceiver<()> {
    let (wish, wishes) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while orders.recv().await.is_some() {
            tokio::time::sleep(PAUSE).await;
            sent.send(Instant::now()).expect("a clock");
            let _ = wish.send(());
        }
    });
    wishes
}

fn relay_endpoint() -> Endpoint {
    let server = stranger::server(stranger::protocols());
    let socket = UdpSocket::bind(("0.0.0.0", PORT)).expect("a socket");
    Endpoint::new(EndpointConfig::default(), Some(server), socket, Arc::new(TokioRuntime)).expect("an endpoint")
}

fn over_udp(lan: &Lan, moves: usize) -> Vec<Duration> {
    let sockets: Vec<UdpSocket> = lan.laptops().iter().take(SEATS).map(|laptop| laptop.udp_socket()).collect();
    let addresses: Vec<SocketAddr> = sockets.iter().map(|socket| socket.local_addr().expect("an address")).collect();
    let (sent, was_sent) = channel();
    let (there, was_there) = channel();
    thread::scope(|scope| {
        let mut orders = Vec::new();
        let guests = addresses[1..].to_vec();
        let relay = &sockets[0];
        let at_host = there.clone();
        scope.spawn(move || {
            let mut message = [0; PASSED_ON];
            // An empty datagram ends it.
            while relay.recv(&mut message).is_ok_and(|length| length > 0) {
                guests.iter().for_each(|guest| assert!(relay.send_to(&message, guest).is_ok()));
                let _ = at_host.send(Instant::now());
            }
            guests.iter().for_each(|guest| assert!(relay.send_to(&[], guest).is_ok()));
        });
        for socket in &sockets[1..] {
            let there = there.clone();
            scope.spawn(move || {
                let mut message = [0; PASSED_ON];
                while socket.recv(&mut message).is_ok_and(|length| length > 0) {
                    let _ = there.send(Instant::now());
                }
            });
            let (order, mut ordered) = mpsc::unbounded_channel();
            orders.push(order);
            let (sent, host) = (sent.clone(), addresses[0]);
            scope.spawn(move || {
                while ordered.blocking_recv().is_some() {
                    thread::sleep(PAUSE);
                    sent.send(Instant::now()).expect("a clock");
                    socket.send_to(&[7; SENT], host).expect("sent");
                }
            });
        }
        let times = Clock { sent: was_sent, there: was_there, orders }.run(moves);
        sockets[1].send_to(&[], addresses[0]).expect("sent");
        times
    })
}
