//! This table in the list of tables on this network, and that list as a way to find members who are missed.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::super::discovery::{Announcer, Browser, Card, Sighting, TableStage};
use super::super::installation::SavedTable;
use super::Happening;
use super::actor::Context;
use super::inbound::Inbound;
use crate::table::genesis::{Name, PROTOCOL_VERSION, RULES_VERSION};

/// What the list says of a table.
pub(super) struct Listed {
    pub(super) table: SavedTable,
    pub(super) game: &'static str,
    pub(super) seats: u8,
    pub(super) taken: u8,
    pub(super) host: Name,
    pub(super) stage: TableStage,
}

/// The announcement of this table, while there is one, and the search for others.
#[derive(Default)]
pub(super) struct Listing {
    announcer: Option<Announcer>,
    /// An announcement that is being taken back.
    closing: Option<JoinHandle<()>>,
    shown: Option<Card>,
    search: Option<(Browser, JoinHandle<()>)>,
    /// Said once: people can do nothing about it twice.
    complained: bool,
}

impl Listing {
    /// Announces the table as it is now, or takes the announcement back.
    pub(super) fn keep(&mut self, context: &Context, listed: Option<Listed>) {
        let card = listed.map(|listed| card(context, listed));
        if card == self.shown {
            return;
        }
        if card.is_some() && self.closing.as_ref().is_some_and(|closing| !closing.is_finished()) {
            // The goodbye of the last announcement would take the new one back. This is looked at again in a moment.
            return;
        }
        context.endpoint.show_card(card.as_ref().map(Card::to_bytes));
        match (&card, &self.announcer) {
            (Some(card), Some(announcer)) => announcer.update(card),
            (Some(card), None) => match Announcer::start(&context.interfaces, card, context.endpoint.port()) {
                Ok(announcer) => self.announcer = Some(announcer),
                Err(fault) => self.complain(context, fault),
            },
            (None, _) => {
                if let Some(announcer) = self.announcer.take() {
                    self.closing = Some(tokio::spawn(announcer.close()));
                }
            }
        }
        self.shown = card;
    }

    /// Looks for tables, or stops doing so.
    pub(super) fn search(&mut self, context: &Context, wanted: bool) {
        match (&self.search, wanted) {
            (None, true) if !self.complained => {
                match Browser::start(&context.interfaces, Arc::new(context.endpoint.clone())) {
                    Ok((browser, list)) => {
                        let told = tokio::spawn(tell(list, context.inbox.clone()));
                        self.search = Some((browser, told));
                    }
                    Err(fault) => self.complain(context, fault),
                }
            }
            (Some(_), false) => self.stop_search(),
            _ => {}
        }
    }

    fn stop_search(&mut self) {
        if let Some((_, told)) = self.search.take() {
            told.abort();
        }
    }

    fn complain(&mut self, context: &Context, fault: super::DiscoveryFault) {
        if !self.complained {
            self.complained = true;
            context.tell(Happening::NotListed(fault));
        }
    }

    /// Takes everything back. When this returns, the network has been told.
    pub(super) async fn close(&mut self) {
        self.stop_search();
        if let Some(announcer) = self.announcer.take() {
            announcer.close().await;
        }
        if let Some(closing) = self.closing.take() {
            // A goodbye that failed was not heard.
            let _ = closing.await;
        }
    }
}

async fn tell(mut list: watch::Receiver<Vec<Sighting>>, inbox: tokio::sync::mpsc::UnboundedSender<Inbound>) {
    while list.changed().await.is_ok() {
        let sightings = list.borrow_and_update().clone();
        if inbox.send(Inbound::Sighted(sightings)).is_err() {
            return;
        }
    }
}

/// What the table tells about itself.
pub(super) fn card(context: &Context, listed: Listed) -> Card {
    let word = |text: &str| Name::try_from(text.to_owned()).expect("a short word without blanks");
    Card {
        table: listed.table.id,
        name: listed.table.name,
        game: word(listed.game),
        seats: listed.seats,
        taken: listed.taken,
        host: listed.host,
        protocol: PROTOCOL_VERSION,
        rules: RULES_VERSION,
        pin: context.pin.is_some(),
        stage: listed.stage,
        key: context.endpoint.key(),
        version: word(env!("CARGO_PKG_VERSION")),
    }
}
