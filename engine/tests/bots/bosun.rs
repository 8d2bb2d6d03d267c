//! The solid player: in a tie it counts what its thief costs.

use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Card, Choice, Colour, Options, View};

use crate::deckhand::{alone, city, scenario, tie_for_the_first};
use crate::tables::{Decision, SMALL, bot, decide};

fn shows(view: &View) -> bool {
    match decide(bot(Level::Bosun, 1, SMALL).as_mut(), view) {
        Decision::Seal(sealed) => sealed.iter().any(|(_, choice)| choice == Choice::Show),
        Decision::Act(_) => panic!("a tie is sealed"),
    }
}

/// Whether it shows this reserve in a tie for the first ship, which is one step from its haven: both have laid this card
/// on her. Three of those to come are one step from Blue's havens.
fn shows_for_a_delivery(options: Options, laid: Card, reserve: Card) -> bool {
    let mut ships = alone(36, Some(city("Veracruz")));
    ships[1] = (58, Some(city("Santiago")));
    ships[2] = (45, Some(city("Portobelo")));
    ships[3] = (3, Some(city("Havana")));
    (ships[4], ships[5]) = ((6, None), (5, None));
    let mut scenario = scenario(&[Colour::Red, Colour::Blue], ships, &[]);
    scenario.options = options;
    shows(&tie_for_the_first(&scenario, laid, reserve))
}

#[test]
fn it_knows_that_its_own_thief_costs_a_step() {
    assert!(shows_for_a_delivery(Options::default(), Card::One, Card::Five));
    assert!(!shows_for_a_delivery(Options::default(), Card::One, Card::Thief));
    assert!(shows_for_a_delivery(Options::default(), Card::Two, Card::Thief));
}

#[test]
fn where_a_thief_wins_nothing_it_is_kept() {
    let options = Options { thief_beats_kept: false, ..Options::default() };
    assert!(!shows_for_a_delivery(options, Card::Two, Card::Thief));
    assert!(shows_for_a_delivery(options, Card::One, Card::Five));
}
