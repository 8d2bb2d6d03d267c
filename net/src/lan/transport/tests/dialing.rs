//! Who is reached, and what is said when nobody is.

use std::net::{Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use super::super::DialFault;
use super::raw::RawPeer;
use super::{Peer, identity, silent_address, within};

#[tokio::test]
async fn only_the_expected_key_will_do() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let addresses = [mary.address()];
    let wrong = within(5.0, anne.endpoint.dial(&addresses, Some(identity(3).public()))).await;
    assert_eq!(wrong.map(|_| ()), Err(DialFault::OtherKey { found: identity(2).public() }));
    let right = within(5.0, anne.endpoint.dial(&addresses, Some(identity(2).public()))).await.expect("a link");
    let arrived = within(5.0, mary.arrivals.next()).await.expect("a link");
    assert_eq!(arrived.sender.exporter(b"x", b""), right.sender.exporter(b"x", b""), "nothing came of the first try");
}

#[tokio::test]
async fn of_several_addresses_one_that_works_is_enough() {
    let (anne, mary, bonny) = (Peer::new(1), Peer::new(2), Peer::new(3));
    let (_silent, silent) = silent_address();
    let dead: SocketAddr = (Ipv6Addr::LOCALHOST, silent.port()).into();
    let addresses = [silent, dead, bonny.address(), mary.address(), silent];
    let begun = Instant::now();
    let link = within(5.0, anne.endpoint.dial(&addresses, Some(mary.endpoint.key()))).await.expect("a link");
    assert_eq!(link.sender.key(), mary.endpoint.key());
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_silent_address_is_named_in_time() {
    let anne = Peer::new(1);
    let (_silent, silent) = silent_address();
    let begun = Instant::now();
    let fault = within(8.0, anne.endpoint.dial(&[silent], None)).await.expect_err("nobody is there");
    assert_eq!(fault, DialFault::NoAnswer(vec![silent]));
    assert!(fault.to_string().contains(&silent.to_string()), "{fault}");
    assert!(begun.elapsed() < Duration::from_secs(6));
    assert_eq!(anne.endpoint.dial(&[], None).await.map(|_| ()), Err(DialFault::NoAddress));
}

#[tokio::test]
async fn another_version_is_told() {
    let anne = Peer::new(1);
    let other = RawPeer::server(2, b"doubloons/999");
    let fault = within(5.0, anne.endpoint.dial(&[other.address], None)).await.expect_err("another version");
    assert_eq!(fault, DialFault::OtherVersion);
    let newcomer = RawPeer::client(3);
    assert!(within(5.0, newcomer.connect(anne.address(), b"doubloons/999")).await.is_err());
}

#[tokio::test]
async fn whoever_is_closing_reaches_nobody() {
    let (anne, mary) = (Peer::new(1), Peer::new(2));
    within(3.0, anne.endpoint.close()).await;
    assert_eq!(anne.endpoint.dial(&[mary.address()], None).await.map(|_| ()), Err(DialFault::Closing));
}

#[tokio::test]
async fn without_arrivals_nobody_gets_in() {
    let (anne, mary) = (Peer::new(1), Peer::new(2));
    let address = mary.address();
    drop(mary.arrivals);
    assert_eq!(within(8.0, anne.endpoint.dial(&[address], None)).await.map(|_| ()), Err(DialFault::Crowded));
    drop(mary.endpoint);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_party_may_come_at_once() {
    let mut host = Peer::new(1);
    let address = host.address();
    let mut guests = tokio::task::JoinSet::new();
    for number in 0..264u16 {
        // Some computers run many programs.
        let guest = Peer::new(2 + (number % 100) as u8);
        guests.spawn(async move {
            let link = guest.endpoint.dial(&[address], None).await;
            (link, guest)
        });
    }
    let arrived = tokio::spawn(async move {
        let mut links = Vec::new();
        while links.len() < 264 {
            let link = host.arrivals.next().await.expect("an open endpoint");
            link.sender.passed_the_door();
            links.push(link);
        }
        (links, host)
    });
    let mut links = Vec::new();
    let begun = Instant::now();
    while let Some(dialed) = within(30.0, guests.join_next()).await {
        let (link, guest) = dialed.expect("no panic");
        links.push((link.expect("a link"), guest));
    }
    within(10.0, arrived).await.expect("all are there");
    println!("264 links took {:?}", begun.elapsed());
}
