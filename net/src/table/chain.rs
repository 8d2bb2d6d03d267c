//! Joint chance. Each peer has a hash chain whose end is public from the start; for every event it shows the next link,
//! and the beacon is the hash of everybody's links. A link can't be changed after its end was published and can't be
//! known before it is shown, so nobody steers a draw, not even the host.

use doubloons_engine::contract::Beacon;
use zeroize::Zeroizing;

use super::genesis::{GameId, PeerIndex};
use crate::hash::{Hash, Label};

/// How many events one chain serves. A longer game renews its chains.
pub const CHAIN_LENGTH: u32 = 1024;

/// Where an event stands in the chains: which chain of its owner, and which link of it, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The chain, counted from 0.
    pub generation: u32,
    /// The link; the published end is number 0.
    pub index: u32,
}

impl Place {
    /// The place of this event; events are counted from 1.
    pub fn of_event(event: u32) -> Place {
        let before = event.saturating_sub(1);
        Place { generation: before / CHAIN_LENGTH, index: before % CHAIN_LENGTH + 1 }
    }
}

/// One step back along a chain: what link `index` must hash to.
fn predecessor(draft: Hash, peer: PeerIndex, place: Place, link: Hash) -> Hash {
    Hash::of(Label::ChainLink, &(draft, peer, place.generation, place.index, link))
}

/// A chain, known to its owner alone and wiped on drop.
pub struct Chain {
    generation: u32,
    /// Link 0 is the public end.
    links: Zeroizing<Vec<[u8; 32]>>,
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Chain({})", self.generation)
    }
}

impl Chain {
    /// The chain of this generation, from the owner's secret for the game.
    pub fn new(secret: &[u8; 32], draft: Hash, peer: PeerIndex, generation: u32) -> Chain {
        let mut link = Hash::of(Label::ChainSeed, &(secret, generation));
        let mut links = Zeroizing::new(vec![link.0]);
        for index in (1..=CHAIN_LENGTH).rev() {
            link = predecessor(draft, peer, Place { generation, index }, link);
            links.push(link.0);
        }
        links.reverse();
        Chain { generation, links }
    }

    /// Which of its owner's chains it is.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The public end.
    pub fn end(&self) -> Hash {
        Hash(self.links[0])
    }

    /// The link for this place, if it is in this chain.
    pub fn link(&self, place: Place) -> Option<Hash> {
        let link = self.links.get(place.index as usize)?;
        (place.generation == self.generation).then_some(Hash(*link))
    }
}

/// What everybody knows of a peer's chain: the last link that was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownChain {
    last: Place,
    link: Hash,
    next_end: Option<Hash>,
}

impl KnownChain {
    /// A chain of which only the end is known.
    pub fn new(generation: u32, end: Hash) -> KnownChain {
        KnownChain { last: Place { generation, index: 0 }, link: end, next_end: None }
    }

    /// Whether the owner has a link for this place.
    pub fn reaches(&self, place: Place) -> bool {
        place.generation == self.last.generation && place.index > self.last.index
            || place.generation == self.last.generation + 1 && self.next_end.is_some()
    }

    /// Whether the owner should publish the end of the next chain now: early enough that nobody is left without.
    pub fn runs_out(&self, next_event: u32) -> bool {
        let place = Place::of_event(next_event.saturating_add(CHAIN_LENGTH / 8));
        place.generation > self.last.generation && self.next_end.is_none()
    }

    /// The generation that the owner may publish an end for.
    pub fn next_generation(&self) -> u32 {
        self.last.generation + 1
    }

    /// Takes the end of the next chain. `false` if it is not the next, or was given already.
    pub fn renew(&mut self, generation: u32, end: Hash, next_event: u32) -> bool {
        let due = Place::of_event(next_event).generation;
        let fits = generation == self.next_generation() && self.next_end.is_none();
        if fits && generation < due {
            *self = KnownChain::new(generation, end);
        } else if fits {
            self.next_end = Some(end);
        }
        fits
    }

    /// Takes the link for this place, if it is the right one.
    #[must_use]
    pub fn advance(&mut self, draft: Hash, peer: PeerIndex, place: Place, link: Hash) -> bool {
        let Some(known) = self.known_before(place) else { return false };
        let mut back = link;
        for index in (known.last.index + 1..=place.index).rev() {
            back = predecessor(draft, peer, Place { generation: place.generation, index }, back);
        }
        if back != known.link {
            return false;
        }
        *self = KnownChain { last: place, link, next_end: if known == *self { self.next_end } else { None } };
        true
    }

    fn known_before(&self, place: Place) -> Option<KnownChain> {
        match self.next_end {
            _ if place.generation == self.last.generation && place.index > self.last.index => Some(*self),
            Some(end) if place.generation == self.last.generation + 1 => Some(KnownChain::new(place.generation, end)),
            _ => None,
        }
    }
}

/// The joint randomness of an event.
pub fn beacon(game: GameId, event: u32, links: &[(PeerIndex, Hash)]) -> Beacon {
    Beacon(Hash::of(Label::Beacon, &(game, event, links)).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: Hash = Hash([9; 32]);
    const PEER: PeerIndex = PeerIndex(2);

    #[test]
    fn every_link_is_recognised_and_no_other() {
        let chain = Chain::new(&[5; 32], DRAFT, PEER, 0);
        let mut known = KnownChain::new(0, chain.end());
        for event in [1, 2, 5, CHAIN_LENGTH] {
            let place = Place::of_event(event);
            let link = chain.link(place).expect("in the chain");
            let wrong = Hash([1; 32]);
            assert!(!known.advance(DRAFT, PEER, place, wrong));
            assert!(!known.advance(DRAFT, PeerIndex(1), place, link), "another peer's link");
            assert!(known.advance(DRAFT, PEER, place, link));
            assert!(!known.advance(DRAFT, PEER, place, link), "the same link again");
        }
    }

    #[test]
    fn a_chain_is_renewed_before_it_runs_out() {
        let (first, second) = (Chain::new(&[5; 32], DRAFT, PEER, 0), Chain::new(&[5; 32], DRAFT, PEER, 1));
        let mut known = KnownChain::new(0, first.end());
        assert!(!known.runs_out(1));
        assert!(known.runs_out(CHAIN_LENGTH));
        assert!(!known.reaches(Place::of_event(CHAIN_LENGTH + 1)));
        assert!(known.renew(1, second.end(), CHAIN_LENGTH));
        assert!(!known.renew(1, first.end(), CHAIN_LENGTH), "only once");
        let last = Place::of_event(CHAIN_LENGTH);
        assert!(known.advance(DRAFT, PEER, last, first.link(last).expect("a link")));
        let next = Place::of_event(CHAIN_LENGTH + 1);
        assert_eq!(next, Place { generation: 1, index: 1 });
        assert!(known.reaches(next));
        assert!(known.advance(DRAFT, PEER, next, second.link(next).expect("a link")));
        assert!(!known.advance(DRAFT, PEER, last, first.link(last).expect("a link")), "never back");
    }

    #[test]
    fn somebody_who_missed_a_whole_chain_takes_part_again() {
        let (first, second) = (Chain::new(&[5; 32], DRAFT, PEER, 0), Chain::new(&[5; 32], DRAFT, PEER, 1));
        let mut known = KnownChain::new(0, first.end());
        let event = 2 * CHAIN_LENGTH + 7;
        assert!(known.renew(1, second.end(), event));
        let third = Chain::new(&[5; 32], DRAFT, PEER, 2);
        assert!(known.renew(2, third.end(), event));
        let place = Place::of_event(event);
        assert!(known.advance(DRAFT, PEER, place, third.link(place).expect("a link")));
    }

    #[test]
    fn debug_output_shows_no_link() {
        assert_eq!(format!("{:?}", Chain::new(&[5; 32], DRAFT, PEER, 0)), "Chain(0)");
    }
}
