//! The round of the tutorial: three captains, six ships on their starting spaces, and what everybody does.
//!
//! The Arriba is two steps from the person's money. The Bravo is two steps from Mate's, and a thief makes that one too
//! few. With the Caribic, for which Mate bribes as much, her chest can be fetched. The Evita shows a tie that nobody
//! breaks.

use doubloons_engine::bots::{Bot, Cancel, Level};
use doubloons_engine::caribbean::{
    Board, Card, Caribbean, Chest, ChestSet, Choice, Colour, Command, Event, Options, Phase, Scenario, ScenarioFault,
    Ship, Space, View, tie_slot,
};
use doubloons_engine::contract::{Action, Sealed, Seat};
use doubloons_engine::local::LocalTable;
use doubloons_words::{mark, tr};

use crate::game::crew::Decision;
use crate::game::draft::{BERTHS, Berth};
use crate::game::log::Cast;
use crate::game::model::Model;
use crate::game::setup::{Printing, Setup};
use crate::game::shown::Shown;
use crate::game::table::{Practice, Table};

/// What the person is called on to lay, in the order of [`Berth::ALL`].
const OWN: [Card; BERTHS] = [Card::Three, Card::Thief, Card::Five, Card::Zero, Card::One, Card::Two, Card::Four];

/// What the others lay, in seat order.
const OTHERS: [[Card; BERTHS]; 2] = [
    [Card::Zero, Card::Two, Card::Five, Card::Three, Card::One, Card::Thief, Card::Four],
    [Card::Thief, Card::One, Card::Two, Card::Four, Card::Zero, Card::Three, Card::Five],
];

/// Where the ships lie, A to F.
const SHIPS: [usize; 6] = [50, 11, 44, 63, 8, 66];

/// The spaces of the towns whose chests lie open: San Juan, Pensacola, Portobelo, Cartagena, Veracruz and Nassau.
const TOWNS: [usize; 6] = [42, 3, 72, 73, 18, 14];

/// What the coach says to the suggested bribes.
const ADVICE: &str = mark("Little rum for ships that can do little for you: every card is laid, and none is wasted.");

/// A space by its number on the chart.
pub(super) fn space(number: usize) -> Space {
    Space::from_number(number).expect("spaces of lessons are on the chart")
}

/// The towns whose chests lie open, as spaces.
pub(super) fn open_towns() -> Vec<Space> {
    TOWNS.into_iter().map(space).collect()
}

/// Where the ships lie at the beginning.
pub(super) fn ships() -> Vec<Space> {
    SHIPS.into_iter().map(space).collect()
}

/// The person's havens.
pub(super) fn havens() -> Vec<Space> {
    let board = Board::standard();
    board.spaces().filter(|&space| board.haven(space) == Some(Colour::Red)).collect()
}

/// Where this card is to lie.
pub(super) fn berth_for(card: Card) -> Option<Berth> {
    let index = OWN.iter().position(|&own| own == card)?;
    Berth::ALL.get(index).copied()
}

/// Who plays: the person and two bots. Whoever plays on after the lesson does so against beginners.
fn setup() -> Setup {
    Setup { opponents: 2, level: Level::Deckhand, printing: Printing::Second, seed: 1 }
}

fn scenario() -> Scenario {
    let board = Board::standard();
    let chest_at = |number| {
        let town = board.cities().iter().position(|city| city.space == space(number));
        town.and_then(Chest::from_index)
    };
    let mut in_city = ChestSet::EMPTY;
    TOWNS.into_iter().filter_map(chest_at).for_each(|chest| in_city.insert(chest));
    Scenario {
        options: Options::SECOND_PRINTING,
        colours: vec![Colour::Red, Colour::Blue, Colour::Yellow],
        round: 1,
        ships: SHIPS.map(|number| (space(number), None)),
        in_city,
        delivered: Vec::new(),
        money: vec![0; 3],
        quiet_rounds: 0,
        board,
    }
}

impl Model {
    /// The table of the tutorial: dealt by hand, and otherwise a practice table like any other.
    pub(crate) fn lesson() -> Result<Model, ScenarioFault> {
        let setup = setup();
        let scenario = scenario();
        let table = LocalTable::new(scenario.bribing()?, setup.seed);
        let mut model = Model::new(Table::Practice(Box::new(Practice::of_lesson(setup, table))), setup.names());
        model.shown = Shown::of(model.table.game());
        let cast = Cast { names: &model.names, human: Some(setup.human()) };
        let value = |chest| scenario.board.value(chest);
        let dealt = scenario.in_city.into_iter().map(|chest| Event::ChestTurnedUp { chest, value: value(chest) });
        for event in dealt.chain([Event::RoundBegan { round: scenario.round }]) {
            model.logbook.write(&event, &model.shown, &scenario.board, &cast);
            model.shown.apply(&event);
        }
        Ok(model)
    }
}

/// The bot at one of the seats: it does what the script says, and plays by itself when the lesson is over.
pub(crate) fn actor(setup: &Setup, seat: Seat, cancel: Cancel) -> Box<dyn Bot<Caribbean>> {
    Box::new(Actor { seat, afterwards: setup.bot(seat, cancel) })
}

/// What the coach suggests in the lesson's round.
pub(crate) fn suggestion(view: &View) -> Option<Decision> {
    let rehearsed = view.table().round() == 1;
    rehearsed.then(|| Decision::Suggestion { choices: sealed(&OWN), advice: Some(tr(ADVICE).to_owned()) })
}

struct Actor {
    seat: Seat,
    afterwards: Box<dyn Bot<Caribbean>>,
}

impl Bot<Caribbean> for Actor {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        let cards = self.seat.index().checked_sub(1).and_then(|index| OTHERS.get(index));
        match (*table.phase(), cards) {
            (Phase::Bribing { .. }, Some(cards)) if table.round() == 1 => sealed(cards),
            (Phase::TieSeal { tie, .. }, _) if table.round() == 1 => {
                [(tie_slot(tie.ship), Choice::Keep)].into_iter().collect()
            }
            _ => self.afterwards.seal(view),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let table = view.table();
        let ship = match *table.phase() {
            Phase::Activation { ship, .. } if table.round() == 1 => Some(ship),
            _ => None,
        };
        match ship.and_then(|ship| Action::new(&course(ship))) {
            Some(action) => action,
            None => self.afterwards.act(view),
        }
    }
}

/// What whoever commands this ship does with her.
fn course(ship: Ship) -> Vec<Command> {
    let step = |number| Command::Step(space(number));
    match ship {
        Ship::B => vec![step(3), Command::Capture, Command::End],
        Ship::D => vec![step(72), Command::Capture, step(62), step(54), Command::Deliver, Command::End],
        Ship::F => vec![step(74), step(73), Command::Capture, Command::End],
        // The person commands two of these, and nobody the third.
        Ship::A | Ship::C | Ship::E => vec![Command::End],
    }
}

fn sealed(cards: &[Card; BERTHS]) -> Sealed<Choice> {
    Berth::ALL.into_iter().zip(cards).map(|(berth, &card)| (berth.slot(), Choice::Card(card))).collect()
}
