//! The verifier: plays a transcript again from its genesis and checks everything in it, with the same code that checks a
//! running game.

use std::sync::Arc;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::caribbean::BoardFault;
use doubloons_engine::contract::{Deaf, EventSink, SeatSet};
use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::facts::Facts;
use super::{Ending, Transcript};
use crate::table::entry::{Content, Entry};
use crate::table::evidence::Offence;
use crate::table::genesis::{GenesisFault, Holder, Name, PeerIndex};
use crate::table::ledger::{Check, EntryFault, Ledger};
use crate::table::state::{Presence, State};

/// What became of checking a transcript.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Whether it holds.
    pub verdict: Verdict,
    /// What the entries that hold tell; `None` if not even the beginning does.
    pub facts: Option<Facts>,
}

impl Report {
    /// Whether everything holds and nobody did anything wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.verdict == Verdict::Valid
    }

    /// Whether the game was played to its end.
    pub fn is_complete(&self) -> bool {
        self.facts.as_ref().is_some_and(|facts| matches!(facts.ending, Ending::Over { .. }))
    }
}

/// Whether a transcript holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Everything holds, and nobody is at fault.
    Valid,
    /// Everything holds, and these were caught cheating.
    ValidWithFaults(Vec<ProvenFault>),
    /// Something does not hold. Nothing is known of what follows.
    Invalid {
        /// The first entry that is wrong, counted from 1; 0 is the beginning of the game.
        entry: u64,
        /// What is wrong with it.
        flaw: Flaw,
    },
}

/// Somebody who was caught cheating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenFault {
    /// Who.
    pub peer: PeerIndex,
    /// What they are called.
    pub name: Name,
    /// The seats that are theirs; none if they only host.
    pub seats: SeatSet,
    /// What they did.
    pub offence: Offence,
    /// The entry with the proof.
    pub entry: u64,
}

/// Who answers for an entry that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Culprit {
    /// Who.
    pub peer: PeerIndex,
    /// What they are called.
    pub name: Name,
    /// The seats that are theirs; none if they only host.
    pub seats: SeatSet,
}

/// What is wrong in a transcript.
#[derive(Clone, PartialEq, Debug, Error, Worded)]
pub enum Flaw {
    /// The game can't have begun like this.
    #[error(transparent)]
    Genesis(#[from] GenesisFault),
    /// The board's file is none.
    #[error("the board’s file can’t be used: {0}")]
    Board(#[from] BoardFault),
    /// The board's file is not the one that the game is played on.
    #[error("the board’s file is not the one that was agreed on")]
    OtherBoard,
    /// The built-in board's file, which must be left out.
    #[error("it holds the file of the built-in board, which no Doubloons writes")]
    NeedlessBoard,
    /// An entry is wrong.
    #[error(transparent)]
    Entry(#[from] EntryFault),
}

/// Checks everything in a transcript.
pub fn verify(transcript: &Transcript) -> Report {
    let mut verification = match Verification::begin(transcript) {
        Ok(verification) => verification,
        Err(flaw) => return Report { verdict: Verdict::Invalid { entry: 0, flaw }, facts: None },
    };
    for (entry, index) in transcript.entries().iter().zip(1..) {
        if let Err(fault) = verification.take(entry, &mut Deaf) {
            return verification.stopped(index, fault.into());
        }
    }
    verification.finish()
}

/// A check under way, entry by entry.
#[derive(Clone, Debug)]
pub struct Verification {
    ledger: Ledger,
    facts: Facts,
    faults: Vec<ProvenFault>,
}

impl Verification {
    /// Checks the beginning of the game.
    pub fn begin(transcript: &Transcript) -> Result<Verification, Flaw> {
        let charter = Arc::new(transcript.charter()?);
        let facts = Facts::new(charter.id());
        Ok(Verification { ledger: Ledger::new(charter), facts, faults: Vec::new() })
    }

    /// Checks the next entry and tells what happens in the game. After an error nothing has changed.
    pub fn take(&mut self, entry: &Entry, events: &mut impl EventSink<AnyEvent>) -> Result<(), EntryFault> {
        let before = self.ledger.shared_state();
        self.ledger.apply(entry, Check::Everything, events)?;
        self.facts.note(entry, &before, self.ledger.state());
        if let Content::Fault(_) = entry.content() {
            self.convict(entry.body().index, &before);
        }
        Ok(())
    }

    /// The table after the entries so far.
    pub fn state(&self) -> &State {
        self.ledger.state()
    }

    /// Who answers for the next entry, with this fault; `None` if it names nobody at this table.
    pub fn culprit(&self, entry: &Entry, fault: &EntryFault) -> Option<Culprit> {
        let peer = fault.culprit(entry);
        let name = self.state().member(peer)?.member().name.clone();
        Some(Culprit { peer, name, seats: seats_of(self.state(), peer) })
    }

    /// What the entries so far tell.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Who was caught cheating so far.
    pub fn faults(&self) -> &[ProvenFault] {
        &self.faults
    }

    /// The report after all entries.
    pub fn finish(self) -> Report {
        let verdict = if self.faults.is_empty() { Verdict::Valid } else { Verdict::ValidWithFaults(self.faults) };
        Report { verdict, facts: Some(self.facts) }
    }

    /// The report if this entry is wrong.
    pub fn stopped(self, entry: u64, flaw: Flaw) -> Report {
        Report { verdict: Verdict::Invalid { entry, flaw }, facts: Some(self.facts) }
    }

    fn convict(&mut self, entry: u64, before: &State) {
        let state = self.ledger.state();
        for (peer, member) in (0..).map(PeerIndex).zip(state.members()) {
            let Presence::Disqualified(offence) = member.presence() else { continue };
            if before.is_disqualified(peer) {
                continue;
            }
            let seats = seats_of(state, peer);
            self.faults.push(ProvenFault { peer, name: member.member().name.clone(), seats, offence, entry });
        }
    }
}

/// The seats that are somebody's own.
fn seats_of(state: &State, peer: PeerIndex) -> SeatSet {
    let own = state.seats().filter(|(_, seat)| *seat.owner() == Holder::Person(peer));
    own.map(|(seat, _)| seat).collect()
}
