//! A voter's farewell in a log: what has to be there before those who remain may go on, and what counts after it.

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::{Acceptance, Content};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::EntryFault;
use doubloons_net::table::state::Refusal;
use doubloons_net::table::statement::{AckBody, Deed, Epoch, Head, SignedVote, Voice, VoteBody};
use doubloons_net::transcript::{Verdict, verify};

use crate::crew::{Crew, Plan};

const ANNE: PeerIndex = PeerIndex(0);
const MARY: PeerIndex = PeerIndex(1);
const JACK: PeerIndex = PeerIndex(2);

/// Three people, the last of whom has just said farewell in the middle of a round.
fn jack_says_farewell() -> Crew {
    let mut crew = Crew::new(Plan::new(3, 0, 4));
    crew.step_until(|crew| crew.state().game().decisions() >= 2 && matches!(crew.state().game().turn(), Turn::Seat(_)));
    crew.say(JACK, Deed::Farewell);
    assert_eq!(crew.state().departing(), Some(JACK));
    crew
}

fn next(crew: &Crew, host: PeerIndex) -> Epoch {
    Epoch { number: crew.epoch().number + 1, host }
}

/// The votes of those who remain.
fn votes(crew: &Crew, epoch: Epoch) -> Vec<SignedVote> {
    let mut votes = crew.votes(epoch);
    votes.retain(|vote| vote.body.author != JACK);
    votes
}

#[test]
fn those_who_remain_play_on_and_the_log_verifies() {
    let mut crew = jack_says_farewell();
    let epoch = next(&crew, MARY);
    let content = Content::Departed { accepted: crew.acceptance(), votes: votes(&crew, epoch) };
    crew.push_in(epoch, content).expect("all is there");
    assert!(crew.state().electorate().voters().eq([ANNE, MARY]));
    assert_eq!(crew.state().electorate().majority(), 2);
    while crew.step() {}
    let report = verify(&crew.transcript());
    assert_eq!(report.verdict, Verdict::Valid);
    assert!(report.is_complete());
    assert_eq!(report.facts.expect("facts").hosts.len(), 2, "the epoch after the farewell counts as one");
}

#[test]
fn nothing_else_follows_a_farewell() {
    let mut crew = jack_says_farewell();
    let unsettled = EntryFault::Refused(Refusal::NotNow("the farewell of a voter has to be settled first"));
    let paused = Content::Input(crew.input(MARY, Voice::Own, Deed::Pause));
    crew.assert_proof(crew.epoch(), paused, &unsettled, "what anybody else says");
    let epoch = next(&crew, ANNE);
    let votes = Content::Epoch(crew.votes(epoch));
    crew.assert_proof(epoch, votes, &unsettled, "not even with everybody's votes");
    assert!(!crew.step(), "the table asks nobody for anything");
}

#[test]
fn a_farewell_counts_once_a_majority_has_accepted_it() {
    let mut crew = jack_says_farewell();
    let epoch = next(&crew, ANNE);
    let whole = crew.acceptance();
    let departed = |accepted: Acceptance| Content::Departed { accepted, votes: votes(&crew, epoch) };
    let refused = |accepted: Acceptance, why: &str| {
        crew.assert_proof(epoch, departed(accepted), &EntryFault::NotSettled, why);
    };
    refused(Acceptance { signatures: whole.signatures[..1].to_vec(), ..whole.clone() }, "one of three");
    let twice = vec![whole.signatures[0], whole.signatures[0]];
    refused(Acceptance { signatures: twice, ..whole.clone() }, "one of them twice");
    refused(Acceptance { epoch, ..whole.clone() }, "signed in another epoch");
    let swapped = vec![(ANNE, whole.signatures[1].1), (MARY, whole.signatures[0].1)];
    refused(Acceptance { signatures: swapped, ..whole.clone() }, "signatures of others");
    let earlier = crew.entries[crew.entries.len() - 2].head();
    let before = |author| (author, crew.sign(AckBody { author, epoch: whole.epoch, head: earlier }).signature);
    let signatures = vec![before(ANNE), before(MARY)];
    refused(Acceptance { signatures, ..whole.clone() }, "the log before the farewell");
    let content = departed(Acceptance { signatures: whole.signatures[1..].to_vec(), ..whole });
    crew.push_in(epoch, content).expect("two of three, whoever they are");
}

#[test]
fn whoever_left_neither_votes_nor_hosts() {
    let mut crew = jack_says_farewell();
    let epoch = next(&crew, ANNE);
    let all = crew.votes(epoch);
    for (few, why) in
        [(&all[..1], "one of two"), (&all[1..], "one who remains and one who left"), (&all[..], "all three")]
    {
        let content = Content::Departed { accepted: crew.acceptance(), votes: few.to_vec() };
        crew.assert_proof(epoch, content, &EntryFault::NotElected(ANNE), why);
    }
    let own = next(&crew, JACK);
    let content = Content::Departed { accepted: crew.acceptance(), votes: votes(&crew, own) };
    crew.assert_proof(own, content, &EntryFault::NotElected(JACK), "whoever left hosts");
    let content = Content::Departed { accepted: crew.acceptance(), votes: votes(&crew, epoch) };
    crew.push_in(epoch, content).expect("both who remain");
    // What somebody had accepted before, in however late an epoch, is below what those who remain have.
    let again = next(&crew, MARY);
    let farewell = crew.entries[crew.entries.len() - 2].head();
    let vote = |author, accepted, head: Head| crew.sign(VoteBody { author, epoch: again, accepted, head });
    let late = Epoch { number: 1_000, host: MARY };
    let behind = vote(MARY, Some(late), farewell);
    let content = Content::Epoch(vec![vote(ANNE, Some(epoch), crew.entries.last().expect("entries").head()), behind]);
    crew.push_in(again, content).expect("the longer log of those who remain");
}

#[test]
fn a_farewell_without_anybody_gone_is_refused() {
    let mut crew = Crew::new(Plan::new(3, 0, 4));
    crew.step();
    let epoch = next(&crew, ANNE);
    let content = Content::Departed { accepted: crew.acceptance(), votes: crew.votes(epoch) };
    let nobody = EntryFault::Refused(Refusal::NotNow("no voter has said farewell"));
    crew.assert_proof(epoch, content, &nobody, "with everybody's signatures and votes");
}
