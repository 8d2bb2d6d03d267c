//! Thinking is limited by nodes, and can be called off.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use doubloons_engine::bots::{Budget, Cancel, Level};
use doubloons_engine::caribbean::{Board, Chest, ChestSet, Colour, Options, Scenario, Ship, Space, View};
use doubloons_engine::contract::{Game, Seat, Secrets, Viewer};

use crate::tables::{SMALL, bot, decide, new_table, play_by};

const ENDLESS: Budget = Budget { nodes: u64::MAX };

/// All positions of some games, and of some a crowd in which an activation has half a million endings;
/// `cargo bench -p doubloons-engine --bench bots` does the same for 10,000 positions and the real budgets.
#[test]
fn no_decision_takes_more_nodes_than_its_budget() {
    let mut decisions = 0;
    for (game, players) in [(1, 2), (2, 3), (3, 4), (4, 4)] {
        let mut table = new_table(players, game);
        play_by(&mut table, |_, seat, view| {
            for budget in [1, 50, 997, SMALL.nodes] {
                for level in Level::ALL {
                    let mut bot = bot(level, game, Budget { nodes: budget });
                    decide(bot.as_mut(), view);
                    assert!(bot.nodes() <= budget, "{level:?}: {} nodes instead of {budget}", bot.nodes());
                    decisions += 1;
                }
            }
            decide(bot(Level::Bosun, seat.index() as u64, SMALL).as_mut(), view)
        });
    }
    assert!(decisions > 1_000, "{decisions}");
    for (_, view) in crowds() {
        for level in Level::ALL {
            let mut bot = bot(level, 1, SMALL);
            decide(bot.as_mut(), &view);
            assert!(bot.nodes() <= SMALL.nodes, "{level:?}: {} nodes", bot.nodes());
        }
    }
}

#[test]
fn thinking_counts_its_nodes() {
    let mut table = new_table(2, 8);
    let mut counted = [0u64; 4];
    play_by(&mut table, |_, _, view| {
        let mut last = None;
        for (count, level) in counted.iter_mut().zip(Level::ALL) {
            let mut bot = bot(level, 5, SMALL);
            last = Some(decide(bot.as_mut(), view));
            *count += bot.nodes();
        }
        last.expect("four levels")
    });
    assert!(counted.iter().all(|&count| count > 1_000), "{counted:?}");
}

/// A cluster of six loaded ships with chests in all other cities: for the first of them half a million endings.
fn crowds() -> Vec<(&'static str, View)> {
    let board = Board::standard();
    let chest = |index: usize| Chest::from_index(index).expect("a chest");
    let at = |number: usize| Space::from_number(number).expect("a space");
    let loaded = |numbers: [usize; 6]| {
        let mut index = 0;
        numbers.map(|number| {
            index += 1;
            (at(number), Some(chest(index)))
        })
    };
    let mut in_city = ChestSet::EMPTY;
    (7..16).for_each(|index| in_city.insert(chest(index)));
    let scenario = Scenario {
        board: board.clone(),
        options: Options::default(),
        colours: Colour::ALL.to_vec(),
        round: 6,
        ships: loaded([66, 74, 73, 57, 67, 64]),
        in_city,
        delivered: Vec::new(),
        money: vec![0; 4],
        quiet_rounds: 0,
    };
    let seat = Seat::new(0).expect("a seat");
    let secrets = Secrets::default();
    let bribing = scenario.bribing().expect("a good position");
    let commanding = scenario.commanding(Ship::A, seat, 5).expect("a good position");
    vec![
        ("bribing", bribing.view(Viewer::Seat(seat, &secrets))),
        ("commanding", commanding.view(Viewer::Seat(seat, &secrets))),
    ]
}

/// Lets a bot think without end, calls it off, and says how long it went on: `None` if it had not begun to count nodes
/// yet, or was done already. The wait before it is called off is as long as it takes to think so many nodes oneself.
fn called_off(level: Level, view: &View, nodes: u64) -> Option<Duration> {
    let (cancel, (tell, told)) = (Cancel::new(), mpsc::channel());
    let thinking = thread::spawn({
        let (cancel, view) = (cancel.clone(), view.clone());
        move || {
            let mut bot = level.bot(3, ENDLESS, cancel);
            tell.send(None).expect("somebody waits");
            decide(bot.as_mut(), &view);
            tell.send(Some((Instant::now(), bot.nodes()))).expect("somebody waits");
        }
    });
    let patience = Duration::from_secs(20);
    assert_eq!(told.recv_timeout(patience), Ok(None));
    decide(bot(level, 3, Budget { nodes }).as_mut(), view);
    let called_off = Instant::now();
    cancel.cancel();
    let (decided, thought) = told.recv_timeout(patience).expect("a decision").expect("it has begun already");
    thinking.join().expect("a decision");
    (decided > called_off && thought > 0).then(|| decided - called_off)
}

/// Called off in the middle of a thought, early or late, the levels that think long have decided within 50 ms. A busy
/// machine may keep any thread waiting, so three times out of twelve are enough; a bot that does not listen, or plans for
/// longer than that, never does.
#[test]
fn whoever_is_called_off_decides_within_50_ms() {
    let mut table = new_table(4, 21);
    let deal = table.automatic().expect("chance deals first");
    table.apply(&deal, &mut doubloons_engine::contract::Deaf).expect("a deal");
    let opening = table.view(Seat::new(0).expect("a seat"));
    let mut views = crowds();
    views.push(("opening", opening));
    for (name, view) in views {
        for level in [Level::Captain, Level::Admiral] {
            let mut whole = bot(level, 3, Budget { nodes: 200_000 });
            decide(whole.as_mut(), &view);
            for eighths in [1, 4, 7] {
                let mut caught = Vec::new();
                let in_time = (0..12)
                    .filter_map(|_| called_off(level, &view, whole.nodes() * eighths / 8))
                    .inspect(|&delay| caught.push(delay))
                    .filter(|&delay| delay <= Duration::from_millis(50));
                let in_time = in_time.take(3).count();
                assert_eq!(in_time, 3, "{level:?}, {name}, {eighths}/8: {caught:?}");
            }
        }
    }
}

#[test]
fn what_is_called_off_before_it_begins_is_still_a_legal_decision() {
    let cancel = Cancel::new();
    cancel.cancel();
    let mut table = new_table(3, 13);
    play_by(&mut table, |_, _, view| decide(Level::Admiral.bot(1, ENDLESS, cancel.clone()).as_mut(), view));
}
