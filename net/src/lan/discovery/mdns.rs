//! The one place that names the mDNS library.
//!
//! Every interface gets a daemon of its own. So a link-local address is announced on its own interface only, one broken
//! interface can't disturb the others, and each thing heard is known to come from one interface.

use std::net::{IpAddr, SocketAddr, SocketAddrV6};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mdns_sd::{IfKind, IfPredicate, Receiver, ScopedIp, ServiceDaemon, ServiceEvent, ServiceInfo, UnregisterStatus};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::card::Card;
use super::fault::DiscoveryFault;
use super::first_question::{FirstQuestion, Offer};
use crate::lan::interfaces::{Interface, InterfaceKind};

/// Under what tables are announced.
const TABLES: &str = "_doubloons._udp.local.";

/// Under what the doctor talks to itself, so that nobody takes it for a table.
const ECHO: &str = "_doubloons-echo._udp.local.";

/// How long the daemon needs for repeating a goodbye, in case the first one was lost.
pub(super) const GOODBYE_REPEATED: Duration = Duration::from_millis(150);

/// How long the daemon may take for something that needs no network.
const AT_ONCE: Duration = Duration::from_millis(500);

/// What was heard on an interface.
#[derive(Debug)]
pub(super) enum Heard {
    /// A table announces itself.
    Announced {
        /// The name of the record.
        instance: String,
        /// What it says of itself.
        card: Box<Card>,
        /// Where it says to be.
        addresses: Vec<SocketAddr>,
        /// Whether it says so now. Otherwise it is what the daemon remembers from earlier.
        fresh: bool,
    },
    /// A record was taken back, or has run out.
    Withdrawn {
        /// The name of the record.
        instance: String,
    },
}

/// What the network is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableQuestion {
    /// Tables that are not known yet, please. Those that are known keep quiet, and their goodbyes are understood.
    WhoElseIsThere,
    /// Everybody, please: all that was heard before is forgotten. A goodbye may be missed in the second after it.
    WhoIsThere,
}

/// mDNS on one interface. Closes when dropped, with a goodbye if the program lives on long enough.
pub(in crate::lan) struct Link {
    daemon: ServiceDaemon,
    interface: Interface,
    /// Whether it was asked for tables before, and so may remember some.
    asked: AtomicBool,
}

impl Link {
    /// Begins to use an interface.
    pub(in crate::lan) fn open(interface: &Interface) -> Result<Link, DiscoveryFault> {
        let daemon = ServiceDaemon::new().map_err(fault)?;
        let link = Link { daemon, interface: interface.clone(), asked: AtomicBool::new(false) };
        link.daemon.disable_interface(IfKind::All).map_err(fault)?;
        link.daemon.enable_interface(own_addresses(interface)).map_err(fault)?;
        link.daemon.set_ip_check_interval(1).map_err(fault)?;
        Ok(link)
    }

    /// The interface as it was last seen.
    pub(super) fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The addresses of the interface have changed. The daemon notices by itself; what is heard from now on is judged by
    /// the new ones.
    pub(super) fn follow(&mut self, interface: &Interface) {
        self.interface.clone_from(interface);
    }

    /// Announces a table, or what has changed about it.
    pub(super) fn announce(&self, card: &Card, port: u16) -> Result<(), DiscoveryFault> {
        self.register(TABLES, &self.label(&announcement(card)), port, &card.to_txt())
    }

    /// Takes the announcement of a table back. Nothing if there is nobody to tell.
    pub(super) fn withdraw(&self, card: &Card) -> Option<Goodbye> {
        let instance = format!("{}.{TABLES}", self.label(&announcement(card)));
        self.daemon.unregister(&instance).ok().map(Goodbye)
    }

    /// Asks for tables. What is heard is sent on until the next question. `early`: the first question, if it is out already.
    pub(super) fn ask_for_tables(
        &self,
        question: TableQuestion,
        early: Option<FirstQuestion>,
        heard: mpsc::Sender<(u32, Heard)>,
    ) -> Result<(), DiscoveryFault> {
        if question == TableQuestion::WhoIsThere {
            self.daemon.stop_browse(TABLES).map_err(fault)?;
        }
        let first = !self.asked.swap(true, Ordering::Relaxed);
        if first {
            let early = early.unwrap_or_else(|| first_question(&self.interface));
            tokio::spawn(forward_first_answers(early, heard.clone()));
        }
        let events = self.daemon.browse(TABLES).map_err(fault)?;
        tokio::spawn(forward(events, self.interface.clone(), first, heard));
        Ok(())
    }

    /// Announces something under a label of its own and waits until it comes back over the interface.
    pub(in crate::lan) async fn hear_own_echo(&self, label: &str) -> Result<(), DiscoveryFault> {
        let label = self.label(label);
        let events = self.daemon.browse(ECHO).map_err(fault)?;
        self.register(ECHO, &label, 9, &[])?;
        while let Ok(event) = events.recv_async().await {
            if matches!(&event, ServiceEvent::ServiceResolved(found) if found.get_fullname().starts_with(&label)) {
                return Ok(());
            }
        }
        Err(DiscoveryFault::Mdns("the search ended by itself".to_owned()))
    }

    /// Stops using the interface, when all goodbyes are out.
    pub(in crate::lan) async fn close(self) {
        let Ok(down) = self.daemon.shutdown() else { return };
        let _ = timeout(AT_ONCE, down.recv_async()).await;
    }

    /// A name that nobody else on this network has: what it is of, and which of this computer's interfaces this is, as
    /// two of them may lead to the same network.
    fn label(&self, of: &str) -> String {
        format!("{of}-{}", self.interface.index)
    }

    fn register(
        &self,
        service: &str,
        label: &str,
        port: u16,
        properties: &[(&str, String)],
    ) -> Result<(), DiscoveryFault> {
        let host = format!("doubloons-{label}.local.");
        let mut info = ServiceInfo::new(service, label, &host, "", port, properties).map_err(fault)?.enable_addr_auto();
        info.set_interfaces(vec![own_addresses(&self.interface)]);
        // The label is unique, so there is nothing to probe for, and the announcement is out at once.
        info.set_requires_probe(false);
        self.daemon.register(info).map_err(fault)
    }
}

/// What an announcement is called: the table, and whose word it is. When a host dies, another member announces the same
/// table while the old record is still remembered, and so does a member who has lost the others.
fn announcement(card: &Card) -> String {
    format!("{}-{}", card.table, &card.key.to_string()[..8])
}

/// A goodbye that is being said.
pub(super) struct Goodbye(Receiver<UnregisterStatus>);

impl Goodbye {
    /// Returns when it was said once. The daemon repeats it [a little later](GOODBYE_REPEATED).
    pub(super) async fn wait(&self) {
        // Whether it worked makes no difference to somebody who leaves.
        let _ = timeout(AT_ONCE, self.0.recv_async()).await;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Already down if it was closed.
        let _ = self.daemon.shutdown();
    }
}

/// The addresses of an interface that are of use to others on it, those that come later included.
fn own_addresses(interface: &Interface) -> IfKind {
    let (index, on_loopback) = (interface.index, interface.kind == InterfaceKind::Loopback);
    IfKind::Predicate(IfPredicate::new(move |address| {
        address.index == Some(index) && address.is_loopback() == on_loopback
    }))
}

/// Asks for tables for the first time. It needs no daemon.
pub(super) fn first_question(interface: &Interface) -> FirstQuestion {
    FirstQuestion::ask(TABLES, interface)
}

/// Sends on what is answered to the first question.
async fn forward_first_answers(question: FirstQuestion, heard: mpsc::Sender<(u32, Heard)>) {
    let (sender, mut offers) = mpsc::channel(1);
    let interface = question.interface().clone();
    let index = interface.index;
    let answers = async {
        while let Some(Offer { instance, addresses, port, properties }) = offers.recv().await {
            let property = |key: &str| properties.get(key).map(String::as_str);
            if let Some(news) = announced(&instance, property, addresses, port, &interface, true)
                && heard.send((index, news)).await.is_err()
            {
                return;
            }
        }
    };
    tokio::join!(question.listen(sender), answers);
}

/// Sends on what a daemon hears. `first`: it was never asked before, so it remembers nothing.
async fn forward(events: Receiver<ServiceEvent>, interface: Interface, first: bool, heard: mpsc::Sender<(u32, Heard)>) {
    let mut searches = 0;
    while let Ok(event) = events.recv_async().await {
        let news = match event {
            // The daemon says so when it has heard the question, and then tells what it remembers; it says so again
            // with every packet that it sends.
            ServiceEvent::SearchStarted(_) => {
                searches += 1;
                None
            }
            ServiceEvent::ServiceResolved(service) => {
                let addresses = service.get_addresses().iter().map(ScopedIp::to_ip_addr);
                let property = |key: &str| service.get_property_val_str(key);
                let fresh = first || searches > 1;
                announced(service.get_fullname(), property, addresses, service.get_port(), &interface, fresh)
            }
            ServiceEvent::ServiceRemoved(_, instance) => Some(Heard::Withdrawn { instance }),
            _ => None,
        };
        if let Some(news) = news
            && heard.send((interface.index, news)).await.is_err()
        {
            return;
        }
    }
}

/// What a record announces, if it is the record of a table. A stranger's nonsense is passed over.
fn announced<'a>(
    instance: &str,
    property: impl Fn(&str) -> Option<&'a str>,
    addresses: impl IntoIterator<Item = IpAddr>,
    port: u16,
    interface: &Interface,
    fresh: bool,
) -> Option<Heard> {
    let card = Box::new(Card::from_txt(property).ok()?);
    let usable = addresses.into_iter().filter(|address| interface.reaches(*address));
    let addresses: Vec<SocketAddr> = usable.map(|address| on_interface(address, port, interface.index)).collect();
    let reachable = port != 0 && !addresses.is_empty();
    reachable.then(|| Heard::Announced { instance: instance.to_owned(), card, addresses, fresh })
}

fn on_interface(address: IpAddr, port: u16, interface: u32) -> SocketAddr {
    match address {
        IpAddr::V6(v6) if v6.is_unicast_link_local() => SocketAddrV6::new(v6, port, 0, interface).into(),
        _ => SocketAddr::new(address, port),
    }
}

fn fault(error: mdns_sd::Error) -> DiscoveryFault {
    DiscoveryFault::Mdns(error.to_string())
}
