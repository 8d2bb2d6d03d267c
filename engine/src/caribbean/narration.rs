//! A game in plain English, told from its events alone.

use super::board::Board;
use super::card::Card;
use super::chest::Chest;
use super::event::{End, Event, Stall};
use super::ship::Ship;
use super::space::Space;
use crate::contract::{Seat, SeatSet};

/// Tells events in words, with the names of the chart and of the players.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    board: &'a Board,
    names: &'a [&'a str],
}

impl<'a> Narrator<'a> {
    /// Players without a name are called by their seat.
    pub fn new(board: &'a Board, names: &'a [&'a str]) -> Narrator<'a> {
        Narrator { board, names }
    }

    /// One sentence for one event.
    pub fn tell(&self, event: &Event) -> String {
        let sentence = self.say(event);
        let mut letters = sentence.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    fn say(&self, event: &Event) -> String {
        match *event {
            Event::ColourDealt { seat, colour } => format!("{} plays {colour}.", self.name(seat)),
            Event::ShipPlaced { ship, space } => {
                format!("{} lies {}.", self.ship(ship), self.at(space))
            }
            Event::ChestTurnedUp { chest, value } => {
                format!("A chest worth {} appears in {}.", money(value), self.city(chest))
            }
            Event::RoundBegan { round } => {
                format!("Round {round} begins: everybody bribes in secret.")
            }
            Event::Sealed { seat } => format!("{} has sealed.", self.name(seat)),
            Event::SealBroken { seat } => format!("{} breaks the seal again.", self.name(seat)),
            Event::SealsClosed { seats } if seats.is_empty() => "Nobody has sealed anything.".to_owned(),
            Event::SealsClosed { seats } => format!("The seals of {} are closed.", self.all(seats)),
            Event::BribesShown { ship, ref cards } => {
                let offers: Vec<String> =
                    cards.iter().map(|(seat, &card)| format!("{} {}", self.name(seat), offer(card))).collect();
                match offers.is_empty() {
                    true => format!("Nobody offers {} anything.", self.ship(ship)),
                    false => format!("For {}: {}.", self.ship(ship), offers.join(", ")),
                }
            }
            Event::Withheld { seat } => {
                format!("{} withholds what was sealed; it counts for nothing this round.", self.name(seat))
            }
            Event::Tied { ship, card, seats, .. } => {
                format!("{} are tied at {} for {}.", self.all(seats), offer(card), self.ship(ship))
            }
            Event::ReserveShown { seat, card } => {
                format!("{} shows {} to break the tie.", self.name(seat), offer(card))
            }
            Event::ReserveKept { seat } => format!("{} keeps the tie-breaker.", self.name(seat)),
            Event::Commanded { ship, seat, card, thieves, steps } => {
                let robbed = match thieves {
                    0 => String::new(),
                    1 => ", less one thief".to_owned(),
                    several => format!(", less {several} thieves"),
                };
                format!(
                    "{} commands {} with {}{robbed}: {}.",
                    self.name(seat),
                    self.ship(ship),
                    offer(card),
                    count(steps, "step")
                )
            }
            Event::Stalled { ship, reason } => {
                format!("{} stays put: {}.", self.ship(ship), stall(reason))
            }
            Event::Sailed { ship, to, left, .. } => {
                format!("{} sails to {}, {} left.", self.ship(ship), self.space(to), count(left, "step"))
            }
            Event::Captured { ship, seat, chest, bonus } => format!(
                "{} captures {}: chest aboard, {} for {}.",
                self.ship(ship),
                self.city(chest),
                money(bonus),
                self.name(seat)
            ),
            Event::Stolen { ship, from, chest } => {
                format!("{} steals the chest of {} from {}.", self.ship(ship), self.city(chest), self.ship(from))
            }
            Event::Swapped { ship, with, got, gave } => format!(
                "{} swaps the chest of {} for that of {} with {}.",
                self.ship(ship),
                self.city(gave),
                self.city(got),
                self.ship(with)
            ),
            Event::PassedOn { ship, to, chest } => {
                format!("{} passes the chest of {} on to {}.", self.ship(ship), self.city(chest), self.ship(to))
            }
            Event::Delivered { ship, haven, to, chest, value, forced, .. } => format!(
                "{} {} the chest of {} {}: {} for {}.",
                self.ship(ship),
                if forced { "has to unload" } else { "unloads" },
                self.city(chest),
                self.at(haven),
                money(value),
                self.name(to)
            ),
            Event::Ended { ship, by_default: false } => format!("{} has done.", self.ship(ship)),
            Event::Ended { ship, by_default: true } => {
                format!("{} is left where she is by a commander who does not answer.", self.ship(ship))
            }
            Event::TargetReached { seats } => {
                format!("{} reached the target. This round is the last!", self.all(seats))
            }
            Event::ReserveLaidOpen { seat, card } => {
                format!("{} had kept {}.", self.name(seat), offer(card))
            }
            Event::TimedOut { seat } => format!("{} has run out of time.", self.name(seat)),
            Event::Left { seat } => format!("{} is away.", self.name(seat)),
            Event::CameBack { seat } => format!("{} is back.", self.name(seat)),
            Event::GameOver { reason, outcome } => {
                let scores: Vec<String> = outcome
                    .scores
                    .iter()
                    .map(|(seat, score)| format!("{} {}", self.name(seat), doubloons(*score)))
                    .collect();
                let why = match reason {
                    End::Target => "The target was reached",
                    End::NoChestLeft => "No chest is left",
                    End::NoIncome => "Nobody earns anything any more",
                };
                let wins = if outcome.winners.len() == 1 { "wins" } else { "win together" };
                format!("{why}. {} {wins}. Final purses: {}.", self.all(outcome.winners), scores.join(", "))
            }
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).map_or_else(|| format!("Seat {}", seat.index() + 1), |name| (*name).to_owned())
    }

    fn all(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nobody".to_owned(),
        }
    }

    fn ship(&self, ship: Ship) -> String {
        format!("the {}", self.board.ship_name(ship))
    }

    fn city(&self, chest: Chest) -> &str {
        self.board.city(chest).map_or("nowhere", |city| &city.name)
    }

    fn space(&self, space: Space) -> String {
        match (self.board.city_at(space), self.board.haven(space)) {
            (Some(chest), _) => format!("space {space} off {}", self.city(chest)),
            (None, Some(colour)) => format!("space {space}, {}", self.board.haven_name(colour)),
            (None, None) => format!("space {space}"),
        }
    }

    fn at(&self, space: Space) -> String {
        format!("at {}", self.space(space))
    }
}

fn offer(card: Card) -> String {
    match card {
        Card::Thief => "a thief".to_owned(),
        card => format!("{}", card.worth()),
    }
}

fn stall(reason: Stall) -> &'static str {
    match reason {
        Stall::NoBribe => "nobody offered any rum",
        Stall::NoReserve => "a tie, and no tie-breaker left",
        Stall::NobodyShowed => "a tie, and nobody offers more",
        Stall::TiedAgain => "tied again",
    }
}

fn count(number: u8, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        several => format!("{several} {noun}s"),
    }
}

fn money(thousands: u8) -> String {
    doubloons(u32::from(thousands) * 1_000)
}

fn doubloons(amount: u32) -> String {
    match amount {
        0..1_000 => amount.to_string(),
        _ => format!("{},{:03}", amount / 1_000, amount % 1_000),
    }
}
