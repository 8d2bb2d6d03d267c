//! Events of Caribbean as JSON: what `demo --json` prints. Seats and spaces are numbered from 1, ships have their
//! letters, chests are known by their city, cards are "thief" or their barrels of rum, and money is in doubloons.

use doubloons_engine::caribbean::{Board, Card, Chest, End, Event, Ship, Space, Stall};
use doubloons_engine::contract::{Seat, SeatSet};
use serde_json::{Map, Value, json};

/// One event with the sentence that tells it in `text`.
pub(crate) fn json(event: &Event, board: &Board, text: String) -> Value {
    let mut value = fields(event, board);
    value["text"] = Value::String(text);
    value
}

/// A seat's number, as people count.
pub(crate) fn number(seat: Seat) -> usize {
    seat.index() + 1
}

/// The numbers of several seats.
pub(crate) fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.into_iter().map(number).collect()
}

fn fields(event: &Event, board: &Board) -> Value {
    let city = |chest: Chest| board.city(chest).map(|city| city.name.as_str());
    match *event {
        Event::ColourDealt { seat, colour } => {
            json!({"event": "colour_dealt", "seat": number(seat), "colour": colour.name()})
        }
        Event::ShipPlaced { ship, space } => {
            json!({"event": "ship_placed", "ship": letter(ship), "space": place(space)})
        }
        Event::ChestTurnedUp { chest, value } => {
            json!({"event": "chest_turned_up", "city": city(chest), "value": doubloons(value)})
        }
        Event::RoundBegan { round } => json!({"event": "round_began", "round": round}),
        Event::Sealed { seat } => json!({"event": "sealed", "seat": number(seat)}),
        Event::SealBroken { seat } => json!({"event": "seal_broken", "seat": number(seat)}),
        Event::SealsClosed { seats } => json!({"event": "seals_closed", "seats": numbers(seats)}),
        Event::BribesShown { ship, cards: ref laid } => {
            let cards: Map<String, Value> =
                laid.iter().map(|(seat, &laid)| (number(seat).to_string(), card(laid))).collect();
            json!({"event": "bribes_shown", "ship": letter(ship), "cards": cards})
        }
        Event::Withheld { seat } => json!({"event": "withheld", "seat": number(seat)}),
        Event::Tied { ship, card: tied, seats, asked } => json!({
            "event": "tied", "ship": letter(ship), "card": card(tied), "seats": numbers(seats), "asked": numbers(asked),
        }),
        Event::ReserveShown { seat, card: shown } => {
            json!({"event": "reserve_shown", "seat": number(seat), "card": card(shown)})
        }
        Event::ReserveKept { seat } => json!({"event": "reserve_kept", "seat": number(seat)}),
        Event::Commanded { ship, seat, card: bribe, thieves, steps } => json!({
            "event": "commanded", "ship": letter(ship), "seat": number(seat), "card": card(bribe), "thieves": thieves,
            "steps": steps,
        }),
        Event::Stalled { ship, reason } => {
            json!({"event": "stalled", "ship": letter(ship), "reason": stall(reason)})
        }
        Event::Sailed { ship, from, to, left } => json!({
            "event": "sailed", "ship": letter(ship), "from": place(from), "to": place(to), "left": left,
        }),
        Event::Captured { ship, seat, chest, bonus } => json!({
            "event": "captured", "ship": letter(ship), "seat": number(seat), "city": city(chest),
            "bonus": doubloons(bonus),
        }),
        Event::Stolen { ship, from, chest } => {
            json!({"event": "stolen", "ship": letter(ship), "from": letter(from), "city": city(chest)})
        }
        Event::Swapped { ship, with, got, gave } => json!({
            "event": "swapped", "ship": letter(ship), "with": letter(with), "got": city(got), "gave": city(gave),
        }),
        Event::PassedOn { ship, to, chest } => {
            json!({"event": "passed_on", "ship": letter(ship), "to": letter(to), "city": city(chest)})
        }
        Event::Delivered { ship, by, haven, to, chest, value, forced } => json!({
            "event": "delivered", "ship": letter(ship), "by": number(by), "haven": place(haven), "to": number(to),
            "city": city(chest), "value": doubloons(value), "forced": forced,
        }),
        Event::Ended { ship, by_default } => {
            json!({"event": "ended", "ship": letter(ship), "by_default": by_default})
        }
        Event::TargetReached { seats } => json!({"event": "target_reached", "seats": numbers(seats)}),
        Event::ReserveLaidOpen { seat, card: kept } => {
            json!({"event": "reserve_laid_open", "seat": number(seat), "card": card(kept)})
        }
        Event::TimedOut { seat } => json!({"event": "timed_out", "seat": number(seat)}),
        Event::Left { seat } => json!({"event": "left", "seat": number(seat)}),
        Event::CameBack { seat } => json!({"event": "came_back", "seat": number(seat)}),
        Event::GameOver { reason, outcome } => {
            json!({"event": "game_over", "reason": end(reason), "winners": numbers(outcome.winners)})
        }
    }
}

fn letter(ship: Ship) -> char {
    ship.letter()
}

fn place(space: Space) -> usize {
    space.number()
}

fn card(card: Card) -> Value {
    match card {
        Card::Thief => json!("thief"),
        barrels => json!(barrels.worth()),
    }
}

fn doubloons(thousands: u8) -> u32 {
    u32::from(thousands) * 1_000
}

fn stall(reason: Stall) -> &'static str {
    match reason {
        Stall::NoBribe => "no_bribe",
        Stall::NoReserve => "no_reserve",
        Stall::NobodyShowed => "nobody_showed",
        Stall::TiedAgain => "tied_again",
    }
}

fn end(reason: End) -> &'static str {
    match reason {
        End::Target => "target",
        End::NoChestLeft => "no_chest_left",
        End::NoIncome => "no_income",
    }
}
