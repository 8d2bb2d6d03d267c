//! What a viewer may know: the public table, and for a player the own sealed cards.

use std::fmt;

use super::card::{Card, Choice, RESERVE, bribe_slot, tie_slot};
use super::position::{Hand, Phase};
use super::ship::{SHIPS, Ship};
use super::table::Caribbean;
use crate::contract::{Seat, Viewer};

/// The table as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    table: Caribbean,
    own: Option<Own>,
}

/// A player's own cards of this round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// The bribes that the seat has laid, opened or not.
    pub bribes: [Option<Card>; SHIPS],
    /// The seventh card.
    pub reserve: Option<Card>,
    /// What the seat has sealed in the tie that is being decided: [`Choice::Show`] or [`Choice::Keep`].
    pub decision: Option<Choice>,
}

/// Own cards are for their owner's eyes: a log line tells only whose they are.
impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl View {
    pub(super) fn new(table: Caribbean, viewer: Viewer<'_, Choice>) -> View {
        let own = match viewer {
            Viewer::Watcher => None,
            Viewer::Seat(seat, _) if table.player(seat).is_none() => None,
            Viewer::Seat(seat, secrets) => {
                // Unless the seat has sealed in this round, what lies in its slots is of an earlier one.
                let laid = match *table.phase() {
                    Phase::Bribing { locked, .. } => locked.contains(seat),
                    _ => table.player(seat).is_some_and(|player| player.hand != Hand::NotLaid),
                };
                let card = |slot| match secrets.sealed.get(slot) {
                    Some(Choice::Card(card)) if laid => Some(card),
                    _ => None,
                };
                let bribes = Ship::ALL.map(|ship| card(bribe_slot(ship)));
                let decision = match *table.phase() {
                    Phase::TieSeal { tie, locked, .. } | Phase::TieOpen { tie, sealed: locked }
                        if locked.contains(seat) =>
                    {
                        secrets.sealed.get(tie_slot(tie.ship))
                    }
                    _ => None,
                };
                Some(Own { seat, bribes, reserve: card(RESERVE), decision })
            }
        };
        View { table, own }
    }

    /// The public table; nothing in it is secret.
    pub fn table(&self) -> &Caribbean {
        &self.table
    }

    /// The viewer's own cards; `None` for a watcher.
    pub fn own(&self) -> Option<&Own> {
        self.own.as_ref()
    }
}
