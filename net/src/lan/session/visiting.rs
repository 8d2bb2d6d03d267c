//! Before the game, at the table of somebody else: a guest's way to it, and their lobby.

use std::net::SocketAddr;
use std::time::Duration;

use super::super::discovery::{Card, TableStage};
use super::super::door::Purpose;
use super::super::installation::SavedTable;
use super::super::transport::{Lane, Link, LinkFault};
use super::actor::Context;
use super::contacts::Contacts;
use super::inbound::{LinkId, NotIn};
use super::parcel::{LONGEST_FROM_HOST, Parcel, Rematch};
use super::playing::Playing;
use super::rematch::Fellows;
use super::stage::{Stage, Step};
use super::watching::Watching;
use super::{Ended, Happening, View};
use crate::table::lobby::LobbyView;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::guest::{GuestCommand, GuestInput, GuestLobby, GuestOutput};
use crate::table::lobby::message::{Introduction, ToHost};
use crate::table::lobby::reason::Refusal;

/// How long a guest waits for a lobby's host to come back.
const HOST_AWAY: Duration = Duration::from_secs(30);

/// How long it waits between two tries.
const KNOCK_AGAIN: Duration = Duration::from_millis(700);

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
    /// The people of the last game, if this table is for another one of theirs.
    fellows: Option<Fellows>,
    shown: Option<LobbyView>,
}

impl Visiting {
    pub(super) fn new(
        context: &Context,
        card: Card,
        addresses: Vec<SocketAddr>,
        me: Introduction,
        fellows: Option<Fellows>,
    ) -> Visiting {
        context.dial(card.key, addresses.clone(), purpose(&card), fellows.is_some());
        let lobby = GuestLobby::new(context.installation.identity().clone(), card.key, context.boards.clone());
        let (link, away, was_in, fault, shown) = (None, None, false, None, None);
        Visiting { card, addresses, me, lobby, link, away, was_in, fault, fellows, shown }
    }

    /// Whether the host is looked for again when it is gone: it was there, or called us.
    fn is_expected(&self) -> bool {
        self.was_in || self.fellows.is_some()
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
            Err(why) if self.is_expected() && why.is_the_network() => {
                let now = context.now();
                self.away.get_or_insert((now, now)).1 = now + KNOCK_AGAIN;
                Step::Stay
            }
            Err(why) => Step::End(why.into()),
        }
    }

    pub(super) fn message(&mut self, context: &mut Context, link: LinkId, parcel: Parcel) -> Step {
        match parcel {
            Parcel::ToGuest(message) if self.link == Some(link) => self.handle(context, GuestInput::Message(*message)),
            Parcel::Rematch(said) => self.called(context, link, *said),
            _ => Step::Stay,
        }
    }

    /// Somebody of the last game calls to their table.
    fn called(&mut self, context: &mut Context, link: LinkId, said: Rematch) -> Step {
        let Some(fellows) = &self.fellows else { return Step::Stay };
        let Some(card) = fellows.earlier(context.now(), link, said, self.card.key) else { return Step::Stay };
        if let Some(left) = self.link.take() {
            context.drop_link(left, "everybody goes to another table");
        }
        let addresses = context.link(link).map(|link| link.address()).into_iter().collect();
        follow(context, *card, addresses, self.me.clone(), self.fellows.take())
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId, fault: LinkFault) -> Step {
        context.drop_link(link, "gone");
        if self.fellows.as_mut().is_some_and(|fellows| fellows.gone(link)) || self.link != Some(link) {
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
            context.dial(self.card.key, self.addresses.clone(), Purpose::Lobby, self.fellows.is_some());
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
                GuestOutput::HostLost if self.is_expected() => {
                    context.tell(Happening::HostLost);
                    let now = context.now();
                    self.away = Some((now, now + KNOCK_AGAIN));
                    self.lobby.step_outside();
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
        self.fellows.iter_mut().for_each(|fellows| fellows.part(context, "the next game has begun"));
        let table = SavedTable { id: self.card.table, name: self.card.name.clone(), board: context.board_file.clone() };
        Playing::begin(context, &table, beginning, contacts).into()
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        let view = self.lobby.view();
        (self.shown.as_ref() != Some(&view)).then(|| {
            self.shown = Some(view.clone());
            View::Lobby(Box::new(view))
        })
    }
}

/// Goes to the table of somebody of the last game.
pub(super) fn follow(
    context: &Context,
    card: Card,
    addresses: Vec<SocketAddr>,
    me: Introduction,
    fellows: Option<Fellows>,
) -> Step {
    Step::Become(Stage::Visiting(Box::new(Visiting::new(context, card, addresses, me, fellows))))
}

fn purpose(card: &Card) -> Purpose {
    match card.stage {
        TableStage::Playing(game) => Purpose::Game(game),
        _ => Purpose::Lobby,
    }
}
