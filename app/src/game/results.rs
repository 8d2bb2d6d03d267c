//! How a game ended.

use doubloons_engine::caribbean::{Colour, Event};
use doubloons_engine::contract::{Outcome, Seat};
use doubloons_words::say;

use super::model::Model;
use super::setup::Setup;
use super::shown::Shown;
use super::words;
use crate::evening::{self, Played, Player, Who};

/// A player's place in the ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rank {
    /// The seat.
    pub(crate) seat: Seat,
    /// From 1; equals share a place.
    pub(crate) place: usize,
    /// The name.
    pub(crate) name: String,
    /// The colour.
    pub(crate) colour: Colour,
    /// The money in thousands.
    pub(crate) money: u16,
    /// Whether the person is meant.
    pub(crate) human: bool,
    /// Whether they won, alone or with others.
    pub(crate) won: bool,
    /// The money in thousands at the beginning of each round and at the end.
    pub(crate) purse: Vec<u16>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Results {
    /// Everybody, the richest first.
    pub(crate) ranking: Vec<Rank>,
    /// Who won, in a sentence.
    pub(crate) headline: String,
    /// How long it took.
    pub(crate) rounds: u16,
}

impl Results {
    pub(super) fn new(model: &Model, outcome: &Outcome) -> Results {
        let mut ranking: Vec<Rank> = model
            .names
            .iter()
            .zip(Seat::first(model.names.len()))
            .map(|(name, seat)| Rank {
                seat,
                place: 0,
                name: name.clone(),
                colour: model.shown.colours[seat.index()].unwrap_or(Colour::Red),
                money: model.shown.money[seat.index()],
                human: Some(seat) == model.human(),
                won: outcome.winners.contains(seat),
                purse: model.shown.purses.iter().map(|purses| purses[seat.index()]).collect(),
            })
            .collect();
        ranking.sort_by_key(|rank| std::cmp::Reverse(rank.money));
        for index in 0..ranking.len() {
            let richer = ranking.iter().filter(|other| other.money > ranking[index].money).count();
            ranking[index].place = richer + 1;
        }
        let human = model.human().filter(|&human| outcome.winners.contains(human));
        let others = outcome.winners.into_iter().filter(|&seat| Some(seat) != human);
        let others: Vec<String> = others.map(|seat| model.name(seat).to_owned()).collect();
        let headline = match (human, others.as_slice()) {
            (Some(_), []) => say!("You rule the Caribbean."),
            (Some(_), others) => say!("You and {names} share the Caribbean.", names = words::listed(others)),
            (None, [name]) => say!("{name} rules the Caribbean."),
            (None, several) => say!("{names} share the Caribbean.", names = words::listed(several)),
        };
        Results { ranking, headline, rounds: model.shown.round }
    }

    /// The practice game that ended like this, for the standings.
    pub(crate) fn practised(&self, setup: &Setup) -> Played {
        let mut ranks: Vec<&Rank> = self.ranking.iter().collect();
        ranks.sort_by_key(|rank| rank.seat);
        let level = setup.level.name();
        let who = |rank: &Rank| if rank.human { Who::Me } else { Who::Bot(format!("{}, {level}", rank.name)) };
        let player = |rank: &Rank| Player { who: who(rank), name: rank.name.clone(), money: rank.money, won: rank.won };
        let game = format!("practice {:016x} {}", setup.seed, evening::now());
        Played { game, at: evening::now(), players: ranks.into_iter().map(player).collect() }
    }

    /// Takes the money by round from everything that happened: somebody who came back in the middle did not see it all.
    pub(crate) fn retell(&mut self, events: &[Event]) {
        let mut shown = Shown::new();
        events.iter().for_each(|event| shown.apply(event));
        for rank in &mut self.ranking {
            rank.purse = shown.purses.iter().map(|purses| purses[rank.seat.index()]).collect();
        }
    }
}
