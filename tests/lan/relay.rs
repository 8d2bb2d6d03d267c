//! Somebody in the middle: answers where the host should be, with a key of its own, and passes on everything that is
//! said, both ways.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use doubloons_net::identity::Identity;
use doubloons_net::lan::transport::{Endpoint, Lane, Link, LinkReceiver, LinkSender, PortChoice, Settings};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::laptop::Laptop;

/// Somebody in the middle, until it is dropped.
#[derive(Debug)]
pub struct Relay {
    passed_on: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    works: Option<thread::JoinHandle<()>>,
}

impl Relay {
    /// Listens on a laptop at this port, and passes everything on to the host.
    pub fn start(laptop: &Laptop, port: u16, host: SocketAddr) -> Relay {
        let passed_on = Arc::new(AtomicU64::new(0));
        let (stop, stopped) = oneshot::channel();
        let counter = Arc::clone(&passed_on);
        let (ready, is_ready) = std::sync::mpsc::channel();
        let entrance = laptop.namespace().entrance();
        let works = thread::spawn(move || {
            entrance.enter();
            let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let stay = stay_in_the_middle(port, host, counter, ready);
                tokio::select! {
                    () = stay => {}
                    _ = stopped => {}
                }
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        is_ready.recv_timeout(Duration::from_secs(20)).expect("the relay has asked the host for its card");
        Relay { passed_on, stop: Some(stop), works: Some(works) }
    }

    /// How many messages were passed on, so that nobody takes a relay that never worked for one that was seen through.
    pub fn passed_on(&self) -> u64 {
        self.passed_on.load(Ordering::Relaxed)
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(works) = self.works.take() {
            let _ = works.join();
        }
    }
}

async fn stay_in_the_middle(
    port: u16,
    host: SocketAddr,
    passed_on: Arc<AtomicU64>,
    ready: std::sync::mpsc::Sender<()>,
) {
    let mut secret = [0; 32];
    fastrand::fill(&mut secret);
    let identity = Identity::from_secret(&secret);
    let settings = Settings { port: PortChoice::Exactly(port), ..Settings::default() };
    let (endpoint, mut arrivals) = Endpoint::open(&identity, settings).expect("an endpoint");
    let card = endpoint.ask(&[host], None).await.expect("the host shows its card").card;
    endpoint.show_card(Some(card));
    let _ = ready.send(());
    while let Some(guest) = arrivals.next().await {
        let (endpoint, passed_on) = (endpoint.clone(), Arc::clone(&passed_on));
        tokio::spawn(async move {
            if let Ok(link) = endpoint.dial(&[host], None).await {
                pass_on_both_ways(guest, link, &passed_on).await;
            }
        });
    }
}

async fn pass_on_both_ways(guest: Link, host: Link, passed_on: &AtomicU64) {
    let [to_guest, to_host] = [&guest.sender, &host.sender].map(LinkSender::clone);
    tokio::select! {
        () = pass_on(guest.receiver, to_host, passed_on) => {}
        () = pass_on(host.receiver, to_guest, passed_on) => {}
    }
}

async fn pass_on(mut from: LinkReceiver, to: LinkSender, passed_on: &AtomicU64) {
    // Whatever each of them takes is checked by them.
    from.set_longest(1 << 20);
    while let Ok(message) = from.next().await {
        passed_on.fetch_add(1, Ordering::Relaxed);
        if to.send(Lane::Control, message).is_err() {
            return;
        }
    }
}
