//! What must hold in every game of Caribbean, whatever the seats, the house rules and the players do.

use std::collections::BTreeSet;

use doubloons_engine::caribbean::planner::Planner;
use doubloons_engine::caribbean::{
    Board, Caribbean, Chest, Colour, Command, Event, Illegal, MAX_NO_INCOME_ROUNDS, Narrator, Options, Phase, Scenario,
    Ship, Space, UnusedHavens,
};
use doubloons_engine::contract::{Deaf, Dice, Game, Input, Seat, Turn};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use crate::brute::{outcome, planner_is_exact, random_command};
use crate::ledger::Ledger;
use crate::subjects::{CaribbeanGames, sketch};
use crate::table::{Manners, Table};

/// Always the same cases: a failure on one machine is a failure on all of them.
fn cases(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(0xd0b1_0025), failure_persistence: None, ..Config::default() }
}

prop_compose! {
    fn options()(
        flags in any::<[bool; 7]>(),
        no_income_rounds in 1..=MAX_NO_INCOME_ROUNDS,
    ) -> Options {
        let [pass_on, must_unload_on_stop, adjacent_deliver, cost, thief_beats_kept, closed, shared_victory] = flags;
        Options {
            pass_on,
            must_unload_on_stop,
            adjacent_deliver,
            capture_cost: cost.into(),
            thief_beats_kept,
            unused_havens: if closed { UnusedHavens::Closed } else { UnusedHavens::Sea },
            shared_victory,
            no_income_rounds,
        }
    }
}

fn rules() -> impl Strategy<Value = Options> {
    prop_oneof![Just(Options::SECOND_PRINTING), Just(Options::FIRST_PRINTING), options(), options()]
}

prop_compose! {
    fn games()(standard in any::<bool>(), keen in any::<bool>(), seats in 2u8..=4, options in rules()) -> CaribbeanGames {
        let board = if standard { Board::standard() } else { sketch() };
        CaribbeanGames { board, seats: Some(seats), options: Some(options), keen }
    }
}

fn manners() -> impl Strategy<Value = Manners> {
    prop_oneof![Just(Manners::Fair), Just(Manners::Rough)]
}

proptest! {
    #![proptest_config(cases(300))]

    /// Chests, coins and ships are conserved, money never falls, and the events tell the same game as the state.
    #[test]
    fn nothing_is_lost_and_events_tell_it_all(games in games(), seed in any::<u64>(), manners in manners()) {
        let mut table = Table::new(&games, seed);
        let mut ledger = Ledger::default();
        let mut purses = [0; 4];
        while let Some(input) = table.decide(manners) {
            for event in table.apply(&input) {
                ledger.note(&event);
            }
            ledger.check(&table.game);
            check_chests(&table.game);
            check_ships(&table.game);
            check_coins(&table.game, &ledger);
            for seat in table.game.seats() {
                let money = table.game.money(seat);
                prop_assert!(money >= purses[seat.index()], "{} lost money", seat);
                purses[seat.index()] = money;
            }
        }
        check_outcome(&table.game);
    }

    /// What a seat sees of its own cards is what was turned up of them, and what it sealed this round.
    #[test]
    fn own_cards_are_those_of_this_round(games in games(), seed in any::<u64>(), manners in manners()) {
        let mut table = Table::new(&games, seed);
        let mut ledger = Ledger::default();
        while let Some(input) = table.decide(manners) {
            table.apply(&input).iter().for_each(|event| ledger.note(event));
            for seat in table.game.seats() {
                check_own_cards(&table, seat, ledger.took_part.contains(seat));
            }
        }
    }

    /// The narrator has a sentence for everything.
    #[test]
    fn every_event_can_be_told(games in games(), seed in any::<u64>(), manners in manners()) {
        let mut table = Table::new(&games, seed);
        // In small letters, as bots are called.
        let narrator = Narrator::new(&games.board, &["anne", "bart"]);
        while let Some(input) = table.decide(manners) {
            for event in table.apply(&input) {
                check_sentence(&narrator.tell(&event), &event);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(250))]

    /// On a crowded chart the planner finds exactly what brute force finds.
    #[test]
    fn the_planner_is_exact_on_a_sketch(seed in any::<u64>()) {
        let mut dice = Dice::from_seed(seed);
        let game = random_command(&sketch(), &mut dice);
        prop_assume!(planner_is_exact(&game, 0, &mut dice, &mut Planner::new()));
    }

    /// The same on the real chart, where ways are long.
    #[test]
    fn the_planner_is_exact_on_the_chart(seed in any::<u64>()) {
        let mut dice = Dice::from_seed(seed);
        let game = random_command(&Board::standard(), &mut dice);
        prop_assume!(planner_is_exact(&game, 0, &mut dice, &mut Planner::new()));
    }

    /// The same in the middle of an activation, where the guard against endless exchanges remembers what was done.
    #[test]
    fn the_planner_is_exact_after_some_commands(seed in any::<u64>(), given in 1u32..6, crowded in any::<bool>()) {
        let mut dice = Dice::from_seed(seed);
        let board = if crowded { sketch() } else { Board::standard() };
        let game = random_command(&board, &mut dice);
        prop_assume!(planner_is_exact(&game, given, &mut dice, &mut Planner::new()));
    }
}

/// Positions that a planner once got wrong, by the seed that draws them and the number of commands given before.
#[test]
fn positions_that_were_planned_wrongly() {
    // Loading costs a step: chests were counted as loaded with steps that were spent already.
    let loading_costs = (1858, 0);
    // A ship that sails away and back after a theft: the ending was told twice.
    let away_and_back = (1737, 1);
    for (seed, given) in [loading_costs, away_and_back] {
        let mut dice = Dice::from_seed(seed);
        let game = random_command(&sketch(), &mut dice);
        assert!(planner_is_exact(&game, given, &mut dice, &mut Planner::new()));
    }
}

/// R37 in small: what was just stolen can't be passed back without a step, so there is one ending and not two.
#[test]
fn a_plan_does_not_undo_an_exchange() {
    let board = sketch();
    let spaces: Vec<_> = board.spaces().collect();
    let chest = Chest::from_index(0);
    let scenario = Scenario {
        options: Options::SECOND_PRINTING,
        colours: vec![Colour::Red, Colour::Blue],
        round: 4,
        ships: [
            (spaces[1], None),
            (spaces[2], chest),
            (spaces[4], None),
            (spaces[7], None),
            (spaces[8], None),
            (spaces[11], None),
        ],
        in_city: Default::default(),
        delivered: Vec::new(),
        money: vec![2, 0],
        quiet_rounds: 0,
        board,
    };
    let seat = Seat::new(0).expect("a first seat");
    let game = scenario.commanding(Ship::A, seat, 0).expect("the position is sound");
    let mut planner = Planner::new();
    let mut activation = game.activation().expect("ship A is under command");
    assert_eq!(planner.plan(&activation).count(), 2, "steal, or leave it");
    activation.play(Command::Steal(Ship::B), &mut Deaf).expect("the neighbour is loaded");
    assert_eq!(activation.check(Command::PassOn(Ship::B)), Err(Illegal::Loop));
    assert_eq!(planner.plan(&activation).count(), 1, "the chest stays aboard");
}

/// Six loaded ships side by side: more endings than brute force can try, but none of them twice, counted right at every
/// moment, and each with a way that leads there.
#[test]
fn a_crowd_of_loaded_ships_is_planned_whole() {
    let board = Board::standard();
    let at = |number| Space::from_number(number).expect("a space");
    let mut ships = [at(46), at(38), at(47), at(55), at(31), at(56)].into_iter().zip(0..);
    let scenario = Scenario {
        board,
        options: Options::SECOND_PRINTING,
        colours: Colour::ALL.to_vec(),
        round: 6,
        ships: std::array::from_fn(|_| ships.next().map(|(space, chest)| (space, Chest::from_index(chest))).unwrap()),
        in_city: (6..16).filter_map(Chest::from_index).collect(),
        delivered: Vec::new(),
        money: vec![0; 4],
        quiet_rounds: 0,
    };
    let table = scenario.commanding(Ship::A, Seat::new(0).expect("a seat"), 5).expect("a good position");
    let activation = table.activation().expect("an activation");
    let mut planner = Planner::new();
    let mut endings = planner.plan(&activation);
    let (mut told, mut left) = (BTreeSet::new(), endings.len());
    assert!(left > 10_000, "only {left} endings");
    while let Some(ending) = endings.next() {
        left -= 1;
        if left % 499 == 0 {
            assert_eq!(endings.len(), left);
        }
        assert!(told.insert(outcome(&ending.waters)), "told twice: {ending:?}");
    }
    assert_eq!((left, endings.len()), (0, 0));
    assert!(planner.is_complete());
    let some: Vec<_> = planner.endings().step_by(997).collect();
    for ending in some {
        let way = planner.way(&activation, &ending).expect("what is planned can be done");
        let mut sailed = activation.clone();
        sailed.play_all(way.commands(), &mut Deaf).expect("the way is legal");
        assert_eq!(*sailed.waters(), ending.waters);
    }
}

/// One planner for many plans: what it kept from the last one changes nothing.
#[test]
fn a_used_planner_is_as_exact_as_a_new_one() {
    let (mut dice, mut planner, mut compared) = (Dice::from_seed(9), Planner::new(), 0);
    for _ in 0..200 {
        let game = random_command(&sketch(), &mut dice);
        compared += usize::from(planner_is_exact(&game, 2, &mut dice, &mut planner));
    }
    assert!(compared > 180, "only {compared} of 200 plans were small enough to compare");
}

/// Every kind of event comes up in the games above, so that nothing passes because it never happens.
#[test]
fn random_games_show_every_kind_of_event() {
    let mut kinds = BTreeSet::new();
    for seed in 0..60 {
        let games = CaribbeanGames::sketch();
        let whole = CaribbeanGames { keen: true, ..CaribbeanGames::printing(Options::SECOND_PRINTING) };
        for games in [&games, &whole] {
            let mut table = Table::new(games, seed);
            while let Some(input) = table.decide(Manners::Rough) {
                for event in table.apply(&input) {
                    kinds.insert(format!("{event:?}").split([' ', '{']).next().unwrap_or_default().to_owned());
                }
            }
        }
    }
    assert_eq!(kinds.len(), 27, "{kinds:?}");
}

fn check_chests(game: &Caribbean) {
    let waters = game.waters();
    for chest in (0..game.board().cities().len()).filter_map(Chest::from_index) {
        let aboard = Ship::ALL.into_iter().filter(|&ship| waters.cargo().get(ship) == Some(chest)).count();
        let places = usize::from(game.supply().contains(chest))
            + usize::from(waters.in_city().contains(chest))
            + aboard
            + usize::from(waters.deliveries().get(chest).is_some());
        assert_eq!(places, 1, "{chest:?} is in {places} places");
        assert!(game.whereabouts(chest).is_some());
    }
}

fn check_ships(game: &Caribbean) {
    let (waters, owners) = (game.waters(), game.owners());
    let spaces: BTreeSet<_> = Ship::ALL.map(|ship| waters.space(ship)).into_iter().collect();
    assert_eq!(spaces.len(), Ship::ALL.len(), "two ships share a space");
    assert_eq!(waters.occupied(), spaces.iter().copied().collect());
    for ship in Ship::ALL {
        let space = waters.space(ship);
        assert!(game.board().all_spaces().contains(space), "ship {ship} left the chart");
        assert!(!owners.closed().contains(space), "ship {ship} lies at a closed haven");
        if game.options().must_unload_on_stop && waters.cargo().get(ship).is_some() {
            assert!(!owners.live().contains(space), "ship {ship} lies loaded at a live haven");
        }
    }
}

fn check_coins(game: &Caribbean, ledger: &Ledger) {
    let (waters, board) = (game.waters(), game.board());
    let money: u32 = game.seats().into_iter().map(|seat| u32::from(game.money(seat))).sum();
    assert_eq!(money, 2 * ledger.captures + ledger.delivered_worth, "coins by the events");
    let aboard = Ship::ALL.into_iter().filter(|&ship| waters.cargo().get(ship).is_some()).count();
    let delivered = waters.deliveries().chests();
    let worth: u32 = delivered.into_iter().map(|chest| u32::from(board.value(chest))).sum();
    assert_eq!(money, 2 * (aboard + delivered.len()) as u32 + worth, "coins by the state");
}

fn check_outcome(game: &Caribbean) {
    let Turn::Over(outcome) = game.turn() else {
        panic!("the game is not over");
    };
    let most = game.seats().into_iter().map(|seat| game.money(seat)).max();
    for (seat, &score) in outcome.scores.iter() {
        assert_eq!(score, u32::from(game.money(seat)) * 1_000, "score of {seat}");
    }
    for winner in outcome.winners {
        assert_eq!(Some(game.money(winner)), most, "{winner} is the richest");
    }
    if game.options().shared_victory {
        let rich = game.seats().into_iter().filter(|&seat| Some(game.money(seat)) == most).collect();
        assert_eq!(outcome.winners, rich);
    }
}

/// The same in the smallest game that can show it: a seat that was away while the others sealed has laid nothing.
#[test]
fn who_comes_back_in_the_middle_of_a_round_sees_no_old_cards() {
    let games = CaribbeanGames { seats: Some(2), ..CaribbeanGames::printing(Options::SECOND_PRINTING) };
    let mut table = Table::new(&games, 1);
    while table.game.round() < 2 || !matches!(table.game.phase(), Phase::Bribing { .. }) {
        let input = table.decide(Manners::Fair).expect("the first round does not end the game");
        table.apply(&input);
    }
    let [first, second] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
    for input in [Input::Absent(second), Input::Locked(first), Input::Back(second)] {
        table.apply(&input);
    }
    assert!(matches!(table.game.phase(), Phase::Reveal { ship: Ship::A }));
    check_own_cards(&table, second, false);
}

fn check_own_cards(table: &Table<'_, CaribbeanGames>, seat: Seat, took_part: bool) {
    let view = table.view(seat);
    let own = view.own().expect("a seat has own cards");
    let player = table.game.player(seat).expect("the seat exists");
    let laid = match *table.game.phase() {
        Phase::Bribing { locked, .. } => locked.contains(seat),
        _ => took_part,
    };
    // Between rounds the cards are back in everybody's hand.
    if laid {
        for (laid, shown) in own.bribes.iter().zip(player.bribes) {
            assert!(laid.is_some(), "{seat} forgets what it laid");
            assert!(shown.is_none() || *laid == shown, "{seat} laid {shown:?}, but sees {laid:?}");
        }
    } else {
        assert_eq!(own.bribes, [None; 6], "{seat} sees cards of an earlier round");
        assert_eq!(own.reserve, None, "{seat} sees the reserve of an earlier round");
    }
}

fn check_sentence(sentence: &str, event: &Event) {
    let begun = sentence.split(". ").all(|part| part.starts_with(char::is_uppercase));
    let whole = begun && sentence.ends_with(['.', '!']);
    assert!(whole, "{sentence:?} is no sentence");
    assert!(!sentence.contains(['{', '}', '[', ']', '_']) && !sentence.contains("::"), "{sentence:?} for {event:?}");
    for debug in ["Some", "None", "Seat(", "Space(", "Chest(", "SeatSet", "SeatMap"] {
        assert!(!sentence.contains(debug), "{sentence:?} for {event:?}");
    }
}
