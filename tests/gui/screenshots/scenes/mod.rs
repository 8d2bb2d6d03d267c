//! Every page and state of the program, and the way there.

mod harbour;
mod learning;
mod motion;
mod practice;
mod replay;
mod table;
mod trouble;

use crate::studio::Studio;

/// One way through the program, past some scenes.
pub(crate) struct Visit {
    pub(crate) name: &'static str,
    /// What is photographed on the way.
    pub(crate) scenes: &'static [&'static str],
    pub(crate) walk: fn(&Studio<'_>),
}

pub(crate) const VISITS: [Visit; 15] = [
    Visit { name: "first-start", scenes: harbour::FIRST_START, walk: harbour::first_start },
    Visit { name: "offline", scenes: &["harbour-offline", "connection-offline"], walk: harbour::offline },
    Visit { name: "tables", scenes: &["harbour-tables", "pin", "pin-wrong"], walk: harbour::tables },
    Visit { name: "tutorial", scenes: learning::TUTORIAL, walk: learning::tutorial },
    Visit { name: "reading", scenes: &["rules", "rules-ties", "shortcuts"], walk: learning::reading },
    Visit { name: "practice", scenes: practice::SCENES, walk: practice::practice },
    Visit { name: "tie", scenes: &["tie", "tie-advice"], walk: practice::tie },
    Visit { name: "motion", scenes: motion::SCENES, walk: motion::motion },
    Visit { name: "table", scenes: table::SCENES, walk: table::table },
    Visit { name: "table-alone", scenes: &["table-alone"], walk: table::alone },
    Visit { name: "rematch", scenes: &["results-lan", "results-standings"], walk: table::rematch },
    Visit { name: "replay", scenes: &["replay", "replay-end"], walk: replay::replay },
    Visit { name: "broken", scenes: &["replay-broken", "no-transcript"], walk: replay::broken },
    Visit { name: "trouble", scenes: trouble::SCENES, walk: trouble::trouble },
    Visit { name: "copies", scenes: trouble::COPIES, walk: trouble::copies },
];
