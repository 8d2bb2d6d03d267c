//! Who plays which seat of a table on the network: their names, and whether they are there.

use doubloons_engine::bots::Level;
use doubloons_engine::contract::Seat;
use doubloons_net::table::genesis::{Holder, PeerIndex};
use doubloons_net::table::state::State;
use doubloons_words::{say, told, tr};

/// Whether whoever plays a seat is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Standing {
    /// They are.
    #[default]
    There,
    /// It is a bot's seat.
    Bot,
    /// There is no connection to them at the moment.
    Lost,
    /// The table goes on without them; they may come back.
    Away,
    /// A bot plays until they are back.
    StoodInFor,
    /// They cheated and were caught.
    Caught,
}

impl Standing {
    /// A word for it, where one has to be said.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Standing::There | Standing::Bot => None,
            Standing::Lost => Some(tr("no connection")),
            Standing::Away => Some(tr("away")),
            Standing::StoodInFor => Some(tr("a bot stands in")),
            Standing::Caught => Some(tr("disqualified")),
        }
    }
}

/// What everybody is called at this table, in seat order; the person at this computer, if there is one, is "You".
pub(crate) fn names(state: &State, me: Option<PeerIndex>) -> Vec<String> {
    let bots = state.seats().filter(|(_, seat)| matches!(seat.owner(), Holder::Bot { .. })).count();
    let mut number = 0;
    state
        .seats()
        .map(|(_, seat)| match seat.owner() {
            Holder::Person(peer) if Some(*peer) == me => say!("You"),
            Holder::Person(peer) => name(state, *peer),
            Holder::Bot { level, .. } => {
                number += 1;
                let level = level_name(level.as_ref());
                if bots > 1 { format!("{level} {number}") } else { level }
            }
        })
        .collect()
}

/// What a bot of this level is called.
pub(crate) fn level_name(level: &str) -> String {
    capital(&Level::named(level).map_or_else(|| level.to_owned(), |level| told(&level)))
}

/// What a member is called.
pub(crate) fn name(state: &State, peer: PeerIndex) -> String {
    state.member(peer).map_or_else(|| say!("somebody"), |member| member.member().name.to_string())
}

/// The person whose seat it is.
pub(super) fn owner(state: &State, seat: Seat) -> Option<PeerIndex> {
    match state.seat(seat)?.owner() {
        Holder::Person(peer) => Some(*peer),
        Holder::Bot { .. } => None,
    }
}

/// A word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
