//! What can be done when too few are left for the table to go on: play in a copy that is marked as such.

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Seat, Slot, SlotSet};

use super::Peer;
use crate::bots::Kind;
use crate::table::copy::{CopiedSeat, MarkedCopy, NoCopy, Origin, Player};
use crate::table::genesis::{Name, PeerIndex};
use crate::table::state::SeatState;

impl Peer {
    /// Whether so many voters can be reached, this one included, that the table can go on.
    pub fn has_majority(&self) -> bool {
        let reached =
            |peer: PeerIndex| peer == self.me || self.contacts.get(&peer).is_some_and(|contact| contact.connected);
        let voters = (0..self.state().members().len() as u8).map(PeerIndex);
        let there = voters.filter(|peer| self.state().has_vote(*peer) && reached(*peer)).count();
        there >= self.state().electorate().majority()
    }

    /// A copy of the game as this peer knows it, to play on alone while too few are there: with the own cards as they
    /// are sealed now, and with bots at all other seats, who take over as stand-ins do at a table. What others have
    /// sealed is theirs and counts as withheld. The game itself is not touched: it goes on where it was when the others
    /// are back. `level` is how well the stand-ins play; chance and bots follow from `seed`.
    pub fn marked_copy(&self, level: &Name, seed: u64) -> Result<MarkedCopy, NoCopy> {
        if Kind::named(level.as_ref()).is_none() {
            return Err(NoCopy::NoSuchBot);
        }
        if self.is_over() {
            return Err(NoCopy::Over);
        }
        if self.has_majority() {
            return Err(NoCopy::TableGoesOn);
        }
        let state = self.state();
        if !state.seats().any(|(_, seat)| self.plays(seat)) {
            return Err(NoCopy::NoSeat);
        }
        let seats = state.seats().map(|(seat, known)| (seat, self.copied(seat, known, level))).collect();
        let origin = Origin { game: self.charter.id(), head: self.head() };
        Ok(MarkedCopy::new(origin, state.game().clone(), seats, seed))
    }

    /// Whether the person at this peer plays the seat.
    fn plays(&self, seat: &SeatState) -> bool {
        seat.runner() == self.me && seat.bot().is_none()
    }

    fn copied(&self, seat: Seat, known: &SeatState, level: &Name) -> CopiedSeat {
        let runs = known.runner() == self.me;
        let opens = |slot: Slot| runs && self.own.opening(seat, slot, known).is_some();
        let unknown: SlotSet = known.sealed_slots().iter().filter(|slot| !opens(*slot)).collect();
        let mut sealed = if runs { self.own.sealed(seat, known) } else { SealedBytes::default() };
        unknown.iter().for_each(|slot| {
            sealed.remove(slot);
        });
        let player = match known.bot() {
            _ if self.plays(known) => Player::Person,
            Some(bot) => Player::Bot(bot.level.clone()),
            None => Player::Bot(level.clone()),
        };
        CopiedSeat { player, sealed, unknown }
    }
}
