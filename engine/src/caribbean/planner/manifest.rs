//! Which chests are at sea, which in their cities, and which were delivered to whom; not which ship carries what.

use arrayvec::ArrayVec;

use super::super::chest::{Chest, ChestSet};
use super::super::helm::{CAPTURE_BONUS, Helm};
use super::super::ship::{SHIPS, Ship};
use super::super::space::SpaceSet;
use super::super::waters::{Cargo, Deliveries, Waters};
use super::stowage::Stowage;
use crate::contract::Seat;

/// The chests that are at sea, in cities and delivered, and the money that was paid for it.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    /// All but the cargo, and where the active ship is.
    pub(super) waters: Waters,
    /// The chests aboard of any ship, sorted.
    pub(super) at_sea: ArrayVec<Chest, SHIPS>,
    /// Whether nothing but exchanges has happened since the start, so that the guard's memory (R37) counts.
    pub(super) guarded: bool,
    /// Where the ship can be with it, as far as the search has come.
    pub(super) visited: SpaceSet,
    /// How many chests were captured or delivered to get here.
    pub(super) changes: usize,
}

/// What makes one manifest of another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// The first step: the guard's memory is gone.
    Sailed,
    /// The chest in this hold was delivered.
    Delivered { hold: usize, owner: Seat },
    /// The active ship has taken this chest from its city.
    Captured { chest: Chest },
}

impl Manifest {
    pub(super) fn new(waters: Waters, guarded: bool) -> Manifest {
        let mut at_sea: ArrayVec<Chest, SHIPS> =
            Ship::ALL.into_iter().filter_map(|ship| waters.cargo.get(ship)).collect();
        at_sea.sort_unstable();
        Manifest { waters, at_sea, guarded, visited: SpaceSet::EMPTY, changes: 0 }
    }

    /// How many different things the active ship can carry, nothing included.
    pub(super) fn holds(&self) -> usize {
        self.at_sea.len() + 1
    }

    /// The hold in which a chest is that comes to those at sea.
    pub(super) fn hold_for(&self, chest: Chest) -> usize {
        self.at_sea.iter().filter(|&&other| other < chest).count() + 1
    }

    /// What tells this manifest from all others of a search. Which chests are at sea and how much money everybody has
    /// follows from it.
    pub(super) fn key(&self) -> u128 {
        key(self.waters.deliveries, self.waters.in_city, self.guarded)
    }

    /// The same after a change.
    pub(super) fn key_after(&self, change: Change) -> u128 {
        let Waters { mut deliveries, mut in_city, .. } = self.waters;
        match change {
            Change::Sailed => {}
            Change::Delivered { hold, owner } => deliveries = deliveries.with(self.at_sea[hold - 1], owner),
            Change::Captured { chest } => in_city.remove(chest),
        }
        key(deliveries, in_city, false)
    }

    /// The manifest after a change.
    pub(super) fn after(&self, change: Change, helm: &Helm<'_>) -> Manifest {
        let mut after = Manifest { guarded: false, visited: SpaceSet::EMPTY, ..self.clone() };
        match change {
            Change::Sailed => return after,
            Change::Delivered { hold, owner } => {
                let chest = after.at_sea.remove(hold - 1);
                after.waters.deliveries = after.waters.deliveries.with(chest, owner);
                after.waters.pay(owner, helm.board.value(chest));
            }
            Change::Captured { chest } => {
                after.at_sea.insert(self.hold_for(chest) - 1, chest);
                after.waters.in_city.remove(chest);
                after.waters.pay(helm.seat, CAPTURE_BONUS);
            }
        }
        after.changes += 1;
        after
    }

    /// The number of this cargo.
    pub(super) fn stowage(&self, ships: &[Ship; SHIPS], cargo: Cargo) -> Stowage {
        let spread = ships.map(|ship| {
            let place = cargo.get(ship).and_then(|chest| self.at_sea.iter().position(|&other| other == chest));
            place.map_or(0, |place| place as u8 + 1)
        });
        Stowage::of(self.at_sea.len(), &spread)
    }
}

fn key(deliveries: Deliveries, in_city: ChestSet, guarded: bool) -> u128 {
    u128::from(guarded) << 127 | u128::from(deliveries.bits()) << 16 | u128::from(in_city.bits())
}
