//! The log: what happened, in words. Past tense throughout, so that "You" and a name take the same verb.

use doubloons_engine::caribbean::{Board, Chest, Colour, Event, Ship, Space};
use doubloons_engine::contract::Seat;

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
        let name = |seat: Seat| names.get(seat.index()).map(String::as_str).unwrap_or_default();
        let whom = |seat: Seat| if Some(seat) == human { "you" } else { name(seat) };
        let mark = |seat: Seat| shown.colours[seat.index()].map_or(Mark::Chest, Mark::Player);
        let city = |chest: Chest| board.city(chest).map_or("", |city| city.name.as_str());
        let value = |chest: Chest| words::doubloons(board.value(chest).into());
        let the = |ship: Ship| words::the(board, ship);
        let commander = || match shown.reveal.map(|reveal| reveal.fate) {
            Some(Fate::Commanded { seat, .. }) => Some(seat),
            // Ships act only under command, so this is never told.
            _ => None,
        };
        let did = |seat: Option<Seat>| seat.map_or("Somebody", name);
        let marked = |seat: Option<Seat>| seat.map_or(Mark::Chest, mark);
        match *event {
            Event::ChestTurnedUp { chest, .. } => self.turned_up.push(city(chest).to_owned()),
            Event::RoundBegan { round } => {
                self.push(Mark::Round, format!("Round {round}"));
                if let Some((last, others)) = std::mem::take(&mut self.turned_up).split_last() {
                    let towns = match others {
                        [] => last.clone(),
                        others => format!("{} and {last}", others.join(", ")),
                    };
                    self.push(Mark::Chest, format!("New chests: {towns}"));
                }
            }
            Event::Sealed { seat } if shown.reveal.is_none() => {
                self.push(
                    mark(seat),
                    format!("{} sealed {} bribes", name(seat), if Some(seat) == human { "your" } else { "their" }),
                );
            }
            Event::Commanded { ship, seat, card, thieves, steps } => {
                self.acted = false;
                self.sailed_to = None;
                let sum = words::sum(card, thieves, steps);
                self.push(mark(seat), format!("{} won {}: {sum}", name(seat), the(ship)));
            }
            Event::ReserveShown { seat, card } => {
                self.push(mark(seat), format!("{} showed {} to break the tie", name(seat), words::card_short(card)));
            }
            Event::Stalled { ship, reason } => {
                let reveal = shown.reveal.map(|reveal| Reveal { fate: Fate::Stalled(reason), ..reveal });
                let text = reveal.map_or_else(
                    || format!("{} stayed put", words::the_capital(board, ship)),
                    |reveal| words::verdict(board, names, &reveal),
                );
                self.push(Mark::Chest, text);
            }
            Event::Sailed { to, .. } => self.sailed_to = Some(to),
            Event::Captured { seat, chest, bonus, .. } => {
                let bonus = words::doubloons(bonus.into());
                let text = format!("{} raided {}, +{bonus}, {} aboard", name(seat), city(chest), value(chest));
                self.act(mark(seat), text);
            }
            Event::Stolen { ship, from, chest } => {
                let seat = commander();
                let text = format!("{} stole {} from {} with {}", did(seat), value(chest), the(from), the(ship));
                self.act(marked(seat), text);
            }
            Event::Swapped { with, got, gave, .. } => {
                let seat = commander();
                let text = format!("{} swapped {} for {} with {}", did(seat), value(gave), value(got), the(with));
                self.act(marked(seat), text);
            }
            Event::PassedOn { to, chest, .. } => {
                let seat = commander();
                self.act(marked(seat), format!("{} passed {} on to {}", did(seat), value(chest), the(to)));
            }
            Event::Delivered { by, haven, to, value, forced, .. } => {
                let amount = words::doubloons(value.into());
                let place = words::place(board, haven);
                let text = if by == to {
                    format!("{} brought {amount} to {place}", name(by))
                } else if forced {
                    format!("{} had to unload at {place}: {amount} for {}", name(by), whom(to))
                } else {
                    format!("{} unloaded at {place}: {amount} for {}", name(by), whom(to))
                };
                self.act(mark(to), text);
            }
            Event::Ended { ship, .. } if !self.acted => {
                let seat = commander();
                let text = match self.sailed_to {
                    Some(space) => format!("{} sailed {} to {}", did(seat), the(ship), words::place(board, space)),
                    None => format!("{} left {} where she was", did(seat), the(ship)),
                };
                self.push(marked(seat), text);
            }
            Event::TimedOut { seat } => self.push(mark(seat), format!("{} took too long", name(seat))),
            Event::Withheld { seat } => {
                self.push(mark(seat), format!("{} kept a sealed card back: the rest counts for nothing", name(seat)));
            }
            Event::Left { seat } => self.push(mark(seat), format!("{} left the table", name(seat))),
            Event::CameBack { seat } => self.push(mark(seat), format!("{} came back to the table", name(seat))),
            Event::TargetReached { seats } => {
                self.push(
                    Mark::Chest,
                    format!("{} reached the target. This round is the last!", words::all(names, seats)),
                );
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
