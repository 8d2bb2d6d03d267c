//! What a log must not hold, however well it is signed.

use doubloons_engine::any::AnyGame;
use doubloons_engine::contract::{Deaf, Digest, SeatSet, Turn};
use doubloons_net::table::entry::{Content, Entry, EntryBody, MAX_ENTRY, MAX_PLAIN_ENTRY};
use doubloons_net::table::evidence::{Evidence, Offence, Verdict};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::{Check, EntryFault, RECENT};
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{Deed, Epoch, InputBody, Lacking, MAX_STATEMENT, Voice};
use doubloons_net::transcript::{self, Flaw, ProvenFault, Transcript, verify};

use crate::crew::{Crew, Plan, name, seat};

impl Crew {
    /// The next entry as the host signs it, whether that is right or not.
    pub(crate) fn forge(&self, content: Content, digest: Digest) -> Entry {
        self.forge_in(self.epoch(), content, digest)
    }

    /// The next entry as the host of this epoch signs it, whether that is right or not.
    fn forge_in(&self, epoch: Epoch, content: Content, digest: Digest) -> Entry {
        let (head, game) = (self.ledger.head(), self.charter().id());
        let body = EntryBody { game, epoch, index: head.index + 1, previous: head.hash, content, digest };
        Entry::sign(body, &self.peers[epoch.host.index()].identity)
    }

    /// No honest host writes this. Whoever does is guilty for this reason alone, and a transcript with it does not hold.
    pub(crate) fn assert_proof(&self, epoch: Epoch, content: Content, fault: &EntryFault, why: &str) {
        let identity = &self.peers[epoch.host.index()].identity;
        let honest = self.ledger.clone().append(epoch, content.clone(), Check::Everything, identity, &mut Deaf);
        assert_eq!(honest.as_ref(), Err(fault), "{why}");
        self.assert_bad(&self.forge_in(epoch, content, self.state().game().digest()), fault, why);
    }

    /// This entry is refused for this reason, proves its host guilty, and a transcript with it does not hold.
    fn assert_bad(&self, entry: &Entry, fault: &EntryFault, why: &str) {
        let host = entry.body().epoch.host;
        let refused = self.ledger.clone().apply(entry, Check::Everything, &mut Deaf);
        assert_eq!(refused.as_ref(), Err(fault), "{why}");
        let verdict = self.ledger.judge(&Evidence::BadEntry(entry.to_bytes()));
        assert_eq!(verdict, Some(Verdict { peer: host, offence: Offence::BadEntry }), "{why}");
        let entries = self.entries.iter().chain([entry]).cloned().collect();
        let transcript = Transcript::new(self.charter(), None, entries).expect("the built-in board");
        let flaw = Flaw::Entry(fault.clone());
        let invalid = transcript::Verdict::Invalid { entry: entry.body().index, flaw };
        assert_eq!(verify(&transcript).verdict, invalid, "{why}");
    }
}

/// The proof that the host has signed an entry that is too long; so long perhaps that the proof fits into no transcript.
fn long_proof(crew: &Crew, length: usize) -> Content {
    let deed = Deed::Act { turn: 0, action: vec![7; length] };
    let input = crew.input(PeerIndex::FIRST_HOST, Voice::Seat(seat(1)), deed);
    let long = crew.forge(Content::Input(input), crew.state().game().digest());
    Content::Fault(Evidence::BadEntry(long.to_bytes()))
}

#[test]
fn statements_that_are_too_long_prove_nothing() {
    let crew = Crew::new(Plan::new(3, 0, 1));
    let input = |byte: u8, length: usize| {
        let deed = Deed::Act { turn: 0, action: vec![byte; length] };
        crew.input(PeerIndex(1), Voice::Seat(seat(2)), deed)
    };
    for (length, guilty) in [(1, true), (MAX_STATEMENT - 200, true), (MAX_STATEMENT, false), (17 << 10, false)] {
        let proof = Evidence::TwoInputs(Box::new((input(1, length), input(2, length))));
        assert_eq!(crew.ledger.judge(&proof).is_some(), guilty, "{length}");
        assert!(!guilty || proof.fits_into_the_log(), "{length}");
    }
}

#[test]
fn an_entry_that_no_transcript_could_hold_is_refused() {
    let mut crew = Crew::new(Plan::new(3, 0, 1));
    for (length, taken) in [(MAX_ENTRY - 700, true), (MAX_ENTRY - 400, false), (1 << 20, false)] {
        let (mut hosts, mut after) = (crew.ledger.clone(), crew.ledger.clone());
        let (proof, identity) = (long_proof(&crew, length), &crew.peers[0].identity);
        let composed = hosts.append(crew.epoch(), proof, Check::Everything, identity, &mut Deaf);
        assert_eq!(composed.is_ok(), taken, "{length}");
        // Only the host's seat is away in the game after a proof that is taken, so any digest will do for one that is not.
        let entry = composed.unwrap_or_else(|_| crew.forge(long_proof(&crew, length), crew.state().game().digest()));
        assert_eq!(entry.to_bytes().len(), entry.length());
        let refused = matches!(after.apply(&entry, Check::Everything, &mut Deaf), Err(EntryFault::TooLong { .. }));
        assert_eq!(refused, !taken, "{length}");
    }
    crew.step();
}

#[test]
fn a_host_that_wrote_a_proof_down_is_never_convicted_for_it_later() {
    // The first host signs an entry that is right, with an input made as long ago as is allowed, and one that calls it wrong.
    let mut crew = Crew::new(Plan::new(4, 0, 1));
    crew.step_until(|crew| crew.ledger.head().index >= RECENT + 4);
    let (first, second) = (PeerIndex::FIRST_HOST, PeerIndex(1));
    let index = crew.ledger.head().index;
    let head = crew.entries[(index - RECENT - 1) as usize].head();
    let input = crew.sign(InputBody { author: second, voice: Voice::Own, sequence: 1, head, deed: Deed::Pause });
    let right = crew.forge(Content::Input(input), crew.state().game().digest());
    crew.ledger.clone().apply(&right, Check::Everything, &mut Deaf).expect("it is right");
    let gone = {
        let admission = Content::Fault(two_inputs(&crew, first));
        let identity = &crew.peers[0].identity;
        let entry = crew.ledger.clone().append(crew.epoch(), admission, Check::Everything, identity, &mut Deaf);
        entry.expect("a proof").body().digest
    };
    let wrong = crew.forge(Content::Fault(Evidence::BadEntry(right.to_bytes())), gone);
    // The second host writes down, rightly, that this is wrong.
    crew.elect(second);
    crew.push(Content::Fault(Evidence::BadEntry(wrong.to_bytes())));
    let proof = crew.entries.last().expect("an entry").clone();
    assert!(crew.state().is_disqualified(first));
    for _ in 0..RECENT {
        assert_eq!(crew.ledger.judge(&Evidence::BadEntry(proof.to_bytes())), None, "{}", crew.ledger.head().index);
        // The log goes on when the game is over: somebody may always begin an epoch.
        if !crew.step() {
            crew.elect(second);
        }
    }
}

fn two_inputs(crew: &Crew, author: PeerIndex) -> Evidence {
    let input = |deed: Deed| crew.input(author, Voice::Own, deed);
    Evidence::TwoInputs(Box::new((input(Deed::Pause), input(Deed::Leave))))
}

#[test]
fn a_host_that_writes_too_much_is_convicted() {
    let mut crew = Crew::new(Plan::new(3, 0, 1));
    let deed = Deed::Act { turn: 0, action: vec![7; MAX_PLAIN_ENTRY] };
    let input = crew.input(PeerIndex::FIRST_HOST, Voice::Seat(seat(1)), deed);
    let long = crew.forge(Content::Input(input), crew.state().game().digest());
    let too_long = EntryFault::TooLong { length: long.length(), most: MAX_PLAIN_ENTRY };
    crew.assert_bad(&long, &too_long, "it is too long");
    crew.elect(PeerIndex(1));
    crew.push(Content::Fault(Evidence::BadEntry(long.to_bytes())));
    assert!(crew.state().is_disqualified(PeerIndex::FIRST_HOST));
    let fault = ProvenFault {
        peer: PeerIndex::FIRST_HOST,
        name: name("Anne"),
        seats: SeatSet::only(seat(1)),
        offence: Offence::BadEntry,
        entry: crew.entries.len() as u64,
    };
    let report = verify(&crew.transcript());
    assert_eq!(report.verdict, transcript::Verdict::ValidWithFaults(vec![fault]), "the log itself holds");
}

#[test]
fn one_lack_of_a_decision_makes_one_decision() {
    let (jack, his) = (PeerIndex(2), seat(2));
    let asks_jack = |crew: &Crew| matches!(crew.state().want(), Want::Decisions(seats) if seats.contains(his));
    let mut tried = 0;
    for seed in 0..6 {
        let plan = Plan { clock: true, host_watches: true, ..Plan::new(3, 0, seed) };
        let mut crew = Crew::new(plan);
        // Once all chests are out nothing is drawn any more, and a draw would be a sign of life.
        let all_out = |crew: &Crew| matches!(crew.state().game(), AnyGame::Caribbean(game) if game.supply().is_empty());
        while !(all_out(&crew) && sealing(&crew)) && crew.step() {}
        if !sealing(&crew) {
            continue;
        }
        let absences = crew.absences(Lacking::Decision(his), jack);
        crew.push(Content::TimedOut { seat: his, absences: absences.clone() });
        let decisions = crew.state().game().decisions();
        while !(asks_jack(&crew) && crew.state().game().decisions() > decisions) && crew.step() {}
        if asks_jack(&crew) {
            let again = Content::TimedOut { seat: his, absences };
            crew.assert_proof(crew.epoch(), again, &EntryFault::NoMajority, &format!("seed {seed}"));
            let anew = Content::TimedOut { seat: his, absences: crew.absences(Lacking::Decision(his), jack) };
            crew.push(anew);
            tried += 1;
        }
    }
    assert!(tried > 0, "no game came so far");
}

/// A round begins, and nobody has sealed yet.
fn sealing(crew: &Crew) -> bool {
    matches!(crew.state().game().turn(), Turn::Seal { seats, locked, .. } if seats.len() == 2 && locked.is_empty())
        && crew.state().can_change_hands(seat(1))
}

#[test]
fn consents_to_a_stand_in_are_for_one_absence() {
    let (mary, jack, his) = (PeerIndex(1), PeerIndex(2), seat(3));
    let mut crew = Crew::new(Plan::new(3, 0, 4));
    crew.step_until(|crew| crew.state().can_change_hands(his));
    crew.say(jack, Deed::Leave);
    let (takeover, consents) = (crew.takeover(his, mary), crew.consents(his, mary));
    crew.push(Content::StandIn { takeover, consents: consents.clone() });
    crew.say(jack, Deed::Return);
    assert_eq!(crew.runner(his), jack, "back at once");
    crew.say(jack, Deed::Leave);
    let takeover = crew.takeover(his, mary);
    let again = Content::StandIn { takeover, consents };
    crew.assert_proof(crew.epoch(), again, &EntryFault::NoMajority, "they were for the first absence");
    crew.stand_in(his, mary);
}

#[test]
fn proofs_within_proofs_have_a_bottom() {
    let crew = Crew::new(Plan::new(3, 0, 1));
    let digest = Digest([1; 32]);
    let deed = Deed::Leave;
    let mut entry = crew.forge(Content::Input(crew.input(PeerIndex(1), Voice::Own, deed)), digest);
    let mut levels = 0;
    loop {
        let deeper = crew.forge(Content::Fault(Evidence::BadEntry(entry.to_bytes())), digest);
        if deeper.length() > MAX_ENTRY {
            break;
        }
        (entry, levels) = (deeper, levels + 1);
    }
    assert!(levels > 150);
    let refused = crew.ledger.clone().apply(&entry, Check::Everything, &mut Deaf);
    assert_eq!(refused, Err(EntryFault::NoProof));
}
