//! The end of links, wanted and unwanted.

use std::time::{Duration, Instant};

use super::super::{Lane, LinkFault};
use super::{Peer, within};

#[tokio::test]
async fn what_was_said_before_the_end_arrives() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_to(&mut mary).await;
    for number in 0..300u16 {
        here.sender.send(Lane::Control, number.to_le_bytes().to_vec()).expect("an open link");
    }
    here.sender.send(Lane::Bulk, vec![0; 1_000]).expect("an open link");
    here.sender.close("supper is ready");
    assert_eq!(
        here.sender.send(Lane::Control, vec![]),
        Err(LinkFault::ClosedHere { why: "supper is ready".to_owned() })
    );
    let mut heard = 0;
    let fault = within(5.0, async {
        loop {
            match there.receiver.next().await {
                Ok(_) => heard += 1,
                Err(fault) => break fault,
            }
        }
    })
    .await;
    assert_eq!((heard, fault), (301, LinkFault::Left { why: "supper is ready".to_owned() }));
    assert_eq!(within(1.0, there.sender.closed()).await, LinkFault::Left { why: "supper is ready".to_owned() });
    assert!(matches!(within(1.0, here.sender.closed()).await, LinkFault::ClosedHere { .. }));
}

#[tokio::test]
async fn the_end_does_not_wait_for_those_who_never_read() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, _there) = anne.link_to(&mut mary).await;
    here.sender.send(Lane::Bulk, vec![0; 4 << 20]).expect("room");
    let begun = Instant::now();
    here.sender.close("goodbye");
    within(5.0, here.sender.closed()).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_link_ends_with_its_receiver() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let (here, mut there) = anne.link_to(&mut mary).await;
    here.sender.send(Lane::Control, b"last words".to_vec()).expect("an open link");
    drop(here.receiver);
    assert_eq!(within(5.0, there.receiver.next()).await, Ok(b"last words".to_vec()));
    assert!(matches!(within(5.0, there.receiver.next()).await, Err(LinkFault::Left { .. })));
}

#[tokio::test]
async fn an_endpoint_says_goodbye_to_everybody_within_a_second() {
    let (anne, mut mary) = (Peer::new(1), Peer::new(2));
    let mut links = Vec::new();
    for _ in 0..10 {
        links.push(anne.link_to(&mut mary).await);
    }
    let begun = Instant::now();
    anne.endpoint.close().await;
    assert!(begun.elapsed() < Duration::from_millis(1_300), "{:?}", begun.elapsed());
    for (_, mut there) in links {
        assert!(matches!(within(1.0, there.receiver.next()).await, Err(LinkFault::Left { why }) if why == "goodbye"));
    }
    let mut arrivals = anne.arrivals;
    assert!(within(1.0, arrivals.next()).await.is_none());
}

#[test]
fn a_dead_peer_is_noticed_within_three_seconds() {
    let runtime = || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let (ours, theirs) = (runtime().expect("a runtime"), runtime().expect("a runtime"));
    let mut mary = theirs.block_on(async { Peer::new(2) });
    let address = mary.address();
    let arrived = theirs.spawn(async move { (mary.arrivals.next().await, mary) });
    let (anne, mut link) = ours.block_on(async {
        let anne = Peer::new(1);
        let link = within(5.0, anne.endpoint.dial(&[address], None)).await.expect("a link");
        (anne, link)
    });
    let there = theirs.block_on(arrived).expect("a link");
    // Long enough that the link is at rest.
    ours.block_on(async { tokio::time::sleep(Duration::from_millis(1_200)).await });
    // Nothing runs any more on their side: no packet, no goodbye.
    theirs.shutdown_background();
    let died = Instant::now();
    let fault = ours.block_on(async { within(6.0, link.receiver.next()).await });
    let noticed = died.elapsed();
    assert_eq!(fault, Err(LinkFault::Silent));
    assert!(noticed < Duration::from_secs(3), "{noticed:?}");
    println!("a dead peer was noticed after {noticed:?}");
    // Their socket must stay open until here: a closed port would be told by the system.
    drop((there, anne));
}
