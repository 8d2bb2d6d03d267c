//! What a log must not hold, however well it is signed.

use doubloons_engine::contract::{Deaf, Digest};
use doubloons_net::table::entry::{Content, Entry, EntryBody, MAX_ENTRY, MAX_PLAIN_ENTRY};
use doubloons_net::table::evidence::Evidence;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::{Check, EntryFault};
use doubloons_net::table::statement::{Deed, Voice};

use crate::crew::{Crew, Plan, seat};

impl Crew {
    /// The next entry as the host signs it, whether that is right or not.
    pub(crate) fn forge(&self, content: Content, digest: Digest) -> Entry {
        let (head, epoch, game) = (self.ledger.head(), self.epoch(), self.charter().id());
        let body = EntryBody { game, epoch, index: head.index + 1, previous: head.hash, content, digest };
        Entry::sign(body, &self.peers[epoch.host.index()].identity)
    }
}

/// Two signed inputs under one number, so long that their proof fits into no transcript.
fn long_proof(crew: &Crew, length: usize) -> Content {
    let input = |byte: u8| {
        let deed = Deed::Act { turn: 0, action: vec![byte; length] };
        crew.input(PeerIndex(1), Voice::Seat(seat(2)), deed)
    };
    Content::Fault(Evidence::TwoInputs(Box::new((input(1), input(2)))))
}

#[test]
fn an_entry_that_no_transcript_could_hold_is_refused() {
    let mut crew = Crew::new(Plan::new(3, 0, 1));
    for (length, taken) in [(MAX_ENTRY / 2 - 400, true), (MAX_ENTRY / 2, false), (1 << 20, false)] {
        let mut after = crew.ledger.clone();
        let composed =
            crew.ledger.compose(crew.epoch(), long_proof(&crew, length), Check::Everything, &crew.peers[0].identity);
        assert_eq!(composed.is_ok(), taken, "{length}");
        // Only Mary's seat is away in the game after a proof that is taken, so any digest will do for one that is not.
        let entry = composed.unwrap_or_else(|_| crew.forge(long_proof(&crew, length), crew.state().game().digest()));
        assert_eq!(entry.to_bytes().len(), entry.length());
        let refused = matches!(after.apply(&entry, Check::Everything, &mut Deaf), Err(EntryFault::TooLong { .. }));
        assert_eq!(refused, !taken, "{length}");
    }
    crew.step();
}

#[test]
fn a_host_that_writes_too_much_is_convicted() {
    let mut crew = Crew::new(Plan::new(3, 0, 1));
    let deed = Deed::Act { turn: 0, action: vec![7; MAX_PLAIN_ENTRY] };
    let input = crew.input(PeerIndex::FIRST_HOST, Voice::Seat(seat(1)), deed);
    let long = crew.forge(Content::Input(input), crew.state().game().digest());
    crew.elect(PeerIndex(1));
    crew.push(Content::Fault(Evidence::BadEntry(long.to_bytes())));
    assert!(crew.state().is_disqualified(PeerIndex::FIRST_HOST));
}
