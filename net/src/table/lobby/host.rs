//! The lobby at the host's: who may come in, who sits where, and how the game begins. Peers are known by the key that
//! the transport has authenticated.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::contract::Seat;

use super::super::chat::Remark;
use super::super::genesis::{EMBLEMS, Name, SignedGenesis};
use super::super::limit::{CHAT_PACE, Limiter, REQUEST_PACE};
use super::super::words::TableWords;
use super::ceremony::{Answer, Beginning};
use super::conductor::{Conductor, Progress, Spoilt};
use super::message::{Hello, ToGuest, ToHost};
use super::reason::{CommandRefused, Failure, Notice, Objection, Parting, Refusal};
use super::roster::{MAX_PEOPLE, Person, Roster, SeatState};
use super::{Awaited, Boards, LobbyView, Random, Stage};
use crate::hash::Hash;
use crate::identity::{Identity, PublicKey, Verifier};

pub use super::host_commands::{HostCommand, MIN_SECONDS};

/// What happens at the host's.
#[derive(Clone, Debug)]
pub enum HostInput {
    /// The person at this computer wants something.
    Command(HostCommand),
    /// A guest sent something.
    Message {
        /// Who, as authenticated by the transport.
        from: PublicKey,
        /// What.
        message: ToHost,
    },
    /// A guest's connection is gone.
    Gone(PublicKey),
    /// Time passes; due at [`HostLobby::next_deadline`].
    Tick,
}

/// What the host's lobby wants done.
#[derive(Debug)]
pub enum HostOutput {
    /// Send this to these guests.
    Send {
        /// To whom.
        to: Vec<PublicKey>,
        /// What.
        message: ToGuest,
    },
    /// Close this connection once everything is sent.
    Disconnect(PublicKey),
    /// Show this to the person at this computer.
    Notice(Notice),
    /// Somebody said this.
    Said {
        /// Who.
        from: PublicKey,
        /// What.
        remark: Remark,
    },
    /// The last command was not carried out.
    Refused(CommandRefused),
    /// The game does not begin; the lobby is open again.
    Failed(Failure),
    /// The game has begun.
    Begun(Box<Beginning>),
}

/// The lobby of a table that this computer hosts.
#[derive(Debug)]
pub struct HostLobby {
    pub(super) identity: Identity,
    pub(super) boards: Boards,
    pub(super) roster: Roster,
    pub(super) phase: Phase,
    limits: BTreeMap<PublicKey, Limits>,
    kicked: BTreeSet<PublicKey>,
    outbox: Vec<HostOutput>,
}

#[derive(Debug)]
pub(super) enum Phase {
    Gathering,
    Starting(Box<Conductor>),
    Begun(TableWords),
    Closed,
}

#[derive(Debug)]
struct Limits {
    chat: Limiter,
    requests: Limiter,
}

impl HostLobby {
    /// Opens a table; the host sits at its first seat.
    pub fn open(
        identity: Identity,
        name: Name,
        emblem: u8,
        terms: AnyTerms,
        boards: Boards,
    ) -> Result<HostLobby, CommandRefused> {
        check_emblem(emblem)?;
        let seats = boards.seats_for(&terms)?;
        let host = Person { key: identity.public(), name, emblem, ready: false };
        Ok(HostLobby {
            identity,
            boards,
            roster: Roster::new(host, terms, seats),
            phase: Phase::Gathering,
            limits: BTreeMap::new(),
            kicked: BTreeSet::new(),
            outbox: Vec::new(),
        })
    }

    /// Who is here.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// When time has to be told at the latest.
    pub fn next_deadline(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Starting(conductor) => Some(conductor.deadline()),
            Phase::Gathering | Phase::Begun(_) | Phase::Closed => None,
        }
    }

    /// The lobby as the host's screen shows it.
    pub fn view(&self) -> LobbyView {
        let (stage, waiting_for, words) = match &self.phase {
            Phase::Gathering => (Stage::Gathering, self.roster.waiting_for(), None),
            Phase::Starting(conductor) => {
                let waiting = conductor.waiting_for().map(|member| Awaited::Person(member.name.clone())).collect();
                (Stage::Starting, waiting, conductor.game().map(TableWords::of))
            }
            Phase::Begun(words) => (Stage::Begun, Vec::new(), Some(*words)),
            Phase::Closed => (Stage::Over, Vec::new(), None),
        };
        LobbyView { me: self.identity.public(), roster: Some(self.roster.clone()), stage, waiting_for, words }
    }

    /// Lets something happen; the [view](HostLobby::view) may be another one then. `now` is the time since any fixed
    /// moment.
    #[must_use]
    pub fn handle(&mut self, now: Duration, input: HostInput, random: Random<'_>) -> Vec<HostOutput> {
        let before = self.roster.clone();
        self.expire(now);
        match input {
            HostInput::Command(command) => {
                if let Err(refused) = self.command(now, command, random) {
                    self.outbox.push(HostOutput::Refused(refused));
                }
            }
            HostInput::Message { from, message } => {
                if let Err(refusal) = self.receive(now, from, message) {
                    self.send(vec![from], ToGuest::Refused(refusal));
                }
            }
            HostInput::Gone(guest) => self.depart(&guest, Notice::Left),
            HostInput::Tick => {}
        }
        let mut outputs = Vec::with_capacity(self.outbox.len() + 1);
        if self.roster != before {
            let message = ToGuest::Roster(Box::new(self.roster.clone()));
            outputs.push(HostOutput::Send { to: self.guests(), message });
        }
        outputs.append(&mut self.outbox);
        outputs
    }

    fn receive(&mut self, now: Duration, from: PublicKey, message: ToHost) -> Result<(), Refusal> {
        match self.phase {
            Phase::Begun(_) => return Err(Refusal::GameStarted),
            Phase::Closed => return Err(Refusal::TableClosed),
            Phase::Gathering | Phase::Starting(_) => {}
        }
        match message {
            ToHost::Hello(hello) => {
                return self.greet(now, from, &hello).inspect_err(|refusal| {
                    // Somebody who only has to choose another name may try again.
                    if !matches!(refusal, Refusal::NameTaken { .. } | Refusal::TooFast) {
                        self.outbox.push(HostOutput::Disconnect(from));
                    }
                });
            }
            _ if self.guest(&from).is_none() => return Err(Refusal::Stranger),
            ToHost::Leave => self.depart(&from, Notice::Left),
            ToHost::Answer { draft, answer } => return self.answer(now, from, draft, answer),
            ToHost::Object { draft, objection } => self.object(&from, draft, objection),
            ToHost::Say(remark) => {
                self.limits(from).chat.allows(now).then_some(()).ok_or(Refusal::TooFast)?;
                self.outbox.push(HostOutput::Said { from, remark: remark.clone() });
                self.send(self.guests(), ToGuest::Said { from, remark });
            }
            ToHost::Unready => self.unready(&from),
            request => {
                self.limits(from).requests.allows(now).then_some(()).ok_or(Refusal::TooFast)?;
                self.request(from, request)?;
            }
        }
        Ok(())
    }

    /// Somebody knocks. Who is here already keeps their place, but has to say again that they are ready: their program
    /// may have been started anew.
    fn greet(&mut self, now: Duration, from: PublicKey, hello: &Hello) -> Result<(), Refusal> {
        let introduction = hello.read()?;
        check_emblem(introduction.emblem)?;
        if from == self.identity.public() {
            return Err(Refusal::OwnTable);
        }
        if self.kicked.contains(&from) {
            return Err(Refusal::Kicked);
        }
        Verifier::new(&from).map_err(|_| Refusal::DamagedKey)?;
        let roster = &self.roster;
        self.limits.retain(|key, limits| roster.person(key).is_some() || !limits.is_full(now));
        self.limits(from).requests.allows(now).then_some(()).ok_or(Refusal::TooFast)?;
        if self.roster.name_taken(&introduction.name, &from) {
            return Err(Refusal::NameTaken { suggestion: self.roster.free_name(&introduction.name, &from) });
        }
        if self.guest(&from).is_some() {
            self.interrupt(&from, Failure::Gone);
            if let Some(person) = self.roster.person_mut(&from) {
                person.ready = false;
            }
            self.send(vec![from], ToGuest::Roster(Box::new(self.roster.clone())));
            return Ok(());
        }
        if self.roster.people().len() >= MAX_PEOPLE {
            return Err(Refusal::TableFull);
        }
        let (name, emblem) = (introduction.name, introduction.emblem);
        self.announce(Notice::Joined(name.clone()));
        self.roster.add(Person { key: from, name, emblem, ready: false });
        if let Some(seat) = self.roster.first_open().filter(|_| introduction.plays) {
            self.roster.sit(&from, seat);
        }
        Ok(())
    }

    /// What somebody wants changed about themselves.
    fn request(&mut self, from: PublicKey, request: ToHost) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Starting(_)) {
            return Err(Refusal::Starting);
        }
        match request {
            ToHost::ChooseSeat(seat) => {
                self.check_empty(seat)?;
                if self.roster.seat(seat) == Some(&SeatState::Closed) {
                    return Err(Refusal::SeatClosed(seat));
                }
                self.roster.sit(&from, seat);
            }
            ToHost::Watch => self.roster.stand(&from),
            ToHost::ChooseEmblem(emblem) => self.choose_emblem(&from, emblem)?,
            ToHost::ChooseName(name) => self.choose_name(&from, name)?,
            ToHost::Ready { revision } => {
                if revision != self.roster.revision() {
                    return Err(Refusal::TermsChanged);
                }
                self.roster.seat_of(&from).ok_or(Refusal::NotSeated)?;
                if let Some(person) = self.roster.person_mut(&from) {
                    person.ready = true;
                }
            }
            ToHost::Hello(_)
            | ToHost::Unready
            | ToHost::Say(_)
            | ToHost::Leave
            | ToHost::Answer { .. }
            | ToHost::Object { .. } => return Err(Refusal::OutOfTurn),
        }
        Ok(())
    }

    pub(super) fn choose_emblem(&mut self, who: &PublicKey, wish: u8) -> Result<(), Refusal> {
        check_emblem(wish)?;
        let emblem = if self.roster.is_member(who) { self.roster.free_emblem(wish, who) } else { wish };
        if let Some(person) = self.roster.person_mut(who) {
            person.emblem = emblem;
        }
        Ok(())
    }

    pub(super) fn choose_name(&mut self, who: &PublicKey, name: Name) -> Result<(), Refusal> {
        if self.roster.name_taken(&name, who) {
            return Err(Refusal::NameTaken { suggestion: self.roster.free_name(&name, who) });
        }
        if let Some(person) = self.roster.person_mut(who) {
            person.name = name;
        }
        Ok(())
    }

    /// Whether the seat exists and nobody has it.
    pub(super) fn check_empty(&self, seat: Seat) -> Result<(), Refusal> {
        match self.roster.seat(seat) {
            None => Err(Refusal::NoSuchSeat(seat)),
            Some(SeatState::Open | SeatState::Closed) => Ok(()),
            Some(SeatState::Person(_) | SeatState::Bot { .. }) => Err(Refusal::SeatTaken(seat)),
        }
    }

    fn unready(&mut self, who: &PublicKey) {
        self.interrupt(who, Failure::Withdrew);
        if let Some(person) = self.roster.person_mut(who) {
            person.ready = false;
        }
    }

    /// Takes a guest out of the lobby.
    fn depart(&mut self, who: &PublicKey, notice: fn(Name) -> Notice) {
        let Some(name) = self.guest(who).map(|person| person.name.clone()) else { return };
        if matches!(self.phase, Phase::Begun(_)) {
            // Whoever is lost now is lost to the game, which deals with it.
            return;
        }
        self.interrupt(who, Failure::Gone);
        self.roster.remove(who);
        self.announce(notice(name));
    }

    /// Takes a guest out of the lobby for good.
    pub(super) fn kick(&mut self, who: &PublicKey) -> Result<(), CommandRefused> {
        if *who == self.identity.public() {
            return Err(CommandRefused::Yourself);
        }
        self.guest(who).ok_or(CommandRefused::NotHere)?;
        self.kicked.insert(*who);
        self.depart(who, Notice::Kicked);
        self.send(vec![*who], ToGuest::Farewell(Parting::Kicked));
        self.outbox.push(HostOutput::Disconnect(*who));
        Ok(())
    }

    fn answer(&mut self, now: Duration, from: PublicKey, draft: Hash, answer: Answer) -> Result<(), Refusal> {
        let Phase::Starting(conductor) = &mut self.phase else { return Ok(()) };
        if conductor.draft_id() != draft {
            // About an earlier start that came to nothing: it was right when it was sent.
            return Ok(());
        }
        let member = conductor.member(&from).ok_or(Refusal::OutOfTurn)?;
        match conductor.take(now, member, answer) {
            Ok(progress) => self.proceed(progress),
            Err(Spoilt::OutOfTurn) => return Err(Refusal::OutOfTurn),
            Err(Spoilt::Failed(failure)) => self.fail(failure, &[from]),
        }
        Ok(())
    }

    fn object(&mut self, from: &PublicKey, draft: Hash, objection: Objection) {
        if let Phase::Starting(conductor) = &self.phase
            && conductor.draft_id() == draft
        {
            self.interrupt(from, |name| Failure::Objected { name, objection });
        }
    }

    /// Shows all members what is next in the ceremony.
    pub(super) fn proceed(&mut self, progress: Progress) {
        let Phase::Starting(conductor) = &self.phase else { return };
        let draft = conductor.draft_id();
        for call in progress.calls {
            self.send(self.member_guests(), ToGuest::Call { draft, call });
        }
        if let Some(beginning) = progress.beginning {
            self.begin(beginning);
        }
    }

    fn begin(&mut self, beginning: Box<Beginning>) {
        let signed: SignedGenesis = beginning.charter.signed().clone();
        let watches = |person: &&Person| !self.roster.is_member(&person.key);
        let watchers = self.roster.guests().iter().filter(watches).map(|person| person.key).collect();
        self.send(watchers, ToGuest::Begun(Box::new(signed)));
        self.phase = Phase::Begun(TableWords::of(beginning.charter.id()));
        self.outbox.push(HostOutput::Begun(beginning));
    }

    /// Ends a start that this member is part of.
    fn interrupt(&mut self, who: &PublicKey, failure: impl FnOnce(Name) -> Failure) {
        if let Phase::Starting(conductor) = &self.phase
            && let Some(member) = conductor.member(who)
        {
            let name = conductor.draft().members[member.index()].name.clone();
            self.fail(failure(name), &[*who]);
        }
    }

    fn expire(&mut self, now: Duration) {
        if let Phase::Starting(conductor) = &self.phase
            && now >= conductor.deadline()
        {
            let (names, keys): (Vec<Name>, Vec<PublicKey>) =
                conductor.waiting_for().map(|member| (member.name.clone(), member.key)).unzip();
            self.fail(Failure::Silent(names), &keys);
        }
    }

    /// Back to the lobby. Those whose fault it is have to say again that they are ready.
    pub(super) fn fail(&mut self, failure: Failure, culprits: &[PublicKey]) {
        let Phase::Starting(conductor) = std::mem::replace(&mut self.phase, Phase::Gathering) else { return };
        for culprit in culprits {
            if let Some(person) = self.roster.person_mut(culprit) {
                person.ready = false;
            }
        }
        self.send(self.guests(), ToGuest::Failed { draft: conductor.draft_id(), failure: failure.clone() });
        self.outbox.push(HostOutput::Failed(failure));
    }

    /// Tells everybody, the person at this computer too.
    pub(super) fn announce(&mut self, notice: Notice) {
        self.send(self.guests(), ToGuest::Notice(notice.clone()));
        self.outbox.push(HostOutput::Notice(notice));
    }

    pub(super) fn send(&mut self, to: Vec<PublicKey>, message: ToGuest) {
        if !to.is_empty() {
            self.outbox.push(HostOutput::Send { to, message });
        }
    }

    pub(super) fn disconnect_all(&mut self) {
        let guests = self.guests();
        self.outbox.extend(guests.into_iter().map(HostOutput::Disconnect));
    }

    pub(super) fn guests(&self) -> Vec<PublicKey> {
        self.roster.guests().iter().map(|person| person.key).collect()
    }

    pub(super) fn member_guests(&self) -> Vec<PublicKey> {
        self.roster.members().skip(1).map(|person| person.key).collect()
    }

    pub(super) fn guest(&self, key: &PublicKey) -> Option<&Person> {
        self.roster.guests().iter().find(|person| person.key == *key)
    }

    fn limits(&mut self, key: PublicKey) -> &mut Limits {
        let full = || Limits { chat: Limiter::new(CHAT_PACE), requests: Limiter::new(REQUEST_PACE) };
        self.limits.entry(key).or_insert_with(full)
    }
}

impl Limits {
    fn is_full(&self, now: Duration) -> bool {
        self.chat.is_full(now) && self.requests.is_full(now)
    }
}

/// Whether there is such an emblem.
fn check_emblem(emblem: u8) -> Result<(), Refusal> {
    if emblem < EMBLEMS { Ok(()) } else { Err(Refusal::NoSuchEmblem(emblem)) }
}
