//! The endings of a plan, one by one.

use super::super::chest::Chest;
use super::super::ship::{SHIPS, Ship};
use super::super::space::{SpaceSet, Spaces};
use super::super::waters::Cargo;
use super::Ending;
use super::finds::Find;
use super::search::Search;
use super::stowage::{HOLDS, Spread, Stowages, Ways};

/// The endings of a plan, each once, those with the fewest steps first.
#[derive(Clone, Debug)]
pub struct Endings<'a> {
    search: &'a Search,
    finds: std::slice::Iter<'a, Find>,
    current: Option<Current<'a>>,
}

/// What is left of a find that is being told.
#[derive(Clone, Debug)]
struct Current<'a> {
    /// All endings of the find, but for the cargo and where the ship is.
    ending: Ending,
    /// The present stowage.
    cargo: Cargo,
    /// Where the ship can be with each stowage.
    everywhere: SpaceSet,
    /// Where it can be with the present stowage.
    spaces: Spaces,
    /// The stowages with the present hold.
    ways: Ways,
    /// The stowages with the next holds.
    beyond: &'a [Ways],
    /// What each ship carries, for all stowages with the present hold.
    spreads: &'static [Spread],
    /// The chest in each hold.
    chests: [Option<Chest>; HOLDS],
    /// All ships, the active one first.
    ships: [Ship; SHIPS],
    holds: usize,
}

impl<'a> Current<'a> {
    fn new(search: &'a Search, find: &Find) -> Current<'a> {
        let (manifest, beyond) = (search.finds().manifest(find), search.finds().stowages(find));
        let mut chests = [None; HOLDS];
        for (hold, &chest) in chests.iter_mut().skip(1).zip(&manifest.at_sea) {
            *hold = Some(chest);
        }
        Current {
            ending: Ending { waters: manifest.waters, steps: find.steps },
            cargo: Cargo::default(),
            everywhere: find.spaces,
            spaces: SpaceSet::EMPTY.into_iter(),
            ways: 0,
            beyond,
            spreads: &[],
            chests,
            ships: search.ships(),
            holds: beyond.len(),
        }
    }

    #[inline]
    fn next(&mut self) -> Option<Ending> {
        loop {
            if let Some(space) = self.spaces.next() {
                let mut ending = self.ending;
                ending.waters.cargo = self.cargo;
                ending.waters.sail(self.ships[0], space);
                return Some(ending);
            }
            while self.ways == 0 {
                let hold = self.holds - self.beyond.len();
                (self.ways, self.beyond) = self.beyond.split_first().map(|(&ways, beyond)| (ways, beyond))?;
                self.spreads = Stowages::get().spreads(self.holds - 1, hold);
            }
            let spread = &self.spreads[self.ways.trailing_zeros() as usize];
            self.ways &= self.ways - 1;
            self.spaces = self.everywhere.into_iter();
            self.cargo = Cargo::default();
            for (&ship, &hold) in self.ships.iter().zip(spread) {
                self.cargo = self.cargo.with(ship, self.chests[usize::from(hold)]);
            }
        }
    }

    fn len(&self) -> usize {
        self.spaces.len() + self.everywhere.len() * (count(&[self.ways]) + count(self.beyond))
    }
}

impl<'a> Endings<'a> {
    pub(super) fn new(search: &'a Search) -> Endings<'a> {
        Endings { search, finds: search.finds().all().iter(), current: None }
    }
}

impl Iterator for Endings<'_> {
    type Item = Ending;

    fn next(&mut self) -> Option<Ending> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(ending) = current.next()
            {
                return Some(ending);
            }
            self.current = Some(Current::new(self.search, self.finds.next()?));
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let begun = self.current.as_ref().map_or(0, Current::len);
        let whole = self.finds.clone().map(|find| find.spaces.len() * count(self.search.finds().stowages(find)));
        let count = begun + whole.sum::<usize>();
        (count, Some(count))
    }

    /// Adds up the sets instead of listing them.
    fn count(self) -> usize {
        self.len()
    }
}

impl ExactSizeIterator for Endings<'_> {}

fn count(stowages: &[Ways]) -> usize {
    stowages.iter().filter(|&&ways| ways != 0).map(|ways| ways.count_ones() as usize).sum()
}
