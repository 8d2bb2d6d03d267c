//! Cheating that is proven: the transcript is valid and names the one at fault. And what proves nothing is refused.

use doubloons_engine::contract::{SeatSet, Turn};
use doubloons_net::hash::Hash;
use doubloons_net::table::entry::Content;
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::EntryFault;
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{Deed, InputBody, LinkBody, OpenedUnder, OpeningBody, Voice};
use doubloons_net::transcript::{ProvenFault, Verdict, verify};

use crate::crew::{Crew, Plan, name, seat};

const MARY: PeerIndex = PeerIndex(1);

fn table() -> Crew {
    Crew::new(Plan::new(3, 0, 11))
}

fn sealing(crew: &Crew) -> bool {
    matches!(crew.state().want(), Want::Decisions(seats) if seats.contains(seat(2)))
        && matches!(crew.state().game().turn(), Turn::Seal { .. })
}

fn opening(crew: &Crew) -> bool {
    matches!(crew.state().want(), Want::Openings { seats, .. } if seats.contains(seat(2)))
}

/// The evidence convicts, the others play on, and the verifier says who it was.
fn convicts(mut crew: Crew, evidence: Evidence, culprit: PeerIndex, offence: Offence) {
    crew.push(Content::Fault(evidence.clone()));
    let entry = crew.entries.len() as u64;
    assert_eq!(crew.try_push(Content::Fault(evidence)), Err(EntryFault::NoProof), "nobody is convicted twice");
    if culprit == crew.epoch().host {
        crew.elect(MARY);
    }
    crew.play_out();
    let report = verify(&crew.transcript());
    assert!(report.is_complete(), "the others play to the end");
    let names = ["Anne", "Mary", "Jack"];
    let fault = ProvenFault {
        peer: culprit,
        name: name(names[culprit.index()]),
        seats: SeatSet::only(seat(culprit.index() + 1)),
        offence,
        entry,
    };
    assert_eq!(report.verdict, Verdict::ValidWithFaults(vec![fault]));
}

#[test]
fn an_illegal_input() {
    let mut crew = table();
    crew.step_until(sealing);
    let Deed::Lock { lock, mut commitments } = crew.decide(seat(2)) else { panic!("it is to be sealed") };
    commitments.pop();
    let input = crew.input(MARY, Voice::Seat(seat(2)), Deed::Lock { lock, commitments });
    let evidence = Evidence::IllegalInput(Box::new(input.clone()));
    assert!(matches!(crew.try_push(Content::Input(input)), Err(EntryFault::Refused(_))));
    convicts(crew, evidence, MARY, Offence::IllegalInput);
}

#[test]
fn two_inputs_under_one_number() {
    let mut crew = table();
    crew.step_until(sealing);
    let (one, other) = (crew.input(MARY, Voice::Own, Deed::Pause), crew.input(MARY, Voice::Own, Deed::Leave));
    convicts(crew, Evidence::TwoInputs(Box::new((one, other))), MARY, Offence::TwoInputs);
}

#[test]
fn another_card_than_was_sealed() {
    let mut crew = table();
    crew.step_until(opening);
    let evidence = false_opening(&crew);
    convicts(crew, evidence, MARY, Offence::FalseOpening);
}

fn false_opening(crew: &Crew) -> Evidence {
    let Want::Openings { slot, .. } = crew.state().want() else { panic!("nothing is to be opened") };
    let under = crew.opening(seat(2), slot).slots.into_iter().map(|mut opened| {
        let lock = crew.state().seat(seat(2)).and_then(|state| state.sealed(opened.slot)).expect("sealed").lock;
        opened.choice[0] ^= 1;
        OpenedUnder { lock, opened }
    });
    let body = OpeningBody { author: MARY, seat: seat(2), slots: under.collect() };
    Evidence::FalseOpening(Box::new(crew.sign(body)))
}

#[test]
fn a_false_link() {
    let mut crew = table();
    crew.step_until(|crew| matches!(crew.state().want(), Want::Links { .. }));
    let event = crew.state().next_event();
    let link = crew.sign(LinkBody { author: MARY, event, link: Hash([1; 32]) });
    convicts(crew, Evidence::FalseLink(Box::new(link)), MARY, Offence::FalseLink);
}

#[test]
fn a_fork() {
    let mut crew = table();
    crew.step_until(sealing);
    let digest = crew.state().game().digest();
    let entry = |deed| crew.forge(Content::Input(crew.input(MARY, Voice::Own, deed)), digest).to_bytes();
    let evidence = Evidence::Fork(entry(Deed::Pause), entry(Deed::Leave));
    convicts(crew, evidence, PeerIndex::FIRST_HOST, Offence::Fork);
}

#[test]
fn a_false_entry() {
    let mut crew = table();
    crew.step_until(sealing);
    let lock = crew.decide(seat(2));
    let mut forged = crew.input(MARY, Voice::Seat(seat(2)), lock);
    forged.body.author = PeerIndex(2);
    let entry = crew.forge(Content::Input(forged), crew.state().game().digest());
    convicts(crew, Evidence::BadEntry(entry.to_bytes()), PeerIndex::FIRST_HOST, Offence::BadEntry);
}

#[test]
fn what_an_honest_program_does_proves_nothing() {
    let mut crew = table();
    crew.step_until(sealing);
    let refused = |crew: &mut Crew, evidence| {
        assert_eq!(crew.try_push(Content::Fault(evidence)), Err(EntryFault::NoProof));
    };
    // The same content again, on another head.
    let early = crew.input(MARY, Voice::Own, Deed::Leave);
    crew.say(PeerIndex(2), Deed::Pause);
    let late = crew.input(MARY, Voice::Own, Deed::Leave);
    assert_ne!(early.body.head, late.body.head);
    refused(&mut crew, Evidence::TwoInputs(Box::new((early.clone(), late.clone()))));
    // A legal input, and one that only comes too late.
    refused(&mut crew, Evidence::IllegalInput(Box::new(late)));
    crew.say(MARY, Deed::Leave);
    let gone = crew.input(MARY, Voice::Own, Deed::Leave);
    refused(&mut crew, Evidence::IllegalInput(Box::new(gone)));
    // Something in another's name.
    let body = InputBody { author: PeerIndex(2), ..early.body.clone() };
    let forged = doubloons_net::table::statement::Signed { body, signature: early.signature };
    let own = crew.input(PeerIndex(2), Voice::Own, Deed::Pause);
    refused(&mut crew, Evidence::TwoInputs(Box::new((forged, own))));
    // An honest entry, alone and twice.
    let entry = crew.entries.last().expect("some").to_bytes();
    refused(&mut crew, Evidence::BadEntry(entry.clone()));
    refused(&mut crew, Evidence::Fork(entry.clone(), entry));
    // An honest opening.
    crew.say(MARY, Deed::Return);
    crew.step_until(opening);
    let Evidence::FalseOpening(mut signed) = false_opening(&crew) else { panic!("an opening") };
    signed.body.slots.iter_mut().for_each(|under| under.opened.choice[0] ^= 1);
    let honest = crew.sign(signed.body);
    refused(&mut crew, Evidence::FalseOpening(Box::new(honest)));
}
