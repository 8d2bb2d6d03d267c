//! What a space of the chart is called: what it is, what is there, and what can be done with it.

use doubloons_engine::caribbean::{Space, Whereabouts};

use super::act::Act;
use super::model::Model;
use super::scene::Light;
use super::shown::Shown;
use super::words;

/// "Space 47, open sea, Bravo carrying chest 6,000, steal possible".
pub(super) fn name(model: &Model, shown: &Shown, space: Space, light: Option<&Light>) -> String {
    let board = model.board();
    let mut parts = vec![format!("Space {}", space.number())];
    let city = board.city_at(space).and_then(|chest| Some((chest, board.city(chest)?)));
    let haven = board.haven(space).and_then(|colour| Some((colour, model.table.game().owners().seat(colour)?)));
    if let Some((chest, city)) = city {
        parts.push(city.name.clone());
        let value = words::doubloons(board.value(chest).into());
        parts.push(match shown.chests[chest.index()] {
            Whereabouts::City => format!("chest {value}"),
            Whereabouts::Supply => format!("chest {value} to come"),
            Whereabouts::Aboard(_) => "chest gone".to_owned(),
            Whereabouts::Delivered(_) => "closed".to_owned(),
        });
    } else if let Some((colour, seat)) = haven {
        parts.push(board.haven_name(colour).to_owned());
        parts.push(if Some(seat) == model.human() { "yours".to_owned() } else { model.name(seat).to_owned() });
    } else {
        parts.push("open sea".to_owned());
    }
    if let Some(ship) = shown.ship_on(space) {
        parts.push(match shown.cargo(ship) {
            Some(chest) => {
                format!("{} carrying chest {}", board.ship_name(ship), words::doubloons(board.value(chest).into()))
            }
            None => format!("{}, empty", board.ship_name(ship)),
        });
    }
    match light {
        Some(Light::Sail { steps, .. }) => parts.push(format!("reachable in {}", words::steps(*steps))),
        Some(Light::Act(act, _)) => parts.push(format!("{} possible", verb(*act))),
        Some(Light::Bribe) => parts.push("takes the bribe".to_owned()),
        None => {}
    }
    parts.join(", ")
}

fn verb(act: Act) -> &'static str {
    match act {
        Act::Capture => "capture",
        Act::Steal => "steal",
        Act::Swap => "swap",
        Act::PassOn => "pass on",
        Act::Deliver => "deliver",
    }
}
