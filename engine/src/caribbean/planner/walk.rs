//! Shortest ways: a breadth-first search over single commands.
//!
//! Moments that can't lead to the wanted ending any more, because of what was captured or delivered or because it is too
//! far, are dropped at once. Two moments with the ship on the same space and the same chests in the same places differ only in the steps that are
//! left; if the later one has no more steps than the earlier, it can lead nowhere new and is dropped. Since a shortest
//! way never comes back to where it was, the guard against endless exchanges (R37) only matters for what was done
//! before the search began.

use super::super::activation::Activation;
use super::super::command::Command;
use super::super::helm::Helm;
use super::super::ship::Ship;
use super::super::space::{MAX_SPACES, SpaceSet};
use super::super::waters::{Cargo, Waters};
use super::Ending;
use super::numbers::Numbers;
use crate::contract::{Action, Deaf, MAX_COMMANDS};

/// The most moments that a search looks at before it gives up.
const MAX_MOMENTS: usize = 1 << 19;

/// The memory of a search.
#[derive(Debug, Default)]
pub(super) struct Walk {
    nodes: Vec<Node>,
    keys: Numbers,
    /// The most steps that were left at a moment with each key.
    most_steps: Vec<u8>,
}

/// A moment of the search.
#[derive(Clone, Copy, Debug)]
struct Node {
    waters: Waters,
    steps_left: u8,
    /// Commands since the start of the search.
    depth: u8,
    /// Whether nothing but exchanges has happened since the start, so that the guard's memory counts.
    guarded: bool,
    parent: u32,
    command: Command,
}

impl Walk {
    /// Searches as far as the moment after which `End` leads to the goal.
    fn search(&mut self, activation: &Activation<'_>, goal: &Goal, stop: impl Fn() -> bool) -> Option<usize> {
        self.nodes.clear();
        self.keys.clear();
        self.most_steps.clear();
        // With only the present distribution in its memory the guard forbids nothing that the search would not drop.
        let guard = activation.seen();
        self.visit(
            activation.ship(),
            Node {
                waters: *activation.waters(),
                steps_left: activation.steps_left(),
                depth: 0,
                guarded: guard.len() > 1,
                parent: 0,
                command: Command::End,
            },
        );
        let longest = MAX_COMMANDS.saturating_sub(activation.commands());
        let mut next = 0;
        while next < self.nodes.len().min(MAX_MOMENTS) && !stop() {
            let node = self.nodes[next];
            let helm = Helm { waters: node.waters, steps_left: node.steps_left, ..*activation.helm() };
            let mut ended = helm;
            if ended.play(Command::End, &mut Deaf).is_ok() && key(ended.ship, &ended.waters, false) == goal.key {
                return Some(next);
            }
            // One more command, and the `End` that has to follow it.
            if usize::from(node.depth) + 2 <= longest {
                self.expand(helm, next, &node, guard, goal);
            }
            next += 1;
        }
        None
    }

    /// One shortest way to an ending; `None` if it can't be reached, or if it has to stop.
    pub(super) fn way(
        &mut self,
        activation: &Activation<'_>,
        ending: &Ending,
        stop: impl Fn() -> bool,
    ) -> Option<Action<Command>> {
        let goal = Goal::new(activation, &ending.waters);
        let last = self.search(activation, &goal, stop)?;
        let mut backwards = Vec::new();
        let mut node = self.nodes.get(last);
        while let Some(here) = node.filter(|node| node.depth > 0) {
            backwards.push(here.command);
            node = self.nodes.get(here.parent as usize);
        }
        let mut way = Action::default();
        backwards.iter().rev().chain(&[Command::End]).for_each(|&command| {
            way.push(command);
        });
        Some(way)
    }

    fn expand(&mut self, helm: Helm<'_>, index: usize, node: &Node, guard: &[Cargo], goal: &Goal) {
        for command in helm.legal().iter() {
            if command == Command::End {
                continue;
            }
            let mut after = helm;
            if after.play(command, &mut Deaf).is_err() || !goal.is_open(&after, &helm) {
                continue;
            }
            let exchanged = matches!(command, Command::Steal(_) | Command::Swap(_) | Command::PassOn(_))
                && after.waters.deliveries == helm.waters.deliveries;
            let guarded = node.guarded && exchanged;
            if guarded && guard.contains(&after.waters.cargo) {
                continue;
            }
            let child = Node {
                waters: after.waters,
                steps_left: after.steps_left,
                depth: node.depth + 1,
                guarded,
                parent: index as u32,
                command,
            };
            self.visit(helm.ship, child);
        }
    }

    fn visit(&mut self, ship: Ship, node: Node) {
        let number = self.keys.number(key(ship, &node.waters, node.guarded));
        match self.most_steps.get_mut(number) {
            Some(most) if *most >= node.steps_left => return,
            Some(most) => *most = node.steps_left,
            None => self.most_steps.push(node.steps_left),
        }
        self.nodes.push(node);
    }
}

/// Where a way has to lead.
struct Goal {
    waters: Waters,
    key: u128,
    /// How many steps lie between each space and where the ship has to be in the end.
    distances: [u8; MAX_SPACES],
}

impl Goal {
    fn new(activation: &Activation<'_>, waters: &Waters) -> Goal {
        let Helm { board, ship, .. } = *activation.helm();
        let mut distances = [u8::MAX; MAX_SPACES];
        let others = activation.waters().occupied().without(SpaceSet::only(activation.space()));
        let (mut reached, mut front, mut steps) = (others, SpaceSet::only(waters.space(ship)), 0);
        while !front.is_empty() {
            front.into_iter().for_each(|space| distances[space.index()] = steps);
            reached = reached.union(front);
            front = board.around(front).without(reached);
            steps += 1;
        }
        Goal { waters: *waters, key: key(ship, waters, false), distances }
    }

    /// Whether a moment may still lead there, given that the one before could: captures and deliveries can't be taken
    /// back, nor steps.
    fn is_open(&self, after: &Helm<'_>, before: &Helm<'_>) -> bool {
        let delivered = after.waters.deliveries;
        let as_wanted = |chest| delivered.get(chest) == self.waters.deliveries.get(chest);
        self.distances[after.space().index()] <= after.steps_left
            && self.waters.in_city.bits() & !after.waters.in_city.bits() == 0
            && (delivered == before.waters.deliveries || delivered.chests().into_iter().all(as_wanted))
    }
}

/// What two moments have to agree in to be the same but for the steps left: where the active ship is, which chest is on
/// which ship, and which were delivered to whom. Which chests are left in cities and how much money everybody has
/// follows from that.
fn key(ship: Ship, waters: &Waters, guarded: bool) -> u128 {
    let space = waters.space(ship).index() as u128;
    let cargo = u128::from(waters.cargo().bits());
    let deliveries = u128::from(waters.deliveries().bits());
    u128::from(guarded) << 127 | deliveries << 40 | cargo << 8 | space
}
