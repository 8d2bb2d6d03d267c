//! Whether bots decided as they had to: once a bot's seed is shown, each of its decisions is made again and compared.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Deaf, MAX_SEATS, MAX_SLOTS, Seat, Slot};
use doubloons_engine::tongue::{English, Tongue, Worded, phrase};

use super::{Flaw, Transcript};
use crate::table::bot_seat;
use crate::table::entry::{Content, Entry, SeatOpening};
use crate::table::genesis::{Name, PeerIndex};
use crate::table::ledger::{Check, EntryFault, Ledger, RECENT};
use crate::table::state::{BotTenure, State, Want};
use crate::table::statement::{Deed, Head, InputBody, Voice};

/// One bot's time at a seat, and what came of checking it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotCheck {
    /// The seat.
    pub seat: Seat,
    /// Who ran the bot.
    pub runner: PeerIndex,
    /// How well it plays.
    pub level: Name,
    /// What was found.
    pub finding: BotFinding,
}

/// What came of checking a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotFinding {
    /// It decided as its seed says.
    True {
        /// How many decisions were compared.
        decisions: u32,
        /// How many sealed decisions were never opened, so that nobody can compare them.
        unopened: u32,
    },
    /// It did not: whoever ran it has tampered with it.
    Differs {
        /// The first decision that is not the bot's own.
        entry: u64,
        /// What is wrong with it.
        how: Difference,
    },
    /// Its seed was not shown, so nothing can be said.
    SeedNotShown,
    /// This program knows no bot of this level.
    UnknownLevel,
}

/// How a decision is not a bot's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// It sealed something else.
    Sealed {
        /// The entry that shows it.
        shown: u64,
    },
    /// It did something else.
    Acted,
    /// It decided on a log in which it was not its turn, with other randomness.
    OutOfTurn,
}

impl Worded for Difference {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Difference::Sealed { shown } => phrase!(tongue, "it sealed something else, as entry {shown} shows"),
            Difference::Acted => phrase!(tongue, "it did something else"),
            Difference::OutOfTurn => phrase!(tongue, "it decided on a log in which it was not asked"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&English))
    }
}

/// Checks every bot that ever played in a transcript, in the order of seats and then of time. Fails if the transcript
/// itself does not hold: with the entry that is wrong, 0 for the beginning.
pub fn verify_bots(transcript: &Transcript) -> Result<Vec<BotCheck>, (u64, Flaw)> {
    let charter = Arc::new(transcript.charter().map_err(|flaw| (0, flaw))?);
    let played = |check: Check, each: &mut dyn FnMut(&Entry, &Ledger)| {
        let mut ledger = Ledger::new(Arc::clone(&charter));
        for (entry, index) in transcript.entries().iter().zip(1..) {
            each(entry, &ledger);
            ledger.apply(entry, check, &mut Deaf).map_err(|fault: EntryFault| (index, fault.into()))?;
        }
        Ok(ledger)
    };
    let last = played(Check::Everything, &mut |_, _| {})?;
    let mut inspection = Inspection::new(last.state());
    played(Check::KnownGood, &mut |entry, ledger| inspection.take(entry, ledger))?;
    Ok(inspection.finish())
}

/// The bots of a game while it is played again.
struct Inspection {
    seats: Vec<Watched>,
    /// The table at the last heads, oldest first.
    recent: VecDeque<(Head, Arc<State>)>,
}

/// A seat at which bots may have played.
struct Watched {
    seat: Seat,
    tenures: Vec<(BotTenure, Tally)>,
    /// What the bots have sealed, according to their seeds.
    sealed: SealedBytes,
    /// The decision that each slot was sealed in: whose, and by which entry.
    pending: [Option<Pending>; MAX_SLOTS],
}

#[derive(Clone, Copy)]
struct Pending {
    tenure: usize,
    entry: u64,
}

#[derive(Default)]
struct Tally {
    decisions: u32,
    /// The entries of sealed decisions that were opened, at least in part.
    opened: Vec<u64>,
    sealed: u32,
    differs: Option<(u64, Difference)>,
    unknown_level: bool,
}

impl Tally {
    /// Keeps the earliest decision that differs.
    fn differs(&mut self, entry: u64, how: Difference) {
        if self.differs.is_none_or(|(known, _)| entry < known) {
            self.differs = Some((entry, how));
        }
    }
}

impl Inspection {
    /// The bots of a game that came to this state.
    fn new(last: &State) -> Inspection {
        let watched = |index: usize| {
            let seat = Seat::new(index)?;
            let tenures = last.seat(seat)?.tenures().iter().map(|tenure| (tenure.clone(), Tally::default()));
            let (tenures, sealed) = (tenures.collect(), SealedBytes::default());
            Some(Watched { seat, tenures, sealed, pending: [None; MAX_SLOTS] })
        };
        let seats = (0..MAX_SEATS).map_while(watched).collect();
        Inspection { seats, recent: VecDeque::new() }
    }

    /// Looks at an entry that follows this log.
    fn take(&mut self, entry: &Entry, ledger: &Ledger) {
        if self.recent.len() > RECENT as usize {
            self.recent.pop_front();
        }
        self.recent.push_back((ledger.head(), ledger.shared_state()));
        match entry.content() {
            Content::Input(input) => self.take_input(&input.body, entry.body().index, ledger.state()),
            Content::Openings { openings, .. } => {
                for opening in openings {
                    self.seats[opening.seat.index()].take_opening(opening, entry.body().index);
                }
            }
            _ => {}
        }
    }

    fn take_input(&mut self, input: &InputBody, entry: u64, now: &State) {
        let Voice::Seat(seat) = input.voice else { return };
        let seen = self.recent.iter().find(|(head, _)| *head == input.head).map(|(_, state)| Arc::clone(state));
        let (Some(watched), Some(seen)) = (self.seats.get_mut(seat.index()), seen) else { return };
        if now.seat(seat).is_some_and(|state| state.bot().is_some()) {
            watched.take_decision(&input.deed, entry, now, &seen);
        }
    }

    fn finish(self) -> Vec<BotCheck> {
        let checks = self.seats.into_iter().flat_map(|watched| {
            let seat = watched.seat;
            watched.tenures.into_iter().map(move |(tenure, tally)| {
                let finding = finding(&tenure, &tally);
                BotCheck { seat, runner: tenure.runner, level: tenure.level, finding }
            })
        });
        checks.collect()
    }
}

impl Watched {
    /// Compares a decision of the bot that plays now with what it had to decide at the head that it saw.
    fn take_decision(&mut self, deed: &Deed, entry: u64, now: &State, seen: &State) {
        let seat = self.seat;
        let playing = |state: &State| state.seat(seat).map_or(0, |seat| seat.tenures().len());
        let Some(tenure) = playing(now).checked_sub(1) else { return };
        let Some((BotTenure { level, seed: Some(seed), .. }, tally)) = self.tenures.get_mut(tenure) else { return };
        let asked = matches!(seen.want(), Want::Decisions(seats) if seats.contains(seat));
        let decision = bot_seat::decision_seed(seed, seen, seat);
        if !asked || playing(seen) != playing(now) || decision != bot_seat::decision_seed(seed, now, seat) {
            return tally.differs(entry, Difference::OutOfTurn);
        }
        let Ok(view) = seen.game().view(seat, &self.sealed) else { return };
        match deed {
            Deed::Lock { .. } => {
                let Some(choices) = bot_seat::seal(level.as_ref(), decision, &view) else {
                    tally.unknown_level = true;
                    return;
                };
                tally.sealed += 1;
                for (slot, choice) in choices.iter() {
                    self.sealed.insert(slot, choice);
                    self.pending[slot.index()] = Some(Pending { tenure, entry });
                }
            }
            Deed::Act { action, .. } => match bot_seat::act(level.as_ref(), decision, &view) {
                Some(own) if own == *action => tally.decisions += 1,
                Some(_) => tally.differs(entry, Difference::Acted),
                None => tally.unknown_level = true,
            },
            _ => {}
        }
    }

    /// Compares what is turned up with what had to be sealed.
    fn take_opening(&mut self, opening: &SeatOpening, shown: u64) {
        for opened in &opening.slots {
            let slot: Slot = opened.slot;
            let Some(Pending { tenure, entry }) = self.pending[slot.index()].take() else { continue };
            let tally = &mut self.tenures[tenure].1;
            if self.sealed.get(slot) != Some(opened.choice.as_slice()) {
                tally.differs(entry, Difference::Sealed { shown });
            }
            if !tally.opened.contains(&entry) {
                tally.opened.push(entry);
            }
        }
    }
}

fn finding(tenure: &BotTenure, tally: &Tally) -> BotFinding {
    let compared = tally.opened.len() as u32;
    match tally.differs {
        _ if tenure.seed.is_none() => BotFinding::SeedNotShown,
        _ if tally.unknown_level => BotFinding::UnknownLevel,
        Some((entry, how)) => BotFinding::Differs { entry, how },
        None => BotFinding::True { decisions: tally.decisions + compared, unopened: tally.sealed - compared },
    }
}
