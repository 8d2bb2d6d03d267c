//! All endings, found for many spaces at once.
//!
//! Chests that lie, are carried or were delivered in the same way make a *world*. In one world the ship can be on many
//! spaces, and what it does to the chests depends on the space only through who is beside it, so the search goes from
//! world to world with whole sets of spaces. It goes step by step: first all that can be done without a further step,
//! then one step for every world at once. So every space of every world is found with the fewest steps.

use super::super::activation::Activation;
use super::super::chest::{CHESTS, Chest, ChestSet};
use super::super::helm::{CAPTURE_BONUS, Exchange, Helm};
use super::super::ship::{SHIPS, Ship};
use super::super::space::{SpaceSet, Spaces};
use super::super::waters::{Cargo, Deliveries, MAX_PLAYERS, Waters};
use super::Ending;
use super::numbers::Numbers;
use crate::contract::Seat;

/// The most worlds that a search looks at. Under the default rules no position comes near it; with house rules that let
/// chests be delivered in many ways it keeps a crowd of loaded ships from taking all time and memory.
const MAX_WORLDS: usize = 1 << 18;

/// The number of no world.
const UNKNOWN: u32 = u32::MAX;

/// The memory of a search.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    start: Option<Start>,
    worlds: Vec<World>,
    /// The worlds after an exchange with each ship, as far as they are known.
    exchanged: Vec<[u32; SHIPS]>,
    numbers: Numbers,
    /// The worlds in which the ship can be with the steps of the present layer, in the order in which they were found.
    layer: Vec<u32>,
    /// The worlds with spaces that were not looked at yet.
    queue: Vec<u32>,
    arrivals: Vec<Arrival>,
    /// The worlds of the last layer with the spaces that the ship sails on from.
    sailing: Vec<(u32, SpaceSet)>,
    /// The cargo of all guarded worlds.
    guarded: Vec<Cargo>,
    /// Whether worlds were left out because there were too many.
    cut_short: bool,
}

/// From where the search began.
#[derive(Clone, Copy, Debug)]
struct Start {
    ship: Ship,
    seat: Seat,
    waters: Waters,
    values: [u8; CHESTS],
}

/// Chests in certain places. One line of the cache: the search jumps from world to world.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct World {
    /// Where the ship could be with fewer steps.
    before: SpaceSet,
    /// Where it can be with the steps of the present layer.
    now: SpaceSet,
    /// Those of `now` that were not looked at yet.
    fresh: SpaceSet,
    deliveries: Deliveries,
    cargo: Cargo,
    in_city: ChestSet,
    /// Whether nothing but exchanges has happened since the start, so that the guard's memory (R37) counts.
    guarded: bool,
}

/// Where the ship can end in one world with so many steps, and no fewer.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    world: u32,
    steps: u8,
    spaces: SpaceSet,
}

/// What the search needs to know about the chart, once.
struct Chart<'a> {
    helm: Helm<'a>,
    guard: &'a [Cargo],
    /// Beside each ship.
    beside: [SpaceSet; SHIPS],
    /// Where a chest can be unloaded for each seat.
    unloading: [SpaceSet; MAX_PLAYERS],
    cities: SpaceSet,
    /// Where the ship can't sail.
    barred: SpaceSet,
}

impl<'a> Chart<'a> {
    fn new(activation: &'a Activation<'_>) -> Chart<'a> {
        let helm = *activation.helm();
        let near =
            |set: SpaceSet| set.into_iter().fold(SpaceSet::EMPTY, |sum, space| sum.union(helm.board.neighbours(space)));
        let mut barred = helm.owners.closed();
        let mut beside = [SpaceSet::EMPTY; SHIPS];
        for other in Ship::ALL.into_iter().filter(|&other| other != helm.ship) {
            barred.insert(helm.waters.space(other));
            beside[other.index()] = helm.board.neighbours(helm.waters.space(other));
        }
        let mut unloading = [SpaceSet::EMPTY; MAX_PLAYERS];
        for space in helm.owners.live() {
            if let Some(owner) = helm.owners.paid_at(helm.board, space) {
                unloading[owner.index()].insert(space);
            }
        }
        if helm.options.adjacent_deliver {
            unloading = unloading.map(|havens| havens.union(near(havens)));
        }
        let cities = helm.board.cities().iter().map(|city| city.space).collect();
        Chart { helm, guard: activation.seen(), beside, unloading, cities, barred }
    }
}

impl Worlds {
    pub(super) fn clear(&mut self) {
        self.worlds.clear();
        self.exchanged.clear();
        self.numbers.clear();
        self.layer.clear();
        self.queue.clear();
        self.arrivals.clear();
        self.guarded.clear();
        self.cut_short = false;
        self.start = None;
    }

    pub(super) fn is_complete(&self) -> bool {
        !self.cut_short
    }

    pub(super) fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Finds every world, and where the ship can be in it.
    pub(super) fn search(&mut self, activation: &Activation<'_>) {
        self.clear();
        let chart = Chart::new(activation);
        let Helm { ship, seat, waters, .. } = chart.helm;
        let values =
            std::array::from_fn(|index| Chest::from_index(index).map_or(0, |chest| chart.helm.board.value(chest)));
        self.start = Some(Start { ship, seat, waters, values });
        // With only the present distribution in its memory the guard forbids nothing that is not known anyway.
        self.reach(waters, chart.guard.len() > 1, SpaceSet::only(waters.space(ship)));
        for steps in 0..=activation.steps_left() {
            while let Some(number) = self.queue.pop() {
                self.act(&chart, number);
            }
            self.arrive(&chart, steps);
            if self.layer.is_empty() || steps == activation.steps_left() {
                break;
            }
            self.sail(&chart);
        }
    }

    pub(super) fn endings(&self) -> Endings<'_> {
        Endings { worlds: self, arrivals: self.arrivals.iter(), current: None }
    }

    /// The number of the world of these chests; `None` if it is new and there are too many already.
    fn number(&mut self, waters: Waters, guarded: bool) -> Option<u32> {
        let number = self.numbers.number(key(&waters, guarded));
        if number >= MAX_WORLDS {
            self.cut_short = true;
            return None;
        }
        if number == self.worlds.len() {
            let Waters { cargo, in_city, deliveries, .. } = waters;
            let nowhere = SpaceSet::EMPTY;
            let (before, now, fresh) = (nowhere, nowhere, nowhere);
            self.worlds.push(World { before, now, fresh, deliveries, cargo, in_city, guarded });
            self.exchanged.push([UNKNOWN; SHIPS]);
            if guarded {
                self.guarded.push(cargo);
            }
        }
        Some(number as u32)
    }

    /// In the world of these chests the ship can be on these spaces, too.
    fn reach(&mut self, waters: Waters, guarded: bool, spaces: SpaceSet) {
        if let Some(number) = self.number(waters, guarded) {
            self.spread(number, spaces);
        }
    }

    fn spread(&mut self, number: u32, spaces: SpaceSet) {
        let world = &mut self.worlds[number as usize];
        let spaces = spaces.without(world.before).without(world.now);
        if spaces.is_empty() {
            return;
        }
        if world.now.is_empty() {
            self.layer.push(number);
        }
        if world.fresh.is_empty() {
            self.queue.push(number);
        }
        world.now = world.now.union(spaces);
        world.fresh = world.fresh.union(spaces);
    }

    /// Everything that costs no step, from the spaces of a world that were not looked at yet.
    fn act(&mut self, chart: &Chart<'_>, number: u32) {
        let world = &mut self.worlds[number as usize];
        let fresh = std::mem::take(&mut world.fresh);
        let helm = world.helm(chart);
        for other in Ship::ALL {
            let here = fresh.intersection(chart.beside[other.index()]);
            if here.is_empty() {
                continue;
            }
            match self.exchanged[number as usize][other.index()] {
                UNKNOWN => self.exchange(chart, &helm, number, other, here),
                known => self.spread(known, here),
            }
        }
        if helm.waters.cargo.get(helm.ship).is_some() {
            for (owner, unloading) in Seat::first(MAX_PLAYERS).zip(chart.unloading) {
                let here = fresh.intersection(unloading);
                if !here.is_empty() {
                    self.reach(delivered(&helm, owner), false, here);
                }
            }
        } else if helm.options.capture_cost == 0 {
            self.capture(chart, &helm, fresh);
        }
    }

    fn exchange(&mut self, chart: &Chart<'_>, helm: &Helm<'_>, number: u32, other: Ship, here: SpaceSet) {
        match helm.exchange_with(other) {
            None => {}
            Some(Exchange::PassIntoHaven) => {
                if let Some(owner) = helm.owners.paid_at(helm.board, helm.waters.space(other)) {
                    self.reach(delivered(helm, owner), false, here);
                }
            }
            Some(exchange @ (Exchange::Steal | Exchange::Swap | Exchange::PassOn)) => {
                let guarded = self.worlds[number as usize].guarded;
                let cargo = helm.exchanged(other);
                if guarded && chart.guard.contains(&cargo) {
                    return;
                }
                let Some(there) = self.number(helm.waters.with_cargo(cargo), guarded) else { return };
                self.exchanged[number as usize][other.index()] = there;
                // What was swapped, or passed between ships that both may be empty, can be exchanged back the same way.
                let lies_in_haven = helm.owners.live().contains(helm.waters.space(other));
                if !guarded && (exchange == Exchange::Swap || helm.options.pass_on && !lies_in_haven) {
                    self.exchanged[there as usize][other.index()] = number;
                }
                self.spread(there, here);
            }
        }
    }

    /// Captures by the empty ship on any of these spaces.
    fn capture(&mut self, chart: &Chart<'_>, helm: &Helm<'_>, spaces: SpaceSet) {
        for space in spaces.intersection(chart.cities) {
            let Some(chest) = helm.board.city_at(space) else { continue };
            if helm.waters.in_city.contains(chest) {
                let mut waters = helm.waters.with_cargo(helm.waters.cargo.with(helm.ship, Some(chest)));
                waters.in_city.remove(chest);
                self.reach(waters, false, SpaceSet::only(space));
            }
        }
    }

    /// Notes where the activation can end in this layer. A loaded ship that would have to unload ends in the world after
    /// the delivery instead, which was reached on the same space.
    fn arrive(&mut self, chart: &Chart<'_>, steps: u8) {
        for &number in &self.layer {
            let world = &self.worlds[number as usize];
            let unloads = chart.helm.options.must_unload_on_stop && world.cargo.get(chart.helm.ship).is_some();
            let mut spaces = if unloads { world.now.without(chart.helm.owners.live()) } else { world.now };
            if self.told_while_guarded(chart, world) {
                spaces.remove(chart.helm.space());
            }
            if !spaces.is_empty() {
                self.arrivals.push(Arrival { world: number, steps, spaces });
            }
        }
    }

    /// Whether the same chests were there before the first step, while the guard's memory counted. Without that memory
    /// more can be done, so the search goes through them again, but the ending at the start is known.
    fn told_while_guarded(&self, chart: &Chart<'_>, world: &World) -> bool {
        chart.guard.len() > 1
            && !world.guarded
            && world.deliveries == chart.helm.waters.deliveries
            && self.guarded.contains(&world.cargo)
    }

    /// One step for all worlds, or one spent on loading.
    fn sail(&mut self, chart: &Chart<'_>) {
        self.sailing.clear();
        for number in self.layer.drain(..) {
            let world = &mut self.worlds[number as usize];
            let now = std::mem::take(&mut world.now);
            world.before = world.before.union(now);
            self.sailing.push((number, now));
        }
        // Only now the next layer may begin to fill up: one world can get spaces from another.
        for index in 0..self.sailing.len() {
            let (number, now) = self.sailing[index];
            let helm = self.worlds[number as usize].helm(chart);
            let near = now.into_iter().fold(SpaceSet::EMPTY, |near, space| near.union(helm.board.neighbours(space)));
            self.reach(helm.waters, false, near.without(chart.barred));
            if helm.options.capture_cost == 1 && helm.waters.cargo.get(helm.ship).is_none() {
                self.capture(chart, &helm, now);
            }
        }
    }
}

impl World {
    /// The helm in this world; where the ship is and how much money everybody has does not matter to the search.
    fn helm<'a>(&self, chart: &Chart<'a>) -> Helm<'a> {
        let mut helm = chart.helm;
        helm.waters.cargo = self.cargo;
        helm.waters.in_city = self.in_city;
        helm.waters.deliveries = self.deliveries;
        helm
    }
}

impl Start {
    /// Ships, chests and money in a world, all but where the active ship is.
    fn waters(&self, world: &World) -> Waters {
        let mut waters = self.waters;
        let captured = waters.in_city.len() - world.in_city.len();
        (0..captured).for_each(|_| waters.pay(self.seat, CAPTURE_BONUS));
        if world.deliveries != waters.deliveries {
            for chest in world.deliveries.chests() {
                if waters.deliveries.get(chest).is_none()
                    && let Some(owner) = world.deliveries.get(chest)
                {
                    waters.pay(owner, self.values[chest.index()]);
                }
            }
        }
        waters.cargo = world.cargo;
        waters.in_city = world.in_city;
        waters.deliveries = world.deliveries;
        waters
    }
}

/// The chests after the active ship's was delivered.
fn delivered(helm: &Helm<'_>, owner: Seat) -> Waters {
    let mut waters = helm.waters.with_cargo(helm.waters.cargo.with(helm.ship, None));
    if let Some(chest) = helm.waters.cargo.get(helm.ship) {
        waters.deliveries = waters.deliveries.with(chest, owner);
    }
    waters
}

/// What makes a world: which chest is on which ship, and which were delivered to whom. Which chests are left in cities
/// and how much money everybody has follows from that.
fn key(waters: &Waters, guarded: bool) -> u128 {
    u128::from(guarded) << 127 | u128::from(waters.deliveries.bits()) << 32 | u128::from(waters.cargo.bits())
}

/// The endings of a plan, each once, those with the fewest steps first.
#[derive(Clone, Debug)]
pub struct Endings<'a> {
    worlds: &'a Worlds,
    arrivals: std::slice::Iter<'a, Arrival>,
    current: Option<(Ending, Spaces)>,
}

impl Iterator for Endings<'_> {
    type Item = Ending;

    fn next(&mut self) -> Option<Ending> {
        let start = self.worlds.start.as_ref()?;
        loop {
            if let Some((ending, spaces)) = &mut self.current
                && let Some(space) = spaces.next()
            {
                ending.waters.sail(start.ship, space);
                return Some(*ending);
            }
            let Arrival { world, steps, spaces } = *self.arrivals.next()?;
            let waters = start.waters(&self.worlds.worlds[world as usize]);
            self.current = Some((Ending { waters, steps }, spaces.into_iter()));
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let begun = self.current.as_ref().map_or(0, |(_, spaces)| spaces.len());
        let count = begun + self.arrivals.clone().map(|arrival| arrival.spaces.len()).sum::<usize>();
        (count, Some(count))
    }

    /// Adds up the sets of spaces instead of listing them.
    fn count(self) -> usize {
        self.len()
    }
}

impl ExactSizeIterator for Endings<'_> {}

const _: () = assert!(size_of::<World>() == 64);
