//! All links of an endpoint, and who of them still stands at the door. Whoever is expected always finds a place, and when
//! there are no more, those give way who have the most.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
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
    /// For whom places are kept.
    expected: Mutex<HashSet<PublicKey>>,
    next: AtomicU64,
}

/// A link, counted from the first one on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LinkId(u64);

#[derive(Debug)]
struct Entry {
    line: Weak<Line>,
    key: PublicKey,
    address: IpAddr,
    /// Whether we opened it.
    ours: bool,
    at_the_door: bool,
}

impl Registry {
    /// No links yet.
    pub(super) fn new(own_key: PublicKey, limits: Limits) -> Arc<Registry> {
        let (queued, links, expected, next) = (Arc::default(), Mutex::default(), Mutex::default(), AtomicU64::new(0));
        Arc::new(Registry { own_key, limits, queued, links, expected, next })
    }

    /// A number for a new link.
    pub(super) fn next_id(&self) -> LinkId {
        LinkId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Keeps places for these, and for nobody else any more.
    pub(super) fn expect(&self, keys: HashSet<PublicKey>) {
        *self.expected() = keys;
    }

    /// Whether there is, or can be made, room for a link of theirs.
    pub(super) fn has_room_for(&self, key: &PublicKey, address: IpAddr) -> bool {
        self.room(&self.lock(), key, address, false).is_ok()
    }

    /// Adds a link, if there is room or somebody gives way. Links of others begin at the door, and if it is crowded there,
    /// somebody has to go: the oldest link of whoever has the most.
    pub(super) fn enter(&self, line: &Arc<Line>) -> Result<(), LinkFault> {
        let gone = {
            let mut links = self.lock();
            let (key, address, ours) = (line.key(), line.address().ip(), line.is_dialed());
            let gives_way = self.room(&links, &key, address, ours).map_err(|NoPlace| LinkFault::Crowded)?;
            let gives_way = gives_way.and_then(|id| links.remove(&id));
            let entry = Entry { line: Arc::downgrade(line), key, address, ours, at_the_door: !ours };
            links.insert(line.id(), entry);
            let waiting = links.values().filter(|entry| entry.at_the_door).count();
            let gone = (waiting > self.limits.at_the_door).then(|| first_to_go(&links, line.id())).flatten();
            [gives_way, gone.and_then(|gone| links.remove(&gone))]
        };
        for gone in gone.into_iter().flatten().filter_map(|gone| gone.line.upgrade()) {
            gone.give_up(LinkFault::Crowded);
        }
        Ok(())
    }

    /// Whether there is room for a link of theirs, and who has to give way for it.
    fn room(
        &self,
        links: &HashMap<LinkId, Entry>,
        key: &PublicKey,
        address: IpAddr,
        ours: bool,
    ) -> Result<Option<LinkId>, NoPlace> {
        let expected = self.expected();
        let comes_first = ours || expected.contains(key);
        let places = if comes_first { self.limits.links } else { self.limits.links.saturating_sub(self.limits.kept) };
        if links.len() < places {
            return Ok(None);
        }
        gives_way(links, &expected, (!comes_first).then_some(address)).map(Some).ok_or(NoPlace)
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

    fn expected(&self) -> MutexGuard<'_, HashSet<PublicKey>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<LinkId, Entry>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// There is no room, and nobody has to give way.
struct NoPlace;

/// The oldest link from the address that has the most, of those who are not expected and came by themselves. For somebody
/// who is not expected either, nobody gives way at an address that has no more than theirs would.
fn gives_way(
    links: &HashMap<LinkId, Entry>,
    expected: &HashSet<PublicKey>,
    newcomer: Option<IpAddr>,
) -> Option<LinkId> {
    let mut crowds: HashMap<IpAddr, (usize, Reverse<LinkId>)> = HashMap::new();
    for (&id, entry) in links.iter().filter(|(_, entry)| !entry.ours && !expected.contains(&entry.key)) {
        let (count, oldest) = crowds.entry(entry.address).or_insert((0, Reverse(id)));
        *count += 1;
        *oldest = (*oldest).max(Reverse(id));
    }
    let own = newcomer.map_or(0, |address| crowds.get(&address).map_or(1, |(count, _)| count + 1));
    let (count, Reverse(oldest)) = crowds.into_values().max()?;
    (count > own || newcomer.is_none()).then_some(oldest)
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
        let entry = |last| Entry {
            line: Weak::new(),
            key: PublicKey([last; 32]),
            address: [10, 0, 0, last].into(),
            ours: false,
            at_the_door: last != 0,
        };
        waiting.iter().map(|&(id, last)| (LinkId(id), entry(last))).collect()
    }

    #[test]
    fn who_has_the_most_links_gives_way_but_never_who_is_expected() {
        let links = door(&[(1, 7), (2, 8), (3, 8), (4, 8), (5, 7), (6, 9)]);
        let expected = |last: &[u8]| last.iter().map(|last| PublicKey([*last; 32])).collect::<HashSet<_>>();
        let from = |last: u8| Some(IpAddr::from([10, 0, 0, last]));
        assert_eq!(gives_way(&links, &expected(&[]), from(6)), Some(LinkId(2)), "the oldest of the most");
        assert_eq!(gives_way(&links, &expected(&[]), from(9)), Some(LinkId(2)));
        assert_eq!(gives_way(&links, &expected(&[]), from(7)), None, "they would have as many");
        assert_eq!(gives_way(&links, &expected(&[]), from(8)), None, "nobody makes room for themselves");
        assert_eq!(gives_way(&links, &expected(&[8]), None), Some(LinkId(1)), "members stay");
        assert_eq!(gives_way(&door(&[(1, 7)]), &expected(&[]), None), Some(LinkId(1)), "for whoever is expected");
        assert_eq!(gives_way(&door(&[(1, 7)]), &expected(&[7]), None), None);
    }

    #[test]
    fn who_has_the_most_links_at_the_door_loses_the_oldest() {
        assert_eq!(first_to_go(&door(&[(1, 7), (2, 8), (3, 8), (4, 7), (5, 8), (6, 9)]), LinkId(6)), Some(LinkId(2)));
        assert_eq!(first_to_go(&door(&[(1, 7), (2, 8), (3, 9)]), LinkId(3)), Some(LinkId(1)), "the oldest of equals");
        assert_eq!(first_to_go(&door(&[(1, 0), (2, 8), (3, 9)]), LinkId(3)), Some(LinkId(2)), "not who has passed");
        assert_eq!(first_to_go(&door(&[(3, 9)]), LinkId(3)), None);
    }
}
