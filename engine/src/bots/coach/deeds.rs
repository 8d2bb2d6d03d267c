//! What an activation does to the chests, told in the order in which it happens.

use super::{Deed, Prospect};
use crate::bots::lookout::Lookout;
use crate::bots::outlook::from_havens;
use crate::bots::thinking::Meter;
use crate::caribbean::planner::Planner;
use crate::caribbean::{Activation, Caribbean, Chest, Command, Event, Ship, Waters};
use crate::contract::Seat;

/// What a commander would do with the ship and so many steps; `None` if that changes nothing worth telling, or if there
/// are too few nodes to find out how.
pub(super) fn prospect(
    lookout: &Lookout<'_>,
    ship: Ship,
    (commander, steps): (Seat, usize),
    planner: &mut Planner,
    meter: &mut Meter,
) -> Option<Prospect> {
    let Lookout { foresight, appraisal } = lookout;
    let table = foresight.outlook().table();
    let ending = foresight.ending(appraisal.moments[ship.index()]?, commander, steps)?;
    // The way that is told takes no more steps than are promised.
    let activation = table.imagine(ship, commander, ending.steps)?;
    let way = meter.way(planner, &activation, &ending)?;
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
    deeds.extend(carried(table, &events, [before, played.waters()], ship, activation.seat()));
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

/// The chest that the ship has aboard in the end, if she has sailed with it since it came aboard on the way, or if it was
/// there all along and is nearer to home than it was.
fn carried(
    table: &Caribbean,
    events: &[Event],
    [before, after]: [&Waters; 2],
    ship: Ship,
    commander: Seat,
) -> Option<Deed> {
    let chest = after.cargo().get(ship)?;
    let [was, remaining] = [before, after].map(|waters| steps_home(table, commander, waters, ship));
    let is_carried = match events.iter().rposition(|event| taken_aboard(event) == Some(chest)) {
        Some(taken) => events[taken..].iter().any(|event| matches!(event, Event::Sailed { .. })),
        None => remaining < was,
    };
    is_carried.then_some(Deed::Carried { chest, remaining })
}

fn taken_aboard(event: &Event) -> Option<Chest> {
    match *event {
        Event::Captured { chest, .. } | Event::Stolen { chest, .. } | Event::Swapped { got: chest, .. } => Some(chest),
        _ => None,
    }
}

fn steps_home(table: &Caribbean, seat: Seat, waters: &Waters, ship: Ship) -> u8 {
    let nearest = table.player(seat).map(|player| from_havens(table.board(), player.colour, table.owners().closed()));
    nearest.map_or(0, |nearest| nearest[waters.space(ship).index()] as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::outlook::FITTED;
    use crate::bots::thinking::{Budget, Cancel};
    use crate::caribbean::{Board, ChestSet, Colour, Options, Scenario, Space, UnusedHavens};

    const GIVEN: usize = 9;
    const OTHER: usize = 4;

    fn chest(index: usize) -> Chest {
        Chest::from_index(index).expect("a chest")
    }

    fn at(number: usize) -> Space {
        Space::from_number(number).expect("a space")
    }

    fn red() -> Seat {
        Seat::new(0).expect("a seat")
    }

    /// Red's and another's game with ship C on this space, and two ships loaded. D lies on 55, beside 47, and B beyond on 39.
    fn game(options: Options, other: Colour, space: usize, aboard: [(Ship, usize); 2]) -> Caribbean {
        let mut ships = [1, 39, space, 55, 8, 6].map(|number| (at(number), None));
        for (ship, index) in aboard {
            ships[ship.index()].1 = Some(chest(index));
        }
        let scenario = Scenario {
            board: Board::standard(),
            options,
            colours: vec![Colour::Red, other],
            round: 6,
            ships,
            in_city: ChestSet::EMPTY,
            delivered: Vec::new(),
            money: vec![0, 0],
            quiet_rounds: 0,
        };
        scenario.bribing().expect("a good position")
    }

    /// What is told of these commands of Red's to ship C.
    fn told_at(table: &Caribbean, commands: &[Command]) -> Vec<Deed> {
        let steps = commands.iter().filter(|command| matches!(command, Command::Step(_))).count();
        let activation = table.imagine(Ship::C, red(), steps as u8).expect("a ship to command");
        along(table, &activation, commands)
    }

    /// The same on space 47.
    fn told_of(aboard: [(Ship, usize); 2], commands: &[Command]) -> Vec<Deed> {
        told_at(&game(Options::default(), Colour::Blue, 47, aboard), commands)
    }

    #[test]
    fn a_chest_is_carried_only_as_far_as_the_ship_sails_with_it() {
        let aboard = [(Ship::D, OTHER), (Ship::A, GIVEN)];
        let stolen = Deed::Stolen { chest: chest(OTHER), from: Ship::D };
        // She stays where she steals it, or sails on with it.
        let table = game(Options::default(), Colour::Blue, 40, aboard);
        let before = told_at(&table, &[Command::Step(at(47)), Command::Steal(Ship::D), Command::End]);
        assert_eq!(before, [stolen]);
        let after = told_of(aboard, &[Command::Steal(Ship::D), Command::Step(at(46)), Command::End]);
        assert_eq!(after, [stolen, Deed::Carried { chest: chest(OTHER), remaining: 3 }]);
    }

    #[test]
    fn a_chest_that_was_aboard_is_carried_where_it_comes_nearer_to_the_haven() {
        let aboard = [(Ship::C, OTHER), (Ship::A, GIVEN)];
        let nearer = told_of(aboard, &[Command::Step(at(46)), Command::End]);
        assert_eq!(nearer, [Deed::Carried { chest: chest(OTHER), remaining: 3 }]);
        assert_eq!(told_of(aboard, &[Command::Step(at(56)), Command::End]), []);
    }

    #[test]
    fn the_way_home_leads_around_closed_havens() {
        let aboard = [(Ship::C, OTHER), (Ship::A, GIVEN)];
        let commands = [Command::Step(at(44)), Command::End];
        // Blue's haven on 37 is on the shortest way from 44 to Red's on 21.
        for (unused_havens, remaining) in [(UnusedHavens::Sea, 3), (UnusedHavens::Closed, 4)] {
            let options = Options { unused_havens, ..Options::default() };
            let table = game(options, Colour::Green, 52, aboard);
            assert_eq!(told_at(&table, &commands), [Deed::Carried { chest: chest(OTHER), remaining }]);
        }
    }

    #[test]
    fn what_a_ship_can_do_is_only_told_if_there_are_nodes_to_find_out_how() {
        let table = game(Options::default(), Colour::Blue, 32, [(Ship::C, OTHER), (Ship::A, GIVEN)]);
        let meter = |nodes| Meter::new(Budget { nodes }, Cancel::new());
        let lookout = Lookout::new(&table, &FITTED, 0, &mut meter(u64::MAX));
        let told = |meter: &mut Meter| prospect(&lookout, Ship::C, (red(), 1), &mut Planner::new(), meter);
        let mut plenty = meter(10_000);
        let red_is_paid = Deed::Delivered { chest: chest(OTHER), to: red() };
        assert_eq!(told(&mut plenty), Some(Prospect { steps: 1, deeds: vec![red_is_paid] }));
        assert!(plenty.spent() > 0);
        assert_eq!(told(&mut meter(plenty.spent() - 1)), None);
        // Nobody has looked at ships that have moved.
        let later = Lookout::new(&table, &FITTED, 3, &mut meter(u64::MAX));
        assert_eq!(prospect(&later, Ship::C, (red(), 1), &mut Planner::new(), &mut plenty), None);
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
