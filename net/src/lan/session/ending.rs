//! When a game is over and its transcript complete, on this computer and on the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Deaf, Turn};
use doubloons_words::told;

use super::super::installation::{Installation, InstallationFault};
use super::Ending;
use super::actor::Context;
use super::inbound::Inbound;
use crate::table::entry::{Content, Entry};
use crate::table::genesis::{Charter, PeerIndex};
use crate::table::ledger::{Check, Ledger};
use crate::table::peer::Peer;
use crate::table::state::BotTenure;
use crate::table::statement::Deed;
use crate::transcript::{NoBoardFile, Transcript, verify};

/// How long is waited for bots' seeds that do not come.
const SEEDS: Duration = Duration::from_secs(5);

/// How long is waited before a transcript that could not be written is tried again.
const WRITE_AGAIN: Duration = Duration::from_secs(5);

/// How long is waited for others who are there and do not say that they have kept the transcript.
const OTHERS: Duration = Duration::from_secs(10);

/// How long is waited for those who are not there at the end: they may be about to come back.
const MISSING: Duration = Duration::from_secs(3);

/// How far the end of the game has come.
#[derive(Default)]
pub(super) struct Conclusion {
    since: Option<Duration>,
    kept: Option<Kept>,
    /// What is being checked and written.
    under_way: Option<Kept>,
    /// How many entries the transcripts have that others say they have kept.
    others: BTreeMap<PeerIndex, u64>,
    /// When it may be tried again.
    again: Duration,
    settled: bool,
}

/// A transcript that is on the disk.
#[derive(Clone, Copy)]
struct Kept {
    /// How much of the log was accepted then.
    accepted: u64,
    entries: u64,
}

impl Conclusion {
    /// The entries of the transcript, if it is complete and not kept yet: everything up to the last bot's seed. What
    /// comes after the game, such as a new host, is no part of it, so that everybody keeps the same.
    ///
    /// `accepted`: how much of the log is there to stay.
    pub(super) fn look(
        &mut self,
        now: Duration,
        peer: &Peer,
        accepted: u64,
        connected: &BTreeSet<PeerIndex>,
    ) -> Option<Vec<Entry>> {
        let since = *self.since.get_or_insert(now);
        let state = peer.state();
        let shown = |tenure: &BotTenure| {
            let there = tenure.runner == peer.me() || connected.contains(&tenure.runner);
            tenure.seed.is_some() || !there || state.is_disqualified(tenure.runner)
        };
        let all_shown = state.seats().all(|(_, seat)| seat.tenures().iter().all(shown));
        if now < self.again
            || !all_shown && now < since + SEEDS
            || self.under_way.is_some()
            || self.kept.is_some_and(|kept| kept.accepted == accepted)
        {
            return None;
        }
        let mut entries = peer.entries(1);
        let end = end_of_game(peer, &entries)?;
        if accepted < end {
            return None;
        }
        self.under_way = Some(Kept { accepted, entries: end });
        entries.truncate(usize::try_from(end).ok()?);
        Some(entries)
    }

    /// The transcript could not be written: it has to be tried again, but not at once.
    pub(super) fn retry(&mut self, now: Duration) {
        self.again = now + WRITE_AGAIN;
        self.under_way = None;
    }

    /// The transcript is on the disk.
    pub(super) fn done(&mut self) {
        self.kept = self.under_way.take().or(self.kept);
    }

    /// How many entries the transcript has that is kept here.
    pub(super) fn kept(&self) -> Option<u64> {
        self.kept.map(|kept| kept.entries)
    }

    /// Another member has kept a transcript of so many entries.
    pub(super) fn other_kept(&mut self, peer: PeerIndex, entries: u64) {
        self.others.insert(peer, entries);
    }

    /// Whether nobody is left in the lurch by whoever leaves now, or was waited for long enough.
    pub(super) fn may_leave(&self, now: Duration) -> bool {
        self.settled || self.since.is_some_and(|since| now >= since + 2 * OTHERS)
    }

    /// Whether everybody has kept the transcript, of those who are there and those who may come back at once. To have the
    /// whole log is not enough: whoever does not know yet that the others have it too needs them a moment longer. True
    /// once only.
    pub(super) fn is_settled(&mut self, now: Duration, peer: &Peer, connected: &BTreeSet<PeerIndex>) -> bool {
        let (Some(since), Some(kept), false) = (self.since, self.kept, self.settled) else { return false };
        let state = peer.state();
        let others = (0..state.members().len() as u8).map(PeerIndex);
        let others = others.filter(|other| *other != peer.me() && !state.is_disqualified(*other));
        let lacks = |other: &PeerIndex| self.others.get(other).is_none_or(|entries| *entries < kept.entries);
        let (here, missing): (Vec<PeerIndex>, Vec<PeerIndex>) =
            others.filter(lacks).partition(|other| connected.contains(other));
        let missing = missing.iter().any(|other| state.electorate().contains(*other));
        let waits = !here.is_empty() || missing && now < since + MISSING;
        self.settled = !waits || now >= since + OTHERS;
        self.settled
    }
}

/// The last entry that belongs to the game.
fn end_of_game(peer: &Peer, entries: &[Entry]) -> Option<u64> {
    let mut ledger = Ledger::new(peer.state().charter().clone());
    let mut end = None;
    for entry in entries {
        ledger.apply(entry, Check::KnownGood, &mut Deaf).ok()?;
        let index = entry.body().index;
        let over = matches!(ledger.state().game().turn(), Turn::Over(_));
        let shows_seed =
            matches!(entry.content(), Content::Input(input) if matches!(input.body.deed, Deed::ShowSeed { .. }));
        if over && (end.is_none() || shows_seed) {
            end = Some(index);
        }
    }
    end
}

/// The transcript as far as a game has come: what is there to stay.
pub(super) fn so_far(peer: &Peer, board: Option<&str>, accepted: u64) -> Result<Transcript, NoBoardFile> {
    let mut entries = peer.entries(1);
    entries.truncate(usize::try_from(accepted).unwrap_or(usize::MAX));
    Transcript::new(peer.state().charter(), board, entries)
}

/// What becomes of the journal of a game whose transcript is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// There is one, and it is finished.
    Finished,
    /// Whoever only watched has none.
    None,
}

/// Checks the transcript of these entries, and keeps it. The session goes on meanwhile, and hears what became of it.
pub(super) fn keep(
    context: &mut Context,
    charter: Arc<Charter>,
    board: Option<String>,
    entries: Vec<Entry>,
    journal: Journal,
) {
    let (installation, inbox) = (Arc::clone(&context.installation), context.inbox.clone());
    context.chore(move || {
        let kept = write(&installation, &charter, board.as_deref(), entries);
        let finished = kept.and_then(|ending| match journal {
            Journal::Finished => installation.finish(charter.id()).map(|()| ending),
            Journal::None => Ok(ending),
        });
        // A session that is over has no use for it; the next one finds the game where it was.
        let _ = inbox.send(Inbound::Kept(finished.map(Box::new)));
    });
}

fn write(
    installation: &Installation,
    charter: &Arc<Charter>,
    board: Option<&str>,
    entries: Vec<Entry>,
) -> Result<Ending, InstallationFault> {
    let transcript =
        Transcript::new(charter, board, entries).map_err(|why| InstallationFault::NoTranscript(told(&why)))?;
    let report = verify(&transcript);
    let path = installation.keep(charter.id(), &transcript)?;
    let mut ledger = Ledger::new(Arc::clone(charter));
    for entry in transcript.entries() {
        // The verifier has the word about an entry that does not hold.
        if ledger.apply(entry, Check::KnownGood, &mut Deaf).is_err() {
            break;
        }
    }
    Ok(Ending { state: ledger.shared_state(), entries: transcript.entries().len(), transcript: path, report })
}
