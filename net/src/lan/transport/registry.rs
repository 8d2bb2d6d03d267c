//! All links of an endpoint, and who of them still stands at the door.

use std::cmp::Reverse;
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
            let gone = (waiting > self.limits.at_the_door).then(|| first_to_go(&links, line.id())).flatten();
            gone.and_then(|gone| links.remove(&gone))
        };
        if let Some(gone) = gone.and_then(|gone| gone.line.upgrade()) {
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

/// The oldest link at the door from the address that has the most there, the one that just came aside.
fn first_to_go(links: &HashMap<LinkId, Entry>, newest: LinkId) -> Option<LinkId> {
    let mut crowds: HashMap<IpAddr, (usize, Reverse<LinkId>)> = HashMap::new();
    for (&id, entry) in links.iter().filter(|(id, entry)| entry.at_the_door && **id != newest) {
        let (count, oldest) = crowds.entry(entry.address).or_insert((0, Reverse(id)));
        *count += 1;
        *oldest = (*oldest).max(Reverse(id));
    }
    let (_, Reverse(oldest)) = crowds.into_values().max()?;
    Some(oldest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(waiting: &[(u64, u8)]) -> HashMap<LinkId, Entry> {
        let entry = |last| Entry { line: Weak::new(), address: [10, 0, 0, last].into(), at_the_door: last != 0 };
        waiting.iter().map(|&(id, last)| (LinkId(id), entry(last))).collect()
    }

    #[test]
    fn who_has_the_most_links_at_the_door_loses_the_oldest() {
        assert_eq!(first_to_go(&door(&[(1, 7), (2, 8), (3, 8), (4, 7), (5, 8), (6, 9)]), LinkId(6)), Some(LinkId(2)));
        assert_eq!(first_to_go(&door(&[(1, 7), (2, 8), (3, 9)]), LinkId(3)), Some(LinkId(1)), "the oldest of equals");
        assert_eq!(first_to_go(&door(&[(1, 0), (2, 8), (3, 9)]), LinkId(3)), Some(LinkId(2)), "not who has passed");
        assert_eq!(first_to_go(&door(&[(3, 9)]), LinkId(3)), None);
    }
}
