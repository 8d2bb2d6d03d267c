//! Looking on at a game of others: every entry is checked, as by those who play, but nothing is said or written down.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Seat, Turn};
use doubloons_words::{say, told};

use super::super::discovery::Card;
use super::super::door::Purpose;
use super::super::installation::{InstallationFault, SavedTable};
use super::super::transport::{Lane, Link, LinkFault};
use super::actor::Context;
use super::contacts::Contacts;
use super::ending::{self, Conclusion, Journal};
use super::inbound::{LinkId, NotIn};
use super::parcel::{LONGEST_TO_WATCHER, Parcel, SeatWish, Whereabouts};
use super::playing::Playing;
use super::stage::Step;
use super::{Ended, Ending, Happening, TableView, View};
use crate::hash::Label;
use crate::identity::PublicKey;
use crate::table::genesis::{Charter, GameId, Member, PeerIndex, SignedGenesis};
use crate::table::journal::Memory;
use crate::table::lobby::ceremony::Beginning;
use crate::table::lobby::message::Introduction;
use crate::table::peer::{Output, Peer};
use crate::table::seal::GameSecret;
use crate::wire::frame::Frame;

/// The number of somebody who has none.
const NOBODY: PeerIndex = PeerIndex(u8::MAX);

/// How long is waited before the next member is tried.
const NEXT: Duration = Duration::from_millis(500);

/// Who follows a game without a seat.
pub(super) struct Watching {
    game: GameId,
    table: SavedTable,
    me: Introduction,
    peer: Option<Peer>,
    /// The link, and whose it is.
    source: Option<(LinkId, PublicKey)>,
    /// Members who may know the game, and where they are; the first one is tried next.
    sources: Vec<(PublicKey, Vec<SocketAddr>)>,
    next_call: Option<Duration>,
    outputs: Vec<Output>,
    conclusion: Conclusion,
    dirty: bool,
}

impl Watching {
    pub(super) fn new(
        context: &mut Context,
        game: GameId,
        card: &Card,
        addresses: Vec<SocketAddr>,
        me: Introduction,
        link: Link,
    ) -> Watching {
        let key = link.sender.key();
        let source = context.adopt(link, LONGEST_TO_WATCHER);
        Watching {
            game,
            table: SavedTable { id: card.table, name: card.name.clone(), board: context.board_file.clone() },
            me,
            peer: None,
            source: Some((source, key)),
            sources: vec![(card.key, addresses)],
            next_call: None,
            outputs: Vec::new(),
            conclusion: Conclusion::default(),
            dirty: false,
        }
    }

    pub(super) fn dialled(&mut self, context: &mut Context, outcome: Result<Link, NotIn>) -> Step {
        match outcome {
            Ok(link) if self.source.is_none() => {
                let key = link.sender.key();
                let id = context.adopt(link, LONGEST_TO_WATCHER);
                self.source = Some((id, key));
                self.linked(context, key);
            }
            Ok(link) => link.sender.close("there is a link already"),
            // A PIN that was right before is not wrong now: somebody else is asked next.
            Err(_) => self.next_call = Some(context.now() + NEXT),
        }
        Step::Stay
    }

    /// Asks whoever runs the bot at this seat to give it to us.
    pub(super) fn ask_for_seat(&self, context: &Context, seat: Seat) {
        let Some((link, _)) = self.source else { return };
        let identity = context.installation.identity();
        let guest = Member { key: identity.public(), name: self.me.name.clone(), emblem: self.me.emblem };
        let consent = identity.sign(Label::Consent, &(self.game, seat, &guest));
        context.send(link, Lane::Control, &Parcel::SeatWish(Box::new(SeatWish { seat, guest, consent })));
    }

    /// Somebody here wants to keep what has happened so far.
    pub(super) fn record(&self, context: &Context) {
        if let Some(peer) = &self.peer {
            let so_far = ending::so_far(peer, self.table.board.as_deref(), peer.head().index);
            context.tell(Happening::Recorded(so_far.map(Box::new)));
        }
    }

    /// We were given a seat: from here on this is a game of ours.
    fn play(&mut self, context: &mut Context, me: PeerIndex, charter: Charter) -> Step {
        let mut contacts = Contacts::default();
        for (key, addresses) in std::mem::take(&mut self.sources) {
            addresses.into_iter().for_each(|address| contacts.hint(key, address));
        }
        if let Some((link, _)) = self.source.take() {
            context.drop_link(link, "we play now");
        }
        let secret = GameSecret::new((context.random)());
        Playing::begin(context, &self.table, &Beginning { charter, me, secret }, contacts).into()
    }

    fn linked(&mut self, context: &Context, key: PublicKey) {
        let member = self.member(&key);
        if let (Some(peer), Some(member)) = (&mut self.peer, member) {
            self.outputs.extend(peer.connected(context.now(), member));
            context.tell(Happening::Connected(member));
            self.dirty = true;
        }
    }

    fn member(&self, key: &PublicKey) -> Option<PeerIndex> {
        let members = self.peer.as_ref()?.state().members();
        members.iter().position(|member| member.member().key == *key).map(|place| PeerIndex(place as u8))
    }

    pub(super) fn gone(&mut self, context: &mut Context, link: LinkId, fault: &LinkFault) {
        context.drop_link(link, "gone");
        let Some((_, key)) = self.source.take_if(|(source, _)| *source == link) else { return };
        if let Some(member) = self.member(&key) {
            if let Some(peer) = &mut self.peer {
                self.outputs.extend(peer.disconnected(context.now(), member));
            }
            context.tell(Happening::Lost(member, told(&fault)));
        }
        self.next_call = Some(context.now() + NEXT);
        self.dirty = true;
    }

    pub(super) fn message(&mut self, context: &mut Context, link: LinkId, parcel: Parcel) -> Step {
        let Some((_, key)) = self.source.filter(|(source, _)| *source == link) else { return Step::Stay };
        match parcel {
            Parcel::Genesis(signed) if self.peer.is_none() => return self.begin(context, *signed, key),
            Parcel::Frame(frame @ Frame::Entries(_)) => {
                if let (Some(from), Some(peer)) = (self.member(&key), &mut self.peer) {
                    self.outputs.extend(peer.receive(context.now(), from, frame));
                    self.dirty = true;
                }
                if let (Some(me), Some(peer)) = (self.member(&context.endpoint.key()), &self.peer) {
                    let charter = Charter::clone(peer.state().charter());
                    return self.play(context, me, charter);
                }
            }
            Parcel::Whereabouts(told) => self.hear_whereabouts(context, told),
            _ => {}
        }
        Step::Stay
    }

    /// Checks how the game began: whoever shows it has to show the one that was asked for.
    fn begin(&mut self, context: &mut Context, signed: SignedGenesis, key: PublicKey) -> Step {
        let charter = match Charter::new(signed, |id| context.boards.find(id)) {
            Ok(charter) if charter.id() == self.game => Arc::new(charter),
            Ok(_) => return Step::End(Ended::Unwatchable(say!("the host shows another game"))),
            Err(fault) => return Step::End(Ended::Unwatchable(told(&fault))),
        };
        let identity = context.installation.identity().clone();
        let secret = GameSecret::new((context.random)());
        let now = context.now();
        match Peer::new(Arc::clone(&charter), NOBODY, identity, secret, Memory::default(), context.patience, now) {
            Ok(peer) => self.peer = Some(peer),
            Err((index, fault)) => return Step::End(Ended::Journal { index, why: told(&fault) }),
        }
        context.tell(Happening::Begun { charter, me: NOBODY, resumed_at: None });
        self.linked(context, key);
        Step::Stay
    }

    fn hear_whereabouts(&mut self, context: &Context, told: Vec<Whereabouts>) {
        let known: BTreeSet<PublicKey> = self.sources.iter().map(|(key, _)| *key).collect();
        let about = |key: &PublicKey| self.member(key).is_some() && !known.contains(key);
        let usable = context.usable(told, about);
        self.sources.extend(usable);
    }

    pub(super) fn tick(&mut self, context: &mut Context) -> Step {
        let now = context.now();
        if let Some(peer) = &mut self.peer {
            self.outputs.extend(peer.tick(now));
        }
        if self.next_call.is_some_and(|next| now >= next) {
            self.next_call = None;
            self.sources.rotate_left(1);
            let (key, addresses) = self.sources[0].clone();
            context.dial(key, addresses, Purpose::Game(self.game), false);
        }
        self.conclude(context);
        Step::Stay
    }

    /// Keeps the transcript once the game is over. Only what is accepted is shown to those who watch.
    fn conclude(&mut self, context: &mut Context) {
        let Some(peer) = self.peer.as_ref().filter(|peer| matches!(peer.state().game().turn(), Turn::Over(_))) else {
            return;
        };
        let everybody = (0..peer.state().members().len() as u8).map(PeerIndex).collect();
        let looked = self.conclusion.look(context.now(), peer, peer.head().index, &everybody);
        let Some(entries) = looked else { return };
        let charter = Arc::clone(peer.state().charter());
        ending::keep(context, charter, self.table.board.clone(), entries, Journal::None);
    }

    /// The transcript was written, or not.
    pub(super) fn kept(&mut self, context: &Context, outcome: Result<Box<Ending>, InstallationFault>) {
        match outcome {
            Ok(ending) => {
                self.conclusion.done();
                context.tell(Happening::Over(ending));
                context.tell(Happening::Settled);
            }
            Err(fault) => {
                self.conclusion.retry(context.now());
                context.tell(Happening::Stalled(fault));
            }
        }
    }

    pub(super) fn carry_out(&mut self, context: &Context) {
        for output in std::mem::take(&mut self.outputs) {
            match output {
                Output::Send(_, frame) => {
                    if let Some((link, _)) = self.source {
                        context.send(link, Lane::Control, &Parcel::Frame(frame));
                    }
                }
                Output::Notice(notice) => context.tell(Happening::Game(notice)),
                Output::Persist(_) | Output::Think(_) => {}
            }
        }
    }

    pub(super) fn new_view(&mut self) -> Option<View> {
        let peer = self.peer.as_ref()?;
        if !std::mem::take(&mut self.dirty) {
            return None;
        }
        Some(View::Table(Box::new(TableView {
            me: NOBODY,
            state: peer.shared_state(),
            head: peer.head(),
            accepted: peer.accepted(),
            epoch: peer.epoch(),
            connected: self.source.and_then(|(_, key)| self.member(&key)).into_iter().collect(),
            waiting_for: peer.waiting_for(),
            asked: Vec::new(),
            sealed: None,
            stand_ins: Vec::new(),
            stalled: false,
        })))
    }
}
