//! All endings, found for many ways to stow the chests at once.
//!
//! Where the ship is, and which chests are at sea, in cities and delivered (the *manifest*), decides what it can do; which
//! ship carries which of the chests at sea (the *stowage*) decides only what comes of it. So the search goes from space
//! to space and from manifest to manifest with whole sets of stowages. It goes step by step: first all that can be done
//! without a further step, then one step from everywhere at once. So everything is found with the fewest steps.

use std::ops::{ControlFlow, Range};

use super::super::activation::Activation;
use super::super::ship::{SHIPS, Ship};
use super::super::space::SpaceSet;
use super::chart::{Chart, Other, Passing};
use super::finds::{Find, Finds};
use super::manifest::{Change, Manifest};
use super::stowage::{HOLDS, Neighbours, Stowages, Ways};
use crate::contract::Seat;

/// After how many finds of a layer that is only gone over once more it asks whether to stop: microseconds.
const FINDS_BETWEEN_LOOKS: usize = 128;

/// For how many stowages of a find it asks once more.
const STOWAGES_BETWEEN_LOOKS: usize = 16;

/// A search and its memory.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The active ship first; `None` before the first search.
    ships: Option<[Ship; SHIPS]>,
    finds: Finds,
}

impl Search {
    /// Finds nothing.
    pub(super) fn clear(&mut self) {
        self.finds.clear(0);
    }

    pub(super) fn finds(&self) -> &Finds {
        &self.finds
    }

    /// All ships, the active one first.
    pub(super) fn ships(&self) -> [Ship; SHIPS] {
        self.ships.unwrap_or(Ship::ALL)
    }

    /// Finds every space where the ship can be, and every stowage with which it can be there; or those with the fewest
    /// steps, if it has to stop. It asks for every find, and again for every few stowages that exchanges make of one: how
    /// often it asks is in proportion to the time that it takes, at about a tenth of a microsecond.
    pub(super) fn search(&mut self, activation: &Activation<'_>, stop: &impl Fn() -> bool) {
        let chart = Chart::new(activation);
        self.begin(&chart);
        for steps_left in (0..=activation.steps_left()).rev() {
            if self.act(&chart, stop).is_break() {
                return self.finds.give_up();
            }
            let layer = self.finds.next_layer();
            if layer.is_empty() {
                break;
            }
            let sailed =
                if steps_left > 0 { self.sail(&chart, layer.clone(), stop) } else { ControlFlow::Continue(()) };
            let begin = layer.start;
            if self.settle(&chart, layer, stop).is_break() {
                return self.finds.give_up_from(begin);
            }
            if sailed.is_break() {
                return self.finds.give_up();
            }
        }
    }

    fn begin(&mut self, chart: &Chart<'_>) {
        self.ships = Some(chart.ships);
        self.finds.clear(chart.helm.board.space_count());
        let manifest = Manifest::new(chart.helm.waters, chart.is_guarded());
        let stowage = |&cargo| manifest.stowage(&chart.ships, cargo);
        let (start, forbidden) = (stowage(&chart.helm.waters.cargo), chart.guard.iter().map(stowage));
        self.finds.begin(chart, manifest.clone(), start, forbidden);
    }

    /// Everything that costs no step.
    fn act(&mut self, chart: &Chart<'_>, stop: &impl Fn() -> bool) -> ControlFlow<()> {
        while let Some(find) = self.finds.next() {
            if stop() {
                return ControlFlow::Break(());
            }
            if !find.spaces.intersection(chart.crowded).is_empty() {
                let stowages = self.exchange(chart, &find);
                if (0..stowages / STOWAGES_BETWEEN_LOOKS).any(|_| stop()) {
                    return ControlFlow::Break(());
                }
            }
            if !find.spaces.intersection(chart.trading).is_empty() {
                self.deliver(chart, &find);
            }
            if chart.helm.options.capture_cost == 0 {
                self.capture(chart, &find);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds what exchanges with the ships around make of the stowages of a find, and tells how many there are then.
    fn exchange(&mut self, chart: &Chart<'_>, find: &Find) -> usize {
        let chests = self.finds.manifest(find).at_sea.len();
        // Among several spaces there is none where anything can be exchanged.
        let mut spaces = find.spaces.into_iter();
        let (Some(space), None) = (spaces.next(), spaces.next()) else { return 0 };
        let beside = |(index, other): (usize, &Other)| {
            other.beside.contains(space).then_some((index, other.passing == Passing::Aboard))
        };
        let neighbours: Neighbours = chart.others.iter().enumerate().filter_map(beside).collect();
        self.finds.complete(find, space, |known, found| Stowages::get().exchange(chests, &neighbours, known, found));
        self.finds.stowages(find).iter().map(|ways| ways.count_ones() as usize).sum()
    }

    fn deliver(&mut self, chart: &Chart<'_>, find: &Find) {
        let chests = self.finds.manifest(find).at_sea.len();
        if chests == 0 {
            return;
        }
        for (owner, unloading) in Seat::first(chart.unloading.len()).zip(chart.unloading) {
            self.unload(chart, find, owner, unloading, Ways::MAX);
        }
        for (index, other) in chart.others.iter().enumerate() {
            if let Passing::IntoHaven(owner) = other.passing {
                self.unload(chart, find, owner, other.beside, Stowages::get().leaving_empty(chests - 1, index));
            }
        }
    }

    /// Delivers what the ship carries to this seat, where it can, with those of its stowages that are `among` these.
    fn unload(&mut self, chart: &Chart<'_>, find: &Find, owner: Seat, unloading: SpaceSet, among: Ways) {
        let here = find.spaces.intersection(unloading);
        if here.is_empty() {
            return;
        }
        for hold in 1..self.finds.manifest(find).holds() {
            let ways = self.finds.stowages(find)[hold] & among;
            if ways != 0 {
                let after = self.finds.after(find.manifest, Change::Delivered { hold, owner }, &chart.helm);
                self.finds.reach(chart, after, here, 0, &[ways]);
            }
        }
    }

    /// Captures by the empty ship.
    fn capture(&mut self, chart: &Chart<'_>, find: &Find) {
        let ways = self.finds.stowages(find)[0];
        if ways == 0 {
            return;
        }
        for space in find.spaces.intersection(chart.cities) {
            let Some(chest) = chart.helm.board.city_at(space) else { continue };
            let manifest = self.finds.manifest(find);
            if manifest.waters.in_city.contains(chest) {
                let hold = manifest.hold_for(chest);
                let after = self.finds.after(find.manifest, Change::Captured { chest }, &chart.helm);
                self.finds.reach(chart, after, SpaceSet::only(space), hold, &[ways]);
            }
        }
    }

    /// One step from everywhere in the layer that has ended, or one spent on loading.
    fn sail(&mut self, chart: &Chart<'_>, layer: Range<usize>, stop: &impl Fn() -> bool) -> ControlFlow<()> {
        for index in layer {
            if stop() {
                return ControlFlow::Break(());
            }
            let find = self.finds.all()[index];
            let manifest = if self.finds.manifest(&find).guarded {
                self.finds.after(find.manifest, Change::Sailed, &chart.helm)
            } else {
                find.manifest
            };
            let mut stowages = [0; HOLDS];
            let holds = self.finds.stowages(&find).len();
            stowages[..holds].copy_from_slice(self.finds.stowages(&find));
            self.finds.reach(chart, manifest, chart.near(find.spaces), 0, &stowages[..holds]);
            if chart.helm.options.capture_cost == 1 {
                self.capture(chart, &find);
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves in the finds of a layer only the stowages with which the activation can end.
    fn settle(&mut self, chart: &Chart<'_>, layer: Range<usize>, stop: &impl Fn() -> bool) -> ControlFlow<()> {
        for index in layer {
            if index % FINDS_BETWEEN_LOOKS == FINDS_BETWEEN_LOOKS - 1 && stop() {
                return ControlFlow::Break(());
            }
            let find = self.finds.all()[index];
            // A loaded ship that has to unload ends with the manifest after the delivery, on the same space.
            if !find.spaces.intersection(chart.unloads).is_empty() {
                self.finds.stowages_mut(&find)[1..].fill(0);
            }
            if self.is_back_at_start(chart, &find) {
                let mut told = [0; HOLDS];
                let start = self.finds.stowages(&self.finds.all()[0]);
                told[..start.len()].copy_from_slice(start);
                self.finds.stowages_mut(&find).iter_mut().zip(told).for_each(|(ways, told)| *ways &= !told);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the ship has sailed away from what was done while the guard's memory counted, and back. Without that
    /// memory more can be done, so the search goes through it again, but what could be done with it is told.
    fn is_back_at_start(&self, chart: &Chart<'_>, find: &Find) -> bool {
        let manifest = self.finds.manifest(find);
        chart.is_guarded() && !manifest.guarded && manifest.changes == 0 && find.spaces.contains(chart.helm.space())
    }
}
