//! The move planner: every way in which an activation can end, and one shortest way to each.
//!
//! A breadth-first search over what a ship can do. Two moments with the ship on the same space and the same chests in
//! the same places differ only in the steps that are left; if the later one has no more steps than the earlier, it can
//! lead nowhere new and is dropped. Since a shortest way never comes back to where it was, the guard against endless
//! exchanges (R37) only matters for what was done before the planner was asked.

use super::activation::Activation;
use super::command::Command;
use super::helm::Helm;
use super::ship::Ship;
use super::waters::{Cargo, Waters};
use crate::contract::{Action, Deaf, MAX_COMMANDS, Seat};

/// Plans activations. Keeps its memory from one plan to the next, so that only the largest so far costs allocations.
#[derive(Debug, Default)]
pub struct Planner {
    nodes: Vec<Node>,
    seen: Table,
    endings: Vec<Ending>,
}

/// One way in which an activation can end.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Ships, chests and money afterwards.
    pub waters: Waters,
    /// How many commands the shortest way has, `End` included.
    pub length: u8,
    /// The fewest steps with which the activation can end so; a ship with fewer cannot. The shortest way may take more.
    pub steps: u8,
    /// The moment before `End`.
    node: u32,
}

impl Ending {
    /// What a seat has earned, in thousands, compared with the money before.
    pub fn gain(&self, seat: Seat, before: &Waters) -> u16 {
        self.waters.money(seat) - before.money(seat)
    }
}

/// A moment of the search.
#[derive(Clone, Copy, Debug)]
struct Node {
    waters: Waters,
    steps_left: u8,
    /// Commands since the start of the plan.
    depth: u8,
    /// Whether nothing but exchanges has happened since the start of the plan, so that the guard's memory counts.
    guarded: bool,
    parent: u32,
    command: Command,
}

impl Planner {
    /// A planner without any memory yet.
    pub fn new() -> Planner {
        Planner::default()
    }

    /// Every ending that can be reached from this moment of an activation, nearest first. Endings differ in where the
    /// ship is, in where any chest is, or in who was paid.
    pub fn plan(&mut self, activation: &Activation<'_>) -> &[Ending] {
        self.nodes.clear();
        self.endings.clear();
        self.seen.clear();
        if activation.ended() {
            return &self.endings;
        }
        // With only the present distribution in its memory the guard forbids nothing that the search would not drop.
        let guard = activation.seen();
        let start = Node {
            waters: *activation.waters(),
            steps_left: activation.steps_left(),
            depth: 0,
            guarded: guard.len() > 1,
            parent: 0,
            command: Command::End,
        };
        self.visit(activation.ship(), start);
        let longest = MAX_COMMANDS - activation.commands();
        let mut next = 0;
        while next < self.nodes.len() {
            self.expand(*activation.helm(), next, guard, longest);
            next += 1;
        }
        &self.endings
    }

    /// The endings of the last plan.
    pub fn endings(&self) -> &[Ending] {
        &self.endings
    }

    /// How many moments the last plan looked at.
    pub fn effort(&self) -> usize {
        self.nodes.len()
    }

    /// One shortest way to an ending of the last plan, from the moment that was planned; its last command is `End`.
    pub fn way(&self, ending: &Ending) -> Action<Command> {
        let mut backwards = [Command::End; MAX_COMMANDS];
        let mut length = 0;
        let mut node = self.nodes.get(ending.node as usize);
        while let Some(here) = node.filter(|node| node.depth > 0) {
            backwards[length] = here.command;
            length += 1;
            node = self.nodes.get(here.parent as usize);
        }
        let mut way = Action::default();
        backwards[..length].iter().rev().chain(&[Command::End]).for_each(|&command| {
            way.push(command);
        });
        way
    }

    fn expand(&mut self, mut helm: Helm<'_>, index: usize, guard: &[Cargo], longest: usize) {
        let node = self.nodes[index];
        helm.waters = node.waters;
        helm.steps_left = node.steps_left;
        self.end(helm, index, &node);
        // This command, and the `End` that has to follow it.
        if usize::from(node.depth) + 2 > longest {
            return;
        }
        for command in helm.legal().iter() {
            if command == Command::End {
                continue;
            }
            let mut after = helm;
            if after.play(command, &mut Deaf).is_err() {
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
        let entry = self.seen.entry(Key::new(ship, &node.waters, node.guarded));
        if entry.most_steps >= node.steps_left as i8 {
            return;
        }
        entry.most_steps = node.steps_left as i8;
        self.nodes.push(node);
    }

    fn end(&mut self, mut helm: Helm<'_>, index: usize, node: &Node) {
        if helm.play(Command::End, &mut Deaf).is_err() {
            return;
        }
        let steps = self.nodes[0].steps_left - node.steps_left;
        let entry = self.seen.entry(Key::new(helm.ship, &helm.waters, false));
        match self.endings.get_mut(entry.ending as usize) {
            Some(ending) => ending.steps = ending.steps.min(steps),
            None => {
                entry.ending = self.endings.len() as u32;
                self.endings.push(Ending { waters: helm.waters, length: node.depth + 1, steps, node: index as u32 });
            }
        }
    }
}

/// What two moments have to agree in to be the same but for the steps left: where the active ship is, which chest is on
/// which ship, and which were delivered to whom. Which chests are left in cities and how much money everybody has
/// follows from that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Key(u128);

impl Key {
    fn new(ship: Ship, waters: &Waters, guarded: bool) -> Key {
        let space = waters.space(ship).index() as u128;
        let cargo = u128::from(waters.cargo().bits());
        let deliveries = u128::from(waters.deliveries().bits());
        Key(u128::from(guarded) << 127 | deliveries << 40 | cargo << 8 | space << 1 | 1)
    }

    fn hash(self) -> u64 {
        let low = (self.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high = ((self.0 >> 64) as u64 ^ low.rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        high ^ high >> 32
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// The plan that wrote this entry; entries of earlier plans count as empty.
    plan: u32,
    most_steps: i8,
    /// The ending with this key, or [`Table::NONE`].
    ending: u32,
}

/// An open-addressed hash table that is emptied in no time.
#[derive(Debug, Default)]
struct Table {
    entries: Vec<Entry>,
    used: usize,
    plan: u32,
}

impl Table {
    const SMALLEST: usize = 1 << 12;
    const NONE: u32 = u32::MAX;
    const VACANT: Entry = Entry { key: Key(0), plan: 0, most_steps: -1, ending: Table::NONE };

    fn clear(&mut self) {
        if self.entries.is_empty() {
            self.entries.resize(Table::SMALLEST, Table::VACANT);
        }
        self.used = 0;
        self.plan = self.plan.wrapping_add(1);
        if self.plan == 0 {
            self.entries.fill(Table::VACANT);
            self.plan = 1;
        }
    }

    fn entry(&mut self, key: Key) -> &mut Entry {
        if self.used * 2 >= self.entries.len() {
            self.grow();
        }
        let index = self.find(key);
        let entry = &mut self.entries[index];
        if entry.plan != self.plan {
            *entry = Entry { key, plan: self.plan, ..Table::VACANT };
            self.used += 1;
        }
        entry
    }

    fn find(&self, key: Key) -> usize {
        let mask = self.entries.len() - 1;
        let mut index = key.hash() as usize & mask;
        while self.entries[index].plan == self.plan && self.entries[index].key != key {
            index = (index + 1) & mask;
        }
        index
    }

    fn grow(&mut self) {
        let larger = vec![Table::VACANT; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old.into_iter().filter(|entry| entry.plan == self.plan) {
            let index = self.find(entry.key);
            self.entries[index] = entry;
        }
    }
}
