//! The whole public state of a game: plain data without anything secret, small enough to copy.

use super::card::{Card, CardSet};
use super::chest::ChestSet;
use super::colour::Colour;
use super::event::End;
use super::ship::{SHIPS, Ship};
use super::waters::{MAX_PLAYERS, Owners, Waters};
use crate::contract::{ByteSink, Outcome, Seat, SeatSet};

/// What the table is busy with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Chance deals colours, chests and ships.
    SetUp,
    /// Everybody seals bribes and a reserve.
    Bribing {
        /// Who has sealed.
        locked: SeatSet,
        /// Whose time was up.
        late: SeatSet,
    },
    /// The bribes for a ship are turned up.
    Reveal {
        /// The ship.
        ship: Ship,
    },
    /// Tied seats decide in secret whether to show their reserve.
    TieSeal {
        /// The tie.
        tie: Tie,
        /// Who has sealed a decision.
        locked: SeatSet,
        /// Whose time was up.
        late: SeatSet,
    },
    /// The decisions are turned up.
    TieOpen {
        /// The tie.
        tie: Tie,
        /// Who has sealed a decision.
        sealed: SeatSet,
    },
    /// The reserves that are shown are turned up.
    TieReserves {
        /// The tie.
        tie: Tie,
        /// Who shows.
        shown: SeatSet,
    },
    /// A seat commands a ship.
    Activation {
        /// The ship.
        ship: Ship,
        /// The seat.
        seat: Seat,
        /// The most steps it may take.
        steps: u8,
    },
    /// At the end of the round the kept reserves are laid open, so that everybody sees that all played fair.
    LayOpen,
    /// Chance turns up chests from the supply.
    Refill,
    /// The game is over.
    Over {
        /// Why it ended.
        reason: End,
        /// How.
        outcome: Outcome,
    },
}

/// A tie for the highest bribe on a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tie {
    /// The ship.
    pub ship: Ship,
    /// What all tied seats laid.
    pub card: Card,
    /// The thieves among the bribes.
    pub thieves: u8,
    /// Who can break the tie with an unspent reserve.
    pub asked: SeatSet,
}

/// What became of a seat's cards in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Hand {
    /// None were sealed, or not yet.
    NotLaid,
    /// They are sealed, and what is still closed counts when it is opened.
    Sealed,
    /// They were sealed, but the seat withheld one: what is still closed counts for nothing (R53).
    Withheld,
}

/// The seventh card of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reserve {
    /// Not used yet; nobody else knows it.
    Unspent,
    /// Shown in a tie.
    Shown(Card),
    /// Kept to the end of the round, then laid open.
    LaidOpen(Card),
    /// Lost, because its owner withheld a sealed choice; or never laid.
    Forfeit,
}

/// What is public about one seat in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The colour.
    pub colour: Colour,
    /// What became of the seat's cards.
    pub hand: Hand,
    /// The bribes that were turned up.
    pub bribes: [Option<Card>; SHIPS],
    /// The seventh card.
    pub reserve: Reserve,
    /// The cards that were turned up, bribes and reserve.
    pub(super) opened: CardSet,
    /// How often the seat has sealed this round, bribes and decisions in ties.
    pub(super) locks: u8,
}

impl Player {
    pub(super) const fn new(colour: Colour) -> Player {
        Player {
            colour,
            hand: Hand::NotLaid,
            bribes: [None; SHIPS],
            reserve: Reserve::Forfeit,
            opened: CardSet::EMPTY,
            locks: 0,
        }
    }

    /// The cards that others cannot know yet, because none of them was turned up (R51).
    pub fn hidden_cards(&self) -> CardSet {
        if self.hand == Hand::Sealed { CardSet::HAND.without(self.opened) } else { CardSet::EMPTY }
    }

    /// How often the seat has sealed this round, bribes and decisions in ties; see [`MAX_LOCKS`](super::MAX_LOCKS).
    pub fn locks(&self) -> u8 {
        self.locks
    }

    /// Whether the reserve can still be shown in a tie (R13).
    pub(super) fn can_show(&self) -> bool {
        self.hand == Hand::Sealed && self.reserve == Reserve::Unspent
    }
}

/// The public state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) phase: Phase,
    pub(super) round: u16,
    pub(super) waters: Waters,
    pub(super) owners: Owners,
    pub(super) supply: ChestSet,
    pub(super) players: [Player; MAX_PLAYERS],
    pub(super) seats: SeatSet,
    pub(super) present: SeatSet,
    /// Whether somebody has reached the target: this round is the last.
    pub(super) last_round: bool,
    /// How many sealed decisions have begun: the bribes of every round, and every tie that somebody can break.
    pub(super) decisions: u32,
    /// Everybody's money together when the round began: income is what comes on top.
    pub(super) wealth_before: u32,
    /// Rounds in a row without income, begun with an empty supply (R45).
    pub(super) quiet_rounds: u8,
}

impl Position {
    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        if self.seats.contains(seat) { self.players.get(seat.index()) } else { None }
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The seats whose sealed cards still count.
    pub(super) fn sealed(&self) -> SeatSet {
        self.seats.into_iter().filter(|&seat| self.players[seat.index()].hand == Hand::Sealed).collect()
    }

    pub(super) fn wealth(&self) -> u32 {
        self.waters.wealth()
    }

    pub(super) fn write(&self, out: &mut impl ByteSink) {
        self.write_phase(out);
        out.put(&self.round.to_le_bytes());
        out.put(&Ship::ALL.map(|ship| self.waters.space(ship).index() as u8));
        out.put(&self.waters.cargo.bits().to_le_bytes());
        out.put(&self.waters.in_city.bits().to_le_bytes());
        out.put(&self.waters.deliveries.bits().to_le_bytes());
        out.put(&self.supply.bits().to_le_bytes());
        out.put(&[self.seats.bits(), self.present.bits()]);
        for seat in self.seats {
            self.write_player(seat, out);
        }
        out.put(&[self.last_round.into(), self.quiet_rounds]);
        out.put(&self.wealth_before.to_le_bytes());
        out.put(&self.decisions.to_le_bytes());
    }

    fn write_phase(&self, out: &mut impl ByteSink) {
        let tie_bytes = |tie: &Tie| [tie.ship as u8, tie.card as u8, tie.thieves, tie.asked.bits()];
        match &self.phase {
            Phase::SetUp => out.put(&[0]),
            Phase::Bribing { locked, late } => out.put(&[1, locked.bits(), late.bits()]),
            Phase::Reveal { ship } => out.put(&[2, *ship as u8]),
            Phase::TieSeal { tie, locked, late } => {
                out.put(&[3, locked.bits(), late.bits()]);
                out.put(&tie_bytes(tie));
            }
            Phase::TieOpen { tie, sealed } => {
                out.put(&[4, sealed.bits()]);
                out.put(&tie_bytes(tie));
            }
            Phase::TieReserves { tie, shown } => {
                out.put(&[5, shown.bits()]);
                out.put(&tie_bytes(tie));
            }
            Phase::Activation { ship, seat, steps } => out.put(&[6, *ship as u8, seat.index() as u8, *steps]),
            Phase::LayOpen => out.put(&[7]),
            Phase::Refill => out.put(&[8]),
            Phase::Over { reason, outcome } => out.put(&[9, *reason as u8, outcome.winners.bits()]),
        }
    }

    fn write_player(&self, seat: Seat, out: &mut impl ByteSink) {
        const NO_CARD: u8 = 0xff;
        let player = &self.players[seat.index()];
        out.put(&[player.colour as u8, player.hand as u8, player.opened.bits(), player.locks]);
        out.put(&player.bribes.map(|card| card.map_or(NO_CARD, |card| card as u8)));
        out.put(&match player.reserve {
            Reserve::Unspent => [0, NO_CARD],
            Reserve::Shown(card) => [1, card as u8],
            Reserve::LaidOpen(card) => [2, card as u8],
            Reserve::Forfeit => [3, NO_CARD],
        });
        out.put(&self.waters.money[seat.index()].to_le_bytes());
    }
}
