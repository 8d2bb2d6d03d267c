//! The commands of an activation.

use std::fmt;

use super::ship::Ship;
use super::space::Space;
use crate::contract::{ByteSink, Canonical, Malformed, Reader};

/// One command to the active ship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// Sail to a neighbouring space.
    Step(Space),
    /// Take the chest of the city at this space.
    Capture,
    /// Take the chest of a neighbouring ship.
    Steal(Ship),
    /// Exchange chests with a neighbouring ship.
    Swap(Ship),
    /// Give the chest to a neighbouring empty ship.
    PassOn(Ship),
    /// Unload at the haven where the ship is.
    Deliver,
    /// Unload at a haven beside the ship (first printing only).
    DeliverTo(Space),
    /// The activation is over.
    End,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Step(space) => write!(f, "step {space}"),
            Command::Capture => f.write_str("capture"),
            Command::Steal(ship) => write!(f, "steal {ship}"),
            Command::Swap(ship) => write!(f, "swap {ship}"),
            Command::PassOn(ship) => write!(f, "pass {ship}"),
            Command::Deliver => f.write_str("deliver"),
            Command::DeliverTo(space) => write!(f, "deliver {space}"),
            Command::End => f.write_str("end"),
        }
    }
}

// Two bytes a command: what, and where. Numbers are never used for anything else again.
const STEP: u8 = 1;
const CAPTURE: u8 = 2;
const STEAL: u8 = 3;
const SWAP: u8 = 4;
const PASS_ON: u8 = 5;
const DELIVER: u8 = 6;
const DELIVER_TO: u8 = 7;
const END: u8 = 8;

impl Canonical for Command {
    fn write(&self, out: &mut impl ByteSink) {
        let (what, whereto) = match *self {
            Command::Step(space) => (STEP, space.index()),
            Command::Capture => (CAPTURE, 0),
            Command::Steal(ship) => (STEAL, ship.index()),
            Command::Swap(ship) => (SWAP, ship.index()),
            Command::PassOn(ship) => (PASS_ON, ship.index()),
            Command::Deliver => (DELIVER, 0),
            Command::DeliverTo(space) => (DELIVER_TO, space.index()),
            Command::End => (END, 0),
        };
        out.put(&[what, whereto as u8]);
    }

    fn read(input: &mut Reader<'_>) -> Result<Command, Malformed> {
        let [what, whereto] = input.array()?;
        let bad = |what| Malformed::OutOfRange { what, value: whereto.into() };
        let space = || Space::from_index(whereto.into()).ok_or(bad("space"));
        let ship = || Ship::from_index(whereto.into()).ok_or(bad("ship"));
        let alone = |command| {
            if whereto == 0 { Ok(command) } else { Err(bad("filler")) }
        };
        match what {
            STEP => Ok(Command::Step(space()?)),
            CAPTURE => alone(Command::Capture),
            STEAL => Ok(Command::Steal(ship()?)),
            SWAP => Ok(Command::Swap(ship()?)),
            PASS_ON => Ok(Command::PassOn(ship()?)),
            DELIVER => alone(Command::Deliver),
            DELIVER_TO => Ok(Command::DeliverTo(space()?)),
            END => alone(Command::End),
            _ => Err(Malformed::OutOfRange { what: "command", value: what.into() }),
        }
    }
}
