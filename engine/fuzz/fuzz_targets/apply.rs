//! A game under fire: the bytes choose rules, plausible moves and nonsense. No input may panic, a refused one may change
//! nothing, the table may never freeze, and no chest, coin or ship may get lost.
#![no_main]

use std::sync::{Arc, LazyLock};

use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::{
    Board, CAPTURE_BONUS, Card, Caribbean, Chest, Choice, Colour, Command, Options, Ship, Terms, UnusedHavens,
};
use doubloons_engine::contract::{
    Action, Beacon, Canonical, Game, Input, InputOf, MAX_COMMANDS, MAX_SLOTS, Seat, Slot, Turn,
};
use libfuzzer_sys::fuzz_target;

type Move = InputOf<Caribbean>;

/// Games with more inputs than this are cut off.
const MOST_INPUTS: usize = 3_000;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let Some(mut game) = new_game(&mut bytes) else {
        return;
    };
    let mut events = Vec::new();
    for _ in 0..MOST_INPUTS {
        let Some(kind) = bytes.next() else {
            break;
        };
        let input = match kind {
            0..=199 => plausible(&game, &mut bytes),
            200..=204 => Some(Input::Absent(seat(&mut bytes))),
            205..=209 => Some(Input::TimedOut(seat(&mut bytes))),
            210..=223 => Some(Input::Back(seat(&mut bytes))),
            224..=231 => Some(Input::Unlocked(seat(&mut bytes))),
            232..=243 => Some(nonsense(&mut bytes)),
            _ => decoded(&mut bytes),
        };
        let Some(input) = input else {
            continue;
        };
        let before = game.digest();
        events.clear();
        if game.apply(&input, &mut events).is_err() {
            assert_eq!(game.digest(), before, "{input:?} was refused and changed something");
            assert!(events.is_empty(), "{input:?} was refused and told {events:?}");
        }
        let turn = game.turn();
        let waits = turn.waiting_for();
        assert!(waits.without(game.present()).is_empty(), "{turn:?} waits for somebody who is away");
        assert!(!waits.is_empty() || matches!(turn, Turn::Chance(_) | Turn::Over(_)), "{turn:?} waits for nobody");
    }
    check(&game);
});

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next byte, or 0 at the end.
    fn byte(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let at = usize::from(self.byte()).checked_rem(items.len())?;
        items.get(at).copied()
    }
}

/// The first two bytes are the table's terms.
fn new_game(bytes: &mut Bytes<'_>) -> Option<Caribbean> {
    let (table, house) = (bytes.next()?, bytes.next()?);
    let board = if table & 4 == 0 { Board::standard() } else { Arc::clone(&CROWDED) };
    let mut terms = Terms::new(&board, 2 + table % 4 % 3);
    terms.options = match table >> 3 & 3 {
        0 => Options::SECOND_PRINTING,
        1 => Options::FIRST_PRINTING,
        _ => Options {
            pass_on: house & 1 == 0,
            must_unload_on_stop: house & 2 == 0,
            adjacent_deliver: house & 4 == 0,
            capture_cost: house >> 3 & 1,
            thief_beats_kept: house & 16 == 0,
            unused_havens: if house & 32 == 0 { UnusedHavens::Sea } else { UnusedHavens::Closed },
            shared_victory: house & 64 == 0,
            no_income_rounds: 1 + table % 9,
        },
    };
    Some(Caribbean::new(&terms, board).expect("these terms are sound"))
}

/// Four by four spaces for six ships.
static CROWDED: LazyLock<Arc<Board>> = LazyLock::new(|| {
    let across = (1..=16).filter(|space| space % 4 != 0).map(|space| (space, space + 1));
    let down = (1..=12).map(|space| (space, space + 4));
    let sketch = Sketch {
        spaces: 16,
        edges: across.chain(down).collect(),
        cities: [(1, 5), (4, 8), (13, 4), (16, 6)].map(|(at, value)| (format!("City {at}"), at, value)).to_vec(),
        havens: vec![(Colour::Red, 6), (Colour::Blue, 7), (Colour::Green, 10), (Colour::Yellow, 11)],
        starts: vec![2, 3, 5, 8, 9, 12],
    };
    Arc::new(Board::sketch(sketch).expect("the chart is sound"))
});

/// What the table waits for, chosen by the bytes among all that is legal.
fn plausible(game: &Caribbean, bytes: &mut Bytes<'_>) -> Option<Move> {
    match game.turn() {
        Turn::Chance(_) => Some(Input::Chance(beacon(bytes))),
        turn @ Turn::Seal { .. } => {
            let waiting: Vec<Seat> = turn.waiting_for().into_iter().collect();
            bytes.pick(&waiting).map(Input::Locked)
        }
        Turn::Open { slot, seats } => {
            let mut choices = doubloons_engine::contract::SeatMap::default();
            for seat in seats {
                let mut listed = Vec::new();
                game.choices(seat, slot, &mut |choice| listed.push(choice));
                if let Some(choice) = bytes.pick(&listed) {
                    choices.insert(seat, choice);
                }
            }
            Some(Input::Opened { slot, choices })
        }
        Turn::Seat(seat) => {
            let mut action = Action::default();
            while action.commands().len() < MAX_COMMANDS && action.commands().last() != Some(&Command::End) {
                let mut listed = Vec::new();
                game.commands(seat, action.commands(), &mut |command| listed.push(command)).expect("all were listed");
                // At the end of the bytes the first command would be given again and again.
                let command = if bytes.0.is_empty() { Some(Command::End) } else { bytes.pick(&listed) };
                assert!(action.push(command.expect("something is always legal")));
            }
            let input = Input::Act(seat, action);
            assert!(game.clone().apply(&input, &mut Vec::new()).is_ok(), "{input:?} was listed");
            Some(input)
        }
        Turn::Reveal { .. } | Turn::Over(_) => None,
    }
}

fn nonsense(bytes: &mut Bytes<'_>) -> Move {
    match bytes.byte() % 4 {
        0 => Input::Locked(seat(bytes)),
        1 => Input::Chance(beacon(bytes)),
        2 => {
            let slot = Slot::new(usize::from(bytes.byte()) % MAX_SLOTS).expect("below the number of slots");
            let choices = (0..bytes.byte() % 4)
                .map(|_| {
                    let choice = match bytes.byte() % 9 {
                        7 => Choice::Show,
                        8 => Choice::Keep,
                        card => Choice::Card(Card::ALL[usize::from(card)]),
                    };
                    (seat(bytes), choice)
                })
                .collect();
            Input::Opened { slot, choices }
        }
        _ => {
            let mut action = Action::default();
            for _ in 0..bytes.byte() % 8 {
                let two = [bytes.byte() % 9, bytes.byte()];
                if let Ok(command) = Command::from_bytes(&two) {
                    action.push(command);
                }
            }
            Input::Act(seat(bytes), action)
        }
    }
}

/// An input straight from the bytes.
fn decoded(bytes: &mut Bytes<'_>) -> Option<Move> {
    let mut reader = doubloons_engine::contract::Reader::new(bytes.0);
    let input = Move::read(&mut reader).ok()?;
    bytes.0 = &bytes.0[bytes.0.len() - reader.rest()..];
    Some(input)
}

fn seat(bytes: &mut Bytes<'_>) -> Seat {
    Seat::new(usize::from(bytes.byte() % 8)).expect("below the number of seats")
}

fn beacon(bytes: &mut Bytes<'_>) -> Beacon {
    let mut beacon = [0; 32];
    beacon[0] = bytes.byte();
    beacon[17] = bytes.byte();
    Beacon(beacon)
}

fn check(game: &Caribbean) {
    let (board, waters) = (game.board(), game.waters());
    let aboard = |chest| Ship::ALL.into_iter().filter(|&ship| waters.cargo().get(ship) == Some(chest)).count();
    let (mut captured, mut worth) = (0, 0);
    for chest in (0..board.cities().len()).filter_map(Chest::from_index) {
        let delivered = waters.deliveries().get(chest).is_some();
        let open = waters.in_city().contains(chest);
        let places =
            usize::from(game.supply().contains(chest)) + usize::from(open) + aboard(chest) + usize::from(delivered);
        assert_eq!(places, 1, "{chest:?} is in {places} places");
        captured += u32::from(aboard(chest) == 1 || delivered);
        worth += if delivered { u32::from(board.value(chest)) } else { 0 };
    }
    let money: u32 = game.seats().into_iter().map(|seat| u32::from(game.money(seat))).sum();
    assert_eq!(money, captured * u32::from(CAPTURE_BONUS) + worth, "coins are conserved");
    assert_eq!(waters.occupied().len(), Ship::ALL.len(), "two ships share a space");
    for ship in Ship::ALL {
        let space = waters.space(ship);
        let duty = game.options().must_unload_on_stop && game.owners().live().contains(space);
        assert!(!duty || waters.cargo().get(ship).is_none(), "ship {ship} lies loaded at a live haven");
        assert!(!game.owners().closed().contains(space), "ship {ship} lies at a closed haven");
    }
}
