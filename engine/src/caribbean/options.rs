//! House rules: the two printings and the rulings that a table may switch, as variants of one rule set.

use thiserror::Error;

use super::board::{Board, BoardId};
use super::colour::Colour;
use super::ship::SHIPS;
use crate::contract::{ByteSink, Canonical, Malformed, Reader};
use crate::tongue::Worded;

/// The number of this game in terms, digests and transcripts. No other game ever gets it.
pub const GAME_NUMBER: u8 = 1;

/// The most rounds without income that a table may wait for before the game ends.
pub const MAX_NO_INCOME_ROUNDS: u8 = 9;

/// What a haven of a colour without a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnusedHavens {
    /// Ordinary sea: no delivery, no duty to unload.
    Sea,
    /// Closed: no ship may enter.
    Closed,
}

/// The rules that a table may choose. The default is the second printing with the rulings that complete it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// A loaded ship may pass its chest on to an empty neighbour (D1).
    pub pass_on: bool,
    /// A loaded ship whose activation ends on a live haven has to unload there (D3, R31).
    pub must_unload_on_stop: bool,
    /// A ship may also unload from a space beside a live haven (D2).
    pub adjacent_deliver: bool,
    /// How many steps loading a city's chest costs, 0 or 1 (R21).
    pub capture_cost: u8,
    /// In a tie, a thief that is shown beats a card that is kept (R9).
    pub thief_beats_kept: bool,
    /// What havens without a player are (R34).
    pub unused_havens: UnusedHavens,
    /// The richest share the victory; otherwise the worth of the chests in the own havens decides first (R43).
    pub shared_victory: bool,
    /// After how many rounds without income the game ends, once the supply is empty (R45).
    pub no_income_rounds: u8,
}

impl Options {
    /// The second, corrected printing: the default.
    pub const SECOND_PRINTING: Options = Options {
        pass_on: true,
        must_unload_on_stop: true,
        adjacent_deliver: false,
        capture_cost: 0,
        thief_beats_kept: true,
        unused_havens: UnusedHavens::Sea,
        shared_victory: true,
        no_income_rounds: 3,
    };

    /// The first printing to the letter: chests are not passed on, stopping at a haven obliges to nothing, and a ship
    /// may unload from beside a haven.
    pub const FIRST_PRINTING: Options =
        Options { pass_on: false, must_unload_on_stop: false, adjacent_deliver: true, ..Options::SECOND_PRINTING };

    /// Whether all values are ones that the rules know.
    pub fn check(&self) -> Result<(), TermsFault> {
        if self.capture_cost > 1 {
            return Err(TermsFault::CaptureCost { cost: self.capture_cost });
        }
        if !(1..=MAX_NO_INCOME_ROUNDS).contains(&self.no_income_rounds) {
            return Err(TermsFault::NoIncomeRounds { rounds: self.no_income_rounds });
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::SECOND_PRINTING
    }
}

impl Canonical for Options {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(&[
            self.pass_on.into(),
            self.must_unload_on_stop.into(),
            self.adjacent_deliver.into(),
            self.capture_cost,
            self.thief_beats_kept.into(),
            match self.unused_havens {
                UnusedHavens::Sea => 0,
                UnusedHavens::Closed => 1,
            },
            self.shared_victory.into(),
            self.no_income_rounds,
        ]);
    }

    fn read(input: &mut Reader<'_>) -> Result<Options, Malformed> {
        Ok(Options {
            pass_on: input.flag("passing on")?,
            must_unload_on_stop: input.flag("duty to unload")?,
            adjacent_deliver: input.flag("delivery from beside")?,
            capture_cost: input.flag("price for loading")?.into(),
            thief_beats_kept: input.flag("worth of a shown thief")?,
            unused_havens: if input.flag("kind of unused haven")? { UnusedHavens::Closed } else { UnusedHavens::Sea },
            shared_victory: input.flag("shared victory")?,
            no_income_rounds: match input.byte()? {
                rounds @ 1..=MAX_NO_INCOME_ROUNDS => rounds,
                rounds => return Err(Malformed::OutOfRange { what: "number of rounds", value: rounds.into() }),
            },
        })
    }
}

/// Who plays which colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// Chance deals them.
    Dealt,
    /// The players picked; the first entries count, one for each seat.
    Picked([Colour; 4]),
}

impl Colours {
    /// These colours for seats 1, 2 …; `None` if there are more than four or one appears twice.
    pub fn picked(colours: &[Colour]) -> Option<Colours> {
        let mut order = colours.to_vec();
        order.extend(Colour::ALL.into_iter().filter(|colour| !colours.contains(colour)));
        // A colour picked twice leaves the list longer than the four there are.
        order.try_into().ok().map(Colours::Picked)
    }
}

/// What a table agrees on before the first card is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The board, by the hash of its file.
    pub board: BoardId,
    /// How many play, 2 to 4.
    pub seats: u8,
    /// Who plays which colour.
    pub colours: Colours,
    /// The rules.
    pub options: Options,
}

impl Terms {
    /// A table for so many on this board, with dealt colours and the default rules.
    pub fn new(board: &Board, seats: u8) -> Terms {
        Terms { board: board.id(), seats, colours: Colours::Dealt, options: Options::default() }
    }

    /// Whether a game can be played on these terms and this board.
    pub fn check(&self, board: &Board) -> Result<(), TermsFault> {
        if board.id() != self.board {
            return Err(TermsFault::OtherBoard { agreed: self.board, given: board.id() });
        }
        if board.starts().len() != SHIPS {
            return Err(TermsFault::PracticeChart { starts: board.starts().len() });
        }
        if !(2..=4).contains(&self.seats) {
            return Err(TermsFault::Seats { seats: self.seats });
        }
        if let Colours::Picked(colours) = self.colours
            && Colours::picked(&colours[..self.seats.into()]) != Some(self.colours)
        {
            return Err(TermsFault::ColourTwice);
        }
        self.options.check()
    }
}

impl Canonical for Terms {
    fn write(&self, out: &mut impl ByteSink) {
        out.put(self.board.bytes());
        out.put(&[self.seats]);
        match self.colours {
            Colours::Dealt => out.put(&[0]),
            Colours::Picked(colours) => {
                out.put(&[1]);
                out.put(&colours.map(|colour| colour.index() as u8));
            }
        }
        self.options.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Terms, Malformed> {
        let board = BoardId::from_bytes(input.array()?);
        let seats = match input.byte()? {
            seats @ 2..=4 => seats,
            seats => return Err(Malformed::OutOfRange { what: "number of players", value: seats.into() }),
        };
        let colours = if input.flag("way to choose colours")? {
            let mut colours = Colour::ALL;
            for (colour, index) in colours.iter_mut().zip(input.array::<4>()?) {
                *colour = *Colour::ALL
                    .get(usize::from(index))
                    .ok_or(Malformed::OutOfRange { what: "colour", value: index.into() })?;
            }
            // The colours that nobody plays come last and in their order, so that one choice has one encoding.
            match Colours::picked(&colours[..seats.into()]) {
                Some(picked) if picked == Colours::Picked(colours) => picked,
                _ => return Err(Malformed::OutOfRange { what: "choice of colours", value: colours[0].index() as u64 }),
            }
        } else {
            Colours::Dealt
        };
        Ok(Terms { board, seats, colours, options: Options::read(input)? })
    }
}

/// Why no game can be played on some terms.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum TermsFault {
    /// A chart for lessons that a whole game can't begin on.
    #[error("this chart has {starts} starting spaces; a game needs {SHIPS}, one for each ship")]
    PracticeChart {
        /// How many there are.
        starts: usize,
    },
    /// A number of players that the game is not made for.
    #[error("Caribbean is for 2 to 4 players, not {seats}")]
    Seats {
        /// The number.
        seats: u8,
    },
    /// One colour for two seats.
    #[error("every player needs a colour of their own: none may be picked twice, and those left over keep their order")]
    ColourTwice,
    /// A price for loading that is not in the rules.
    #[error("loading a chest costs 0 or 1 steps, not {cost}")]
    CaptureCost {
        /// The price.
        cost: u8,
    },
    /// A game that might end too early, or hardly ever.
    #[error("the game ends after 1 to {MAX_NO_INCOME_ROUNDS} rounds without income, not {rounds}")]
    NoIncomeRounds {
        /// The number.
        rounds: u8,
    },
    /// Another board than the one agreed on.
    #[error("the table agreed on board {agreed}, but this is board {given}: get the board file from the host")]
    OtherBoard {
        /// The hash in the terms.
        agreed: BoardId,
        /// The hash of the board at hand.
        given: BoardId,
    },
}

/// How much money, in thousands, ends the game for so many players.
pub const fn target(seats: usize) -> u16 {
    match seats {
        0..=2 => 62,
        3 => 41,
        _ => 31,
    }
}
