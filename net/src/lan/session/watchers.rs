//! Those who only look: they get what is accepted, after everybody who plays, on the lane that waits for the others.

use std::collections::BTreeMap;

use super::super::transport::Lane;
use super::actor::Context;
use super::inbound::LinkId;
use super::parcel::Parcel;
use crate::table::entry::Entry;
use crate::table::genesis::SignedGenesis;
use crate::wire::frame::{Frame, MAX_ENTRIES};

/// The most people who watch one game at one computer.
pub(super) const MAX_WATCHERS: usize = 256;

/// Who watches, and the next entry that each of them needs.
#[derive(Default)]
pub(super) struct Watchers(BTreeMap<LinkId, u64>);

impl Watchers {
    /// Somebody came; `false` if there is no room.
    pub(super) fn welcome(&mut self, context: &Context, link: LinkId, genesis: &SignedGenesis) -> bool {
        if self.0.len() >= MAX_WATCHERS {
            return false;
        }
        self.0.insert(link, 1);
        context.send(link, Lane::Bulk, &Parcel::Genesis(Box::new(genesis.clone())));
        true
    }

    /// Somebody asks for entries from this one on.
    pub(super) fn wants(&mut self, link: LinkId, first: u64) {
        if let Some(next) = self.0.get_mut(&link) {
            *next = first.clamp(1, *next);
        }
    }

    pub(super) fn gone(&mut self, link: LinkId) -> bool {
        self.0.remove(&link).is_some()
    }

    /// Gives everybody the next part of what they lack. Those who need the same get the same bytes.
    pub(super) fn feed(&mut self, context: &Context, accepted: u64, entries: impl Fn(u64, usize) -> Vec<Entry>) {
        let mut parts: BTreeMap<u64, (Vec<u8>, u64)> = BTreeMap::new();
        for (link, next) in self.0.iter_mut().filter(|(_, next)| **next <= accepted) {
            let (bytes, after) = parts.entry(*next).or_insert_with(|| {
                let most = MAX_ENTRIES.min((accepted + 1 - *next) as usize);
                let part = entries(*next, most);
                let after = *next + part.len() as u64;
                (Parcel::Frame(Frame::Entries(part)).to_bytes(), after)
            });
            context.send_bytes(*link, Lane::Bulk, bytes.clone());
            *next = *after;
        }
    }
}
