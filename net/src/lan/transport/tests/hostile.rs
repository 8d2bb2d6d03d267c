//! Peers that mean harm, over real QUIC. They come from an address of their own, as another laptop would.

use std::net::{Ipv4Addr, UdpSocket};
use std::time::{Duration, Instant};

use super::super::tls::{Protocol, SERVER_NAME};
use super::super::{Lane, Limits, LinkFault, Rate};
use super::raw::RawPeer;
use super::{Peer, until, within};

/// Opens a link from `guest` to `host` and lets messages go there and back.
async fn others_play(host: &mut Peer, guest: &Peer) {
    let (mut here, mut there) = guest.link_to(host).await;
    for number in 0..20u8 {
        here.sender.send(Lane::Control, vec![number]).expect("an open link");
        assert_eq!(within(5.0, there.receiver.next()).await, Ok(vec![number]));
        there.sender.send(Lane::Control, vec![number]).expect("an open link");
        assert_eq!(within(5.0, here.receiver.next()).await, Ok(vec![number]));
    }
}

#[tokio::test]
async fn lengths_are_checked_before_anything_is_reserved() {
    let (mut host, guest, villain) = (Peer::new(1), Peer::new(2), RawPeer::client(3));
    for length in [u32::MAX, 1 << 24, (2 << 10) + 1] {
        let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
        let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
        link.send.write_all(&length.to_le_bytes()).await.expect("an open link");
        let fault = LinkFault::TooLong { length: length.into(), most: 2 << 10 };
        assert_eq!(within(5.0, arrived.receiver.next()).await, Err(fault));
        within(5.0, link.connection.closed()).await;
    }
    others_play(&mut host, &guest).await;
}

#[tokio::test]
async fn messages_that_stop_half_way_end_the_link() {
    let (mut host, guest, villain) = (Peer::new(1), Peer::new(2), RawPeer::client(3));
    for bytes in [&[9][..], &[9, 0, 0, 0], &[9, 0, 0, 0, 1, 2, 3]] {
        let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
        let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
        link.send.write_all(bytes).await.expect("an open link");
        link.send.finish().expect("an open stream");
        assert!(matches!(within(5.0, arrived.receiver.next()).await, Err(LinkFault::Misbehaved(_))));
    }
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
    link.send.reset(7u32.into()).expect("an open stream");
    assert!(matches!(within(5.0, arrived.receiver.next()).await, Err(LinkFault::Misbehaved(_))));
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
    link.send.finish().expect("an open stream");
    let fault = within(5.0, arrived.receiver.next()).await.expect_err("it stays, and may not");
    assert!(matches!(fault, LinkFault::Misbehaved(_)), "{fault}");
    others_play(&mut host, &guest).await;
}

#[tokio::test]
async fn garbage_is_messages_at_best_and_never_more() {
    let (mut host, guest, villain) = (Peer::new(1), Peer::new(2), RawPeer::client(3));
    // Garbage instead of QUIC.
    let socket = UdpSocket::bind((Ipv4Addr::new(127, 0, 0, 2), 0)).expect("a port");
    let mut noise = blake3::Hasher::new().finalize_xof();
    let mut bytes = [0; 1_200];
    for length in 0..1_200 {
        noise.fill(&mut bytes);
        let _ = socket.send_to(&bytes[..length], host.address());
    }
    // Garbage instead of a greeting.
    let connection = within(5.0, villain.connect(host.address(), &Protocol::Table.name())).await.expect("a handshake");
    let (mut send, _receive) = connection.open_bi().await.expect("a stream");
    send.write_all(&bytes).await.expect("an open stream");
    within(5.0, connection.closed()).await;
    // Garbage instead of messages.
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
    tokio::spawn(async move {
        let mut bytes = [0; 4_096];
        loop {
            noise.fill(&mut bytes);
            if link.send.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    within(5.0, async { while arrived.receiver.next().await.is_ok() {} }).await;
    others_play(&mut host, &guest).await;
}

#[tokio::test]
async fn streams_beyond_the_lanes_can_not_be_opened() {
    let (mut host, villain) = (Peer::new(1), RawPeer::client(3));
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (link, arrived) = (link.expect("a link"), arrived.expect("a link"));
    let more = tokio::time::timeout(Duration::from_millis(300), link.connection.open_bi()).await;
    assert!(more.is_err(), "one control stream");
    let early = tokio::time::timeout(Duration::from_millis(300), link.connection.open_uni()).await;
    assert!(early.is_err(), "no bulk stream before the door");
    arrived.sender.passed_the_door();
    let _bulk = within(5.0, link.connection.open_uni()).await.expect("one bulk stream");
    let more = tokio::time::timeout(Duration::from_millis(300), link.connection.open_uni()).await;
    assert!(more.is_err(), "and no second one");
    assert!(link.connection.max_datagram_size().is_none(), "no datagrams");
    drop(arrived);
}

#[tokio::test]
async fn a_flood_of_handshakes_keeps_nobody_out() {
    let (mut host, guest, villain) = (Peer::new(1), Peer::new(2), RawPeer::client(3));
    // The first packets of many handshakes, caught where nobody answers.
    let catcher = tokio::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let at = catcher.local_addr().expect("an address");
    let mut first_words = Vec::new();
    for _ in 0..400 {
        let attempt = villain.endpoint.connect_with(villain.config(Protocol::Table), at, SERVER_NAME);
        let mut packet = vec![0; 1_500];
        let length = within(5.0, catcher.recv(&mut packet)).await.expect("a packet");
        packet.truncate(length);
        first_words.push(packet);
        drop(attempt);
        // What the dropped attempt still says is no first packet.
        while let Ok(Ok(_)) = tokio::time::timeout(Duration::from_millis(2), catcher.recv(&mut [0; 1_500])).await {}
    }
    let flood = UdpSocket::bind((Ipv4Addr::new(127, 0, 0, 2), 0)).expect("a port");
    for packet in &first_words {
        flood.send_to(packet, host.address()).expect("loopback");
    }
    let trusted = Limits::default().handshakes_on_trust;
    until(3.0, "the flood has its places", || host.endpoint.handshakes_held() >= trusted).await;
    let begun = Instant::now();
    others_play(&mut host, &guest).await;
    println!("a link during 400 open handshakes took {:?}", begun.elapsed());
    assert!(host.endpoint.handshakes_held() <= Limits::default().handshakes_from_one);
    until(8.0, "open handshakes are given up", || host.endpoint.handshakes_held() == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_are_sent_away_and_keep_nobody_out() {
    let limits = Limits { door_time: Duration::from_secs(2), ..Limits::default() };
    let (mut host, guest) = (Peer::with(1, limits), Peer::new(2));
    let (one, another) = (RawPeer::client(3), RawPeer::client_at(4, Ipv4Addr::new(127, 0, 0, 3)));
    let (mut silent, mut idle) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        // Some open a link, and some not even that.
        silent.extend(one.connect(host.address(), &Protocol::Table.name()).await.ok());
        idle.extend(within(5.0, another.link(host.address())).await);
        if let Ok(Some(mut link)) = tokio::time::timeout(Duration::from_millis(1), host.arrivals.next()).await {
            tokio::spawn(async move { while link.receiver.next().await.is_ok() {} });
        }
        assert!(host.endpoint.links() <= Limits::default().at_the_door);
    }
    println!("{} silent and {} idle connections were opened", silent.len(), idle.len());
    assert!(!silent.is_empty() && idle.len() == 100);
    while tokio::time::timeout(Duration::from_millis(50), host.arrivals.next()).await.is_ok() {}
    others_play(&mut host, &guest).await;
    until(10.0, "all are sent away", || {
        let gone = |connection: &quinn::Connection| connection.close_reason().is_some();
        silent.iter().all(gone) && idle.iter().all(|link| gone(&link.connection))
    })
    .await;
    until(5.0, "nothing remains", || host.endpoint.links() == 0).await;
}

#[tokio::test]
async fn one_machine_takes_the_place_of_no_member_and_of_nobody_from_elsewhere() {
    let limits = Limits { links: 8, kept: 2, ..Limits::default() };
    let (mut host, member, villain) = (Peer::with(1, limits), Peer::new(2), RawPeer::client(3));
    let other = RawPeer::client_at(5, Ipv4Addr::new(127, 0, 0, 3));
    host.endpoint.expect([member.endpoint.key()]);
    let mut crowd = Vec::new();
    for _ in 0..6 {
        let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
        let arrived = arrived.expect("a link");
        arrived.sender.passed_the_door();
        crowd.push((link.expect("a link"), arrived));
    }
    assert!(within(5.0, villain.link(host.address())).await.is_none(), "these have all places that there are");
    let (link, arrived) = tokio::join!(other.link(host.address()), host.arrivals.next());
    let (_link, _arrived) = (link.expect("a place for others"), arrived.expect("a link"));
    others_play(&mut host, &member).await;
    let gone = crowd.iter().filter(|(link, _)| link.connection.close_reason().is_some()).count();
    assert_eq!(gone, 1, "somebody of the crowd made room");
}

#[tokio::test]
async fn a_peer_that_never_reads_is_given_up_and_nobody_else() {
    let limits = Limits { queue: 1 << 20, ..Limits::default() };
    let (mut host, guest, villain) = (Peer::with(1, limits), Peer::new(2), RawPeer::client(3));
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (link, arrived) = (link.expect("a link"), arrived.expect("a link"));
    arrived.sender.passed_the_door();
    let mut sent = 0;
    let fault = loop {
        match arrived.sender.send(Lane::Control, vec![0; 10_000]) {
            Ok(()) => sent += 1,
            Err(fault) => break fault,
        }
        assert!(sent < 10_000, "the queue must fill");
        tokio::task::yield_now().await;
    };
    assert_eq!(fault, LinkFault::Stalled);
    assert_eq!(within(5.0, arrived.sender.closed()).await, LinkFault::Stalled);
    assert_eq!(host.endpoint.queued(), 0, "nothing of it is kept");
    within(5.0, link.connection.closed()).await;
    others_play(&mut host, &guest).await;
}

#[tokio::test]
async fn a_peer_that_takes_nothing_for_long_is_given_up() {
    let limits = Limits { stall: Duration::from_millis(600), ..Limits::default() };
    let (mut host, villain) = (Peer::with(1, limits), RawPeer::client(3));
    let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
    let (_link, arrived) = (link.expect("a link"), arrived.expect("a link"));
    arrived.sender.passed_the_door();
    arrived.sender.send(Lane::Bulk, vec![0; 4 << 20]).expect("room");
    assert_eq!(within(5.0, arrived.sender.closed()).await, LinkFault::Stalled);
    assert_eq!(host.endpoint.queued(), 0);
}

#[tokio::test]
async fn all_queues_together_are_bounded() {
    let limits = Limits { all_queues: 3 << 20, ..Limits::default() };
    let (mut host, villain) = (Peer::with(1, limits), RawPeer::client(3));
    let mut links = Vec::new();
    for megabytes in [1usize, 2, 1] {
        let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
        let (link, arrived) = (link.expect("a link"), arrived.expect("a link"));
        arrived.sender.passed_the_door();
        arrived.sender.send(Lane::Bulk, vec![0; megabytes << 20]).expect("room");
        links.push((link, arrived));
    }
    assert_eq!(within(5.0, links[1].1.sender.closed()).await, LinkFault::Stalled, "the longest one goes");
    assert!(host.endpoint.queued() <= 3 << 20);
    assert!(links[0].1.sender.send(Lane::Control, vec![1]).is_ok());
    assert!(links[2].1.sender.send(Lane::Control, vec![1]).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_messages_is_read_slowly_and_slows_nobody_else() {
    let limits = Limits {
        messages: Rate { burst: 100, per_second: 100 },
        bytes: Rate { burst: 1 << 20, per_second: 1 << 20 },
        ..Limits::default()
    };
    let (mut host, guest, villain) = (Peer::with(1, limits), Peer::new(2), RawPeer::client(3));
    let mut floods = Vec::new();
    for length in [0, 60_000] {
        let (link, arrived) = tokio::join!(villain.link(host.address()), host.arrivals.next());
        let (mut link, mut arrived) = (link.expect("a link"), arrived.expect("a link"));
        arrived.sender.passed_the_door();
        arrived.receiver.set_longest(1 << 20);
        tokio::spawn(async move {
            let mut message = (length as u32).to_le_bytes().to_vec();
            message.resize(4 + length, 7);
            while link.send.write_all(&message).await.is_ok() {}
        });
        floods.push(tokio::spawn(async move {
            let begun = Instant::now();
            let (mut messages, mut bytes) = (0, 0);
            while begun.elapsed() < Duration::from_secs(3) {
                let message = within(5.0, arrived.receiver.next()).await.expect("a patient link");
                messages += 1;
                bytes += message.len();
            }
            (messages, bytes)
        }));
    }
    let mut slowest = Duration::ZERO;
    let (mut here, mut there) = guest.link_to(&mut host).await;
    for number in 0..50u8 {
        let begun = Instant::now();
        here.sender.send(Lane::Control, vec![number]).expect("an open link");
        assert_eq!(within(5.0, there.receiver.next()).await, Ok(vec![number]));
        there.sender.send(Lane::Control, vec![number]).expect("an open link");
        assert_eq!(within(5.0, here.receiver.next()).await, Ok(vec![number]));
        slowest = slowest.max(begun.elapsed());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    println!("the slowest round trip beside two floods: {slowest:?}");
    assert!(slowest < Duration::from_millis(500), "{slowest:?}");
    let small = floods.remove(0).await.expect("small messages");
    let large = floods.remove(0).await.expect("large messages");
    assert!((300..=450).contains(&small.0), "{small:?} in 3 s");
    assert!((3 << 20..=5 << 20).contains(&large.1), "{large:?} in 3 s");
}
