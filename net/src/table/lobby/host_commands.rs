//! What the host may do to their table.

use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::contract::Seat;

use super::super::chat::Remark;
use super::super::genesis::{Clock, Name};
use super::super::seal::GameSecret;
use super::Random;
use super::ceremony::Participant;
use super::conductor::{Conductor, Spoilt};
use super::host::{HostLobby, Phase};
use super::message::ToGuest;
use super::reason::{CommandRefused, Failure, Notice, Parting, Refusal};
use super::roster::SeatState;
use crate::identity::PublicKey;

/// The shortest time that a clock may leave for a decision, in seconds.
pub const MIN_SECONDS: u16 = 10;

/// What the person at the host's computer may want.
#[derive(Clone, PartialEq, Debug)]
pub enum HostCommand {
    /// Play by these options. Nobody is ready any more.
    SetTerms(AnyTerms),
    /// Give people so much time. Nobody is ready any more.
    SetClock(Option<Clock>),
    /// Put a bot at a seat without a person.
    AddBot {
        /// Where.
        seat: Seat,
        /// How well it plays.
        level: Name,
    },
    /// Take a bot away; the seat is open then.
    RemoveBot(Seat),
    /// Let anybody take this empty seat.
    OpenSeat(Seat),
    /// Keep this empty seat free.
    CloseSeat(Seat),
    /// Put a guest at an empty seat.
    Move {
        /// Whom.
        guest: PublicKey,
        /// Where.
        seat: Seat,
    },
    /// Take a guest out of the lobby for good.
    Kick(PublicKey),
    /// Take an empty seat.
    TakeSeat(Seat),
    /// Host without a seat.
    LeaveSeat,
    /// Have that emblem, or the next that is free.
    ChooseEmblem(u8),
    /// Be called that.
    ChooseName(Name),
    /// Show the others whether one is ready. Starting says so too.
    SetReady(bool),
    /// Say something.
    Say(Remark),
    /// Begin the game.
    Start,
    /// Take a start back that is still under way.
    CancelStart,
    /// Close the table.
    Close,
}

impl HostLobby {
    pub(super) fn command(
        &mut self,
        now: Duration,
        command: HostCommand,
        random: Random<'_>,
    ) -> Result<(), CommandRefused> {
        let me = self.identity.public();
        match (&self.phase, &command) {
            (Phase::Begun(_), _) => return Err(Refusal::GameStarted.into()),
            (Phase::Closed, _) => return Err(Refusal::TableClosed.into()),
            (Phase::Gathering, _) => {}
            (
                Phase::Starting(_),
                HostCommand::Kick(_) | HostCommand::Say(_) | HostCommand::CancelStart | HostCommand::Close,
            ) => {}
            (Phase::Starting(_), _) => return Err(Refusal::Starting.into()),
        }
        match command {
            HostCommand::SetTerms(terms) => self.set_terms(terms)?,
            HostCommand::SetClock(clock) => self.set_clock(clock)?,
            HostCommand::AddBot { seat, level } => {
                if !matches!(self.roster.seat(seat), Some(SeatState::Bot { .. })) {
                    self.check_empty(seat)?;
                }
                self.roster.set_seat(seat, SeatState::Bot { level });
            }
            HostCommand::RemoveBot(seat) => match self.roster.seat(seat) {
                Some(SeatState::Bot { .. }) => self.roster.set_seat(seat, SeatState::Open),
                _ => return Err(CommandRefused::NoBot(seat)),
            },
            HostCommand::OpenSeat(seat) => self.set_empty(seat, SeatState::Open)?,
            HostCommand::CloseSeat(seat) => self.set_empty(seat, SeatState::Closed)?,
            HostCommand::Move { guest, seat } => self.move_guest(&guest, seat)?,
            HostCommand::Kick(guest) => self.kick(&guest)?,
            HostCommand::TakeSeat(seat) => {
                self.check_empty(seat)?;
                self.roster.sit(&me, seat);
            }
            HostCommand::LeaveSeat => self.roster.stand(&me),
            HostCommand::ChooseEmblem(emblem) => self.choose_emblem(&me, emblem)?,
            HostCommand::ChooseName(name) => self.choose_name(&me, name)?,
            HostCommand::SetReady(ready) => self.set_own_ready(ready)?,
            HostCommand::Say(remark) => self.send(self.guests(), ToGuest::Said { from: me, remark }),
            HostCommand::Start => self.start(now, random)?,
            HostCommand::CancelStart => match self.phase {
                Phase::Starting(_) => self.fail(Failure::Cancelled, &[]),
                _ => return Err(CommandRefused::NotStarting),
            },
            HostCommand::Close => self.close(),
        }
        Ok(())
    }

    fn set_terms(&mut self, terms: AnyTerms) -> Result<(), CommandRefused> {
        if terms == self.roster.terms() {
            return Ok(());
        }
        let seats = self.boards.seats_for(&terms)?;
        self.roster.set_terms(terms, self.roster.clock());
        for key in self.roster.resize(seats) {
            let Some(name) = self.roster.person(&key).map(|person| person.name.clone()) else { continue };
            self.announce(match self.roster.seat_of(&key) {
                Some(seat) => Notice::Moved { name, seat },
                None => Notice::Unseated(name),
            });
        }
        self.announce(Notice::TermsChanged);
        Ok(())
    }

    fn set_clock(&mut self, clock: Option<Clock>) -> Result<(), CommandRefused> {
        if clock.is_some_and(|clock| clock.seal_seconds.min(clock.act_seconds) < MIN_SECONDS) {
            return Err(CommandRefused::ClockTooShort(MIN_SECONDS));
        }
        if clock != self.roster.clock() {
            self.roster.set_terms(self.roster.terms(), clock);
            self.announce(Notice::TermsChanged);
        }
        Ok(())
    }

    fn set_empty(&mut self, seat: Seat, state: SeatState) -> Result<(), CommandRefused> {
        self.check_empty(seat)?;
        self.roster.set_seat(seat, state);
        Ok(())
    }

    fn move_guest(&mut self, guest: &PublicKey, seat: Seat) -> Result<(), CommandRefused> {
        let name = self.guest(guest).ok_or(CommandRefused::NotHere)?.name.clone();
        self.check_empty(seat)?;
        self.roster.sit(guest, seat);
        self.announce(Notice::Moved { name, seat });
        Ok(())
    }

    fn set_own_ready(&mut self, ready: bool) -> Result<(), CommandRefused> {
        let me = self.identity.public();
        self.roster.seat_of(&me).ok_or(Refusal::NotSeated)?;
        if let Some(person) = self.roster.person_mut(&me) {
            person.ready = ready;
        }
        Ok(())
    }

    /// Proposes the game to everybody at the table.
    fn start(&mut self, now: Duration, random: Random<'_>) -> Result<(), CommandRefused> {
        let not_ready = self.roster.not_ready();
        if !not_ready.is_empty() {
            return Err(CommandRefused::NotReady(not_ready));
        }
        let Some(draft) = self.roster.draft(random()) else {
            return Err(CommandRefused::EmptySeats(self.roster.empty_seats()));
        };
        if self.roster.seat_of(&self.identity.public()).is_some() {
            self.set_own_ready(true)?;
        }
        let secret = GameSecret::new(random());
        let begun = Participant::join(self.identity.clone(), self.boards.clone(), draft.clone(), secret)
            .map(|(host, seal)| Conductor::begin(now, host, seal));
        let (conductor, progress) = match begun {
            Ok(Ok(begun)) => begun,
            Ok(Err(Spoilt::OutOfTurn)) | Err(_) => return Err(CommandRefused::Unsound),
            Ok(Err(Spoilt::Failed(failure))) => return Err(failure.into()),
        };
        self.phase = Phase::Starting(Box::new(conductor));
        self.send(self.member_guests(), ToGuest::Draft(Box::new(draft)));
        self.proceed(progress);
        Ok(())
    }

    fn close(&mut self) {
        self.fail(Failure::Cancelled, &[]);
        self.send(self.guests(), ToGuest::Farewell(Parting::Closed));
        self.disconnect_all();
        self.phase = Phase::Closed;
    }
}
