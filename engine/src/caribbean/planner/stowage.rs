//! How the chests at sea can be spread over the six ships, by number.
//!
//! The *hold* says what the active ship carries: 0 for nothing, 1, 2 … for the first, second … chest at sea. Then the
//! rest is spread over the other five ships in at most 120 *ways*, so those that are possible are a set in one word of
//! 128 bits. The number of a way depends only on how many chests are spread and in which order they come, not on which
//! they are: a chest that leaves the hold for a haven, or gets there from a city, leaves the way as it is.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::super::ship::SHIPS;

/// The ships besides the active one.
pub(super) const OTHERS: usize = SHIPS - 1;

/// What the active ship can carry at most: nothing, or one of as many chests as there are ships.
pub(super) const HOLDS: usize = SHIPS + 1;

/// Stowages by hold: a set of ways for each.
pub(super) type Holds = [Ways; HOLDS];

/// The other ships beside the active one, and whether each takes a chest aboard that is passed on to it.
pub(super) type Neighbours = ArrayVec<(usize, bool), OTHERS>;

/// A set of ways to spread chests over the other ships.
pub(super) type Ways = u128;

/// The chests by ship, the active one first: 0 for none, 1, 2 … for the first, second … chest at sea.
pub(super) type Spread = [u8; SHIPS];

/// One way to spread the chests at sea over all ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stowage {
    /// What the active ship carries.
    pub(super) hold: u8,
    /// How the rest is spread over the others.
    pub(super) way: u8,
}

impl Stowage {
    /// The number of this way to spread so many chests: the first chest has the choice of all other ships, the second
    /// of those that are left, and so on.
    pub(super) fn of(chests: usize, spread: &Spread) -> Stowage {
        let [hold, others @ ..] = *spread;
        let (mut way, mut free) = (0, [1; OTHERS]);
        for chest in (1..=chests as u8).filter(|&chest| chest != hold) {
            let ship = others.iter().position(|&aboard| aboard == chest).unwrap_or_default();
            way = way * free.iter().sum::<u8>() + free[..ship].iter().sum::<u8>();
            free[ship] = 0;
        }
        Stowage { hold, way }
    }

    /// What each ship carries.
    fn spread(self, chests: usize) -> Spread {
        let aboard: Vec<u8> = (1..=chests as u8).filter(|&chest| chest != self.hold).collect();
        let mut choices = [0; OTHERS];
        let mut rest = usize::from(self.way);
        for index in (0..aboard.len()).rev() {
            choices[index] = rest % (OTHERS - index);
            rest /= OTHERS - index;
        }
        let mut free: Vec<usize> = (1..SHIPS).collect();
        let mut spread = [0; SHIPS];
        spread[0] = self.hold;
        for (chest, choice) in aboard.into_iter().zip(choices) {
            spread[free.remove(choice)] = chest;
        }
        spread
    }
}

/// All ways to spread chests over ships, sorted by how many chests there are, then by hold, then by way.
#[derive(Debug)]
pub(super) struct Stowages {
    first: [[usize; HOLDS]; HOLDS],
    spreads: Vec<Spread>,
    exchanged: Vec<[Stowage; OTHERS]>,
    empty: [[Ways; OTHERS]; SHIPS],
}

impl Stowages {
    /// The same for all searches.
    pub(super) fn get() -> &'static Stowages {
        static STOWAGES: LazyLock<Stowages> = LazyLock::new(Stowages::new);
        &STOWAGES
    }

    fn new() -> Stowages {
        let mut all = Stowages {
            first: Default::default(),
            spreads: Vec::new(),
            exchanged: Vec::new(),
            empty: Default::default(),
        };
        for (chests, hold) in (0..HOLDS).flat_map(|chests| (0..=chests).map(move |hold| (chests, hold))) {
            all.first[chests][hold] = all.spreads.len();
            for way in 0..ways(chests, hold) {
                let spread = Stowage { hold: hold as u8, way: way as u8 }.spread(chests);
                all.spreads.push(spread);
                all.exchanged.push(std::array::from_fn(|other| {
                    let mut after = spread;
                    after.swap(0, other + 1);
                    Stowage::of(chests, &after)
                }));
                for other in (0..OTHERS).filter(|other| hold == 0 && spread[other + 1] == 0) {
                    all.empty[chests][other] |= 1 << way;
                }
            }
        }
        all
    }

    /// What each ship carries, by way, for so many chests and this hold.
    pub(super) fn spreads(&self, chests: usize, hold: usize) -> &[Spread] {
        &self.spreads[self.first[chests][hold]..]
    }

    /// Adds all that exchanges with these neighbours make of the stowages that were found, but for what is known anyway.
    pub(super) fn exchange(&self, chests: usize, neighbours: &[(usize, bool)], known: &mut Holds, found: &mut Holds) {
        let mut fresh = *found;
        while let Some(hold) = fresh.iter().position(|&ways| ways != 0) {
            let exchanged = self.exchanged(chests, hold);
            while fresh[hold] != 0 {
                let way = fresh[hold].trailing_zeros() as usize;
                fresh[hold] &= fresh[hold] - 1;
                for &(other, takes_aboard) in neighbours {
                    let there = exchanged[way][other];
                    let (to, bit) = (usize::from(there.hold), 1 << there.way);
                    // Who is empty afterwards, and was not before, has passed the chest on.
                    if known[to] & bit == 0 && (takes_aboard || to != 0 || hold == 0) {
                        known[to] |= bit;
                        found[to] |= bit;
                        fresh[to] |= bit;
                    }
                }
            }
        }
    }

    /// What comes of an exchange between the active ship and each of the others, by way, for so many chests and this hold.
    fn exchanged(&self, chests: usize, hold: usize) -> &[[Stowage; OTHERS]] {
        &self.exchanged[self.first[chests][hold]..]
    }

    /// The ways to spread so many chests over the others that leave this one of them empty.
    pub(super) fn leaving_empty(&self, chests: usize, other: usize) -> Ways {
        self.empty[chests][other]
    }
}

/// In how many ways the chests that are not in the hold can be spread over the other ships.
fn ways(chests: usize, hold: usize) -> usize {
    let spread = chests - hold.min(1);
    if spread > OTHERS { 0 } else { (OTHERS - spread + 1..=OTHERS).product() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stowage_has_a_number_of_its_own() {
        let all = Stowages::get();
        assert_eq!(all.spreads.len(), 1 + 6 + 30 + 120 + 360 + 720 + 720);
        for chests in 0..HOLDS {
            for hold in 0..=chests {
                for (way, spread) in all.spreads(chests, hold).iter().take(ways(chests, hold)).enumerate() {
                    assert_eq!(Stowage::of(chests, spread), Stowage { hold: hold as u8, way: way as u8 });
                    let mut aboard: Vec<u8> = spread.iter().copied().filter(|&chest| chest > 0).collect();
                    aboard.sort_unstable();
                    assert!(aboard.into_iter().eq(1..=chests as u8), "{chests} chests once each in {spread:?}");
                }
            }
        }
    }

    #[test]
    fn exchanging_twice_changes_nothing() {
        let all = Stowages::get();
        for chests in 0..HOLDS {
            for hold in 0..=chests {
                for (way, exchanged) in all.exchanged(chests, hold).iter().take(ways(chests, hold)).enumerate() {
                    for (other, there) in exchanged.iter().enumerate() {
                        let back = all.exchanged(chests, there.hold.into())[usize::from(there.way)][other];
                        assert_eq!(back, Stowage { hold: hold as u8, way: way as u8 });
                    }
                }
            }
        }
    }

    #[test]
    fn a_chest_that_comes_or_goes_leaves_the_way_as_it_is() {
        let all = Stowages::get();
        for chests in 1..HOLDS {
            for hold in 1..=chests {
                for (loaded, empty) in
                    all.spreads(chests, hold).iter().zip(all.spreads(chests - 1, 0)).take(ways(chests, hold))
                {
                    for (&before, &after) in loaded.iter().zip(empty).skip(1) {
                        let renumbered = if usize::from(before) > hold { before - 1 } else { before };
                        assert_eq!(renumbered, after, "{loaded:?} without {hold} is {empty:?}");
                    }
                }
            }
        }
    }
}
