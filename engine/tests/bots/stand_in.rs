//! A bot that takes over the seat of somebody who is away plays on from there, and hands the seat back.

use doubloons_engine::bots::{Budget, Level, Random};
use doubloons_engine::contract::{Deaf, Game, Input, Seat};

use crate::tables::{bot, decide, new_table, play_by, winners};

const BUDGET: Budget = Budget { nodes: 10_000 };

/// A person plays at random; every few decisions a bot takes over, decides once or more, and gives the seat back. All it
/// knows is the view of that moment: cards that the person laid, ties, ships won with the person's bribes.
#[test]
fn every_level_takes_over_at_any_decision_and_gives_the_seat_back() {
    for level in Level::ALL {
        for (game, players) in [(1, 2), (2, 3), (3, 4)] {
            let mut table = new_table(players, game);
            let mut person = Random::new(game);
            let mut decisions = 0u64;
            play_by(&mut table, |_, _, view| {
                decisions += 1;
                if decisions % 5 < 2 {
                    decide(bot(level, decisions, BUDGET).as_mut(), view)
                } else {
                    decide(&mut person, view)
                }
            });
            assert!(!winners(&table).is_empty());
        }
    }
}

/// A seat that is far behind against random players is won all the same once a stand-in takes over after a few rounds.
#[test]
fn a_stand_in_plays_on_sensibly() {
    let mut won = 0;
    for game in 0..10 {
        let mut table = new_table(2, 100 + game);
        let seat = Seat::new(0).expect("a seat");
        let mut others = Random::new(game);
        play_by(&mut table, |table, decider, view| {
            if decider == seat && table.game().round() > 3 {
                decide(bot(Level::STAND_IN, game, BUDGET).as_mut(), view)
            } else {
                decide(&mut others, view)
            }
        });
        won += usize::from(winners(&table) == [seat]);
    }
    assert!(won >= 9, "{won} of 10");
}

/// While a seat is away the others go on, and whoever comes back finds a game that bots know how to continue.
#[test]
fn bots_cope_with_a_seat_that_leaves_and_comes_back() {
    let mut table = new_table(3, 9);
    let away = Seat::new(1).expect("a seat");
    let mut decisions = 0u64;
    loop {
        if let Some(input) = table.automatic() {
            table.apply(&input, &mut Deaf).expect("what nobody decides is legal");
            continue;
        }
        let Some(seat) = table.game().turn().waiting_for().into_iter().next() else { break };
        decisions += 1;
        if decisions.is_multiple_of(9) {
            let present = table.game().present().contains(away);
            let input = if present { Input::Absent(away) } else { Input::Back(away) };
            table.apply(&input, &mut Deaf).expect("seats come and go");
            continue;
        }
        let view = table.view(seat);
        let decision = decide(bot(Level::Captain, decisions, BUDGET).as_mut(), &view);
        crate::tables::carry_out(&mut table, seat, &decision);
    }
    assert!(decisions > 30 && !winners(&table).is_empty());
}
