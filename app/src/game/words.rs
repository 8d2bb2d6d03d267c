//! The words of a game: names, amounts, and why something can't be done.

use doubloons_engine::caribbean::{Board, Card, Illegal, Ship, Space, Stall};
use doubloons_engine::contract::SeatSet;
use doubloons_words::{current, list, mark, number, say, say_count, told, tr};

use super::atlas::place_name;
use super::shown::{Fate, Reveal};

/// An amount given in thousands, for people.
pub(crate) fn doubloons(thousands: u16) -> String {
    number(u64::from(thousands) * 1_000)
}

/// A card's name, as it is spoken.
pub(crate) fn card_name(card: Card) -> &'static str {
    tr(match card {
        Card::Thief => mark("Thief, minus 1"),
        Card::Zero => mark("Empty mug, 0"),
        Card::One => mark("1 barrel"),
        Card::Two => mark("2 barrels"),
        Card::Three => mark("3 barrels"),
        Card::Four => mark("4 barrels"),
        Card::Five => mark("5 barrels"),
    })
}

/// A card within a sentence.
pub(crate) fn card_short(card: Card) -> String {
    match card {
        Card::Thief => say!("a thief"),
        card => card.worth().to_string(),
    }
}

/// "1 step", "3 steps".
pub(crate) fn steps(count: u8) -> String {
    say_count!(count, "1 step", "{count} steps")
}

/// "You, Mate and Cook". The person who is spoken to comes first, whatever the seat.
pub(crate) fn all(names: &[String], seats: SeatSet) -> String {
    let mut names: Vec<String> = seats.into_iter().filter_map(|seat| names.get(seat.index()).cloned()).collect();
    names.sort_by_key(|name| *name != tr("You"));
    listed(&names)
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed(items: &[String]) -> String {
    list(&current(), items)
}

/// A ship with her article, as a heading.
pub(crate) fn the_capital(board: &Board, ship: Ship) -> String {
    say!("The {ship}", ship = board.ship_name(ship))
}

/// Where a space is, in a few words: its town, its haven, or its number.
pub(crate) fn place(board: &Board, space: Space) -> String {
    if let Some(city) = board.city_at(space).and_then(|chest| board.city(chest)) {
        return city.name.clone();
    }
    match board.haven(space) {
        Some(colour) => place_name(board.haven_name(colour)).to_owned(),
        None => say!("space {space}", space = space.number()),
    }
}

/// The number of steps as a sum: "5 − 1 thief = 4 steps". Where nothing is left there is nothing to reckon.
pub(crate) fn sum(card: Card, thieves: u8, left: u8) -> String {
    match thieves {
        0 => steps(left),
        _ if left == 0 => steps(0),
        _ => say_count!(
            thieves,
            "{worth} − 1 thief = {steps}",
            "{worth} − {count} thieves = {steps}",
            worth = card.worth(),
            steps = steps(left)
        ),
    }
}

/// The number of steps, and why there are none.
pub(crate) fn account(card: Card, thieves: u8, left: u8) -> String {
    match (card, left) {
        (Card::Zero, _) => say!("An empty mug: no steps"),
        (_, 0) => say!("The thieves drank it all: no steps"),
        _ => sum(card, thieves, left),
    }
}

/// What a reveal came to, in a sentence.
pub(crate) fn verdict(board: &Board, names: &[String], reveal: &Reveal) -> String {
    match reveal.fate {
        Fate::Open => say!("The bribes for the {ship}", ship = board.ship_name(reveal.ship)),
        Fate::Tied { seats, card } => tied(names, seats, card),
        Fate::Commanded { card, thieves, steps, .. } => account(card, thieves, steps),
        Fate::Stalled(reason) => stalled(board.ship_name(reveal.ship), reason),
    }
}

/// Who offered the same.
pub(crate) fn tied(names: &[String], seats: SeatSet, card: Card) -> String {
    let (names, card) = (all(names, seats), card_short(card));
    match seats.len() {
        2 => say!("{names} both offered {card}"),
        _ => say!("{names} all offered {card}"),
    }
}

fn stalled(ship: &str, reason: Stall) -> String {
    match reason {
        Stall::NoBribe => say!("The {ship} stays put: nobody offered any rum"),
        Stall::NoReserve => say!("The {ship} stays put: a tie, and no tie-breaker left"),
        Stall::NobodyShowed => say!("The {ship} stays put: nobody showed a card"),
        Stall::TiedAgain => say!("The {ship} stays put: tied again"),
    }
}

/// Why something can't be done, as a sentence with the chart's names.
pub(crate) fn refusal(board: &Board, illegal: &Illegal) -> String {
    let name = |ship: Ship| board.ship_name(ship);
    match *illegal {
        Illegal::Occupied { ship, .. } => say!("The {ship} is in the way. Sail around her.", ship = name(ship)),
        Illegal::NoStepsLeft => say!("No steps left. You may still act, or end the move."),
        Illegal::NotLocked { .. } => say!("Your seal is still on its way. Try again in a moment."),
        Illegal::CardMissing => say!("Lay a card on every ship, and one as tie-breaker."),
        Illegal::Loaded => say!("The hold is full: a ship carries one chest."),
        Illegal::Empty => say!("The hold is empty."),
        Illegal::NoCity { .. } => say!("There is no town here to capture."),
        Illegal::NoChestInCity { space } => say!("No chest lies in {place} now.", place = place(board, space)),
        Illegal::NoLiveHaven { .. } => say!("This is no haven of a player."),
        Illegal::OtherEmpty { ship } => say!("The {ship} carries no chest.", ship = name(ship)),
        Illegal::OtherLoaded { ship } => say!("The {ship} is loaded. Swap instead.", ship = name(ship)),
        Illegal::StealLoaded { ship } => {
            say!("Your hold is full. Swap chests with the {ship} instead.", ship = name(ship))
        }
        Illegal::ShipNotAdjacent { ship } => say!("The {ship} is not beside you.", ship = name(ship)),
        Illegal::ClosedHaven { space } => say!("{place} is closed at this table.", place = place(board, space)),
        ref other => sentence(&told(other)),
    }
}

/// The same in the few words that fit on a button.
pub(crate) fn refusal_short(board: &Board, illegal: &Illegal) -> String {
    match *illegal {
        Illegal::Loaded | Illegal::StealLoaded { .. } => say!("hold is full"),
        Illegal::Empty => say!("hold is empty"),
        Illegal::NoCity { .. } => say!("no town here"),
        Illegal::NoChestInCity { .. } => say!("no chest in town"),
        Illegal::NoStepToLoad => say!("no step to load"),
        Illegal::NoLiveHaven { .. } => say!("not at a haven"),
        Illegal::OtherEmpty { ship } => say!("{ship} is empty", ship = board.ship_name(ship)),
        Illegal::OtherLoaded { ship } => say!("{ship} is loaded", ship = board.ship_name(ship)),
        Illegal::ShipNotAdjacent { .. } => say!("no ship beside"),
        Illegal::NoPassOn => say!("not played"),
        Illegal::Loop => say!("sail on first"),
        _ => say!("not now"),
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
