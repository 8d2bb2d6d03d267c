//! Those who only look: they get what is accepted, after everybody who plays, on the lane that waits for the others.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;

use super::super::transport::Lane;
use super::actor::Context;
use super::inbound::LinkId;
use super::parcel::Parcel;
use crate::table::entry::Entry;
use crate::table::genesis::SignedGenesis;
use crate::wire::frame::{Frame, MAX_ENTRIES};

/// The most people who watch one game at one computer.
pub(super) const MAX_WATCHERS: usize = 256;

/// How long somebody who watches has to wait between two questions.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// How long each of them waits for more, for each one who watches: a few see everything at once, and many don't keep those
/// busy who play.
const APART: Duration = Duration::from_millis(2);

/// How many of them are given something at a time: whoever plays never waits for more of them than this.
const AT_A_TIME: usize = 4;

/// Who watches, and the next entry that each of them needs.
#[derive(Default)]
pub(super) struct Watchers {
    watchers: BTreeMap<LinkId, Watcher>,
    /// Who was last given something.
    last: LinkId,
}

/// Nobody more can watch.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoRoom;

struct Watcher {
    /// Where they are.
    address: IpAddr,
    /// The next entry that they need.
    next: u64,
    /// When they were last given something.
    fed: Option<Duration>,
    /// When they last asked for an earlier one.
    asked: Option<Duration>,
    /// When they last asked for a seat.
    wished: Option<Duration>,
}

impl Watchers {
    /// Somebody came. Returns who has to give way for them, if there is no room and one address has more of it than theirs
    /// would.
    pub(super) fn welcome(
        &mut self,
        context: &Context,
        link: LinkId,
        address: IpAddr,
        genesis: &SignedGenesis,
    ) -> Result<Option<LinkId>, NoRoom> {
        let full = self.watchers.len() >= MAX_WATCHERS;
        let gives_way = if full { Some(self.gives_way(address).ok_or(NoRoom)?) } else { None };
        if let Some(other) = gives_way {
            self.watchers.remove(&other);
        }
        self.watchers.insert(link, Watcher { address, next: 1, fed: None, asked: None, wished: None });
        context.send(link, Lane::Bulk, &Parcel::Genesis(Box::new(genesis.clone())));
        Ok(gives_way)
    }

    /// The one who came first from the address from which the most watch.
    fn gives_way(&self, newcomer: IpAddr) -> Option<LinkId> {
        let from = |address: IpAddr| self.watchers.iter().filter(move |(_, watcher)| watcher.address == address);
        let most =
            self.watchers.values().map(|watcher| watcher.address).max_by_key(|address| from(*address).count())?;
        let more = from(most).count() > from(newcomer).count() + 1;
        from(most).next().map(|(link, _)| *link).filter(|_| more)
    }

    /// Somebody asks for entries from this one on. A short question has a long answer, so it is heard now and then only.
    pub(super) fn wants(&mut self, now: Duration, link: LinkId, first: u64) {
        if let Some(watcher) = self.watchers.get_mut(&link)
            && not_too_soon(&mut watcher.asked, now)
        {
            watcher.next = first.clamp(1, watcher.next);
        }
    }

    /// Whether somebody may ask for a seat now.
    pub(super) fn may_wish(&mut self, now: Duration, link: LinkId) -> bool {
        self.watchers.get_mut(&link).is_some_and(|watcher| not_too_soon(&mut watcher.wished, now))
    }

    /// Nobody can watch here any more. Returns their links.
    pub(super) fn dismiss(&mut self) -> Vec<LinkId> {
        std::mem::take(&mut self.watchers).into_keys().collect()
    }

    pub(super) fn gone(&mut self, link: LinkId) -> bool {
        self.watchers.remove(&link).is_some()
    }

    /// Whether somebody lacks some of the entries up to this one.
    pub(super) fn are_hungry(&self, accepted: u64) -> bool {
        self.watchers.values().any(|watcher| watcher.next <= accepted)
    }

    /// Gives all of them all that they lack, at once.
    pub(super) fn feed_up(&mut self, context: &Context, accepted: u64, entries: impl Fn(u64, usize) -> Vec<Entry>) {
        while self.are_hungry(accepted) {
            self.watchers.values_mut().for_each(|watcher| watcher.fed = None);
            self.feed(context, accepted, &entries);
        }
    }

    /// Gives some of them the next part of what they lack; they take turns. Those who need the same get the same bytes.
    pub(super) fn feed(&mut self, context: &Context, accepted: u64, entries: impl Fn(u64, usize) -> Vec<Entry>) {
        let mut parts: BTreeMap<u64, (Bytes, u64)> = BTreeMap::new();
        let (now, apart) = (context.now(), APART * self.watchers.len() as u32);
        let hungry = |(link, watcher): (&LinkId, &Watcher)| {
            let waits = watcher.fed.is_some_and(|fed| now < fed + apart);
            (watcher.next <= accepted && !waits).then_some(*link)
        };
        let after = self.watchers.range(self.last + 1..).filter_map(hungry);
        let before = self.watchers.range(..=self.last).filter_map(hungry);
        let turn: Vec<LinkId> = after.chain(before).take(AT_A_TIME).collect();
        for link in turn {
            let Some(watcher) = self.watchers.get_mut(&link) else { continue };
            let next = watcher.next;
            let (bytes, after) = parts.entry(next).or_insert_with(|| {
                let most = MAX_ENTRIES.min((accepted + 1 - next) as usize);
                let part = entries(next, most);
                let after = next + part.len() as u64;
                (Bytes::from(Parcel::Frame(Frame::Entries(part)).to_bytes()), after)
            });
            context.send_bytes(link, Lane::Bulk, bytes.clone());
            watcher.next = *after;
            watcher.fed = Some(now);
            self.last = link;
        }
    }
}

/// Whether the last time is long enough ago; if so, this is the last time.
fn not_too_soon(last: &mut Option<Duration>, now: Duration) -> bool {
    let soon = last.is_some_and(|last| now < last + ASK_AGAIN);
    if !soon {
        *last = Some(now);
    }
    !soon
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watchers(from: &[u8]) -> Watchers {
        let watcher = |last: u8| Watcher { address: ip(last), next: 1, fed: None, asked: None, wished: None };
        Watchers { watchers: (1..).zip(from.iter().map(|last| watcher(*last))).collect(), last: 0 }
    }

    fn ip(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn one_address_does_not_keep_all_others_from_watching() {
        let watchers = watchers(&[7, 8, 8, 8, 7]);
        assert_eq!(watchers.gives_way(ip(9)), Some(2), "the first of the most");
        assert_eq!(watchers.gives_way(ip(8)), None, "nobody makes room for themselves");
        assert_eq!(watchers.gives_way(ip(7)), None, "they would have as many");
    }
}
