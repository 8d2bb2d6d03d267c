//! A table without a network: one program holds all secrets and throws all dice. For practice games, bots, benchmarks
//! and tests; what it does in one place, the table protocol does among people who need not trust each other.

use crate::bots::Bot;
use crate::contract::{
    Action, Dice, EventSink, Game, Input, InputOf, MAX_SEATS, Sealed, Seat, SeatMap, SecretsOf, Turn, Viewer,
};

/// A game with everybody's secrets beside it.
#[derive(Clone, Debug)]
pub struct LocalTable<G: Game> {
    game: G,
    secrets: [SecretsOf<G>; MAX_SEATS],
    chance: Dice,
}

impl<G: Game> LocalTable<G> {
    /// A table whose chance follows from the seed.
    pub fn new(game: G, seed: u64) -> LocalTable<G> {
        LocalTable { game, secrets: std::array::from_fn(|_| SecretsOf::<G>::default()), chance: Dice::from_seed(seed) }
    }

    /// The public state.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What this seat sees.
    pub fn view(&self, seat: Seat) -> G::View {
        self.game.view(Viewer::Seat(seat, &self.secrets[seat.index()]))
    }

    /// What somebody without a seat sees.
    pub fn watch(&self) -> G::View {
        self.game.view(Viewer::Watcher)
    }

    /// Seals a seat's choices: checked now, opened when the game asks for them.
    pub fn seal(
        &mut self,
        seat: Seat,
        choices: &Sealed<G::Choice>,
        events: &mut impl EventSink<G::Event>,
    ) -> Result<(), G::Illegal> {
        self.game.check_seal(seat, choices)?;
        self.apply(&Input::Locked(seat), events)?;
        choices.iter().for_each(|(slot, choice)| {
            self.secrets[seat.index()].sealed.insert(slot, choice);
        });
        Ok(())
    }

    /// Lets a seat decide openly.
    pub fn act(
        &mut self,
        seat: Seat,
        action: Action<G::Command>,
        events: &mut impl EventSink<G::Event>,
    ) -> Result<(), G::Illegal> {
        self.apply(&Input::Act(seat, action), events)
    }

    /// Lets any input happen: an unlocking, a seat that leaves or comes back.
    pub fn apply(&mut self, input: &InputOf<G>, events: &mut impl EventSink<G::Event>) -> Result<(), G::Illegal> {
        self.game.apply(input, events)
    }

    /// The input that nobody has to decide on: chance, or the opening of what was sealed. `None` if the table waits
    /// for a decision or is over.
    pub fn automatic(&mut self) -> Option<InputOf<G>> {
        match self.game.turn() {
            Turn::Chance(_) => Some(Input::Chance(self.chance.beacon())),
            Turn::Open { slot, seats } => {
                let sealed = |seat: Seat| self.secrets[seat.index()].sealed.get(slot).map(|choice| (seat, choice));
                let choices: SeatMap<G::Choice> = seats.into_iter().filter_map(sealed).collect();
                Some(Input::Opened { slot, choices })
            }
            Turn::Reveal { seat, handle } => {
                self.secrets[seat.index()].faces.get(handle).map(|face| Input::Reveal { handle, face })
            }
            Turn::Seat(_) | Turn::Seal { .. } | Turn::Over(_) => None,
        }
    }

    /// The input that a bot chooses for the first seat that the table waits for. Sealed choices are kept here.
    pub fn decided_by(&mut self, bots: &mut [Box<dyn Bot<G>>]) -> Option<InputOf<G>> {
        let seat = self.game.turn().waiting_for().into_iter().next()?;
        let bot = bots.get_mut(seat.index())?;
        let view = self.view(seat);
        if let Turn::Seal { .. } = self.game.turn() {
            let choices = bot.seal(&view);
            self.game.check_seal(seat, &choices).ok()?;
            choices.iter().for_each(|(slot, choice)| {
                self.secrets[seat.index()].sealed.insert(slot, choice);
            });
            return Some(Input::Locked(seat));
        }
        Some(Input::Act(seat, bot.act(&view)))
    }

    /// Takes one step of a game in which bots decide for every seat. `None` when the game is over.
    ///
    /// # Panics
    ///
    /// If a bot decides on something illegal: that is a fault in the bot.
    pub fn step(&mut self, bots: &mut [Box<dyn Bot<G>>], events: &mut impl EventSink<G::Event>) -> Option<InputOf<G>> {
        if let Turn::Over(_) = self.game.turn() {
            return None;
        }
        let input = self.automatic().or_else(|| self.decided_by(bots));
        let input = input.unwrap_or_else(|| panic!("no bot decides in {:?}", self.game.turn()));
        if let Err(illegal) = self.apply(&input, events) {
            panic!("illegal {input:?}: {illegal}");
        }
        Some(input)
    }

    /// Lets bots play the game to its end.
    pub fn play_out(&mut self, bots: &mut [Box<dyn Bot<G>>], events: &mut impl EventSink<G::Event>) {
        while self.step(bots, events).is_some() {}
    }
}
