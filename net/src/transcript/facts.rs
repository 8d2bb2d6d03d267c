//! What a transcript tells about a game beside its moves: who hosted, who was away, what was withheld, how it ended.

use doubloons_engine::contract::{Outcome, Seat, Slot, Turn};

use crate::table::entry::{Content, Entry};
use crate::table::genesis::{GameId, Name, PeerIndex};
use crate::table::state::{Presence, State};
use crate::table::statement::{Deed, Epoch};

/// What happened around the moves of a game, as far as its log holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The game.
    pub game: GameId,
    /// How many entries hold.
    pub entries: u64,
    /// Who hosted, in order.
    pub hosts: Vec<Reign>,
    /// Draws that were void because somebody kept a link back, or left when it was asked for.
    pub void_draws: Vec<VoidDraw>,
    /// Openings that somebody kept back.
    pub withheld: Vec<WithheldOpening>,
    /// Decisions that the clock made.
    pub time_outs: Vec<TimeOut>,
    /// Bots that took the seat of somebody who was away.
    pub stand_ins: Vec<Replacement>,
    /// Who was away, in the order in which they left.
    pub absences: Vec<Absence>,
    /// Whether the game came to its end.
    pub ending: Ending,
}

/// One peer's time as the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reign {
    /// The epoch, with its host.
    pub epoch: Epoch,
    /// Its first entry.
    pub from: u64,
}

/// A draw that had to be made anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VoidDraw {
    /// The entry that says so.
    pub entry: u64,
    /// Who kept a link back.
    pub peer: PeerIndex,
}

/// An opening that was kept back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WithheldOpening {
    /// The entry that says so.
    pub entry: u64,
    /// Whose.
    pub seat: Seat,
    /// What.
    pub slot: Slot,
}

/// A decision that the clock made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOut {
    /// The entry that says so.
    pub entry: u64,
    /// Whose.
    pub seat: Seat,
}

/// A bot takes a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The entry that says so.
    pub entry: u64,
    /// The seat.
    pub seat: Seat,
    /// Who runs the bot.
    pub runner: PeerIndex,
    /// How well it plays.
    pub level: Name,
}

/// A time in which a peer was not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Who.
    pub peer: PeerIndex,
    /// Why.
    pub why: WhyAway,
    /// The entry with which it began.
    pub from: u64,
    /// The entry with which it ended, if it did.
    pub until: Option<u64>,
}

/// Why somebody was away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyAway {
    /// They left.
    Left,
    /// A majority heard nothing of them.
    Lost,
    /// They kept a link back.
    WithheldLink,
    /// They were caught cheating.
    Disqualified,
}

/// How far a game came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// To its end.
    Over {
        /// The entry that ended it.
        entry: u64,
        /// The result.
        outcome: Outcome,
    },
    /// The log stops before that.
    BrokenOff,
}

impl Facts {
    /// A game of which nothing has happened yet.
    pub(super) fn new(game: GameId) -> Facts {
        Facts {
            game,
            entries: 0,
            hosts: Vec::new(),
            void_draws: Vec::new(),
            withheld: Vec::new(),
            time_outs: Vec::new(),
            stand_ins: Vec::new(),
            absences: Vec::new(),
            ending: Ending::BrokenOff,
        }
    }

    /// Takes note of an entry that holds.
    pub(super) fn note(&mut self, entry: &Entry, before: &State, after: &State) {
        let index = entry.body().index;
        self.entries = index;
        match entry.content() {
            Content::Epoch(_) | Content::Departed { .. } => {
                self.hosts.push(Reign { epoch: entry.body().epoch, from: index });
            }
            Content::Openings { slot, withheld, .. } => {
                let kept_back = withheld.iter().map(|missing| missing.seat);
                self.withheld.extend(kept_back.map(|seat| WithheldOpening { entry: index, seat, slot: *slot }));
            }
            Content::TimedOut { seat, .. } => self.time_outs.push(TimeOut { entry: index, seat: *seat }),
            Content::StandIn { takeover, .. } => {
                if let Deed::TakeOver { seat, level, .. } = &takeover.body.deed {
                    let (seat, level, runner) = (*seat, level.clone(), takeover.body.author);
                    self.stand_ins.push(Replacement { entry: index, seat, runner, level });
                }
            }
            Content::Input(_)
            | Content::Chance { .. }
            | Content::LinkWithheld { .. }
            | Content::Away { .. }
            | Content::Fault(_) => {}
        }
        self.note_presence(entry, before, after);
        if let (Ending::BrokenOff, Turn::Over(outcome)) = (self.ending, after.game().turn()) {
            self.ending = Ending::Over { entry: index, outcome };
        }
    }

    fn note_presence(&mut self, entry: &Entry, before: &State, after: &State) {
        let index = entry.body().index;
        for (peer, (was, is)) in (0..).map(PeerIndex).zip(before.members().iter().zip(after.members())) {
            let (was, is) = (was.presence() == Presence::Present, is.presence());
            match is {
                Presence::Present if !was => {
                    let open = self.absences.iter_mut().rfind(|absence| absence.peer == peer);
                    // A guest who comes for the first time was not away.
                    open.into_iter().for_each(|absence| absence.until = Some(index));
                }
                Presence::Away { .. } | Presence::Disqualified(_) if was => {
                    let why = match entry.content() {
                        Content::LinkWithheld { .. } => WhyAway::WithheldLink,
                        Content::Away { .. } => WhyAway::Lost,
                        Content::Fault(_) => WhyAway::Disqualified,
                        _ => WhyAway::Left,
                    };
                    self.absences.push(Absence { peer, why, from: index, until: None });
                    if after.rerolls() > before.rerolls() {
                        self.void_draws.push(VoidDraw { entry: index, peer });
                    }
                }
                _ => {}
            }
        }
    }
}
