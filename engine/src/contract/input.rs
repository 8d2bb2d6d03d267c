//! Everything that can happen to a game.

use arrayvec::ArrayVec;

use super::canonical::{ByteSink, Canonical, Malformed, Reader};
use super::chance::Beacon;
use super::hidden::{Face, Handle};
use super::seat::{Seat, SeatMap};
use super::slot::Slot;

/// The most commands in one action. Far above what any outcome needs; it bounds what a peer can send.
pub const MAX_COMMANDS: usize = 96;

/// One open decision of a seat: a list of commands, the last of which ends it. Games whose decisions are single steps
/// have lists of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action<K>(ArrayVec<K, MAX_COMMANDS>);

impl<K> Default for Action<K> {
    fn default() -> Self {
        Action(ArrayVec::new_const())
    }
}

impl<K: Copy> Action<K> {
    /// The action of these commands, or `None` if they are more than [`MAX_COMMANDS`].
    pub fn new(commands: &[K]) -> Option<Action<K>> {
        ArrayVec::try_from(commands).ok().map(Action)
    }

    /// Adds a command; refused (`false`) when the action is full.
    pub fn push(&mut self, command: K) -> bool {
        self.0.try_push(command).is_ok()
    }

    /// The commands in order.
    pub fn commands(&self) -> &[K] {
        &self.0
    }
}

/// The number of commands in one byte, then the commands.
impl<K: Canonical + Copy> Canonical for Action<K> {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[self.0.len() as u8]);
        self.0.iter().for_each(|command| command.write(out));
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, Malformed> {
        let count = input.byte()?;
        if usize::from(count) > MAX_COMMANDS {
            return Err(Malformed::OutOfRange { what: "number of commands", value: count.into() });
        }
        (0..count).map(|_| K::read(input)).collect::<Result<_, _>>().map(Action)
    }
}

/// Everything that can happen to a game. `K` is its command, `C` its sealed choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input<K, C> {
    /// A seat decides openly.
    Act(Seat, Action<K>),
    /// A seat has committed to its sealed choice; the choice itself stays with the seat.
    Locked(Seat),
    /// A seat takes its lock back, possible until the last one has locked.
    Unlocked(Seat),
    /// The choices in one slot, from every seat that opened it. A seat that is missing has withheld its choice.
    Opened {
        /// The slot that was turned up.
        slot: Slot,
        /// What lay there.
        choices: SeatMap<C>,
    },
    /// Fresh joint randomness.
    Chance(Beacon),
    /// The owner turns up a hidden card; whoever calls has checked the proof that this is its face.
    Reveal {
        /// The card.
        handle: Handle,
        /// Its face.
        face: Face,
    },
    /// A seat's time for the decision that the table waits for is up. The game does without it what it does by default,
    /// this once; the seat stays at the table.
    TimedOut(Seat),
    /// A seat left. It is not waited for until it is back.
    Absent(Seat),
    /// The seat is there again (the same person, or somebody who plays for it).
    Back(Seat),
}

// The discriminants of inputs on the wire and in transcripts. Numbers are never used for anything else again.
const ACT: u8 = 1;
const LOCKED: u8 = 2;
const UNLOCKED: u8 = 3;
const OPENED: u8 = 4;
const CHANCE: u8 = 5;
const REVEAL: u8 = 6;
const ABSENT: u8 = 7;
const BACK: u8 = 8;
const TIMED_OUT: u8 = 9;

impl<K: Canonical + Copy, C: Canonical> Canonical for Input<K, C> {
    fn write(&self, out: &mut impl ByteSink) {
        match self {
            Input::Act(seat, action) => {
                out.put(&[ACT]);
                seat.write(out);
                action.write(out);
            }
            Input::Locked(seat) => {
                out.put(&[LOCKED]);
                seat.write(out);
            }
            Input::Unlocked(seat) => {
                out.put(&[UNLOCKED]);
                seat.write(out);
            }
            Input::Opened { slot, choices } => {
                out.put(&[OPENED]);
                slot.write(out);
                choices.write(out);
            }
            Input::Chance(beacon) => {
                out.put(&[CHANCE]);
                out.put(&beacon.0);
            }
            Input::Reveal { handle, face } => {
                out.put(&[REVEAL]);
                handle.write(out);
                face.write(out);
            }
            Input::TimedOut(seat) => {
                out.put(&[TIMED_OUT]);
                seat.write(out);
            }
            Input::Absent(seat) => {
                out.put(&[ABSENT]);
                seat.write(out);
            }
            Input::Back(seat) => {
                out.put(&[BACK]);
                seat.write(out);
            }
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(match input.byte()? {
            ACT => Input::Act(Seat::read(input)?, Action::read(input)?),
            LOCKED => Input::Locked(Seat::read(input)?),
            UNLOCKED => Input::Unlocked(Seat::read(input)?),
            OPENED => Input::Opened { slot: Slot::read(input)?, choices: SeatMap::read(input)? },
            CHANCE => Input::Chance(Beacon(input.array()?)),
            REVEAL => Input::Reveal { handle: Handle::read(input)?, face: Face::read(input)? },
            ABSENT => Input::Absent(Seat::read(input)?),
            BACK => Input::Back(Seat::read(input)?),
            TIMED_OUT => Input::TimedOut(Seat::read(input)?),
            unknown => {
                return Err(Malformed::OutOfRange { what: "kind of input", value: unknown.into() });
            }
        })
    }
}
