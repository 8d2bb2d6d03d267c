//! What an activation does to the chests, told from the waters before and after.

use super::{Deed, Prospect};
use crate::bots::commanding::best_at_once;
use crate::bots::outlook::{Outlook, from_havens};
use crate::bots::thinking::Meter;
use crate::caribbean::planner::Ending;
use crate::caribbean::{Activation, CHESTS, Caribbean, Chest, Ship, Waters};
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
    let activation = table.imagine(ship, commander, steps as u8)?;
    let ending = best_at_once(&activation, outlook, meter)?;
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

/// What became of one chest: captured, delivered, aboard another ship, nearer to home.
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
        (Some(from), Some(to)) if from != to => deeds.extend(exchanged([before, after], ship, chest, [from, to])),
        (None, Some(to)) if to != ship => deeds.push(Deed::PassedOn { chest, to }),
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

/// How a chest came from one ship to another. A swap is told of the chest that the active ship gets.
fn exchanged([before, after]: [&Waters; 2], active: Ship, chest: Chest, [from, to]: [Ship; 2]) -> Option<Deed> {
    if to == active {
        return Some(match before.cargo().get(active) {
            Some(given) if after.cargo().get(from) == Some(given) => Deed::Swapped { chest, given, with: from },
            _ => Deed::Taken { chest, from },
        });
    }
    let got = after.cargo().get(active);
    let is_half_of_a_swap = from == active && got.is_some() && before.cargo().get(to) == got;
    (!is_half_of_a_swap).then_some(Deed::PassedOn { chest, to })
}

fn steps_home(table: &Caribbean, seat: Seat, waters: &Waters, ship: Ship) -> u8 {
    let nearest = table.player(seat).map(|player| from_havens(table.board(), player.colour));
    nearest.map_or(0, |nearest| nearest[waters.space(ship).index()] as u8)
}

fn importance(table: &Caribbean, deed: &Deed, commander: Seat) -> u8 {
    match *deed {
        Deed::Delivered { chest, to } if to == commander => 100 + table.board().value(chest),
        Deed::Captured { chest } => 60 + table.board().value(chest),
        Deed::Taken { chest, .. } | Deed::Swapped { chest, .. } => 40 + table.board().value(chest),
        Deed::PassedOn { chest, .. } => 30 + table.board().value(chest),
        Deed::Carried { chest, .. } => 20 + table.board().value(chest),
        Deed::Delivered { chest, .. } => table.board().value(chest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caribbean::{Board, ChestSet, Colour, Command, Options, Scenario, Space};
    use crate::contract::Deaf;

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
        let mut played = activation.clone();
        played.play_all(commands, &mut Deaf).expect("legal commands");
        let ending = Ending { waters: *played.waters(), steps: 0 };
        so_ended(&table, &activation, &ending).map_or_else(Vec::new, |prospect| prospect.deeds)
    }

    #[test]
    fn a_chest_that_comes_aboard_is_taken() {
        let deeds = told_of([(Ship::D, OTHER), (Ship::A, GIVEN)], &[Command::Steal(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::Taken { chest: chest(OTHER), from: Ship::D }]);
    }

    #[test]
    fn a_chest_that_leaves_the_ship_is_passed_on() {
        let deeds = told_of([(Ship::C, GIVEN), (Ship::A, OTHER)], &[Command::PassOn(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::PassedOn { chest: chest(GIVEN), to: Ship::D }]);
    }

    #[test]
    fn a_chest_that_only_changes_hands_over_the_ship_is_passed_on() {
        let commands = [Command::Steal(Ship::D), Command::PassOn(Ship::B), Command::End];
        let deeds = told_of([(Ship::D, OTHER), (Ship::A, GIVEN)], &commands);
        assert_eq!(deeds, [Deed::PassedOn { chest: chest(OTHER), to: Ship::B }]);
    }

    #[test]
    fn a_swap_is_told_once() {
        let deeds = told_of([(Ship::C, GIVEN), (Ship::D, OTHER)], &[Command::Swap(Ship::D), Command::End]);
        assert_eq!(deeds, [Deed::Swapped { chest: chest(OTHER), given: chest(GIVEN), with: Ship::D }]);
    }
}
