//! What hostile peers can make a host hold. The only test in its process, because it looks at the memory of all of it:
//! what the hostile peers themselves need is counted too.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use doubloons_net::identity::Identity;
use doubloons_net::lan::door::{Door, Purpose, knock};
use doubloons_net::lan::transport::{Arrivals, Endpoint, Lane, Link, LinkFault, PortChoice, Settings};

/// How much more than at rest: what the whole program may need in the worst case.
const MOST_MEBIBYTES: usize = 64;

fn endpoint(seed: u8) -> (Endpoint, Arrivals) {
    let settings = Settings { port: PortChoice::Any, ..Settings::default() };
    Endpoint::open(&Identity::from_secret(&[seed; 32]), settings).expect("a port")
}

/// The memory of this process in bytes, right now.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line about memory");
    let kibibytes: usize = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes << 10
}

async fn within<T>(seconds: u64, future: impl Future<Output = T>) -> T {
    let outcome = tokio::time::timeout(Duration::from_secs(seconds), future).await;
    outcome.unwrap_or_else(|_| panic!("it took more than {seconds} s"))
}

/// Somebody who got in.
async fn guest(endpoint: &Endpoint, host: SocketAddr) -> Link {
    let mut link = within(10, endpoint.dial(&[host], None)).await.expect("a link");
    within(10, knock(&mut link, Purpose::Lobby, None)).await.expect("no PIN");
    link.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
    link
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_peers_can_not_grow_the_memory_of_a_host() {
    let (host, mut arrivals) = endpoint(1);
    let address: SocketAddr = (Ipv4Addr::LOCALHOST, host.port()).into();
    let given_up = Arc::new(AtomicUsize::new(0));
    let door = Arc::new(Door::new(None));
    let counted = Arc::clone(&given_up);
    tokio::spawn(async move {
        while let Some(mut link) = arrivals.next().await {
            let (door, counted) = (Arc::clone(&door), Arc::clone(&counted));
            tokio::spawn(async move {
                if door.admit(&mut link, |_, _| false).await.is_err() {
                    return;
                }
                link.receiver.set_longest(1 << 20);
                if link.receiver.next().await.is_err() {
                    return;
                }
                let sender = link.sender.clone();
                let talk = tokio::spawn(async move {
                    // As much as each of them takes, and more.
                    loop {
                        if let Err(fault) = sender.send(Lane::Bulk, vec![7; 64 << 10]) {
                            return fault;
                        }
                        tokio::task::yield_now().await;
                    }
                });
                while link.receiver.next().await.is_ok() {}
                if talk.await.expect("no panic") == LinkFault::Stalled {
                    counted.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let (villain, _arrivals) = endpoint(2);
    drop(guest(&villain, address).await);
    let before = memory();

    // A hundred that open a link and say nothing, a dozen that get in and never read, and of these half that send as fast
    // as they can.
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(within(10, villain.dial(&[address], None)).await.expect("a link"));
    }
    let mut deaf = Vec::new();
    for number in 0..12 {
        let link = guest(&villain, address).await;
        if number % 2 == 0 {
            let sender = link.sender.clone();
            tokio::spawn(async move {
                loop {
                    let fits = sender.queued() < 512 << 10;
                    if fits && sender.send(Lane::Control, vec![7; 60_000]).is_err() {
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            });
        }
        deaf.push(link);
    }
    let mut most = memory();
    let begun = Instant::now();
    while given_up.load(Ordering::Relaxed) < deaf.len() {
        assert!(begun.elapsed() < Duration::from_secs(60), "those who never read must be given up");
        tokio::time::sleep(Duration::from_millis(5)).await;
        most = most.max(memory());
    }
    let grown = most.saturating_sub(before) >> 20;
    println!("memory above idle: {grown} MiB at most, {} MiB at rest", before >> 20);
    assert!(grown <= MOST_MEBIBYTES, "{grown} MiB");
}
