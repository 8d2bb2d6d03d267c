//! Inputs that a confused or hostile peer might send.

use doubloons_engine::contract::{
    Action, Canonical, Face, Game, Handle, Input, InputOf, MAX_SEATS, MAX_SLOTS, Seat, Slot, Turn,
};

use crate::table::{Subject, Table};

/// Any input at all: wrong seats, wrong slots, wrong phases, replays, and bytes that happen to decode.
pub(crate) fn noise<S: Subject>(table: &mut Table<'_, S>) -> InputOf<S::Game> {
    let seat = any_seat(table);
    match table.dice.below(12) {
        0 => Input::Act(seat, any_action(table)),
        1 => match table.game.turn() {
            // The right decision by, perhaps, the wrong seat.
            Turn::Seat(mover) => Input::Act(seat, table.random_action(mover, &[])),
            _ => Input::Act(seat, any_action(table)),
        },
        2 => Input::Locked(seat),
        3 => Input::Unlocked(seat),
        4 | 5 => {
            let slot = match table.game.turn() {
                Turn::Open { slot, .. } if table.dice.below(2) == 0 => slot,
                _ => any_slot(table),
            };
            let choices = table.subject.every_choice();
            let choices = (0..table.dice.below(4))
                .map(|_| (any_seat(table), *table.pick(&choices).expect("a game has choices")))
                .collect();
            Input::Opened { slot, choices }
        }
        6 => Input::Chance(table.dice.beacon()),
        7 => {
            let handle = match table.game.turn() {
                Turn::Reveal { handle, .. } if table.dice.below(2) == 0 => handle,
                _ => Handle(table.dice.below(80) as u16),
            };
            Input::Reveal { handle, face: Face(table.dice.below(80) as u16) }
        }
        8 if table.dice.below(2) == 0 => Input::TimedOut(seat),
        8 => Input::Absent(seat),
        9 => Input::Back(seat),
        10 => replay(table).unwrap_or(Input::Locked(seat)),
        _ => bent(table).unwrap_or(Input::Unlocked(seat)),
    }
}

/// Whether what the table waits for is enough to say that this input must be refused.
pub(crate) fn must_be_refused<G: Game>(game: &G, input: &InputOf<G>) -> bool {
    let turn = game.turn();
    match (input, turn) {
        (_, Turn::Over(_)) => true,
        (Input::Act(seat, _), turn) => turn != Turn::Seat(*seat),
        (Input::Locked(seat), Turn::Seal { seats, locked, .. }) => !seats.contains(*seat) || locked.contains(*seat),
        (Input::Unlocked(seat), Turn::Seal { seats, locked, .. }) => !seats.contains(*seat) || !locked.contains(*seat),
        (Input::Locked(_) | Input::Unlocked(_), _) => true,
        (Input::Opened { slot, choices }, Turn::Open { slot: asked, .. }) => {
            let listed = |(seat, choice): (Seat, &G::Choice)| {
                let mut found = false;
                game.choices(seat, *slot, &mut |listed| found |= listed == *choice);
                found
            };
            *slot != asked || !choices.iter().all(listed)
        }
        (Input::Opened { .. }, _) => true,
        (Input::Chance(_), turn) => !matches!(turn, Turn::Chance(_)),
        (Input::Reveal { handle, .. }, Turn::Reveal { handle: asked, .. }) => *handle != asked,
        (Input::Reveal { .. }, _) => true,
        (Input::TimedOut(seat), Turn::Seat(_) | Turn::Seal { .. } | Turn::Reveal { .. }) => {
            !game.turn().waiting_for().contains(*seat)
        }
        (Input::TimedOut(_), _) => true,
        (Input::Absent(seat), _) => !game.present().contains(*seat),
        (Input::Back(seat), _) => !game.seats().without(game.present()).contains(*seat),
    }
}

fn any_seat<S: Subject>(table: &mut Table<'_, S>) -> Seat {
    Seat::new(table.dice.index(MAX_SEATS)).expect("the index is below the number of seats")
}

fn any_slot<S: Subject>(table: &mut Table<'_, S>) -> Slot {
    Slot::new(table.dice.index(MAX_SLOTS)).expect("the index is below the number of slots")
}

fn any_action<S: Subject>(table: &mut Table<'_, S>) -> Action<<S::Game as Game>::Command> {
    let commands = table.subject.every_command();
    let mut action = Action::default();
    for _ in 0..table.dice.below(5) {
        action.push(*table.pick(&commands).expect("a game has commands"));
    }
    action
}

fn replay<S: Subject>(table: &mut Table<'_, S>) -> Option<InputOf<S::Game>> {
    let at = table.dice.index(table.log.len());
    table.log.get(at).map(|(input, _)| input.clone())
}

/// An earlier input with one byte changed, if that is still an input.
fn bent<S: Subject>(table: &mut Table<'_, S>) -> Option<InputOf<S::Game>> {
    let mut bytes = replay(table)?.to_bytes();
    let at = table.dice.index(bytes.len());
    bytes[at] = table.dice.below(256) as u8;
    InputOf::<S::Game>::from_bytes(&bytes).ok()
}
