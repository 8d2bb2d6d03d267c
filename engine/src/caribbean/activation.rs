//! An activation: everything that the winner of a bribe does with the ship, from winning it to `End`.
//!
//! The table uses it to apply an action, the app for previews and undo, bots and playouts to ask what is
//! [legal](Activation::legal).

use arrayvec::ArrayVec;

use super::board::Board;
use super::command::Command;
use super::event::Event;
use super::helm::{Exchange, Helm, Legal};
use super::illegal::Illegal;
use super::options::Options;
use super::ship::{Ship, ShipSet};
use super::space::Space;
use super::waters::{Cargo, Owners, Waters};
use crate::contract::{Deaf, EventSink, MAX_COMMANDS, Seat};

/// A ship under command, with what has been done since it was won.
#[derive(Clone, Debug)]
pub struct Activation<'a> {
    helm: Helm<'a>,
    commands: usize,
    ended: bool,
    /// The cargo distributions since the last step, capture or delivery, the present one included (R37).
    seen: ArrayVec<Cargo, { MAX_COMMANDS + 1 }>,
}

impl<'a> Activation<'a> {
    pub(super) fn new(helm: Helm<'a>) -> Activation<'a> {
        let mut seen = ArrayVec::new();
        seen.push(helm.waters.cargo);
        Activation { helm, commands: 0, ended: false, seen }
    }

    /// The chart.
    pub fn board(&self) -> &'a Board {
        self.helm.board
    }

    /// The rules of this table.
    pub fn options(&self) -> &'a Options {
        self.helm.options
    }

    /// Who owns which havens.
    pub fn owners(&self) -> &'a Owners {
        self.helm.owners
    }

    /// Ships, chests and money as they are now.
    pub fn waters(&self) -> &Waters {
        &self.helm.waters
    }

    /// The active ship.
    pub fn ship(&self) -> Ship {
        self.helm.ship
    }

    /// Who commands it.
    pub fn seat(&self) -> Seat {
        self.helm.seat
    }

    /// Where it is now.
    pub fn space(&self) -> Space {
        self.helm.space()
    }

    /// How many steps it has left.
    pub fn steps_left(&self) -> u8 {
        self.helm.steps_left
    }

    /// How many commands were given.
    pub fn commands(&self) -> usize {
        self.commands
    }

    /// Whether it is over.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Who would be paid if the activation ended now because the rules demand unloading (R31).
    pub fn forced_unloading(&self) -> Option<Seat> {
        self.helm.forced_unloading()
    }

    /// Exactly the commands that [`play`](Activation::play) would take now.
    pub fn legal(&self) -> Legal {
        if self.ended {
            return Legal::default();
        }
        if self.commands + 1 >= MAX_COMMANDS {
            return Legal { end: true, ..Legal::default() };
        }
        let mut legal = self.helm.legal();
        // Only the present distribution is there in most moments, and no exchange leads back to that at once.
        if self.seen.len() > 1 {
            legal.steal = self.fresh_among(legal.steal);
            legal.swap = self.fresh_among(legal.swap);
            legal.pass_on = self.fresh_among(legal.pass_on);
        }
        legal
    }

    /// Plays one command, wholly or not at all.
    pub fn play(&mut self, command: Command, events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        if self.ended {
            return Err(Illegal::AfterEnd);
        }
        if self.commands + 1 >= MAX_COMMANDS && command != Command::End {
            return Err(Illegal::TooLong);
        }
        let exchange = match command {
            Command::Steal(other) | Command::Swap(other) | Command::PassOn(other) => {
                if self.helm.legal().contains(command) && !self.is_fresh(other) {
                    return Err(Illegal::Loop);
                }
                self.helm.exchange_with(other)
            }
            _ => None,
        };
        self.helm.play(command, events)?;
        self.commands += 1;
        match (exchange, command) {
            (Some(Exchange::Steal | Exchange::Swap | Exchange::PassOn), _) => {}
            (_, Command::End) => self.ended = true,
            // After a step, a capture or a delivery nothing can repeat what was before: steps and chests in cities
            // only ever get fewer, delivered chests only ever more.
            _ => self.seen.clear(),
        }
        self.seen.push(self.helm.waters.cargo);
        Ok(())
    }

    /// Plays all commands of an action, the last of which has to be `End`.
    pub fn play_all(&mut self, commands: &[Command], events: &mut impl EventSink<Event>) -> Result<(), Illegal> {
        commands.iter().try_for_each(|&command| self.play(command, events))?;
        if self.ended { Ok(()) } else { Err(Illegal::NoEnd) }
    }

    /// Whether the command would be taken, and if not, why.
    pub fn check(&self, command: Command) -> Result<(), Illegal> {
        self.clone().play(command, &mut Deaf)
    }

    pub(super) fn helm(&self) -> &Helm<'a> {
        &self.helm
    }

    /// The cargo distributions that may not come up again before the next step, capture or delivery.
    pub(super) fn seen(&self) -> &[Cargo] {
        &self.seen
    }

    fn fresh_among(&self, ships: ShipSet) -> ShipSet {
        let mut fresh = ShipSet::EMPTY;
        ships.iter().filter(|&other| self.is_fresh(other)).for_each(|other| fresh.insert(other));
        fresh
    }

    /// R37: whether an exchange with this neighbour makes a distribution that has not come up yet.
    fn is_fresh(&self, other: Ship) -> bool {
        self.helm.exchange_with(other) == Some(Exchange::PassIntoHaven)
            || !self.seen.contains(&self.helm.exchanged(other))
    }
}
