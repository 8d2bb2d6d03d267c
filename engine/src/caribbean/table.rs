//! A game of Caribbean: the public state with its board and terms, and what the contract asks of it.

use std::fmt;
use std::sync::Arc;

use super::activation::Activation;
use super::board::Board;
use super::bribe::MOST_STEPS;
use super::card::{BRIBES, CardSet, Choice, RESERVE, bribe_slot, tie_slot};
use super::chest::{Chest, ChestSet};
use super::command::Command;
use super::event::Event;
use super::helm::Helm;
use super::illegal::Illegal;
use super::options::{GAME_NUMBER, Options, Terms, TermsFault, target};
use super::position::{Phase, Player, Position};
use super::round::{self, Flow, REFILL_CHESTS};
use super::ship::{SHIPS, Ship};
use super::view::View;
use super::waters::{MAX_PLAYERS, Owners, Waters, Whereabouts};
use crate::contract::{
    ByteSink, Canonical, Deaf, Draw, EventSink, FaceDown, Game, Input, InputOf, Sealed, Seat, SeatSet, Slot, SlotSet,
    Turn, Viewer,
};

/// A game of Caribbean. Nothing in it is secret: sealed bribes stay with their owners until they are opened.
#[derive(Clone)]
pub struct Caribbean {
    pub(super) board: Arc<Board>,
    pub(super) terms: Terms,
    pub(super) position: Position,
}

impl Caribbean {
    /// A new game on these terms; chance deals first.
    pub fn new(terms: &Terms, board: Arc<Board>) -> Result<Caribbean, TermsFault> {
        terms.check(&board)?;
        let seats = SeatSet::first(terms.seats.into());
        let position = Position {
            phase: Phase::SetUp,
            round: 0,
            // Chance puts the ships on the starting spaces in some order; until then they lie there in theirs.
            waters: Waters::new(std::array::from_fn(|index| board.starts()[index])),
            owners: Owners::new(&board, &terms.options, &[]),
            supply: ChestSet::first(board.cities().len()),
            players: super::Colour::ALL.map(Player::new),
            seats,
            present: seats,
            last_round: false,
            decisions: 0,
            wealth_before: 0,
            quiet_rounds: 0,
        };
        Ok(Caribbean { board, terms: *terms, position })
    }

    /// The chart.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What the table agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules of this table.
    pub fn options(&self) -> &Options {
        &self.terms.options
    }

    /// What the table is busy with.
    pub fn phase(&self) -> &Phase {
        &self.position.phase
    }

    /// The number of the round, from 1; 0 before the set-up.
    pub fn round(&self) -> u16 {
        self.position.round
    }

    /// Ships, chests and money.
    pub fn waters(&self) -> &Waters {
        &self.position.waters
    }

    /// Who owns which havens.
    pub fn owners(&self) -> &Owners {
        &self.position.owners
    }

    /// The chests that are still face down. Which they are follows from those that were turned up; their order is
    /// nobody's knowledge, because there is none.
    pub fn supply(&self) -> ChestSet {
        self.position.supply
    }

    /// What is public about a seat; `None` if there is no such seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.position.player(seat)
    }

    /// A seat's money in thousands.
    pub fn money(&self, seat: Seat) -> u16 {
        self.position.waters.money(seat)
    }

    /// The money in thousands that makes a round the last.
    pub fn target(&self) -> u16 {
        target(self.position.seats.len())
    }

    /// Whether somebody has reached the target, so that this round is the last.
    pub fn is_last_round(&self) -> bool {
        self.position.last_round
    }

    /// What everybody together has earned since the round began, in thousands.
    pub fn income_this_round(&self) -> u32 {
        self.position.wealth().saturating_sub(self.position.wealth_before)
    }

    /// Rounds in a row without income, since the supply is empty.
    pub fn quiet_rounds(&self) -> u8 {
        self.position.quiet_rounds
    }

    /// Where a chest is; `None` if the board has no such city.
    pub fn whereabouts(&self, chest: Chest) -> Option<Whereabouts> {
        let Position { waters, supply, .. } = &self.position;
        if chest.index() >= self.board.cities().len() {
            return None;
        }
        if supply.contains(chest) {
            return Some(Whereabouts::Supply);
        }
        if waters.in_city.contains(chest) {
            return Some(Whereabouts::City);
        }
        if let Some(seat) = waters.deliveries.get(chest) {
            return Some(Whereabouts::Delivered(seat));
        }
        Ship::ALL.into_iter().find(|&ship| waters.cargo.get(ship) == Some(chest)).map(Whereabouts::Aboard)
    }

    /// The activation that the table waits for, before its first command.
    pub fn activation(&self) -> Option<Activation<'_>> {
        match self.position.phase {
            Phase::Activation { ship, seat, steps } => Some(self.activate(ship, seat, steps)),
            _ => None,
        }
    }

    /// What `seat` could do if it commanded `ship` now with so many steps, at most [`MOST_STEPS`]: for bots and hints.
    /// `None` if there is no such seat.
    pub fn imagine(&self, ship: Ship, seat: Seat, steps: u8) -> Option<Activation<'_>> {
        self.position.seats.contains(seat).then(|| self.activate(ship, seat, steps.min(MOST_STEPS)))
    }

    /// The same in other waters than the present ones, as a look ahead finds them: those of an ending that was planned
    /// at this table.
    pub fn imagine_in(&self, waters: &Waters, ship: Ship, seat: Seat, steps: u8) -> Option<Activation<'_>> {
        self.position.seats.contains(seat).then(|| self.activate_in(waters, ship, seat, steps.min(MOST_STEPS)))
    }

    fn activate(&self, ship: Ship, seat: Seat, steps: u8) -> Activation<'_> {
        self.activate_in(&self.position.waters, ship, seat, steps)
    }

    fn activate_in(&self, waters: &Waters, ship: Ship, seat: Seat, steps: u8) -> Activation<'_> {
        Activation::new(Helm {
            board: &self.board,
            options: &self.terms.options,
            owners: &self.position.owners,
            ship,
            seat,
            waters: *waters,
            steps_left: steps,
        })
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Illegal> {
        if self.position.seats.contains(seat) { Ok(()) } else { Err(Illegal::NoSuchSeat { seat }) }
    }

    fn step(
        &self,
        position: &mut Position,
        input: &InputOf<Caribbean>,
        events: &mut impl EventSink<Event>,
    ) -> Result<(), Illegal> {
        if let Phase::Over { .. } = position.phase {
            return Err(Illegal::GameOver);
        }
        let mut flow = Flow { board: &self.board, terms: &self.terms, position, events };
        match input {
            Input::Act(seat, action) => {
                self.check_seat(*seat)?;
                flow.act(*seat, action.commands())
            }
            Input::Locked(seat) => {
                self.check_seat(*seat)?;
                flow.lock(*seat)
            }
            Input::Unlocked(seat) => {
                self.check_seat(*seat)?;
                flow.unlock(*seat)
            }
            Input::Opened { slot, choices } => {
                choices.seats().into_iter().try_for_each(|seat| self.check_seat(seat))?;
                flow.open(*slot, choices)
            }
            Input::Chance(beacon) => flow.chance(beacon),
            Input::Reveal { .. } => Err(Illegal::WrongPhase),
            Input::TimedOut(seat) => {
                self.check_seat(*seat)?;
                flow.time_out(*seat)
            }
            Input::Absent(seat) => {
                self.check_seat(*seat)?;
                flow.absent(*seat)
            }
            Input::Back(seat) => {
                self.check_seat(*seat)?;
                flow.back(*seat)
            }
        }
    }

    fn check_bribes(&self, choices: &Sealed<Choice>) -> Result<(), Illegal> {
        let mut laid = CardSet::EMPTY;
        for slot in BRIBES.iter() {
            match choices.get(slot) {
                Some(Choice::Card(card)) => {
                    laid.insert(card);
                }
                _ => return Err(Illegal::CardMissing),
            }
        }
        // Seven cards in seven places: a card that is missing means that another one is there twice.
        if laid == CardSet::HAND && choices.slots() == BRIBES { Ok(()) } else { Err(Illegal::CardMissing) }
    }

    /// The slot that is opened now, and who is there to open it.
    fn opening(&self) -> Option<(Slot, SeatSet)> {
        let (slot, holders) = match self.position.phase {
            Phase::Reveal { ship } => (bribe_slot(ship), self.position.sealed()),
            Phase::TieOpen { tie, sealed } => (tie_slot(tie.ship), sealed),
            Phase::TieReserves { shown, .. } => (RESERVE, shown),
            Phase::LayOpen => (RESERVE, round::keepers(&self.position)),
            _ => return None,
        };
        Some((slot, holders.intersection(self.position.present)))
    }
}

impl Game for Caribbean {
    type Command = Command;
    type Choice = Choice;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    fn seats(&self) -> SeatSet {
        self.position.seats
    }

    fn present(&self) -> SeatSet {
        self.position.present
    }

    fn turn(&self) -> Turn {
        let present = self.position.present;
        if let Some((slot, seats)) = self.opening() {
            return Turn::Open { slot, seats };
        }
        match self.position.phase {
            Phase::SetUp => Turn::Chance(Draw::SetUp),
            Phase::Bribing { locked, late } => Turn::Seal { seats: present.without(late), locked, slots: BRIBES },
            Phase::TieSeal { tie, locked, late } => {
                let seats = tie.asked.intersection(present).without(late);
                Turn::Seal { seats, locked, slots: SlotSet::only(tie_slot(tie.ship)) }
            }
            Phase::Activation { seat, .. } => Turn::Seat(seat),
            Phase::Refill => {
                let count = self.position.supply.len().min(REFILL_CHESTS);
                Turn::Chance(Draw::Supply { count: count as u8 })
            }
            Phase::Over { outcome, .. } => Turn::Over(outcome),
            Phase::Reveal { .. } | Phase::TieOpen { .. } | Phase::TieReserves { .. } | Phase::LayOpen => {
                unreachable!("these phases open a slot, which was answered above")
            }
        }
    }

    fn commands(&self, seat: Seat, so_far: &[Command], each: &mut dyn FnMut(Command)) -> Result<(), Illegal> {
        self.check_seat(seat)?;
        let mut activation = self.activation().ok_or(Illegal::WrongPhase)?;
        if activation.seat() != seat {
            return Err(Illegal::NotYourTurn { seat });
        }
        so_far.iter().try_for_each(|&command| activation.play(command, &mut Deaf))?;
        activation.legal().iter().for_each(each);
        Ok(())
    }

    fn ends_action(command: &Command) -> bool {
        *command == Command::End
    }

    fn choices(&self, seat: Seat, slot: Slot, each: &mut dyn FnMut(Choice)) {
        let Some((open, seats)) = self.opening() else {
            return;
        };
        let Some(player) = self.player(seat) else {
            return;
        };
        if open != slot || !seats.contains(seat) {
            return;
        }
        if let Phase::TieOpen { .. } = self.position.phase {
            each(Choice::Show);
            each(Choice::Keep);
        } else {
            player.hidden_cards().iter().map(Choice::Card).for_each(each);
        }
    }

    fn check_opening(&self, seat: Seat, slot: Slot, choice: Choice) -> Result<(), Illegal> {
        let choices = [(seat, choice)].into_iter().collect();
        let mut scratch = self.position;
        self.step(&mut scratch, &Input::Opened { slot, choices }, &mut Deaf)
    }

    fn decisions(&self) -> u32 {
        self.position.decisions
    }

    fn still_closed(&self) -> SlotSet {
        match self.position.phase {
            Phase::TieSeal { .. } => BRIBES,
            _ => SlotSet::EMPTY,
        }
    }

    fn check_seal(&self, seat: Seat, choices: &Sealed<Choice>) -> Result<(), Illegal> {
        self.check_seat(seat)?;
        if !self.position.present.contains(seat) {
            return Err(Illegal::SeatAbsent { seat });
        }
        match self.position.phase {
            Phase::Bribing { locked, .. } | Phase::TieSeal { locked, .. } if locked.contains(seat) => {
                Err(Illegal::AlreadyLocked { seat })
            }
            Phase::Bribing { late, .. } | Phase::TieSeal { late, .. } if late.contains(seat) => {
                Err(Illegal::NotAwaited { seat })
            }
            Phase::Bribing { .. } => self.check_bribes(choices),
            Phase::TieSeal { tie, .. } if !tie.asked.contains(seat) => Err(Illegal::NotAsked { seat }),
            Phase::TieSeal { tie, .. } => {
                let slot = tie_slot(tie.ship);
                match choices.get(slot) {
                    Some(Choice::Show | Choice::Keep) if choices.slots() == SlotSet::only(slot) => Ok(()),
                    _ => Err(Illegal::WrongKind { seat }),
                }
            }
            _ => Err(Illegal::WrongPhase),
        }
    }

    fn opens_with(&self, _: Seat, _: Slot, choice: Choice) -> SlotSet {
        match choice {
            Choice::Show => SlotSet::only(RESERVE),
            Choice::Card(_) | Choice::Keep => SlotSet::EMPTY,
        }
    }

    fn face_down(&self, _: &mut dyn FnMut(FaceDown)) {}

    fn apply(&mut self, input: &InputOf<Caribbean>, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        let mut next = self.position;
        self.step(&mut next, input, &mut Deaf)?;
        if events.listening() {
            // Once more with the sink: an input that fails must not leave half of its events there.
            let mut again = self.position;
            self.step(&mut again, input, events)?;
        }
        self.position = next;
        Ok(())
    }

    fn view(&self, viewer: Viewer<'_, Choice>) -> View {
        View::new(self.clone(), viewer)
    }

    fn write_public(&self, out: &mut impl ByteSink) {
        out.put(&[GAME_NUMBER]);
        self.terms.write(out);
        self.position.write(out);
    }
}

impl PartialEq for Caribbean {
    fn eq(&self, other: &Caribbean) -> bool {
        self.terms == other.terms && self.position == other.position
    }
}

impl fmt::Debug for Caribbean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caribbean").field("terms", &self.terms).field("position", &self.position).finish()
    }
}

const _: () = assert!(SHIPS == 6 && MAX_PLAYERS == 4);
