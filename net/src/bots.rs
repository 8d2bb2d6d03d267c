//! The computer players by name, for command lines, lobbies and settings.

use doubloons_engine::bots::{Bot, Budget, Cancel, Greedy, Random, Strategist};
use doubloons_engine::caribbean::Caribbean;

/// A kind of computer player.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What people call it; one lower-case word.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    make: fn(u64) -> Box<dyn Bot<Caribbean>>,
}

/// All kinds, from the weakest to the strongest.
pub const KINDS: [Kind; 3] = [
    Kind {
        name: "random",
        about: "Chooses among all legal decisions with equal chances",
        make: |seed| Box::new(Random::new(seed)),
    },
    Kind {
        name: "greedy",
        about: "Takes the best that a ship can do now and looks no further",
        make: |seed| Box::new(Greedy::new(seed)),
    },
    Kind {
        name: "admiral",
        about: "Best",
        make: |seed| Box::new(Strategist::admiral(seed, std::env::var("NODES").ok().map_or(Budget::FIFTY_MILLISECONDS, |n| Budget{nodes: n.parse().unwrap()}), Cancel::new())),
    },
];

impl Kind {
    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.name == name)
    }

    /// A bot of this kind, whose decisions follow from the seed and from what it sees.
    pub fn make(&self, seed: u64) -> Box<dyn Bot<Caribbean>> {
        (self.make)(seed)
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
}
