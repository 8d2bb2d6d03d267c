//! What a search has found so far: where the ship can be, and with which chests on which ships.

use std::ops::Range;

use super::super::helm::Helm;
use super::super::space::{Space, SpaceSet};
use super::chart::Chart;
use super::manifest::{Change, Manifest};
use super::numbers::Numbers;
use super::stowage::{HOLDS, Holds, Stowage, Ways};

/// The most finds of a search. Under the default rules no position comes near it; with house rules that let chests be
/// delivered in many ways it keeps a crowd of loaded ships from taking all time and memory.
const MAX_FINDS: usize = 1 << 18;

/// No find.
const NONE: u32 = u32::MAX;

/// The memory of a search.
#[derive(Debug, Default)]
pub(super) struct Finds {
    manifests: Vec<Manifest>,
    numbers: Numbers,
    /// How many spaces the chart has.
    spaces: usize,
    /// By manifest, then by space.
    places: Vec<Place>,
    finds: Vec<Find>,
    /// Where the finds of the present layer begin, and with how many steps they are reached.
    layer: usize,
    steps: u8,
    /// The finds of the present layer that were not looked at yet, by how many chests were captured or delivered.
    agenda: Vec<Vec<u32>>,
    /// The stowages of places and finds: one word for each hold.
    words: Vec<Ways>,
    cut_short: bool,
}

/// A space where the ship may come with a certain manifest.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Where the words begin for all stowages that were found there.
    words: u32,
    /// The last find that is there and nowhere else.
    last: u32,
}

/// Stowages with which the ship can be on certain spaces with so many steps, and no fewer. When the layer is done, those
/// with which it can end there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Find {
    pub(super) spaces: SpaceSet,
    pub(super) manifest: u32,
    pub(super) steps: u8,
    /// Where the words for its stowages begin.
    words: u32,
}

impl Finds {
    /// Forgets everything and begins a search on a chart with so many spaces; the memory stays.
    pub(super) fn clear(&mut self, spaces: usize) {
        self.manifests.clear();
        self.numbers.clear();
        self.spaces = spaces;
        self.places.clear();
        self.finds.clear();
        self.layer = 0;
        self.steps = 0;
        self.words.clear();
        self.cut_short = false;
    }

    /// Forgets the present layer, of which not everything is known.
    pub(super) fn give_up(&mut self) {
        self.give_up_from(self.layer);
    }

    /// Forgets all layers from the one that begins with this find.
    pub(super) fn give_up_from(&mut self, find: usize) {
        self.finds.truncate(find);
        self.agenda.iter_mut().for_each(Vec::clear);
        self.cut_short = true;
    }

    /// Whether nothing was left out because there was too much, or because nobody waits for it any more.
    pub(super) fn is_complete(&self) -> bool {
        !self.cut_short
    }

    pub(super) fn all(&self) -> &[Find] {
        &self.finds
    }

    pub(super) fn manifest(&self, find: &Find) -> &Manifest {
        &self.manifests[find.manifest as usize]
    }

    /// The stowages of a find, by hold.
    pub(super) fn stowages(&self, find: &Find) -> &[Ways] {
        &self.words[self.range(find)]
    }

    pub(super) fn stowages_mut(&mut self, find: &Find) -> &mut [Ways] {
        let range = self.range(find);
        &mut self.words[range]
    }

    fn range(&self, find: &Find) -> Range<usize> {
        find.words as usize..find.words as usize + self.manifest(find).holds()
    }

    /// How many ways to place all chests were found: stowages by manifest, wherever the ship is.
    pub(super) fn placings(&self) -> usize {
        let found = |(number, manifest): (usize, &Manifest)| {
            let mut stowages = [0; HOLDS];
            for space in manifest.visited {
                let words = self.places[number * self.spaces + space.index()].words as usize;
                stowages.iter_mut().zip(&self.words[words..][..manifest.holds()]).for_each(|(all, ways)| *all |= ways);
            }
            stowages.iter().map(|ways| ways.count_ones() as usize).sum::<usize>()
        };
        self.manifests.iter().enumerate().map(found).sum()
    }

    /// The manifest with which everything begins; the ship is on this space with this stowage. Those that are forbidden
    /// there count as known, but are not found.
    pub(super) fn begin(
        &mut self,
        chart: &Chart<'_>,
        manifest: Manifest,
        start: Stowage,
        forbidden: impl Iterator<Item = Stowage>,
    ) {
        self.numbers.number(manifest.key());
        self.add(manifest);
        self.reach(chart, 0, SpaceSet::only(chart.helm.space()), start.hold.into(), &[1 << start.way]);
        let words = self.places[chart.helm.space().index()].words as usize;
        for stowage in forbidden {
            self.words[words + usize::from(stowage.hold)] |= 1 << stowage.way;
        }
    }

    /// The number of the manifest that a change makes of this one.
    pub(super) fn after(&mut self, manifest: u32, change: Change, helm: &Helm<'_>) -> u32 {
        let before = &self.manifests[manifest as usize];
        let number = self.numbers.number(before.key_after(change));
        if number == self.manifests.len() {
            let after = before.after(change, helm);
            self.add(after);
        }
        number as u32
    }

    fn add(&mut self, manifest: Manifest) {
        self.manifests.push(manifest);
        self.places.resize(self.places.len() + self.spaces, Place { words: 0, last: NONE });
    }

    /// With this manifest the ship can be on these spaces with these stowages, too: a word for each hold from this one.
    pub(super) fn reach(&mut self, chart: &Chart<'_>, manifest: u32, spaces: SpaceSet, hold: usize, stowages: &[Ways]) {
        if self.finds.len() >= MAX_FINDS {
            self.cut_short = true;
            return;
        }
        let there = &mut self.manifests[manifest as usize];
        let (visited, new) = (spaces.intersection(there.visited), spaces.without(there.visited));
        if !new.is_empty() {
            there.visited = there.visited.union(new);
            let restless = chart.restless(there.at_sea.len(), hold, stowages);
            self.discover(manifest, new, restless, hold, stowages);
        }
        for space in visited {
            self.revisit(manifest, space, hold, stowages);
        }
    }

    /// The ship comes to new spaces. Where nothing else can become of the stowages they make one find; each of the
    /// restless spaces gets its own.
    fn discover(&mut self, manifest: u32, spaces: SpaceSet, restless: SpaceSet, hold: usize, stowages: &[Ways]) {
        let calm = spaces.without(restless);
        if !calm.is_empty() {
            self.find(manifest, calm, hold, stowages);
        }
        for space in spaces {
            let only = SpaceSet::only(space);
            let last = if calm.contains(space) { NONE } else { self.find(manifest, only, hold, stowages) };
            let words = self.write(manifest, hold, stowages);
            self.places[manifest as usize * self.spaces + space.index()] = Place { words, last };
        }
    }

    /// The ship comes where it could be before, maybe with other stowages.
    fn revisit(&mut self, manifest: u32, space: Space, hold: usize, stowages: &[Ways]) {
        let index = manifest as usize * self.spaces + space.index();
        let Place { words, last } = self.places[index];
        let known = words as usize + hold;
        if stowages.iter().zip(&self.words[known..]).all(|(&ways, &known)| ways & !known == 0) {
            return;
        }
        let is_open = last != NONE && last as usize >= self.layer;
        let find = if is_open { last } else { self.find(manifest, SpaceSet::only(space), 0, &[]) };
        self.places[index].last = find;
        let found = self.finds[find as usize].words as usize + hold;
        for (index, ways) in stowages.iter().enumerate() {
            let fresh = ways & !self.words[known + index];
            self.words[known + index] |= fresh;
            self.words[found + index] |= fresh;
        }
    }

    /// A new find in the present layer.
    fn find(&mut self, manifest: u32, spaces: SpaceSet, hold: usize, stowages: &[Ways]) -> u32 {
        let number = self.finds.len() as u32;
        let words = self.write(manifest, hold, stowages);
        self.finds.push(Find { spaces, manifest, steps: self.steps, words });
        let changes = self.manifests[manifest as usize].changes;
        if self.agenda.len() <= changes {
            self.agenda.resize_with(changes + 1, Vec::new);
        }
        self.agenda[changes].push(number);
        number
    }

    /// New words for these stowages, and where they begin.
    fn write(&mut self, manifest: u32, hold: usize, stowages: &[Ways]) -> u32 {
        let begin = self.words.len();
        self.words.resize(begin + self.manifests[manifest as usize].holds(), 0);
        self.words[begin + hold..][..stowages.len()].copy_from_slice(stowages);
        begin as u32
    }

    /// A find of the present layer that was not looked at yet, among those with the fewest captures and deliveries.
    /// Captures and deliveries lead only to more of them, so nothing is added to a find after this.
    pub(super) fn next(&mut self) -> Option<Find> {
        let number = self.agenda.iter_mut().find_map(Vec::pop)?;
        Some(self.finds[number as usize])
    }

    /// Ends the present layer, and begins one with one more step.
    pub(super) fn next_layer(&mut self) -> Range<usize> {
        let layer = self.layer..self.finds.len();
        self.layer = layer.end;
        self.steps += 1;
        layer
    }

    /// Adds stowages to a find on a single space: gives what is known of the space and what was found, and takes both
    /// back when they were added to.
    pub(super) fn complete(&mut self, find: &Find, space: Space, add: impl FnOnce(&mut Holds, &mut Holds)) {
        let holds = self.manifest(find).holds();
        let place = self.places[find.manifest as usize * self.spaces + space.index()].words as usize;
        let (mut known, mut found) = ([0; HOLDS], [0; HOLDS]);
        known[..holds].copy_from_slice(&self.words[place..][..holds]);
        found[..holds].copy_from_slice(self.stowages(find));
        add(&mut known, &mut found);
        self.words[place..][..holds].copy_from_slice(&known[..holds]);
        self.stowages_mut(find).copy_from_slice(&found[..holds]);
    }
}
