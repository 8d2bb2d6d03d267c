//! Asking what is there.

use std::time::{Duration, Instant};

use super::super::tls::Protocol;
use super::super::{DialFault, Limits, MAX_CARD};
use super::raw::RawPeer;
use super::{Peer, identity, silent_address, until, within};

#[tokio::test]
async fn a_card_is_shown_to_whoever_asks() {
    let (anne, mary) = (Peer::new(1), Peer::new(2));
    let places = [mary.address()];
    let answer = within(3.0, anne.endpoint.ask(&places, None)).await.expect("an answer");
    assert_eq!((answer.key, answer.card, answer.address), (identity(2).public(), Vec::new(), mary.address()));
    mary.endpoint.show_card(Some(b"Tortuga".to_vec()));
    assert_eq!(within(3.0, anne.endpoint.ask(&places, None)).await.expect("an answer").card, b"Tortuga");
    mary.endpoint.show_card(Some(vec![7; MAX_CARD + 1]));
    assert_eq!(within(3.0, anne.endpoint.ask(&places, None)).await.expect("an answer").card, vec![7; MAX_CARD]);
    mary.endpoint.show_card(None);
    assert_eq!(within(3.0, anne.endpoint.ask(&places, None)).await.expect("an answer").card, Vec::<u8>::new());
    let wrong = within(3.0, anne.endpoint.ask(&places, Some(identity(3).public()))).await;
    assert_eq!(wrong, Err(DialFault::OtherKey { found: identity(2).public() }));
}

#[tokio::test]
async fn asking_again_needs_no_new_connection() {
    let (anne, mary) = (Peer::new(1), Peer::new(2));
    for _ in 0..8 {
        within(3.0, anne.endpoint.ask(&[mary.address()], None)).await.expect("an answer");
    }
    assert_eq!(anne.endpoint.handshakes_begun(), 1);
}

#[tokio::test]
async fn somebody_who_is_gone_is_noticed_within_two_and_a_half_seconds() {
    let anne = Peer::new(1);
    let (_silent, silent) = silent_address();
    let begun = Instant::now();
    assert_eq!(within(5.0, anne.endpoint.ask(&[silent], None)).await, Err(DialFault::NoAnswer(vec![silent])));
    assert!(begun.elapsed() < Duration::from_millis(2_500), "{:?}", begun.elapsed());
}

#[test]
fn somebody_who_dies_between_two_questions_is_noticed_too() {
    let runtime = || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let (ours, theirs) = (runtime().expect("a runtime"), runtime().expect("a runtime"));
    let mary = theirs.block_on(async { Peer::new(2) });
    let address = mary.address();
    let anne = ours.block_on(async { Peer::new(1) });
    ours.block_on(async { within(3.0, anne.endpoint.ask(&[address], None)).await }).expect("an answer");
    theirs.shutdown_background();
    let begun = Instant::now();
    let fault = ours.block_on(async { within(5.0, anne.endpoint.ask(&[address], None)).await });
    assert_eq!(fault, Err(DialFault::NoAnswer(vec![address])));
    assert!(begun.elapsed() < Duration::from_millis(2_500), "{:?}", begun.elapsed());
    drop(mary);
}

#[tokio::test]
async fn too_many_who_ask_are_refused_and_leave_again() {
    let limits = Limits { inquiries: 4, inquiries_from_one: 3, ..Limits::default() };
    let (anne, mary) = (Peer::new(1), Peer::with(2, limits));
    let crowd = RawPeer::client(3);
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(within(3.0, crowd.connect(mary.address(), &Protocol::Inquiry.name())).await.expect("a handshake"));
    }
    until(3.0, "two are sent away", || held.iter().filter(|one| one.close_reason().is_some()).count() == 2).await;
    within(3.0, anne.endpoint.ask(&[mary.address()], None)).await.expect("room for others");
    until(8.0, "those who ask nothing are sent away", || held.iter().all(|one| one.close_reason().is_some())).await;
}
