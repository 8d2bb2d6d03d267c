//! The moments of a game that people talk about afterwards, found in what happened.

use std::collections::BTreeMap;

use doubloons_engine::caribbean::{Card, Event, Ship};
use doubloons_engine::contract::{Seat, SeatMap};
use doubloons_words::{say, say_count};

use super::words;

/// How many are told.
const TOLD: usize = 4;

/// A moment worth telling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    /// Whose it is.
    pub(crate) seat: Seat,
    /// What kind of moment.
    pub(crate) title: String,
    /// What happened, in a sentence.
    pub(crate) text: String,
}

/// Who played, and on which ships.
pub(super) struct Players<'a> {
    /// Everybody's name, by seat.
    pub(super) names: &'a [String],
    /// The seat that is called "you".
    pub(super) human: Option<Seat>,
    /// The ships' names, in their order.
    pub(super) ships: &'a [String],
}

/// The moments of a game in which this happened, the best first.
pub(super) fn moments(events: &[Event], players: &Players<'_>) -> Vec<Moment> {
    let turns = turns(events);
    let found = [
        richest_delivery(&turns, players),
        boldest_bribe(&turns, players),
        wasted_bribe(&turns, players),
        closest_tie(&turns, players),
        best_thief(&turns, players),
        most_steals(&turns, players),
    ];
    found.into_iter().flatten().take(TOLD).collect()
}

/// What happened to one ship in one round.
#[derive(Clone, Debug)]
struct Turn {
    round: u16,
    ship: Ship,
    cards: SeatMap<Card>,
    tied: bool,
    reserves: SeatMap<Card>,
    /// Who commanded her, with which card and how many thieves.
    commander: Option<(Seat, Card, u8)>,
    steals: usize,
    deliveries: Vec<Delivery>,
    /// What everybody earned, in thousands.
    earned: SeatMap<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Delivery {
    by: Seat,
    to: Seat,
    value: u8,
}

impl Turn {
    fn earned_by(&self, seat: Seat) -> u16 {
        self.earned.get(seat).copied().unwrap_or_default()
    }

    fn pay(&mut self, seat: Seat, thousands: u8) {
        let before = self.earned_by(seat);
        self.earned.insert(seat, before + u16::from(thousands));
    }
}

fn turns(events: &[Event]) -> Vec<Turn> {
    let mut round = 0;
    let mut turns: Vec<Turn> = Vec::new();
    for event in events {
        match *event {
            Event::RoundBegan { round: begun } => round = begun,
            Event::BribesShown { ship, cards } => turns.push(Turn {
                round,
                ship,
                cards,
                tied: false,
                reserves: SeatMap::default(),
                commander: None,
                steals: 0,
                deliveries: Vec::new(),
                earned: SeatMap::default(),
            }),
            _ => {}
        }
        let Some(turn) = turns.last_mut() else { continue };
        match *event {
            Event::Tied { .. } => turn.tied = true,
            Event::ReserveShown { seat, card } => drop(turn.reserves.insert(seat, card)),
            Event::Commanded { seat, card, thieves, .. } => turn.commander = Some((seat, card, thieves)),
            Event::Captured { seat, bonus, .. } => turn.pay(seat, bonus),
            Event::Stolen { .. } => turn.steals += 1,
            Event::Delivered { by, to, value, .. } => {
                turn.deliveries.push(Delivery { by, to, value });
                turn.pay(to, value);
            }
            _ => {}
        }
    }
    turns
}

impl Players<'_> {
    fn is_you(&self, seat: Seat) -> bool {
        self.human == Some(seat)
    }

    fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map(String::as_str).unwrap_or_default()
    }

    fn ship(&self, ship: Ship) -> &str {
        self.ships.get(ship.index()).map(String::as_str).unwrap_or_default()
    }
}

/// The chest that brought its own captain the most. Of equals, the first.
fn richest_delivery(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let all = turns.iter().flat_map(|turn| turn.deliveries.iter().map(move |delivery| (turn, delivery)));
    let own = all.filter(|(_, delivery)| delivery.by == delivery.to);
    let (turn, delivery) = first_best(own, |(_, delivery)| delivery.value)?;
    let (amount, ship, round) = (words::doubloons(delivery.value.into()), players.ship(turn.ship), turn.round);
    let text = match players.is_you(delivery.by) {
        true => say!("You brought {amount} home with the {ship} in round {round}."),
        false => {
            say!("{name} brought {amount} home with the {ship} in round {round}.", name = players.name(delivery.by))
        }
    };
    Some(Moment { seat: delivery.by, title: say!("Richest delivery"), text })
}

/// A ship that was won with little rum and earned much.
fn boldest_bribe(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let bold = turns.iter().filter_map(|turn| {
        let (seat, card, _) = turn.commander.filter(|(_, card, _)| card.worth() <= Card::Two.worth())?;
        let earned = turn.earned_by(seat);
        (earned > 0).then_some((turn, seat, card, earned))
    });
    let (turn, seat, card, earned) = first_best(bold, |&(_, _, card, earned)| (earned, -card.worth()))?;
    let (card, ship, amount) = (words::card_short(card), players.ship(turn.ship), words::doubloons(earned));
    let text = match players.is_you(seat) {
        true => say!("You won the {ship} with no more than {card}, and she brought you {amount}."),
        false => say!(
            "{name} won the {ship} with no more than {card}, and she brought them {amount}.",
            name = players.name(seat)
        ),
    };
    Some(Moment { seat, title: say!("Boldest bribe"), text })
}

/// The most rum for a ship that somebody else commanded; of equals, where it hurt most.
fn wasted_bribe(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let wasted = turns.iter().filter_map(|turn| {
        let (commander, ..) = turn.commander?;
        let others = turn.cards.iter().filter(|(seat, card)| *seat != commander && card.worth() >= Card::Four.worth());
        let (seat, card) = others.max_by_key(|(_, card)| card.worth())?;
        Some((turn, commander, seat, *card, turn.earned_by(commander)))
    });
    let (turn, commander, seat, card, lost) = first_best(wasted, |&(_, _, _, card, lost)| (card.worth(), lost))?;
    let (ship, card, amount) = (players.ship(turn.ship), words::card_short(card), words::doubloons(lost));
    let text = match (players.is_you(seat), players.is_you(commander)) {
        (true, _) => say!(
            "You offered {card} for the {ship}, and {other} sailed away with her: {amount}.",
            other = players.name(commander)
        ),
        (false, true) => say!(
            "{name} offered {card} for the {ship}, and you sailed away with her: {amount}.",
            name = players.name(seat)
        ),
        (false, false) => say!(
            "{name} offered {card} for the {ship}, and {other} sailed away with her: {amount}.",
            name = players.name(seat),
            other = players.name(commander)
        ),
    };
    Some(Moment { seat, title: say!("Most rum for nothing"), text })
}

/// A tie that was broken by the least.
fn closest_tie(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let broken = turns.iter().filter_map(|turn| {
        let (winner, ..) = turn.commander.filter(|_| turn.tied)?;
        let own = turn.reserves.get(winner)?.worth();
        let next = turn.reserves.iter().filter(|(seat, _)| *seat != winner).map(|(seat, card)| (card.worth(), seat));
        let (next, loser) = next.max()?;
        Some((turn, winner, loser, own, next))
    });
    let (turn, winner, loser, own, next) = first_best(broken, |&(_, _, _, own, next)| -(own - next))?;
    // As the cards say it.
    let [own, next] = [own, next].map(|worth| worth.to_string().replace('-', "−"));
    let ship = players.ship(turn.ship);
    let text = match (players.is_you(winner), players.is_you(loser)) {
        (true, _) => {
            say!("For the {ship}, your {own} beat the {next} of {other} after a tie.", other = players.name(loser))
        }
        (false, true) => {
            say!("For the {ship}, {name} beat your {next} with {own} after a tie.", name = players.name(winner))
        }
        (false, false) => say!(
            "For the {ship}, {name} beat the {next} of {other} with {own} after a tie.",
            name = players.name(winner),
            other = players.name(loser)
        ),
    };
    Some(Moment { seat: winner, title: say!("Closest tie"), text })
}

/// Whose thieves drank the most on others' ships.
fn best_thief(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let mut drunk: BTreeMap<Seat, usize> = BTreeMap::new();
    for turn in turns {
        let Some((commander, card, _)) = turn.commander.filter(|(_, card, _)| card.worth() > 0) else { continue };
        let thieves = turn.cards.iter().filter(|(seat, card)| **card == Card::Thief && *seat != commander);
        // More thieves than barrels find nothing to drink.
        for (seat, _) in thieves.take(usize::from(card.worth().unsigned_abs())) {
            *drunk.entry(seat).or_default() += 1;
        }
    }
    let (seat, count) = most(&drunk)?;
    let text = match players.is_you(seat) {
        true => {
            say_count!(count, "Your thief took a step from others.", "Your thieves took {count} steps from others.")
        }
        false => say_count!(
            count,
            "The thief of {name} took a step from others.",
            "The thieves of {name} took {count} steps from others.",
            name = players.name(seat)
        ),
    };
    Some(Moment { seat, title: say!("Best thief"), text })
}

/// Who took the most chests from other ships.
fn most_steals(turns: &[Turn], players: &Players<'_>) -> Option<Moment> {
    let mut steals: BTreeMap<Seat, usize> = BTreeMap::new();
    for turn in turns {
        if let Some((commander, ..)) = turn.commander.filter(|_| turn.steals > 0) {
            *steals.entry(commander).or_default() += turn.steals;
        }
    }
    let (seat, count) = most(&steals)?;
    let text = match players.is_you(seat) {
        true => say_count!(count, "You stole a chest from another ship.", "You stole {count} chests from other ships."),
        false => say_count!(
            count,
            "{name} stole a chest from another ship.",
            "{name} stole {count} chests from other ships.",
            name = players.name(seat)
        ),
    };
    Some(Moment { seat, title: say!("Boarding party"), text })
}

/// Whoever has the most, if that is somebody alone and more than once.
fn most(counts: &BTreeMap<Seat, usize>) -> Option<(Seat, usize)> {
    let (&seat, &count) = first_best(counts.iter(), |(_, count)| **count)?;
    let alone = counts.values().filter(|other| **other == count).count() == 1;
    (alone && count > 1).then_some((seat, count))
}

/// Of the best by this measure, the first.
fn first_best<T, M: Ord>(all: impl Iterator<Item = T>, measure: impl Fn(&T) -> M) -> Option<T> {
    all.reduce(|best, next| if measure(&next) > measure(&best) { next } else { best })
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::{Board, Chest, Space};
    use doubloons_engine::contract::SeatSet;

    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).expect("a seat")
    }

    /// The first ships that sail, with the person at the first seat, Mate and Cook.
    fn tell(events: &[Event]) -> Vec<(String, String)> {
        let names = ["You", "Mate", "Cook"].map(str::to_owned);
        let board = Board::standard();
        let ships = Ship::ALL.map(|ship| board.ship_name(ship).to_owned());
        let players = Players { names: &names, human: Some(seat(0)), ships: &ships };
        moments(events, &players).into_iter().map(|moment| (moment.title, moment.text)).collect()
    }

    fn text_of(events: &[Event], title: &str) -> Option<String> {
        tell(events).into_iter().find(|(told, _)| told == title).map(|(_, text)| text)
    }

    fn shown(ship: Ship, cards: [Card; 3]) -> Event {
        Event::BribesShown {
            ship,
            cards: cards.into_iter().enumerate().map(|(index, card)| (seat(index), card)).collect(),
        }
    }

    fn commanded(ship: Ship, by: usize, card: Card, thieves: u8) -> Event {
        Event::Commanded { ship, seat: seat(by), card, thieves, steps: 1 }
    }

    fn delivered(ship: Ship, by: usize, to: usize, value: u8) -> Event {
        let (haven, chest) = (Space::from_number(4).expect("a space"), Chest::from_index(0).expect("a chest"));
        Event::Delivered { ship, by: seat(by), haven, to: seat(to), chest, value, forced: false }
    }

    fn round(round: u16) -> Event {
        Event::RoundBegan { round }
    }

    #[test]
    fn a_game_without_moments_has_none() {
        assert_eq!(tell(&[round(1)]), []);
    }

    #[test]
    fn the_richest_delivery_is_the_one_that_its_captain_was_paid_for() {
        let [a, b, ..] = Ship::ALL;
        let events = [
            round(2),
            shown(a, [Card::Five, Card::One, Card::Zero]),
            commanded(a, 0, Card::Five, 0),
            delivered(a, 0, 0, 6),
            round(3),
            shown(b, [Card::One, Card::Five, Card::Zero]),
            commanded(b, 1, Card::Five, 0),
            delivered(b, 1, 0, 9),
        ];
        let text = text_of(&events, "Richest delivery");
        assert_eq!(text.as_deref(), Some("You brought 6,000 home with the Arriba in round 2."));
    }

    #[test]
    fn the_boldest_bribe_brought_the_most_for_the_least() {
        let [a, b, ..] = Ship::ALL;
        let events = [
            round(1),
            shown(a, [Card::Zero, Card::Two, Card::One]),
            commanded(a, 1, Card::Two, 0),
            delivered(a, 1, 1, 4),
            shown(b, [Card::Zero, Card::Zero, Card::One]),
            commanded(b, 2, Card::One, 0),
            delivered(b, 2, 2, 4),
        ];
        let text = text_of(&events, "Boldest bribe");
        assert_eq!(text.as_deref(), Some("Cook won the Bravo with no more than 1, and she brought them 4,000."));
    }

    #[test]
    fn rum_is_wasted_where_another_captain_earns_the_most() {
        let [a, b, ..] = Ship::ALL;
        let events = [
            round(1),
            shown(a, [Card::Four, Card::Five, Card::One]),
            commanded(a, 1, Card::Five, 0),
            shown(b, [Card::Four, Card::One, Card::Five]),
            commanded(b, 2, Card::Five, 0),
            delivered(b, 2, 2, 7),
        ];
        let text = text_of(&events, "Most rum for nothing");
        assert_eq!(text.as_deref(), Some("You offered 4 for the Bravo, and Cook sailed away with her: 7,000."));
    }

    #[test]
    fn the_closest_tie_is_broken_by_the_least() {
        let [a, b, ..] = Ship::ALL;
        let tied = |ship| Event::Tied { ship, card: Card::Three, seats: SeatSet::first(2), asked: SeatSet::first(2) };
        let reserve = |by, card| Event::ReserveShown { seat: seat(by), card };
        let events = [
            shown(a, [Card::Three, Card::Three, Card::One]),
            tied(a),
            reserve(0, Card::Five),
            reserve(1, Card::Zero),
            commanded(a, 0, Card::Three, 0),
            shown(b, [Card::Three, Card::Three, Card::One]),
            tied(b),
            reserve(0, Card::One),
            reserve(1, Card::Two),
            commanded(b, 1, Card::Three, 0),
        ];
        let text = text_of(&events, "Closest tie");
        assert_eq!(text.as_deref(), Some("For the Bravo, Mate beat your 1 with 2 after a tie."));
    }

    #[test]
    fn thieves_count_where_they_found_something_to_drink() {
        let [a, b, c, ..] = Ship::ALL;
        let events = [
            shown(a, [Card::Thief, Card::Five, Card::One]),
            commanded(a, 1, Card::Five, 1),
            shown(b, [Card::Thief, Card::Zero, Card::Zero]),
            commanded(b, 1, Card::Zero, 1),
            shown(c, [Card::Thief, Card::Four, Card::One]),
            commanded(c, 1, Card::Four, 1),
        ];
        assert_eq!(text_of(&events, "Best thief").as_deref(), Some("Your thieves took 2 steps from others."));
    }

    #[test]
    fn steals_are_those_of_whoever_commanded() {
        let [a, b, ..] = Ship::ALL;
        let chest = Chest::from_index(0).expect("a chest");
        let stolen = |ship, from| Event::Stolen { ship, from, chest };
        let events = [
            shown(a, [Card::Zero, Card::Five, Card::One]),
            commanded(a, 1, Card::Five, 0),
            stolen(a, b),
            shown(b, [Card::Zero, Card::Five, Card::One]),
            commanded(b, 1, Card::Five, 0),
            stolen(b, a),
        ];
        assert_eq!(text_of(&events, "Boarding party").as_deref(), Some("Mate stole 2 chests from other ships."));
    }
}
