//! A decision follows from the seed and the view, and from nothing else; and it can't be foretold without the seed.

use std::collections::BTreeSet;

use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Card, Choice};
use doubloons_engine::contract::{Game, Seat, Turn};

use crate::tables::{Decision, SMALL, bot, decide, new_table, play_by};

#[test]
fn a_bot_that_has_just_sat_down_decides_as_one_that_was_there_all_along() {
    for level in Level::ALL {
        let mut table = new_table(2, 3);
        let mut seasoned: Vec<_> = (0..2).map(|seat| bot(level, seat, SMALL)).collect();
        let mut decisions = 0;
        play_by(&mut table, |_, seat, view| {
            let decision = decide(seasoned[seat.index()].as_mut(), view);
            let mut fresh = bot(level, seat.index() as u64, SMALL);
            assert_eq!(decide(fresh.as_mut(), view), decision, "{level:?}");
            decisions += 1;
            decision
        });
        assert!(decisions > 20, "{level:?} decided {decisions} times");
    }
}

/// The cards in the order of their slots; what is printed of a sealed choice does not tell them.
fn cards(decision: &Decision) -> Vec<Card> {
    let Decision::Seal(sealed) = decision else { panic!("bribes are sealed") };
    let card = |choice| match choice {
        Choice::Card(card) => card,
        other => panic!("{other:?} is no bribe"),
    };
    sealed.iter().map(|(_, choice)| card(choice)).collect()
}

#[test]
fn other_seeds_lay_other_hands() {
    for players in 2..=4 {
        let mut table = new_table(players, 11);
        let deal = table.automatic().expect("chance deals first");
        table.apply(&deal, &mut doubloons_engine::contract::Deaf).expect("a deal");
        assert!(matches!(table.game().turn(), Turn::Seal { .. }));
        let seat = Seat::new(0).expect("a seat");
        let view = table.view(seat);
        let hands: BTreeSet<Vec<Card>> =
            (0..24).map(|seed| cards(&decide(bot(Level::Admiral, seed, SMALL).as_mut(), &view))).collect();
        assert!(hands.len() >= 6, "only {} hands with {players} players", hands.len());
    }
}

#[test]
fn locked_seats_change_nothing_for_those_who_still_think() {
    let mut table = new_table(3, 5);
    let deal = table.automatic().expect("chance deals first");
    table.apply(&deal, &mut doubloons_engine::contract::Deaf).expect("a deal");
    let [first, second, _] = [0, 1, 2].map(|index| Seat::new(index).expect("a seat"));
    let before = decide(bot(Level::Admiral, 7, SMALL).as_mut(), &table.view(second));
    let locked = decide(bot(Level::Admiral, 8, SMALL).as_mut(), &table.view(first));
    crate::tables::carry_out(&mut table, first, &locked);
    assert_eq!(decide(bot(Level::Admiral, 7, SMALL).as_mut(), &table.view(second)), before);
}
