//! The five things a ship can do besides sailing, as buttons: possible or why not.

use doubloons_engine::caribbean::{Activation, Command, Illegal, Ship};
use doubloons_words::{say, say_count, tr};

use super::words;

/// Something a ship can do besides sailing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Take the chest of the town.
    Capture,
    /// Take the chest of a neighbour.
    Steal,
    /// Exchange chests with a neighbour.
    Swap,
    /// Give the chest to a neighbour.
    PassOn,
    /// Unload at a haven.
    Deliver,
}

impl Act {
    /// All five, in the order of their buttons.
    pub(crate) const ALL: [Act; 5] = [Act::Capture, Act::Steal, Act::Swap, Act::PassOn, Act::Deliver];

    /// The act as the words of a button; `about` is what it is about, which begins with the amount.
    pub(crate) fn called(self, about: &str) -> String {
        let verb = match self {
            Act::Capture => tr("Capture"),
            Act::Steal => tr("Steal"),
            Act::Swap => tr("Swap"),
            Act::PassOn => tr("Pass On"),
            Act::Deliver => tr("Deliver"),
        };
        // The ship that it is done with is plain to see; the amount is enough.
        let amount = about.split(' ').next().unwrap_or_default();
        match self {
            Act::Swap => format!("{verb} {about}"),
            _ if amount.is_empty() => verb.to_owned(),
            _ => format!("{verb} {amount}"),
        }
    }

    /// The commands that are this act, legal or not; empty only if there is nothing beside the ship to do it with.
    pub(super) fn candidates(self, activation: &Activation<'_>) -> Vec<Command> {
        let beside = || {
            let near = activation.board().neighbours(activation.space());
            Ship::ALL
                .into_iter()
                .filter(|&ship| ship != activation.ship() && near.contains(activation.waters().space(ship)))
                .collect::<Vec<Ship>>()
        };
        match self {
            Act::Capture => vec![Command::Capture],
            Act::Steal => beside().into_iter().map(Command::Steal).collect(),
            Act::Swap => beside().into_iter().map(Command::Swap).collect(),
            Act::PassOn => beside().into_iter().map(Command::PassOn).collect(),
            Act::Deliver => {
                let havens = activation.legal().deliver_to;
                [Command::Deliver].into_iter().chain(havens.into_iter().map(Command::DeliverTo)).collect()
            }
        }
    }

    /// The commands of this act that are legal now.
    pub(super) fn legal(self, activation: &Activation<'_>) -> Vec<Command> {
        let legal = activation.legal();
        self.candidates(activation).into_iter().filter(|&command| legal.contains(command)).collect()
    }

    /// Why no command of this act is legal; `None` if one is.
    pub(super) fn refusal(self, activation: &Activation<'_>) -> Option<Illegal> {
        let mut refusal = None;
        for command in self.candidates(activation) {
            match activation.check(command) {
                Ok(()) => return None,
                Err(illegal) => {
                    refusal.get_or_insert(illegal);
                }
            }
        }
        // Nobody is beside her; ask about any other ship to hear what is missing.
        refusal.or_else(|| {
            let other = Ship::ALL.into_iter().find(|&ship| ship != activation.ship())?;
            Some(Illegal::ShipNotAdjacent { ship: other })
        })
    }
}

/// One of the five buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chip {
    /// What it does.
    pub(crate) act: Act,
    /// Whether it can be done now.
    pub(crate) ready: bool,
    /// Whether it waits for the ship or haven to do it with.
    pub(crate) choosing: bool,
    /// With what it would be done, or why it can't be.
    pub(crate) detail: String,
}

impl Chip {
    pub(super) fn new(act: Act, activation: &Activation<'_>, choosing: Option<Act>) -> Chip {
        let commands = act.legal(activation);
        let detail = match (commands.as_slice(), act.refusal(activation)) {
            ([], Some(illegal)) => words::refusal_short(activation.board(), &illegal),
            ([only], _) => detail(*only, activation),
            ([], None) => String::new(),
            (several, _) => say_count!(several.len(), "1 way", "{count} ways"),
        };
        Chip { act, ready: !commands.is_empty(), choosing: choosing == Some(act), detail }
    }
}

/// What one command would do, in the few words that fit on a button.
pub(super) fn detail(command: Command, activation: &Activation<'_>) -> String {
    let board = activation.board();
    let cargo = |ship| activation.waters().cargo().get(ship).map_or(0, |chest| u16::from(board.value(chest)));
    let own = cargo(activation.ship());
    match command {
        Command::Capture => {
            let value = board.city_at(activation.space()).map_or(0, |chest| u16::from(board.value(chest)));
            format!("{}, +{}", words::doubloons(value), words::doubloons(2))
        }
        Command::Steal(ship) => {
            say!("{amount} from {ship}", amount = words::doubloons(cargo(ship)), ship = board.ship_name(ship))
        }
        Command::Swap(ship) => {
            say!("{own} for {other}", own = words::doubloons(own), other = words::doubloons(cargo(ship)))
        }
        Command::PassOn(ship) => {
            say!("{amount} to {ship}", amount = words::doubloons(own), ship = board.ship_name(ship))
        }
        Command::Deliver => say!("{amount} here", amount = words::doubloons(own)),
        Command::DeliverTo(space) => {
            say!("{amount} at {place}", amount = words::doubloons(own), place = words::place(board, space))
        }
        Command::Step(_) | Command::End => String::new(),
    }
}
