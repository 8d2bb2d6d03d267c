//! What a peer holds of others that is not in the log yet.

use std::collections::BTreeMap;
use std::time::Duration;

use doubloons_engine::contract::Seat;

use super::Patience;
use crate::table::evidence::{Evidence, Verdict};
use crate::table::genesis::PeerIndex;
use crate::table::ledger::Ledger;
use crate::table::state::{Refusal, State, Want};
use crate::table::statement::{
    Deed, InputBody, Lacking, SignedAbsence, SignedInput, SignedLink, SignedOpening, SignedStandIn, StandInBody, Voice,
};
use crate::wire::frame::Frame;

/// The most inputs of one author that are held.
const MAX_INPUTS: usize = 16;

/// The most inputs of one author that are remembered to notice two under one number.
const MAX_REMEMBERED: usize = 64;

/// Things that wait for the host.
#[derive(Debug, Default)]
pub(super) struct Pool {
    inputs: Vec<Held<SignedInput>>,
    openings: BTreeMap<Seat, Held<SignedOpening>>,
    links: BTreeMap<PeerIndex, Held<SignedLink>>,
    absences: Vec<SignedAbsence>,
    stand_ins: Vec<SignedStandIn>,
    /// At most one piece against each peer, and one against it as a host: whoever admits to something small is not safe
    /// from being found guilty of more. It is kept after the fault is in the log, which may still be lost.
    evidence: BTreeMap<(PeerIndex, bool), Held<Evidence>>,
    heard: BTreeMap<(PeerIndex, Voice), Vec<(u32, SignedInput)>>,
}

#[derive(Debug)]
struct Held<T> {
    since: Duration,
    /// When it was first passed on to the host.
    pressed: Option<Duration>,
    what: T,
}

/// What came of passing something on to the host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    /// It can't be in the log yet, or the host may still have it from its author.
    NotYet,
    /// The host gets it from others as well.
    Now,
    /// The host has it for long, and ignores it.
    InVain,
}

impl<T> Held<T> {
    fn new(since: Duration, what: T) -> Held<T> {
        Held { since, pressed: None, what }
    }

    fn press(&mut self, now: Duration, patience: &Patience, possible: impl Fn(&T) -> bool) -> Pressed {
        if now < self.since + patience.broadcast || !possible(&self.what) {
            self.pressed = None;
            return Pressed::NotYet;
        }
        let first = *self.pressed.get_or_insert(now);
        if now + patience.broadcast >= first + patience.ignored { Pressed::InVain } else { Pressed::Now }
    }
}

impl Pool {
    /// Holds an input that is not in the log yet. If its author has signed another content under the same number, the
    /// proof of that.
    pub(super) fn hold_input(&mut self, now: Duration, input: SignedInput, state: &State) -> Option<Evidence> {
        if let Some(proof) = self.remember(&input) {
            return Some(proof);
        }
        let body = &input.body;
        if !is_fresh(body, state) {
            return None;
        }
        let same = |held: &Held<SignedInput>| is_same(&held.what.body, body);
        let of_author = self.inputs.iter().filter(|held| held.what.body.author == body.author).count();
        match self.inputs.iter_mut().find(|held| same(held)) {
            Some(held) => held.what = input,
            None => {
                let author = body.author;
                if of_author >= MAX_INPUTS
                    && let Some(oldest) = self.inputs.iter().position(|held| held.what.body.author == author)
                {
                    self.inputs.remove(oldest);
                }
                self.inputs.push(Held::new(now, input));
            }
        }
        None
    }

    /// Since when this input is held, under whatever head its author has signed it.
    pub(super) fn held_since(&self, input: &SignedInput) -> Option<Duration> {
        let held = self.inputs.iter().find(|held| is_same(&held.what.body, &input.body));
        held.map(|held| held.since)
    }

    /// Notes an input, whether it is in the log already or not.
    pub(super) fn remember(&mut self, input: &SignedInput) -> Option<Evidence> {
        let body = &input.body;
        let heard = self.heard.entry((body.author, body.voice)).or_default();
        match heard.iter().find(|(sequence, _)| *sequence == body.sequence) {
            Some((_, known)) if known.body.deed != body.deed => {
                return Some(Evidence::TwoInputs(Box::new((known.clone(), input.clone()))));
            }
            Some(_) => {}
            None => heard.push((body.sequence, input.clone())),
        }
        if heard.len() > MAX_REMEMBERED {
            heard.remove(0);
        }
        None
    }

    /// How much is held or remembered.
    pub(super) fn len(&self) -> usize {
        let remembered: usize = self.heard.values().map(Vec::len).sum();
        let waiting = self.inputs.len() + self.openings.len() + self.links.len();
        remembered + waiting + self.absences.len() + self.stand_ins.len() + self.evidence.len()
    }

    pub(super) fn hold_opening(&mut self, now: Duration, opening: SignedOpening) {
        self.openings.entry(opening.body.seat).or_insert(Held::new(now, opening));
    }

    pub(super) fn hold_link(&mut self, now: Duration, link: SignedLink) {
        self.links.entry(link.body.author).or_insert(Held::new(now, link));
    }

    pub(super) fn hold_absence(&mut self, absence: SignedAbsence, log: &Ledger) {
        if !log.holds(absence.body.head) || !since_heard(log.state(), &absence) {
            return;
        }
        let same = |known: &SignedAbsence| {
            (known.body.author, known.body.lacking) == (absence.body.author, absence.body.lacking)
        };
        self.absences.retain(|known| !same(known));
        self.absences.push(absence);
    }

    pub(super) fn hold_stand_in(&mut self, consent: SignedStandIn, log: &Ledger) {
        if !log.holds(consent.body.head) || log.state().seat(consent.body.seat).is_none() {
            return;
        }
        let same =
            |known: &SignedStandIn| (known.body.author, known.body.seat) == (consent.body.author, consent.body.seat);
        self.stand_ins.retain(|known| !same(known));
        self.stand_ins.push(consent);
    }

    /// Holds evidence for this verdict. Returns whether it is the first of its kind, or the first that the log can hold.
    pub(super) fn hold_evidence(&mut self, now: Duration, verdict: Verdict, evidence: Evidence) -> bool {
        let place = (verdict.peer, verdict.offence.by_host());
        let better = |known: &Held<Evidence>| !known.what.fits_into_the_log() && evidence.fits_into_the_log();
        let news = self.evidence.get(&place).is_none_or(better);
        if news {
            self.evidence.insert(place, Held::new(now, evidence));
        }
        news
    }

    /// Everything that proves something.
    pub(super) fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.values().map(|held| &held.what)
    }

    /// What may be put into the log now, what hosts have done first: that weighs more.
    pub(super) fn unsettled(&self, log: &Ledger) -> Vec<Evidence> {
        let open = self.evidence.iter().filter(|((peer, _), held)| is_unsettled(log, *peer, &held.what));
        let (of_hosts, others): (Vec<_>, Vec<_>) = open.partition(|((_, by_host), _)| *by_host);
        of_hosts.into_iter().chain(others).map(|(_, held)| held.what.clone()).collect()
    }

    pub(super) fn inputs(&self) -> Vec<SignedInput> {
        self.inputs.iter().map(|held| held.what.clone()).collect()
    }

    pub(super) fn drop_input(&mut self, input: &SignedInput) {
        self.inputs.retain(|held| held.what != *input);
    }

    pub(super) fn opening(&self, seat: Seat) -> Option<&SignedOpening> {
        self.openings.get(&seat).map(|held| &held.what)
    }

    pub(super) fn link(&self, peer: PeerIndex) -> Option<&SignedLink> {
        self.links.get(&peer).map(|held| &held.what)
    }

    /// The statements of absence about this, one for each author, in their order.
    pub(super) fn absences(&self, lacking: Lacking) -> Vec<SignedAbsence> {
        let mut fitting: Vec<SignedAbsence> =
            self.absences.iter().filter(|absence| absence.body.lacking == lacking).cloned().collect();
        fitting.sort_by_key(|absence| absence.body.author);
        fitting
    }

    /// Everything that somebody is said to lack.
    pub(super) fn lacking(&self) -> Vec<Lacking> {
        let mut all: Vec<Lacking> = Vec::new();
        for absence in &self.absences {
            if !all.contains(&absence.body.lacking) {
                all.push(absence.body.lacking);
            }
        }
        all
    }

    /// Every consent to a stand-in.
    pub(super) fn stand_ins(&self) -> impl Iterator<Item = StandInBody> {
        self.stand_ins.iter().map(|consent| consent.body)
    }

    /// The consents to this takeover, in order.
    pub(super) fn consents(&self, takeover: &SignedInput) -> Vec<SignedStandIn> {
        let Deed::TakeOver { seat, .. } = takeover.body.deed else { return Vec::new() };
        let fits = |consent: &&SignedStandIn| consent.body.seat == seat && consent.body.runner == takeover.body.author;
        let mut fitting: Vec<SignedStandIn> = self.stand_ins.iter().filter(fits).cloned().collect();
        fitting.sort_by_key(|consent| consent.body.author);
        fitting
    }

    /// Drops what the log has made pointless.
    pub(super) fn tidy(&mut self, log: &Ledger) {
        let state = log.state();
        self.inputs.retain(|held| is_fresh(&held.what.body, state));
        let awaited = |result: Result<_, Refusal>| !matches!(result, Err(Refusal::NotNow(_)));
        self.openings.retain(|_, held| awaited(state.judge_opening(&held.what.body).map(|_| ())));
        self.links.retain(|_, held| awaited(state.judge_link(&held.what.body)));
        self.absences.retain(|absence| log.holds(absence.body.head) && since_heard(state, absence));
        self.stand_ins.retain(|consent| log.holds(consent.body.head));
        self.evidence.retain(|_, held| log.proves(&held.what).is_some());
    }

    /// What the host could have put into the log by now, to be passed on to it; and whether it was passed on long ago.
    /// Nothing is held against a host that can't be reached.
    pub(super) fn press(
        &mut self,
        now: Duration,
        patience: &Patience,
        log: &Ledger,
        frozen: bool,
        reached: bool,
    ) -> (Vec<Frame>, bool) {
        let revealed = reached && frozen && self.complete(log);
        let possible = |input: &SignedInput| {
            reached && log.holds(input.body.head) && crate::table::judge::try_input(log.state(), &input.body).is_ok()
        };
        let (mut frames, mut ignored) = (Vec::new(), false);
        let mut note = |pressed: Pressed, frame: &dyn Fn() -> Frame| {
            if pressed != Pressed::NotYet {
                frames.push(frame());
            }
            ignored |= pressed == Pressed::InVain;
        };
        for held in &mut self.inputs {
            let pressed = held.press(now, patience, |input| possible(input));
            note(pressed, &|| Frame::Input(held.what.clone()));
        }
        for held in self.openings.values_mut() {
            let pressed = held.press(now, patience, |_| revealed);
            note(pressed, &|| Frame::Opening(held.what.clone()));
        }
        for held in self.links.values_mut() {
            let pressed = held.press(now, patience, |_| revealed);
            note(pressed, &|| Frame::Link(held.what.clone()));
        }
        for ((peer, _), held) in &mut self.evidence {
            let pressed = held.press(now, patience, |evidence| reached && is_unsettled(log, *peer, evidence));
            note(pressed, &|| Frame::Evidence(held.what.clone()));
        }
        (frames, ignored)
    }

    /// Whether everything that is to be turned up now is at hand.
    fn complete(&self, log: &Ledger) -> bool {
        match log.state().want() {
            Want::Openings { seats, .. } => seats.into_iter().all(|seat| self.openings.contains_key(&seat)),
            Want::Links { peers, .. } => peers.iter().all(|peer| self.links.contains_key(peer)),
            _ => false,
        }
    }
}

/// Whether this evidence can be put into the log now: it convicts somebody who was not convicted before.
fn is_unsettled(log: &Ledger, accused: PeerIndex, evidence: &Evidence) -> bool {
    let state = log.state();
    let open = !state.is_disqualified(accused) && state.departing().is_none();
    open && evidence.fits_into_the_log() && log.judge(evidence).is_some()
}

/// Whether these are one author's words under one number.
fn is_same(one: &InputBody, other: &InputBody) -> bool {
    (one.author, one.voice, one.sequence) == (other.author, other.voice, other.sequence)
}

/// Whether an input is not in the log yet, nor overtaken by a later one.
fn is_fresh(body: &InputBody, state: &State) -> bool {
    state.member(body.author).is_some_and(|member| member.last_sequence(body.voice) < body.sequence)
}

/// Whether nothing was heard of somebody since it was said that something of theirs is lacking.
fn since_heard(state: &State, absence: &SignedAbsence) -> bool {
    let whose = match absence.body.lacking {
        Lacking::Peer(peer) | Lacking::Link(peer) => Some(peer),
        Lacking::Decision(seat) | Lacking::Opening(seat) => state.seat(seat).map(|seat| seat.runner()),
    };
    whose.and_then(|peer| state.member(peer)).is_some_and(|member| absence.body.head.index >= member.heard())
}
