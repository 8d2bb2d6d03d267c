//! The computer players by name, for command lines, lobbies and settings.

use std::fmt;
use std::str::FromStr;

use doubloons_engine::bots::{Bot, Budget, Cancel, Greedy, Level, Random};
use doubloons_engine::caribbean::Caribbean;
use doubloons_engine::tongue::Worded;
use thiserror::Error;

/// A kind of computer player.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What people call it; one lower-case word.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    brain: Brain,
}

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Brain {
    Random,
    Greedy,
    Level(Level),
    Probe(Level),
}

/// All kinds: the two yardsticks, then the levels from the weakest to the strongest, then those that read a level.
pub const KINDS: [Kind; 8] = [
    Kind { name: "random", about: "Chooses among all legal decisions with equal chances", brain: Brain::Random },
    Kind { name: "greedy", about: "Takes the best that a ship can do now and looks no further", brain: Brain::Greedy },
    Kind::of(Level::Deckhand),
    Kind::of(Level::Bosun),
    Kind::of(Level::Captain),
    Kind::of(Level::Admiral),
    Kind {
        name: "probe:captain",
        about: "Thinks as a captain would, ten times as long, and lays what does best against that",
        brain: Brain::Probe(Level::Captain),
    },
    Kind {
        name: "probe:admiral",
        about: "Thinks as an admiral would, ten times as long, and lays what does best against that",
        brain: Brain::Probe(Level::Admiral),
    },
];

impl Kind {
    const fn of(level: Level) -> Kind {
        Kind { name: level.name(), about: level.character(), brain: Brain::Level(level) }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.name == name)
    }

    /// A bot of this kind, whose decisions follow from the seed and from what it sees.
    pub fn make(&self, seed: u64) -> Box<dyn Bot<Caribbean>> {
        self.make_within(seed, None, Cancel::new())
    }

    /// A bot of this kind with a budget of its own for every decision, that can be called off while it thinks. A probe
    /// gets ten times the budget, because it is said for the bot that it reads.
    pub fn make_within(&self, seed: u64, budget: Option<Budget>, cancel: Cancel) -> Box<dyn Bot<Caribbean>> {
        match self.brain {
            Brain::Random => Box::new(Random::new(seed)),
            Brain::Greedy => Box::new(Greedy::new(seed)),
            Brain::Level(level) => level.bot(seed, budget.unwrap_or(level.budget()), cancel),
            Brain::Probe(level) => level.probe(seed, budget.unwrap_or(level.budget()), cancel),
        }
    }

    /// Whether the bot's thinking is counted in nodes.
    pub fn has_budget(&self) -> bool {
        matches!(self.brain, Brain::Level(_) | Brain::Probe(_))
    }
}

/// A kind and how much it may think: `admiral`, `admiral@50ms`, `captain@200000`.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The kind.
    pub kind: Kind,
    /// What a decision may cost, if not what the kind is used to.
    pub budget: Option<Budget>,
}

/// The budgets that have a name.
const NAMED_BUDGETS: [(&str, Budget); 3] =
    [("50ms", Budget::FIFTY_MILLISECONDS), ("250ms", Budget::QUARTER_SECOND), ("1s", Budget::ONE_SECOND)];

impl Entrant {
    /// A bot whose decisions follow from the seed and from what it sees.
    pub fn make(&self, seed: u64) -> Box<dyn Bot<Caribbean>> {
        self.kind.make_within(seed, self.budget, Cancel::new())
    }
}

impl From<Kind> for Entrant {
    fn from(kind: Kind) -> Entrant {
        Entrant { kind, budget: None }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        let Some(budget) = self.budget else { return Ok(()) };
        match NAMED_BUDGETS.iter().find(|(_, named)| *named == budget) {
            Some((name, _)) => write!(f, "@{name}"),
            None => write!(f, "@{}", budget.nodes),
        }
    }
}

/// Why a name is no bot.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum EntrantFault {
    /// Nobody is called so.
    #[error("there is no bot called “{name}”; there are {all}", all = KINDS.map(|kind| kind.name).join(", "))]
    NoSuchBot {
        /// The name.
        name: String,
    },
    /// A budget that is neither a name nor a number.
    #[error("“{budget}” is no budget: say @50ms, @250ms, @1s, or a number of nodes as in @200000")]
    NoBudget {
        /// What was said.
        budget: String,
    },
    /// A bot that does not count nodes.
    #[error("“{name}” decides at once and has no budget")]
    NeverThinks {
        /// The name.
        name: &'static str,
    },
}

impl FromStr for Entrant {
    type Err = EntrantFault;

    fn from_str(text: &str) -> Result<Entrant, EntrantFault> {
        let (name, budget) = match text.split_once('@') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let kind = Kind::named(name).ok_or_else(|| EntrantFault::NoSuchBot { name: name.to_owned() })?;
        let Some(budget) = budget else { return Ok(kind.into()) };
        if !kind.has_budget() {
            return Err(EntrantFault::NeverThinks { name: kind.name });
        }
        let named = NAMED_BUDGETS.iter().find(|(name, _)| *name == budget).map(|(_, budget)| *budget);
        let counted = || budget.parse().ok().filter(|&nodes| nodes > 0).map(|nodes| Budget { nodes });
        let budget = named.or_else(counted).ok_or_else(|| EntrantFault::NoBudget { budget: budget.to_owned() })?;
        Ok(Entrant { kind, budget: Some(budget) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in KINDS {
            assert_eq!(Kind::named(kind.name).map(|found| found.about), Some(kind.about));
        }
        assert!(Kind::named("parrot").is_none());
    }

    #[test]
    fn an_entrant_reads_as_it_is_written() {
        for text in ["greedy", "admiral", "admiral@50ms", "captain@1s", "probe:admiral@250ms", "bosun@12345"] {
            assert_eq!(text.parse::<Entrant>().map(|entrant| entrant.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_is_no_entrant_is_refused_with_a_reason() {
        let fault = |text: &str| text.parse::<Entrant>().expect_err("not an entrant").to_string();
        assert!(fault("parrot").contains("admiral"), "{}", fault("parrot"));
        assert!(fault("admiral@soon").contains("@50ms"));
        assert!(fault("admiral@0").contains("@50ms"));
        assert!(fault("random@1s").contains("at once"));
    }
}
