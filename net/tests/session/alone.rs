//! What somebody can do whom the others have left.

use doubloons_net::lan::session::{Command, Happening, View};
use doubloons_net::table::copy::NoCopy;
use doubloons_net::table::peer::Wish;
use doubloons_net::transcript::verify;

use crate::{Folder, LONG, Laptop, Role, at_once, name};

/// Two people, somewhere in their game.
async fn two(folder: &Folder) -> [Laptop; 2] {
    let anne = Laptop::open(&folder.of("Anne"), "Anne", Role::Host { seats: 2, plays: true, pin: None }).await;
    let bea = Laptop::open(&folder.of("Bea"), "Bea", Role::Join { at: anne.port, plays: true, pin: None }).await;
    let mut both = [anne, bea];
    for laptop in &mut both {
        laptop.decisions_left = 3;
    }
    let some = |happening: &Happening| matches!(happening, Happening::Accepted(head) if head.index >= 5);
    at_once(both.iter_mut().map(|laptop| laptop.until("some of the game", some))).await;
    both
}

async fn ask_for_copy(laptop: &mut Laptop) -> Result<String, NoCopy> {
    laptop.session.command(Command::Copy { level: name("bosun"), seed: 7 });
    let place = laptop.until("the copy", |happening| matches!(happening, Happening::Copied(_))).await;
    match &laptop.told[place] {
        Happening::Copied(copy) => copy.as_ref().map(|copy| copy.origin().to_string()).map_err(|why| *why),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_left_alone_may_play_on_in_a_copy() {
    let folder = Folder::new("copy");
    let [mut anne, mut bea] = two(&folder).await;
    assert_eq!(ask_for_copy(&mut bea).await, Err(NoCopy::TableGoesOn), "Anne is there");
    anne.quit().await;
    bea.until("the loss of the host", |happening| matches!(happening, Happening::Lost(..))).await;
    let origin = ask_for_copy(&mut bea).await.expect("nobody else is left");
    assert!(origin.starts_with("a copy of the game “") && origin.ends_with("not the game itself"), "{origin}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_written_down_before_it_is_over() {
    let folder = Folder::new("so-far");
    let [_anne, mut bea] = two(&folder).await;
    bea.session.command(Command::Record);
    let place = bea.until("the transcript", |happening| matches!(happening, Happening::Recorded(_))).await;
    let Happening::Recorded(Ok(transcript)) = &bea.told[place] else { panic!("{:?}", bea.told[place]) };
    let report = verify(transcript);
    assert!(report.is_clean() && !report.is_complete(), "{:?}", report.verdict);
    assert!(transcript.entries().len() >= 5, "{} entries", transcript.entries().len());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_says_farewell_leaves_a_table_that_goes_on() {
    let folder = Folder::new("farewell");
    let [mut anne, mut bea] = two(&folder).await;
    bea.session.command(Command::Wish(Wish::Farewell));
    let mut view = bea.session.view();
    let gone = view.wait_for(|view| {
        matches!(view, View::Table(table) if !table.state.has_vote(table.me) && table.accepted >= table.head.index)
    });
    drop(tokio::time::timeout(LONG, gone).await.expect("in time").expect("the farewell is accepted"));
    bea.quit().await;
    anne.decisions_left = usize::MAX;
    anne.play_out().await;
    let report = &anne.ending().expect("an ending").report;
    assert!(report.is_clean() && report.is_complete(), "{:?}", report.verdict);
}
