//! The lobby at a guest's: what the host shows, and what this computer agrees to. The host is not trusted: the game that
//! begins is the one that was shown, on the terms that the person said ready to, or none.

use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::contract::{Canonical, Seat};

use super::super::chat::Remark;
use super::super::genesis::{Charter, Clock, Draft, Holder, Name, SignedGenesis};
use super::super::seal::GameSecret;
use super::super::words::TableWords;
use super::ceremony::{Beginning, Call, Participant, Reply};
use super::conductor::ANSWER_TIME;
use super::message::{Hello, Introduction, ToGuest, ToHost};
use super::reason::{Failure, Notice, Objection, Parting, Refusal};
use super::roster::Roster;
use super::{Awaited, Boards, LobbyView, Random, Stage};
use crate::hash::Hash;
use crate::identity::{Identity, PublicKey};

/// How long a guest waits for the host to go on with a start: as long as the host waits for the others, and some time on
/// the way.
pub const PATIENCE: Duration = ANSWER_TIME.saturating_add(Duration::from_secs(5));

/// What the person at a guest's computer may want.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuestCommand {
    /// Join the table.
    Knock(Introduction),
    /// Take an open seat.
    ChooseSeat(Seat),
    /// Watch.
    Watch,
    /// Have that emblem, or the next that is free.
    ChooseEmblem(u8),
    /// Be called that.
    ChooseName(Name),
    /// Agree to play on the terms that are shown.
    Ready,
    /// Take that back.
    Unready,
    /// Say something.
    Say(Remark),
    /// Go away.
    Leave,
}

/// What happens at a guest's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuestInput {
    /// The person at this computer wants something.
    Command(GuestCommand),
    /// The host sent something.
    Message(ToGuest),
    /// The connection to the host is gone.
    HostGone,
    /// Time passes; due at [`GuestLobby::next_deadline`].
    Tick,
}

/// What the guest's lobby wants done.
#[derive(Debug)]
pub enum GuestOutput {
    /// Send this to the host.
    Send(ToHost),
    /// The host says that this happened.
    Notice(Notice),
    /// Somebody said this.
    Said {
        /// Who.
        from: PublicKey,
        /// What.
        remark: Remark,
    },
    /// The host, or this program on its own, does not do what the person asked for.
    Refused(Refusal),
    /// This computer does not agree to what the host proposes.
    Objected(Objection),
    /// The game does not begin; the lobby is open again.
    Failed(Failure),
    /// The host does not want us any more.
    Parted(Parting),
    /// The host is gone, and the lobby with it. Join again when the table is in the list.
    HostLost,
    /// The game has begun.
    Begun(Box<Beginning>),
    /// A game has begun that this computer watches.
    Watching(Box<Charter>),
}

/// The lobby of a table that somebody else hosts.
#[derive(Debug)]
pub struct GuestLobby {
    identity: Identity,
    host: PublicKey,
    boards: Boards,
    phase: Phase,
    /// As the host last showed it.
    roster: Option<Roster>,
    /// What the person said ready to.
    agreed: Option<(AnyTerms, Option<Clock>)>,
    /// The game that this computer had consented to when the host was lost: it may have begun.
    consented: Option<Box<Participant>>,
}

#[derive(Debug)]
enum Phase {
    Outside,
    Knocking,
    Inside,
    Starting { participant: Box<Participant>, deadline: Duration },
    Begun(TableWords),
    Over,
}

impl GuestLobby {
    /// The lobby of the table whose host has this key, as authenticated by the transport.
    pub fn new(identity: Identity, host: PublicKey, boards: Boards) -> GuestLobby {
        GuestLobby { identity, host, boards, phase: Phase::Outside, roster: None, agreed: None, consented: None }
    }

    /// After [`GuestOutput::HostLost`]: outside again, to knock once more. If the game has begun meanwhile with the consent
    /// of this computer, the host's answer leads right into it.
    pub fn step_outside(&mut self) {
        self.end();
        self.phase = Phase::Outside;
        self.roster = None;
    }

    /// Who is here, as the host says.
    pub fn roster(&self) -> Option<&Roster> {
        self.roster.as_ref()
    }

    /// Whether the person has agreed to the terms as they are shown now.
    pub fn is_ready(&self) -> bool {
        self.agreed.is_some()
    }

    /// When time has to be told at the latest. A consent once given is not taken back by a clock.
    pub fn next_deadline(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Starting { participant, deadline } if participant.game().is_none() => Some(*deadline),
            _ => None,
        }
    }

    /// The lobby as the guest's screen shows it.
    pub fn view(&self) -> LobbyView {
        let people = || self.roster.as_ref().map(Roster::waiting_for).unwrap_or_default();
        let host = || self.roster.iter().map(|roster| Awaited::Person(roster.host().name.clone())).collect();
        let (stage, waiting_for, words) = match &self.phase {
            Phase::Outside => (Stage::Outside, Vec::new(), None),
            Phase::Knocking => (Stage::Knocking, Vec::new(), None),
            Phase::Inside => (Stage::Gathering, people(), None),
            Phase::Starting { participant, .. } => (Stage::Starting, host(), participant.game().map(TableWords::of)),
            Phase::Begun(words) => (Stage::Begun, Vec::new(), Some(*words)),
            Phase::Over => (Stage::Over, Vec::new(), None),
        };
        LobbyView { me: self.identity.public(), roster: self.roster.clone(), stage, waiting_for, words }
    }

    /// Lets something happen; the [view](GuestLobby::view) may be another one then. `now` is the time since any fixed
    /// moment.
    #[must_use]
    pub fn handle(&mut self, now: Duration, input: GuestInput, random: Random<'_>) -> Vec<GuestOutput> {
        let mut outputs = self.expire(now);
        outputs.extend(match input {
            GuestInput::Command(command) => match self.command(command) {
                Ok(message) => vec![GuestOutput::Send(message)],
                Err(refusal) => vec![GuestOutput::Refused(refusal)],
            },
            GuestInput::Message(message) => self.receive(now, message, random),
            GuestInput::HostGone => match self.phase {
                Phase::Begun(_) | Phase::Over => Vec::new(),
                _ => {
                    self.end();
                    vec![GuestOutput::HostLost]
                }
            },
            GuestInput::Tick => Vec::new(),
        });
        outputs
    }

    fn command(&mut self, command: GuestCommand) -> Result<ToHost, Refusal> {
        match (&self.phase, &command) {
            (Phase::Outside, GuestCommand::Knock(_)) => {}
            (Phase::Outside | Phase::Over, _) => return Err(Refusal::Stranger),
            (Phase::Begun(_), _) => return Err(Refusal::GameStarted),
            (Phase::Knocking, GuestCommand::Leave) => {}
            (Phase::Knocking, _) => return Err(Refusal::Stranger),
            (Phase::Starting { .. }, GuestCommand::Say(_) | GuestCommand::Leave) => {}
            // A consent can't be taken back: the others may be playing already.
            (Phase::Starting { participant, .. }, GuestCommand::Unready) if participant.game().is_none() => {}
            (Phase::Starting { .. }, _) => return Err(Refusal::Starting),
            (Phase::Inside, GuestCommand::Knock(_)) => return Err(Refusal::OutOfTurn),
            (Phase::Inside, _) => {}
        }
        Ok(match command {
            GuestCommand::Knock(introduction) => {
                self.phase = Phase::Knocking;
                ToHost::Hello(Hello::new(&introduction))
            }
            GuestCommand::ChooseSeat(seat) => ToHost::ChooseSeat(seat),
            GuestCommand::Watch => {
                self.agreed = None;
                ToHost::Watch
            }
            GuestCommand::ChooseEmblem(emblem) => ToHost::ChooseEmblem(emblem),
            GuestCommand::ChooseName(name) => ToHost::ChooseName(name),
            GuestCommand::Ready => self.agree()?,
            GuestCommand::Unready => {
                self.agreed = None;
                self.leave_ceremony();
                ToHost::Unready
            }
            GuestCommand::Say(remark) => ToHost::Say(remark),
            GuestCommand::Leave => {
                self.end();
                ToHost::Leave
            }
        })
    }

    fn agree(&mut self) -> Result<ToHost, Refusal> {
        let roster = self.roster.as_ref().ok_or(Refusal::Stranger)?;
        roster.seat_of(&self.identity.public()).ok_or(Refusal::NotSeated)?;
        self.agreed = Some((roster.terms(), roster.clock()));
        Ok(ToHost::Ready { revision: roster.revision() })
    }

    fn receive(&mut self, now: Duration, message: ToGuest, random: Random<'_>) -> Vec<GuestOutput> {
        if matches!(self.phase, Phase::Outside | Phase::Begun(_) | Phase::Over) {
            return Vec::new();
        }
        match message {
            ToGuest::Refused(refusal) => self.refused(refusal),
            ToGuest::Roster(roster) => {
                self.show(*roster);
                Vec::new()
            }
            ToGuest::Farewell(parting) => {
                self.end();
                vec![GuestOutput::Parted(parting)]
            }
            ToGuest::Begun(signed) if matches!(self.phase, Phase::Knocking) => self.begun_meanwhile(*signed),
            _ if matches!(self.phase, Phase::Knocking) => Vec::new(),
            ToGuest::Notice(notice) => vec![GuestOutput::Notice(notice)],
            ToGuest::Said { from, remark } => {
                let known = self.roster.as_ref().is_some_and(|roster| roster.person(&from).is_some());
                Vec::from_iter(known.then_some(GuestOutput::Said { from, remark }))
            }
            ToGuest::Draft(draft) => self.proposed(now, *draft, random),
            ToGuest::Call { draft, call } => self.called(now, draft, call),
            ToGuest::Failed { draft, failure } => {
                if matches!(&self.phase, Phase::Starting { participant, .. } if participant.draft_id() == draft) {
                    self.leave_ceremony();
                }
                vec![GuestOutput::Failed(failure)]
            }
            ToGuest::Begun(signed) => self.watch(*signed),
        }
    }

    fn refused(&mut self, refusal: Refusal) -> Vec<GuestOutput> {
        match refusal {
            _ if matches!(self.phase, Phase::Knocking) => self.phase = Phase::Outside,
            Refusal::TermsChanged | Refusal::NotSeated => self.agreed = None,
            _ => {}
        }
        vec![GuestOutput::Refused(refusal)]
    }

    /// The host shows who is here. A roster without us, or under another host, is none of ours.
    fn show(&mut self, roster: Roster) {
        if roster.host().key != self.host || roster.person(&self.identity.public()).is_none() {
            return;
        }
        if self.agreed.is_some_and(|agreed| agreed != (roster.terms(), roster.clock())) {
            self.agreed = None;
        }
        self.roster = Some(roster);
        if matches!(self.phase, Phase::Knocking) {
            self.phase = Phase::Inside;
            // The host is still in its lobby, so nothing came of that game.
            self.consented = None;
        }
    }

    fn proposed(&mut self, now: Duration, draft: Draft, random: Random<'_>) -> Vec<GuestOutput> {
        let draft_id = draft.id();
        let joined = self.check(&draft).and_then(|()| {
            let secret = GameSecret::new(random());
            Participant::join(self.identity.clone(), self.boards.clone(), draft, secret)
        });
        match joined {
            Ok((participant, answer)) => {
                self.phase =
                    Phase::Starting { participant: Box::new(participant), deadline: now.saturating_add(PATIENCE) };
                vec![GuestOutput::Send(ToHost::Answer { draft: draft_id, answer })]
            }
            Err(Objection::OutOfTurn) => vec![GuestOutput::Objected(Objection::OutOfTurn)],
            Err(objection) => object(draft_id, objection),
        }
    }

    /// Whether the draft is the game that was shown and agreed to.
    fn check(&self, draft: &Draft) -> Result<(), Objection> {
        let (Phase::Inside, Some(roster)) = (&self.phase, &self.roster) else { return Err(Objection::OutOfTurn) };
        let me = self.identity.public();
        if draft.members.first().is_none_or(|host| host.key != self.host) {
            return Err(Objection::OtherHost);
        }
        let place = draft.members.iter().position(|member| member.key == me).ok_or(Objection::NotAtTable)?;
        let (terms, clock) = self.agreed.ok_or(Objection::NotReady)?;
        if draft.terms != terms.to_bytes() || draft.clock != clock {
            return Err(Objection::OtherTerms);
        }
        let mine = |holder: &Holder| matches!(holder, Holder::Person(peer) if peer.index() == place);
        if draft.seats.iter().position(mine) != roster.seat_of(&me).map(Seat::index) {
            return Err(Objection::OtherSeat);
        }
        if roster.draft(draft.nonce).as_ref() != Some(draft) {
            return Err(Objection::OtherRoster);
        }
        Ok(())
    }

    fn called(&mut self, now: Duration, draft: Hash, call: Call) -> Vec<GuestOutput> {
        let Phase::Starting { participant, deadline } = &mut self.phase else { return Vec::new() };
        if participant.draft_id() != draft {
            return Vec::new();
        }
        match participant.answer(call) {
            Ok(Reply::Answer(answer)) => {
                *deadline = now.saturating_add(PATIENCE);
                vec![GuestOutput::Send(ToHost::Answer { draft, answer })]
            }
            Ok(Reply::Begun(beginning)) => self.begin(beginning),
            Err(Objection::OutOfTurn) => vec![GuestOutput::Objected(Objection::OutOfTurn)],
            Err(objection) => {
                self.leave_ceremony();
                object(draft, objection)
            }
        }
    }

    /// The game had begun before we came back: it is ours, if we had consented to it.
    fn begun_meanwhile(&mut self, signed: SignedGenesis) -> Vec<GuestOutput> {
        let ours = self.consented.take().filter(|participant| participant.game() == Some(signed.genesis.id()));
        match ours.map(|mut participant| participant.answer(Call::Consents(signed.consents))) {
            Some(Ok(Reply::Begun(beginning))) => self.begin(beginning),
            _ => self.refused(Refusal::GameStarted),
        }
    }

    fn begin(&mut self, beginning: Box<Beginning>) -> Vec<GuestOutput> {
        self.phase = Phase::Begun(TableWords::of(beginning.charter.id()));
        vec![GuestOutput::Begun(beginning)]
    }

    /// A game begins without us: we may watch it, if it is the one that was shown.
    fn watch(&mut self, signed: SignedGenesis) -> Vec<GuestOutput> {
        let draft = &signed.genesis.draft;
        let shown = self.roster.as_ref().and_then(|roster| roster.draft(draft.nonce));
        if !matches!(self.phase, Phase::Inside) || shown.as_ref() != Some(draft) {
            return vec![GuestOutput::Objected(Objection::OtherRoster)];
        }
        match Charter::new(signed, |id| self.boards.find(id)) {
            Ok(charter) if charter.member(&self.identity.public()).is_none() => {
                self.phase = Phase::Begun(TableWords::of(charter.id()));
                vec![GuestOutput::Watching(Box::new(charter))]
            }
            _ => vec![GuestOutput::Objected(Objection::Unsound)],
        }
    }

    fn expire(&mut self, now: Duration) -> Vec<GuestOutput> {
        match (&self.phase, self.next_deadline()) {
            (Phase::Starting { participant, .. }, Some(deadline)) if now >= deadline => {
                let draft = participant.draft_id();
                self.leave_ceremony();
                object(draft, Objection::HostSilent)
            }
            _ => Vec::new(),
        }
    }

    /// Back to the lobby; the secret for that game is forgotten.
    fn leave_ceremony(&mut self) {
        if matches!(self.phase, Phase::Starting { .. }) {
            self.phase = Phase::Inside;
        }
    }

    fn end(&mut self) {
        self.agreed = None;
        if let Phase::Starting { participant, .. } = std::mem::replace(&mut self.phase, Phase::Over) {
            self.consented = participant.game().is_some().then_some(participant);
        }
    }
}

/// Tells host and person why there is no consent.
fn object(draft: Hash, objection: Objection) -> Vec<GuestOutput> {
    let message = ToHost::Object { draft, objection: objection.clone() };
    vec![GuestOutput::Send(message), GuestOutput::Objected(objection)]
}
