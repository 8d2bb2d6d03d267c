//! A move before it is final: commands given and taken back, always checked by the engine.

use doubloons_engine::caribbean::{Activation, Caribbean, Command, MAX_SPACES, Space};
use doubloons_engine::contract::{Action, Deaf};
use doubloons_words::say;

use super::act::Act;
use super::words;

/// A move before it is final.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Voyage {
    commands: Vec<Command>,
    choosing: Option<Act>,
    hint: Option<Hint>,
    /// Whether the last commands were those of a hint, given at once.
    followed: bool,
}

/// How somebody else would go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    /// With these commands.
    pub(crate) commands: Vec<Command>,
    /// Why.
    pub(crate) reason: String,
}

impl Hint {
    /// What of it is left after a command; `None` if that was another one, or if only the end of the move is left.
    fn after(&self, command: Command) -> Option<Hint> {
        let (first, rest) = self.commands.split_first()?;
        let goes_on = *first == command && rest != [Command::End];
        goes_on.then(|| Hint { commands: rest.to_vec(), reason: self.reason.clone() })
    }
}

/// How every space can be reached: the last space before it and the number of steps.
pub(super) type Reach = Vec<Option<(Space, u8)>>;

impl Voyage {
    /// The moment after the commands so far; `None` if nobody commands a ship.
    pub(crate) fn moment<'a>(&self, table: &'a Caribbean) -> Option<Activation<'a>> {
        let mut activation = table.activation()?;
        for &command in &self.commands {
            activation.play(command, &mut Deaf).ok()?;
        }
        Some(activation)
    }

    /// The commands so far.
    pub(crate) fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// The act that waits for its ship or haven.
    pub(crate) fn choosing(&self) -> Option<Act> {
        self.choosing
    }

    /// How to go on, for somebody who has asked for it and followed it so far.
    pub(crate) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Keeps a hint that was asked for after these commands, unless the move has gone on meanwhile.
    pub(crate) fn take_hint(&mut self, after: &[Command], hint: Hint) {
        if self.commands == after {
            self.hint = Some(hint);
            self.followed = false;
        }
    }

    /// Whether the hint was carried out and nothing was changed since.
    pub(crate) fn has_followed(&self) -> bool {
        self.followed
    }

    /// Carries the hint out as far as the end of the move: wholly, or not at all.
    pub(crate) fn follow(&mut self, table: &Caribbean) -> Result<(), String> {
        let hint = self.hint.clone().ok_or_else(|| say!("Ask for a suggestion first."))?;
        let mut voyage = self.clone();
        let commands = hint.commands.iter().filter(|command| **command != Command::End);
        commands
            .into_iter()
            .try_for_each(|&command| voyage.give(table, command))
            .map_err(|why| say!("The suggestion can’t be followed any more. {why}"))?;
        // A suggestion to stay leaves nothing to be undone.
        let followed = voyage.commands.len() > self.commands.len();
        *self = Voyage { hint: None, followed, ..voyage };
        Ok(())
    }

    /// Where the hint leads, beginning where the ship is; empty if it does not go anywhere.
    pub(crate) fn hinted_way(&self, table: &Caribbean) -> Vec<Space> {
        let steps = self.hint.iter().flat_map(|hint| &hint.commands).filter_map(|command| match command {
            Command::Step(space) => Some(*space),
            _ => None,
        });
        let ahead: Vec<Space> = steps.collect();
        match self.moment(table) {
            Some(moment) if !ahead.is_empty() => [vec![moment.space()], ahead].concat(),
            _ => Vec::new(),
        }
    }

    /// Whether there is anything to take back.
    pub(crate) fn can_undo(&self) -> bool {
        !self.commands.is_empty()
    }

    /// The spaces that the ship has left behind, oldest first.
    pub(crate) fn trail(&self, table: &Caribbean) -> Vec<Space> {
        let Some(mut activation) = table.activation() else {
            return Vec::new();
        };
        let mut trail = Vec::new();
        for &command in &self.commands {
            if let Command::Step(_) = command {
                trail.push(activation.space());
            }
            if activation.play(command, &mut Deaf).is_err() {
                break;
            }
        }
        trail
    }

    /// Gives one command.
    pub(crate) fn give(&mut self, table: &Caribbean, command: Command) -> Result<(), String> {
        let mut activation = self.moment(table).ok_or_else(|| say!("No ship is yours to command."))?;
        activation.play(command, &mut Deaf).map_err(|illegal| words::refusal(table.board(), &illegal))?;
        self.commands.push(command);
        self.choosing = None;
        self.hint = self.hint.as_ref().and_then(|hint| hint.after(command));
        self.followed = false;
        Ok(())
    }

    /// Sails along a shortest way.
    pub(crate) fn sail(&mut self, table: &Caribbean, to: Space) -> Result<(), String> {
        let activation = self.moment(table).ok_or_else(|| say!("No ship is yours to command."))?;
        match way(&activation, to) {
            Some(way) => way.into_iter().try_for_each(|space| self.give(table, Command::Step(space))),
            None => Err(unreachable_because(&activation, to)),
        }
    }

    /// Why the ship can't sail to a space; `None` if she can, or is there.
    pub(super) fn out_of_reach(&self, table: &Caribbean, space: Space) -> Option<String> {
        let activation = self.moment(table)?;
        let stays = space == activation.space() || way(&activation, space).is_some();
        (!stays).then(|| unreachable_because(&activation, space))
    }

    /// Presses one of the five buttons: does it if there is one way to, otherwise asks which.
    pub(crate) fn act(&mut self, table: &Caribbean, act: Act) -> Result<(), String> {
        let activation = self.moment(table).ok_or_else(|| say!("No ship is yours to command."))?;
        match act.legal(&activation).as_slice() {
            [] => Err(act
                .refusal(&activation)
                .map_or_else(String::new, |illegal| words::refusal(table.board(), &illegal))),
            &[only] => self.give(table, only),
            _ if self.choosing == Some(act) => {
                self.choosing = None;
                Ok(())
            }
            _ => {
                self.choosing = Some(act);
                Ok(())
            }
        }
    }

    /// Takes the last command back; `false` if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.choosing = None;
        self.hint = None;
        self.followed = false;
        self.commands.pop().is_some()
    }

    /// The whole move with its end.
    pub(crate) fn action(&self) -> Option<Action<Command>> {
        let mut commands = self.commands.clone();
        commands.push(Command::End);
        Action::new(&commands)
    }
}

/// The act that could be done with whatever is on this space, and its command.
pub(super) fn act_at(activation: &Activation<'_>, space: Space, choosing: Option<Act>) -> Option<(Act, Command)> {
    let acts = Act::ALL.into_iter().filter(|&act| choosing.is_none_or(|chosen| chosen == act));
    acts.flat_map(|act| act.legal(activation).into_iter().map(move |command| (act, command))).find(|&(act, command)| {
        match command {
            Command::Steal(ship) | Command::Swap(ship) | Command::PassOn(ship) => {
                activation.waters().space(ship) == space
            }
            // A haven beside the ship is first of all a place to sail to.
            Command::DeliverTo(haven) => choosing == Some(act) && haven == space,
            Command::Capture | Command::Deliver => activation.space() == space,
            Command::Step(_) | Command::End => false,
        }
    })
}

/// Every space that the ship can sail to, breadth first and by nothing but what the engine calls legal.
pub(super) fn reach(activation: &Activation<'_>) -> Reach {
    let mut reach: Reach = vec![None; MAX_SPACES];
    let mut front = vec![activation.clone()];
    let start = activation.space();
    let mut steps = 0;
    while !front.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for moment in front {
            for space in moment.legal().steps {
                if space == start || reach[space.index()].is_some() {
                    continue;
                }
                let mut there = moment.clone();
                if there.play(Command::Step(space), &mut Deaf).is_ok() {
                    reach[space.index()] = Some((moment.space(), steps));
                    next.push(there);
                }
            }
        }
        front = next;
    }
    reach
}

fn way(activation: &Activation<'_>, to: Space) -> Option<Vec<Space>> {
    let reach = reach(activation);
    let mut way = Vec::new();
    let mut space = to;
    while space != activation.space() {
        way.push(space);
        (space, _) = reach[space.index()]?;
    }
    way.reverse();
    (!way.is_empty()).then_some(way)
}

fn unreachable_because(activation: &Activation<'_>, to: Space) -> String {
    let board = activation.board();
    let left = activation.steps_left();
    if to == activation.space() {
        return say!("The {ship} is here already.", ship = board.ship_name(activation.ship()));
    }
    match activation.check(Command::Step(to)) {
        Err(illegal) if left == 0 || board.neighbours(activation.space()).contains(to) => {
            words::refusal(board, &illegal)
        }
        _ => match activation.waters().ship_on(to) {
            Some(ship) => {
                say!("The {ship} lies there. Every space has room for one ship.", ship = board.ship_name(ship))
            }
            None => say!("Too far: only {steps} left.", steps = words::steps(left)),
        },
    }
}
