//! In the game: a peer of the pure core, with its journal, its links to the other members, and its bots.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::AnyView;
use doubloons_engine::contract::Turn;
use doubloons_words::told;

use super::super::discovery::{Sighting, TableStage};
use super::super::door::Purpose;
use super::super::installation::{InstallationFault, SavedGame, SavedTable};
use super::super::transport::{Lane, Link, LinkFault};
use super::actor::Context;
use super::contacts::{self, Contacts};
use super::ending::{self, Conclusion};
use super::hosting::Hosting;
use super::inbound::{self, LinkId};
use super::listing::Listed;
use super::parcel::{
    LONGEST_FROM_MEMBER, LONGEST_FROM_WATCHER, MAX_ADDRESSES, Parcel, Rematch, RematchWord, SeatWish, Whereabouts,
};
use super::rematch::{Fellows, LastGame, Next, Wishes};
use super::stage::{Stage, Step};
use super::visiting::follow;
use super::watchers::Watchers;
use super::{Asked, Ended, Happening, TableView, View};
use crate::files::JournalFile;
use crate::identity::PublicKey;
use crate::table::genesis::{GameId, Name, PeerIndex};
use crate::table::journal::Record;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::message::ToGuest;
use crate::table::lobby::reason::Refusal;
use crate::table::peer::{Notice, Occasion, Output, Peer, Wish};
use crate::table::state::{Refusal as Refused, SeatState, Want};
use crate::wire::frame::{Fetch, Frame};

/// How long is waited between two tries to reach a member, at first and at most.
const DIAL_AGAIN: (Duration, Duration) = (Duration::from_millis(300), Duration::from_secs(2));

/// How much longer the earlier one of two members waits before it dials the later one: usually that one calls.
const CALLED_UPON: Duration = Duration::from_millis(1500);

/// Two links that were made at the same time from both ends are at most this far apart.
const CROSSED: Duration = Duration::from_secs(5);

/// How long is waited before a journal that could not be written is tried again.
const WRITE_AGAIN: Duration = Duration::from_secs(2);

/// How often it is looked whether something is to be told to others or noted about where they are.
const SPREAD: Duration = Duration::from_secs(1);

/// A game that this computer plays in.
pub(super) struct Playing {
    table: SavedTable,
    game: GameId,
    saved: SavedGame,
    journal: JournalFile,
    peer: Peer,
    links: BTreeMap<PeerIndex, LinkId>,
    watchers: Watchers,
    contacts: Contacts,
    calls: BTreeMap<PeerIndex, Call>,
    spread: Duration,
    outputs: Vec<Output>,
    /// How many of the records among them are in the journal, if not on the disk yet.
    written: usize,
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

/// The tries to reach a member.
#[derive(Clone, Copy)]
struct Call {
    under_way: bool,
    next: Duration,
    delay: Duration,
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
            journal,
            peer,
            links: BTreeMap::new(),
            watchers: Watchers::default(),
            contacts,
            calls: BTreeMap::new(),
            spread: Duration::ZERO,
            outputs: Vec::new(),
            written: 0,
            accepted: 0,
            stalled: None,
            thoughts: Vec::new(),
            conclusion: Conclusion::default(),
            wishes: Wishes::default(),
            dirty: true,
        };
        playing.tell_members(context);
        playing.outputs.extend(playing.peer.tick(now));
        Ok(playing)
    }

    /// Tells the doorman who needs no PIN.
    fn tell_members(&self, context: &Context) {
        context.orders.set_members(self.game, self.peer.state().members().iter().map(|member| member.member().key));
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
            let id = context.adopt(link, LONGEST_FROM_WATCHER);
            if self.watchers.welcome(context, id, self.saved.charter().signed()) {
                self.tell_whereabouts(context, id);
            } else {
                context.drop_link(id, "too many people watch this game");
            }
        }
    }

    /// A member was looked for.
    pub(super) fn dialled(&mut self, context: &mut Context, key: PublicKey, found: Option<Link>) {
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
        self.outputs.extend(self.peer.connected(context.now(), peer));
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
        self.outputs.extend(self.peer.disconnected(context.now(), peer));
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
                self.outputs.extend(self.peer.receive(context.now(), from, frame));
                self.dirty = true;
            }
            Parcel::Whereabouts(told) => self.hear_whereabouts(context, told),
            Parcel::Kept(entries) => self.conclusion.other_kept(from, entries),
            Parcel::Rematch(said) if said.after == self.game => {
                let Some(key) = context.link(link).map(|link| link.key()) else { return };
                let news = self.wishes.hear(from, key, said.word);
                news.into_iter().for_each(|news| context.tell(Happening::Rematch(news)));
            }
            _ => {}
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.peer.state().game().turn(), Turn::Over(_))
    }

    /// The person here would like another game with the same people.
    pub(super) fn want_rematch(&mut self, context: &Context) {
        if self.is_over() && self.wishes.want(context.now()) {
            self.links.values().for_each(|link| self.say_wanted(context, *link));
        }
    }

    fn say_wanted(&self, context: &Context, link: LinkId) {
        let rematch = Rematch { after: self.game, word: RematchWord::Wanted };
        context.send(link, Lane::Control, &Parcel::Rematch(Box::new(rematch)));
    }

    /// Goes on to another game with the same people, if that is wanted and nobody is left in the lurch by it.
    pub(super) fn play_again(&mut self, context: &mut Context) -> Step {
        let now = context.now();
        let next = self.wishes.next(now, self.peer.me()).filter(|next| match next {
            Next::Open => self.conclusion.may_leave(now),
            // Whoever opened the table has seen to it that everybody has everything.
            Next::Join(..) => self.conclusion.kept().is_some() || self.conclusion.may_leave(now),
        });
        let Some(next) = next else { return Step::Stay };
        let Some(last) = LastGame::new(self.peer.state(), self.peer.me()) else { return Step::Stay };
        self.feed_up(context);
        self.watchers.dismiss().into_iter().for_each(|link| context.drop_link(link, "the game is over"));
        let places = self.peer.state().members().iter().zip(0..).map(|(member, place)| (member, PeerIndex(place)));
        let members = places.map(|(member, peer)| (member.member().key, peer)).collect();
        let fellows = Fellows::new(self.game, self.peer.me(), members, &self.links, now);
        let contacts = std::mem::take(&mut self.contacts);
        match next {
            Next::Join(_, card) => {
                let addresses = contacts.of(&card.key).to_vec();
                follow(context, *card, addresses, last.me, Some(fellows))
            }
            Next::Open => match Hosting::open_again(context, self.table.clone(), contacts, &last, fellows) {
                Ok(hosting) => {
                    context.tell(Happening::Open { port: context.endpoint.port() });
                    Step::Become(Stage::Hosting(Box::new(hosting)))
                }
                Err(ended) => Step::End(ended),
            },
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
            Ok(outputs) => self.outputs.extend(outputs),
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
        self.outputs.extend(self.peer.wish(context.now(), wish).unwrap_or_default());
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
        self.outputs.extend(self.peer.tick(now));
        self.call_members(context);
        if now >= self.spread + SPREAD {
            self.spread = now;
            self.tell_members(context);
            if self.contacts.take_changed() {
                self.links.values().for_each(|link| self.tell_whereabouts(context, *link));
                // They are hints: a game goes on without them.
                let _ = self.saved.save_contacts(&self.contacts.all());
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
        let peer = &self.peer;
        self.watchers.feed(context, self.accepted, |from, most| peer.entries(from).into_iter().take(most).collect());
    }

    /// Gives all who watch everything, before the links are closed.
    pub(super) fn feed_up(&mut self, context: &Context) {
        let peer = &self.peer;
        self.watchers.feed_up(context, self.accepted, |from, most| peer.entries(from).into_iter().take(most).collect());
    }

    /// Looks for the members that there is no link to.
    fn call_members(&mut self, context: &Context) {
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

    fn tell_whereabouts(&self, context: &Context, link: LinkId) {
        let mut known = self.contacts.all();
        known.retain(|(key, _)| *key != context.endpoint.key());
        known.push((context.endpoint.key(), context.own_addresses()));
        context.send(link, Lane::Control, &Parcel::Whereabouts(contacts::told(known)));
    }

    fn hear_whereabouts(&mut self, context: &Context, told: Vec<Whereabouts>) {
        for Whereabouts { key, addresses } in told {
            if key == context.endpoint.key() || self.member(&key).is_none() {
                continue;
            }
            for address in addresses.into_iter().take(MAX_ADDRESSES) {
                context.usable(address).into_iter().for_each(|form| self.contacts.hint(key, form));
            }
        }
    }

    /// The list of tables may know where a member is.
    pub(super) fn sighted(&mut self, sightings: &[Sighting]) {
        let ours = |sighting: &&Sighting| sighting.card.stage == TableStage::Playing(self.game);
        for sighting in sightings.iter().filter(ours) {
            if self.member(&sighting.card.key).is_some() {
                sighting.addresses.iter().for_each(|address| self.contacts.hint(sighting.card.key, *address));
            }
        }
    }

    /// Does what does not have to wait for the disk.
    pub(super) fn hurry(&mut self, context: &mut Context) {
        if self.outputs.is_empty() || self.stalled.is_some() {
            return;
        }
        let hurried = self.outputs.iter().take_while(|output| !matches!(output, Output::Persist(_))).count();
        // What is said outlives this program; what is only shown need not.
        let speaks = self.outputs[..hurried].iter().any(|output| matches!(output, Output::Send(..)));
        if speaks && let Err(fault) = self.write_down() {
            self.stall(context, fault);
            return;
        }
        let hurried: Vec<Output> = self.outputs.drain(..hurried).collect();
        self.fulfil(context, hurried);
    }

    /// Waits for the disk, then sends and tells what follows from what is there.
    pub(super) async fn carry_out(&mut self, context: &mut Context) {
        if self.outputs.is_empty() || self.stalled.is_some_and(|again| context.now() < again) {
            return;
        }
        let synced = match self.write_down() {
            Ok(()) => self.sync().await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = synced {
            self.stall(context, fault);
            return;
        }
        if self.stalled.take().is_some() {
            context.orders.shut(false);
            context.tell(Happening::Recovered);
            self.dirty = true;
        }
        self.written = 0;
        let outputs = std::mem::take(&mut self.outputs);
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
                Output::Notice(notice) => context.tell(Happening::Game(notice)),
                Output::Think(question) => inbound::think(question, context.pace, context.inbox.clone()),
            }
        }
    }

    fn write_down(&mut self) -> Result<(), InstallationFault> {
        let records: Vec<Record> = self.records().skip(self.written).cloned().collect();
        if !records.is_empty() {
            self.journal.write(&records)?;
            self.written += records.len();
        }
        Ok(())
    }

    async fn sync(&mut self) -> Result<(), InstallationFault> {
        if self.records().all(Record::is_dispensable) {
            return Ok(());
        }
        let waited = tokio::task::spawn_blocking(self.journal.sync()).await;
        let synced = self.journal.synced(waited.unwrap_or_else(|broken| Err(io::Error::other(broken))));
        if synced.is_err() {
            self.written = 0;
        }
        Ok(synced?)
    }

    /// What has to be written down.
    fn records(&self) -> impl Iterator<Item = &Record> {
        self.outputs.iter().filter_map(|output| match output {
            Output::Persist(record) => Some(record),
            _ => None,
        })
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

    /// Keeps the transcript once the game is over.
    fn conclude(&mut self, context: &mut Context) {
        if !self.is_over() {
            return;
        }
        let connected: BTreeSet<PeerIndex> = self.links.keys().copied().collect();
        let now = context.now();
        if let Some(ending) = self.conclusion.look(now, &self.peer, self.peer.accepted(), &connected) {
            let (charter, board) = (self.saved.charter(), self.table.board.as_deref());
            let kept = ending::keep(&context.installation, charter, board, ending);
            match kept.and_then(|kept| context.installation.finish(&self.saved).map(|()| kept)) {
                Ok(kept) => {
                    let told = Parcel::Kept(kept.entries as u64);
                    self.links.values().for_each(|link| context.send(*link, Lane::Control, &told));
                    context.tell(Happening::Over(Box::new(kept)));
                }
                Err(fault) => {
                    self.conclusion.retry(now);
                    context.tell(Happening::Stalled(fault));
                }
            }
        }
        if !self.has_hungry_watchers() && self.conclusion.is_settled(now, &self.peer, &connected) {
            context.tell(Happening::Settled);
        }
    }

    /// What the list of tables says of this one: the host tells of it, and so does somebody who has lost the others.
    pub(super) fn listed(&self) -> Option<Listed> {
        let state = self.peer.state();
        let electorate = state.electorate();
        let linked = self.links.keys().filter(|peer| electorate.contains(**peer)).count();
        if !self.peer.hosts() && linked + 1 >= electorate.majority() {
            return None;
        }
        let me = state.member(self.peer.me())?;
        Some(Listed {
            table: self.table.clone(),
            game: state.game().name(),
            seats: state.seats().count() as u8,
            taken: state.seats().count() as u8,
            host: me.member().name.clone(),
            stage: match state.game().turn() {
                Turn::Over(_) => TableStage::Over,
                _ => TableStage::Playing(self.game),
            },
        })
    }

    /// Whether members have to be looked for in the list of tables.
    pub(super) fn misses_somebody(&self) -> bool {
        !self.peer.unreachable().is_empty()
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        if !std::mem::take(&mut self.dirty) {
            return None;
        }
        Some(View::Table(Box::new(TableView {
            me: self.peer.me(),
            state: self.peer.shared_state(),
            head: self.peer.head(),
            accepted: self.accepted,
            epoch: self.peer.epoch(),
            connected: self.links.keys().copied().collect(),
            waiting_for: self.peer.waiting_for(),
            asked: self.asked(),
            sealed: self.sealed(),
            stand_ins: self.peer.stand_ins().collect(),
            stalled: self.stalled.is_some(),
        })))
    }

    /// What people at this computer have to decide.
    fn asked(&self) -> Vec<Asked> {
        let state = self.peer.state();
        let Want::Decisions(seats) = state.want() else { return Vec::new() };
        let ours = seats.into_iter().filter(|seat| {
            state.seat(*seat).is_some_and(|state| state.runner() == self.peer.me() && state.bot().is_none())
        });
        let occasion = Occasion::now(state);
        ours.filter_map(|seat| Some(Asked { seat, occasion, view: self.peer.view(seat)? })).collect()
    }

    /// What a person at this computer sees who has sealed, while others have not yet.
    fn sealed(&self) -> Option<AnyView> {
        let state = self.peer.state();
        let Turn::Seal { locked, .. } = state.game().turn() else { return None };
        let is_ours = |state: &SeatState| state.runner() == self.peer.me() && state.bot().is_none();
        let (seat, _) = state.seats().find(|(seat, state)| is_ours(state) && locked.contains(*seat))?;
        self.peer.view(seat)
    }
}
