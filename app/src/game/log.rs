//! The log: what happened, in words. Past tense throughout, so that "You" and a name take the same verb.

use doubloons_engine::caribbean::{Board, Chest, Colour, Event, Ship, Space};
use doubloons_engine::contract::{Seat, SeatSet};
use doubloons_words::{say, say_count};

use super::shown::{Fate, Reveal, Shown};
use super::words;

/// What stands before a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// A heading.
    Round,
    /// Something about chests or a ship that nobody commands.
    Chest,
    /// Something that a player did.
    Player(Colour),
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// What stands before it.
    pub(crate) mark: Mark,
    /// The words.
    pub(crate) text: String,
}

/// Who sits at the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast<'a> {
    /// Everybody's name, by seat.
    pub(super) names: &'a [String],
    /// The seat that is called "you"; nobody's for somebody who watches.
    pub(super) human: Option<Seat>,
}

/// Writes the log.
#[derive(Clone, Debug, Default)]
pub(super) struct Logbook {
    entries: Vec<Entry>,
    /// Chests turned up since the last line.
    turned_up: Vec<String>,
    /// Whether the ship of this turn has done something worth a line of its own.
    acted: bool,
    sailed_to: Option<Space>,
}

impl Logbook {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Writes down an event; `shown` is the table just before it.
    pub(super) fn write(&mut self, event: &Event, shown: &Shown, board: &Board, cast: &Cast<'_>) {
        let Cast { names, human } = *cast;
        let you = |seat: Seat| Some(seat) == human;
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let mark = |seat: Seat| shown.colours[seat.index()].map_or(Mark::Chest, Mark::Player);
        let city = |chest: Chest| board.city(chest).map_or("", |city| city.name.as_str());
        let value = |chest: Chest| words::doubloons(board.value(chest).into());
        let ship_name = |ship: Ship| board.ship_name(ship);
        match *event {
            Event::ChestTurnedUp { chest, .. } => self.turned_up.push(city(chest).to_owned()),
            Event::RoundBegan { round } => {
                self.push(Mark::Round, say!("Round {round}"));
                let towns = std::mem::take(&mut self.turned_up);
                if !towns.is_empty() {
                    self.push(Mark::Chest, say!("New chests: {towns}", towns = words::listed(&towns)));
                }
            }
            Event::Sealed { seat } if shown.reveal.is_none() => {
                let text = match you(seat) {
                    true => say!("You sealed your bribes"),
                    false => say!("{name} sealed their bribes", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::Commanded { ship, seat, card, thieves, steps } => {
                self.acted = false;
                self.sailed_to = None;
                let (ship, sum) = (ship_name(ship), words::sum(card, thieves, steps));
                let text = match you(seat) {
                    true => say!("You won the {ship}: {sum}"),
                    false => say!("{name} won the {ship}: {sum}", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::ReserveShown { seat, card } => {
                let card = words::card_short(card);
                let text = match you(seat) {
                    true => say!("You showed {card} to break the tie"),
                    false => say!("{name} showed {card} to break the tie", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::Stalled { ship, reason } => {
                let reveal = shown.reveal.map(|reveal| Reveal { fate: Fate::Stalled(reason), ..reveal });
                let text = reveal.map_or_else(
                    || say!("The {ship} stayed put", ship = ship_name(ship)),
                    |reveal| words::verdict(board, names, &reveal),
                );
                self.push(Mark::Chest, text);
            }
            Event::Sailed { to, .. } => self.sailed_to = Some(to),
            Event::Captured { seat, chest, bonus, .. } => {
                let (town, bonus, value) = (city(chest), words::doubloons(bonus.into()), value(chest));
                let text = match you(seat) {
                    true => say!("You captured {town}’s {value}, +{bonus}"),
                    false => say!("{name} captured {town}’s {value}, +{bonus}", name = name(seat)),
                };
                self.act(mark(seat), text);
            }
            Event::Stolen { ship, from, chest } => {
                let Some(seat) = commander(shown) else { return };
                let (value, other, ship) = (value(chest), ship_name(from), ship_name(ship));
                let text = match you(seat) {
                    true => say!("You stole {value} from the {other} with the {ship}"),
                    false => say!("{name} stole {value} from the {other} with the {ship}", name = name(seat)),
                };
                self.act(mark(seat), text);
            }
            Event::Swapped { with, got, gave, .. } => {
                let Some(seat) = commander(shown) else { return };
                let (gave, got, other) = (value(gave), value(got), ship_name(with));
                let text = match you(seat) {
                    true => say!("You swapped {gave} for {got} with the {other}"),
                    false => say!("{name} swapped {gave} for {got} with the {other}", name = name(seat)),
                };
                self.act(mark(seat), text);
            }
            Event::PassedOn { to, chest, .. } => {
                let Some(seat) = commander(shown) else { return };
                let (value, other) = (value(chest), ship_name(to));
                let text = match you(seat) {
                    true => say!("You passed {value} on to the {other}"),
                    false => say!("{name} passed {value} on to the {other}", name = name(seat)),
                };
                self.act(mark(seat), text);
            }
            Event::Delivered { by, haven, to, value, forced, .. } => {
                let (amount, place) = (words::doubloons(value.into()), words::place(board, haven));
                let delivery = Delivery { amount, place, forced };
                self.act(mark(to), delivery.told((&name(by), you(by)), (&name(to), you(to)), by == to));
            }
            Event::Ended { ship, .. } if !self.acted => {
                let Some(seat) = commander(shown) else { return };
                let (name, ship) = (name(seat), ship_name(ship));
                let place = self.sailed_to.map(|space| words::place(board, space));
                let text = match (place, you(seat)) {
                    (Some(place), true) => say!("You sailed the {ship} to {place}"),
                    (Some(place), false) => say!("{name} sailed the {ship} to {place}"),
                    (None, true) => say!("You left the {ship} where she was"),
                    (None, false) => say!("{name} left the {ship} where she was"),
                };
                self.push(mark(seat), text);
            }
            Event::TimedOut { seat } => {
                let text = match you(seat) {
                    true => say!("You took too long"),
                    false => say!("{name} took too long", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::Withheld { seat } => {
                let text = match you(seat) {
                    true => say!("You kept a sealed card back: the rest counts for nothing"),
                    false => say!("{name} kept a sealed card back: the rest counts for nothing", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::Left { seat } => {
                let text = match you(seat) {
                    true => say!("You left the table"),
                    false => say!("{name} left the table", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::CameBack { seat } => {
                let text = match you(seat) {
                    true => say!("You came back to the table"),
                    false => say!("{name} came back to the table", name = name(seat)),
                };
                self.push(mark(seat), text);
            }
            Event::TargetReached { seats } => {
                let others = human.map_or(seats, |human| seats.without(SeatSet::only(human)));
                let text = match (others.len() < seats.len(), others.is_empty()) {
                    (true, true) => say!("You reached the target. This round is the last!"),
                    (true, false) => say!(
                        "You and {names} reached the target. This round is the last!",
                        names = words::all(names, others)
                    ),
                    (false, _) => say_count!(
                        seats.len(),
                        "{names} reached the target. This round is the last!",
                        "{names} reached the target. This round is the last!",
                        names = words::all(names, seats)
                    ),
                };
                self.push(Mark::Chest, text);
            }
            _ => {}
        }
    }

    /// Notes something that is no event of the game.
    pub(super) fn note(&mut self, text: String) {
        self.push(Mark::Chest, text);
    }

    fn act(&mut self, mark: Mark, text: String) {
        self.acted = true;
        self.push(mark, text);
    }

    fn push(&mut self, mark: Mark, text: String) {
        self.entries.push(Entry { mark, text });
    }
}

/// Who commands the ship that acts: ships act only under command.
fn commander(shown: &Shown) -> Option<Seat> {
    match shown.reveal.map(|reveal| reveal.fate) {
        Some(Fate::Commanded { seat, .. }) => Some(seat),
        _ => None,
    }
}

/// A chest that was brought somewhere.
struct Delivery {
    amount: String,
    place: String,
    forced: bool,
}

impl Delivery {
    /// In words: who brought it, who is paid, each with whether it is the person, and whether they are the same.
    fn told(&self, (name, you): (&str, bool), (paid, you_are_paid): (&str, bool), same: bool) -> String {
        let Delivery { amount, place, forced } = self;
        match (same, *forced, you, you_are_paid) {
            (true, _, true, _) => say!("You brought {amount} to {place}"),
            (true, _, false, _) => say!("{name} brought {amount} to {place}"),
            (false, true, true, _) => say!("You had to unload at {place}: {amount} for {paid}"),
            (false, true, false, true) => say!("{name} had to unload at {place}: {amount} for you"),
            (false, true, false, false) => say!("{name} had to unload at {place}: {amount} for {paid}"),
            (false, false, true, _) => say!("You unloaded at {place}: {amount} for {paid}"),
            (false, false, false, true) => say!("{name} unloaded at {place}: {amount} for you"),
            (false, false, false, false) => say!("{name} unloaded at {place}: {amount} for {paid}"),
        }
    }
}
