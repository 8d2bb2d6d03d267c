//! Before the game: the host's lobby, and a guest's way to it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use doubloons_engine::any::AnyTerms;

use super::super::discovery::{Card, TableId, TableStage};
use super::super::door::Purpose;
use super::super::installation::SavedTable;
use super::super::transport::{Lane, Link, LinkFault};
use super::actor::Context;
use super::contacts::Contacts;
use super::inbound::{LinkId, NotIn};
use super::listing::Listed;
use super::parcel::{LONGEST_FROM_GUEST, LONGEST_FROM_HOST, Parcel};
use super::playing::Playing;
use super::stage::{Stage, Step};
use super::watching::Watching;
use super::{Ended, Happening, View};
use crate::identity::PublicKey;
use crate::table::genesis::Name;
use crate::table::lobby::LobbyView;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::guest::{GuestCommand, GuestInput, GuestLobby, GuestOutput};
use crate::table::lobby::host::{HostCommand, HostInput, HostLobby, HostOutput};
use crate::table::lobby::message::{Introduction, ToGuest, ToHost};
use crate::table::lobby::reason::Refusal;
use crate::table::lobby::roster::SeatState;

/// How long somebody has to say hello.
const HELLO: Duration = Duration::from_secs(5);

/// How long a guest waits for a lobby's host to come back.
const HOST_AWAY: Duration = Duration::from_secs(30);

/// How long it waits between two tries.
const KNOCK_AGAIN: Duration = Duration::from_millis(700);

/// The lobby of a table that this computer hosts.
pub(super) struct Hosting {
    table: SavedTable,
    lobby: HostLobby,
    guests: BTreeMap<PublicKey, LinkId>,
    /// Since when somebody is in who has not said hello.
    silent: BTreeMap<PublicKey, Duration>,
    contacts: Contacts,
    shown: Option<LobbyView>,
}

impl Hosting {
    pub(super) fn open(context: &mut Context, name: Name, me: Introduction, terms: AnyTerms) -> Result<Hosting, Ended> {
        let identity = context.installation.identity().clone();
        let mut lobby = HostLobby::open(identity, me.name, me.emblem, terms, context.boards.clone())?;
        if !me.plays {
            let now = context.now();
            drop(lobby.handle(now, HostInput::Command(HostCommand::LeaveSeat), &mut context.random));
        }
        let table = SavedTable { id: new_table_id((context.random)()), name, board: context.board_file.clone() };
        Ok(Hosting {
            table,
            lobby,
            guests: BTreeMap::new(),
            silent: BTreeMap::new(),
            contacts: Contacts::default(),
            shown: None,
        })
    }

    pub(super) fn arrived(&mut self, context: &mut Context, link: Link, purpose: &Purpose) {
        let (key, address) = (link.sender.key(), link.sender.address());
        if *purpose != Purpose::Lobby {
            link.sender.close("that game is not played here");
            return;
        }
        self.contacts.proven(key, address);
        let id = context.adopt(link, LONGEST_FROM_GUEST);
        if let Some(earlier) = self.guests.insert(key, id) {
            context.drop_link(earlier, "you came in again by another way");
        }
        self.silent.insert(key, context.now());
    }

    pub(super) fn message(&mut self, context: &mut Context, link: LinkId, parcel: Parcel) -> Step {
        let Some(from) = context.link(link).map(|link| link.key()) else { return Step::Stay };
        match parcel {
            Parcel::ToHost(message) => self.handle(context, HostInput::Message { from, message }),
            _ => Step::Stay,
        }
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId) -> Step {
        context.drop_link(link, "gone");
        let key = self.guests.iter().find(|(_, known)| **known == link).map(|(key, _)| *key);
        match key {
            Some(key) => {
                self.guests.remove(&key);
                self.handle(context, HostInput::Gone(key))
            }
            None => Step::Stay,
        }
    }

    pub(super) fn command(&mut self, context: &mut Context, command: HostCommand) -> Step {
        self.handle(context, HostInput::Command(command))
    }

    pub(super) fn tick(&mut self, context: &mut Context) -> Step {
        self.send_away_the_silent(context);
        match self.lobby.next_deadline() {
            Some(deadline) if context.now() >= deadline => self.handle(context, HostInput::Tick),
            _ => Step::Stay,
        }
    }

    /// Whoever does not say who they are takes up a place that others may need.
    fn send_away_the_silent(&mut self, context: &mut Context) {
        let (now, roster) = (context.now(), self.lobby.roster());
        self.silent.retain(|key, _| roster.person(key).is_none());
        let late: Vec<PublicKey> =
            self.silent.iter().filter(|(_, since)| now >= **since + HELLO).map(|(key, _)| *key).collect();
        for key in late {
            self.silent.remove(&key);
            if let Some(link) = self.guests.remove(&key) {
                context.drop_link(link, "nothing was said");
            }
        }
    }

    /// Closes the table.
    pub(super) fn quit(&mut self, context: &mut Context) {
        drop(self.handle(context, HostInput::Command(HostCommand::Close)));
    }

    fn handle(&mut self, context: &mut Context, input: HostInput) -> Step {
        let outputs = self.lobby.handle(context.now(), input, &mut context.random);
        let mut parting = Vec::new();
        for output in outputs {
            match output {
                HostOutput::Send { to, message } => self.send(context, &to, message),
                HostOutput::Disconnect(key) => parting.extend(self.guests.get(&key).map(|link| (key, *link))),
                HostOutput::Notice(notice) => context.tell(Happening::Lobby(notice)),
                HostOutput::Said { from, remark } => context.tell(Happening::Said(from, remark)),
                HostOutput::Refused(refused) => context.tell(Happening::HostRefused(refused)),
                HostOutput::Failed(failure) => context.tell(Happening::Failed(failure)),
                HostOutput::Begun(beginning) => return self.begin(context, &beginning),
            }
        }
        // Why they have to go is said first, wherever it comes in the list.
        for (key, link) in parting {
            self.guests.remove(&key);
            context.drop_link(link, "goodbye");
        }
        Step::Stay
    }

    fn send(&self, context: &Context, to: &[PublicKey], message: ToGuest) {
        let bytes = Parcel::ToGuest(Box::new(message)).to_bytes();
        for link in to.iter().filter_map(|key| self.guests.get(key)) {
            context.send_bytes(*link, Lane::Control, bytes.clone());
        }
    }

    /// The game has begun: from here on everybody is linked with everybody, by links of the game.
    fn begin(&mut self, context: &mut Context, beginning: &Beginning) -> Step {
        for link in std::mem::take(&mut self.guests).into_values() {
            context.drop_link(link, "the game has begun");
        }
        let contacts = std::mem::take(&mut self.contacts);
        become_playing(Playing::begin(context, &self.table, beginning, contacts))
    }

    pub(super) fn listed(&self) -> Listed {
        let roster = self.lobby.roster();
        let taken = roster.seats().filter(|(_, state)| matches!(state, SeatState::Person(_) | SeatState::Bot { .. }));
        Listed {
            table: self.table.clone(),
            game: roster.terms().game_name(),
            seats: roster.seats().count() as u8,
            taken: taken.count() as u8,
            host: roster.host().name.clone(),
            stage: TableStage::Gathering,
        }
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        let view = self.lobby.view();
        (self.shown.as_ref() != Some(&view)).then(|| {
            self.shown = Some(view.clone());
            View::Lobby(Box::new(view))
        })
    }
}

fn become_playing(begun: Result<Playing, Ended>) -> Step {
    match begun {
        Ok(playing) => Step::Become(Stage::Playing(Box::new(playing))),
        Err(ended) => Step::End(ended),
    }
}

/// The lobby of a table that somebody else hosts, or the way to a game that we watch.
pub(super) struct Visiting {
    card: Card,
    addresses: Vec<SocketAddr>,
    me: Introduction,
    lobby: GuestLobby,
    link: Option<LinkId>,
    /// Since when the host is gone, and when it is looked for again; `None` while it is there.
    away: Option<(Duration, Duration)>,
    was_in: bool,
    /// Why the last link broke.
    fault: Option<LinkFault>,
    shown: Option<LobbyView>,
}

impl Visiting {
    pub(super) fn new(context: &Context, card: Card, addresses: Vec<SocketAddr>, me: Introduction) -> Visiting {
        context.dial(card.key, addresses.clone(), purpose(&card), false);
        let lobby = new_lobby(context, card.key);
        Visiting { card, addresses, me, lobby, link: None, away: None, was_in: false, fault: None, shown: None }
    }

    pub(super) fn dialled(&mut self, context: &mut Context, outcome: Result<Link, NotIn>) -> Step {
        match outcome {
            Ok(link) => {
                self.away = None;
                if let Purpose::Game(game) = purpose(&self.card) {
                    let addresses = std::mem::take(&mut self.addresses);
                    let watching = Watching::new(context, game, &self.card, addresses, self.me.clone(), link);
                    return Step::Become(Stage::Watching(Box::new(watching)));
                }
                self.link = Some(context.adopt(link, LONGEST_FROM_HOST));
                self.handle(context, GuestInput::Command(GuestCommand::Knock(self.me.clone())))
            }
            // Somebody who was in before only waits for the network.
            Err(NotIn::Unreached(_)) if self.was_in => {
                if let Some((_, again)) = &mut self.away {
                    *again = context.now() + KNOCK_AGAIN;
                }
                Step::Stay
            }
            Err(why) => Step::End(why.into()),
        }
    }

    pub(super) fn message(&mut self, context: &mut Context, link: LinkId, parcel: Parcel) -> Step {
        match parcel {
            Parcel::ToGuest(message) if self.link == Some(link) => self.handle(context, GuestInput::Message(*message)),
            _ => Step::Stay,
        }
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId, fault: LinkFault) -> Step {
        context.drop_link(link, "gone");
        if self.link != Some(link) {
            return Step::Stay;
        }
        self.link = None;
        self.fault = Some(fault);
        self.handle(context, GuestInput::HostGone)
    }

    pub(super) fn command(&mut self, context: &mut Context, command: GuestCommand) -> Step {
        self.handle(context, GuestInput::Command(command))
    }

    pub(super) fn tick(&mut self, context: &mut Context) -> Step {
        let now = context.now();
        if self.away.is_some_and(|(since, _)| now >= since + HOST_AWAY) {
            return Step::End(self.host_gone());
        }
        if let Some((_, again)) = self.away.as_mut().filter(|(_, again)| now >= *again) {
            // Not again before the answer to this one, which sets the time.
            *again = Duration::MAX;
            context.dial(self.card.key, self.addresses.clone(), Purpose::Lobby, false);
        }
        match self.lobby.next_deadline() {
            Some(deadline) if now >= deadline => self.handle(context, GuestInput::Tick),
            _ => Step::Stay,
        }
    }

    /// Leaves the table.
    pub(super) fn quit(&mut self, context: &mut Context) {
        drop(self.handle(context, GuestInput::Command(GuestCommand::Leave)));
    }

    fn handle(&mut self, context: &mut Context, input: GuestInput) -> Step {
        let knocking = self.lobby.roster().is_none();
        let outputs = self.lobby.handle(context.now(), input, &mut context.random);
        if knocking && self.lobby.roster().is_some() && !self.was_in {
            self.was_in = true;
            context.tell(Happening::Joined(Box::new(self.card.clone())));
        }
        for output in outputs {
            match output {
                GuestOutput::Send(message) => self.send(context, message),
                GuestOutput::Notice(notice) => context.tell(Happening::Lobby(notice)),
                GuestOutput::Said { from, remark } => context.tell(Happening::Said(from, remark)),
                GuestOutput::Refused(Refusal::NameTaken { suggestion }) if knocking && self.me.name != suggestion => {
                    self.me.name = suggestion;
                    return self.handle(context, GuestInput::Command(GuestCommand::Knock(self.me.clone())));
                }
                GuestOutput::Refused(refusal) if knocking => return Step::End(refusal.into()),
                GuestOutput::Refused(refusal) => context.tell(Happening::GuestRefused(refusal)),
                GuestOutput::Objected(objection) => context.tell(Happening::Objected(objection)),
                GuestOutput::Failed(failure) => context.tell(Happening::Failed(failure)),
                GuestOutput::Parted(parting) => return Step::End(parting.into()),
                GuestOutput::HostLost if self.was_in => {
                    context.tell(Happening::HostLost);
                    let now = context.now();
                    self.away = Some((now, now + KNOCK_AGAIN));
                    self.lobby = new_lobby(context, self.card.key);
                }
                GuestOutput::HostLost => return Step::End(self.host_gone()),
                GuestOutput::Begun(beginning) => return self.begin(context, &beginning),
                GuestOutput::Watching(charter) => {
                    let game = charter.id();
                    self.card.stage = TableStage::Playing(game);
                    self.leave_lobby(context);
                    context.dial(self.card.key, self.addresses.clone(), Purpose::Game(game), false);
                }
            }
        }
        Step::Stay
    }

    fn host_gone(&mut self) -> Ended {
        self.fault.take().map_or(Ended::HostGone, Ended::Lost)
    }

    fn send(&self, context: &Context, message: ToHost) {
        if let Some(link) = self.link {
            context.send(link, Lane::Control, &Parcel::ToHost(message));
        }
    }

    fn leave_lobby(&mut self, context: &mut Context) {
        if let Some(link) = self.link.take() {
            context.drop_link(link, "the game has begun");
        }
    }

    fn begin(&mut self, context: &mut Context, beginning: &Beginning) -> Step {
        let mut contacts = Contacts::default();
        self.addresses.iter().for_each(|address| contacts.hint(self.card.key, *address));
        if let Some(host) = self.link.and_then(|link| context.link(link)) {
            contacts.proven(host.key(), host.address());
        }
        self.leave_lobby(context);
        let table = SavedTable { id: self.card.table, name: self.card.name.clone(), board: context.board_file.clone() };
        become_playing(Playing::begin(context, &table, beginning, contacts))
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        let view = self.lobby.view();
        (self.shown.as_ref() != Some(&view)).then(|| {
            self.shown = Some(view.clone());
            View::Lobby(Box::new(view))
        })
    }
}

fn new_table_id(random: [u8; 32]) -> TableId {
    TableId(*random.first_chunk().expect("32 bytes begin with 8"))
}

fn new_lobby(context: &Context, host: PublicKey) -> GuestLobby {
    GuestLobby::new(context.installation.identity().clone(), host, context.boards.clone())
}

fn purpose(card: &Card) -> Purpose {
    match card.stage {
        TableStage::Playing(game) => Purpose::Game(game),
        _ => Purpose::Lobby,
    }
}
