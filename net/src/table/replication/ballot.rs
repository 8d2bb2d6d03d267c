//! Epochs as the consensus library knows them: ballots.

use omnipaxos::ballot_leader_election::Ballot;
use omnipaxos::util::NodeId;

use crate::table::genesis::PeerIndex;
use crate::table::statement::Epoch;

pub(super) const CONFIGURATION: u32 = 1;

pub(super) fn node_of(peer: PeerIndex) -> NodeId {
    NodeId::from(peer.0) + 1
}

pub(super) fn peer_of(node: NodeId) -> Option<PeerIndex> {
    node.checked_sub(1).and_then(|index| u8::try_from(index).ok()).map(PeerIndex)
}

/// Earlier members are preferred, in the order of the table; the first host before all others.
pub(super) fn priority_of(peer: PeerIndex) -> u32 {
    u32::from(u8::MAX - peer.0)
}

pub(super) fn ballot_of(epoch: Epoch) -> Ballot {
    Ballot::with(CONFIGURATION, epoch.number, priority_of(epoch.host), node_of(epoch.host))
}

/// `None` for the library's "no ballot yet".
pub(super) fn epoch_of(ballot: Ballot) -> Option<Epoch> {
    Some(Epoch { number: ballot.n, host: peer_of(ballot.pid)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epochs_and_ballots_are_ordered_alike() {
        let epochs: Vec<Epoch> =
            (0..3).flat_map(|number| (0..4).map(move |host| Epoch { number, host: PeerIndex(host) })).collect();
        for &one in &epochs {
            assert_eq!(epoch_of(ballot_of(one)), Some(one));
            for &other in &epochs {
                assert_eq!(one.cmp(&other), ballot_of(one).cmp(&ballot_of(other)), "{one:?} {other:?}");
            }
        }
        assert_eq!(epoch_of(Ballot::default()), None);
    }
}
