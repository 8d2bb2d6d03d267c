//! Inputs and actions of a game that whoever carries them does not know.

use crate::contract::{Action, Beacon, Canonical, Game, Input, InputOf, Malformed, Seat, SeatMap, Slot};

/// An input of any game, with commands and choices as canonical bytes.
///
/// [`Input::Reveal`] has no counterpart here: no game that a table can choose has hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyInput<'a> {
    /// A seat decides openly.
    Act {
        /// Who.
        seat: Seat,
        /// The action as [`action_bytes`] writes it: the number of commands in one byte, then the commands.
        action: &'a [u8],
    },
    /// A seat has committed to its sealed choice.
    Locked(Seat),
    /// A seat takes its lock back.
    Unlocked(Seat),
    /// The choices in one slot, from every seat that opened it.
    Opened {
        /// The slot that was turned up.
        slot: Slot,
        /// The bytes of what lay there.
        choices: &'a SeatMap<Vec<u8>>,
    },
    /// Fresh joint randomness.
    Chance(Beacon),
    /// A seat's time is up.
    TimedOut(Seat),
    /// A seat left.
    Absent(Seat),
    /// The seat is there again.
    Back(Seat),
}

impl AnyInput<'_> {
    /// The input that the bytes stand for in this game.
    pub(super) fn decode<G: Game>(&self) -> Result<InputOf<G>, Malformed> {
        Ok(match *self {
            AnyInput::Act { seat, action } => Input::Act(seat, Action::from_bytes(action)?),
            AnyInput::Locked(seat) => Input::Locked(seat),
            AnyInput::Unlocked(seat) => Input::Unlocked(seat),
            AnyInput::Opened { slot, choices } => {
                let choice = |(seat, bytes): (Seat, &Vec<u8>)| Ok((seat, G::Choice::from_bytes(bytes)?));
                Input::Opened { slot, choices: choices.iter().map(choice).collect::<Result<_, _>>()? }
            }
            AnyInput::Chance(beacon) => Input::Chance(beacon),
            AnyInput::TimedOut(seat) => Input::TimedOut(seat),
            AnyInput::Absent(seat) => Input::Absent(seat),
            AnyInput::Back(seat) => Input::Back(seat),
        })
    }
}

/// The bytes of an action, for [`AnyInput::Act`].
pub fn action_bytes<K: Canonical + Copy>(action: &Action<K>) -> Vec<u8> {
    action.to_bytes()
}
