//! The planner against brute force: every order of commands is tried out on the activation itself, guard against
//! endless exchanges included. Only moments that agree in everything, history included, are taken for one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use doubloons_engine::caribbean::planner::{Ending, Planner};
use doubloons_engine::caribbean::{
    Activation, Board, CHESTS, Caribbean, Chest, Colour, Command, Scenario, Ship, Space, Waters,
};
use doubloons_engine::contract::{Deaf, Dice, Game, Input, Seat};

use crate::subjects::house_rules;

/// Searches with more moments than this are left out.
const MOST_MOMENTS: usize = 20_000;

/// How an activation can end: the shortest way to it, and the fewest steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    length: usize,
    steps: u8,
}

/// Everything that two endings can differ in: spaces (from 0), cargo, chests in cities, deliveries, money.
pub(crate) type Outcome = (Vec<usize>, u32, u16, u64, Vec<u16>);

pub(crate) fn outcome(waters: &Waters) -> Outcome {
    (
        Ship::ALL.map(|ship| waters.space(ship).index()).to_vec(),
        waters.cargo().bits(),
        waters.in_city().bits(),
        waters.deliveries().bits(),
        Seat::first(4).map(|seat| waters.money(seat)).collect(),
    )
}

/// A moment with the cargoes since the last step, capture or delivery, the present one included.
#[derive(Clone)]
struct Moment<'a> {
    activation: Activation<'a>,
    memory: BTreeSet<u32>,
}

impl Moment<'_> {
    /// Everything that what comes after depends on: only the active ship moves, and money follows from the chests.
    fn key(&self) -> (Space, u32, u16, u64, u8, Vec<u32>) {
        let (waters, memory) = (self.activation.waters(), self.memory.iter().copied().collect());
        let (cargo, deliveries) = (waters.cargo().bits(), waters.deliveries().bits());
        (self.activation.space(), cargo, waters.in_city().bits(), deliveries, self.activation.steps_left(), memory)
    }

    fn play(&mut self, command: Command) {
        let before = *self.activation.waters();
        self.activation.play(command, &mut Deaf).expect("it is listed");
        let after = self.activation.waters();
        let only_exchanged = before.deliveries() == after.deliveries()
            && before.in_city() == after.in_city()
            && before.occupied() == after.occupied();
        if !only_exchanged {
            self.memory.clear();
        }
        self.memory.insert(after.cargo().bits());
    }
}

/// All endings from this moment; `None` if there is too much to try.
fn brute_force(start: &Moment<'_>) -> Option<BTreeMap<Outcome, Effort>> {
    let mut endings: BTreeMap<Outcome, Effort> = BTreeMap::new();
    let mut seen = HashSet::from([start.key()]);
    let mut front = vec![start.clone()];
    let mut length = 1;
    let steps_before = start.activation.steps_left();
    while !front.is_empty() {
        let mut next = Vec::new();
        for moment in &front {
            for command in moment.activation.legal().iter() {
                let mut after = moment.clone();
                after.play(command);
                if command == Command::End {
                    let steps = steps_before - moment.activation.steps_left();
                    let effort = endings.entry(outcome(after.activation.waters())).or_insert(Effort { length, steps });
                    effort.steps = effort.steps.min(steps);
                } else if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if seen.len() > MOST_MOMENTS {
            return None;
        }
        front = next;
        length += 1;
    }
    Some(endings)
}

/// A random position in which one ship is under command.
pub(crate) fn random_command(board: &Arc<Board>, dice: &mut Dice) -> Caribbean {
    loop {
        let mut colours = Colour::ALL;
        dice.shuffle(&mut colours);
        let seats = 2 + dice.index(3);
        // Ships near each other have more to do than ships far apart.
        let (centre, far) = (board.starts()[dice.index(6)], 3 + dice.index(4));
        let near = |space| board.distance(centre, space).is_some_and(|steps| steps < far);
        let mut spaces: Vec<_> = board.spaces().filter(|&space| near(space)).collect();
        dice.shuffle(&mut spaces);
        let mut chests: Vec<Chest> = (0..board.cities().len().min(CHESTS)).filter_map(Chest::from_index).collect();
        dice.shuffle(&mut chests);
        let loaded = dice.index(5);
        let mut ships =
            std::array::from_fn(|index| (spaces[index], chests.get(index).copied().filter(|_| index < loaded)));
        dice.shuffle(&mut ships);
        let rest = &chests[loaded.min(chests.len())..];
        let delivered = dice.index(2).min(rest.len());
        let scenario = Scenario {
            board: Arc::clone(board),
            options: house_rules(dice),
            colours: colours[..seats].to_vec(),
            round: 4,
            ships,
            in_city: rest[delivered..].iter().copied().collect(),
            delivered: rest[..delivered]
                .iter()
                .filter_map(|&chest| Some((chest, Seat::new(dice.index(seats))?)))
                .collect(),
            money: (0..seats).map(|_| dice.below(30) as u16).collect(),
            quiet_rounds: 0,
        };
        let ship = Ship::ALL[dice.index(6)];
        let seat = Seat::new(dice.index(seats)).expect("a seat at the table");
        // Positions that can't be, such as a loaded ship at a haven, are drawn again.
        if let Ok(game) = scenario.commanding(ship, seat, dice.below(5) as u8) {
            return game;
        }
    }
}

/// The position in a few words, for whoever has to find out what went wrong.
fn describe(activation: &Activation<'_>) -> String {
    let waters = activation.waters();
    let ships = Ship::ALL.map(|ship| format!("{ship} on {} with {:?}", waters.space(ship), waters.cargo().get(ship)));
    format!(
        "{}: {}; in cities {:?}; ship {} has {} steps left; {:?}",
        activation.board().name(),
        ships.join(", "),
        waters.in_city(),
        activation.ship(),
        activation.steps_left(),
        activation.options(),
    )
}

/// Compares the planner with brute force, after `given` random commands. `false` if there was too much to try.
pub(crate) fn planner_is_exact(game: &Caribbean, given: u32, dice: &mut Dice, planner: &mut Planner) -> bool {
    let activation = game.activation().expect("a ship is under command");
    let memory = BTreeSet::from([activation.waters().cargo().bits()]);
    let mut start = Moment { activation, memory };
    let mut begun = Vec::new();
    for _ in 0..given {
        let open: Vec<Command> = start.activation.legal().iter().filter(|&command| command != Command::End).collect();
        if !open.is_empty() {
            let command = open[dice.index(open.len())];
            start.play(command);
            begun.push(command);
        }
    }
    let Some(mut expected) = brute_force(&start) else {
        return false;
    };
    let planned: Vec<Ending> = planner.plan(&start.activation).collect();
    let told: BTreeSet<Outcome> = planned.iter().map(|ending| outcome(&ending.waters)).collect();
    let from = describe(&start.activation);
    assert_eq!(told.len(), planned.len(), "an ending is told twice after {begun:?}\nfrom {from}");
    let missing: Vec<_> = expected.keys().filter(|ending| !told.contains(*ending)).collect();
    let wrong: Vec<_> = told.iter().filter(|ending| !expected.contains_key(*ending)).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "{} of {} endings after {begun:?} are missing, first {:?}; {} can't be, first {:?}\nfrom {from}",
        missing.len(),
        expected.len(),
        missing.first(),
        wrong.len(),
        wrong.first(),
    );
    assert!(planned.is_sorted_by_key(|ending| ending.steps), "the fewest steps come first");
    for ending in &planned {
        let found = expected.remove(&outcome(&ending.waters));
        let way = planner.way(&start.activation, ending).expect("what is planned can be done");
        let told = Effort { length: way.commands().len(), steps: ending.steps };
        assert_eq!(found, Some(told), "{way:?} after {begun:?}");
        let mut sailed = start.activation.clone();
        sailed.play_all(way.commands(), &mut Deaf).expect("the way is legal");
        assert_eq!(*sailed.waters(), ending.waters, "{way:?} leads there");

        // The table takes it too.
        let commands: Vec<Command> = begun.iter().chain(way.commands()).copied().collect();
        let action = doubloons_engine::contract::Action::new(&commands).expect("short enough");
        let mut table = game.clone();
        table.apply(&Input::Act(start.activation.seat(), action), &mut Deaf).expect("the way is legal");
        assert_eq!(*table.waters(), ending.waters);
    }
    assert!(expected.is_empty());
    true
}
