//! Messages, keys and addresses.

use std::net::Ipv6Addr;
use std::time::Duration;

use super::super::{Lane, LinkFault};
use super::{Peer, identity, within};

#[tokio::test]
async fn messages_go_both_ways_on_both_lanes_in_order() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (mut here, mut there) = anne.link_to(&mut mary).await;
    for sender in [&here.sender, &there.sender] {
        for number in 0..100u8 {
            sender.send(Lane::Control, vec![0, number]).expect("an open link");
            sender.send(Lane::Bulk, vec![1, number]).expect("an open link");
        }
        sender.send(Lane::Control, Vec::new()).expect("an open link");
    }
    for receiver in [&mut here.receiver, &mut there.receiver] {
        let mut lanes = [Vec::new(), Vec::new()];
        let mut empty = 0;
        for _ in 0..201 {
            match within(5.0, receiver.next()).await.expect("an open link")[..] {
                [lane, number] => lanes[usize::from(lane)].push(number),
                _ => empty += 1,
            }
        }
        let all: Vec<u8> = (0..100).collect();
        assert_eq!((lanes, empty), ([all.clone(), all], 1));
    }
}

#[tokio::test]
async fn what_is_said_goes_out_without_waiting_for_the_writer() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_to(&mut mary).await;
    here.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
    within(5.0, there.receiver.next()).await.expect("the first word");
    // Nothing else runs in between.
    here.sender.send(Lane::Control, b"aye".to_vec()).expect("an open link");
    assert_eq!(here.sender.queued(), 0);
    assert_eq!(within(5.0, there.receiver.next()).await, Ok(b"aye".to_vec()));
}

#[tokio::test]
async fn what_finds_no_room_on_the_stream_keeps_its_order() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_to(&mut mary).await;
    there.receiver.set_longest(1 << 20);
    let message = |number: u16| {
        let mut bytes = number.to_le_bytes().to_vec();
        bytes.resize(2 + usize::from(number) * 17 % 9_000, 7);
        bytes
    };
    let mut waited = 0;
    for number in 0..400 {
        here.sender.send(Lane::Control, message(number)).expect("room");
        waited = waited.max(here.sender.queued());
        if number % 50 == 49 {
            tokio::task::yield_now().await;
        }
    }
    assert!(waited > 0, "more than the stream takes at once");
    for number in 0..400 {
        assert_eq!(within(10.0, there.receiver.next()).await, Ok(message(number)), "message {number}");
    }
}

#[tokio::test]
async fn each_end_knows_the_other() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, there) = anne.link_to(&mut mary).await;
    assert_eq!((here.sender.own_key(), here.sender.key()), (identity(1).public(), identity(2).public()));
    assert_eq!((there.sender.own_key(), there.sender.key()), (identity(2).public(), identity(1).public()));
    assert_eq!((here.sender.address(), there.sender.address()), (mary.address(), anne.address()));
    assert_eq!((here.sender.is_dialed(), there.sender.is_dialed()), (true, false));
    assert!(here.sender.round_trip().as_secs() < 5);
}

#[tokio::test]
async fn both_ends_of_a_link_and_nobody_else_know_its_secrets() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, there) = anne.link_to(&mut mary).await;
    let (again, _there) = anne.link_to(&mut mary).await;
    let secret = here.sender.exporter(b"EXPORTER-test", b"a");
    assert_eq!(secret, there.sender.exporter(b"EXPORTER-test", b"a"));
    assert_ne!(secret, here.sender.exporter(b"EXPORTER-test", b"b"));
    assert_ne!(secret, here.sender.exporter(b"EXPORTER-other", b"a"));
    assert_ne!(secret, again.sender.exporter(b"EXPORTER-test", b"a"));
}

#[tokio::test]
async fn links_run_over_ipv6_as_well() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let address = (Ipv6Addr::LOCALHOST, mary.endpoint.port()).into();
    let addresses = [address];
    let (here, there) = within(5.0, async {
        tokio::join!(anne.endpoint.dial(&addresses, Some(mary.endpoint.key())), mary.arrivals.next())
    })
    .await;
    let (here, mut there) = (here.expect("a link"), there.expect("a link"));
    assert_eq!(here.sender.address(), address);
    assert!(there.sender.address().is_ipv6());
    here.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
    assert_eq!(within(5.0, there.receiver.next()).await, Ok(b"ahoy".to_vec()));
}

#[tokio::test]
async fn what_a_stranger_may_say_is_short() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_at_the_door(&mut mary).await;
    here.sender.send(Lane::Control, vec![7; 2 << 10]).expect("an open link");
    assert_eq!(within(5.0, there.receiver.next()).await.map(|message| message.len()), Ok(2 << 10));
    there.receiver.set_longest(1 << 20);
    here.sender.send(Lane::Control, vec![7; 1 << 20]).expect("an open link");
    assert_eq!(within(5.0, there.receiver.next()).await.map(|message| message.len()), Ok(1 << 20));
    there.sender.passed_the_door();
    here.sender.send(Lane::Bulk, vec![7; (1 << 20) + 1]).expect("an open link");
    let fault = LinkFault::TooLong { length: (1 << 20) + 1, most: 1 << 20 };
    assert_eq!(within(5.0, there.receiver.next()).await, Err(fault.clone()));
    assert_eq!(within(5.0, there.receiver.next()).await, Err(fault), "and it stays so");
    assert!(matches!(within(5.0, here.sender.closed()).await, LinkFault::Left { why } if why.contains("1048577")));
    assert!(here.sender.send(Lane::Control, Vec::new()).is_err());
}

#[tokio::test]
async fn bulk_waits_until_the_door_is_passed() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_at_the_door(&mut mary).await;
    here.sender.send(Lane::Bulk, vec![7; 1 << 20]).expect("an open link");
    let passing = there.sender.clone();
    let _ = tokio::time::timeout(Duration::from_millis(200), there.receiver.next()).await.expect_err("not yet");
    here.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
    assert_eq!(within(5.0, there.receiver.next()).await, Ok(b"ahoy".to_vec()));
    there.receiver.set_longest(1 << 20);
    let passed = async {
        tokio::task::yield_now().await;
        passing.passed_the_door();
    };
    let (message, ()) = within(5.0, async { tokio::join!(there.receiver.next(), passed) }).await;
    assert_eq!(message.map(|message| message.len()), Ok(1 << 20), "also when it is passed while we wait");
}

#[tokio::test]
async fn a_message_half_read_is_not_lost() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_to(&mut mary).await;
    there.receiver.set_longest(4 << 20);
    here.sender.send(Lane::Control, vec![7; 4 << 20]).expect("an open link");
    let mut given_up = 0;
    let message = within(10.0, async {
        loop {
            tokio::select! {
                biased;
                message = there.receiver.next() => break message,
                () = tokio::task::yield_now() => given_up += 1,
            }
        }
    })
    .await;
    assert_eq!(message.map(|message| message.len()), Ok(4 << 20));
    assert!(given_up > 0, "the test must have given up half-way");
}

#[tokio::test]
async fn links_survive_new_sockets_at_either_end() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (mut here, mut there) = anne.link_to(&mut mary).await;
    let ports = (anne.endpoint.port(), mary.endpoint.port());
    for (round, endpoint) in [&anne.endpoint, &mary.endpoint, &anne.endpoint, &mary.endpoint].into_iter().enumerate() {
        endpoint.rebind().expect("a new socket");
        let message = vec![round as u8];
        here.sender.send(Lane::Control, message.clone()).expect("an open link");
        assert_eq!(within(5.0, there.receiver.next()).await, Ok(message.clone()), "round {round}");
        there.sender.send(Lane::Control, message.clone()).expect("an open link");
        assert_eq!(within(5.0, here.receiver.next()).await, Ok(message), "round {round}");
    }
    assert_eq!((anne.endpoint.port(), mary.endpoint.port()), ports);
}
