//! Games from the lobby to the end.

use doubloons_net::lan::session::{Happening, View};
use doubloons_net::table::peer::Notice;

use crate::{Folder, Laptop, Role, at_once, play_out};

/// Somebody hosts and plays, others join; everybody is there.
async fn table(folder: &Folder, seats: u8) -> Vec<Laptop> {
    let mut all = vec![Laptop::open(&folder.of("Anne"), "Anne", Role::Host { seats, plays: true, pin: None }).await];
    for who in ["Bea", "Carl", "Dora"].into_iter().take(usize::from(seats) - 1) {
        let at = all[0].port;
        all.push(Laptop::open(&folder.of(who), who, Role::Join { at, plays: true, pin: None }).await);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_whole_game() {
    let folder = Folder::new("four");
    let mut all = table(&folder, 4).await;
    play_out(&mut all).await;
    for laptop in &all {
        let linked = laptop.told.iter().filter(|happening| matches!(happening, Happening::Connected(_))).count();
        assert!(linked >= 3, "everybody is linked with everybody");
        assert!(!laptop.told.iter().any(|happening| matches!(happening, Happening::Game(Notice::Cheated(_)))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_goes_on_when_the_host_leaves_and_comes_back() {
    let folder = Folder::new("host-leaves");
    let mut all = table(&folder, 3).await;
    let mut host = all.remove(0);
    let rest = tokio::spawn(async move {
        play_out(&mut all).await;
        all
    });
    host.until("some of the game", |happening| matches!(happening, Happening::Accepted(head) if head.index >= 20))
        .await;
    host.quit().await;
    drop(host);
    let mut back = Laptop::open(&folder.of("Anne"), "Anne", Role::Resume).await;
    let resumed =
        |happening: &Happening| matches!(happening, Happening::Begun { resumed_at: Some(index), .. } if *index >= 20);
    back.until("the game to go on", resumed).await;
    let own = back.play_out().await;
    let all = rest.await.expect("the others play to the end");
    let theirs = std::fs::read(&all[0].ending().expect("an ending").transcript).expect("a transcript");
    assert_eq!(own, theirs);
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_stops_and_goes_on_later() {
    let folder = Folder::new("all-stop");
    let mut all = table(&folder, 2).await;
    for laptop in &mut all {
        laptop.decisions_left = 3;
    }
    let words = |laptop: &Laptop| match &*laptop.session.view().borrow() {
        View::Table(table) => table.state.charter().id(),
        other => panic!("{other:?}"),
    };
    let some = |happening: &Happening| matches!(happening, Happening::Accepted(head) if head.index >= 5);
    at_once(all.iter_mut().map(|laptop| laptop.until("some of the game", some))).await;
    let game = words(&all[0]);
    for mut laptop in all {
        laptop.quit().await;
    }
    let mut again = Vec::new();
    for who in ["Anne", "Bea"] {
        again.push(Laptop::open(&folder.of(who), who, Role::Resume).await);
    }
    play_out(&mut again).await;
    assert_eq!(words(&again[0]), game);
}
