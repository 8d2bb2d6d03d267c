//! What is done about those who keep the table waiting: the silent, the slow, and a host that ignores somebody. Nothing
//! of it is done by one peer alone; each only says what it lacks.

use std::time::Duration;

use super::{Notice, Occasion, Peer};
use crate::table::genesis::PeerIndex;
use crate::table::state::Want;
use crate::table::statement::{AbsenceBody, Lacking, Signed, SignedAbsence};
use crate::wire::frame::Frame;
use doubloons_engine::contract::{SeatSet, Turn};

/// How long is waited for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until something unanswered is sent again.
    pub repeat: Duration,
    /// Until something that the host has not put into the log goes to everybody.
    pub broadcast: Duration,
    /// Until a host that ignores what everybody has is given up.
    pub ignored: Duration,
    /// Until an opening or a link counts as kept back: programs answer at once, people are not asked.
    pub reveal: Duration,
    /// Until a peer without a connection counts as gone: others shall not wait long for a computer that died, and whoever
    /// comes back has their place again.
    pub gone: Duration,
    /// Until a peer with a connection, of which nothing is heard, counts as gone.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            repeat: Duration::from_secs(1),
            broadcast: Duration::from_secs(3),
            ignored: Duration::from_secs(6),
            reveal: Duration::from_secs(12),
            gone: Duration::from_secs(7),
            silence: Duration::from_secs(20),
        }
    }
}

impl Peer {
    /// Looks at the clock: who keeps the table waiting?
    pub(super) fn keep_watch(&mut self) {
        self.note_waiting();
        if self.now < self.watched + self.patience.repeat {
            return;
        }
        self.watched = self.now;
        let frozen = self.replica.freeze().is_some();
        self.press_the_host(frozen);
        if self.state().paused_by().is_none() && !self.is_over() {
            self.complain(frozen);
        }
        if self.now >= self.seen.since + self.patience.repeat {
            self.repeat_acks();
            self.catch_up();
        }
    }

    /// Passes on what the host could have put into the log: its author may have told everybody but the host. A host that
    /// has it from others as well and still ignores it is given up.
    fn press_the_host(&mut self, frozen: bool) {
        let connected = |host| self.contacts.get(&host).is_some_and(|contact| contact.connected);
        let reached = self.host().is_some_and(connected);
        let (pending, ignored) = self.pool.press(self.now, &self.patience, self.replica.tip(), frozen, reached);
        pending.iter().for_each(|frame| self.tell_host(frame));
        if ignored || self.is_left_behind_by_the_host() {
            self.shun();
        }
    }

    /// Whether a farewell was accepted and whoever is to host those who remain does not begin: it may not know of the
    /// farewell, wait for votes that are gone, and be content.
    fn is_left_behind_by_the_host(&self) -> bool {
        let remain = self.replica.electorate().since() > self.state().electorate().since();
        remain && self.replica.votes_here() && self.now >= self.seen.since + self.patience.ignored
    }

    /// Gives the host up: as far as this peer is concerned, it is as good as silent. If a majority thinks so, the next
    /// one takes over.
    pub(super) fn shun(&mut self) {
        let epoch = self.replica.followed().filter(|epoch| epoch.host != self.me && self.shunned != Some(*epoch));
        if let Some(epoch) = epoch {
            self.shunned = Some(epoch);
            self.notices.push(Notice::Censored(epoch.host));
        }
    }

    /// Keeps track of since when each seat is waited for. A break stops the clock.
    fn note_waiting(&mut self) {
        let waited = match self.state().want() {
            Want::Decisions(seats) if self.state().paused_by().is_none() => seats,
            _ => SeatSet::EMPTY,
        };
        let (now, asked) = (self.now, Occasion::now(self.state()));
        self.waiting_since.retain(|seat, (known, _)| waited.contains(*seat) && *known == asked);
        waited.into_iter().for_each(|seat| {
            self.waiting_since.entry(seat).or_insert((asked, now));
        });
    }

    /// An acknowledgement may have been lost with a connection: as long as the log stands still, it is repeated. It
    /// also tells others that this peer is there.
    fn repeat_acks(&mut self) {
        let known: Vec<_> = match self.hosts() {
            true => self.replica.acks().cloned().collect(),
            false => self.replica.own_ack().cloned().into_iter().collect(),
        };
        known.into_iter().for_each(|ack| self.broadcast(&Frame::Ack(ack)));
    }

    /// Asks the host for what is lacking when others are known to be further.
    fn catch_up(&mut self) {
        let host = self.host().filter(|host| *host != self.me);
        let furthest = self.replica.acks().map(|ack| ack.body.head.index).max().unwrap_or(0);
        if self.is_learner() {
            // The host as a learner knows it may be gone: anybody has the log.
            let reached = |peer: &PeerIndex| self.contacts.get(peer).is_some_and(|contact| contact.connected);
            let mut others = self.replica.electorate().voters().filter(reached);
            if let Some(source) = host.filter(reached).or_else(|| others.next()) {
                let first = (self.replica.length() + 1).saturating_sub(self.overlap).max(1);
                self.fetch(source, first);
            }
            return;
        }
        if furthest <= self.replica.length() {
            return;
        }
        if let Some(host) = host {
            self.replica.reconnected(host);
        }
        // The others may have gone on without this voter, who then hears nothing any more.
        // They are asked in turn: some may claim to have more than they have.
        let further = self.replica.acks().filter(|ack| ack.body.head.index > self.replica.length());
        let longest_ago = further.map(|ack| ack.body.author).min_by_key(|peer| self.fetched.get(peer).copied());
        if let Some(ahead) = longest_ago {
            self.fetch(ahead, self.replica.held_up_to(ahead) + 1);
        }
    }

    /// Says what this peer lacks.
    fn complain(&mut self, frozen: bool) {
        let mut lacking: Vec<Lacking> = Vec::new();
        // Programs have the log at once, people may think: who lacks it for so long is gone, whatever else it sends.
        let behind = match self.state().want() {
            Want::Openings { .. } | Want::Links { .. } => self.replica.lacking_acks(),
            Want::Decisions(_) | Want::Nothing => Vec::new(),
        };
        for peer in self.waiting_for() {
            let contact = self.contacts.get(&peer);
            let heard = contact.map_or(self.began, |contact| contact.heard);
            let late = match contact.is_some_and(|contact| contact.connected) {
                false => heard + self.patience.gone,
                true if behind.contains(&peer) => self.seen.since + self.patience.silence,
                true => heard.max(self.seen.since) + self.patience.silence,
            };
            if peer != self.me && self.now >= late {
                lacking.push(Lacking::Peer(peer));
            }
        }
        if frozen && self.now >= self.seen.since + self.patience.reveal {
            lacking.extend(self.lacking_reveals());
        }
        lacking.extend(self.lacking_decisions());
        lacking.into_iter().for_each(|lacking| self.say_lacking(lacking));
    }

    fn lacking_reveals(&self) -> Vec<Lacking> {
        match self.state().want() {
            Want::Openings { seats, .. } => {
                let missing = seats.into_iter().filter(|seat| self.pool.opening(*seat).is_none());
                missing.map(Lacking::Opening).collect()
            }
            Want::Links { peers, .. } => {
                let missing = peers.into_iter().filter(|peer| self.pool.link(*peer).is_none());
                missing.map(Lacking::Link).collect()
            }
            Want::Decisions(_) | Want::Nothing => Vec::new(),
        }
    }

    fn lacking_decisions(&self) -> Vec<Lacking> {
        let Some(clock) = self.charter.draft().clock else { return Vec::new() };
        let seconds = match self.state().game().turn() {
            Turn::Seal { .. } => clock.seal_seconds,
            _ => clock.act_seconds,
        };
        let limit = Duration::from_secs(seconds.into()) + self.patience.repeat;
        let late = self.waiting_since.iter().filter(|(_, (_, since))| self.now >= *since + limit);
        late.map(|(seat, _)| Lacking::Decision(*seat)).collect()
    }

    fn say_lacking(&mut self, lacking: Lacking) {
        let whose = match lacking {
            Lacking::Peer(peer) | Lacking::Link(peer) => Some(peer),
            Lacking::Decision(seat) | Lacking::Opening(seat) => self.state().seat(seat).map(|seat| seat.runner()),
        };
        let own = whose == Some(self.me) && !lacking.can_be_admitted();
        if own || whose.is_none() || !self.state().has_vote(self.me) {
            return;
        }
        let own: Option<SignedAbsence> =
            self.pool.absences(lacking).into_iter().find(|absence| absence.body.author == self.me);
        let absence = own.unwrap_or_else(|| {
            let body = AbsenceBody { author: self.me, lacking, head: self.head() };
            Signed::new(body, self.charter.id(), &self.identity)
        });
        self.pool.hold_absence(absence.clone(), self.replica.tip());
        self.tell_host(&Frame::Absence(absence));
    }

    /// Whom the table waits for: for a decision, or before anything is turned up to have the same log, and then for an
    /// opening or a link that this peer does not hold.
    pub fn waiting_for(&self) -> Vec<PeerIndex> {
        let state = self.state();
        let mut waiting = match state.want() {
            Want::Nothing if state.departing().is_some() => self.replica.lacking_acks(),
            Want::Decisions(_) | Want::Nothing => state.awaited(),
            Want::Openings { .. } | Want::Links { .. } => self.replica.lacking_acks(),
        };
        if waiting.is_empty() {
            waiting = match state.want() {
                Want::Openings { seats, .. } => {
                    let missing = seats.into_iter().filter(|seat| self.pool.opening(*seat).is_none());
                    missing.filter_map(|seat| state.seat(seat)).map(|seat| seat.runner()).collect()
                }
                Want::Links { peers, .. } => peers.into_iter().filter(|peer| self.pool.link(*peer).is_none()).collect(),
                Want::Decisions(_) | Want::Nothing => Vec::new(),
            };
        }
        waiting.sort_unstable();
        waiting.dedup();
        waiting
    }

    /// The peers that this one has no connection to.
    pub fn unreachable(&self) -> Vec<PeerIndex> {
        let members = (0..self.state().members().len() as u8).map(PeerIndex).filter(|peer| *peer != self.me);
        let reached = |peer: &PeerIndex| self.contacts.get(peer).is_some_and(|contact| contact.connected);
        members.filter(|peer| !reached(peer)).collect()
    }
}
