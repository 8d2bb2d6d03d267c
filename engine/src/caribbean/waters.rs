//! Everything that an activation can change: where the ships are, what they carry, which chests lie where, and money.

use super::board::Board;
use super::chest::{CHESTS, Chest, ChestSet};
use super::colour::Colour;
use super::helm::CAPTURE_BONUS;
use super::options::{Options, UnusedHavens};
use super::ship::{SHIPS, Ship};
use super::space::{Space, SpaceSet};
use crate::contract::Seat;

/// The most players, and so live colours.
pub const MAX_PLAYERS: usize = 4;

/// Which chest is on which ship: a *cargo distribution*. Five bits a ship, so that two can be compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cargo(u32);

impl Cargo {
    const BITS: usize = 5;

    /// The chest aboard this ship.
    #[inline]
    pub fn get(self, ship: Ship) -> Option<Chest> {
        let code = (self.0 >> (ship.index() * Cargo::BITS)) as usize & 0x1f;
        code.checked_sub(1).and_then(Chest::from_index)
    }

    /// The same with another chest, or none, aboard this ship.
    #[inline]
    #[must_use]
    pub fn with(self, ship: Ship, chest: Option<Chest>) -> Cargo {
        let shift = ship.index() * Cargo::BITS;
        let code = chest.map_or(0, |chest| chest.index() as u32 + 1);
        Cargo(self.0 & !(0x1f << shift) | code << shift)
    }

    /// The five bits of every ship, ship A lowest.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Which chests were delivered, and to whom: three bits a chest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Deliveries(u64);

impl Deliveries {
    const BITS: usize = 3;

    /// Who was paid for this chest, if it was delivered.
    pub fn get(self, chest: Chest) -> Option<Seat> {
        let code = (self.0 >> (chest.index() * Deliveries::BITS)) as usize & 0x7;
        code.checked_sub(1).and_then(Seat::new)
    }

    /// The same with this chest delivered to this seat.
    #[must_use]
    pub fn with(self, chest: Chest, seat: Seat) -> Deliveries {
        let shift = chest.index() * Deliveries::BITS;
        Deliveries(self.0 & !(0x7 << shift) | (seat.index() as u64 + 1) << shift)
    }

    /// The chests that were delivered.
    pub fn chests(self) -> ChestSet {
        (0..CHESTS).filter_map(Chest::from_index).filter(|&chest| self.get(chest).is_some()).collect()
    }

    /// The three bits of every chest, the first chest lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Where one chest is. Every chest is in exactly one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// Face down in the supply.
    Supply,
    /// In its city, ready to be captured.
    City,
    /// Aboard a ship.
    Aboard(Ship),
    /// Delivered, and this seat was paid.
    Delivered(Seat),
}

/// What an activation can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waters {
    at: [Space; SHIPS],
    occupied: SpaceSet,
    /// Which chest is on which ship.
    pub(super) cargo: Cargo,
    /// The chests that lie in their cities.
    pub(super) in_city: ChestSet,
    /// The chests that were delivered.
    pub(super) deliveries: Deliveries,
    /// Everybody's money in thousands, by seat.
    pub(super) money: [u16; MAX_PLAYERS],
}

impl Waters {
    /// Ships on these spaces, no chest anywhere, no money.
    pub(super) fn new(at: [Space; SHIPS]) -> Waters {
        Waters {
            at,
            occupied: at.into_iter().collect(),
            cargo: Cargo::default(),
            in_city: ChestSet::EMPTY,
            deliveries: Deliveries::default(),
            money: [0; MAX_PLAYERS],
        }
    }

    /// Where the ship is.
    #[inline]
    pub fn space(&self, ship: Ship) -> Space {
        self.at[ship.index()]
    }

    /// The spaces with a ship.
    #[inline]
    pub fn occupied(&self) -> SpaceSet {
        self.occupied
    }

    /// The ship on this space.
    pub fn ship_on(&self, space: Space) -> Option<Ship> {
        Ship::ALL.into_iter().find(|&ship| self.space(ship) == space)
    }

    /// Which chest is on which ship.
    pub fn cargo(&self) -> Cargo {
        self.cargo
    }

    /// The chests that lie in their cities.
    pub fn in_city(&self) -> ChestSet {
        self.in_city
    }

    /// The chests that were delivered.
    pub fn deliveries(&self) -> Deliveries {
        self.deliveries
    }

    /// A seat's money in thousands.
    pub fn money(&self, seat: Seat) -> u16 {
        self.money.get(seat.index()).copied().unwrap_or(0)
    }

    /// The same if another seat had been paid for so many captures.
    #[must_use]
    pub(crate) fn with_bonus_for(mut self, paid: Seat, instead: Seat, captures: u16) -> Waters {
        let bonus = captures * u16::from(CAPTURE_BONUS);
        self.money[paid.index()] -= bonus;
        self.money[instead.index()] += bonus;
        self
    }

    /// Everybody's money together, in thousands.
    pub(super) fn wealth(&self) -> u32 {
        self.money.iter().map(|&money| u32::from(money)).sum()
    }

    #[inline]
    pub(super) fn sail(&mut self, ship: Ship, to: Space) {
        self.occupied.remove(self.at[ship.index()]);
        self.occupied.insert(to);
        self.at[ship.index()] = to;
    }

    #[inline]
    pub(super) fn pay(&mut self, seat: Seat, thousands: u8) {
        self.money[seat.index()] += u16::from(thousands);
    }
}

/// Who owns which havens at this table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owners {
    seats: [Option<Seat>; 4],
    live: SpaceSet,
    closed: SpaceSet,
}

impl Owners {
    /// The havens of these colours, in seat order, belong to players.
    pub(super) fn new(board: &Board, options: &Options, colours: &[Colour]) -> Owners {
        let mut owners = Owners { seats: [None; 4], live: SpaceSet::EMPTY, closed: SpaceSet::EMPTY };
        for (seat, colour) in Seat::first(MAX_PLAYERS).zip(colours) {
            owners.seats[colour.index()] = Some(seat);
        }
        for colour in Colour::ALL {
            let havens = board.havens_of(colour);
            if owners.seats[colour.index()].is_some() {
                owners.live = owners.live.union(havens);
            } else if options.unused_havens == UnusedHavens::Closed {
                owners.closed = owners.closed.union(havens);
            }
        }
        owners
    }

    /// The seat that plays this colour.
    pub fn seat(&self, colour: Colour) -> Option<Seat> {
        self.seats[colour.index()]
    }

    /// The havens of the colours in play.
    #[inline]
    pub fn live(&self) -> SpaceSet {
        self.live
    }

    /// The spaces that no ship may enter.
    #[inline]
    pub fn closed(&self) -> SpaceSet {
        self.closed
    }

    /// Who is paid for a chest that is unloaded on this space; `None` if it is no live haven.
    #[inline]
    pub fn paid_at(&self, board: &Board, space: Space) -> Option<Seat> {
        if !self.live.contains(space) {
            return None;
        }
        self.seat(board.haven(space)?)
    }
}
