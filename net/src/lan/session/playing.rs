//! In the game: a peer of the pure core, with its journal, its links to the other members, and its bots.

mod end;
mod reach;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doubloons_words::told;

use self::reach::Call;
use super::super::door::Purpose;
use super::super::installation::{InstallationFault, SavedGame, SavedTable};
use super::super::transport::{Lane, Link, LinkFault};
use super::actor::Context;
use super::contacts::Contacts;
use super::ending::{self, Conclusion};
use super::inbound::{self, LinkId};
use super::outbox::Outbox;
use super::parcel::{LONGEST_FROM_MEMBER, LONGEST_FROM_WATCHER, Parcel, SeatWish};
use super::rematch::Wishes;
use super::watchers::{NoRoom, Watchers};
use super::{Ended, Happening};
use crate::identity::PublicKey;
use crate::table::genesis::{GameId, Name, PeerIndex};
use crate::table::limit::Limiter;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::message::ToGuest;
use crate::table::lobby::reason::Refusal;
use crate::table::peer::{Notice, Output, Peer, Wish};
use crate::table::state::Refusal as Refused;
use crate::wire::frame::{Fetch, Frame};

/// Two links that were made at the same time from both ends are at most this far apart.
const CROSSED: Duration = Duration::from_secs(5);

/// How long is waited before a journal that could not be written is tried again.
const WRITE_AGAIN: Duration = Duration::from_secs(2);

/// How often it is looked whether something is to be told to others or noted about where they are.
const SPREAD: Duration = Duration::from_secs(1);

/// How long somebody has to be without the others before that is told in the list of tables. When a game begins, and when
/// its host is lost, the links are a moment away.
const MISSED: Duration = Duration::from_secs(2);

/// How long those who watch get nothing after a move: it is on its way to those who play.
const QUIET: Duration = Duration::from_millis(3);

/// A game that this computer plays in.
pub(super) struct Playing {
    table: SavedTable,
    game: GameId,
    saved: SavedGame,
    peer: Peer,
    outbox: Outbox,
    links: BTreeMap<PeerIndex, LinkId>,
    watchers: Watchers,
    contacts: Contacts,
    calls: BTreeMap<PeerIndex, Call>,
    spread: Duration,
    /// While too few of the others are linked: when that is told in the list of tables.
    apart: Option<Duration>,
    /// How often others may tell where members are.
    told: BTreeMap<PeerIndex, Limiter>,
    /// Held while it is written down where members are.
    saving: Arc<Mutex<()>>,
    /// When the game last went on.
    moved: Duration,
    /// How much of the log is known to stay, by what is written down.
    accepted: u64,
    /// What could not be written down, and when that is tried again.
    stalled: Option<Duration>,
    /// What bots have decided meanwhile.
    thoughts: Vec<Wish>,
    conclusion: Conclusion,
    wishes: Wishes,
    dirty: bool,
}

impl Playing {
    /// A game that has just begun.
    pub(super) fn begin(
        context: &mut Context,
        table: &SavedTable,
        beginning: &Beginning,
        contacts: Contacts,
    ) -> Result<Playing, Ended> {
        let saved = context.installation.save(table, beginning)?;
        if let Some(pin) = &context.pin {
            saved.save_pin(pin)?;
        }
        Playing::open(context, saved, contacts, false)
    }

    /// A game that was interrupted.
    pub(super) fn resume(context: &mut Context, saved: SavedGame) -> Result<Playing, Ended> {
        let contacts = Contacts::new(saved.contacts());
        Playing::open(context, saved, contacts, true)
    }

    fn open(context: &mut Context, saved: SavedGame, contacts: Contacts, resumed: bool) -> Result<Playing, Ended> {
        let (journal, memory) = saved.journal()?;
        let charter = Arc::clone(saved.charter());
        let identity = context.installation.identity().clone();
        let now = context.now();
        let peer = Peer::new(charter, saved.me(), identity, saved.secret(), memory, context.patience, now)
            .map_err(|(index, fault)| Ended::Journal { index, why: told(&fault) })?;
        let people = saved.charter().draft().members.iter().map(|member| (member.name.clone(), member.key));
        let others = people.filter(|(_, key)| *key != context.endpoint.key());
        // Whom we know is good to know, but no reason not to play.
        let _ = context.installation.remember(others);
        let resumed_at = resumed.then(|| peer.head().index);
        let charter = Arc::clone(saved.charter());
        context.tell(Happening::Begun { charter, me: saved.me(), resumed_at });
        let mut playing = Playing {
            table: saved.table().clone(),
            game: saved.charter().id(),
            saved,
            peer,
            outbox: Outbox::new(journal),
            links: BTreeMap::new(),
            watchers: Watchers::default(),
            contacts,
            calls: BTreeMap::new(),
            spread: Duration::ZERO,
            // Whoever comes back to a game has been without the others for long.
            apart: resumed.then_some(now),
            told: BTreeMap::new(),
            saving: Arc::default(),
            moved: Duration::ZERO,
            accepted: 0,
            stalled: None,
            thoughts: Vec::new(),
            conclusion: Conclusion::default(),
            wishes: Wishes::default(),
            dirty: true,
        };
        playing.tell_members(context);
        playing.outbox.add(playing.peer.tick(now));
        Ok(playing)
    }

    /// Tells the doorman who needs no PIN.
    fn tell_members(&self, context: &Context) {
        let keys = || self.peer.state().members().iter().map(|member| member.member().key);
        context.orders.set_members(self.game, keys());
        context.endpoint.expect(keys());
    }

    fn member(&self, key: &PublicKey) -> Option<PeerIndex> {
        let place = self.peer.state().members().iter().position(|member| member.member().key == *key)?;
        Some(PeerIndex(place as u8))
    }

    /// Somebody came to the door and was let in.
    pub(super) fn arrived(&mut self, context: &mut Context, link: Link, purpose: &Purpose) {
        if *purpose != Purpose::Game(self.game) {
            // A member who seeks the lobby was cut off in the last moment before the game, and needs what it began with.
            let answer = match self.member(&link.sender.key()) {
                Some(_) => ToGuest::Begun(Box::new(self.saved.charter().signed().clone())),
                None => ToGuest::Refused(Refusal::GameStarted),
            };
            // Whoever does not hear it is told by the closed link.
            let _ = link.sender.send(Lane::Control, Parcel::ToGuest(Box::new(answer)).to_bytes());
            link.sender.close("the game at this table has begun");
        } else if let Some(peer) = self.member(&link.sender.key()) {
            self.welcome(context, peer, link);
        } else {
            let address = link.sender.address().ip();
            let id = context.adopt(link, LONGEST_FROM_WATCHER);
            let full = "too many people watch this game";
            match self.watchers.welcome(context, id, address, self.saved.charter().signed()) {
                Ok(gives_way) => {
                    gives_way.into_iter().for_each(|other| context.drop_link(other, full));
                    self.tell_whereabouts(context, id);
                }
                Err(NoRoom) => context.drop_link(id, full),
            }
        }
    }

    /// There is a link to a member. If both called each other at the same time, both keep the same one of the two.
    fn welcome(&mut self, context: &mut Context, peer: PeerIndex, link: Link) {
        if peer == self.peer.me() || self.stalled.is_some() {
            link.sender.close("not now");
            return;
        }
        let (key, address, dialled) = (link.sender.key(), link.sender.address(), link.sender.is_dialed());
        if let Some(earlier) = self.links.get(&peer).and_then(|id| context.link(*id)) {
            let crossed = earlier.is_dialed() != dialled && earlier.opened_at().elapsed() < CROSSED;
            let called_by_lower = earlier.is_dialed() == (context.endpoint.key() < key);
            if crossed && called_by_lower {
                link.sender.close("there is a link already");
                return;
            }
        }
        self.part(context, peer, "there is a newer link");
        self.contacts.proven(key, address);
        self.calls.remove(&peer);
        let id = context.adopt(link, LONGEST_FROM_MEMBER);
        self.links.insert(peer, id);
        self.outbox.add(self.peer.connected(context.now(), peer));
        self.tell_whereabouts(context, id);
        self.conclusion.kept().into_iter().for_each(|entries| context.send(id, Lane::Control, &Parcel::Kept(entries)));
        if self.wishes.wanted() {
            self.say_wanted(context, id);
        }
        context.tell(Happening::Connected(peer));
        self.dirty = true;
    }

    /// Gives up the link to a member, if there is one.
    fn part(&mut self, context: &mut Context, peer: PeerIndex, why: &str) {
        if let Some(link) = self.links.remove(&peer) {
            context.drop_link(link, why);
            self.lost(context, peer, why.to_owned());
        }
    }

    fn lost(&mut self, context: &Context, peer: PeerIndex, why: String) {
        self.outbox.add(self.peer.disconnected(context.now(), peer));
        context.tell(Happening::Lost(peer, why));
        self.wishes.gone(peer).into_iter().for_each(|news| context.tell(Happening::Rematch(news)));
        self.dirty = true;
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId, fault: &LinkFault) {
        context.drop_link(link, "gone");
        if self.watchers.gone(link) {
            return;
        }
        let peer = self.links.iter().find(|(_, known)| **known == link).map(|(peer, _)| *peer);
        if let Some(peer) = peer {
            self.links.remove(&peer);
            self.lost(context, peer, told(&fault));
        }
    }

    pub(super) fn message(&mut self, context: &mut Context, link: LinkId, parcel: Parcel) {
        let Some(from) = self.links.iter().find(|(_, known)| **known == link).map(|(peer, _)| *peer) else {
            match parcel {
                Parcel::Frame(Frame::Fetch(Fetch { from })) => self.watchers.wants(context.now(), link, from),
                Parcel::SeatWish(wish) if self.watchers.may_wish(context.now(), link) => self.wanted(context, wish),
                _ => {}
            }
            return;
        };
        match parcel {
            Parcel::Frame(frame) if self.stalled.is_none() => {
                self.outbox.add(self.peer.receive(context.now(), from, frame));
                self.dirty = true;
            }
            Parcel::Whereabouts(told) => self.hear_whereabouts(context, from, told),
            Parcel::Kept(entries) => self.conclusion.other_kept(from, entries),
            Parcel::Rematch(said) if said.after == self.game => {
                let Some(key) = context.link(link).map(|link| link.key()) else { return };
                let news = self.wishes.hear(from, key, said.word);
                news.into_iter().for_each(|news| context.tell(Happening::Rematch(news)));
            }
            _ => {}
        }
    }

    /// Somebody who watches wants a seat. Only for bots that run here can it be given away.
    fn wanted(&self, context: &Context, wish: Box<SeatWish>) {
        let state = self.peer.state().seat(wish.seat);
        if state.is_some_and(|seat| seat.bot().is_some() && seat.runner() == self.peer.me()) {
            context.tell(Happening::SeatWanted(wish));
        }
    }

    /// Somebody here wants something.
    pub(super) fn wish(&mut self, context: &mut Context, wish: Wish) {
        if self.stalled.is_some() {
            context.tell(Happening::WishRefused(Refused::NotNow("nothing counts until it can be written to the disk")));
            return;
        }
        match self.peer.wish(context.now(), wish) {
            Ok(outputs) => self.outbox.add(outputs),
            Err(refusal) => context.tell(Happening::WishRefused(refusal)),
        }
        self.dirty = true;
    }

    /// Somebody here would like to play on alone.
    pub(super) fn copy(&self, context: &Context, level: &Name, seed: u64) {
        context.tell(Happening::Copied(self.peer.marked_copy(level, seed).map(Box::new)));
    }

    /// Somebody here wants to keep what has happened so far.
    pub(super) fn record(&self, context: &Context) {
        let so_far = ending::so_far(&self.peer, self.table.board.as_deref(), self.accepted);
        context.tell(Happening::Recorded(so_far.map(Box::new)));
    }

    /// A bot has decided. If the question is another one by now, it is asked again.
    pub(super) fn thought(&mut self, context: &mut Context, wish: Wish) {
        if self.stalled.is_some() {
            self.thoughts.push(wish);
            return;
        }
        self.outbox.add(self.peer.wish(context.now(), wish).unwrap_or_default());
        self.dirty = true;
    }

    /// Looks at all links at once.
    pub(super) fn awake(&mut self) {
        self.calls.clear();
        self.spread = Duration::ZERO;
    }

    pub(super) fn tick(&mut self, context: &mut Context) {
        let now = context.now();
        if self.stalled.is_some() {
            // Only what could not be written is tried again: see `carry_out`.
            return;
        }
        self.outbox.add(self.peer.tick(now));
        self.call_members(context);
        self.apart = (!self.has_majority()).then(|| self.apart.unwrap_or(now + MISSED));
        if now >= self.spread + SPREAD {
            self.spread = now;
            self.tell_members(context);
            if self.contacts.take_changed() {
                self.links.values().for_each(|link| self.tell_whereabouts(context, *link));
                self.save_contacts(context);
            }
        }
        self.conclude(context);
    }

    /// Whether somebody who watches lacks something.
    pub(super) fn has_hungry_watchers(&self) -> bool {
        self.watchers.are_hungry(self.accepted)
    }

    /// Gives some of those who watch what they lack.
    pub(super) fn feed_watchers(&mut self, context: &Context) {
        if context.now() < self.moved + QUIET {
            return;
        }
        let peer = &self.peer;
        self.watchers.feed(context, self.accepted, |from, most| peer.entries(from).into_iter().take(most).collect());
    }

    /// Gives all who watch everything, before the links are closed.
    pub(super) fn feed_up(&mut self, context: &Context) {
        let peer = &self.peer;
        self.watchers.feed_up(context, self.accepted, |from, most| peer.entries(from).into_iter().take(most).collect());
    }

    /// When the game last went on.
    pub(super) fn moved(&self) -> Duration {
        self.moved
    }

    /// Whether something is to be written down, or to be acknowledged.
    pub(super) fn has_chores(&self) -> bool {
        self.stalled.is_none() && (!self.outbox.is_empty() || self.peer.owes_acknowledgement())
    }

    /// Whether others wait for something that is to be done.
    pub(super) fn is_waited_for(&self) -> bool {
        self.stalled.is_some() || !self.outbox.can_wait()
    }

    /// Signs for everybody how far the log goes.
    pub(super) fn acknowledge(&mut self, context: &Context) {
        if self.stalled.is_none() {
            self.outbox.add(self.peer.acknowledge(context.now()));
        }
    }

    /// Does what does not have to wait for the disk.
    pub(super) fn hurry(&mut self, context: &Context) {
        if self.stalled.is_none() {
            let hurried = self.outbox.take_hurried();
            self.fulfil(context, hurried);
        }
    }

    /// Waits for the disk, then sends and tells what follows from what is there.
    pub(super) async fn carry_out(&mut self, context: &mut Context) {
        if self.outbox.is_empty() || self.stalled.is_some_and(|again| context.now() < again) {
            return;
        }
        let outputs = match self.outbox.take_all().await {
            Ok(outputs) => outputs,
            Err(fault) => return self.stall(context, fault),
        };
        if self.stalled.take().is_some() {
            context.orders.shut(false);
            context.tell(Happening::Recovered);
            self.dirty = true;
        }
        self.fulfil(context, outputs);
        for wish in std::mem::take(&mut self.thoughts) {
            self.thought(context, wish);
        }
    }

    /// Sends and tells what does not depend on anything that is not written down.
    fn fulfil(&mut self, context: &Context, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Persist(_) => {}
                Output::Send(to, frame) => self.send(context, to, frame),
                Output::Notice(Notice::Accepted(index)) => {
                    self.accepted = index;
                    self.dirty = true;
                    self.peer.head_at(index).into_iter().for_each(|head| context.tell(Happening::Accepted(head)));
                }
                Output::Notice(notice) => {
                    if let Notice::Happened { .. } = notice {
                        self.moved = context.now();
                    }
                    context.tell(Happening::Game(notice));
                }
                Output::Think(question) => inbound::think(question, context.pace, context.inbox.clone()),
            }
        }
    }

    /// Nothing that depends on what can't be written down may be said: the others have to do without us for now.
    fn stall(&mut self, context: &mut Context, fault: InstallationFault) {
        if self.stalled.is_none() {
            context.tell(Happening::Stalled(fault));
            context.orders.shut(true);
            let linked: Vec<PeerIndex> = self.links.keys().copied().collect();
            linked.into_iter().for_each(|peer| self.part(context, peer, "the disk is full or fails"));
        }
        self.stalled = Some(context.now() + WRITE_AGAIN);
        self.dirty = true;
    }

    fn send(&self, context: &Context, to: PeerIndex, frame: Frame) {
        let lane = if let Frame::Entries(_) = frame { Lane::Bulk } else { Lane::Control };
        if let Some(link) = self.links.get(&to) {
            context.send(*link, lane, &Parcel::Frame(frame));
        }
    }
}
