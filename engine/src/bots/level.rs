//! The levels that people choose an opponent by.

use super::Bot;
use super::bosun::Bosun;
use super::bribing::Care;
use super::commanding::Depth;
use super::deckhand::Deckhand;
use super::outlook::FITTED;
use super::probe::Probe;
use super::strategist::{Skill, Strategist};
use super::thinking::{Budget, Cancel};
use crate::caribbean::Caribbean;
use crate::tongue::{Tongue, Worded, mark, phrase};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A beginner with human weaknesses.
    Deckhand,
    /// Solid and plain.
    Bosun,
    /// Strong: plays the round through in its mind.
    Captain,
    /// The strongest.
    Admiral,
}

impl Worded for Level {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        match self {
            Level::Deckhand => phrase!(tongue, "deckhand"),
            Level::Bosun => phrase!(tongue, "bosun"),
            Level::Captain => phrase!(tongue, "captain"),
            Level::Admiral => phrase!(tongue, "admiral"),
        }
    }
}

/// With how many hands in a pool the search for answers ends in a duel: more than a second of thinking finds.
const MOST_IN_DUEL: usize = 256;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Deckhand, Level::Bosun, Level::Captain, Level::Admiral];

    /// How well a bot plays that stands in for somebody: as soundly as people do who know the game.
    pub const STAND_IN: Level = Level::Bosun;

    /// The name: one lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Deckhand => "deckhand",
            Level::Bosun => "bosun",
            Level::Captain => "captain",
            Level::Admiral => "admiral",
        }
    }

    /// How it plays, in one sentence, in English.
    pub const fn character(self) -> &'static str {
        match self {
            Level::Deckhand => mark("Loves chests, bribes on a whim, and forgets that others want them too"),
            Level::Bosun => mark("Knows what every ship is worth and bribes for it, plainly and soundly"),
            Level::Captain => mark("Plays the round through in its mind and varies its bribes"),
            Level::Admiral => mark("Weighs every bribe against every answer and can’t be read"),
        }
    }

    /// The level with this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// What a decision of this level may cost unless somebody says otherwise.
    pub const fn budget(self) -> Budget {
        match self {
            Level::Deckhand | Level::Bosun => Budget::FIFTY_MILLISECONDS,
            Level::Captain => Budget { nodes: 150_000 },
            Level::Admiral => Budget::QUARTER_SECOND,
        }
    }

    /// A bot of this level. It needs no history: it can take over a seat at any moment of a game, and what it decides
    /// follows from the seed and from what it sees.
    pub fn bot(self, seed: u64, budget: Budget, cancel: Cancel) -> Box<dyn Bot<Caribbean>> {
        match self {
            Level::Deckhand => Box::new(Deckhand::new(seed, budget, cancel)),
            Level::Bosun => Box::new(Bosun::new(seed, budget, cancel)),
            Level::Captain | Level::Admiral => Box::new(Strategist::new(self.skill(budget), seed, cancel)),
        }
    }

    /// A bot that reads this level and lays what does best against it, with [`PROBE_FACTOR`](super::PROBE_FACTOR) times
    /// the budget. It reads those who don't think ahead as it would a captain.
    pub fn probe(self, seed: u64, budget: Budget, cancel: Cancel) -> Box<dyn Bot<Caribbean>> {
        Box::new(Probe::new(self.skill(budget), seed, cancel))
    }

    /// How a strategist of this level thinks.
    pub(super) const fn skill(self, budget: Budget) -> Skill {
        match self {
            Level::Deckhand | Level::Bosun | Level::Captain => Skill {
                budget,
                care: Care {
                    first_hands: 8,
                    most_hands: 24,
                    most_in_duel: MOST_IN_DUEL,
                    settling: 60,
                    patience: 3,
                    exhaustive: false,
                    nodes_between_answers: 20_000,
                    trials: 8,
                },
                depth: Depth { endings: 4, deals: 16 },
                tie_deals: 32,
                judgement: &FITTED,
            },
            Level::Admiral => Skill {
                budget,
                care: Care {
                    first_hands: 8,
                    most_hands: 40,
                    most_in_duel: MOST_IN_DUEL,
                    settling: 60,
                    patience: 6,
                    exhaustive: true,
                    nodes_between_answers: 60_000,
                    trials: 24,
                },
                depth: Depth { endings: 16, deals: 150 },
                tie_deals: 200,
                judgement: &FITTED,
            },
        }
    }
}
