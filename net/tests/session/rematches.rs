//! Another game with the same people.

use doubloons_engine::contract::Seat;
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::session::{Command, Happening, RematchNews, View};
use doubloons_net::table::genesis::{Charter, GameId, Holder, PeerIndex};
use doubloons_net::table::lobby::host::HostCommand;

use crate::{Folder, Laptop, Role, at_once, name, play_out};

fn pin() -> Option<Pin> {
    Some(Pin::try_from("1720".to_owned()).expect("a PIN"))
}

/// Anne hosts; the others join.
async fn party(folder: &Folder, guests: &[&str], seats: u8, pin: Option<Pin>) -> Vec<Laptop> {
    let role = Role::Host { seats, plays: true, pin: pin.clone() };
    let mut all = vec![Laptop::open(&folder.of("Anne"), "Anne", role).await];
    for who in guests {
        let role = Role::Join { at: all[0].port, plays: true, pin: pin.clone() };
        all.push(Laptop::open(&folder.of(who), who, role).await);
    }
    all
}

fn is_over(happening: &Happening) -> bool {
    matches!(happening, Happening::Settled)
}

fn is_begun(happening: &Happening) -> bool {
    matches!(happening, Happening::Begun { .. })
}

/// Everybody plays the game that is on to its end, and stays.
async fn play_on(all: &mut [Laptop]) {
    at_once(all.iter_mut().map(|laptop| laptop.until("the end of the game", is_over))).await;
}

/// How the game that is on, or was last, began.
fn charter(laptop: &Laptop) -> &Charter {
    let begun = laptop.told.iter().rev().find_map(|happening| match happening {
        Happening::Begun { charter, .. } => Some(charter),
        _ => None,
    });
    begun.expect("a game")
}

fn game(laptop: &Laptop) -> GameId {
    charter(laptop).id()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_asks_at_once_and_one_table_results() {
    let folder = Folder::new("rematch-at-once");
    let mut all = party(&folder, &["Bea", "Carl"], 3, pin()).await;
    play_on(&mut all).await;
    let first = game(&all[0]);
    for laptop in &mut all {
        laptop.session.command(Command::Rematch);
    }
    // One of them opens the table; nobody is asked for the PIN again.
    at_once(all.iter_mut().map(|laptop| laptop.until("the next game", is_begun))).await;
    let second = game(&all[0]);
    assert!(second != first && all.iter().all(|laptop| game(laptop) == second), "one game for all of them");
    for laptop in &mut all {
        laptop.session.command(Command::Rematch);
    }
    play_out(&mut all).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_opens_the_table_and_the_others_come_later() {
    let folder = Folder::new("rematch-guest");
    let mut all = party(&folder, &["Bea"], 3, None).await;
    let bot = Seat::new(2).expect("a seat");
    all[0].session.command(Command::Host(HostCommand::AddBot { seat: bot, level: name("greedy") }));
    play_on(&mut all).await;
    let first = game(&all[0]);
    let [anne, bea] = all.as_mut_slice() else { panic!("two people") };
    bea.session.command(Command::Rematch);
    let offered = |happening: &Happening| matches!(happening, Happening::Rematch(RematchNews::Offered(peer)) if *peer == PeerIndex(1));
    let wanted = Happening::Rematch(RematchNews::Wanted(PeerIndex(1)));
    anne.until("the call to another table", offered).await;
    assert!(anne.told.iter().any(|happening| format!("{happening:?}") == format!("{wanted:?}")));
    assert!(matches!(*anne.session.view().borrow(), View::Table(_)), "nobody is dragged anywhere");
    anne.session.command(Command::Rematch);
    at_once(all.iter_mut().map(|laptop| laptop.until("the next game", is_begun))).await;
    assert_eq!(game(&all[0]), game(&all[1]));
    assert_ne!(game(&all[0]), first);
    let seats = &charter(&all[0]).draft().seats;
    assert!(matches!(seats[bot.index()], Holder::Bot { .. }), "the bot plays again");
    play_out(&mut all).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opened_the_table_and_left_is_told_and_another_one_can_open_it() {
    let folder = Folder::new("rematch-gone");
    let mut all = party(&folder, &["Bea"], 2, None).await;
    play_on(&mut all).await;
    let (mut anne, mut bea) = {
        let bea = all.pop().expect("Bea");
        (all.pop().expect("Anne"), bea)
    };
    anne.session.command(Command::Rematch);
    anne.until("the table", |happening| matches!(happening, Happening::Open { .. })).await;
    bea.until("the call", |happening| matches!(happening, Happening::Rematch(RematchNews::Offered(_)))).await;
    anne.quit().await;
    bea.until("the end of it", |happening| matches!(happening, Happening::Rematch(RematchNews::Gone(_)))).await;
    bea.session.command(Command::Rematch);
    bea.until("the own table", |happening| matches!(happening, Happening::Open { .. })).await;
    let role = Role::Join { at: bea.port, plays: true, pin: None };
    let anne = Laptop::open(&folder.of("Anne"), "Anne", role).await;
    play_out(&mut [bea, anne]).await;
}
