//! Every option of a table, on and off.

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::{
    Card, Command, End, Event, Illegal, Options, Phase, Reserve, ScenarioFault, Ship, Stall, TermsFault, UnusedHavens,
};

use super::fixture::*;

fn rules(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

#[test]
fn capture_cost_of_one_takes_a_step() {
    let costly = rules(|options| options.capture_cost = 1);
    let fixture = Fixture::two().ship(Ship::A, 2).city(X);
    // Free: two steps take the ship to the city and back.
    let mut table = fixture.commanding(Ship::A, RED, 2);
    table.orders(&[step(1), Command::Capture, step(2), Command::End]);
    // For a step: the ship stays at the city.
    let fixture = fixture.rules(costly);
    let mut table = fixture.commanding(Ship::A, RED, 2);
    assert_eq!(table.refuse_orders(&[step(1), Command::Capture, step(2)]), Illegal::NoStepsLeft);
    table.orders(&[step(1), Command::Capture, Command::End]);
    assert_eq!((table.purse(), table.at(Ship::A), table.aboard(Ship::A)), (vec![2, 0], 1, Some(X)));
    // With no step left there is no capture.
    let mut table = fixture.commanding(Ship::A, RED, 1);
    let illegal = table.refuse_orders(&[step(1), Command::Capture]);
    assert_eq!(illegal, Illegal::NoStepToLoad);
    assert_eq!(illegal.rule(), "R21");
    // Stealing, swapping and passing on stay free.
    let mut table = Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, X).rules(costly).commanding(Ship::A, RED, 0);
    table.orders(&[Command::Steal(Ship::B), Command::End]);
    assert_eq!(table.aboard(Ship::A), Some(X));
}

#[test]
fn a_shown_thief_may_be_made_to_lose_against_a_kept_card() {
    let strict = rules(|options| options.thief_beats_kept = false);
    let tie = |red: i8, blue: i8| {
        let mut table = Fixture::two().rules(strict).bribing();
        table.deal_all([hand(4, red), hand(4, blue)]);
        table.open();
        table
    };
    let mut table = tie(T, 5);
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(*table.log.last().unwrap(), Event::Stalled { ship: Ship::A, reason: Stall::TiedAgain });
    assert_eq!([table.reserve(RED), table.reserve(BLUE)], [Reserve::Shown(Card::Thief), Reserve::Unspent]);
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::B });
    // Any other card still beats a kept one, and a thief that loses still slows.
    let mut table = tie(0, 5);
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::A, RED, 4));
    let mut table = tie(T, 0);
    table.break_tie([(RED, Show), (BLUE, Show)]);
    assert_eq!(table.commander(), (Ship::A, BLUE, 3));
}

#[test]
fn unused_havens_may_be_closed() {
    let closed = rules(|options| options.unused_havens = UnusedHavens::Closed);
    let fixture = Fixture::two().ship(Ship::A, 5);
    let mut table = fixture.commanding(Ship::A, RED, 2);
    table.orders(&[step(8), step(9), Command::End]);
    assert_eq!(table.at(Ship::A), 9);
    let mut table = fixture.clone().rules(closed).commanding(Ship::A, RED, 2);
    let illegal = table.refuse_orders(&[step(8)]);
    assert_eq!(illegal, Illegal::ClosedHaven { space: f(8) });
    assert_eq!(illegal.rule(), "R34");
    assert_eq!(table.game().owners().closed(), spaces([8]));
    // Havens in play are never closed, and no ship can begin on a closed one.
    let mut four = Fixture::four().ship(Ship::A, 5).rules(closed).commanding(Ship::A, RED, 2);
    four.orders(&[step(8), step(9), Command::End]);
    assert_eq!(four.at(Ship::A), 9);
    let fault = Fixture::two().ship(Ship::A, 8).rules(closed).0.bribing().unwrap_err();
    assert_eq!(fault, ScenarioFault::OnClosedHaven { ship: Ship::A });
}

#[test]
fn no_income_rounds_sets_how_long_the_table_waits() {
    for rounds in [1, 2, 3, 9] {
        let patient = rules(|options| options.no_income_rounds = rounds);
        let mut table = Fixture::two().city(X).city(Y).rules(patient).bribing();
        table.idle_out();
        assert_eq!(table.game().round(), rounds.into());
        assert!(matches!(table.log.last(), Some(Event::GameOver { reason: End::NoIncome, .. })));
    }
}

#[test]
fn pass_on_without_the_other_changes_of_the_first_printing() {
    let no_passing = rules(|options| options.pass_on = false);
    let fixture = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 3).rules(no_passing);
    let mut table = fixture.commanding(Ship::A, RED, 1);
    assert_eq!(table.refuse_orders(&[Command::PassOn(Ship::B)]), Illegal::NoPassOn);
    table.orders(&[step(7), Command::End]);
    assert_eq!(table.purse(), [0, 5]);
}

#[test]
fn without_the_duty_to_unload_a_chest_passed_into_a_haven_is_still_delivered() {
    let free = rules(|options| options.must_unload_on_stop = false);
    let fixture = Fixture::two().laden(Ship::A, 4, X).ship(Ship::B, 3).rules(free);
    let mut table = fixture.commanding(Ship::A, BLUE, 0);
    table.orders(&[Command::PassOn(Ship::B), Command::End]);
    assert_eq!((table.purse(), table.aboard(Ship::B)), (vec![5, 0], None));
    let mut table = Fixture::two().laden(Ship::A, 4, X).rules(free).commanding(Ship::A, RED, 1);
    table.orders(&[step(3), Command::End]);
    assert_eq!((table.purse(), table.aboard(Ship::A)), (vec![0, 0], Some(X)));
}

#[test]
fn adjacent_delivery_with_the_duty_to_unload() {
    let both = rules(|options| options.adjacent_deliver = true);
    // From beside Blue's haven into it, on the way to Red's, where the next chest has to be unloaded.
    let fixture = Fixture::two().laden(Ship::A, 4, X).laden(Ship::B, 5, Y).rules(both);
    let mut table = fixture.commanding(Ship::A, RED, 1);
    table.orders(&[Command::DeliverTo(f(7)), Command::Steal(Ship::B), step(3), Command::End]);
    assert_eq!(table.purse(), [8, 5]);
}

#[test]
fn options_out_of_range_make_no_table() {
    let fault = |options: Options| Fixture::two().rules(options).0.bribing().unwrap_err();
    assert_eq!(
        fault(rules(|options| options.capture_cost = 2)),
        ScenarioFault::Terms(TermsFault::CaptureCost { cost: 2 })
    );
    for rounds in [0, 10] {
        assert_eq!(
            fault(rules(|options| options.no_income_rounds = rounds)),
            ScenarioFault::Terms(TermsFault::NoIncomeRounds { rounds })
        );
    }
}
