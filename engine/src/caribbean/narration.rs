//! A game in plain words, told from its events alone.

use std::fmt;

use super::board::Board;
use super::card::Card;
use super::chest::Chest;
use super::event::{End, Event, Stall};
use super::ship::Ship;
use super::space::Space;
use crate::contract::{Seat, SeatSet};
use crate::tongue::{English, Tongue, Worded, capitalised, list, phrase, phrase_count};

/// Tells events in words, with the names of the chart and of the players.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    board: &'a Board,
    names: &'a [&'a str],
    tongue: &'a dyn Tongue,
}

impl<'a> Narrator<'a> {
    /// Players without a name are called by their seat. Speaks English.
    pub fn new(board: &'a Board, names: &'a [&'a str]) -> Narrator<'a> {
        Narrator { board, names, tongue: &English }
    }

    /// The same in another language.
    #[must_use]
    pub fn speaking(self, tongue: &'a dyn Tongue) -> Narrator<'a> {
        Narrator { tongue, ..self }
    }

    /// One sentence for one event.
    pub fn tell(&self, event: &Event) -> String {
        capitalised(&self.say(event))
    }

    fn say(&self, event: &Event) -> String {
        let t = self.tongue;
        let ship_name = |ship: Ship| self.board.ship_name(ship);
        match *event {
            Event::ColourDealt { seat, colour } => phrase!(t, "{name} plays {colour}.", name = self.name(seat)),
            Event::ShipPlaced { ship, space } => {
                phrase!(t, "the {ship} lies at {place}.", ship = ship_name(ship), place = self.place(space))
            }
            Event::ChestTurnedUp { chest, value } => {
                phrase!(
                    t,
                    "A chest worth {amount} appears in {town}.",
                    amount = self.money(value),
                    town = self.city(chest)
                )
            }
            Event::RoundBegan { round } => phrase!(t, "Round {round} begins: everybody bribes in secret."),
            Event::Sealed { seat } => phrase!(t, "{name} has sealed.", name = self.name(seat)),
            Event::SealBroken { seat } => phrase!(t, "{name} breaks the seal again.", name = self.name(seat)),
            Event::SealsClosed { seats } if seats.is_empty() => phrase!(t, "Nobody has sealed anything."),
            Event::SealsClosed { seats } => phrase!(t, "The seals of {names} are closed.", names = self.all(seats)),
            Event::BribesShown { ship, ref cards } => {
                let offers: Vec<String> =
                    cards.iter().map(|(seat, &card)| format!("{} {}", self.name(seat), self.offer(card))).collect();
                let ship = ship_name(ship);
                match offers.is_empty() {
                    true => phrase!(t, "Nobody offers the {ship} anything."),
                    false => phrase!(t, "For the {ship}: {offers}.", offers = offers.join(", ")),
                }
            }
            Event::Withheld { seat } => {
                let name = self.name(seat);
                phrase!(t, "{name} withholds what was sealed; it counts for nothing this round.")
            }
            Event::Tied { ship, card, seats, .. } => {
                let (names, offer) = (self.all(seats), self.offer(card));
                phrase!(t, "{names} are tied at {offer} for the {ship}.", ship = ship_name(ship))
            }
            Event::ReserveShown { seat, card } => {
                phrase!(t, "{name} shows {offer} to break the tie.", name = self.name(seat), offer = self.offer(card))
            }
            Event::ReserveKept { seat } => phrase!(t, "{name} keeps the tie-breaker.", name = self.name(seat)),
            Event::Commanded { ship, seat, card, thieves, steps } => {
                let (name, ship, offer) = (self.name(seat), ship_name(ship), self.offer(card));
                let steps = self.steps(steps);
                match thieves {
                    0 => phrase!(t, "{name} commands the {ship} with {offer}: {steps}."),
                    _ => phrase_count!(
                        t,
                        thieves,
                        "{name} commands the {ship} with {offer}, less one thief: {steps}.",
                        "{name} commands the {ship} with {offer}, less {count} thieves: {steps}."
                    ),
                }
            }
            Event::Stalled { ship, reason } => {
                let ship = ship_name(ship);
                match reason {
                    Stall::NoBribe => phrase!(t, "the {ship} stays put: nobody offered any rum."),
                    Stall::NoReserve => phrase!(t, "the {ship} stays put: a tie, and no tie-breaker left."),
                    Stall::NobodyShowed => phrase!(t, "the {ship} stays put: a tie, and nobody offers more."),
                    Stall::TiedAgain => phrase!(t, "the {ship} stays put: tied again."),
                }
            }
            Event::Sailed { ship, to, left, .. } => {
                let (place, steps) = (self.place(to), self.steps(left));
                phrase!(t, "the {ship} sails to {place}, {steps} left.", ship = ship_name(ship))
            }
            Event::Captured { ship, seat, chest, bonus } => {
                let (town, amount, name) = (self.city(chest), self.money(bonus), self.name(seat));
                phrase!(t, "the {ship} captures {town}: chest aboard, {amount} for {name}.", ship = ship_name(ship))
            }
            Event::Stolen { ship, from, chest } => {
                let (ship, other, town) = (ship_name(ship), ship_name(from), self.city(chest));
                phrase!(t, "the {ship} steals the chest of {town} from the {other}.")
            }
            Event::Swapped { ship, with, got, gave } => {
                let (ship, other) = (ship_name(ship), ship_name(with));
                let (gave, got) = (self.city(gave), self.city(got));
                phrase!(t, "the {ship} swaps the chest of {gave} for that of {got} with the {other}.")
            }
            Event::PassedOn { ship, to, chest } => {
                let (ship, other, town) = (ship_name(ship), ship_name(to), self.city(chest));
                phrase!(t, "the {ship} passes the chest of {town} on to the {other}.")
            }
            Event::Delivered { ship, haven, to, chest, value, forced, .. } => {
                let (ship, town, place) = (ship_name(ship), self.city(chest), self.place(haven));
                let (amount, name) = (self.money(value), self.name(to));
                match forced {
                    false => phrase!(t, "the {ship} unloads the chest of {town} at {place}: {amount} for {name}."),
                    true => phrase!(t, "the {ship} has to unload the chest of {town} at {place}: {amount} for {name}."),
                }
            }
            Event::Ended { ship, by_default: false } => phrase!(t, "the {ship} has done.", ship = ship_name(ship)),
            Event::Ended { ship, by_default: true } => {
                let ship = ship_name(ship);
                phrase!(t, "the {ship} is left where she is by a commander who does not answer.")
            }
            Event::TargetReached { seats } => phrase_count!(
                t,
                seats.len(),
                "{names} reached the target. This round is the last!",
                "{names} reached the target. This round is the last!",
                names = self.all(seats)
            ),
            Event::ReserveLaidOpen { seat, card } => {
                phrase!(t, "{name} had kept {offer}.", name = self.name(seat), offer = self.offer(card))
            }
            Event::TimedOut { seat } => phrase!(t, "{name} has run out of time.", name = self.name(seat)),
            Event::Left { seat } => phrase!(t, "{name} is away.", name = self.name(seat)),
            Event::CameBack { seat } => phrase!(t, "{name} is back.", name = self.name(seat)),
            Event::GameOver { reason, outcome } => {
                let amount = |score: u32| t.number(score.into());
                let scores: Vec<String> = outcome
                    .scores
                    .iter()
                    .map(|(seat, score)| format!("{} {}", self.name(seat), amount(*score)))
                    .collect();
                let why = match reason {
                    End::Target => phrase!(t, "The target was reached."),
                    End::NoChestLeft => phrase!(t, "No chest is left."),
                    End::NoIncome => phrase!(t, "Nobody earns anything any more."),
                };
                let names = self.all(outcome.winners);
                let wins = phrase_count!(t, outcome.winners.len(), "{names} wins.", "{names} win together.");
                let wins = capitalised(&wins);
                let purses = phrase!(t, "Final purses: {scores}.", scores = scores.join(", "));
                format!("{why} {wins} {purses}")
            }
        }
    }

    fn name(&self, seat: Seat) -> String {
        let unnamed = || capitalised(&seat.worded(self.tongue));
        self.names.get(seat.index()).map_or_else(unnamed, |name| (*name).to_owned())
    }

    fn all(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
        list(self.tongue, &names)
    }

    fn city(&self, chest: Chest) -> &str {
        self.board.city(chest).map_or("?", |city| &city.name)
    }

    fn place(&self, space: Space) -> String {
        let t = self.tongue;
        match (self.board.city_at(space), self.board.haven(space)) {
            (Some(chest), _) => phrase!(t, "space {space} off {town}", town = self.city(chest)),
            (None, Some(colour)) => phrase!(t, "space {space}, {haven}", haven = self.board.haven_name(colour)),
            (None, None) => phrase!(t, "space {space}"),
        }
    }

    fn offer(&self, card: Card) -> String {
        match card {
            Card::Thief => phrase!(self.tongue, "a thief"),
            card => card.worth().to_string(),
        }
    }

    fn steps(&self, count: u8) -> String {
        match count {
            0 => phrase!(self.tongue, "no steps"),
            _ => phrase_count!(self.tongue, count, "1 step", "{count} steps"),
        }
    }

    fn money(&self, thousands: u8) -> String {
        self.tongue.number(u64::from(thousands) * 1_000)
    }
}

impl fmt::Debug for Narrator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Narrator").field("names", &self.names).finish_non_exhaustive()
    }
}
