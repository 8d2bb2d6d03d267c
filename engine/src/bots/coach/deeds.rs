//! What an activation does to the chests, told in the order in which it happens.

use super::{Deed, Prospect};
use crate::bots::commanding::best_at_once;
use crate::bots::outlook::{Outlook, from_havens};
use crate::bots::thinking::Meter;
use crate::caribbean::planner::Planner;
use crate::caribbean::{Activation, Caribbean, Command, Event, Ship, Waters};
use crate::contract::Seat;

/// What a commander would do with the ship and so many steps; `None` if that changes nothing worth telling.
pub(super) fn prospect(
    outlook: &Outlook<'_>,
    ship: Ship,
    commander: Seat,
    steps: usize,
    meter: &mut Meter,
) -> Option<Prospect> {
    let table = outlook.table();
    let ending = best_at_once(&table.imagine(ship, commander, steps as u8)?, outlook, meter)?;
    // The way that is told takes no more steps than are promised.
    let activation = table.imagine(ship, commander, ending.steps)?;
    let way = Planner::new().way_until(&activation, &ending, || meter.is_called_off())?;
    let deeds = along(table, &activation, way.commands());
    (!deeds.is_empty()).then_some(Prospect { steps: ending.steps, deeds })
}

/// What these commands do from this moment of an activation on, to its end.
pub(super) fn along(table: &Caribbean, activation: &Activation<'_>, commands: &[Command]) -> Vec<Deed> {
    let (ship, before) = (activation.ship(), activation.waters());
    let mut played = activation.clone();
    let mut events: Vec<Event> = Vec::new();
    // Commands that the rules refuse do nothing, and so there is nothing to tell.
    if played.play_all(commands, &mut events).is_err() {
        return Vec::new();
    }
    let mut deeds: Vec<Deed> = events.iter().filter_map(told).collect();
    deeds.extend(carried(table, [before, played.waters()], ship, activation.seat()));
    deeds
}

fn told(event: &Event) -> Option<Deed> {
    match *event {
        Event::Captured { chest, .. } => Some(Deed::Captured { chest }),
        Event::Stolen { from, chest, .. } => Some(Deed::Stolen { chest, from }),
        Event::Swapped { with, got, gave, .. } => Some(Deed::Swapped { chest: got, given: gave, with }),
        Event::PassedOn { to, chest, .. } => Some(Deed::PassedOn { chest, to }),
        Event::Delivered { to, chest, .. } => Some(Deed::Delivered { chest, to }),
        _ => None,
    }
}

/// The chest that the ship has aboard in the end, if it came aboard on the way or is nearer to home than it was.
fn carried(table: &Caribbean, [before, after]: [&Waters; 2], ship: Ship, commander: Seat) -> Option<Deed> {
    let chest = after.cargo().get(ship)?;
    let [was, remaining] = [before, after].map(|waters| steps_home(table, commander, waters, ship));
    let is_new = before.cargo().get(ship) != Some(chest);
    (is_new || remaining < was).then_some(Deed::Carried { chest, remaining })
}

fn steps_home(table: &Caribbean, seat: Seat, waters: &Waters, ship: Ship) -> u8 {
    let nearest = table.player(seat).map(|player| from_havens(table.board(), player.colour, table.owners().closed()));
    nearest.map_or(0, |nearest| nearest[waters.space(ship).index()] as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caribbean::{Board, Chest, ChestSet, Colour, Options, Scenario, Space};

    const GIVEN: usize = 9;
    const OTHER: usize = 4;

    fn chest(index: usize) -> Chest {
        Chest::from_index(index).expect("a chest")
    }

    /// What is told of these commands to ship C on space 47, with D beside her on 55 and B beyond on 39.
    fn told_of(aboard: [(Ship, usize); 2], commands: &[Command]) -> Vec<Deed> {
        let at = |number: usize| Space::from_number(number).expect("a space");
        let mut ships = [1, 39, 47, 55, 8, 6].map(|number| (at(number), None));
        for (ship, index) in aboard {
            ships[ship.index()].1 = Some(chest(index));
        }
        let scenario = Scenario {
            board: Board::standard(),
            options: Options::default(),
            colours: vec![Colour::Red, Colour::Blue],
            round: 6,
            ships,
            in_city: ChestSet::EMPTY,
            delivered: Vec::new(),
            money: vec![0, 0],
            quiet_rounds: 0,
        };
        let table = scenario.bribing().expect("a good position");
        let activation = table.imagine(Ship::C, Seat::new(0).expect("a seat"), 0).expect("a ship to command");
        let mut deeds = along(&table, &activation, commands);
        // Where she lies is told elsewhere.
        deeds.retain(|deed| !matches!(deed, Deed::Carried { .. }));
        deeds
    }

    #[test]
    fn a_chest_that_comes_aboard_is_stolen() {
        let deeds = told_of([(Ship::D, OTHER), (Ship::A, GIVEN)], &[Command::Steal(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::Stolen { chest: chest(OTHER), from: Ship::D }]);
    }

    #[test]
    fn a_chest_that_leaves_the_ship_is_passed_on() {
        let deeds = told_of([(Ship::C, GIVEN), (Ship::A, OTHER)], &[Command::PassOn(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::PassedOn { chest: chest(GIVEN), to: Ship::D }]);
    }

    #[test]
    fn a_chest_that_only_changes_hands_over_the_ship_is_stolen_and_passed_on() {
        let commands = [Command::Steal(Ship::D), Command::PassOn(Ship::B), Command::End];
        let deeds = told_of([(Ship::D, OTHER), (Ship::A, GIVEN)], &commands);
        let [stolen, passed_on] =
            [Deed::Stolen { chest: chest(OTHER), from: Ship::D }, Deed::PassedOn { chest: chest(OTHER), to: Ship::B }];
        assert_eq!(deeds, [stolen, passed_on]);
    }

    #[test]
    fn a_swap_is_told_once() {
        let deeds = told_of([(Ship::C, GIVEN), (Ship::D, OTHER)], &[Command::Swap(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::Swapped { chest: chest(OTHER), given: chest(GIVEN), with: Ship::D }]);
    }
}
