//! The words of a game: names, amounts, and why something can't be done.

use doubloons_engine::caribbean::{Board, Card, Illegal, Ship, Space, Stall};
use doubloons_engine::contract::SeatSet;

use super::shown::{Fate, Reveal};

/// An amount given in thousands, for people.
pub(crate) fn doubloons(thousands: u16) -> String {
    if thousands == 0 { "0".to_owned() } else { format!("{thousands},000") }
}

/// A card's name, as it is spoken.
pub(crate) fn card_name(card: Card) -> &'static str {
    match card {
        Card::Thief => "Thief, minus 1",
        Card::Zero => "Empty mug, 0",
        Card::One => "1 barrel",
        Card::Two => "2 barrels",
        Card::Three => "3 barrels",
        Card::Four => "4 barrels",
        Card::Five => "5 barrels",
    }
}

/// A card within a sentence.
pub(crate) fn card_short(card: Card) -> String {
    match card {
        Card::Thief => "a thief".to_owned(),
        card => card.worth().to_string(),
    }
}

/// "1 step", "3 steps".
pub(crate) fn steps(count: u8) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

/// "You, Mate and Cook".
pub(crate) fn all(names: &[String], seats: SeatSet) -> String {
    let names: Vec<&str> = seats.into_iter().filter_map(|seat| names.get(seat.index()).map(String::as_str)).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// A ship with her article.
pub(crate) fn the(board: &Board, ship: Ship) -> String {
    format!("the {}", board.ship_name(ship))
}

/// The same at the beginning of a sentence.
pub(crate) fn the_capital(board: &Board, ship: Ship) -> String {
    format!("The {}", board.ship_name(ship))
}

/// Where a space is, in a few words: its town, its haven, or its number.
pub(crate) fn place(board: &Board, space: Space) -> String {
    if let Some(city) = board.city_at(space).and_then(|chest| board.city(chest)) {
        return city.name.clone();
    }
    match board.haven(space) {
        Some(colour) => board.haven_name(colour).to_owned(),
        None => format!("space {}", space.number()),
    }
}

/// The number of steps as a sum: "5 − 1 thief = 4 steps".
pub(crate) fn sum(card: Card, thieves: u8, left: u8) -> String {
    match thieves {
        0 => steps(left),
        1 => format!("{} − 1 thief = {}", card.worth(), steps(left)),
        several => format!("{} − {several} thieves = {}", card.worth(), steps(left)),
    }
}

/// What a reveal came to, in a sentence.
pub(crate) fn verdict(board: &Board, names: &[String], reveal: &Reveal) -> String {
    match reveal.fate {
        Fate::Open => format!("The bribes for {}", the(board, reveal.ship)),
        Fate::Tied { seats, card } => tied(names, seats, card),
        Fate::Commanded { card: Card::Zero, .. } => "An empty mug: no steps".to_owned(),
        Fate::Commanded { steps: 0, .. } => "The thieves drank it all: no steps".to_owned(),
        Fate::Commanded { card, thieves, steps, .. } => sum(card, thieves, steps),
        Fate::Stalled(reason) => format!("{} stays put", the_capital(board, reveal.ship)) + stall(reason),
    }
}

/// Who offered the same.
pub(crate) fn tied(names: &[String], seats: SeatSet, card: Card) -> String {
    let all_of_them = if seats.len() == 2 { "both" } else { "all" };
    format!("{} {all_of_them} offered {}", all(names, seats), card_short(card))
}

fn stall(reason: Stall) -> &'static str {
    match reason {
        Stall::NoBribe => ": nobody offered any rum",
        Stall::NoReserve => ": a tie, and no tie-breaker left",
        Stall::NobodyShowed => ": nobody gave way",
        Stall::TiedAgain => ": tied again",
    }
}

/// Why something can't be done, as a sentence with the chart's names.
pub(crate) fn refusal(board: &Board, illegal: &Illegal) -> String {
    match *illegal {
        Illegal::Occupied { ship, .. } => format!("{} is in the way. Sail around her.", the_capital(board, ship)),
        Illegal::NoStepsLeft => "No steps left. You may still act, or end the move.".to_owned(),
        Illegal::NotLocked { .. } => "Your seal is still on its way. Try again in a moment.".to_owned(),
        Illegal::CardMissing => "Lay a card on every ship, and the seventh as tie-breaker.".to_owned(),
        Illegal::Loaded => "The hold is full: a ship carries one chest.".to_owned(),
        Illegal::Empty => "The hold is empty.".to_owned(),
        Illegal::NoCity { .. } => "There is no town here to capture.".to_owned(),
        Illegal::NoChestInCity { space } => format!("No chest lies in {} now.", place(board, space)),
        Illegal::NoLiveHaven { .. } => "This is no haven of a player.".to_owned(),
        Illegal::OtherEmpty { ship } => format!("{} carries no chest.", the_capital(board, ship)),
        Illegal::OtherLoaded { ship } => format!("{} is loaded. Swap instead.", the_capital(board, ship)),
        Illegal::StealLoaded { ship } => {
            format!("Your hold is full. Swap chests with {} instead.", the(board, ship))
        }
        Illegal::ShipNotAdjacent { ship } => format!("{} is not beside you.", the_capital(board, ship)),
        Illegal::ClosedHaven { space } => format!("{} is closed at this table.", place(board, space)),
        ref other => sentence(&other.to_string()),
    }
}

/// The same in the few words that fit on a button.
pub(crate) fn refusal_short(board: &Board, illegal: &Illegal) -> String {
    match *illegal {
        Illegal::Loaded | Illegal::StealLoaded { .. } => "hold is full".to_owned(),
        Illegal::Empty => "hold is empty".to_owned(),
        Illegal::NoCity { .. } => "no town here".to_owned(),
        Illegal::NoChestInCity { .. } => "no chest in town".to_owned(),
        Illegal::NoStepToLoad => "no step to load".to_owned(),
        Illegal::NoLiveHaven { .. } => "not at a haven".to_owned(),
        Illegal::OtherEmpty { ship } => format!("{} is empty", board.ship_name(ship)),
        Illegal::OtherLoaded { ship } => format!("{} is loaded", board.ship_name(ship)),
        Illegal::ShipNotAdjacent { .. } => "no neighbour".to_owned(),
        Illegal::NoPassOn => "not played".to_owned(),
        Illegal::Loop => "sail on first".to_owned(),
        _ => "not now".to_owned(),
    }
}

/// What a program says, as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let end = if text.trim_end().ends_with(['.', '!', '?']) { "" } else { "." };
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).chain(end.chars()).collect(),
        None => String::new(),
    }
}
