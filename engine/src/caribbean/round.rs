//! The way of a round: set-up, bribing, reveal, ties, activations, the end of the round, refill, the end of the game
//! (section 5 of the rules).
//!
//! A [`Flow`] works on a copy of the position; the table takes the copy over only if everything went well.

use super::activation::Activation;
use super::board::Board;
use super::bribe::{self, TieVerdict, Verdict};
use super::card::{Card, Choice, RESERVE, bribe_slot, tie_slot};
use super::chest::ChestSet;
use super::colour::Colour;
use super::command::Command;
use super::event::{End, Event, Stall};
use super::helm::Helm;
use super::illegal::{Illegal, MAX_LOCKS};
use super::options::{Colours, Terms, target};
use super::position::{Hand, Phase, Player, Position, Reserve, Tie};
use super::ship::{SHIPS, Ship};
use super::victory::winners;
use super::waters::{Owners, Waters};
use crate::contract::{Beacon, Dice, EventSink, Outcome, Seat, SeatMap, SeatSet, Slot};

/// How many chests lie open at the start.
const OPENING_CHESTS: usize = 6;
/// How many chests a refill turns up.
pub(super) const REFILL_CHESTS: usize = 2;

/// A position on its way to the next one.
pub(super) struct Flow<'a, S> {
    pub(super) board: &'a Board,
    pub(super) terms: &'a Terms,
    pub(super) position: &'a mut Position,
    pub(super) events: &'a mut S,
}

impl<S: EventSink<Event>> Flow<'_, S> {
    // ------------------------------------------------------------------------------------------------ inputs

    pub(super) fn chance(&mut self, beacon: &Beacon) -> Result<(), Illegal> {
        let mut dice = Dice::from_beacon(beacon);
        match self.position.phase {
            Phase::SetUp => self.set_up(&mut dice),
            Phase::Refill => self.refill(&mut dice),
            _ => return Err(Illegal::WrongPhase),
        }
        Ok(())
    }

    /// R47: a seat gives its OK.
    pub(super) fn lock(&mut self, seat: Seat) -> Result<(), Illegal> {
        let locked = self.open_seals(seat)?;
        if locked.contains(seat) {
            return Err(Illegal::AlreadyLocked { seat });
        }
        locked.insert(seat);
        let player = self.position.player_mut(seat);
        player.locks = player.locks.saturating_add(1);
        self.events.record(Event::Sealed { seat });
        self.close_seals_when_complete();
        Ok(())
    }

    /// R47: a seat takes its OK back, possible until the last one has given it.
    pub(super) fn unlock(&mut self, seat: Seat) -> Result<(), Illegal> {
        let spent = self.position.players[seat.index()].locks >= MAX_LOCKS;
        let locked = self.open_seals(seat)?;
        if !locked.contains(seat) {
            return Err(Illegal::NotLocked { seat });
        }
        if spent {
            return Err(Illegal::TooManyLocks { seat });
        }
        locked.remove(seat);
        self.events.record(Event::SealBroken { seat });
        Ok(())
    }

    /// Who has sealed in the choice that is open now, for a seat that takes part in it.
    fn open_seals(&mut self, seat: Seat) -> Result<&mut SeatSet, Illegal> {
        self.check_present(seat)?;
        match &mut self.position.phase {
            Phase::TieSeal { tie, .. } if !tie.asked.contains(seat) => Err(Illegal::NotAsked { seat }),
            Phase::Bribing { late, .. } | Phase::TieSeal { late, .. } if late.contains(seat) => {
                Err(Illegal::NotAwaited { seat })
            }
            Phase::Bribing { locked, .. } | Phase::TieSeal { locked, .. } => Ok(locked),
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// What the seats that are there turn up in a slot. A seat that is away has to come back first: whether its choice
    /// counts must not depend on who puts the openings together.
    pub(super) fn open(&mut self, slot: Slot, choices: &SeatMap<Choice>) -> Result<(), Illegal> {
        choices.seats().into_iter().try_for_each(|seat| self.check_present(seat))?;
        match self.position.phase {
            Phase::Reveal { ship } if slot == bribe_slot(ship) => {
                let cards = self.check_cards(choices, self.position.sealed())?;
                self.reveal(ship, &cards);
            }
            Phase::TieOpen { tie, sealed } if slot == tie_slot(tie.ship) => {
                let shown = check_decisions(choices, sealed)?;
                self.open_tie(tie, sealed, choices.seats(), shown);
            }
            Phase::TieReserves { tie, shown } if slot == RESERVE => {
                let cards = self.check_cards(choices, shown)?;
                self.show_reserves(tie, shown, &cards);
            }
            Phase::LayOpen if slot == RESERVE => {
                let cards = self.check_cards(choices, self.keepers())?;
                self.lay_open(&cards);
            }
            Phase::Reveal { .. } | Phase::TieOpen { .. } | Phase::TieReserves { .. } | Phase::LayOpen => {
                return Err(Illegal::WrongSlot { slot });
            }
            _ => return Err(Illegal::WrongPhase),
        }
        Ok(())
    }

    pub(super) fn act(&mut self, seat: Seat, commands: &[Command]) -> Result<(), Illegal> {
        let Phase::Activation { ship, seat: commander, steps } = self.position.phase else {
            return Err(Illegal::WrongPhase);
        };
        if seat != commander {
            return Err(Illegal::NotYourTurn { seat });
        }
        self.activate(ship, seat, steps, commands, false)
    }

    /// R48: a seat's time is up. Bribes that are not sealed are none, a tie-breaker is kept, an activation ends at once.
    /// In an opening there is nothing to time out: what is missing there counts as withheld.
    pub(super) fn time_out(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.check_present(seat)?;
        match &mut self.position.phase {
            Phase::TieSeal { tie, .. } if !tie.asked.contains(seat) => Err(Illegal::NotAsked { seat }),
            Phase::Bribing { locked, late } | Phase::TieSeal { locked, late, .. } => {
                if locked.contains(seat) || late.contains(seat) {
                    return Err(Illegal::NotAwaited { seat });
                }
                late.insert(seat);
                self.events.record(Event::TimedOut { seat });
                self.close_seals_when_complete();
                Ok(())
            }
            &mut Phase::Activation { ship, seat: commander, steps } => {
                if seat != commander {
                    return Err(Illegal::NotAwaited { seat });
                }
                self.events.record(Event::TimedOut { seat });
                self.end_by_default(ship, seat, steps);
                Ok(())
            }
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// R48: a seat left.
    pub(super) fn absent(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.check_present(seat)?;
        self.position.present.remove(seat);
        self.events.record(Event::Left { seat });
        match self.position.phase {
            Phase::Bribing { .. } | Phase::TieSeal { .. } => self.close_seals_when_complete(),
            Phase::Activation { ship, seat: commander, steps } if commander == seat => {
                self.end_by_default(ship, seat, steps);
            }
            _ => self.go_on_without_the_absent(),
        }
        Ok(())
    }

    pub(super) fn back(&mut self, seat: Seat) -> Result<(), Illegal> {
        if self.position.present.contains(seat) {
            return Err(Illegal::SeatPresent { seat });
        }
        self.position.present.insert(seat);
        self.events.record(Event::CameBack { seat });
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------ set-up

    fn set_up(&mut self, dice: &mut Dice) {
        let colours = match self.terms.colours {
            Colours::Picked(colours) => colours,
            Colours::Dealt => {
                let mut colours = Colour::ALL;
                dice.shuffle(&mut colours);
                colours
            }
        };
        for (seat, &colour) in self.position.seats.into_iter().zip(&colours) {
            *self.position.player_mut(seat) = Player::new(colour);
            self.events.record(Event::ColourDealt { seat, colour });
        }
        let playing = &colours[..self.position.seats.len()];
        self.position.owners = Owners::new(self.board, &self.terms.options, playing);

        let mut starts: [_; SHIPS] = std::array::from_fn(|index| self.board.starts()[index]);
        dice.shuffle(&mut starts);
        self.position.waters = Waters::new(starts);
        for ship in Ship::ALL {
            self.events.record(Event::ShipPlaced { ship, space: self.position.waters.space(ship) });
        }
        self.position.supply = ChestSet::first(self.board.cities().len());
        (0..OPENING_CHESTS).for_each(|_| self.turn_up_chest(dice));
        self.begin_round();
    }

    /// R39: the supply is an unordered set; which chest comes is drawn at the moment when it is turned up.
    fn turn_up_chest(&mut self, dice: &mut Dice) {
        let pick = dice.index(self.position.supply.len());
        let Some(chest) = self.position.supply.into_iter().nth(pick) else {
            return;
        };
        self.position.supply.remove(chest);
        self.position.waters.in_city.insert(chest);
        self.events.record(Event::ChestTurnedUp { chest, value: self.board.value(chest) });
    }

    fn refill(&mut self, dice: &mut Dice) {
        (0..REFILL_CHESTS).for_each(|_| self.turn_up_chest(dice));
        self.begin_round();
    }

    // ------------------------------------------------------------------------------------------------ bribing

    fn begin_round(&mut self) {
        self.position.round = self.position.round.saturating_add(1);
        self.position.wealth_before = self.position.wealth();
        for seat in self.position.seats {
            let player = self.position.player_mut(seat);
            *player = Player::new(player.colour);
        }
        self.position.phase = Phase::Bribing { locked: SeatSet::EMPTY, late: SeatSet::EMPTY };
        self.position.decisions += 1;
        self.events.record(Event::RoundBegan { round: self.position.round });
        self.close_seals_when_complete();
    }

    /// The choice is closed once everybody who is asked and present has sealed.
    fn close_seals_when_complete(&mut self) {
        let present = self.position.present;
        match self.position.phase {
            Phase::Bribing { locked, late } if present.without(locked).without(late).is_empty() => {
                self.events.record(Event::SealsClosed { seats: locked });
                for seat in locked {
                    let player = self.position.player_mut(seat);
                    player.hand = Hand::Sealed;
                    player.reserve = Reserve::Unspent;
                }
                self.turn_to(Ship::A);
            }
            Phase::TieSeal { tie, locked, late }
                if tie.asked.intersection(present).without(locked).without(late).is_empty() =>
            {
                self.events.record(Event::SealsClosed { seats: locked });
                self.position.phase = Phase::TieOpen { tie, sealed: locked };
                self.go_on_without_the_absent();
            }
            _ => {}
        }
    }

    // ------------------------------------------------------------------------------------------------ reveal

    fn turn_to(&mut self, ship: Ship) {
        self.position.phase = Phase::Reveal { ship };
        self.go_on_without_the_absent();
    }

    /// Where nobody who is present has anything to open, the table does not wait: what the absent have sealed counts
    /// as withheld (R53).
    fn go_on_without_the_absent(&mut self) {
        let present = self.position.present;
        let nobody = |seats: SeatSet| seats.intersection(present).is_empty();
        match self.position.phase {
            Phase::Reveal { ship } if nobody(self.position.sealed()) => self.reveal(ship, &SeatMap::default()),
            Phase::TieOpen { tie, sealed } if nobody(sealed) => {
                self.open_tie(tie, sealed, SeatSet::EMPTY, SeatSet::EMPTY);
            }
            Phase::TieReserves { tie, shown } if nobody(shown) => {
                self.show_reserves(tie, shown, &SeatMap::default());
            }
            Phase::LayOpen if nobody(self.keepers()) => self.lay_open(&SeatMap::default()),
            _ => {}
        }
    }

    /// What is opened must be cards, from seats that have one there, and no card twice in a round.
    fn check_cards(&self, choices: &SeatMap<Choice>, holders: SeatSet) -> Result<SeatMap<Card>, Illegal> {
        let mut cards = SeatMap::default();
        for (seat, &choice) in choices.iter() {
            if !holders.contains(seat) {
                return Err(Illegal::NothingToOpen { seat });
            }
            let Choice::Card(card) = choice else {
                return Err(Illegal::WrongKind { seat });
            };
            if self.position.players[seat.index()].opened.contains(card) {
                return Err(Illegal::CardTwice { seat, card });
            }
            cards.insert(seat, card);
        }
        Ok(cards)
    }

    /// R53: withholding what was sealed voids everything of that seat that is still closed, and spends its reserve.
    fn void(&mut self, seats: SeatSet) {
        for seat in seats {
            let player = self.position.player_mut(seat);
            player.hand = Hand::Withheld;
            if player.reserve == Reserve::Unspent {
                player.reserve = Reserve::Forfeit;
            }
            self.events.record(Event::Withheld { seat });
        }
    }

    fn reveal(&mut self, ship: Ship, cards: &SeatMap<Card>) {
        for (seat, &card) in cards.iter() {
            let player = self.position.player_mut(seat);
            player.opened.insert(card);
            player.bribes[ship.index()] = Some(card);
        }
        self.events.record(Event::BribesShown { ship, cards: *cards });
        self.void(self.position.sealed().without(cards.seats()));
        match bribe::compare(cards) {
            Verdict::NoBribe => self.stall(ship, Stall::NoBribe),
            Verdict::Won { seat, card, thieves } => self.command(ship, seat, card, thieves),
            Verdict::Tied { seats, card, thieves } => self.tie(ship, seats, card, thieves),
        }
    }

    // ------------------------------------------------------------------------------------------------ ties

    /// R8, R13: only tied seats with an unspent reserve are asked; if there is none, the ship stalls at once.
    fn tie(&mut self, ship: Ship, seats: SeatSet, card: Card, thieves: u8) {
        let asked: SeatSet = seats.into_iter().filter(|&seat| self.position.players[seat.index()].can_show()).collect();
        self.events.record(Event::Tied { ship, card, seats, asked });
        if asked.is_empty() {
            self.stall(ship, Stall::NoReserve);
            return;
        }
        let tie = Tie { ship, card, thieves, asked };
        self.position.phase = Phase::TieSeal { tie, locked: SeatSet::EMPTY, late: SeatSet::EMPTY };
        self.position.decisions += 1;
        self.close_seals_when_complete();
    }

    fn open_tie(&mut self, tie: Tie, sealed: SeatSet, opened: SeatSet, shown: SeatSet) {
        self.void(sealed.without(opened));
        for seat in tie.asked.without(shown).intersection(self.position.sealed()) {
            self.events.record(Event::ReserveKept { seat });
        }
        if shown.is_empty() {
            self.stall(tie.ship, Stall::NobodyShowed);
        } else {
            self.position.phase = Phase::TieReserves { tie, shown };
            self.go_on_without_the_absent();
        }
    }

    fn show_reserves(&mut self, tie: Tie, shown: SeatSet, cards: &SeatMap<Card>) {
        for (seat, &card) in cards.iter() {
            let player = self.position.player_mut(seat);
            player.opened.insert(card);
            player.reserve = Reserve::Shown(card);
            self.events.record(Event::ReserveShown { seat, card });
        }
        self.void(shown.without(cards.seats()));
        match bribe::compare_reserves(cards, &self.terms.options) {
            TieVerdict::Won { seat, thieves } => self.command(tie.ship, seat, tie.card, tie.thieves + thieves),
            TieVerdict::NobodyShowed => self.stall(tie.ship, Stall::NobodyShowed),
            TieVerdict::Unbroken => self.stall(tie.ship, Stall::TiedAgain),
        }
    }

    fn stall(&mut self, ship: Ship, reason: Stall) {
        self.events.record(Event::Stalled { ship, reason });
        self.next_ship(ship);
    }

    // ------------------------------------------------------------------------------------------------ activation

    fn command(&mut self, ship: Ship, seat: Seat, card: Card, thieves: u8) {
        let steps = bribe::steps(card, thieves);
        self.events.record(Event::Commanded { ship, seat, card, thieves, steps });
        self.position.phase = Phase::Activation { ship, seat, steps };
    }

    /// R48: the activation of a seat that is away is a bare `End`, which is legal at any time.
    fn end_by_default(&mut self, ship: Ship, seat: Seat, steps: u8) {
        let ended = self.activate(ship, seat, steps, &[Command::End], true);
        debug_assert_eq!(ended, Ok(()));
    }

    fn activate(
        &mut self,
        ship: Ship,
        seat: Seat,
        steps: u8,
        commands: &[Command],
        by_default: bool,
    ) -> Result<(), Illegal> {
        let Position { waters, owners, .. } = *self.position;
        let mut activation = Activation::new(Helm {
            board: self.board,
            options: &self.terms.options,
            owners: &owners,
            ship,
            seat,
            waters,
            steps_left: steps,
        });
        activation.play_all(commands, self.events)?;
        self.position.waters = *activation.waters();
        self.events.record(Event::Ended { ship, by_default });
        self.close(ship);
        Ok(())
    }

    /// §8, R46: the end is near as soon as somebody has the target, by whoever's move.
    fn close(&mut self, ship: Ship) {
        let target = target(self.position.seats.len());
        let rich: SeatSet =
            self.position.seats.into_iter().filter(|&seat| self.position.waters.money(seat) >= target).collect();
        if !rich.is_empty() && !self.position.last_round {
            self.position.last_round = true;
            self.events.record(Event::TargetReached { seats: rich });
        }
        self.next_ship(ship);
    }

    fn next_ship(&mut self, ship: Ship) {
        match ship.next() {
            Some(next) => self.turn_to(next),
            None => {
                self.position.phase = Phase::LayOpen;
                self.go_on_without_the_absent();
            }
        }
    }

    // ------------------------------------------------------------------------------------------------ end of round

    /// The seats with a reserve that nobody has seen.
    fn keepers(&self) -> SeatSet {
        keepers(self.position)
    }

    fn lay_open(&mut self, cards: &SeatMap<Card>) {
        for (seat, &card) in cards.iter() {
            let player = self.position.player_mut(seat);
            player.opened.insert(card);
            player.reserve = Reserve::LaidOpen(card);
            self.events.record(Event::ReserveLaidOpen { seat, card });
        }
        self.void(self.keepers());
        self.end_round();
    }

    fn end_round(&mut self) {
        let income = self.position.wealth() > self.position.wealth_before;
        // The supply is as it was when the round began: refills come between rounds.
        self.position.quiet_rounds =
            if income || !self.position.supply.is_empty() { 0 } else { self.position.quiet_rounds.saturating_add(1) };
        let delivered = self.position.waters.deliveries.chests().len();
        let reason = if self.position.last_round {
            Some(End::Target)
        } else if delivered == self.board.cities().len() {
            Some(End::NoChestLeft)
        } else if self.position.quiet_rounds >= self.terms.options.no_income_rounds {
            Some(End::NoIncome)
        } else {
            None
        };
        match reason {
            Some(reason) => self.game_over(reason),
            None if self.position.supply.is_empty() => self.begin_round(),
            None => self.position.phase = Phase::Refill,
        }
    }

    fn game_over(&mut self, reason: End) {
        let money = |seat: Seat| self.position.waters.money(seat);
        let winners = winners(self.position.seats, &self.position.waters, self.board, &self.terms.options);
        let scores = self.position.seats.into_iter().map(|seat| (seat, u32::from(money(seat)) * 1_000)).collect();
        let outcome = Outcome { winners, scores };
        self.position.phase = Phase::Over { reason, outcome };
        self.events.record(Event::GameOver { reason, outcome });
    }

    fn check_present(&self, seat: Seat) -> Result<(), Illegal> {
        if self.position.present.contains(seat) { Ok(()) } else { Err(Illegal::SeatAbsent { seat }) }
    }
}

/// The seats with a reserve that nobody has seen.
pub(super) fn keepers(position: &Position) -> SeatSet {
    position.seats.into_iter().filter(|seat| position.players[seat.index()].can_show()).collect()
}

/// What is opened must be decisions, from seats that sealed one. Returns who shows.
fn check_decisions(choices: &SeatMap<Choice>, sealed: SeatSet) -> Result<SeatSet, Illegal> {
    let mut shown = SeatSet::EMPTY;
    for (seat, choice) in choices.iter() {
        if !sealed.contains(seat) {
            return Err(Illegal::NothingToOpen { seat });
        }
        match choice {
            Choice::Show => shown.insert(seat),
            Choice::Keep => {}
            Choice::Card(_) => return Err(Illegal::WrongKind { seat }),
        }
    }
    Ok(shown)
}
