//! The door over real links.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::super::transport::tests::{Peer, identity, within};
use super::super::transport::{Lane, Link};
use super::message::{GuestWord, HostWord, Knock, hear, say};
use super::*;
use crate::hash::Hash;
use crate::identity::PublicKey;
use crate::table::genesis::{GameId, RULES_VERSION};
use crate::wire::codec;

fn pin(text: &str) -> Pin {
    Pin::try_from(text.to_owned()).expect("a PIN")
}

fn nobody(_: &Purpose, _: &PublicKey) -> bool {
    false
}

/// A clock that a test moves.
#[derive(Clone)]
struct TestClock(Arc<AtomicU64>);

impl TestClock {
    fn door(pin: Option<Pin>) -> (Door, TestClock) {
        let (clock, start) = (TestClock(Arc::default()), Instant::now());
        let seconds = Arc::clone(&clock.0);
        let now = move || start + Duration::from_secs(seconds.load(Ordering::Relaxed));
        (Door::with_clock(pin, now), clock)
    }

    fn pass(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

/// What both sides come to.
async fn meet(
    host: &mut Peer,
    door: &Door,
    guest: &Peer,
    purpose: Purpose,
    given: Option<&str>,
) -> (Result<Purpose, Turned>, Result<(), Turned>) {
    let (mut here, mut there) = guest.link_at_the_door(host).await;
    let given = given.map(pin);
    let both = async { tokio::join!(door.admit(&mut there, nobody), knock(&mut here, purpose, given.as_ref())) };
    within(15.0, both).await
}

#[tokio::test]
async fn without_a_pin_everybody_gets_in_and_says_what_for() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let door = Door::new(None);
    for purpose in [Purpose::Lobby, Purpose::Game(GameId(Hash([7; 32])))] {
        assert_eq!(meet(&mut host, &door, &guest, purpose, None).await, (Ok(purpose), Ok(())));
    }
}

#[tokio::test]
async fn with_the_pin_one_gets_in_and_the_link_goes_on() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let door = Door::new(Some(pin("Rum42")));
    let (mut here, mut there) = guest.link_at_the_door(&mut host).await;
    let given = pin("rUM42");
    let both = async { tokio::join!(door.admit(&mut there, nobody), knock(&mut here, Purpose::Lobby, Some(&given))) };
    assert_eq!(within(10.0, both).await, (Ok(Purpose::Lobby), Ok(())));
    here.sender.send(Lane::Control, b"ahoy".to_vec()).expect("an open link");
    assert_eq!(within(5.0, there.receiver.next()).await, Ok(b"ahoy".to_vec()));
}

#[tokio::test]
async fn the_pin_can_be_changed_and_taken_away() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let (door, _) = TestClock::door(Some(pin("4711")));
    door.set_pin(Some(pin("Rum42")));
    let (_, old) = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4711")).await;
    assert!(matches!(old, Err(Turned::WrongPin { .. })), "{old:?}");
    assert_eq!(meet(&mut host, &door, &guest, Purpose::Lobby, Some("rum42")).await.1, Ok(()));
    door.set_pin(None);
    assert_eq!(meet(&mut host, &door, &guest, Purpose::Lobby, None).await.1, Ok(()));
    door.set_pin(Some(pin("9999")));
    assert_eq!(meet(&mut host, &door, &guest, Purpose::Lobby, None).await.1, Err(Turned::PinNeeded));
}

#[tokio::test]
async fn a_pin_that_is_missing_is_no_try_and_one_too_many_is_told() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let door = Door::new(Some(pin("4711")));
    for _ in 0..7 {
        let (admitted, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, None).await;
        assert_eq!(knocked, Err(Turned::PinNeeded));
        assert!(matches!(admitted, Err(Turned::Lost(_))), "{admitted:?}");
    }
    let (_, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4711")).await;
    assert_eq!(knocked, Ok(()));
    let open = Door::new(None);
    let (_, knocked) = meet(&mut host, &open, &guest, Purpose::Lobby, Some("4711")).await;
    assert_eq!(knocked, Err(Turned::HostHasNoPin));
}

#[tokio::test]
async fn five_wrong_pins_lock_the_table_for_a_while_whoever_gives_them() {
    let mut host = Peer::new(1);
    let (door, clock) = TestClock::door(Some(pin("4711")));
    for tries_left in (1..5).rev() {
        let guest = Peer::new(10 + tries_left as u8);
        let turned = Err(Turned::WrongPin { tries_left });
        let outcome = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4712")).await;
        assert_eq!(outcome, (turned.clone().map(|()| Purpose::Lobby), turned));
    }
    let guest = Peer::new(2);
    for given in ["4712", "4711", "4711"] {
        let (_, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, Some(given)).await;
        assert_eq!(knocked, Err(Turned::Locked { seconds: 30 }));
    }
    clock.pass(29);
    let (_, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4711")).await;
    assert_eq!(knocked, Err(Turned::Locked { seconds: 1 }));
    clock.pass(1);
    let (_, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4711")).await;
    assert_eq!(knocked, Ok(()));
}

#[tokio::test]
async fn a_member_needs_no_pin_even_when_the_table_is_locked() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let (door, _clock) = TestClock::door(Some(pin("4711")));
    for _ in 0..5 {
        let _ = meet(&mut host, &door, &guest, Purpose::Lobby, Some("0000")).await;
    }
    let (mut here, mut there) = guest.link_at_the_door(&mut host).await;
    let game = Purpose::Game(GameId(Hash([7; 32])));
    let member = |purpose: &Purpose, key: &PublicKey| *purpose == game && *key == identity(2).public();
    let both = async { tokio::join!(door.admit(&mut there, member), knock(&mut here, game, None)) };
    assert_eq!(within(10.0, both).await, (Ok(game), Ok(())));
}

#[tokio::test]
async fn many_friends_at_once_do_not_lock_the_table() {
    let mut host = Peer::new(1);
    let door = Door::new(Some(pin("4711")));
    let mut links = Vec::new();
    for seed in 2..14 {
        let guest = Peer::new(seed);
        let (here, there) = guest.link_at_the_door(&mut host).await;
        links.push((here, there, guest));
    }
    let door = &door;
    let visits = links.iter_mut().map(|(here, there, _)| async move {
        let pin = pin("4711");
        tokio::join!(door.admit(there, nobody), knock(here, Purpose::Lobby, Some(&pin)))
    });
    let mut visits: Vec<_> = visits.map(Box::pin).collect();
    let mut outcomes = Vec::new();
    within(15.0, async {
        while !visits.is_empty() {
            let (outcome, at) = first_of(&mut visits).await;
            drop(visits.remove(at));
            outcomes.push(outcome);
        }
    })
    .await;
    assert_eq!(outcomes, vec![(Ok(Purpose::Lobby), Ok(())); 12]);
}

/// Whichever is ready first, and its place.
async fn first_of<F: Future + Unpin>(futures: &mut [F]) -> (F::Output, usize) {
    std::future::poll_fn(|context| {
        for (at, future) in futures.iter_mut().enumerate() {
            if let std::task::Poll::Ready(output) = std::pin::Pin::new(future).poll(context) {
                return std::task::Poll::Ready((output, at));
            }
        }
        std::task::Poll::Pending
    })
    .await
}

#[tokio::test]
async fn a_try_that_is_begun_and_not_finished_was_wrong() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let (door, _clock) = TestClock::door(Some(pin("4711")));
    for _ in 0..5 {
        let (mut here, mut there) = guest.link_at_the_door(&mut host).await;
        let cunning = async {
            say(&here, &Knock { versions: Versions::OURS, purpose: codec::encode(&Purpose::Lobby) }).expect("a link");
            assert_eq!(hear::<HostWord>(&mut here, PATIENCE).await, Ok(HostWord::PinWanted));
            let ends = proof::Ends { guest: here.sender.own_key(), host: here.sender.key() };
            let run = proof::Run::new(&pin("0000"), ends, proof::Side::Guest);
            say(&here, &GuestWord::Share(run.share().to_vec())).expect("a link");
            assert!(matches!(hear(&mut here, PATIENCE).await, Ok(HostWord::Share(_))));
            // It has what the host lets out before a proof, and goes.
            here.sender.close("");
        };
        let (admitted, ()) = within(10.0, async { tokio::join!(door.admit(&mut there, nobody), cunning) }).await;
        assert!(matches!(admitted, Err(Turned::Lost(_))), "{admitted:?}");
    }
    let (_, knocked) = meet(&mut host, &door, &guest, Purpose::Lobby, Some("4711")).await;
    assert_eq!(knocked, Err(Turned::Locked { seconds: 30 }));
}

#[tokio::test]
async fn other_versions_are_told_on_both_sides() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let (mut here, mut there) = guest.link_at_the_door(&mut host).await;
    let theirs = Versions { rules: RULES_VERSION + 1, ..Versions::OURS };
    let newer = async {
        // What follows the versions may be anything in another version.
        say(&here, &Knock { versions: theirs, purpose: vec![99, 98, 97] }).expect("a link");
        hear::<HostWord>(&mut here, PATIENCE).await
    };
    let door = Door::new(None);
    let (admitted, heard) = within(10.0, async { tokio::join!(door.admit(&mut there, nobody), newer) }).await;
    assert_eq!(heard, Ok(HostWord::OtherVersion(Versions::OURS)));
    let turned = admitted.expect_err("another version");
    assert_eq!(turned, Turned::OtherVersion { theirs, ours: Versions::OURS });
    assert!(turned.to_string().contains("rules 2, this one protocol 1 and rules 1"), "{turned}");
}

#[tokio::test]
async fn nonsense_and_silence_are_turned_away() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let door = Door::new(None);
    let (here, mut there) = guest.link_at_the_door(&mut host).await;
    here.sender.send(Lane::Control, vec![0xff; 100]).expect("a link");
    assert_eq!(within(10.0, door.admit(&mut there, nobody)).await, Err(Turned::Unreadable));
    let (_here, mut there) = guest.link_at_the_door(&mut host).await;
    assert_eq!(within(10.0, door.admit(&mut there, nobody)).await, Err(Turned::Silent));
    let (mut here, there) = guest.link_at_the_door(&mut host).await;
    there.sender.passed_the_door();
    assert_eq!(within(10.0, knock(&mut here, Purpose::Lobby, None)).await, Err(Turned::Silent));
}

#[tokio::test]
async fn a_host_that_does_not_know_the_pin_is_found_out() {
    let (mut host, guest) = (Peer::new(1), Peer::new(2));
    let (mut here, mut there) = guest.link_at_the_door(&mut host).await;
    let given = pin("4711");
    let pretender = async {
        let _: Knock = hear(&mut there, PATIENCE).await.expect("a knock");
        say(&there, &HostWord::PinWanted).expect("a link");
        let GuestWord::Share(_) = hear(&mut there, PATIENCE).await.expect("a share") else { panic!("no share") };
        let ends = proof::Ends { guest: there.sender.key(), host: there.sender.own_key() };
        let run = proof::Run::new(&pin("0000"), ends, proof::Side::Host);
        say(&there, &HostWord::Share(run.share().to_vec())).expect("a link");
        let GuestWord::Proof(proof) = hear(&mut there, PATIENCE).await.expect("a proof") else { panic!("no proof") };
        // The best that it has is what it just heard.
        say(&there, &HostWord::Proof(proof)).expect("a link");
    };
    let (knocked, ()) =
        within(10.0, async { tokio::join!(knock(&mut here, Purpose::Lobby, Some(&given)), pretender) }).await;
    assert_eq!(knocked, Err(Turned::HostDoesNotKnowPin));
}

/// Passes everything on between two links, as somebody does who sits in the middle.
async fn pass_on(mut one: Link, mut two: Link) {
    loop {
        let (message, to) = tokio::select! {
            message = one.receiver.next() => (message, &two.sender),
            message = two.receiver.next() => (message, &one.sender),
        };
        match message {
            Ok(message) => drop(to.send(Lane::Control, message)),
            Err(_) => break,
        }
    }
    one.sender.close("the other end is gone");
    two.sender.close("the other end is gone");
}

#[tokio::test]
async fn somebody_in_the_middle_is_refused_by_pin_and_by_key() {
    let (mut host, mut middle, guest) = (Peer::new(1), Peer::new(66), Peer::new(2));
    let door = Door::new(Some(pin("4711")));
    let given = pin("4711");

    let (mut here, towards_guest) = guest.link_at_the_door(&mut middle).await;
    let (towards_host, mut there) = middle.link_at_the_door(&mut host).await;
    let relay = tokio::spawn(pass_on(towards_guest, towards_host));
    let both = async { tokio::join!(door.admit(&mut there, nobody), knock(&mut here, Purpose::Lobby, Some(&given))) };
    let (admitted, knocked) = within(15.0, both).await;
    assert_eq!(admitted, Err(Turned::WrongPin { tries_left: 4 }), "it cost the one in the middle a try");
    assert_eq!(knocked, Err(Turned::WrongPin { tries_left: 4 }), "which is what it passed on");
    within(10.0, relay).await.expect("the relay ends");

    // It can pass on the right PIN as little when it tells the guest that none is needed.
    let (mut here, towards_guest) = guest.link_at_the_door(&mut middle).await;
    let welcome = async {
        let mut towards_guest = towards_guest;
        let _: Knock = hear(&mut towards_guest, PATIENCE).await.expect("a knock");
        say(&towards_guest, &HostWord::Welcome).expect("a link");
    };
    let (knocked, ()) =
        within(10.0, async { tokio::join!(knock(&mut here, Purpose::Lobby, Some(&given)), welcome) }).await;
    assert_eq!(knocked, Err(Turned::HostHasNoPin));

    // And whoever knows the host's key does not even talk to it.
    let dialed = within(10.0, guest.endpoint.dial(&[middle.address()], Some(host.endpoint.key()))).await;
    let found = middle.endpoint.key();
    assert_eq!(dialed.map(drop), Err(super::super::transport::DialFault::OtherKey { found }));
}
