//! A marked copy of a game that can't go on: while too few of its voters are there, whoever waits may play on alone
//! against stand-ins. The copy is another game on one computer. It signs and sends nothing and has no transcript, so
//! that it can never pass for the game that it was copied from; and that game stays where it is until the others are
//! back.

use std::fmt;

use doubloons_engine::any::{AnyEvent, AnyGame, AnyInput, AnyView, Refused, SealedBytes};
use doubloons_engine::contract::{Dice, EventSink, MAX_SEATS, Seat, SeatMap, SeatSet, SlotSet, Turn};
use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::genesis::{GameId, Name};
use super::peer::{Occasion, Question};
use super::statement::Head;
use super::words::TableWords;

/// Where a copy was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The game that waits.
    pub game: GameId,
    /// Its log as it was on this computer.
    pub head: Head,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = TableWords::of(self.game);
        write!(f, "a copy of the game “{words}” after its entry {}, not the game itself", self.head.index)
    }
}

/// Why there is no copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
pub enum NoCopy {
    /// Nothing keeps the table from going on.
    #[error("enough players are there: the table itself can go on")]
    TableGoesOn,
    /// There is nothing to play on.
    #[error("the game is over")]
    Over,
    /// Whoever asks does not play.
    #[error("only a player can go on in a copy")]
    NoSeat,
    /// No bot is called that.
    #[error("there is no bot of this level")]
    NoSuchBot,
}

/// Who plays a seat of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The person at this computer.
    Person,
    /// A bot of this level.
    Bot(Name),
}

/// A seat on its way into a copy.
pub(super) struct CopiedSeat {
    pub(super) player: Player,
    /// What this computer has sealed for it and knows.
    pub(super) sealed: SealedBytes,
    /// Where something lies that this computer can't open.
    pub(super) unknown: SlotSet,
}

/// A game that goes on without those who are away.
#[derive(Clone)]
pub struct MarkedCopy {
    origin: Origin,
    game: AnyGame,
    players: SeatMap<Player>,
    secrets: [SealedBytes; MAX_SEATS],
    /// Where something lies of each seat that nobody here can open.
    unknown: [SlotSet; MAX_SEATS],
    chance: Dice,
    seed: u64,
    /// How much has happened: every decision of a bot has a seed of its own.
    steps: u64,
}

impl fmt::Debug for MarkedCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MarkedCopy({:?}, {:?})", self.origin, self.game.turn())
    }
}

impl MarkedCopy {
    /// A copy of this game. Its chance and its bots follow from the seed, and from nothing of the game's own.
    pub(super) fn new(origin: Origin, game: AnyGame, seats: SeatMap<CopiedSeat>, seed: u64) -> MarkedCopy {
        let mut copy = MarkedCopy {
            origin,
            game,
            players: SeatMap::default(),
            secrets: std::array::from_fn(|_| SealedBytes::default()),
            unknown: [SlotSet::EMPTY; MAX_SEATS],
            chance: Dice::from_seed(seed),
            seed,
            steps: 0,
        };
        for (seat, copied) in seats.iter() {
            copy.players.insert(seat, copied.player.clone());
            copy.secrets[seat.index()] = copied.sealed.clone();
            copy.unknown[seat.index()] = copied.unknown;
        }
        copy
    }

    /// Which game this is a copy of, and from where on.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The game as it goes on here.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who plays this seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat)
    }

    /// What this seat sees, given what it has sealed.
    pub fn view(&self, seat: Seat) -> Result<AnyView, Refused> {
        self.game.view(seat, &self.secrets[seat.index()])
    }

    /// Seals a seat's choices.
    pub fn seal(
        &mut self,
        seat: Seat,
        choices: &SealedBytes,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refused> {
        self.game.check_seal(seat, choices)?;
        self.play(&AnyInput::Locked(seat), events)?;
        choices.iter().for_each(|(slot, choice)| self.secrets[seat.index()].insert(slot, choice));
        Ok(())
    }

    /// Takes a seat's lock back.
    pub fn unlock(&mut self, seat: Seat, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        self.play(&AnyInput::Unlocked(seat), events)
    }

    /// Lets a seat decide openly, in the engine's own encoding.
    pub fn act(&mut self, seat: Seat, action: &[u8], events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        self.play(&AnyInput::Act { seat, action }, events)
    }

    /// Lets everything happen that nobody has to decide on, until somebody has to or the game is over: chance, openings,
    /// and stand-ins that take their seats.
    pub fn advance(&mut self, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        self.seat_stand_ins(events)?;
        loop {
            match self.game.turn() {
                Turn::Chance(_) => {
                    let beacon = self.chance.beacon();
                    self.play(&AnyInput::Chance(beacon), events)?;
                }
                Turn::Open { slot, seats } => {
                    let sealed = |seat: Seat| Some((seat, self.secrets[seat.index()].get(slot)?.to_vec()));
                    let choices: SeatMap<Vec<u8>> = seats.into_iter().filter_map(sealed).collect();
                    self.play(&AnyInput::Opened { slot, choices: &choices }, events)?;
                    let turned_up = SlotSet::only(slot);
                    for unknown in &mut self.unknown {
                        *unknown = SlotSet::from_bits(unknown.bits() & !turned_up.bits());
                    }
                }
                Turn::Seat(_) | Turn::Seal { .. } | Turn::Reveal { .. } | Turn::Over(_) => return Ok(()),
            }
            self.seat_stand_ins(events)?;
        }
    }

    /// What the bots have to decide now. Their answers come by [`seal`](MarkedCopy::seal) and [`act`](MarkedCopy::act).
    pub fn questions(&self) -> Vec<Question> {
        let sealed = matches!(self.game.turn(), Turn::Seal { .. });
        let occasion = Occasion { decision: self.game.decisions(), turn: (!sealed).then_some(self.steps) };
        let mut questions = Vec::new();
        for seat in self.deciding() {
            let (Some(Player::Bot(level)), Ok(view)) = (self.player(seat), self.view(seat)) else { continue };
            let place = self.steps * MAX_SEATS as u64 + seat.index() as u64;
            let seed = Dice::from_seed(self.seed ^ Dice::from_seed(place).word()).word();
            questions.push(Question { seat, level: level.clone(), seed, occasion, view });
        }
        questions
    }

    /// The seats of the person at this computer that have to decide now.
    pub fn awaited(&self) -> SeatSet {
        let own = |seat: &Seat| self.player(*seat) == Some(&Player::Person);
        self.deciding().into_iter().filter(own).collect()
    }

    fn deciding(&self) -> SeatSet {
        let turn = self.game.turn();
        if let Turn::Seat(_) | Turn::Seal { .. } = turn { turn.waiting_for() } else { SeatSet::EMPTY }
    }

    /// Whoever has something lying there that can't be opened here sits out until it counts for nothing any more, as at
    /// a table; everybody else is there.
    fn seat_stand_ins(&mut self, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        for seat in self.players.seats() {
            let turn = self.game.turn();
            if let Turn::Over(_) = turn {
                return Ok(());
            }
            let unknown = self.unknown[seat.index()];
            let afresh = matches!(turn, Turn::Seal { slots, .. } if unknown.iter().all(|slot| slots.contains(slot)));
            let present = self.game.present().contains(seat);
            if !unknown.is_empty() && !afresh {
                if present {
                    self.play(&AnyInput::Absent(seat), events)?;
                }
                continue;
            }
            if !present {
                self.play(&AnyInput::Back(seat), events)?;
            }
            let locked = matches!(turn, Turn::Seal { locked, .. } if locked.contains(seat));
            if !unknown.is_empty() && locked {
                self.play(&AnyInput::Unlocked(seat), events)?;
            }
            self.unknown[seat.index()] = SlotSet::EMPTY;
        }
        Ok(())
    }

    fn play(&mut self, input: &AnyInput<'_>, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refused> {
        self.game.play(input, events)?;
        self.steps += 1;
        Ok(())
    }
}
