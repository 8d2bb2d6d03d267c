//! Positions made by hand, for lessons, puzzles and tests: an untrusted description becomes a game through one checked
//! door.

use std::sync::Arc;

use thiserror::Error;

use super::board::Board;
use super::bribe::MOST_STEPS;
use super::chest::{Chest, ChestSet};
use super::colour::Colour;
use super::options::{Colours, Options, Terms, TermsFault, target};
use super::position::{Phase, Player, Position};
use super::ship::{SHIPS, Ship};
use super::space::{Space, SpaceSet};
use super::table::Caribbean;
use super::waters::{MAX_PLAYERS, Owners, Waters};
use crate::contract::{Seat, SeatSet};

/// The most money, in thousands, that a seat of a scenario can have: far more than a whole game pays.
pub const MAX_PURSE: u16 = 999;

/// A position in the middle of a game. Chests that are not mentioned are in the supply.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The chart.
    pub board: Arc<Board>,
    /// The rules.
    pub options: Options,
    /// The colours of the seats, in seat order: 2 to 4.
    pub colours: Vec<Colour>,
    /// The number of the round.
    pub round: u16,
    /// Where the ships are, and what they carry.
    pub ships: [(Space, Option<Chest>); SHIPS],
    /// The chests in their cities.
    pub in_city: ChestSet,
    /// The chests that were delivered, and to whom.
    pub delivered: Vec<(Chest, Seat)>,
    /// Everybody's money in thousands, in seat order.
    pub money: Vec<u16>,
    /// Rounds in a row without income, since the supply is empty.
    pub quiet_rounds: u8,
}

/// Why a description is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScenarioFault {
    /// The rules or the number of players don't fit.
    #[error(transparent)]
    Terms(#[from] TermsFault),
    /// A space that the board does not have.
    #[error("ship {ship} lies on space {space}, which is not on the chart")]
    NoSuchSpace {
        /// The ship.
        ship: Ship,
        /// The space.
        space: Space,
    },
    /// Two ships on one space.
    #[error("two ships lie on space {space}; there is room for one")]
    SpaceTwice {
        /// The space.
        space: Space,
    },
    /// A chest that the board does not have.
    #[error("chest {} belongs to no city of the chart", .chest.index() + 1)]
    NoSuchChest {
        /// The chest.
        chest: Chest,
    },
    /// A chest in two places.
    #[error("chest {} is in two places", .chest.index() + 1)]
    ChestTwice {
        /// The chest.
        chest: Chest,
    },
    /// A loaded ship where it would have had to unload (R36).
    #[error("ship {ship} lies loaded on a live haven, where she would have had to unload")]
    NotUnloaded {
        /// The ship.
        ship: Ship,
    },
    /// A ship on a haven that is closed.
    #[error("ship {ship} lies on a closed haven")]
    OnClosedHaven {
        /// The ship.
        ship: Ship,
    },
    /// Money for other seats than there are.
    #[error("there are {seats} seats, but money for {given}")]
    Money {
        /// The seats.
        seats: usize,
        /// The amounts given.
        given: usize,
    },
    /// More money than a game has.
    #[error("a purse holds at most {MAX_PURSE},000 doubloons, not {money},000")]
    TooRich {
        /// The money in thousands.
        money: u16,
    },
    /// More steps than any bribe gives.
    #[error("a ship takes at most {MOST_STEPS} steps, not {steps}")]
    TooManySteps {
        /// The steps.
        steps: u8,
    },
    /// A seat that is not at the table.
    #[error("{seat} is not at this table")]
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
}

impl Scenario {
    /// The game at the start of the scenario's round: everybody seals bribes.
    pub fn bribing(&self) -> Result<Caribbean, ScenarioFault> {
        self.build(Phase::Bribing { locked: SeatSet::EMPTY, late: SeatSet::EMPTY })
    }

    /// The game at the moment when `seat` commands `ship` and may take so many steps.
    pub fn commanding(&self, ship: Ship, seat: Seat, steps: u8) -> Result<Caribbean, ScenarioFault> {
        if seat.index() >= self.colours.len() {
            return Err(ScenarioFault::NoSuchSeat { seat });
        }
        if steps > MOST_STEPS {
            return Err(ScenarioFault::TooManySteps { steps });
        }
        self.build(Phase::Activation { ship, seat, steps })
    }

    fn build(&self, phase: Phase) -> Result<Caribbean, ScenarioFault> {
        let terms = self.terms()?;
        let seats = SeatSet::first(self.colours.len());
        let owners = Owners::new(&self.board, &self.options, &self.colours);
        let (waters, supply) = self.waters(&owners)?;
        let mut players = Colour::ALL.map(Player::new);
        for (player, &colour) in players.iter_mut().zip(&self.colours) {
            player.colour = colour;
        }
        let target = target(seats.len());
        let position = Position {
            phase,
            round: self.round,
            owners,
            supply,
            players,
            seats,
            present: seats,
            last_round: waters.money.iter().any(|&money| money >= target),
            decisions: 1,
            wealth_before: waters.wealth(),
            waters,
            quiet_rounds: self.quiet_rounds,
        };
        Ok(Caribbean { board: Arc::clone(&self.board), terms, position })
    }

    fn terms(&self) -> Result<Terms, ScenarioFault> {
        let seats = u8::try_from(self.colours.len()).unwrap_or(u8::MAX);
        if !(2..=MAX_PLAYERS).contains(&self.colours.len()) {
            return Err(TermsFault::Seats { seats }.into());
        }
        let colours = Colours::picked(&self.colours).ok_or(TermsFault::ColourTwice)?;
        self.options.check()?;
        if self.money.len() != self.colours.len() {
            return Err(ScenarioFault::Money { seats: self.colours.len(), given: self.money.len() });
        }
        if let Some(&money) = self.money.iter().find(|&&money| money > MAX_PURSE) {
            return Err(ScenarioFault::TooRich { money });
        }
        Ok(Terms { board: self.board.id(), seats, colours, options: self.options })
    }

    fn waters(&self, owners: &Owners) -> Result<(Waters, ChestSet), ScenarioFault> {
        self.check_ships(owners)?;
        let mut waters = Waters::new(self.ships.map(|(space, _)| space));
        let mut supply = ChestSet::first(self.board.cities().len());
        let mut place = |chest: Chest| {
            if chest.index() >= self.board.cities().len() {
                return Err(ScenarioFault::NoSuchChest { chest });
            }
            if !supply.contains(chest) {
                return Err(ScenarioFault::ChestTwice { chest });
            }
            supply.remove(chest);
            Ok(())
        };
        for (ship, (_, chest)) in Ship::ALL.into_iter().zip(self.ships) {
            if let Some(chest) = chest {
                place(chest)?;
                waters.cargo = waters.cargo.with(ship, Some(chest));
            }
        }
        for chest in self.in_city {
            place(chest)?;
            waters.in_city.insert(chest);
        }
        for &(chest, seat) in &self.delivered {
            if seat.index() >= self.colours.len() {
                return Err(ScenarioFault::NoSuchSeat { seat });
            }
            place(chest)?;
            waters.deliveries = waters.deliveries.with(chest, seat);
        }
        for (purse, &money) in waters.money.iter_mut().zip(&self.money) {
            *purse = money;
        }
        Ok((waters, supply))
    }

    fn check_ships(&self, owners: &Owners) -> Result<(), ScenarioFault> {
        let mut taken = SpaceSet::EMPTY;
        for (ship, (space, chest)) in Ship::ALL.into_iter().zip(self.ships) {
            if !self.board.all_spaces().contains(space) {
                return Err(ScenarioFault::NoSuchSpace { ship, space });
            }
            if taken.contains(space) {
                return Err(ScenarioFault::SpaceTwice { space });
            }
            if owners.closed().contains(space) {
                return Err(ScenarioFault::OnClosedHaven { ship });
            }
            if self.options.must_unload_on_stop && chest.is_some() && owners.live().contains(space) {
                return Err(ScenarioFault::NotUnloaded { ship });
            }
            taken.insert(space);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caribbean::planner::Planner;
    use crate::contract::{Game, Secrets, Viewer};

    fn scenario() -> Scenario {
        let board = Board::standard();
        let starts = board.starts().to_vec();
        Scenario {
            board,
            options: Options::default(),
            colours: vec![Colour::Red, Colour::Blue],
            round: 1,
            ships: std::array::from_fn(|index| (starts[index], None)),
            in_city: ChestSet::EMPTY,
            delivered: Vec::new(),
            money: vec![0, 0],
            quiet_rounds: 0,
        }
    }

    fn seat(index: usize) -> Seat {
        Seat::new(index).expect("a seat")
    }

    #[test]
    fn purses_and_steps_have_limits() {
        let rich = Scenario { money: vec![MAX_PURSE + 1, 0], ..scenario() };
        assert_eq!(rich.bribing().err(), Some(ScenarioFault::TooRich { money: 1_000 }));
        assert!(Scenario { money: vec![MAX_PURSE; 2], ..scenario() }.bribing().is_ok());
        let far = scenario().commanding(Ship::A, seat(0), MOST_STEPS + 1);
        assert_eq!(far.err(), Some(ScenarioFault::TooManySteps { steps: 6 }));
        let foreign = scenario().commanding(Ship::A, seat(2), 1);
        assert_eq!(foreign.err(), Some(ScenarioFault::NoSuchSeat { seat: seat(2) }));
    }

    #[test]
    fn a_seat_that_is_not_at_the_table_sees_and_commands_nothing() {
        let table = scenario().bribing().expect("a good position");
        assert!(table.imagine(Ship::A, seat(7), 5).is_none());
        assert!(table.view(Viewer::Seat(seat(7), &Secrets::default())).own().is_none());
        let activation = table.imagine(Ship::A, seat(1), u8::MAX).expect("a seat at the table");
        assert_eq!(activation.steps_left(), MOST_STEPS);
        let mut planner = Planner::new();
        assert!(planner.plan(&activation).count() > 1 && planner.is_complete());
    }
}
