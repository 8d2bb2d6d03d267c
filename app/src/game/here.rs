//! What is on a space of the chart, for whoever asks: a name, a few sentences, and what could be done there now.

use doubloons_engine::caribbean::{CAPTURE_BONUS, Chest, Colour, Ship, Space, UnusedHavens, Whereabouts};
use doubloons_engine::contract::Seat;
use doubloons_words::say;

use super::atlas::place_name;
use super::draft::{Berth, Pick};
use super::model::{Model, Stage};
use super::scene::Light;
use super::shown::{Fate, Reveal, Shown};
use super::words;

/// What is on a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Here {
    /// The town, the haven, or the open sea.
    pub(crate) title: String,
    /// Its number on the chart.
    pub(crate) number: String,
    /// What is there, in sentences.
    pub(crate) lines: Vec<String>,
    /// What a touch of the space would do now, in the words of a button.
    pub(crate) offer: Option<String>,
}

impl Here {
    /// All of it, to be spoken.
    pub(crate) fn spoken(&self) -> String {
        let heading = format!("{}, {}", self.title, self.number);
        [heading].into_iter().chain(self.lines.iter().cloned()).collect::<Vec<_>>().join("\n")
    }
}

impl Model {
    /// What is on a space, as far as it was shown.
    pub(crate) fn here(&self, space: Space) -> Here {
        let (board, shown) = (self.board(), self.displayed());
        let mut lines = Vec::new();
        let mut title = say!("Open sea");
        if let Some(chest) = board.city_at(space) {
            title = self.town_of(chest).to_owned();
            lines.push(self.chest_of_town(chest, &shown));
        } else if let Some(colour) = board.haven(space) {
            title = place_name(board.haven_name(colour)).to_owned();
            lines.push(self.whose_haven(colour));
        }
        if let Some(ship) = shown.ship_on(space) {
            lines.push(self.ship_and_load(ship, &shown));
            lines.extend(self.commander(ship, &shown));
            lines.extend(self.own_bribe(ship));
        }
        let offer = self.offer(space);
        if offer.is_none() {
            lines.extend(self.out_of_reach(space));
        }
        Here { title, number: say!("Space {space}", space = space.number()), lines, offer }
    }

    fn town_of(&self, chest: Chest) -> &str {
        self.board().city(chest).map(|city| city.name.as_str()).unwrap_or_default()
    }

    fn worth(&self, chest: Chest) -> String {
        words::doubloons(self.board().value(chest).into())
    }

    fn chest_of_town(&self, chest: Chest, shown: &Shown) -> String {
        let value = self.worth(chest);
        match shown.chests[chest.index()] {
            Whereabouts::City => {
                let bonus = words::doubloons(CAPTURE_BONUS.into());
                say!("A chest worth {value} lies here. Whoever captures it is paid {bonus} at once.")
            }
            Whereabouts::Supply => say!("A chest worth {value} comes here in a later round."),
            Whereabouts::Aboard(ship) => {
                say!("Its chest, worth {value}, is aboard the {ship}.", ship = self.board().ship_name(ship))
            }
            Whereabouts::Delivered(seat) if self.is_human(seat) => {
                say!("Its chest was unloaded at your haven: {value} for you.")
            }
            Whereabouts::Delivered(seat) => {
                say!("Its chest was unloaded: {value} for {name}.", name = self.name(seat))
            }
        }
    }

    fn whose_haven(&self, colour: Colour) -> String {
        let game = self.table.game();
        match game.owners().seat(colour) {
            Some(seat) if self.is_human(seat) => say!("Your haven: chests that are unloaded here are paid to you."),
            Some(seat) => {
                let name = self.name(seat);
                say!("The haven of {name}: chests that are unloaded here are paid to {name}.")
            }
            None if game.options().unused_havens == UnusedHavens::Closed => {
                say!("Nobody plays this colour. The haven is closed.")
            }
            None => say!("Nobody plays this colour. The haven is plain sea."),
        }
    }

    fn ship_and_load(&self, ship: Ship, shown: &Shown) -> String {
        let name = self.board().ship_name(ship);
        match shown.cargo(ship) {
            Some(chest) => {
                let (value, town) = (self.worth(chest), self.town_of(chest));
                say!("The {ship} lies here, with the chest of {town} aboard, worth {value}.", ship = name)
            }
            None => say!("The {ship} lies here. Her hold is empty.", ship = name),
        }
    }

    fn commander(&self, ship: Ship, shown: &Shown) -> Option<String> {
        let Reveal { fate: Fate::Commanded { seat, .. }, ship: active, done: false, .. } = shown.reveal? else {
            return None;
        };
        (active == ship).then(|| self.commanded_by(seat, shown.steps_left))
    }

    fn commanded_by(&self, seat: Seat, left: u8) -> String {
        let steps = words::steps(left);
        match self.is_human(seat) {
            true => say!("You command her and have {steps} left."),
            false => say!("{name} commands her and has {steps} left.", name = self.name(seat)),
        }
    }

    fn own_bribe(&self, ship: Ship) -> Option<String> {
        let (Stage::Bribing(draft) | Stage::Sealed(draft)) = &self.stage else { return None };
        Some(match draft.card(Berth::Ship(ship)) {
            Some(card) => say!("Your bribe for her: {card}.", card = words::card_short(card)),
            None => say!("You have laid no bribe for her yet."),
        })
    }

    fn offer(&self, space: Space) -> Option<String> {
        let light = self.scene().lights.into_iter().nth(space.index())??;
        match light {
            Light::Sail { steps, .. } => Some(say!("Sail Here: {steps}", steps = words::steps(steps))),
            Light::Act(act, about) => Some(act.called(&about)),
            Light::Bribe => match &self.stage {
                Stage::Bribing(draft) => match draft.pick()? {
                    Pick::Card(card) => Some(say!("Lay Here: {card}", card = words::card_short(card))),
                    Pick::Berth(_) => None,
                },
                _ => None,
            },
        }
    }

    /// Why the person's ship can't sail there.
    fn out_of_reach(&self, space: Space) -> Option<String> {
        match &self.stage {
            Stage::Commanding(voyage) if voyage.choosing().is_none() => voyage.out_of_reach(self.table.game(), space),
            _ => None,
        }
    }
}
