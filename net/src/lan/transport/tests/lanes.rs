//! What is said in the game does not wait for the bulk.

use std::time::{Duration, Instant};

use super::super::Lane;
use super::{Peer, within};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_does_not_delay_control() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (mut here, mut there) = anne.link_to(&mut mary).await;
    there.receiver.set_longest(1 << 20);
    let echo = tokio::spawn(async move {
        let mut bulk = 0;
        while let Ok(message) = there.receiver.next().await {
            match message.len() {
                0..100 => there.sender.send(Lane::Control, message).expect("an open link"),
                length => bulk += length,
            }
        }
        bulk
    });
    let mut round_trips = Vec::new();
    let alone = measured(&mut here, 200, &mut round_trips).await;
    for _ in 0..11 {
        here.sender.send(Lane::Bulk, vec![0; 1 << 20]).expect("room");
    }
    round_trips.clear();
    let mut with_bulk = Duration::ZERO;
    let begun = Instant::now();
    while here.sender.queued() > 0 {
        with_bulk = measured(&mut here, 1, &mut round_trips).await;
        assert!(begun.elapsed() < Duration::from_secs(60), "the bulk must arrive");
    }
    println!(
        "control: median {alone:?} alone, {with_bulk:?} and at most {:?} beside 11 MiB, which took {:?} ({} round trips)",
        round_trips.iter().max().expect("some"),
        begun.elapsed(),
        round_trips.len()
    );
    assert!(round_trips.len() >= 5, "there must be something to measure");
    assert!(with_bulk < Duration::from_millis(50), "{with_bulk:?}");
    here.sender.close("done");
    assert_eq!(within(10.0, echo).await.expect("the other side"), 11 << 20);
}

/// The median round trip so far, after some more.
async fn measured(link: &mut super::super::Link, times: usize, round_trips: &mut Vec<Duration>) -> Duration {
    for _ in 0..times {
        let begun = Instant::now();
        link.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
        within(10.0, link.receiver.next()).await.expect("an answer");
        round_trips.push(begun.elapsed());
    }
    let mut sorted = round_trips.clone();
    sorted.sort();
    sorted[sorted.len() / 2]
}
