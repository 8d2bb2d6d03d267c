//! Tables and positions that the tests share.

use doubloons_engine::bots::{Bot, Budget, Cancel, Level};
use doubloons_engine::caribbean::{Board, Caribbean, Chest, Colour, Options, Scenario, Space, Terms, View};
use doubloons_engine::contract::{Action, Deaf, Game, Input, Sealed, Seat, Turn};
use doubloons_engine::local::LocalTable;

/// Little enough that a game takes well under a second, and much more than a bot needs for something sensible.
pub(crate) const SMALL: Budget = Budget { nodes: 50_000 };

pub(crate) fn new_table(players: u8, seed: u64) -> LocalTable<Caribbean> {
    table_with(Options::default(), players, seed)
}

pub(crate) fn table_with(options: Options, players: u8, seed: u64) -> LocalTable<Caribbean> {
    let board = Board::standard();
    let terms = Terms { options, ..Terms::new(&board, players) };
    LocalTable::new(Caribbean::new(&terms, board).expect("good terms"), seed)
}

/// A cluster of six loaded ships with chests in all other cities: for the first of them half a million endings. The first
/// seat, Red, has a haven five steps from her.
pub(crate) fn crowd(options: Options, players: usize) -> Scenario {
    let chest = |index: usize| Chest::from_index(index).expect("a chest");
    let at = |number: usize| Space::from_number(number).expect("a space");
    let mut ships = [66, 74, 73, 57, 67, 64].map(|number| (at(number), None));
    ships.iter_mut().zip(1..).for_each(|((_, aboard), index)| *aboard = Some(chest(index)));
    Scenario {
        board: Board::standard(),
        options,
        colours: Colour::ALL[..players].to_vec(),
        round: 6,
        ships,
        in_city: (7..16).map(chest).collect(),
        delivered: Vec::new(),
        money: vec![0; players],
        quiet_rounds: 0,
    }
}

pub(crate) fn bot(level: Level, seed: u64, budget: Budget) -> Box<dyn Bot<Caribbean>> {
    level.bot(seed, budget, Cancel::new())
}

/// What a bot decided.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Decision {
    Seal(Sealed<doubloons_engine::caribbean::Choice>),
    Act(Action<doubloons_engine::caribbean::Command>),
}

/// Asks a bot for what the table waits for.
pub(crate) fn decide(bot: &mut dyn Bot<Caribbean>, view: &View) -> Decision {
    match view.table().turn() {
        Turn::Seal { .. } => Decision::Seal(bot.seal(view)),
        _ => Decision::Act(bot.act(view)),
    }
}

/// Plays a decision; it has to be legal.
pub(crate) fn carry_out(table: &mut LocalTable<Caribbean>, seat: Seat, decision: &Decision) {
    match decision {
        Decision::Seal(choices) => table.seal(seat, choices, &mut Deaf),
        Decision::Act(action) => table.apply(&Input::Act(seat, action.clone()), &mut Deaf),
    }
    .unwrap_or_else(|illegal| panic!("{decision:?}: {illegal}"));
}

/// Goes through a game decision by decision: `each` gets the table, the seat that has to decide and what it sees, and
/// decides for it.
pub(crate) fn play_by(
    table: &mut LocalTable<Caribbean>,
    mut each: impl FnMut(&LocalTable<Caribbean>, Seat, &View) -> Decision,
) {
    loop {
        if let Some(input) = table.automatic() {
            table.apply(&input, &mut Deaf).expect("what nobody decides is legal");
            continue;
        }
        let Some(seat) = table.game().turn().waiting_for().into_iter().next() else { return };
        let view = table.view(seat);
        let decision = each(table, seat, &view);
        carry_out(table, seat, &decision);
    }
}

/// Who has won.
pub(crate) fn winners(table: &LocalTable<Caribbean>) -> Vec<Seat> {
    match table.game().turn() {
        Turn::Over(outcome) => outcome.winners.into_iter().collect(),
        turn => panic!("the game is not over: {turn:?}"),
    }
}
