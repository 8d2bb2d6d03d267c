//! PINs, watchers and late guests.

use doubloons_engine::contract::Seat;
use doubloons_net::lan::door::{Pin, Turned};
use doubloons_net::lan::session::{Command, Ended, Happening, View};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::peer::Wish;

use crate::{Folder, LONG, Laptop, Role, at_once, name, play_out};

fn pin(text: &str) -> Option<Pin> {
    Some(Pin::try_from(text.to_owned()).expect("a PIN"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_lets_in_only_those_who_know_it() {
    let folder = Folder::new("pin");
    let host = Laptop::open(&folder.of("Anne"), "Anne", Role::Host { seats: 2, plays: true, pin: pin("1720") }).await;
    let at = host.port;
    let mut without = Laptop::open(&folder.of("Eve"), "Eve", Role::Join { at, plays: true, pin: None }).await;
    assert!(matches!(without.ended().await, Ended::Turned(Turned::PinNeeded)));
    let mut wrong = Laptop::open(&folder.of("Fay"), "Fay", Role::Join { at, plays: true, pin: pin("1721") }).await;
    assert!(matches!(wrong.ended().await, Ended::Turned(Turned::WrongPin { .. })));
    let right = Laptop::open(&folder.of("Bea"), "Bea", Role::Join { at, plays: true, pin: pin("1720") }).await;
    play_out(&mut [host, right]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_table_asks_for_the_same_pin() {
    let folder = Folder::new("pin-again");
    let host = Role::Host { seats: 2, plays: true, pin: pin("1720") };
    let mut host = Laptop::open(&folder.of("Anne"), "Anne", host).await;
    let guest = Role::Join { at: host.port, plays: true, pin: pin("1720") };
    let mut guest = Laptop::open(&folder.of("Bea"), "Bea", guest).await;
    (host.decisions_left, guest.decisions_left) = (1, 1);
    let begun = |happening: &Happening| matches!(happening, Happening::Begun { .. });
    at_once([&mut host, &mut guest].into_iter().map(|laptop| laptop.until("the game to begin", begun))).await;
    host.quit().await;
    guest.quit().await;
    drop((host, guest));
    let host = Laptop::open(&folder.of("Anne"), "Anne", Role::Resume).await;
    let at = host.port;
    let mut stranger = Laptop::open(&folder.of("Eve"), "Eve", Role::Join { at, plays: false, pin: None }).await;
    assert!(matches!(stranger.ended().await, Ended::Turned(Turned::PinNeeded)));
    let guest = Laptop::open(&folder.of("Bea"), "Bea", Role::Resume).await;
    play_out(&mut [host, guest]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_sees_the_game_and_keeps_the_same_transcript() {
    let folder = Folder::new("watch");
    let host = Laptop::open(&folder.of("Anne"), "Anne", Role::Host { seats: 2, plays: true, pin: None }).await;
    let at = host.port;
    let early = Laptop::open(&folder.of("Eve"), "Eve", Role::Join { at, plays: false, pin: None }).await;
    let guest = Laptop::open(&folder.of("Bea"), "Bea", Role::Join { at, plays: true, pin: None }).await;
    let mut all = [host, guest, early];
    play_out(&mut all).await;
    let [of_host, of_watcher] = [&all[0], &all[2]].map(|laptop| match &*laptop.session.view().borrow() {
        View::Table(table) => table.epoch,
        View::Lobby(_) | View::Nothing => None,
    });
    assert!(of_host.is_some() && of_watcher == of_host, "{of_watcher:?} instead of {of_host:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_guest_takes_over_the_seat_of_a_bot() {
    let folder = Folder::new("late");
    let mut host = Laptop::open(&folder.of("Anne"), "Anne", Role::Host { seats: 2, plays: true, pin: None }).await;
    let bots_seat = Seat::new(1).expect("a seat");
    host.session.command(Command::Host(HostCommand::AddBot { seat: bots_seat, level: name("greedy") }));
    host.decisions_left = 2;
    host.until("the game to begin", |happening| matches!(happening, Happening::Begun { .. })).await;
    let at = host.port;
    let mut late = Laptop::open(&folder.of("Bea"), "Bea", Role::Join { at, plays: true, pin: None }).await;
    late.until("the game to be seen", |happening| matches!(happening, Happening::Begun { .. })).await;
    late.session.command(Command::AskForSeat(bots_seat));
    let wanted = host.until("the wish for a seat", |happening| matches!(happening, Happening::SeatWanted(_))).await;
    let Happening::SeatWanted(wish) = &host.told[wanted] else { panic!("a wish") };
    let wish = Wish::Admit(wish.seat, wish.guest.clone(), wish.consent);
    host.session.command(Command::Wish(wish));
    // The guest's program has to come in; then the host decides on.
    let mut view = host.session.view();
    let there = view.wait_for(|view| match view {
        View::Table(table) => table.state.is_present(PeerIndex(1)),
        View::Lobby(_) | View::Nothing => false,
    });
    tokio::time::timeout(LONG, there).await.expect("the guest comes in").expect("the session goes on");
    host.decisions_left = usize::MAX;
    let mut both = [host, late];
    play_out(&mut both).await;
    let View::Table(table) = both[1].session.view().borrow().clone() else { panic!("a table") };
    let seat = table.state.seat(bots_seat).expect("a seat");
    assert!(seat.bot().is_none() && seat.runner() == table.me, "the guest plays there now");
}
