//! Who votes on what is accepted. Everybody who began the game does, until they say farewell.

use crate::table::genesis::PeerIndex;
use crate::table::statement::{Epoch, VoteBody};

/// The voters, and since when it is they.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Electorate {
    /// A bit for each member, the first one lowest.
    voters: u32,
    /// The last entry that others decided on: the farewell of one of them. 0 at the beginning.
    since: u64,
}

/// How far a voter's log goes, for comparison: the epoch whose log it is, and its length.
pub type Rank = (Option<Epoch>, u64);

impl Electorate {
    /// The first so many members.
    pub(super) fn first(members: usize) -> Electorate {
        Electorate { voters: (1 << members) - 1, since: 0 }
    }

    /// Those who remain when this one is gone, with the farewell at this place in the log.
    #[must_use]
    pub(in crate::table) fn without(self, peer: PeerIndex, farewell: u64) -> Electorate {
        Electorate { voters: self.voters & !(1 << peer.0), since: farewell }
    }

    /// Whether this member votes.
    pub fn contains(self, peer: PeerIndex) -> bool {
        u32::from(peer.0) < u32::BITS && self.voters >> peer.0 & 1 == 1
    }

    /// The voters in the order of the members.
    pub fn voters(self) -> impl Iterator<Item = PeerIndex> {
        (0..u32::BITS as u8).map(PeerIndex).filter(move |peer| self.contains(*peer))
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.voters.count_ones() as usize
    }

    /// How many of them are a majority.
    pub fn majority(self) -> usize {
        self.count() / 2 + 1
    }

    /// Whether this member votes alone.
    pub fn is_only(self, peer: PeerIndex) -> bool {
        self.contains(peer) && self.count() == 1
    }

    /// The last entry that earlier voters decided on. They decide on nothing after it, and these on nothing before.
    pub fn since(self) -> u64 {
        self.since
    }

    /// How far a log goes in what these voters decide on. What an earlier electorate had accepted in which epoch means
    /// nothing any more: up to its end everybody has the same log or will get it.
    pub fn rank(self, accepted: Option<Epoch>, length: u64) -> Rank {
        if self.since > 0 && length <= self.since { (None, self.since) } else { (accepted, length) }
    }

    /// How far the log goes that a vote names.
    pub fn rank_of(self, vote: &VoteBody) -> Rank {
        self.rank(vote.accepted, vote.head.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn majorities_are_of_those_who_remain() {
        let all = Electorate::first(4);
        assert_eq!((all.count(), all.majority(), all.since()), (4, 3, 0));
        let left = all.without(PeerIndex(0), 17);
        assert_eq!((left.count(), left.majority(), left.since()), (3, 2, 17));
        assert!(left.voters().eq([1, 2, 3].map(PeerIndex)) && !left.contains(PeerIndex(0)));
        assert!(!left.contains(PeerIndex(40)) && !left.contains(PeerIndex(u8::MAX)));
        let last = left.without(PeerIndex(1), 20).without(PeerIndex(3), 30);
        assert!(last.is_only(PeerIndex(2)) && last.majority() == 1);
    }

    #[test]
    fn what_earlier_voters_had_is_below_everything_later() {
        let late = Epoch { number: 9, host: PeerIndex(0) };
        let early = Epoch { number: 3, host: PeerIndex(1) };
        let left = Electorate::first(3).without(PeerIndex(2), 17);
        assert!(left.rank(Some(early), 18) > left.rank(Some(late), 17));
        assert_eq!(left.rank(Some(late), 12), left.rank(None, 17));
        assert!(Electorate::first(3).rank(Some(late), 0) > Electorate::first(3).rank(None, 0));
    }
}
