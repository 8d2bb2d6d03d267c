//! What an activation does to the chests, told from the waters before and after.

use super::{Deed, Prospect};
use crate::bots::commanding::best_with_steps;
use crate::bots::outlook::{Outlook, from_havens};
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, CHESTS, Caribbean, Chest, Ship, Waters};
use crate::contract::Seat;

/// What a commander would do with the ship and so many steps; `None` if that changes nothing worth telling.
pub(super) fn prospect(
    table: &Caribbean,
    outlook: &Outlook<'_>,
    ship: Ship,
    commander: Seat,
    steps: usize,
) -> Option<Prospect> {
    let activation = table.imagine(ship, commander, steps as u8)?;
    let ending = best_with_steps(&activation, outlook)?;
    so_ended(table, &activation, &ending)
}

/// What is done between this moment of an activation and its end; `None` if that changes nothing worth telling.
pub(super) fn so_ended(table: &Caribbean, activation: &Activation<'_>, ending: &Ending) -> Option<Prospect> {
    let (ship, commander) = (activation.ship(), activation.seat());
    let mut deeds: Vec<Deed> = Vec::new();
    for chest in (0..CHESTS).filter_map(Chest::from_index) {
        deeds.extend(told(table, [activation.waters(), &ending.waters], ship, commander, chest));
    }
    deeds.sort_by_key(|deed| std::cmp::Reverse(importance(table, deed, commander)));
    (!deeds.is_empty()).then_some(Prospect { steps: ending.steps, deeds })
}

/// What became of one chest: at most a capture and a delivery.
fn told(table: &Caribbean, [before, after]: [&Waters; 2], ship: Ship, commander: Seat, chest: Chest) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let captured = before.in_city().contains(chest) && !after.in_city().contains(chest);
    if let (None, Some(to)) = (before.deliveries().get(chest), after.deliveries().get(chest)) {
        deeds.push(Deed::Delivered { chest, to });
    }
    if captured {
        deeds.push(Deed::Captured { chest });
    }
    let carrier = |waters: &Waters| Ship::ALL.into_iter().find(|&ship| waters.cargo().get(ship) == Some(chest));
    match (carrier(before), carrier(after)) {
        (Some(from), Some(to)) if from != to => deeds.push(Deed::Taken { chest, from }),
        (_, Some(to)) if to == ship => {
            let remaining = steps_home(table, commander, after, ship);
            let was = steps_home(table, commander, before, ship);
            if remaining < was || captured {
                deeds.push(Deed::Carried { chest, remaining });
            }
        }
        _ => {}
    }
    deeds
}

fn steps_home(table: &Caribbean, seat: Seat, waters: &Waters, ship: Ship) -> u8 {
    let nearest = table.player(seat).map(|player| from_havens(table.board(), player.colour));
    nearest.map_or(0, |nearest| nearest[waters.space(ship).index()] as u8)
}

fn importance(table: &Caribbean, deed: &Deed, commander: Seat) -> u8 {
    match *deed {
        Deed::Delivered { chest, to } if to == commander => 100 + table.board().value(chest),
        Deed::Captured { chest } => 60 + table.board().value(chest),
        Deed::Taken { chest, .. } => 40 + table.board().value(chest),
        Deed::Carried { chest, .. } => 20 + table.board().value(chest),
        Deed::Delivered { chest, .. } => table.board().value(chest),
    }
}
