//! What the search needs to know about the chart and the rules, looked up once.

use super::super::activation::Activation;
use super::super::helm::Helm;
use super::super::ship::{SHIPS, Ship};
use super::super::space::SpaceSet;
use super::super::waters::{Cargo, MAX_PLAYERS};
use super::stowage::{OTHERS, Stowages, Ways};
use crate::contract::Seat;

/// The waters around the active ship. Other ships lie still, so most of it is sets of spaces.
pub(super) struct Chart<'a> {
    pub(super) helm: Helm<'a>,
    /// The cargo that must not come up again before a step, capture or delivery (R37).
    pub(super) guard: &'a [Cargo],
    /// All ships, the active one first.
    pub(super) ships: [Ship; SHIPS],
    pub(super) others: [Other; OTHERS],
    /// Where a chest can be unloaded for each seat.
    pub(super) unloading: [SpaceSet; MAX_PLAYERS],
    /// Where the ship can't end with a chest aboard.
    pub(super) unloads: SpaceSet,
    /// Beside any of the others.
    pub(super) crowded: SpaceSet,
    /// Where a chest may be delivered.
    pub(super) trading: SpaceSet,
    /// Cities that have their chest.
    pub(super) cities: SpaceSet,
    /// Where the ship can't sail.
    barred: SpaceSet,
}

/// One of the ships that are not under command.
#[derive(Clone, Copy, Default)]
pub(super) struct Other {
    /// The spaces beside it.
    pub(super) beside: SpaceSet,
    /// What happens to a chest passed to it.
    pub(super) passing: Passing,
}

/// What happens to a chest that is passed to an empty ship.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Passing {
    /// The rules don't let it be passed.
    #[default]
    Never,
    /// The other ship carries it.
    Aboard,
    /// The other ship lies in a haven: it is delivered to this seat.
    IntoHaven(Seat),
}

impl<'a> Chart<'a> {
    pub(super) fn new(activation: &'a Activation<'_>) -> Chart<'a> {
        let helm = *activation.helm();
        let mut barred = helm.owners.closed();
        let mut ships = Ship::ALL;
        ships[..=helm.ship.index()].rotate_right(1);
        let mut others = [Other::default(); OTHERS];
        for (other, ship) in others.iter_mut().zip(ships.into_iter().skip(1)) {
            let space = helm.waters.space(ship);
            barred.insert(space);
            other.beside = helm.board.neighbours(space);
            other.passing = match helm.owners.paid_at(helm.board, space) {
                _ if !helm.options.pass_on => Passing::Never,
                None => Passing::Aboard,
                Some(owner) => Passing::IntoHaven(owner),
            };
        }
        let mut unloading = [SpaceSet::EMPTY; MAX_PLAYERS];
        for space in helm.owners.live() {
            if let Some(owner) = helm.owners.paid_at(helm.board, space) {
                let near = if helm.options.adjacent_deliver { helm.board.neighbours(space) } else { SpaceSet::EMPTY };
                unloading[owner.index()] = unloading[owner.index()].union(near).union(SpaceSet::only(space));
            }
        }
        let unloads = if helm.options.must_unload_on_stop { helm.owners.live() } else { SpaceSet::EMPTY };
        let all = |set: SpaceSet, more: SpaceSet| set.union(more);
        let crowded = others.iter().map(|other| other.beside).fold(SpaceSet::EMPTY, all);
        let into_haven = |other: &&Other| matches!(other.passing, Passing::IntoHaven(_));
        let passing = others.iter().filter(into_haven).map(|other| other.beside).fold(SpaceSet::EMPTY, all);
        let trading = unloading.into_iter().fold(passing, all);
        let cities = helm.waters.in_city.into_iter().filter_map(|chest| helm.board.city(chest)).map(|city| city.space);
        let cities = cities.collect();
        Chart { helm, guard: activation.seen(), ships, others, unloading, unloads, crowded, trading, cities, barred }
    }

    /// Whether the guard's memory counts. With only the present distribution in it, the guard forbids nothing that is not
    /// known anyway.
    pub(super) fn is_guarded(&self) -> bool {
        self.guard.len() > 1
    }

    /// Where one step can lead.
    pub(super) fn near(&self, spaces: SpaceSet) -> SpaceSet {
        self.helm.board.around(spaces).without(self.barred)
    }

    /// Where more can become of these stowages without a step, or where not all of them are endings.
    pub(super) fn restless(&self, chests: usize, hold: usize, stowages: &[Ways]) -> SpaceSet {
        let start = if self.is_guarded() { SpaceSet::only(self.helm.space()) } else { SpaceSet::EMPTY };
        if hold > 0 || stowages.iter().skip(1).any(|&ways| ways != 0) {
            return start.union(self.unloads).union(self.crowded);
        }
        if chests == 0 {
            return start;
        }
        // The empty ship can do nothing with empty ships.
        let all = Stowages::get();
        let loaded = |&(index, _): &(usize, &Other)| stowages[0] & !all.leaving_empty(chests, index) != 0;
        self.others.iter().enumerate().filter(loaded).fold(start, |set, (_, other)| set.union(other.beside))
    }
}
