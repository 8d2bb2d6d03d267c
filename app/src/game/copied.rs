//! A copy of a game on the network that waits for its people: played on in this program against stand-ins. Nothing of it
//! goes back into the game.

use doubloons_engine::any::{AnyEvent, AnyGame, AnyView, Refused, SealedBytes, action_bytes};
use doubloons_engine::caribbean::{Caribbean, Choice, Command, Event, Illegal, View};
use doubloons_engine::contract::{Action, Sealed, Seat, SeatSet};
use doubloons_net::table::copy::{MarkedCopy, Player};
use doubloons_net::table::peer::Question;
use doubloons_words::say;

use super::model::Model;
use super::people::{self, Standing};
use super::shown::Shown;
use super::table::Table;

/// Such a copy.
#[derive(Debug)]
pub(super) struct Copied {
    copy: MarkedCopy,
    seat: Seat,
    /// The seats of people for whom a bot stands in.
    away: SeatSet,
    /// Whether the game itself can go on again.
    pub(super) others_are_back: bool,
}

impl Copied {
    /// The position.
    pub(super) fn game(&self) -> &Caribbean {
        let AnyGame::Caribbean(game) = self.copy.game();
        game
    }

    /// The person's seat.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// What the person sees.
    pub(super) fn view(&self) -> Option<View> {
        let AnyView::Caribbean(view) = self.copy.view(self.seat).ok()?;
        Some(view)
    }

    /// Whether the person has a decision to make.
    pub(super) fn asks(&self) -> bool {
        self.copy.awaited().contains(self.seat)
    }

    /// Whether whoever plays this seat is a bot.
    pub(super) fn standing(&self, seat: Seat) -> Standing {
        match self.copy.player(seat) {
            Some(Player::Person) | None => Standing::There,
            Some(Player::Bot(_)) if self.away.contains(seat) => Standing::StoodInFor,
            Some(Player::Bot(_)) => Standing::Bot,
        }
    }

    /// What the bots have to decide now.
    pub(super) fn questions(&self) -> Vec<Question> {
        self.copy.questions()
    }

    /// Lets everything happen that nobody has to decide on.
    pub(super) fn advance(&mut self) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.copy.advance(&mut events).map_err(illegal)?;
        Ok(told(events))
    }

    /// Seals choices.
    pub(super) fn seal(&mut self, seat: Seat, choices: &Sealed<Choice>) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.copy.seal(seat, &SealedBytes::of(choices), &mut events).map_err(illegal)?;
        Ok(told(events))
    }

    /// Breaks the person's seal again.
    pub(super) fn unseal(&mut self) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.copy.unlock(self.seat, &mut events).map_err(illegal)?;
        Ok(told(events))
    }

    /// Lets a ship make her move.
    pub(super) fn act(&mut self, seat: Seat, action: &Action<Command>) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.copy.act(seat, &action_bytes(action), &mut events).map_err(illegal)?;
        Ok(told(events))
    }
}

fn told(events: Vec<AnyEvent>) -> Vec<Event> {
    events.into_iter().map(|AnyEvent::Caribbean(event)| event).collect()
}

fn illegal(refused: Refused) -> Illegal {
    match refused {
        Refused::Caribbean(illegal) => illegal,
        // Everything here is written by the engine that reads it.
        Refused::Malformed(_) => Illegal::WrongPhase,
    }
}

impl Model {
    /// A copy of this game on the network, to be played on alone; `None` for any other game, and for somebody who only
    /// watches.
    pub(crate) fn copied(&self, copy: MarkedCopy) -> Option<Model> {
        let Table::Lan(remote) = &self.table else { return None };
        let seat = remote.seat()?;
        let person = |seat: &Seat| people::owner(remote.state(), *seat).is_some();
        let away = self.game_seats().into_iter().filter(person).collect();
        let copied = Copied { copy, seat, away, others_are_back: false };
        let shown = Shown { purses: self.shown.purses.clone(), ..Shown::of(copied.game()) };
        let mut model = Model::new(Table::Copy(Box::new(copied)), self.names.clone());
        model.shown = shown;
        model.speed = self.speed;
        model.history.clone_from(&self.history);
        model.logbook = self.logbook.clone();
        model.logbook.note(say!("From here on this is a copy with bots, not the game itself"));
        Some(model)
    }

    fn game_seats(&self) -> SeatSet {
        SeatSet::first(self.names.len())
    }
}
