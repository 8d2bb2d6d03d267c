//! How long each thing that happened stays in view before the next one.

use doubloons_engine::caribbean::Event;
use doubloons_engine::contract::Seat;
use serde::{Deserialize, Serialize};

/// How fast the others' moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Speed {
    /// Half as fast again.
    Calm,
    /// As designed.
    #[default]
    Normal,
    /// Twice as fast.
    Brisk,
    /// Everything at once.
    Off,
}

impl Speed {
    /// All speeds, slowest first.
    pub(crate) const ALL: [Speed; 4] = [Speed::Calm, Speed::Normal, Speed::Brisk, Speed::Off];

    /// Scales a time given for normal speed.
    pub(crate) fn scale(self, millis: u32) -> u32 {
        match self {
            Speed::Calm => millis * 3 / 2,
            Speed::Normal => millis,
            Speed::Brisk => millis / 2,
            Speed::Off => 0,
        }
    }
}

/// How many milliseconds an event stays in view at normal speed.
pub(crate) fn stay(event: &Event, human: Option<Seat>) -> u32 {
    let own = |seat: Seat| Some(seat) == human;
    match *event {
        // The wax has to set.
        Event::Sealed { seat } if own(seat) => 650,
        Event::BribesShown { .. } => 1300,
        Event::Tied { asked, .. } if human.is_some_and(|human| asked.contains(human)) => 300,
        Event::Tied { .. } | Event::ReserveShown { .. } => 900,
        Event::ReserveKept { .. } => 500,
        Event::Commanded { seat, .. } if own(seat) => 500,
        Event::Commanded { .. } => 900,
        Event::Stalled { .. } => 1200,
        Event::Sailed { .. } => 420,
        Event::Captured { .. } | Event::Stolen { .. } | Event::Swapped { .. } | Event::PassedOn { .. } => 800,
        Event::Delivered { .. } => 1000,
        Event::Ended { .. } => 500,
        Event::TargetReached { .. } | Event::GameOver { .. } => 1400,
        _ => 0,
    }
}
