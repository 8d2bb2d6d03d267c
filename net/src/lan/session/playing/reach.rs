//! Where the other members are, and how they are reached.

use std::sync::Arc;
use std::time::Duration;

use super::super::super::discovery::{Sighting, TableStage};
use super::super::super::door::Purpose;
use super::super::super::transport::{Lane, Link};
use super::super::actor::Context;
use super::super::contacts;
use super::super::inbound::LinkId;
use super::super::parcel::{Parcel, Whereabouts};
use super::{Playing, SPREAD};
use crate::identity::PublicKey;
use crate::table::genesis::PeerIndex;
use crate::table::limit::{Limiter, Pace};

/// How long is waited between two tries to reach a member, at first and at most.
const DIAL_AGAIN: (Duration, Duration) = (Duration::from_millis(300), Duration::from_secs(2));

/// How much longer the earlier one of two members waits before it dials the later one: usually that one calls.
const CALLED_UPON: Duration = Duration::from_millis(1500);

/// How often somebody may tell where members are: at each new link, and then when something changes.
const TOLD: Pace = Pace { burst: 8, interval: SPREAD };

/// The tries to reach a member.
#[derive(Clone, Copy)]
pub(super) struct Call {
    under_way: bool,
    next: Duration,
    delay: Duration,
}

impl Playing {
    /// A member was looked for.
    pub(in crate::lan::session) fn dialled(&mut self, context: &mut Context, key: PublicKey, found: Option<Link>) {
        let Some(peer) = self.member(&key) else { return };
        let now = context.now();
        if let Some(call) = self.calls.get_mut(&peer) {
            call.under_way = false;
            call.delay = (call.delay * 2).min(DIAL_AGAIN.1);
            call.next = now + call.delay;
        }
        if let Some(link) = found {
            self.welcome(context, peer, link);
        }
    }

    /// Looks for the members that there is no link to.
    pub(super) fn call_members(&mut self, context: &Context) {
        let now = context.now();
        for peer in self.peer.unreachable() {
            let patience = if self.peer.me() < peer { CALLED_UPON } else { Duration::ZERO };
            let first = Call { under_way: false, next: now + patience, delay: DIAL_AGAIN.0 };
            let call = self.calls.entry(peer).or_insert(first);
            if call.under_way || now < call.next {
                continue;
            }
            let Some(key) = self.peer.state().member(peer).map(|member| member.member().key) else { continue };
            let addresses = self.contacts.of(&key).to_vec();
            if !addresses.is_empty() {
                call.under_way = true;
                context.dial(key, addresses, Purpose::Game(self.game), true);
            }
        }
    }

    pub(super) fn tell_whereabouts(&self, context: &Context, link: LinkId) {
        let mut known = self.contacts.all();
        known.retain(|(key, _)| *key != context.endpoint.key());
        known.push((context.endpoint.key(), context.own_addresses()));
        context.send(link, Lane::Control, &Parcel::Whereabouts(contacts::told(known)));
    }

    pub(super) fn hear_whereabouts(&mut self, context: &Context, from: PeerIndex, told: Vec<Whereabouts>) {
        if !self.told.entry(from).or_insert_with(|| Limiter::new(TOLD)).allows(context.now()) {
            return;
        }
        let about = |key: &PublicKey| *key != context.endpoint.key() && self.member(key).is_some();
        for (key, addresses) in context.usable(told, about) {
            addresses.into_iter().for_each(|address| self.contacts.hint(key, address));
        }
    }

    /// Notes where the others are. These are hints: a game goes on without them.
    pub(super) fn save_contacts(&self, context: &mut Context) {
        let (saving, one_at_a_time) = (self.saved.saving_contacts(&self.contacts.all()), Arc::clone(&self.saving));
        context.chore(move || {
            let _alone = one_at_a_time.lock();
            let _ = saving();
        });
    }

    /// The list of tables may know where a member is.
    pub(in crate::lan::session) fn sighted(&mut self, sightings: &[Sighting]) {
        let ours = |sighting: &&Sighting| sighting.card.stage == TableStage::Playing(self.game);
        for sighting in sightings.iter().filter(ours) {
            if self.member(&sighting.card.key).is_some() {
                sighting.addresses.iter().for_each(|address| self.contacts.hint(sighting.card.key, *address));
            }
        }
    }
}
