//! People who come to watch a game.

use std::net::SocketAddr;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use doubloons_net::identity::Identity;
use doubloons_net::lan::door::{Purpose, knock};
use doubloons_net::lan::transport::{Endpoint, Link, PortChoice, Settings};
use doubloons_net::table::genesis::GameId;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::laptop::Laptop;

/// The way to a game: where it is hosted, and which it is.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The host's address and port.
    pub address: SocketAddr,
    /// The game, which anybody on the network can read in the list of tables.
    pub game: GameId,
}

/// Lets people come, each with a key of their own, from the namespace that the current thread is in. Not everybody may
/// be let in.
pub async fn come(target: Target, count: usize) -> Vec<(Endpoint, Link)> {
    let mut links = Vec::new();
    for _ in 0..count {
        let mut secret = [0; 32];
        fastrand::fill(&mut secret);
        let settings = Settings { port: PortChoice::Any, ..Settings::default() };
        let (endpoint, _arrivals) = Endpoint::open(&Identity::from_secret(&secret), settings).expect("an endpoint");
        let Ok(mut link) = endpoint.dial(&[target.address], None).await else { continue };
        if knock(&mut link, Purpose::Game(target.game), None).await.is_ok() {
            links.push((endpoint, link));
        }
    }
    links
}

/// An audience that reads everything it is sent, until it is dropped.
#[derive(Debug)]
pub struct Audience {
    size: usize,
    stop: Option<oneshot::Sender<()>>,
    sits: Option<JoinHandle<()>>,
}

impl Audience {
    /// Comes, and returns when everybody is there.
    pub fn gather(laptop: &Laptop, target: Target, count: usize) -> Audience {
        let entrance = laptop.namespace().entrance();
        let (stop, stopped) = oneshot::channel();
        let (came, has_come) = std::sync::mpsc::channel();
        let sits = thread::spawn(move || {
            entrance.enter();
            let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let links = come(target, count).await;
                let _ = came.send(links.len());
                for (endpoint, mut link) in links {
                    link.receiver.set_longest(16 << 20);
                    tokio::spawn(async move {
                        while link.receiver.next().await.is_ok() {}
                        drop(endpoint);
                    });
                }
                let _ = stopped.await;
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        let size = has_come.recv().expect("an audience");
        Audience { size, stop: Some(stop), sits: Some(sits) }
    }

    /// How many were let in.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(sits) = self.sits.take() {
            let _ = sits.join();
        }
    }
}
