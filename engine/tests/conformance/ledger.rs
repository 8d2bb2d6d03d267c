//! A ledger that knows no rule: it follows a game of Caribbean by its events alone. If it agrees with the state after
//! every input, then a log, an animation or statistics can be made from events without asking the state.

use std::collections::{BTreeMap, BTreeSet};

use doubloons_engine::caribbean::{
    Card, Caribbean, Chest, Colour, Event, Hand, Phase, Reserve, SHIPS, Ship, Space, Whereabouts,
};
use doubloons_engine::contract::{Game, Outcome, SeatSet, Turn};

/// What the events said so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) round: u16,
    pub(crate) players: BTreeMap<usize, Player>,
    pub(crate) away: SeatSet,
    pub(crate) at: [Option<Space>; SHIPS],
    pub(crate) cargo: [Option<Chest>; SHIPS],
    pub(crate) in_city: BTreeSet<Chest>,
    pub(crate) delivered: BTreeMap<Chest, usize>,
    /// Who seals now, and has done so.
    pub(crate) locked: SeatSet,
    pub(crate) commanding: Option<(Ship, usize, u8)>,
    pub(crate) last_round: bool,
    pub(crate) outcome: Option<Outcome>,
    /// Whether the bribes of this round are sealed, so that what is sealed now breaks a tie.
    bribed: bool,
    /// Who had sealed bribes when this round's seals were closed.
    pub(crate) took_part: SeatSet,
    pub(crate) captures: u32,
    pub(crate) delivered_worth: u32,
}

/// What the events said about one seat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    pub(crate) colour: Colour,
    pub(crate) money: u16,
    pub(crate) hand: Hand,
    pub(crate) bribes: [Option<Card>; SHIPS],
    pub(crate) reserve: Reserve,
}

impl Ledger {
    /// Takes a fact down. Panics if it contradicts what was said before.
    pub(crate) fn note(&mut self, event: &Event) {
        match *event {
            Event::ColourDealt { seat, colour } => {
                let player =
                    Player { colour, money: 0, hand: Hand::NotLaid, bribes: [None; SHIPS], reserve: Reserve::Forfeit };
                assert_eq!(self.players.insert(seat.index(), player), None, "a seat gets one colour");
            }
            Event::ShipPlaced { ship, space } => self.at[ship.index()] = Some(space),
            Event::ChestTurnedUp { chest, .. } => {
                assert!(self.in_city.insert(chest), "{chest:?} is turned up twice");
            }
            Event::RoundBegan { round } => self.begin_round(round),
            Event::Sealed { seat } => self.locked.insert(seat),
            Event::SealBroken { seat } => self.locked.remove(seat),
            Event::SealsClosed { seats } => self.close_seals(seats),
            Event::BribesShown { ship, ref cards } => {
                for (seat, &card) in cards.iter() {
                    self.player(seat.index()).bribes[ship.index()] = Some(card);
                }
            }
            Event::Withheld { seat } => {
                let player = self.player(seat.index());
                player.hand = Hand::Withheld;
                if player.reserve == Reserve::Unspent {
                    player.reserve = Reserve::Forfeit;
                }
            }
            Event::Tied { .. } => self.locked = SeatSet::EMPTY,
            Event::ReserveShown { seat, card } => self.player(seat.index()).reserve = Reserve::Shown(card),
            Event::ReserveLaidOpen { seat, card } => self.player(seat.index()).reserve = Reserve::LaidOpen(card),
            Event::ReserveKept { .. } | Event::Stalled { .. } => {}
            Event::Commanded { ship, seat, steps, .. } => self.commanding = Some((ship, seat.index(), steps)),
            Event::Sailed { ship, from, to, left } => self.sail(ship, from, to, left),
            Event::Captured { ship, seat, chest, bonus } => {
                assert!(self.in_city.remove(&chest), "{chest:?} is not in its city");
                self.load(ship, chest);
                self.player(seat.index()).money += u16::from(bonus);
                self.captures += 1;
            }
            Event::Stolen { ship, from, chest } => {
                self.unload(from, chest);
                self.load(ship, chest);
            }
            Event::Swapped { ship, with, got, gave } => {
                self.unload(ship, gave);
                self.unload(with, got);
                self.load(ship, got);
                self.load(with, gave);
            }
            Event::PassedOn { ship, to, chest } => {
                self.unload(ship, chest);
                self.load(to, chest);
            }
            Event::Delivered { ship, to, chest, value, .. } => {
                self.unload(ship, chest);
                assert_eq!(self.delivered.insert(chest, to.index()), None, "{chest:?} is delivered twice");
                self.player(to.index()).money += u16::from(value);
                self.delivered_worth += u32::from(value);
            }
            Event::Ended { ship, .. } => {
                let commanded = self.commanding.take().map(|(ship, _, _)| ship);
                assert_eq!(commanded, Some(ship), "what ends was commanded");
            }
            Event::TargetReached { .. } => self.last_round = true,
            Event::TimedOut { .. } => {}
            Event::Left { seat } => self.away.insert(seat),
            Event::CameBack { seat } => self.away.remove(seat),
            Event::GameOver { outcome, .. } => self.outcome = Some(outcome),
        }
    }

    fn begin_round(&mut self, round: u16) {
        assert_eq!(round, self.round + 1, "rounds are counted");
        self.round = round;
        self.bribed = false;
        self.took_part = SeatSet::EMPTY;
        self.locked = SeatSet::EMPTY;
        for player in self.players.values_mut() {
            player.hand = Hand::NotLaid;
            player.bribes = [None; SHIPS];
            player.reserve = Reserve::Forfeit;
        }
    }

    fn close_seals(&mut self, seats: SeatSet) {
        assert_eq!(seats, self.locked, "who has sealed takes part");
        if !self.bribed {
            self.bribed = true;
            self.took_part = seats;
            for seat in seats {
                let player = self.player(seat.index());
                player.hand = Hand::Sealed;
                player.reserve = Reserve::Unspent;
            }
        }
        self.locked = SeatSet::EMPTY;
    }

    fn sail(&mut self, ship: Ship, from: Space, to: Space, left: u8) {
        assert_eq!(self.at[ship.index()], Some(from), "a ship sails from where it is");
        self.at[ship.index()] = Some(to);
        let Some((commanded, _, steps)) = &mut self.commanding else {
            panic!("a ship sails that nobody commands");
        };
        assert_eq!(*commanded, ship);
        assert!(left < *steps, "every step costs at least one");
        *steps = left;
    }

    fn load(&mut self, ship: Ship, chest: Chest) {
        assert_eq!(self.cargo[ship.index()].replace(chest), None, "ship {ship} was loaded");
    }

    fn unload(&mut self, ship: Ship, chest: Chest) {
        assert_eq!(self.cargo[ship.index()].take(), Some(chest), "ship {ship} had another cargo");
    }

    fn player(&mut self, seat: usize) -> &mut Player {
        self.players.get_mut(&seat).expect("the seat has a colour")
    }

    /// Whether the state says the same as the events.
    pub(crate) fn check(&self, game: &Caribbean) {
        assert_eq!(game.present(), game.seats().without(self.away));
        if let Phase::SetUp = game.phase() {
            return;
        }
        assert_eq!(self.round, game.round());
        assert_eq!(self.players.len(), game.seats().len());
        for seat in game.seats() {
            let (told, real) = (&self.players[&seat.index()], game.player(seat).expect("the seat exists"));
            assert_eq!(told.colour, real.colour);
            assert_eq!(told.money, game.money(seat), "money of {seat}");
            assert_eq!(told.hand, real.hand, "hand of {seat}");
            assert_eq!(told.bribes, real.bribes, "bribes of {seat}");
            assert_eq!(told.reserve, real.reserve, "reserve of {seat}");
        }
        for ship in Ship::ALL {
            assert_eq!(self.at[ship.index()], Some(game.waters().space(ship)), "ship {ship}");
            assert_eq!(self.cargo[ship.index()], game.waters().cargo().get(ship), "cargo of {ship}");
        }
        for chest in (0..game.board().cities().len()).filter_map(Chest::from_index) {
            assert_eq!(self.whereabouts(chest), game.whereabouts(chest), "{chest:?}");
        }
        match *game.phase() {
            Phase::Bribing { locked, .. } | Phase::TieSeal { locked, .. } => assert_eq!(self.locked, locked),
            Phase::Activation { ship, seat, steps } => assert_eq!(self.commanding, Some((ship, seat.index(), steps))),
            _ => assert_eq!(self.commanding, None),
        }
        assert_eq!(self.last_round, game.is_last_round());
        let outcome = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        assert_eq!(self.outcome, outcome);
    }

    fn whereabouts(&self, chest: Chest) -> Option<Whereabouts> {
        let aboard = Ship::ALL.into_iter().find(|ship| self.cargo[ship.index()] == Some(chest));
        let seat = |index: usize| doubloons_engine::contract::Seat::new(index).expect("a seat");
        Some(match (self.in_city.contains(&chest), aboard, self.delivered.get(&chest)) {
            (true, None, None) => Whereabouts::City,
            (false, Some(ship), None) => Whereabouts::Aboard(ship),
            (false, None, Some(&to)) => Whereabouts::Delivered(seat(to)),
            (false, None, None) => Whereabouts::Supply,
            places => panic!("{chest:?} is in several places: {places:?}"),
        })
    }
}
