//! How a game ended.

use doubloons_engine::caribbean::{Colour, Event, Ship};
use doubloons_engine::contract::{Outcome, Seat};
use doubloons_words::say;

use super::model::Model;
use super::moments::{self, Moment, Players};
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
    /// What people talk about afterwards.
    pub(crate) moments: Vec<Moment>,
    /// The ships' names, in their order.
    ships: Vec<String>,
}

impl Model {
    /// How a game that is looked at again has ended, as the person of its seat sees it.
    pub(crate) fn results(&self, outcome: &Outcome) -> Results {
        Results::new(self, outcome)
    }
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
        let ships = Ship::ALL.map(|ship| model.board().ship_name(ship).to_owned()).to_vec();
        let mut results = Results { ranking, headline, rounds: model.shown.round, moments: Vec::new(), ships };
        results.moments = results.moments_of(&model.history);
        results
    }

    fn moments_of(&self, events: &[Event]) -> Vec<Moment> {
        let mut ranks: Vec<&Rank> = self.ranking.iter().collect();
        ranks.sort_by_key(|rank| rank.seat);
        let names: Vec<String> = ranks.iter().map(|rank| rank.name.clone()).collect();
        let human = ranks.iter().find(|rank| rank.human).map(|rank| rank.seat);
        moments::moments(events, &Players { names: &names, human, ships: &self.ships })
    }

    /// The colour of a player.
    pub(crate) fn colour(&self, seat: Seat) -> Option<Colour> {
        self.ranking.iter().find(|rank| rank.seat == seat).map(|rank| rank.colour)
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

    /// Takes the money by round and the moments from everything that happened: somebody who came back in the middle did not see it all.
    pub(crate) fn retell(&mut self, events: &[Event]) {
        let mut shown = Shown::new();
        events.iter().for_each(|event| shown.apply(event));
        for rank in &mut self.ranking {
            rank.purse = shown.purses.iter().map(|purses| purses[rank.seat.index()]).collect();
        }
        self.moments = self.moments_of(events);
    }
}
