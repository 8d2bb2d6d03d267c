//! What a practice game is begun with.

use doubloons_engine::bots::{Bot, Cancel, Level};
use doubloons_engine::caribbean::{Board, Caribbean, Options, Terms, TermsFault};
use doubloons_engine::contract::{Dice, Seat};
use doubloons_engine::local::LocalTable;
use doubloons_words::say;

/// Which printing of the rules is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Printing {
    /// The corrected one.
    #[default]
    Second,
    /// The first, to the letter.
    First,
}

impl Printing {
    /// Its rules.
    pub(crate) fn options(self) -> Options {
        match self {
            Printing::Second => Options::SECOND_PRINTING,
            Printing::First => Options::FIRST_PRINTING,
        }
    }
}

/// What a practice game is begun with. The same setup and the same decisions give the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setup {
    /// How many bots play against the person, 1 to 3.
    pub(crate) opponents: u8,
    /// How well they play.
    pub(crate) level: Level,
    /// The printing.
    pub(crate) printing: Printing,
    /// Where all chance of this game comes from.
    pub(crate) seed: u64,
}

impl Setup {
    /// The level that is chosen at first: solid, so that the first game is a game.
    pub(crate) const FIRST_LEVEL: Level = Level::Bosun;

    /// How many bots there may be.
    pub(crate) const OPPONENTS: std::ops::RangeInclusive<u8> = 1..=3;

    /// The seat of the person: always the first, since colours are dealt anyway.
    pub(crate) fn human(&self) -> Seat {
        const FIRST: Seat = match Seat::new(0) {
            Some(seat) => seat,
            None => panic!("every table has a first seat"),
        };
        FIRST
    }

    /// The table, before chance has dealt.
    pub(crate) fn table(&self) -> Result<LocalTable<Caribbean>, TermsFault> {
        let board = Board::standard();
        let terms = Terms { options: self.printing.options(), ..Terms::new(&board, self.opponents + 1) };
        Ok(LocalTable::new(Caribbean::new(&terms, board)?, self.seed))
    }

    /// Everybody's name in seat order, the person's first.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = [say!("You"), say!("Mate"), say!("Gunner"), say!("Cook")];
        names.into_iter().take(usize::from(self.opponents) + 1).collect()
    }

    /// A bot for one of the seats, that can be called off.
    pub(super) fn bot(&self, seat: Seat, cancel: Cancel) -> Box<dyn Bot<Caribbean>> {
        let seed = self.seed.wrapping_mul(31).wrapping_add(seat.index() as u64 + 1);
        self.level.bot(seed, self.level.budget(), cancel)
    }

    /// The setup of the next game with the same opponents.
    #[must_use]
    pub(crate) fn rematch(&self) -> Setup {
        Setup { seed: Dice::from_seed(self.seed).word(), ..*self }
    }
}
