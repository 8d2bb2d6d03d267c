//! All links of an endpoint, and who of them still stands at the door.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::fault::LinkFault;
use super::limits::Limits;
use super::link::Line;
use crate::identity::PublicKey;

/// All links of an endpoint.
#[derive(Debug)]
pub(super) struct Registry {
    /// Who we are.
    pub(super) own_key: PublicKey,
    /// What they may cost.
    pub(super) limits: Limits,
    /// What waits to be sent on all of them.
    pub(super) queued: Arc<AtomicUsize>,
    links: Mutex<HashMap<LinkId, Entry>>,
    next: AtomicU64,
}

/// A link, counted from the first one on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LinkId(u64);

#[derive(Debug)]
struct Entry {
    line: Weak<Line>,
    address: IpAddr,
    at_the_door: bool,
}

impl Registry {
    /// No links yet.
    pub(super) fn new(own_key: PublicKey, limits: Limits) -> Arc<Registry> {
        let (queued, links, next) = (Arc::default(), Mutex::default(), AtomicU64::new(0));
        Arc::new(Registry { own_key, limits, queued, links, next })
    }

    /// A number for a new link.
    pub(super) fn next_id(&self) -> LinkId {
        LinkId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether there is no room for another link.
    pub(super) fn is_full(&self) -> bool {
        self.lock().len() >= self.limits.links
    }

    /// Adds a link, if there is room. Links of others begin at the door, and if it is crowded there, somebody has to go:
    /// the oldest link of whoever has the most.
    pub(super) fn enter(&self, line: &Arc<Line>) -> Result<(), LinkFault> {
        let gone = {
            let mut links = self.lock();
            if links.len() >= self.limits.links {
                return Err(LinkFault::Crowded);
            }
            let at_the_door = !line.is_dialed();
            let entry = Entry { line: Arc::downgrade(line), address: line.address().ip(), at_the_door };
            links.insert(line.id(), entry);
            let waiting = links.values().filter(|entry| entry.at_the_door).count();
            if waiting > self.limits.at_the_door { first_to_go(&links, line.id()) } else { None }
        };
        if let Some(gone) = gone {
            gone.give_up(LinkFault::Crowded);
        }
        Ok(())
    }

    /// A link has passed the door.
    pub(super) fn passed(&self, id: LinkId) {
        if let Some(entry) = self.lock().get_mut(&id) {
            entry.at_the_door = false;
        }
    }

    /// A link is no more.
    pub(super) fn leave(&self, id: LinkId) {
        self.lock().remove(&id);
    }

    /// Gives up links with long queues until what waits for all of them is within its limit.
    pub(super) fn relieve(&self) {
        while self.queued.load(Ordering::Relaxed) > self.limits.all_queues {
            let longest = self.all().into_iter().filter(|line| line.is_open()).max_by_key(|line| line.queued());
            let Some(longest) = longest else { break };
            longest.give_up(LinkFault::Stalled);
        }
    }

    /// All links.
    pub(super) fn all(&self) -> Vec<Arc<Line>> {
        self.lock().values().filter_map(|entry| entry.line.upgrade()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<LinkId, Entry>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The oldest link at the door from the address that has the most there. Not the one that just came, unless it is the
/// only one from there.
fn first_to_go(links: &HashMap<LinkId, Entry>, newest: LinkId) -> Option<Arc<Line>> {
    let waiting = || links.iter().filter(|(_, entry)| entry.at_the_door);
    let mut crowds: HashMap<IpAddr, (usize, LinkId)> = HashMap::new();
    for (&id, entry) in waiting().filter(|(id, _)| **id != newest) {
        let (count, oldest) = crowds.entry(entry.address).or_insert((0, id));
        *count += 1;
        *oldest = (*oldest).min(id);
    }
    let (_, oldest) = crowds.into_values().max_by_key(|&(count, oldest)| (count, std::cmp::Reverse(oldest)))?;
    links.get(&oldest)?.line.upgrade()
}
