//! The log as everybody checks it: entry after entry, each from the state before it. Host, replicas and the verifier
//! all go through [`Ledger::apply`]; there is no other way into the state.

use std::collections::VecDeque;
use std::sync::Arc;

use doubloons_engine::any::{AnyEvent, AnyInput};
use doubloons_engine::contract::{Digest, EventSink, Seat, SeatSet};
use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::entry::{Acceptance, Content, Entry, EntryBody, Freeze, Withheld};
use super::evidence::{Evidence, Verdict};
use super::genesis::{Charter, PeerIndex};
use super::judge;
use super::state::{Electorate, Presence, Rank, Refusal, State, Want};
use super::statement::{
    AckBody, Deed, Epoch, Head, InputBody, Lacking, Signed, SignedAbsence, SignedStandIn, SignedVote, Statement, holds,
};
use crate::identity::{Identity, Signature};

/// How many heads back an input may name the log that its author saw, and an illegal input or a bad entry the log in which
/// it is judged.
pub const RECENT: u64 = 64;

/// How many moments are kept: so many that a log that is judged in retrospect looks back as far as it did then, and so do
/// those that have to be looked at within it.
const KEPT: usize = (judge::MAX_NESTED + 2) * RECENT as usize;

/// How much of an entry is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Everything.
    Everything,
    /// Everything but the signatures of a freeze, which this very program has checked when they arrived.
    FreezeKnown,
    /// Everything but signatures: the entry, or all that is in it, was checked before by this very program.
    KnownGood,
}

/// What is wrong with an entry.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum EntryFault {
    /// Of another game.
    #[error("it belongs to another game")]
    OtherGame,
    /// So long that no transcript could hold it.
    #[error("it has {length} bytes, more than the {most} that such an entry may have")]
    TooLong {
        /// How many it has.
        length: usize,
        /// How many it may have.
        most: usize,
    },
    /// Not the next one.
    #[error("it does not follow the entry before it")]
    NotNext,
    /// Not of the epoch that runs.
    #[error("it belongs to another epoch")]
    OtherEpoch,
    /// Not signed by the host of its epoch.
    #[error("{0} has not signed it as the host")]
    NotSigned(PeerIndex),
    /// The epoch has no majority.
    #[error("the epoch of {0} was not voted for by a majority that knew no longer log")]
    NotElected(PeerIndex),
    /// Something in it is signed wrongly.
    #[error("a signature of {0} is false")]
    FalseSignature(PeerIndex),
    /// An input names a log that this is not.
    #[error("an input was made for another log")]
    OtherLog,
    /// Something was shown before everybody present had the same log.
    #[error("not everybody present had the same log before something was shown")]
    NotFrozen,
    /// Somebody is given up without a majority.
    #[error("no majority says so")]
    NoMajority,
    /// A voter is gone without a majority that accepted the farewell.
    #[error("no majority had accepted the farewell")]
    NotSettled,
    /// A fault that is none.
    #[error("the proof of a fault proves nothing")]
    NoProof,
    /// A rule of the table or the game is broken.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The state after it is another one.
    #[error("the game is in another state after it than it says")]
    OtherDigest,
}

impl EntryFault {
    /// Who answers for an entry with this fault: whoever signed what is wrong in it, and otherwise the host, who signed it
    /// all. If even that signature is false, the one in whose name the entry is.
    pub fn culprit(&self, entry: &Entry) -> PeerIndex {
        match (self, entry.content()) {
            (EntryFault::NotSigned(peer) | EntryFault::NotElected(peer) | EntryFault::FalseSignature(peer), _) => *peer,
            (EntryFault::OtherLog | EntryFault::Refused(_), Content::Input(input)) => input.body.author,
            (EntryFault::OtherLog | EntryFault::Refused(_), Content::StandIn { takeover, .. }) => takeover.body.author,
            _ => entry.body().epoch.host,
        }
    }
}

/// The log up to some entry.
#[derive(Clone, Debug)]
pub struct Ledger {
    moment: Moment,
    /// The moments before, oldest first.
    recent: VecDeque<Moment>,
    /// All moments at which something was to be turned up, oldest first: what was shown then can be judged for ever.
    revealing: Arc<Vec<Moment>>,
}

/// The table at one head.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) head: Head,
    pub(super) epoch: Option<Epoch>,
    pub(super) state: Arc<State>,
}

impl Ledger {
    /// The empty log of a game.
    pub fn new(charter: Arc<Charter>) -> Ledger {
        let head = Head { index: 0, hash: charter.id().0 };
        let moment = Moment { head, epoch: None, state: Arc::new(State::new(charter)) };
        let mut ledger = Ledger { moment, recent: VecDeque::with_capacity(KEPT), revealing: Arc::new(Vec::new()) };
        ledger.note_revealing();
        ledger
    }

    fn note_revealing(&mut self) {
        if let Want::Openings { .. } | Want::Links { .. } = self.moment.state.want() {
            Arc::make_mut(&mut self.revealing).push(self.moment.clone());
        }
    }

    /// How far the log goes.
    pub fn head(&self) -> Head {
        self.moment.head
    }

    /// The epoch of the last entry; `None` before the first.
    pub fn epoch(&self) -> Option<Epoch> {
        self.moment.epoch
    }

    /// The table after the last entry.
    pub fn state(&self) -> &State {
        &self.moment.state
    }

    /// The table after the last entry, to keep.
    pub fn shared_state(&self) -> Arc<State> {
        Arc::clone(&self.moment.state)
    }

    fn charter(&self) -> &Charter {
        self.moment.state.charter()
    }

    /// Takes an entry, or says what is wrong with it and leaves everything as it was.
    pub fn apply(
        &mut self,
        entry: &Entry,
        check: Check,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), EntryFault> {
        let body = entry.body();
        if body.game != self.charter().id() {
            return Err(EntryFault::OtherGame);
        }
        check_length(entry)?;
        if body.index != self.head().index + 1 || body.previous != self.head().hash {
            return Err(EntryFault::NotNext);
        }
        let host = self.state().member(body.epoch.host).filter(|_| self.state().has_vote(body.epoch.host));
        let host = host.ok_or(EntryFault::NotSigned(body.epoch.host))?;
        if check != Check::KnownGood && !entry.signed_by(host.verifier()) {
            return Err(EntryFault::NotSigned(body.epoch.host));
        }
        let mut told = Vec::new();
        let state = self.after(body.epoch, &body.content, check, &mut told)?;
        if state.game().digest() != body.digest {
            return Err(EntryFault::OtherDigest);
        }
        told.into_iter().for_each(|event| events.record(event));
        self.advance(entry, state);
        Ok(())
    }

    /// Makes the next entry with this content, signed as the host of this epoch, and takes it; or says why there can't be
    /// one and leaves everything as it was.
    pub fn append(
        &mut self,
        epoch: Epoch,
        content: Content,
        check: Check,
        identity: &Identity,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<Entry, EntryFault> {
        let mut told = Vec::new();
        let state = self.after(epoch, &content, check, &mut told)?;
        if !self.state().has_vote(epoch.host) {
            return Err(EntryFault::NotSigned(epoch.host));
        }
        let entry = self.sign(epoch, content, state.game().digest(), identity);
        check_length(&entry)?;
        told.into_iter().for_each(|event| events.record(event));
        self.advance(&entry, state);
        Ok(entry)
    }

    fn advance(&mut self, entry: &Entry, state: State) {
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        let moment = Moment { head: entry.head(), epoch: Some(entry.body().epoch), state: Arc::new(state) };
        self.recent.push_back(std::mem::replace(&mut self.moment, moment));
        self.note_revealing();
    }

    /// Signs a content as the next entry, whether that is right or not.
    pub(super) fn sign(&self, epoch: Epoch, content: Content, digest: Digest, identity: &Identity) -> Entry {
        let Head { index, hash: previous } = self.head();
        let body = EntryBody { game: self.charter().id(), epoch, index: index + 1, previous, content, digest };
        Entry::sign(body, identity)
    }

    /// The state after a content in this epoch.
    fn after(
        &self,
        epoch: Epoch,
        content: &Content,
        check: Check,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<State, EntryFault> {
        let next = self.head().index + 1;
        let mut state = State::clone(self.state());
        let departs = matches!(content, Content::Departed { .. });
        let begins = departs || matches!(content, Content::Epoch(_));
        if !begins && self.epoch() != Some(epoch) || begins && self.epoch().is_some_and(|running| running >= epoch) {
            return Err(EntryFault::OtherEpoch);
        }
        if state.departing().is_some() && !departs {
            return Err(Refusal::NotNow("the farewell of a voter has to be settled first").into());
        }
        match content {
            Content::Epoch(votes) => self.check_election(state.electorate(), epoch, votes)?,
            Content::Departed { accepted, votes } => {
                self.check_settled(accepted)?;
                state.settle_departure(self.head().index)?;
                self.check_election(state.electorate(), epoch, votes)?;
            }
            Content::Input(input) => {
                self.check_seen(&input.body)?;
                self.check_signature(input, check)?;
                state.take_input(&input.body, next, events)?;
            }
            Content::StandIn { takeover, consents } => {
                self.check_seen(&takeover.body)?;
                self.check_signature(takeover, check)?;
                let agreed = self.agree_to_stand_in(&takeover.body, consents)?;
                state.take_over(&takeover.body, agreed, next, events)?;
            }
            Content::Openings { slot, freeze, openings, withheld } => {
                self.check_frozen(epoch, freeze, check)?;
                let missing = self.check_withheld(withheld)?;
                state.open(*slot, openings, missing, next, events)?;
            }
            Content::Chance { freeze, links } => {
                self.check_frozen(epoch, freeze, check)?;
                state.draw(links, next, events)?;
            }
            Content::LinkWithheld { peer, absences } => {
                self.check_absences(Lacking::Link(*peer), *peer, absences)?;
                state.withhold_link(*peer, events)?;
            }
            Content::Away { peer, absences } => {
                if !self.state().is_present(*peer) {
                    return Err(Refusal::NotNow("the peer is away already").into());
                }
                self.check_absences(Lacking::Peer(*peer), *peer, absences)?;
                state.lose(*peer, events)?;
                state.hand_back(events)?;
            }
            Content::TimedOut { seat, absences } => {
                let runner = self.timed_out(*seat)?;
                self.check_absences(Lacking::Decision(*seat), runner, absences)?;
                state.play(&AnyInput::TimedOut(*seat), events)?;
                state.hear(runner, next);
                state.hand_back(events)?;
            }
            Content::Fault(evidence) => {
                let verdict = self.judge(evidence).ok_or(EntryFault::NoProof)?;
                state.give_up(verdict.peer, Presence::Disqualified(verdict.offence), events)?;
                state.hand_back(events)?;
            }
        }
        let decided = match content {
            Content::Input(input) => matches!(input.body.deed, Deed::Act { .. }),
            content => matches!(content, Content::TimedOut { .. }),
        };
        if decided || state.game().turn() != self.state().game().turn() {
            state.begin_turn(next);
        }
        Ok(state)
    }

    /// Whom this evidence convicts, in this log; `None` if it proves nothing, or nothing new.
    pub fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        self.proves(evidence).filter(|verdict| !self.state().is_disqualified(verdict.peer))
    }

    /// Whom this evidence convicts, in this log, whether that is in the log already or not.
    pub(super) fn proves(&self, evidence: &Evidence) -> Option<Verdict> {
        judge::judge(self, evidence)
    }

    /// The ledger as it was at this head, if that is not long ago.
    pub(super) fn at(&self, head: Head) -> Option<Ledger> {
        if self.head() == head {
            return Some(self.clone());
        }
        let place = self.recent.iter().position(|moment| moment.head == head).filter(|_| self.is_recent(head))?;
        let recent = self.recent.iter().take(place).cloned().collect();
        let earlier = self.revealing.iter().take_while(|moment| moment.head.index <= head.index);
        let revealing = Arc::new(earlier.cloned().collect());
        Some(Ledger { moment: self.recent[place].clone(), recent, revealing })
    }

    /// Whether it looks back as far as one that was made entry by entry: only such a log judges as everybody's does.
    pub(super) fn looks_back_far(&self) -> bool {
        self.recent.len() as u64 >= self.head().index.min(KEPT as u64)
    }

    /// The table at every moment at which something was to be turned up, latest first. What was asked for at one of them
    /// may have been answered falsely to somebody who shows it much later.
    pub(super) fn revealing_states(&self) -> impl Iterator<Item = &State> {
        self.revealing.iter().rev().map(|moment| &*moment.state)
    }

    /// Whether this head is in the log, not long ago.
    pub fn holds(&self, head: Head) -> bool {
        self.head() == head || self.is_recent(head) && self.recent.iter().any(|moment| moment.head == head)
    }

    fn is_recent(&self, head: Head) -> bool {
        head.index.saturating_add(RECENT) >= self.head().index
    }

    fn check_seen(&self, input: &InputBody) -> Result<(), EntryFault> {
        if self.holds(input.head) { Ok(()) } else { Err(EntryFault::OtherLog) }
    }

    fn check_signature<T: Statement>(&self, signed: &Signed<T>, check: Check) -> Result<(), EntryFault> {
        if check == Check::KnownGood || self.signed(signed) {
            return Ok(());
        }
        Err(EntryFault::FalseSignature(signed.body.author()))
    }

    /// Whether the author of this statement really made it.
    #[must_use]
    pub fn signed<T: Statement>(&self, signed: &Signed<T>) -> bool {
        let author = self.state().member(signed.body.author());
        author.is_some_and(|member| signed.holds(self.charter().id(), member.verifier()))
    }

    /// An epoch begins with the votes of a majority for it, on the longest log of the latest epoch that any of them
    /// knew.
    fn check_election(&self, electorate: Electorate, epoch: Epoch, votes: &[SignedVote]) -> Result<(), EntryFault> {
        let has_vote = |peer| !self.state().is_disqualified(peer);
        let best = best_vote(self.charter(), electorate, epoch, votes, has_vote);
        let elected = best.filter(|_| electorate.contains(epoch.host)).is_some_and(|best| {
            let since = electorate.since();
            let begins = since > 0 && best == (None, since) && self.head().index == since;
            let ahead = |vote: &&SignedVote| electorate.rank_of(&vote.body) == best;
            begins || votes.iter().filter(ahead).any(|vote| vote.body.head == self.head())
        });
        if elected { Ok(()) } else { Err(EntryFault::NotElected(epoch.host)) }
    }

    /// A majority of those who voted until now has accepted the last entry.
    fn check_settled(&self, accepted: &Acceptance) -> Result<(), EntryFault> {
        let Acceptance { epoch, signatures } = accepted;
        let in_order = signatures.is_sorted_by(|(earlier, _), (later, _)| earlier < later);
        let fine = |(peer, signature): &(PeerIndex, Signature)| {
            self.state().has_vote(*peer) && self.acknowledged(*peer, *epoch, signature)
        };
        let many = signatures.len() >= self.state().electorate().majority();
        let fits = in_order && many && Some(*epoch) >= self.epoch() && signatures.iter().all(fine);
        if fits { Ok(()) } else { Err(EntryFault::NotSettled) }
    }

    fn check_frozen(&self, epoch: Epoch, freeze: &Freeze, check: Check) -> Result<(), EntryFault> {
        if !freeze.0.iter().map(|(peer, _)| *peer).eq(self.state().present()) {
            return Err(EntryFault::NotFrozen);
        }
        if check != Check::Everything {
            return Ok(());
        }
        for (peer, signature) in &freeze.0 {
            if !self.acknowledged(*peer, epoch, signature) {
                return Err(EntryFault::NotFrozen);
            }
        }
        Ok(())
    }

    fn acknowledged(&self, peer: PeerIndex, epoch: Epoch, signature: &Signature) -> bool {
        let ack = AckBody { author: peer, epoch, head: self.head() };
        let member = self.state().member(peer);
        member.is_some_and(|member| holds(&ack, signature, self.charter().id(), member.verifier()))
    }

    fn check_withheld(&self, withheld: &[Withheld]) -> Result<SeatSet, EntryFault> {
        let seats: SeatSet = withheld.iter().map(|missing| missing.seat).collect();
        if !withheld.iter().map(|missing| missing.seat).eq(seats) {
            return Err(Refusal::Illegal("withheld openings are out of order".to_owned()).into());
        }
        for missing in withheld {
            let runner = self.state().seat(missing.seat).ok_or(EntryFault::NoMajority)?.runner();
            self.check_absences(Lacking::Opening(missing.seat), runner, &missing.absences)?;
        }
        Ok(seats)
    }

    fn timed_out(&self, seat: Seat) -> Result<PeerIndex, EntryFault> {
        let waits = matches!(self.state().want(), Want::Decisions(seats) if seats.contains(seat));
        let clock = self.charter().draft().clock.is_some() && self.state().paused_by().is_none();
        let runner = self.state().seat(seat).filter(|_| waits && clock).map(|state| state.runner());
        runner.ok_or(Refusal::NotNow("no clock runs for this seat").into())
    }

    /// A majority of the voters lacks something of `whose` since a head after the last thing that was heard of them.
    fn check_absences(&self, lacking: Lacking, whose: PeerIndex, absences: &[SignedAbsence]) -> Result<(), EntryFault> {
        let heard = self.state().member(whose).ok_or(EntryFault::NoMajority)?.heard();
        let fits = |absence: &SignedAbsence| {
            let body = &absence.body;
            body.lacking == lacking
                && (body.author != whose || lacking.can_be_admitted())
                && body.head.index >= heard
                && self.holds(body.head)
        };
        self.check_majority(absences, fits)
    }

    fn agree_to_stand_in(&self, takeover: &InputBody, consents: &[SignedStandIn]) -> Result<bool, EntryFault> {
        let Deed::TakeOver { seat, .. } = takeover.deed else { return Ok(false) };
        let left = self.state().left_at(seat);
        let fits = |consent: &SignedStandIn| {
            let body = &consent.body;
            body.seat == seat && body.runner == takeover.author && body.head.index >= left && self.holds(body.head)
        };
        if consents.is_empty() {
            return Ok(false);
        }
        self.check_majority(consents, fits).map(|()| true)
    }

    /// A majority of the voters says something that fits, each voter once and in order.
    fn check_majority<T: Statement>(
        &self,
        statements: &[Signed<T>],
        fits: impl Fn(&Signed<T>) -> bool,
    ) -> Result<(), EntryFault> {
        let authors: Vec<PeerIndex> = statements.iter().map(|statement| statement.body.author()).collect();
        let in_order = authors.is_sorted_by(|earlier, later| earlier < later);
        let fine = |statement: &Signed<T>| {
            self.state().has_vote(statement.body.author()) && fits(statement) && self.signed(statement)
        };
        if !in_order || authors.len() < self.state().electorate().majority() || !statements.iter().all(fine) {
            return Err(EntryFault::NoMajority);
        }
        Ok(())
    }
}

fn check_length(entry: &Entry) -> Result<(), EntryFault> {
    let (length, most) = (entry.length(), entry.content().most_bytes());
    if length <= most { Ok(()) } else { Err(EntryFault::TooLong { length, most }) }
}

/// The latest epoch and the greatest length that any of a majority's votes for this epoch knows; `None` if there is
/// no majority.
pub(super) fn best_vote(
    charter: &Charter,
    electorate: Electorate,
    epoch: Epoch,
    votes: &[SignedVote],
    has_vote: impl Fn(PeerIndex) -> bool,
) -> Option<Rank> {
    let in_order = votes.is_sorted_by(|earlier, later| earlier.body.author < later.body.author);
    let fine = |vote: &SignedVote| {
        let counts = electorate.contains(vote.body.author) && has_vote(vote.body.author);
        let known = charter.verifiers().get(vote.body.author.index()).filter(|_| counts);
        vote.body.epoch == epoch && known.is_some_and(|verifier| vote.holds(charter.id(), verifier))
    };
    if !in_order || votes.len() < electorate.majority() || !votes.iter().all(fine) {
        return None;
    }
    votes.iter().map(|vote| electorate.rank_of(&vote.body)).max()
}
