//! Whoever is called off has decided within 50 ms, whatever the question.

use std::cell::Cell;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use doubloons_engine::bots::{Budget, Cancel, Coach, Level};
use doubloons_engine::caribbean::planner::Planner;
use doubloons_engine::caribbean::{Caribbean, Options, Phase, Ship, View};
use doubloons_engine::contract::{Deaf, Game, Seat};
use doubloons_engine::local::LocalTable;

use crate::clock::Account;
use crate::tables::{Decision, carry_out, crowd, decide, new_table, play_by};

const ENDLESS: Budget = Budget { nodes: u64::MAX };
const PRINTINGS: [(&str, Options); 2] = [("second", Options::SECOND_PRINTING), ("first", Options::FIRST_PRINTING)];
/// After how much thinking it is called off: early, in the middle, late.
const MOMENTS: [u64; 4] = [3, 20, 60, 140];
/// How often somebody may be late at the same moment.
const ATTEMPTS: usize = 5;

/// Something to think about without end.
type Question = Arc<dyn Fn(Cancel) + Send + Sync>;

fn first() -> Seat {
    Seat::new(0).expect("a seat")
}

fn decision(level: Level, view: View) -> Question {
    Arc::new(move |cancel| {
        decide(level.bot(3, ENDLESS, cancel).as_mut(), &view);
    })
}

fn opening(players: u8) -> View {
    let mut table = new_table(players, 21);
    let deal = table.automatic().expect("chance deals first");
    table.apply(&deal, &mut Deaf).expect("a deal");
    table.view(first())
}

/// The same cards from everybody at the start of this round: a tie for the first ship.
fn tie(game: Caribbean) -> View {
    let mut table = LocalTable::new(game, 5);
    let opened = table.view(first());
    let hand = decide(Level::Deckhand.bot(1, Budget { nodes: 1_000 }, Cancel::new()).as_mut(), &opened);
    for seat in table.game().seats() {
        carry_out(&mut table, seat, &hand);
    }
    while let Some(input) = table.automatic() {
        table.apply(&input, &mut Deaf).expect("what nobody decides is legal");
    }
    assert!(matches!(table.game().phase(), Phase::TieSeal { .. }), "{:?}", table.game().phase());
    table.view(first())
}

/// How much longer a thread thinks once it is called off, having thought for so long; `None` if it was done before.
fn called_off(question: &Question, after: Duration) -> Option<Duration> {
    let (cancel, (tell, told)) = (Cancel::new(), mpsc::channel());
    let thinking = thread::spawn({
        let (cancel, question) = (cancel.clone(), Arc::clone(question));
        move || {
            let account = Account::of_this_thread();
            tell.send(account.clone()).expect("somebody waits");
            question(cancel);
            let taken = account.taken().expect("it still runs");
            // Whoever waits hears that it is done by the end of the channel.
            drop(tell);
            taken
        }
    });
    let account = told.recv().expect("it has begun");
    let mut before = Duration::ZERO;
    while before < after {
        match told.recv_timeout(Duration::from_millis(1)) {
            Err(mpsc::RecvTimeoutError::Timeout) => before = account.taken().unwrap_or(before),
            _ => return None,
        }
    }
    cancel.cancel();
    let taken = thinking.join().expect("a decision");
    Some(taken.saturating_sub(before))
}

/// Asserts that it takes effect within 50 ms of thinking, at all moments at which the question is still open.
fn stops(name: &str, question: &Question) {
    let open = MOMENTS.iter().filter(|&&moment| stops_after(name, question, Duration::from_millis(moment))).count();
    assert!(open > 0, "{name} is done too soon to be called off");
}

/// Asserts the same for one moment; `false` if the question was answered before. On a machine that others use, too, a
/// thread is charged for much that it did not do, but not every time; whoever does not look for long enough is late every
/// time.
fn stops_after(name: &str, question: &Question, moment: Duration) -> bool {
    let mut delays = Vec::new();
    while delays.len() < ATTEMPTS {
        match called_off(question, moment) {
            Some(delay) if delay > Duration::from_millis(50) => delays.push(delay),
            Some(_) => return true,
            None => return false,
        }
    }
    panic!("{name}, called off after {moment:?}: {delays:?}");
}

#[test]
fn bribes_in_a_duel_are_called_off_within_50_ms() {
    for level in [Level::Captain, Level::Admiral] {
        stops(&format!("{level:?}"), &decision(level, opening(2)));
    }
}

#[test]
fn bribes_among_four_are_called_off_within_50_ms() {
    for level in [Level::Captain, Level::Admiral] {
        stops(&format!("{level:?}"), &decision(level, opening(4)));
    }
}

#[test]
fn bribes_for_a_crowd_of_ships_are_called_off_within_50_ms() {
    for (printing, options) in PRINTINGS {
        for players in [2, 4] {
            let game = crowd(options, players).bribing().expect("a good position");
            let view = LocalTable::new(game, 1).view(first());
            for level in [Level::Captain, Level::Admiral] {
                stops(&format!("{level:?}, {printing}, {players} players"), &decision(level, view.clone()));
            }
        }
    }
}

#[test]
fn ties_are_called_off_within_50_ms() {
    for (printing, options) in PRINTINGS {
        let view = tie(crowd(options, 4).bribing().expect("a good position"));
        for level in [Level::Captain, Level::Admiral] {
            stops(&format!("{level:?}, {printing}"), &decision(level, view.clone()));
        }
    }
}

#[test]
fn a_ship_in_a_crowd_is_called_off_within_50_ms() {
    for (printing, options) in PRINTINGS {
        let game = crowd(options, 4).commanding(Ship::A, first(), 5).expect("a good position");
        let view = LocalTable::new(game, 1).view(first());
        for level in Level::ALL {
            stops(&format!("{level:?}, {printing}"), &decision(level, view.clone()));
        }
    }
}

#[test]
fn the_coach_is_called_off_within_50_ms() {
    for (printing, options) in PRINTINGS {
        let bribing = LocalTable::new(crowd(options, 4).bribing().expect("a good position"), 1).view(first());
        let advice: Question = Arc::new(move |cancel| {
            Coach::new(1, ENDLESS, cancel).advise(&bribing).expect("advice for a player");
        });
        stops(&format!("advice, {printing}"), &advice);
        let tied = tie(crowd(options, 4).bribing().expect("a good position"));
        let answer: Question = Arc::new(move |cancel| {
            Coach::new(1, ENDLESS, cancel).weigh(&tied);
        });
        stops(&format!("answer in a tie, {printing}"), &answer);
        let game = crowd(options, 4).commanding(Ship::A, first(), 5).expect("a good position");
        let commanding = LocalTable::new(game, 1).view(first());
        let course: Question = Arc::new(move |cancel| {
            let activation = commanding.table().activation().expect("a ship to command");
            Coach::new(1, ENDLESS, cancel).steer(&commanding, &activation);
        });
        stops(&format!("course, {printing}"), &course);
    }
}

#[test]
fn the_probe_is_called_off_within_50_ms() {
    for players in [2, 4] {
        let view = opening(players);
        let question: Question = Arc::new(move |cancel| {
            decide(Level::Admiral.probe(3, ENDLESS, cancel).as_mut(), &view);
        });
        stops(&format!("{players} players"), &question);
    }
}

#[test]
fn what_is_called_off_before_it_begins_is_still_a_legal_decision() {
    let cancel = Cancel::new();
    cancel.cancel();
    let mut table = new_table(3, 13);
    let mut sealed = 0;
    play_by(&mut table, |_, _, view| {
        let decision = decide(Level::Admiral.bot(1, ENDLESS, cancel.clone()).as_mut(), view);
        sealed += u32::from(matches!(decision, Decision::Seal(_)));
        decision
    });
    assert!(sealed > 0);
}

/// Whoever is called off plans nothing any more, however much there would be to plan: counted, not timed.
#[test]
fn what_is_called_off_before_it_begins_costs_next_to_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    for (printing, options) in PRINTINGS {
        let scenario = crowd(options, 4);
        for game in [scenario.bribing(), scenario.commanding(Ship::A, first(), 5)] {
            let view = LocalTable::new(game.expect("a good position"), 1).view(first());
            for level in Level::ALL {
                let mut bot = level.bot(3, ENDLESS, cancel.clone());
                decide(bot.as_mut(), &view);
                assert!(bot.nodes() <= 100, "{level:?}, {printing}: {} nodes", bot.nodes());
            }
        }
    }
}

/// A plan that is stopped is worth something all the same: it knows all endings with few steps, and none with more.
#[test]
fn a_plan_that_is_stopped_has_whole_numbers_of_steps() {
    let game = crowd(Options::SECOND_PRINTING, 4).commanding(Ship::A, first(), 4).expect("a good position");
    let activation = game.activation().expect("a ship to command");
    let mut planner = Planner::new();
    let whole: Vec<u8> = planner.plan(&activation).map(|ending| ending.steps).collect();
    let mut parts = 0;
    for patience in (0..4_000).step_by(97) {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= patience;
        let part: Vec<u8> = planner.plan_until(&activation, stop).map(|ending| ending.steps).collect();
        let most = part.last().copied();
        let known = whole.iter().filter(|&&steps| Some(steps) <= most).count();
        assert_eq!((part.len(), planner.is_complete()), (known, known == whole.len()), "{patience}, {most:?}");
        // Once it is told to stop, it has to ask at most once more before it does.
        assert!(asked.get() <= patience + 2, "{patience}, {}", asked.get());
        parts += u32::from(!part.is_empty() && part.len() < whole.len());
    }
    assert!(parts > 5, "{parts}");
}
