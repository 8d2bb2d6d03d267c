//! Section 8: the end of the game and who wins; T38–T40, T43, T49, R43–R46, R49.

use std::sync::Arc;

use doubloons_engine::caribbean::{
    Board, Colour, Command, End, Event, Illegal, Options, Phase, Ship, Whereabouts, target,
};
use doubloons_engine::contract::{Beacon, Game, Input, Turn};

use super::fixture::*;

fn ended(table: &Table) -> End {
    match table.log.last() {
        Some(Event::GameOver { reason, outcome }) => {
            assert_eq!(*outcome, table.outcome());
            assert_eq!(table.game().turn(), Turn::Over(*outcome));
            *reason
        }
        other => panic!("the game did not end with {other:?}"),
    }
}

fn scores(table: &Table) -> Vec<u32> {
    let outcome = table.outcome();
    table.game().seats().into_iter().map(|seat| *outcome.scores.get(seat).unwrap()).collect()
}

/// Three players, Red close to the target, at the moment when Red commands ship B beside City Y.
fn red_at_ship_b(money: [u16; 3]) -> Table {
    let fixture = Fixture::three().ship(Ship::B, 5).laden(Ship::F, 2, X).city(Y).money(money);
    let mut table = fixture.bribing();
    table.deal_all([[0, 5, 1, 2, 3, 4, T], [1, 0, 2, 3, 4, 5, T], [2, 1, 3, 4, 5, 0, T]]);
    table.idle_to(Ship::B);
    table.open();
    assert_eq!(table.commander(), (Ship::B, RED, 5));
    table
}

#[test]
fn t38_the_round_in_which_the_target_is_reached_is_played_to_its_end() {
    let mut table = red_at_ship_b([39, 0, 0]);
    assert!(!table.game().is_last_round());
    let events = table.orders(&[Command::Capture, Command::End]);
    assert!(events.contains(&Event::TargetReached { seats: seats([RED]) }));
    assert_eq!(table.purse(), [41, 0, 0]);
    assert!(table.game().is_last_round());
    let start = table.log.len();
    let outcome = table.idle_out();
    let resolved: Vec<Ship> = table.log[start..]
        .iter()
        .filter_map(|event| match event {
            Event::BribesShown { ship, .. } => Some(*ship),
            _ => None,
        })
        .collect();
    assert_eq!(resolved, [Ship::C, Ship::D, Ship::E, Ship::F]);
    assert_eq!(ended(&table), End::Target);
    assert_eq!(outcome.winners, seats([RED]));
    assert_eq!(scores(&table), [41_000, 0, 0]);
    assert_eq!(table.game().round(), 1);
}

#[test]
fn t39_somebody_else_may_be_richest_in_the_end() {
    let mut table = red_at_ship_b([39, 40, 0]);
    table.orders(&[Command::Capture, Command::End]);
    assert!(table.game().is_last_round());
    table.idle_to(Ship::F);
    table.open();
    assert_eq!(table.commander(), (Ship::F, BLUE, 5));
    table.orders(&[step(6), step(7), Command::End]);
    let outcome = table.idle_out();
    assert_eq!(outcome.winners, seats([BLUE]));
    assert_eq!(scores(&table), [41_000, 45_000, 0]);
}

#[test]
fn t40_equal_money_shares_the_victory() {
    let fixture = Fixture::three().laden(Ship::A, 6, X).money([43, 38, 30]);
    let mut table = fixture.commanding(Ship::A, YELLOW, 1);
    table.orders(&[step(7), Command::End]);
    let outcome = table.idle_out();
    assert_eq!(scores(&table), [43_000, 43_000, 30_000]);
    assert_eq!(outcome.winners, seats([RED, BLUE]));
}

#[test]
fn t43_all_chests_delivered_pay_123_and_somebody_has_the_target() {
    let board = Board::standard();
    let total: u16 = board.cities().iter().map(|city| u16::from(city.value)).sum::<u16>() + 2 * 16;
    assert_eq!(total, 123);
    for count in 2..=4u16 {
        // However it is shared out, somebody has at least the average.
        assert!(total.div_ceil(count) >= target(count.into()), "{count} players");
    }
    // The last chest of a game in which all was shared out as evenly as can be: 61 + 62, 3 × 41, 30 + 3 × 31.
    let last = board.cities().iter().position(|city| city.value == 8).unwrap();
    let shares: [&[u16]; 3] = [&[62, 61], &[41, 41, 41], &[31, 31, 31, 30]];
    for (count, share) in (2..=4).zip(shares) {
        let colours = &Colour::ALL[..count];
        let mut fixture = Fixture::on(Arc::clone(&board), colours);
        let mut money = share.to_vec();
        money[0] -= 8;
        fixture.0.money = money;
        let haven = board.havens_of(Colour::Red).into_iter().next().unwrap();
        let taken: Vec<usize> =
            board.neighbours(haven).into_iter().chain([haven]).map(|space| space.number()).collect();
        let free: Vec<usize> = (60..78).filter(|space| !taken.contains(space)).filter(plain_sea).collect();
        for (ship, space) in Ship::ALL.into_iter().zip(&free) {
            fixture = fixture.ship(ship, *space);
        }
        let beside = taken.iter().copied().find(plain_sea).unwrap();
        fixture = fixture.laden(Ship::A, beside, chest(last));
        for index in (0..16).filter(|&index| index != last) {
            fixture = fixture.delivered(chest(index), seat(index % count));
        }
        let mut table = fixture.commanding(Ship::A, seat(1), 1);
        let before: u16 = table.purse().iter().sum();
        table.orders(&[Command::Step(haven), Command::End]);
        assert_eq!(before + 8, 123);
        assert_eq!(table.purse(), share);
        assert!(*table.purse().iter().max().unwrap() >= table.game().target());
        assert_eq!(ended(&table), End::Target);
    }
}

fn plain_sea(space: &usize) -> bool {
    let board = Board::standard();
    board.haven(f(*space)).is_none() && board.city_at(f(*space)).is_none()
}

#[test]
fn t49_three_rounds_without_income_end_the_game() {
    let mut table = Fixture::two().city(X).laden(Ship::A, 2, Y).money([7, 5]).bribing();
    for quiet in 1..=2 {
        table.idle_round();
        assert_eq!(table.game().quiet_rounds(), quiet);
    }
    let outcome = table.idle_out();
    assert_eq!(table.game().round(), 3);
    assert_eq!(ended(&table), End::NoIncome);
    assert_eq!(outcome.winners, seats([RED]));
    assert_eq!(scores(&table), [7_000, 5_000]);
}

#[test]
fn section_8_it_takes_the_whole_target() {
    let mut table = red_at_ship_b([38, 40, 40]);
    table.orders(&[Command::Capture, Command::End]);
    assert_eq!(table.purse(), [40, 40, 40]);
    assert!(!table.game().is_last_round());
    table.idle_round();
    assert_eq!(table.game().round(), 2);
}

#[test]
fn section_8_nothing_happens_after_the_end() {
    let mut table = Fixture::two().money([62, 0]).bribing();
    table.idle_out();
    for input in
        [Input::Locked(RED), Input::Unlocked(RED), Input::Absent(RED), Input::Back(RED), Input::Chance(Beacon([0; 32]))]
    {
        assert_eq!(table.refuse(&input), Illegal::GameOver);
    }
    assert_eq!(Illegal::GameOver.rule(), "§8");
    assert!(table.game().turn().waiting_for().is_empty());
}

#[test]
fn r43_a_shared_victory_can_be_of_all() {
    let mut table = Fixture::four().money([31, 31, 31, 31]).bribing();
    assert_eq!(table.idle_out().winners, seats([RED, BLUE, YELLOW, GREEN]));
}

#[test]
fn r43_the_house_tie_break_looks_at_delivered_chests() {
    let rules = Options { shared_victory: false, ..Options::default() };
    // Equal money; Blue's haven took the 8,000, Red's the 5,000.
    let fixture = Fixture::two().delivered(X, RED).delivered(Y, BLUE).money([62, 62]).rules(rules);
    assert_eq!(fixture.bribing().idle_out().winners, seats([BLUE]));
    assert_eq!(fixture.clone().rules(Options::default()).bribing().idle_out().winners, seats([RED, BLUE]));
    // Still equal: still shared.
    let fixture = Fixture::two().city(X).city(Y).money([62, 62]).rules(rules);
    assert_eq!(fixture.bribing().idle_out().winners, seats([RED, BLUE]));
    // It never beats money, and only the richest are compared.
    let fixture = Fixture::three().delivered(X, BLUE).delivered(Y, YELLOW).money([50, 50, 49]).rules(rules);
    assert_eq!(fixture.bribing().idle_out().winners, seats([BLUE]));
}

#[test]
fn r44_all_chests_delivered_ends_the_round_that_did_it() {
    // Board F has two chests only, so the target is out of reach.
    let fixture = Fixture::two().laden(Ship::B, 4, Y).delivered(X, BLUE).money([0, 5]);
    let mut table = fixture.bribing();
    table.deal_all([[0, 5, 1, 2, 3, 4, T], [1, 0, 2, 3, 4, 5, T]]);
    table.idle_to(Ship::B);
    table.open();
    table.orders(&[step(3), Command::End]);
    assert_eq!([table.chest(X), table.chest(Y)], [Whereabouts::Delivered(BLUE), Whereabouts::Delivered(RED)]);
    // Ships C to F still have their turns.
    assert_eq!(*table.game().phase(), Phase::Reveal { ship: Ship::C });
    let outcome = table.idle_out();
    assert_eq!(ended(&table), End::NoChestLeft);
    assert_eq!(outcome.winners, seats([RED]));
    assert_eq!(table.game().round(), 1);
}

#[test]
fn r45_income_starts_the_count_again() {
    let mut table =
        Fixture::two().ship(Ship::A, 1).city(X).laden(Ship::B, 11, Y).ship(Ship::C, 9).quiet_rounds(2).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    table.open();
    table.orders(&[Command::Capture, Command::End]);
    table.idle_round();
    assert_eq!(table.game().quiet_rounds(), 0);
    table.idle_out();
    assert_eq!(table.game().round(), 4);
}

#[test]
fn r45_rounds_with_a_supply_do_not_count() {
    let mut table = Fixture::two().city(X).bribing();
    // Round 1 begins with Y in the supply; it comes out after it. Rounds 2, 3 and 4 count.
    table.idle_out();
    assert_eq!(table.game().round(), 4);
    assert_eq!(ended(&table), End::NoIncome);
    assert_eq!(table.game().quiet_rounds(), 3);
}

#[test]
fn r45_moves_without_money_do_not_count_as_income() {
    let mut table = Fixture::two().ship(Ship::A, 4).laden(Ship::B, 5, Y).city(X).quiet_rounds(2).bribing();
    table.deal_all([hand(5, 0), hand(4, 0)]);
    table.open();
    table.orders(&[Command::Steal(Ship::B), step(3), step(2), Command::End]);
    table.idle_out();
    assert_eq!(ended(&table), End::NoIncome);
    assert_eq!(table.game().round(), 1);
}

#[test]
fn r46_the_target_counts_by_whoevers_move() {
    let mut table = Fixture::two().laden(Ship::A, 4, Y).city(X).money([0, 54]).commanding(Ship::A, RED, 1);
    let events = table.orders(&[step(7), Command::End]);
    assert!(events.contains(&Event::TargetReached { seats: seats([BLUE]) }));
    assert_eq!(table.outcome().winners, seats([BLUE]));
    assert_eq!(scores(&table), [0, 62_000]);
}

#[test]
fn r49_the_bank_never_runs_out() {
    // More than all coins of the box together.
    let mut table = Fixture::two().laden(Ship::A, 4, Y).city(X).money([170, 160]).commanding(Ship::A, RED, 1);
    table.orders(&[step(3), Command::End]);
    assert_eq!(table.purse(), [178, 160]);
}
