//! Fixture board F, and a table that checks after every input what has to hold always.

use std::sync::Arc;

use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::{
    BRIBES, Board, CHESTS, Card, Caribbean, Chest, Choice, Colour, Command, Event, Illegal, Options, Phase, Player,
    Reserve, Scenario, Ship, Space, SpaceSet, Whereabouts, tie_slot,
};
use doubloons_engine::contract::{Action, Beacon, Game, Input, InputOf, Outcome, Sealed, Seat, SeatMap, SeatSet, Turn};
use doubloons_engine::local::LocalTable;

pub(crate) const RED: Seat = seat(0);
pub(crate) const BLUE: Seat = seat(1);
pub(crate) const YELLOW: Seat = seat(2);
pub(crate) const GREEN: Seat = seat(3);

/// City X on f1, chest of 5,000.
pub(crate) const X: Chest = chest(0);
/// City Y on f5, chest of 8,000.
pub(crate) const Y: Chest = chest(1);

/// The thief in a list of cards.
pub(crate) const T: i8 = -1;

pub(crate) const fn seat(index: usize) -> Seat {
    match Seat::new(index) {
        Some(seat) => seat,
        None => panic!("no table has so many seats"),
    }
}

pub(crate) const fn chest(index: usize) -> Chest {
    match Chest::from_index(index) {
        Some(chest) => chest,
        None => panic!("there are sixteen chests"),
    }
}

/// The space with this number.
pub(crate) fn f(number: usize) -> Space {
    Space::from_number(number).unwrap()
}

pub(crate) fn spaces<const N: usize>(numbers: [usize; N]) -> SpaceSet {
    numbers.into_iter().map(f).collect()
}

pub(crate) fn seats<const N: usize>(seats: [Seat; N]) -> SeatSet {
    seats.into_iter().collect()
}

pub(crate) fn step(number: usize) -> Command {
    Command::Step(f(number))
}

pub(crate) fn card(worth: i8) -> Card {
    *Card::ALL.iter().find(|card| card.worth() == worth).unwrap()
}

pub(crate) fn cards<const N: usize>(cards: [(Seat, i8); N]) -> SeatMap<Card> {
    cards.into_iter().map(|(seat, worth)| (seat, card(worth))).collect()
}

/// Seven cards: this one on ship A, that one in reserve, the others on the other ships, the lowest first.
pub(crate) fn hand(on_a: i8, reserve: i8) -> [i8; 7] {
    assert_ne!(on_a, reserve, "a card lies in one place only");
    let mut rest = (-1..=5).filter(|&card| card != on_a && card != reserve);
    std::array::from_fn(|place| match place {
        0 => on_a,
        6 => reserve,
        _ => rest.next().unwrap(),
    })
}

/// Board F. Behind f9 lies one more empty space and then a berth for each ship that a scenario does not need.
pub(crate) fn board_f() -> Board {
    let mut edges = vec![(1, 2), (2, 3), (3, 4), (4, 5), (2, 6), (6, 7), (7, 4), (5, 8), (8, 9)];
    edges.extend((9..16).map(|space| (space, space + 1)));
    Board::sketch(Sketch {
        spaces: 16,
        edges,
        cities: vec![("X".to_owned(), 1, 5), ("Y".to_owned(), 5, 8)],
        havens: vec![(Colour::Red, 3), (Colour::Blue, 7), (Colour::Green, 8)],
        starts: Vec::new(),
    })
    .unwrap()
}

/// A position in the making; what is not said is empty, parked, penniless or in the supply.
#[derive(Clone)]
pub(crate) struct Fixture(pub(crate) Scenario);

impl Fixture {
    pub(crate) fn two() -> Fixture {
        Fixture::on(Arc::new(board_f()), &[Colour::Red, Colour::Blue])
    }

    pub(crate) fn three() -> Fixture {
        Fixture::on(Arc::new(board_f()), &[Colour::Red, Colour::Blue, Colour::Yellow])
    }

    pub(crate) fn four() -> Fixture {
        Fixture::on(Arc::new(board_f()), &[Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green])
    }

    /// On any board; the ships lie on spaces 11 to 16 unless placed.
    pub(crate) fn on(board: Arc<Board>, colours: &[Colour]) -> Fixture {
        Fixture(Scenario {
            board,
            options: Options::default(),
            colours: colours.to_vec(),
            round: 1,
            ships: Ship::ALL.map(|ship| (f(11 + ship.index()), None)),
            in_city: Default::default(),
            delivered: Vec::new(),
            money: vec![0; colours.len()],
            quiet_rounds: 0,
        })
    }

    pub(crate) fn rules(mut self, options: Options) -> Fixture {
        self.0.options = options;
        self
    }

    /// An empty ship.
    pub(crate) fn ship(mut self, ship: Ship, space: usize) -> Fixture {
        self.0.ships[ship.index()] = (f(space), None);
        self
    }

    /// A ship with a chest.
    pub(crate) fn laden(mut self, ship: Ship, space: usize, chest: Chest) -> Fixture {
        self.0.ships[ship.index()] = (f(space), Some(chest));
        self
    }

    /// The chest still lies in its city.
    pub(crate) fn city(mut self, chest: Chest) -> Fixture {
        self.0.in_city.insert(chest);
        self
    }

    pub(crate) fn delivered(mut self, chest: Chest, seat: Seat) -> Fixture {
        self.0.delivered.push((chest, seat));
        self
    }

    pub(crate) fn money<const N: usize>(mut self, money: [u16; N]) -> Fixture {
        self.0.money = money.to_vec();
        self
    }

    pub(crate) fn quiet_rounds(mut self, rounds: u8) -> Fixture {
        self.0.quiet_rounds = rounds;
        self
    }

    /// The table at the start of the round.
    pub(crate) fn bribing(&self) -> Table {
        Table::new(self.0.bribing().unwrap())
    }

    /// The table when this seat commands this ship.
    pub(crate) fn commanding(&self, ship: Ship, seat: Seat, steps: u8) -> Table {
        Table::new(self.0.commanding(ship, seat, steps).unwrap())
    }
}

/// A table at which every input is checked: a refused one changes nothing, a taken one keeps the laws.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) local: LocalTable<Caribbean>,
    /// Everything that has happened.
    pub(crate) log: Vec<Event>,
}

impl Table {
    pub(crate) fn new(game: Caribbean) -> Table {
        Table { local: LocalTable::new(game, 1), log: Vec::new() }
    }

    pub(crate) fn game(&self) -> &Caribbean {
        self.local.game()
    }

    fn guarded(
        &mut self,
        change: impl FnOnce(&mut LocalTable<Caribbean>, &mut Vec<Event>) -> Result<(), Illegal>,
    ) -> Result<Vec<Event>, Illegal> {
        let before = self.game().clone();
        let mut events = Vec::new();
        match change(&mut self.local, &mut events) {
            Ok(()) => {
                check_laws(self.game());
                check_income(&before, self.game(), &events);
                self.log.extend(&events);
                Ok(events)
            }
            Err(illegal) => {
                assert_eq!(self.game(), &before, "a refused input changed the state");
                assert_eq!(self.game().digest(), before.digest());
                assert_eq!(events, [], "a refused input left events");
                Err(illegal)
            }
        }
    }

    /// An input that has to be taken.
    pub(crate) fn apply(&mut self, input: &InputOf<Caribbean>) -> Vec<Event> {
        let result = self.guarded(|local, events| local.apply(input, events));
        result.unwrap_or_else(|illegal| panic!("{input:?} refused: {illegal}"))
    }

    /// An input that has to be refused.
    pub(crate) fn refuse(&mut self, input: &InputOf<Caribbean>) -> Illegal {
        match self.guarded(|local, events| local.apply(input, events)) {
            Ok(events) => panic!("{input:?} was taken: {events:?}"),
            Err(illegal) => illegal,
        }
    }

    /// A seat lays its cards for ships A to F and the reserve, and gives its OK.
    pub(crate) fn deal(&mut self, seat: Seat, worths: [i8; 7]) -> Vec<Event> {
        let choices = BRIBES.iter().zip(worths).map(|(slot, worth)| (slot, Choice::Card(card(worth)))).collect();
        self.seal(seat, &choices).unwrap()
    }

    pub(crate) fn seal(&mut self, seat: Seat, choices: &Sealed<Choice>) -> Result<Vec<Event>, Illegal> {
        self.guarded(|local, events| local.seal(seat, choices, events))
    }

    /// All seats lay their cards, in seat order.
    pub(crate) fn deal_all<const N: usize>(&mut self, hands: [[i8; 7]; N]) {
        assert_eq!(self.game().seats().len(), N);
        for (seat, hand) in Seat::first(N).zip(hands) {
            self.deal(seat, hand);
        }
    }

    /// A tied seat decides in secret.
    pub(crate) fn decide(&mut self, seat: Seat, choice: Choice) -> Vec<Event> {
        self.try_decide(seat, choice).unwrap()
    }

    pub(crate) fn try_decide(&mut self, seat: Seat, choice: Choice) -> Result<Vec<Event>, Illegal> {
        let Phase::TieSeal { tie, .. } = *self.game().phase() else {
            panic!("no tie to decide in {:?}", self.game().phase());
        };
        self.seal(seat, &[(tie_slot(tie.ship), choice)].into_iter().collect())
    }

    /// Everybody who is asked to opens what is due now.
    pub(crate) fn open(&mut self) -> Vec<Event> {
        self.open_without(&[])
    }

    /// The same, but these seats withhold theirs.
    pub(crate) fn open_without(&mut self, withholding: &[Seat]) -> Vec<Event> {
        let Some(Input::Opened { slot, mut choices }) = self.local.automatic() else {
            panic!("nothing to open in {:?}", self.game().turn());
        };
        for &seat in withholding {
            assert!(choices.remove(seat).is_some(), "{seat} has nothing to withhold");
        }
        self.apply(&Input::Opened { slot, choices })
    }

    /// All decisions of a tie, then the openings that follow from them.
    pub(crate) fn break_tie<const N: usize>(&mut self, decisions: [(Seat, Choice); N]) -> Vec<Event> {
        for (seat, choice) in decisions {
            self.decide(seat, choice);
        }
        let mut events = self.open();
        if let Phase::TieReserves { .. } = self.game().phase() {
            events.extend(self.open());
        }
        events
    }

    /// The commander's whole activation.
    pub(crate) fn orders(&mut self, commands: &[Command]) -> Vec<Event> {
        self.try_orders(commands).unwrap_or_else(|illegal| panic!("{commands:?} refused: {illegal}"))
    }

    pub(crate) fn try_orders(&mut self, commands: &[Command]) -> Result<Vec<Event>, Illegal> {
        let Turn::Seat(seat) = self.game().turn() else {
            panic!("nobody commands in {:?}", self.game().turn());
        };
        let input = Input::Act(seat, Action::new(commands).unwrap());
        self.guarded(|local, events| local.apply(&input, events))
    }

    /// Orders of which the last one is refused, although everything before it is fine.
    #[track_caller]
    pub(crate) fn refuse_orders(&mut self, commands: &[Command]) -> Illegal {
        let (last, before) = commands.split_last().unwrap();
        let mut activation = self.game().activation().unwrap();
        activation.play_all(before, &mut Vec::new()).expect_err("no End before the refused command");
        assert_eq!(activation.commands(), before.len(), "a command before the last was refused");
        assert!(!activation.legal().contains(*last), "{last:?} is listed as legal");
        self.try_orders(commands).expect_err("the last command should be refused")
    }

    pub(crate) fn chance(&mut self, number: u8) -> Vec<Event> {
        self.apply(&Input::Chance(Beacon([number; 32])))
    }

    /// Lets nothing of note happen until the condition holds: everybody lays some cards, keeps reserves and ends at
    /// once. Returns what happened.
    pub(crate) fn idle_until(&mut self, condition: impl Fn(&Caribbean) -> bool) -> Vec<Event> {
        let start = self.log.len();
        for _ in 0..2_000 {
            if condition(self.game()) {
                return self.log[start..].to_vec();
            }
            match self.game().turn() {
                Turn::Chance(_) => drop(self.chance(self.game().round() as u8)),
                Turn::Open { .. } => drop(self.open()),
                Turn::Seat(_) => drop(self.orders(&[Command::End])),
                turn @ Turn::Seal { slots, .. } => {
                    let seat = turn.waiting_for().into_iter().next().unwrap();
                    if slots == BRIBES {
                        self.deal(seat, hand(seat.index() as i8, 5));
                    } else {
                        self.decide(seat, Choice::Keep);
                    }
                }
                Turn::Reveal { .. } | Turn::Over(_) => break,
            }
        }
        panic!("never got there: {:?}", self.game().phase());
    }

    /// Idles to the start of the next round.
    pub(crate) fn idle_round(&mut self) -> Vec<Event> {
        let round = self.game().round() + 1;
        self.idle_until(|game| game.round() == round)
    }

    /// Idles to the end of the game.
    pub(crate) fn idle_out(&mut self) -> Outcome {
        self.idle_until(|game| matches!(game.phase(), Phase::Over { .. }));
        self.outcome()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match *self.game().phase() {
            Phase::Over { outcome, .. } => outcome,
            phase => panic!("the game is not over but in {phase:?}"),
        }
    }

    /// Idles until the bribes for this ship are due.
    pub(crate) fn idle_to(&mut self, ship: Ship) -> Vec<Event> {
        self.idle_until(|game| *game.phase() == Phase::Reveal { ship })
    }

    // What a test asks.

    /// Who commands which ship with how many steps.
    pub(crate) fn commander(&self) -> (Ship, Seat, u8) {
        match *self.game().phase() {
            Phase::Activation { ship, seat, steps } => (ship, seat, steps),
            phase => panic!("nobody commands a ship in {phase:?}"),
        }
    }

    pub(crate) fn purse(&self) -> Vec<u16> {
        self.game().seats().into_iter().map(|seat| self.game().money(seat)).collect()
    }

    pub(crate) fn at(&self, ship: Ship) -> usize {
        self.game().waters().space(ship).number()
    }

    pub(crate) fn aboard(&self, ship: Ship) -> Option<Chest> {
        self.game().waters().cargo().get(ship)
    }

    pub(crate) fn chest(&self, chest: Chest) -> Whereabouts {
        self.game().whereabouts(chest).unwrap()
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        self.game().player(seat).unwrap()
    }

    pub(crate) fn reserve(&self, seat: Seat) -> Reserve {
        self.player(seat).reserve
    }

    /// Whom the table asks for a decision in a tie.
    pub(crate) fn asked(&self) -> SeatSet {
        match self.game().turn() {
            Turn::Seal { seats, slots, .. } if slots != BRIBES => seats,
            turn => panic!("no tie-break in {turn:?}"),
        }
    }
}

/// What holds in every state: T41, and that the table waits for somebody who is there.
pub(crate) fn check_laws(game: &Caribbean) {
    let waters = game.waters();
    assert_eq!(waters.occupied().len(), 6, "two ships share a space");
    for ship in Ship::ALL {
        assert!(game.board().all_spaces().contains(waters.space(ship)));
        assert!(waters.occupied().contains(waters.space(ship)));
        assert!(!game.owners().closed().contains(waters.space(ship)));
        if game.options().must_unload_on_stop && waters.cargo().get(ship).is_some() {
            assert!(!game.owners().live().contains(waters.space(ship)), "ship {ship} lies loaded on a live haven");
        }
    }
    for chest in (0..CHESTS).map(chest) {
        let places = usize::from(game.supply().contains(chest))
            + usize::from(waters.in_city().contains(chest))
            + Ship::ALL.iter().filter(|&&ship| waters.cargo().get(ship) == Some(chest)).count()
            + usize::from(waters.deliveries().get(chest).is_some());
        assert_eq!(places, usize::from(chest.index() < game.board().cities().len()), "{chest:?}");
    }
    let turn = game.turn();
    match turn {
        Turn::Chance(_) | Turn::Over(_) => assert!(turn.waiting_for().is_empty()),
        _ => assert!(!turn.waiting_for().is_empty(), "the table is frozen in {turn:?}"),
    }
    assert!(turn.waiting_for().without(game.present()).is_empty(), "the table waits for an absent seat in {turn:?}");
}

/// Section 8: money comes from captures and deliveries only, and nobody ever loses any (T42, R26, R52).
fn check_income(before: &Caribbean, after: &Caribbean, events: &[Event]) {
    let mut expected: Vec<u16> = after.seats().into_iter().map(|seat| before.money(seat)).collect();
    for event in events {
        match *event {
            Event::Captured { seat, bonus, .. } => {
                assert_eq!(bonus, 2);
                expected[seat.index()] += 2;
            }
            Event::Delivered { to, chest, value, .. } => {
                assert_eq!(value, after.board().value(chest));
                expected[to.index()] += u16::from(value);
            }
            _ => {}
        }
    }
    let money: Vec<u16> = after.seats().into_iter().map(|seat| after.money(seat)).collect();
    assert_eq!(money, expected, "money came from nowhere in {events:?}");
}
