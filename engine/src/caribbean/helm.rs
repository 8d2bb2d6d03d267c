//! What each command to a ship does, and when it may be given (section 7 of the rules).
//!
//! One function for each command. The guard against endless exchanges (R37) needs the history of the activation and
//! lives in `activation.rs`; the planner, which never repeats itself, works on the helm directly.

use super::board::Board;
use super::command::Command;
use super::event::Event;
use super::illegal::Illegal;
use super::options::Options;
use super::ship::{Ship, ShipSet};
use super::space::{Space, SpaceSet};
use super::waters::{Cargo, Owners, Waters};
use crate::contract::{EventSink, Seat};

/// What the active player gets for capturing a city, in thousands.
pub const CAPTURE_BONUS: u8 = 2;

/// A ship under command at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Helm<'a> {
    pub(super) board: &'a Board,
    pub(super) options: &'a Options,
    pub(super) owners: &'a Owners,
    pub(super) ship: Ship,
    pub(super) seat: Seat,
    pub(super) waters: Waters,
    pub(super) steps_left: u8,
}

/// What two neighbouring ships can do with their chests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exchange {
    /// The active ship takes the other's chest.
    Steal,
    /// They swap.
    Swap,
    /// The active ship gives its chest away.
    PassOn,
    /// The same, to a ship on a live haven: the chest is delivered at once.
    PassIntoHaven,
}

impl<'a> Helm<'a> {
    pub(super) fn space(&self) -> Space {
        self.waters.space(self.ship)
    }

    /// Exactly the commands that [`play`](Helm::play) would take now.
    #[inline]
    pub(super) fn legal(&self) -> Legal {
        let here = self.space();
        let near = self.board.neighbours(here);
        let mut legal = Legal { end: true, ..Legal::default() };
        if self.steps_left > 0 {
            legal.steps = near.without(self.waters.occupied()).without(self.owners.closed());
        }
        if self.waters.cargo.get(self.ship).is_some() {
            legal.deliver = self.owners.live().contains(here);
            if self.options.adjacent_deliver {
                legal.deliver_to = near.intersection(self.owners.live());
            }
        } else {
            legal.capture = self.steps_left >= self.options.capture_cost
                && self.board.city_at(here).is_some_and(|chest| self.waters.in_city.contains(chest));
        }
        let beside = near.intersection(self.waters.occupied());
        if beside.is_empty() {
            return legal;
        }
        for other in Ship::ALL {
            if other == self.ship || !beside.contains(self.waters.space(other)) {
                continue;
            }
            match self.exchange_with(other) {
                Some(Exchange::Steal) => legal.steal.insert(other),
                Some(Exchange::Swap) => legal.swap.insert(other),
                Some(Exchange::PassOn | Exchange::PassIntoHaven) => legal.pass_on.insert(other),
                None => {}
            }
        }
        legal
    }

    /// Carries out one command, wholly or not at all.
    pub(super) fn play(&mut self, command: Command, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        match command {
            Command::Step(to) => self.step(to, events),
            Command::Capture => self.capture(events),
            Command::Steal(from) => self.steal(from, events),
            Command::Swap(with) => self.swap(with, events),
            Command::PassOn(to) => self.pass_on(to, events),
            Command::Deliver => self.deliver(events),
            Command::DeliverTo(haven) => self.deliver_to(haven, events),
            Command::End => {
                self.end(events);
                Ok(())
            }
        }
    }

    /// Who is paid if the activation ends now, because the rules demand unloading (R31).
    pub(super) fn forced_unloading(&self) -> Option<Seat> {
        if !self.options.must_unload_on_stop || self.waters.cargo.get(self.ship).is_none() {
            return None;
        }
        self.owners.paid_at(self.board, self.space())
    }

    /// What the active ship can do with a neighbour, by what both carry: at most one thing.
    #[inline]
    pub(super) fn exchange_with(&self, neighbour: Ship) -> Option<Exchange> {
        match (self.waters.cargo.get(self.ship), self.waters.cargo.get(neighbour)) {
            (None, None) => None,
            (None, Some(_)) => Some(Exchange::Steal),
            (Some(_), Some(_)) => Some(Exchange::Swap),
            (Some(_), None) if !self.options.pass_on => None,
            (Some(_), None) if self.owners.live().contains(self.waters.space(neighbour)) => {
                Some(Exchange::PassIntoHaven)
            }
            (Some(_), None) => Some(Exchange::PassOn),
        }
    }

    /// The cargo after the active ship and the other one have exchanged what they carry, be it nothing.
    #[inline]
    pub(super) fn exchanged(&self, other: Ship) -> Cargo {
        let cargo = self.waters.cargo;
        cargo.with(self.ship, cargo.get(other)).with(other, cargo.get(self.ship))
    }

    /// R19, R20, R34, R38: one step to a free neighbouring space.
    fn step(&mut self, to: Space, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        let from = self.space();
        if !self.board.all_spaces().contains(to) {
            return Err(Illegal::NoSuchSpace { space: to });
        }
        if self.steps_left == 0 {
            return Err(Illegal::NoStepsLeft);
        }
        if !self.board.neighbours(from).contains(to) {
            return Err(Illegal::NotAdjacent { from, to });
        }
        if let Some(ship) = self.waters.ship_on(to) {
            return Err(Illegal::Occupied { space: to, ship });
        }
        if self.owners.closed().contains(to) {
            return Err(Illegal::ClosedHaven { space: to });
        }
        self.waters.sail(self.ship, to);
        self.steps_left -= 1;
        events.record(Event::Sailed { ship: self.ship, from, to, left: self.steps_left });
        Ok(())
    }

    /// R21, R22, R25: an empty ship takes the chest of the city at its space.
    fn capture(&mut self, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        if self.waters.cargo.get(self.ship).is_some() {
            return Err(Illegal::Loaded);
        }
        let space = self.space();
        let chest = self.board.city_at(space).ok_or(Illegal::NoCity { space })?;
        if !self.waters.in_city.contains(chest) {
            return Err(Illegal::NoChestInCity { space });
        }
        if self.steps_left < self.options.capture_cost {
            return Err(Illegal::NoStepToLoad);
        }
        self.steps_left -= self.options.capture_cost;
        self.waters.in_city.remove(chest);
        self.waters.cargo = self.waters.cargo.with(self.ship, Some(chest));
        self.waters.pay(self.seat, CAPTURE_BONUS);
        events.record(Event::Captured { ship: self.ship, seat: self.seat, chest, bonus: CAPTURE_BONUS });
        Ok(())
    }

    /// R26: an empty ship takes the chest of a neighbour.
    fn steal(&mut self, from: Ship, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        self.check_beside(from)?;
        if self.waters.cargo.get(self.ship).is_some() {
            return Err(Illegal::StealLoaded { ship: from });
        }
        let chest = self.waters.cargo.get(from).ok_or(Illegal::OtherEmpty { ship: from })?;
        self.waters.cargo = self.exchanged(from);
        events.record(Event::Stolen { ship: self.ship, from, chest });
        Ok(())
    }

    /// Two loaded neighbours exchange their chests.
    fn swap(&mut self, with: Ship, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        self.check_beside(with)?;
        let gave = self.waters.cargo.get(self.ship).ok_or(Illegal::Empty)?;
        let got = self.waters.cargo.get(with).ok_or(Illegal::OtherEmpty { ship: with })?;
        self.waters.cargo = self.exchanged(with);
        events.record(Event::Swapped { ship: self.ship, with, got, gave });
        Ok(())
    }

    /// D1, R32: a loaded ship gives its chest to an empty neighbour; one that lies on a live haven unloads it at once.
    fn pass_on(&mut self, to: Ship, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        if !self.options.pass_on {
            return Err(Illegal::NoPassOn);
        }
        self.check_beside(to)?;
        let chest = self.waters.cargo.get(self.ship).ok_or(Illegal::Empty)?;
        if self.waters.cargo.get(to).is_some() {
            return Err(Illegal::OtherLoaded { ship: to });
        }
        self.waters.cargo = self.exchanged(to);
        events.record(Event::PassedOn { ship: self.ship, to, chest });
        let haven = self.waters.space(to);
        if let Some(owner) = self.owners.paid_at(self.board, haven) {
            self.unload(to, haven, owner, true, events);
        }
        Ok(())
    }

    /// R30, R35: a loaded ship on a live haven unloads; the owner of the haven is paid.
    fn deliver(&mut self, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        self.unload_at(self.space(), events)
    }

    /// D2: in the first printing a ship may also unload from beside a haven.
    fn deliver_to(&mut self, haven: Space, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        if !self.options.adjacent_deliver {
            return Err(Illegal::NoAdjacentDelivery);
        }
        let here = self.space();
        if !self.board.neighbours(here).contains(haven) {
            return Err(Illegal::NotAdjacent { from: here, to: haven });
        }
        self.unload_at(haven, events)
    }

    /// R18, R31: the activation is over; on a live haven a loaded ship unloads first.
    fn end(&mut self, events: &mut impl EventSink<Event>) {
        if let Some(owner) = self.forced_unloading() {
            self.unload(self.ship, self.space(), owner, true, events);
        }
    }

    fn check_beside(&self, other: Ship) -> Result<(), Illegal> {
        if other == self.ship {
            return Err(Illegal::SameShip { ship: other });
        }
        if !self.board.neighbours(self.space()).contains(self.waters.space(other)) {
            return Err(Illegal::ShipNotAdjacent { ship: other });
        }
        Ok(())
    }

    fn unload_at(&mut self, haven: Space, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        if self.waters.cargo.get(self.ship).is_none() {
            return Err(Illegal::Empty);
        }
        let Some(owner) = self.owners.paid_at(self.board, haven) else {
            return Err(match self.board.haven(haven) {
                Some(_) => Illegal::UnusedHaven { space: haven },
                None => Illegal::NoLiveHaven { space: haven },
            });
        };
        self.unload(self.ship, haven, owner, false, events);
        Ok(())
    }

    fn unload(&mut self, ship: Ship, haven: Space, owner: Seat, forced: bool, events: &mut impl EventSink<Event>) {
        let Some(chest) = self.waters.cargo.get(ship) else {
            return;
        };
        let value = self.board.value(chest);
        self.waters.cargo = self.waters.cargo.with(ship, None);
        self.waters.deliveries = self.waters.deliveries.with(chest, owner);
        self.waters.pay(owner, value);
        events.record(Event::Delivered { ship, by: self.seat, haven, to: owner, chest, value, forced });
    }
}

/// The legal commands of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Legal {
    /// Spaces to sail to.
    pub steps: SpaceSet,
    /// Whether the city's chest can be taken.
    pub capture: bool,
    /// Ships to steal from.
    pub steal: ShipSet,
    /// Ships to swap with.
    pub swap: ShipSet,
    /// Ships to pass on to.
    pub pass_on: ShipSet,
    /// Whether the ship can unload where it is.
    pub deliver: bool,
    /// Havens beside the ship where it can unload.
    pub deliver_to: SpaceSet,
    /// Whether the activation can be ended.
    pub end: bool,
}

impl Legal {
    /// How many commands there are.
    pub fn len(&self) -> usize {
        self.steps.len()
            + self.steal.len()
            + self.swap.len()
            + self.pass_on.len()
            + self.deliver_to.len()
            + usize::from(self.capture)
            + usize::from(self.deliver)
            + usize::from(self.end)
    }

    /// Whether there is none, which is so only after the end.
    pub fn is_empty(&self) -> bool {
        !self.end
    }

    /// All of them in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Command> {
        let steps = self.steps.into_iter().map(Command::Step);
        let capture = self.capture.then_some(Command::Capture);
        let steal = self.steal.iter().map(Command::Steal);
        let swap = self.swap.iter().map(Command::Swap);
        let pass_on = self.pass_on.iter().map(Command::PassOn);
        let deliver = self.deliver.then_some(Command::Deliver);
        let deliver_to = self.deliver_to.into_iter().map(Command::DeliverTo);
        let end = self.end.then_some(Command::End);
        steps.chain(capture).chain(steal).chain(swap).chain(pass_on).chain(deliver).chain(deliver_to).chain(end)
    }

    /// Whether the command is among them.
    pub fn contains(&self, command: Command) -> bool {
        match command {
            Command::Step(space) => self.steps.contains(space),
            Command::Capture => self.capture,
            Command::Steal(ship) => self.steal.contains(ship),
            Command::Swap(ship) => self.swap.contains(ship),
            Command::PassOn(ship) => self.pass_on.contains(ship),
            Command::Deliver => self.deliver,
            Command::DeliverTo(space) => self.deliver_to.contains(space),
            Command::End => self.end,
        }
    }
}
