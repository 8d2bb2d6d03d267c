//! Before the game, at the table of this computer: the host's lobby.

use std::collections::BTreeMap;
use std::time::Duration;

use doubloons_engine::any::AnyTerms;

use super::super::discovery::{Card, TableId, TableStage};
use super::super::door::{Pin, Purpose};
use super::super::installation::SavedTable;
use super::super::transport::{Lane, Link};
use super::actor::Context;
use super::contacts::Contacts;
use super::inbound::LinkId;
use super::listing::{self, Listed};
use super::parcel::{LONGEST_FROM_GUEST, Parcel, Rematch, RematchWord};
use super::playing::Playing;
use super::rematch::{Fellows, LastGame};
use super::stage::Step;
use super::visiting::follow;
use super::{Ended, Happening, View};
use crate::identity::PublicKey;
use crate::table::genesis::Name;
use crate::table::lobby::LobbyView;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::host::{HostCommand, HostInput, HostLobby, HostOutput};
use crate::table::lobby::message::{Introduction, ToGuest};
use crate::table::lobby::roster::SeatState;

/// How long somebody has to say hello.
const HELLO: Duration = Duration::from_secs(5);

/// The lobby of a table that this computer hosts.
pub(super) struct Hosting {
    table: SavedTable,
    lobby: HostLobby,
    guests: BTreeMap<PublicKey, LinkId>,
    /// Since when somebody is in who has not said hello.
    silent: BTreeMap<PublicKey, Duration>,
    contacts: Contacts,
    /// The people of the last game, if this table is for another one of theirs.
    fellows: Option<Fellows>,
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
        Ok(Hosting::new(table, lobby, Contacts::default()))
    }

    fn new(table: SavedTable, lobby: HostLobby, contacts: Contacts) -> Hosting {
        let (guests, silent) = (BTreeMap::new(), BTreeMap::new());
        Hosting { table, lobby, guests, silent, contacts, fellows: None, shown: None }
    }

    /// Opens the table again for another game of the same people, and calls them.
    pub(super) fn open_again(
        context: &mut Context,
        table: SavedTable,
        contacts: Contacts,
        last: &LastGame,
        fellows: Fellows,
    ) -> Result<Hosting, Ended> {
        let identity = context.installation.identity().clone();
        let (me, terms) = (&last.me, last.terms);
        let mut lobby = HostLobby::open(identity, me.name.clone(), me.emblem, terms, context.boards.clone())?;
        for command in last.arrangement() {
            let now = context.now();
            drop(lobby.handle(now, HostInput::Command(command), &mut context.random));
        }
        context.orders.expect(fellows.keys());
        let mut hosting = Hosting::new(table, lobby, contacts);
        fellows.call(context, &hosting.card(context));
        hosting.fellows = Some(fellows);
        Ok(hosting)
    }

    fn card(&self, context: &Context) -> Card {
        listing::card(context, self.listed())
    }

    pub(super) fn arrived(&mut self, context: &mut Context, link: Link, purpose: &Purpose) {
        let (key, address) = (link.sender.key(), link.sender.address());
        if let Purpose::Game(game) = purpose {
            let card = self.card(context);
            match self.fellows.as_mut().filter(|fellows| fellows.game() == *game) {
                Some(fellows) => fellows.welcome(context, link, &card),
                None => link.sender.close("that game is not played here"),
            }
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
        if self.fellows.as_ref().is_some_and(|fellows| fellows.have(link)) {
            return if let Parcel::Rematch(said) = parcel { self.called(context, link, *said) } else { Step::Stay };
        }
        match parcel {
            Parcel::ToHost(message) => self.handle(context, HostInput::Message { from, message }),
            _ => Step::Stay,
        }
    }

    /// Somebody of the last game says something about another one.
    fn called(&mut self, context: &mut Context, link: LinkId, said: Rematch) -> Step {
        let Some(fellows) = &self.fellows else { return Step::Stay };
        if said.word == RematchWord::Wanted {
            fellows.tell(context, link, &self.card(context));
            return Step::Stay;
        }
        let Some(card) = fellows.earlier(context.now(), link, said, context.endpoint.key()) else { return Step::Stay };
        // They were called as well, and look for the host until they hear it.
        for guest in std::mem::take(&mut self.guests).into_values() {
            context.drop_link(guest, "everybody goes to another table");
        }
        let me = self.lobby.roster().host();
        let plays = self.lobby.roster().seat_of(&me.key).is_some();
        let me = Introduction { name: me.name.clone(), emblem: me.emblem, plays };
        let addresses = context.link(link).map(|link| link.address()).into_iter().collect();
        follow(context, *card, addresses, me, self.fellows.take())
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId) -> Step {
        context.drop_link(link, "gone");
        if self.fellows.as_mut().is_some_and(|fellows| fellows.gone(link)) {
            return Step::Stay;
        }
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
        if let HostCommand::Kick(key) = &command {
            context.orders.forget(key);
        }
        self.handle(context, HostInput::Command(command))
    }

    /// Whoever is in need not say another PIN to come in again after a lost link.
    pub(super) fn set_pin(&self, context: &mut Context, pin: Option<Pin>) {
        context.orders.expect_also(self.guests.keys().copied());
        context.set_pin(pin);
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
        self.fellows.iter_mut().for_each(|fellows| fellows.part(context, "the next game has begun"));
        // They came, or did not; from now on the game says who belongs to it.
        context.orders.expect(std::iter::empty());
        let contacts = std::mem::take(&mut self.contacts);
        Playing::begin(context, &self.table, beginning, contacts).into()
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

fn new_table_id(random: [u8; 32]) -> TableId {
    TableId(*random.first_chunk().expect("32 bytes begin with 8"))
}
