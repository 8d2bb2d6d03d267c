//! What the chart shows, derived from the model.

use doubloons_engine::caribbean::{
    Activation, CHESTS, Chest, Colour, Command, MAX_SPACES, SHIPS, Ship, Space, Whereabouts,
};

use super::act::{self, Act};
use super::draft::{Berth, Pick};
use super::model::{Model, Stage};
use super::places;
use super::shown::{Fate, Reveal, Shown};
use super::voyage;

/// What can be done with a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Light {
    /// A ship can sail there.
    Sail {
        /// In how many steps.
        steps: u8,
        /// Over which space at last.
        before: Space,
    },
    /// Something can be done with the ship or town there: its name and what it is about.
    Act(Act, String),
    /// The ship there belongs to the berth that was touched, or can take the card that was.
    Bribe,
}

/// A ship on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShipScene {
    /// Where she is.
    pub(crate) space: Option<Space>,
    /// What her chest is worth in thousands.
    pub(crate) cargo: Option<u8>,
    /// The colour of whoever commands her.
    pub(crate) commander: Option<Colour>,
}

/// A town on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TownScene {
    /// Its chest lies there.
    There(u8),
    /// Its chest comes later.
    ToCome(u8),
    /// Its chest is aboard this ship.
    Aboard(Ship),
    /// Its chest was brought to this colour's haven.
    Delivered(Colour),
}

/// What the chart shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Scene {
    /// The ships.
    pub(crate) ships: [ShipScene; SHIPS],
    /// The towns, in the board's order.
    pub(crate) towns: Vec<TownScene>,
    /// The colours whose havens belong to players.
    pub(crate) live: Vec<Colour>,
    /// What can be done with each space.
    pub(crate) lights: Vec<Option<Light>>,
    /// The ship that is being resolved.
    pub(crate) active: Option<Ship>,
    /// Where she came along, ending where she is.
    pub(crate) trail: Vec<Space>,
    /// The way that was suggested, beginning where the ship is.
    pub(crate) hinted: Vec<Space>,
    /// The accessible name of every space.
    pub(crate) names: Vec<String>,
}

impl Scene {
    /// The spaces along which a ship came since an earlier scene, from where she was to where she is; empty if she has
    /// not moved. Of a step that was taken back it is the way back.
    pub(crate) fn way_since(&self, before: &Scene, ship: Ship) -> Vec<Space> {
        let place = |scene: &Scene| scene.ships[ship.index()].space;
        let (Some(from), Some(to)) = (place(before), place(self)) else { return Vec::new() };
        if from == to {
            return Vec::new();
        }
        let since = |scene: &Scene, space: Space| {
            let passed = scene.trail.iter().rposition(|&other| other == space);
            passed.filter(|_| scene.active == Some(ship)).map(|at| scene.trail[at..].to_vec())
        };
        if let Some(way) = since(self, from) {
            return way;
        }
        match since(before, to) {
            Some(mut way) => {
                way.reverse();
                way
            }
            None => vec![from, to],
        }
    }
}

impl Model {
    /// What the chart shows now.
    pub(crate) fn scene(&self) -> Scene {
        let shown = self.displayed();
        let board = self.board();
        let moment = self.moment();
        let mut lights = vec![None; MAX_SPACES];
        if let (Stage::Commanding(_), Some(moment)) = (&self.stage, &moment) {
            self.light_moves(moment, &mut lights);
        }
        self.light_bribes(&shown, &mut lights);
        let active = shown.reveal.map(|reveal| reveal.ship);
        let mut trail = shown.trail.clone();
        if let Some(ship) = active
            && !trail.is_empty()
        {
            trail.extend(shown.ships[ship.index()]);
        }
        let commander = match shown.reveal {
            Some(Reveal { fate: Fate::Commanded { seat, .. }, .. }) => Some(self.colour(seat)),
            _ => None,
        };
        Scene {
            ships: Ship::ALL.map(|ship| ShipScene {
                space: shown.ships[ship.index()],
                cargo: shown.cargo(ship).map(|chest| board.value(chest)),
                commander: if active == Some(ship) { commander } else { None },
            }),
            towns: (0..board.cities().len().min(CHESTS)).map(|index| self.town(&shown, index)).collect(),
            live: shown.colours.iter().flatten().copied().collect(),
            names: board
                .spaces()
                .map(|space| places::name(self, &shown, space, lights[space.index()].as_ref()))
                .collect(),
            lights,
            active,
            trail,
            hinted: match &self.stage {
                Stage::Commanding(voyage) => voyage.hinted_way(self.table.game()),
                _ => Vec::new(),
            },
        }
    }

    /// What is shown: the events so far, or the moment of the person's draft.
    pub(super) fn displayed(&self) -> Shown {
        let mut shown = self.shown.clone();
        if let (Stage::Commanding(voyage) | Stage::Sent(voyage), Some(moment)) = (&self.stage, self.moment()) {
            shown.overlay(moment.waters(), self.board());
            shown.trail = voyage.trail(self.table.game());
            shown.steps_left = moment.steps_left();
        }
        shown
    }

    fn moment(&self) -> Option<Activation<'_>> {
        match &self.stage {
            Stage::Commanding(voyage) | Stage::Sent(voyage) => voyage.moment(self.table.game()),
            _ => None,
        }
    }

    fn light_moves(&self, moment: &Activation<'_>, lights: &mut [Option<Light>]) {
        let choosing = match &self.stage {
            Stage::Commanding(voyage) => voyage.choosing(),
            _ => None,
        };
        if choosing.is_none() {
            for (light, way) in lights.iter_mut().zip(voyage::reach(moment)) {
                *light = way.map(|(before, steps)| Light::Sail { steps, before });
            }
        }
        for space in self.board().spaces() {
            if let Some((act, command)) = voyage::act_at(moment, space, choosing) {
                let about = match command {
                    Command::Capture | Command::Deliver => String::new(),
                    command => act::detail(command, moment),
                };
                lights[space.index()] = Some(Light::Act(act, about));
            }
        }
    }

    fn light_bribes(&self, shown: &Shown, lights: &mut [Option<Light>]) {
        let Stage::Bribing(draft) = &self.stage else {
            return;
        };
        let lit: Vec<Ship> = match draft.pick() {
            Some(Pick::Card(_)) => Ship::ALL.to_vec(),
            Some(Pick::Berth(Berth::Ship(ship))) => vec![ship],
            _ => Vec::new(),
        };
        for space in lit.into_iter().filter_map(|ship| shown.ships[ship.index()]) {
            lights[space.index()] = Some(Light::Bribe);
        }
    }

    fn town(&self, shown: &Shown, index: usize) -> TownScene {
        let value = Chest::from_index(index).map_or(0, |chest| self.board().value(chest));
        match shown.chests[index] {
            Whereabouts::City => TownScene::There(value),
            Whereabouts::Supply => TownScene::ToCome(value),
            Whereabouts::Aboard(ship) => TownScene::Aboard(ship),
            Whereabouts::Delivered(seat) => TownScene::Delivered(self.colour(seat)),
        }
    }
}
