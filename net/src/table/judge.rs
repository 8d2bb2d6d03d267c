//! Judges evidence with nothing but the log: whether it proves a fault, and whose. The honest must never be convicted,
//! so whatever could have come about by delay, loss or a change of hosts proves nothing.

use doubloons_engine::contract::Deaf;

use super::entry::{Content, Entry};
use super::evidence::{Evidence, Offence, Verdict};
use super::ledger::{Check, Ledger};
use super::state::{Refusal, State};
use super::statement::{InputBody, Signed, Statement};

/// How deep false proofs within false proofs are looked into. One host can make only one of them; more are made to keep
/// others busy, and such an entry proves nothing.
pub(super) const MAX_NESTED: usize = 4;

/// Whom this evidence convicts.
pub(super) fn judge(ledger: &Ledger, evidence: &Evidence) -> Option<Verdict> {
    match evidence {
        Evidence::IllegalInput(input) => {
            let seen = said(ledger, input).then(|| ledger.at(input.body.head))??;
            let illegal = matches!(try_input(seen.state(), &input.body), Err(Refusal::Illegal(_)));
            illegal.then_some(Verdict { peer: input.body.author, offence: Offence::IllegalInput })
        }
        Evidence::TwoInputs(both) => {
            let (one, other) = (&both.0, &both.1);
            let same_number = (one.body.author, one.body.voice, one.body.sequence)
                == (other.body.author, other.body.voice, other.body.sequence);
            let differ = same_number && one.body.deed != other.body.deed;
            let guilty = differ && said(ledger, one) && said(ledger, other);
            guilty.then_some(Verdict { peer: one.body.author, offence: Offence::TwoInputs })
        }
        Evidence::FalseOpening(opening) => {
            let illegal = |state: &State| matches!(state.judge_opening(&opening.body), Err(Refusal::Illegal(_)));
            let guilty = said(ledger, opening) && ledger.revealing_states().any(illegal);
            guilty.then_some(Verdict { peer: opening.body.author, offence: Offence::FalseOpening })
        }
        Evidence::FalseLink(link) => {
            let illegal = |state: &State| matches!(state.judge_link(&link.body), Err(Refusal::Illegal(_)));
            let guilty = said(ledger, link) && ledger.revealing_states().any(illegal);
            guilty.then_some(Verdict { peer: link.body.author, offence: Offence::FalseLink })
        }
        Evidence::Fork(one, other) => {
            let (one, other) = (host_entry(ledger, one)?, host_entry(ledger, other)?);
            let same_place = (one.body().epoch, one.body().index) == (other.body().epoch, other.body().index);
            let forked = same_place && one.hash() != other.hash();
            forked.then_some(Verdict { peer: one.body().epoch.host, offence: Offence::Fork })
        }
        Evidence::BadEntry(entry) => {
            let entry = host_entry(ledger, entry).filter(|entry| nests(entry) <= MAX_NESTED)?;
            let head =
                super::statement::Head { index: entry.body().index.checked_sub(1)?, hash: entry.body().previous };
            let refused = ledger.at(head)?.apply(&entry, Check::Everything, &mut Deaf).is_err();
            refused.then_some(Verdict { peer: entry.body().epoch.host, offence: Offence::BadEntry })
        }
    }
}

/// Whether the author of this statement really made it, in so few words that it is taken notice of. Nothing is tried out
/// before that is clear: anybody can claim anything in the name of others.
fn said<T: Statement>(ledger: &Ledger, statement: &Signed<T>) -> bool {
    statement.is_short() && ledger.signed(statement)
}

/// Whether this input is legal in this state, apart from its signature.
pub(super) fn try_input(state: &State, input: &InputBody) -> Result<(), Refusal> {
    let mut after = State::clone(state);
    after.take_input(input, u64::MAX, &mut Deaf)
}

/// How many entries are within this one as proofs of false entries; stops counting when there are too many.
fn nests(entry: &Entry) -> usize {
    let inner = |entry: &Entry| match entry.content() {
        Content::Fault(Evidence::BadEntry(inner)) => Entry::from_bytes(inner).ok(),
        _ => None,
    };
    std::iter::successors(inner(entry), inner).take(MAX_NESTED + 1).count()
}

/// An entry of this game that its host really signed.
fn host_entry(ledger: &Ledger, bytes: &[u8]) -> Option<Entry> {
    let entry = Entry::from_bytes(bytes).ok()?;
    let state = ledger.state();
    let host = state.member(entry.body().epoch.host)?;
    (entry.body().game == state.charter().id() && entry.signed_by(host.verifier())).then_some(entry)
}
