//! Thinking is limited by nodes.

use doubloons_engine::bots::{Budget, Cancel, Coach, Level};
use doubloons_engine::caribbean::{Options, Phase, Ship, View};
use doubloons_engine::contract::{Deaf, Game, Seat, Secrets, Viewer};

use crate::tables::{Decision, SMALL, bot, crowd, decide, new_table, play_by};

/// Asks the coach for what somebody may want to know at this moment; returns how many nodes it took.
fn coached(view: &View, seed: u64, budget: Budget) -> u64 {
    let coach = Coach::new(seed, budget, Cancel::new());
    match view.table().phase() {
        Phase::Bribing { .. } => assert!(coach.advise(view).is_some()),
        // With next to nothing to think with there is nothing to say about a tie.
        Phase::TieSeal { .. } => assert!(coach.weigh(view).is_some() || budget < SMALL),
        _ => {
            coach.steer(view, &view.table().activation().expect("a ship to command"));
        }
    }
    coach.nodes()
}

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
                let nodes = coached(view, game, Budget { nodes: budget });
                assert!(nodes <= budget, "the coach: {nodes} nodes instead of {budget}");
            }
            decide(bot(Level::Bosun, seat.index() as u64, SMALL).as_mut(), view)
        });
    }
    assert!(decisions > 1_000, "{decisions}");
    let seat = Seat::new(0).expect("a seat");
    let scenario = crowd(Options::default(), 4);
    let crowds = [scenario.bribing(), scenario.commanding(Ship::A, seat, 5)];
    for game in crowds {
        let view = game.expect("a good position").view(Viewer::Seat(seat, &Secrets::default()));
        for level in Level::ALL {
            let mut bot = bot(level, 1, SMALL);
            decide(bot.as_mut(), &view);
            assert!(bot.nodes() <= SMALL.nodes, "{level:?}: {} nodes", bot.nodes());
        }
        let nodes = coached(&view, 1, SMALL);
        assert!(nodes <= SMALL.nodes, "the coach: {nodes} nodes");
    }
}

#[test]
fn thinking_counts_its_nodes() {
    let mut table = new_table(2, 8);
    let mut counted = [0u64; 4];
    let mut coach = [0u64; 3];
    play_by(&mut table, |_, _, view| {
        let mut last = None;
        for (count, level) in counted.iter_mut().zip(Level::ALL) {
            let mut bot = bot(level, 5, SMALL);
            last = Some(decide(bot.as_mut(), view));
            *count += bot.nodes();
        }
        let question = match view.table().phase() {
            Phase::Bribing { .. } => 0,
            Phase::TieSeal { .. } => 1,
            _ => 2,
        };
        coach[question] += coached(view, 5, SMALL);
        last.expect("four levels")
    });
    assert!(coach.iter().all(|&count| count > 1_000), "{coach:?}");
    assert!(counted.iter().all(|&count| count > 1_000), "{counted:?}");
}

/// What the commander and all others together have earned by this decision, in thousands.
fn earned(view: &View, decision: &Decision) -> (u16, u16) {
    let Decision::Act(action) = decision else { panic!("a ship is commanded, not bribed: {decision:?}") };
    let activation = view.table().activation().expect("a ship to command");
    let mut played = activation.clone();
    played.play_all(action.commands(), &mut Deaf).expect("a legal move");
    let gain = |seat: Seat| played.waters().money(seat) - activation.waters().money(seat);
    let (own, others): (Vec<Seat>, Vec<Seat>) =
        view.table().seats().into_iter().partition(|&seat| seat == activation.seat());
    (own.into_iter().map(gain).sum(), others.into_iter().map(gain).sum())
}

/// However little there is to think with, a delivery that is there is made: not one of the first endings, but one of half
/// a million.
#[test]
fn no_delivery_is_left_undone_for_want_of_nodes() {
    let seat = Seat::new(0).expect("a seat");
    for options in [Options::SECOND_PRINTING, Options::FIRST_PRINTING] {
        let game = crowd(options, 4).commanding(Ship::A, seat, 5).expect("a good position");
        let view = game.view(Viewer::Seat(seat, &Secrets::default()));
        for level in Level::ALL {
            for nodes in [1, 50, 997] {
                let decision = decide(bot(level, 1, Budget { nodes }).as_mut(), &view);
                let (own, others) = earned(&view, &decision);
                assert!(own >= 4 && own > others, "{level:?} with {nodes} nodes: {own} and {others}, {decision:?}");
            }
        }
    }
}
