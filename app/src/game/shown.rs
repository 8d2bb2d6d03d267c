//! What is on the table in front of the person: the game as far as its events were shown. The table itself may be a
//! few events ahead.

use doubloons_engine::caribbean::{
    Board, CHESTS, Card, Caribbean, Chest, Colour, Event, Hand, MAX_PLAYERS, Phase, Reserve, SHIPS, Ship, Space, Stall,
    Verdict, Waters, Whereabouts, compare,
};
use doubloons_engine::contract::{Game, Seat, SeatMap, SeatSet};

/// What became of a ship's bribes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Still open.
    Open,
    /// Several offered the same.
    Tied {
        /// Who.
        seats: SeatSet,
        /// What all of them laid.
        card: Card,
    },
    /// Somebody commands her.
    Commanded {
        /// Who.
        seat: Seat,
        /// The winning card.
        card: Card,
        /// The thieves that slow her.
        thieves: u8,
        /// The steps that are left of it.
        steps: u8,
    },
    /// She stays put.
    Stalled(Stall),
}

/// The bribes for a ship, turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reveal {
    /// The ship.
    pub(crate) ship: Ship,
    /// The cards.
    pub(crate) cards: SeatMap<Card>,
    /// The tie-breakers that were shown.
    pub(crate) reserves: SeatMap<Card>,
    /// What came of it.
    pub(crate) fate: Fate,
    /// Whether the ship has finished her move.
    pub(crate) done: bool,
}

impl Reveal {
    fn new(ship: Ship, cards: SeatMap<Card>, fate: Fate) -> Reveal {
        Reveal { ship, cards, reserves: SeatMap::default(), fate, done: false }
    }
}

/// The bribes for a ship that were turned up.
fn turned_up(game: &Caribbean, ship: Ship) -> SeatMap<Card> {
    let card = |seat: Seat| Some((seat, game.player(seat)?.bribes[ship.index()]?));
    game.seats().into_iter().filter_map(card).collect()
}

/// The game as far as it was shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shown {
    /// The round, from 1.
    pub(crate) round: u16,
    /// Where the ships are.
    pub(crate) ships: [Option<Space>; SHIPS],
    /// Where every chest is.
    pub(crate) chests: [Whereabouts; CHESTS],
    /// Everybody's colour, by seat.
    pub(crate) colours: [Option<Colour>; MAX_PLAYERS],
    /// Everybody's money in thousands, by seat.
    pub(crate) money: [u16; MAX_PLAYERS],
    /// Who has sealed.
    pub(crate) sealed: SeatSet,
    /// The ship that is being resolved.
    pub(crate) reveal: Option<Reveal>,
    /// The steps that the moving ship has left.
    pub(crate) steps_left: u8,
    /// Where the ship of this turn came along, where she is now excluded.
    pub(crate) trail: Vec<Space>,
    /// Whether this round is the last.
    pub(crate) last_round: bool,
    /// Everybody's money at the beginning of each round, and at the end of the game.
    pub(crate) purses: Vec<[u16; MAX_PLAYERS]>,
}

impl Shown {
    /// An empty table.
    pub(crate) fn new() -> Shown {
        Shown {
            round: 0,
            ships: [None; SHIPS],
            chests: [Whereabouts::Supply; CHESTS],
            colours: [None; MAX_PLAYERS],
            money: [0; MAX_PLAYERS],
            sealed: SeatSet::EMPTY,
            reveal: None,
            steps_left: 0,
            trail: Vec::new(),
            last_round: false,
            purses: Vec::new(),
        }
    }

    /// The table as it is, for somebody who did not see how it came to that.
    pub(crate) fn of(game: &Caribbean) -> Shown {
        let mut shown = Shown::new();
        shown.round = game.round();
        shown.last_round = game.is_last_round();
        if game.round() == 0 {
            return shown;
        }
        shown.overlay(game.waters(), game.board());
        for seat in game.seats() {
            let Some(player) = game.player(seat) else { continue };
            shown.colours[seat.index()] = Some(player.colour);
            if player.hand != Hand::NotLaid {
                shown.sealed.insert(seat);
            }
        }
        match *game.phase() {
            Phase::Bribing { locked, .. } => shown.sealed = locked,
            Phase::TieSeal { tie, .. } | Phase::TieOpen { tie, .. } | Phase::TieReserves { tie, .. } => {
                let cards = turned_up(game, tie.ship);
                let seats = match compare(&cards) {
                    Verdict::Tied { seats, .. } => seats,
                    Verdict::Won { .. } | Verdict::NoBribe => tie.asked,
                };
                shown.reveal = Some(Reveal::new(tie.ship, cards, Fate::Tied { seats, card: tie.card }));
            }
            Phase::Activation { ship, seat, steps } => {
                let cards = turned_up(game, ship);
                let card = cards.get(seat).copied().unwrap_or(Card::Zero);
                let thieves = card.worth().max(0).unsigned_abs().saturating_sub(steps);
                shown.steps_left = steps;
                shown.reveal = Some(Reveal::new(ship, cards, Fate::Commanded { seat, card, thieves, steps }));
            }
            _ => {}
        }
        if let Some(reveal) = &mut shown.reveal {
            for seat in game.seats() {
                if let Some(Reserve::Shown(card)) = game.player(seat).map(|player| player.reserve) {
                    reveal.reserves.insert(seat, card);
                }
            }
        }
        shown
    }

    /// What a ship carries.
    pub(crate) fn cargo(&self, ship: Ship) -> Option<Chest> {
        let index = self.chests.iter().position(|&chest| chest == Whereabouts::Aboard(ship))?;
        Chest::from_index(index)
    }

    /// The ship on a space.
    pub(crate) fn ship_on(&self, space: Space) -> Option<Ship> {
        Ship::ALL.into_iter().find(|ship| self.ships[ship.index()] == Some(space))
    }

    /// How many chests have not been turned up yet.
    pub(crate) fn supply(&self, board: &Board) -> usize {
        self.chests.iter().take(board.cities().len()).filter(|&&chest| chest == Whereabouts::Supply).count()
    }

    /// Shows the moment of a draft instead of what the events say.
    pub(crate) fn overlay(&mut self, waters: &Waters, board: &Board) {
        for ship in Ship::ALL {
            self.ships[ship.index()] = Some(waters.space(ship));
        }
        for (index, place) in self.chests.iter_mut().enumerate().take(board.cities().len()) {
            let Some(chest) = Chest::from_index(index) else { continue };
            let aboard = Ship::ALL.into_iter().find(|&ship| waters.cargo().get(ship) == Some(chest));
            if let Some(seat) = waters.deliveries().get(chest) {
                *place = Whereabouts::Delivered(seat);
            } else if waters.in_city().contains(chest) {
                *place = Whereabouts::City;
            } else if let Some(ship) = aboard {
                *place = Whereabouts::Aboard(ship);
            }
        }
        for seat in Seat::first(MAX_PLAYERS) {
            self.money[seat.index()] = waters.money(seat);
        }
    }

    /// Shows one more event.
    pub(crate) fn apply(&mut self, event: &Event) {
        match *event {
            Event::ColourDealt { seat, colour } => self.colours[seat.index()] = Some(colour),
            Event::ShipPlaced { ship, space } => self.ships[ship.index()] = Some(space),
            Event::ChestTurnedUp { chest, .. } => self.chests[chest.index()] = Whereabouts::City,
            Event::RoundBegan { round } => {
                self.round = round;
                self.sealed = SeatSet::EMPTY;
                self.reveal = None;
                self.trail.clear();
                self.purses.push(self.money);
            }
            Event::Sealed { seat } if self.reveal.is_none() => self.sealed.insert(seat),
            Event::SealBroken { seat } => self.sealed.remove(seat),
            Event::BribesShown { ship, cards } => {
                self.trail.clear();
                self.reveal = Some(Reveal::new(ship, cards, Fate::Open));
            }
            Event::Tied { card, seats, .. } => self.decide(Fate::Tied { seats, card }),
            Event::ReserveShown { seat, card } => {
                if let Some(reveal) = &mut self.reveal {
                    reveal.reserves.insert(seat, card);
                }
            }
            Event::Commanded { seat, card, thieves, steps, .. } => {
                self.steps_left = steps;
                self.decide(Fate::Commanded { seat, card, thieves, steps });
            }
            Event::Stalled { reason, .. } => {
                self.decide(Fate::Stalled(reason));
                self.finish();
            }
            Event::Sailed { ship, from, to, left } => {
                self.trail.push(from);
                self.ships[ship.index()] = Some(to);
                self.steps_left = left;
            }
            Event::Captured { ship, seat, chest, bonus } => {
                self.chests[chest.index()] = Whereabouts::Aboard(ship);
                self.pay(seat, bonus);
            }
            Event::Stolen { ship, chest, .. } => self.chests[chest.index()] = Whereabouts::Aboard(ship),
            Event::Swapped { ship, with, got, gave } => {
                self.chests[got.index()] = Whereabouts::Aboard(ship);
                self.chests[gave.index()] = Whereabouts::Aboard(with);
            }
            Event::PassedOn { to, chest, .. } => self.chests[chest.index()] = Whereabouts::Aboard(to),
            Event::Delivered { to, chest, value, .. } => {
                self.chests[chest.index()] = Whereabouts::Delivered(to);
                self.pay(to, value);
            }
            Event::Ended { .. } => self.finish(),
            Event::TargetReached { .. } => self.last_round = true,
            Event::GameOver { .. } => self.purses.push(self.money),
            _ => {}
        }
    }

    fn decide(&mut self, fate: Fate) {
        if let Some(reveal) = &mut self.reveal {
            reveal.fate = fate;
        }
    }

    fn finish(&mut self) {
        if let Some(reveal) = &mut self.reveal {
            reveal.done = true;
        }
    }

    fn pay(&mut self, seat: Seat, thousands: u8) {
        if let Some(purse) = self.money.get_mut(seat.index()) {
            *purse += u16::from(thousands);
        }
    }
}
