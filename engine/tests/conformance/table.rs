//! A table for any game: holds everybody's secrets, plays at random, and writes down what happened.

use doubloons_engine::contract::{
    Action, Dice, Digest, Face, FaceDown, Faces, Game, Input, InputOf, MAX_SEATS, Sealed, Seat, SeatMap, SecretsOf,
    Turn, Viewer,
};

/// What the suite has to know about a game to play it without knowing its rules.
pub(crate) trait Subject {
    /// The game.
    type Game: Game;

    /// A new game. The seed may choose among seats and rules.
    fn game(&self, seed: u64) -> Self::Game;

    /// Every command that could be given in some moment, and some that never can.
    fn every_command(&self) -> Vec<CommandOf<Self>>;

    /// Every choice that could lie in some slot.
    fn every_choice(&self) -> Vec<ChoiceOf<Self>>;

    /// A random legal choice for a seat that is asked to seal now.
    fn seal(&self, game: &Self::Game, seat: Seat, dice: &mut Dice) -> Sealed<ChoiceOf<Self>>;

    /// A face for a hidden card, other than those `dealt` before. Games without hidden cards are never asked.
    fn deal(&self, card: FaceDown, dealt: &Faces, dice: &mut Dice) -> Face {
        unreachable!("{card:?} is hidden, {} were dealt, and {dice:?} knows no face", dealt.iter().count())
    }

    /// What a player with a plan would do; `None` for a random decision.
    fn idea(&self, _: &Self::Game, _: Seat, _: &mut Dice) -> Option<Action<CommandOf<Self>>> {
        None
    }

    /// More inputs than any game can take in which everybody stays and nobody unlocks.
    fn most_inputs(&self) -> usize;
}

pub(crate) type CommandOf<S> = <<S as Subject>::Game as Game>::Command;
pub(crate) type ChoiceOf<S> = <<S as Subject>::Game as Game>::Choice;
pub(crate) type EventOf<S> = <<S as Subject>::Game as Game>::Event;
pub(crate) type ViewOf<S> = <<S as Subject>::Game as Game>::View;

/// How people behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manners {
    /// Everybody stays, locks once and opens what was sealed.
    Fair,
    /// People also unlock, withhold, leave and come back.
    Rough,
}

/// A game with all secrets beside it.
pub(crate) struct Table<'a, S: Subject> {
    pub(crate) subject: &'a S,
    pub(crate) game: S::Game,
    pub(crate) secrets: [SecretsOf<S::Game>; MAX_SEATS],
    pub(crate) dice: Dice,
    /// All inputs, with the digest after each.
    pub(crate) log: Vec<(InputOf<S::Game>, Digest)>,
    dealt: Faces,
}

impl<'a, S: Subject> Table<'a, S> {
    pub(crate) fn new(subject: &'a S, seed: u64) -> Self {
        Table {
            subject,
            game: subject.game(seed),
            secrets: std::array::from_fn(|_| SecretsOf::<S::Game>::default()),
            dice: Dice::from_seed(seed ^ 0x5eed),
            log: Vec::new(),
            dealt: Faces::default(),
        }
    }

    /// The next input of a random game; `None` when it is over.
    pub(crate) fn decide(&mut self, manners: Manners) -> Option<InputOf<S::Game>> {
        if manners == Manners::Rough
            && let Some(input) = self.rudeness()
        {
            return Some(input);
        }
        match self.game.turn() {
            Turn::Over(_) => None,
            Turn::Chance(_) => Some(Input::Chance(self.dice.beacon())),
            Turn::Seat(seat) => {
                let idea = self.subject.idea(&self.game, seat, &mut self.dice);
                Some(Input::Act(seat, idea.unwrap_or_else(|| self.random_action(seat, &[]))))
            }
            turn @ Turn::Seal { .. } => {
                let waiting: Vec<Seat> = turn.waiting_for().into_iter().collect();
                let seat = *self.pick(&waiting).expect("a table that seals waits for somebody");
                let choices = self.subject.seal(&self.game, seat, &mut self.dice);
                self.game.check_seal(seat, &choices).expect("the subject seals legally");
                choices.iter().for_each(|(slot, choice)| {
                    self.secrets[seat.index()].sealed.insert(slot, choice);
                });
                Some(Input::Locked(seat))
            }
            Turn::Open { slot, seats } => {
                let mut choices = SeatMap::default();
                for seat in seats {
                    let choice = self.secrets[seat.index()].sealed.get(slot);
                    choices.insert(seat, choice.expect("what is opened was sealed"));
                    if manners == Manners::Rough && self.dice.below(24) == 0 {
                        choices.remove(seat);
                    }
                }
                Some(Input::Opened { slot, choices })
            }
            Turn::Reveal { seat, handle } => {
                let face = self.secrets[seat.index()].faces.get(handle).expect("the owner was shown the card");
                Some(Input::Reveal { handle, face })
            }
        }
    }

    /// Now and then: somebody leaves, comes back, unlocks or takes too long.
    fn rudeness(&mut self) -> Option<InputOf<S::Game>> {
        let turn = self.game.turn();
        if let Turn::Over(_) = turn {
            return None;
        }
        let present: Vec<Seat> = self.game.present().into_iter().collect();
        let away: Vec<Seat> = self.game.seats().without(self.game.present()).into_iter().collect();
        match self.dice.below(48) {
            0 => self.pick(&present).copied().map(Input::Absent),
            1..4 => self.pick(&away).copied().map(Input::Back),
            6 if matches!(turn, Turn::Seat(_) | Turn::Seal { .. } | Turn::Reveal { .. }) => {
                let awaited: Vec<Seat> = turn.waiting_for().into_iter().collect();
                self.pick(&awaited).copied().map(Input::TimedOut)
            }
            4..6 => {
                let Turn::Seal { seats, locked, .. } = turn else {
                    return None;
                };
                let locked: Vec<Seat> = locked.intersection(seats).into_iter().collect();
                let input = self.pick(&locked).copied().map(Input::Unlocked)?;
                // A game may set a limit to this.
                let allowed = self.game.clone().apply(&input, &mut Vec::new()).is_ok();
                allowed.then_some(input)
            }
            _ => None,
        }
    }

    /// A complete random action that begins with these commands.
    pub(crate) fn random_action(&mut self, seat: Seat, begun: &[CommandOf<S>]) -> Action<CommandOf<S>> {
        let mut action = Action::new(begun).expect("a begun action is short enough");
        while !action.commands().last().is_some_and(S::Game::ends_action) {
            let listed = self.listed(seat, action.commands());
            let command = *self.pick(&listed).expect("an action can always be completed");
            assert!(action.push(command), "an action can be completed before it is full");
        }
        action
    }

    /// The commands that the game lists, for a seat whose turn it is.
    pub(crate) fn listed(&self, seat: Seat, so_far: &[CommandOf<S>]) -> Vec<CommandOf<S>> {
        let mut listed = Vec::new();
        let result = self.game.commands(seat, so_far, &mut |command| listed.push(command));
        if let Err(illegal) = result {
            panic!("{seat} can't go on after {so_far:?}: {illegal}");
        }
        listed
    }

    /// Lets a legal input happen.
    pub(crate) fn apply(&mut self, input: &InputOf<S::Game>) -> Vec<EventOf<S>> {
        let mut events = Vec::new();
        if let Err(illegal) = self.game.apply(input, &mut events) {
            panic!("{input:?} is refused at {:?}: {illegal}", self.game.turn());
        }
        self.log.push((input.clone(), self.game.digest()));
        self.deal_new_cards();
        events
    }

    /// Plays on until the game is over.
    pub(crate) fn play_out(&mut self, manners: Manners) {
        while let Some(input) = self.decide(manners) {
            self.apply(&input);
        }
    }

    fn deal_new_cards(&mut self) {
        let mut cards = Vec::new();
        self.game.face_down(&mut |card| cards.push(card));
        for card in cards {
            if self.dealt.get(card.handle).is_none() {
                let face = self.subject.deal(card, &self.dealt, &mut self.dice);
                self.dealt.insert(card.handle, face);
                self.secrets[card.owner.index()].faces.insert(card.handle, face);
            }
        }
    }

    /// The hidden cards, with their faces.
    pub(crate) fn dealt(&self) -> &Faces {
        &self.dealt
    }

    pub(crate) fn view(&self, seat: Seat) -> ViewOf<S> {
        self.game.view(Viewer::Seat(seat, &self.secrets[seat.index()]))
    }

    /// What everybody sees: the seats in order, then a watcher.
    pub(crate) fn views(&self, game: &S::Game) -> Vec<ViewOf<S>> {
        game.seats()
            .into_iter()
            .map(|seat| Viewer::Seat(seat, &self.secrets[seat.index()]))
            .chain([Viewer::Watcher])
            .map(|viewer| game.view(viewer))
            .collect()
    }

    pub(crate) fn pick<'b, T>(&mut self, items: &'b [T]) -> Option<&'b T> {
        items.get(self.dice.index(items.len()))
    }
}
