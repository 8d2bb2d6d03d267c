//! What a space of the chart is called: what it is, what is there, and what can be done with it.

use doubloons_engine::caribbean::{Space, Whereabouts};
use doubloons_words::say;

use super::act::Act;
use super::atlas::place_name;
use super::model::Model;
use super::scene::Light;
use super::shown::Shown;
use super::words;

/// "Space 47, open sea, Bravo carrying chest 6,000, steal possible".
pub(super) fn name(model: &Model, shown: &Shown, space: Space, light: Option<&Light>) -> String {
    let board = model.board();
    let mut parts = vec![say!("Space {space}", space = space.number())];
    let city = board.city_at(space).and_then(|chest| Some((chest, board.city(chest)?)));
    let haven = board.haven(space).and_then(|colour| Some((colour, model.table.game().owners().seat(colour)?)));
    if let Some((chest, city)) = city {
        parts.push(city.name.clone());
        let value = words::doubloons(board.value(chest).into());
        parts.push(match shown.chests[chest.index()] {
            Whereabouts::City => say!("chest {value}"),
            Whereabouts::Supply => say!("chest {value} to come"),
            Whereabouts::Aboard(_) => say!("chest gone"),
            Whereabouts::Delivered(_) => say!("closed"),
        });
    } else if let Some((colour, seat)) = haven {
        parts.push(place_name(board.haven_name(colour)).to_owned());
        parts.push(if Some(seat) == model.human() { say!("yours") } else { model.name(seat).to_owned() });
    } else {
        parts.push(say!("open sea"));
    }
    if let Some(ship) = shown.ship_on(space) {
        parts.push(match shown.cargo(ship) {
            Some(chest) => {
                let (ship, value) = (board.ship_name(ship), words::doubloons(board.value(chest).into()));
                say!("{ship} carrying chest {value}")
            }
            None => say!("{ship}, empty", ship = board.ship_name(ship)),
        });
    }
    match light {
        Some(Light::Sail { steps, .. }) => parts.push(say!("reachable in {steps}", steps = words::steps(*steps))),
        Some(Light::Act(act, _)) => parts.push(possible(*act)),
        Some(Light::Bribe) => parts.push(say!("takes the bribe")),
        None => {}
    }
    parts.join(", ")
}

fn possible(act: Act) -> String {
    match act {
        Act::Capture => say!("capture possible"),
        Act::Steal => say!("steal possible"),
        Act::Swap => say!("swap possible"),
        Act::PassOn => say!("pass on possible"),
        Act::Deliver => say!("deliver possible"),
    }
}
