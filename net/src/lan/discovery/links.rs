//! The interfaces in use, as they come and go.

use std::time::Duration;

use super::card::Card;
use super::fault::DiscoveryFault;
use super::mdns::{GOODBYE_REPEATED, Link};
use crate::lan::interfaces::{self, Interface, InterfaceChoice};

/// How often the system is asked for its interfaces.
pub(super) const INTERFACES_CHECKED: Duration = Duration::from_secs(1);

/// mDNS on all chosen interfaces.
pub(super) struct Links {
    choice: InterfaceChoice,
    open: Vec<Link>,
}

/// The interfaces that are there now. One that is asked for by name has to be there.
pub(super) fn there_now(choice: &InterfaceChoice) -> Result<Vec<Interface>, DiscoveryFault> {
    let all = interfaces::all().map_err(|error| DiscoveryFault::Interfaces(error.to_string()))?;
    if let InterfaceChoice::Only(name) = choice
        && !all.iter().any(|interface| interface.name == *name)
    {
        let there = all.iter().map(|interface| interface.name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(DiscoveryFault::NoSuchInterface { name: name.clone(), there });
    }
    Ok(all)
}

/// What a look at the interfaces has changed, by their numbers.
#[derive(Default)]
pub(super) struct Changes {
    /// Those that are new, or have other addresses than before.
    pub(super) fresh: Vec<u32>,
    /// Those that are gone.
    pub(super) gone: Vec<u32>,
}

impl Links {
    /// Opens what is there now. An interface that is asked for by name has to be there.
    pub(super) fn open(choice: &InterfaceChoice) -> Result<Links, DiscoveryFault> {
        Ok(Links::on_those(choice, &there_now(choice)?))
    }

    /// Opens those of these interfaces that are chosen.
    pub(super) fn on_those(choice: &InterfaceChoice, all: &[Interface]) -> Links {
        let mut links = Links { choice: choice.clone(), open: Vec::new() };
        links.adapt(all);
        links
    }

    /// Looks at the interfaces again. When the system does not tell, all stays as it is.
    pub(super) fn look_again(&mut self) -> Changes {
        interfaces::all().map_or_else(|_| Changes::default(), |all| self.adapt(&all))
    }

    /// Every link in use.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Link> {
        self.open.iter()
    }

    /// The links on these interfaces.
    pub(super) fn on<'a>(&'a self, indices: &'a [u32]) -> impl Iterator<Item = &'a Link> {
        self.iter().filter(|link| indices.contains(&link.interface().index))
    }

    /// Takes the announcement of a table back everywhere. When this returns, the network has been told.
    pub(super) async fn withdraw(&self, card: &Card) {
        let told: Vec<_> = self.iter().filter_map(|link| link.withdraw(card)).collect();
        for told in &told {
            told.wait().await;
        }
        if !told.is_empty() {
            tokio::time::sleep(GOODBYE_REPEATED).await;
        }
    }

    /// Stops using all interfaces, when all goodbyes are out.
    pub(super) async fn close(self) {
        for link in self.open {
            link.close().await;
        }
    }

    /// An interface that fails is tried again at the next look; the others don't suffer from it.
    fn adapt(&mut self, all: &[Interface]) -> Changes {
        let wanted = interfaces::chosen(all, &self.choice);
        let mut changes = Changes::default();
        self.open.retain(|link| {
            let open = link.interface();
            let stays = wanted.iter().any(|wanted| wanted.index == open.index && wanted.name == open.name);
            if !stays {
                changes.gone.push(open.index);
            }
            stays
        });
        for interface in wanted {
            match self.open.iter_mut().find(|link| link.interface().index == interface.index) {
                Some(link) if link.interface() == interface => {}
                Some(link) => {
                    link.follow(interface);
                    changes.fresh.push(interface.index);
                }
                None => {
                    if let Ok(link) = Link::open(interface) {
                        self.open.push(link);
                        changes.fresh.push(interface.index);
                    }
                }
            }
        }
        changes
    }
}
