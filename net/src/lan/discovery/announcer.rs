//! Tells the network of a table, on every interface that leads to people, as these come and go.

use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::card::Card;
use super::fault::DiscoveryFault;
use super::links::{INTERFACES_CHECKED, Links};
use super::mdns::Link;
use crate::lan::interfaces::InterfaceChoice;

/// Announces a table as long as it lives. When it is dropped rather than closed, the goodbye is not waited for.
#[derive(Debug)]
pub struct Announcer {
    card: watch::Sender<Card>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Announcer {
    /// Begins to announce a table that can be reached at this port.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn start(choice: &InterfaceChoice, card: &Card, port: u16) -> Result<Announcer, DiscoveryFault> {
        let links = Links::open(choice)?;
        let (card, cards) = watch::channel(card.clone());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(announce(links, cards, port, stopped));
        Ok(Announcer { card, stop, task })
    }

    /// The table has changed. Others see it within a second or two.
    pub fn update(&self, card: &Card) {
        self.card.send_if_modified(|shown| {
            let changed = shown != card;
            shown.clone_from(card);
            changed
        });
    }

    /// Takes the announcement back. When this returns, the network has been told.
    pub async fn close(self) {
        let Announcer { card: _card, stop, task } = self;
        // If the task has ended before, there is nothing left to take back.
        let _ = stop.send(());
        let _ = task.await;
    }
}

async fn announce(mut links: Links, mut cards: watch::Receiver<Card>, port: u16, mut stopped: oneshot::Receiver<()>) {
    let mut shown = cards.borrow_and_update().clone();
    tell(links.iter(), &shown, port);
    let mut check = interval(INTERFACES_CHECKED);
    check.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            changed = cards.changed() => {
                if changed.is_err() {
                    break;
                }
                shown = cards.borrow_and_update().clone();
                tell(links.iter(), &shown, port);
            }
            _ = check.tick() => {
                let fresh = links.look_again().fresh;
                tell(links.on(&fresh), &shown, port);
            }
        }
    }
    links.withdraw(&shown).await;
    links.close().await;
}

/// A failure on one interface is not the others' concern; the doctor tells of it.
fn tell<'a>(links: impl Iterator<Item = &'a Link>, card: &Card, port: u16) {
    for link in links {
        let _ = link.announce(card, port);
    }
}
