//! The beginner: weak, but never foolish.

use doubloons_engine::bots::{Bot, Level};
use doubloons_engine::caribbean::planner::Planner;
use doubloons_engine::caribbean::{
    Activation, Card, Caribbean, Choice, Command, MOST_STEPS, Phase, RESERVE, Ship, View, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Action, Deaf, Game, Sealed, Seat};

use crate::tables::{Decision, SMALL, bot, decide, new_table, play_by, winners};

/// A plain way to play, as somebody might after one game: the five on the ship that brings the most money at once, the
/// four on the next, and so on; the thief on the ship that brings the opponents most; the reserve is what is left.
/// Commands for the most money, then as near to a haven as possible. Never changes, never gambles.
struct Person;

impl Person {
    fn catch(table: &Caribbean, ship: Ship, seat: Seat) -> u16 {
        let activation = table.imagine(ship, seat, MOST_STEPS - 1).expect("a seat at the table");
        let gains = Planner::new().plan(&activation).map(|ending| ending.gain(seat, table.waters())).max();
        gains.unwrap_or(0)
    }

    /// How near the chests at sea are to this seat's havens.
    fn promise(table: &Caribbean, ending: &doubloons_engine::caribbean::planner::Ending, seat: Seat) -> i32 {
        let colour = table.player(seat).expect("a seat at the table").colour;
        let near = |ship: Ship| {
            let chest = ending.waters.cargo().get(ship)?;
            let from = ending.waters.space(ship);
            let havens = table.board().havens_of(colour).into_iter();
            let distance = havens.filter_map(|haven| table.board().distance(from, haven)).min()?;
            Some(i32::from(table.board().value(chest)) * (10 - distance as i32))
        };
        Ship::ALL.into_iter().filter_map(near).sum()
    }
}

impl Bot<Caribbean> for Person {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        let table = view.table();
        let seat = view.own().expect("a player").seat;
        if let Phase::TieSeal { tie, .. } = table.phase() {
            let wanted = Person::catch(table, tie.ship, seat) > 0;
            return [(tie_slot(tie.ship), if wanted { Choice::Show } else { Choice::Keep })].into_iter().collect();
        }
        let mut ships = Ship::ALL;
        ships.sort_by_key(|&ship| std::cmp::Reverse(Person::catch(table, ship, seat)));
        let others = |ship: Ship| -> u16 {
            let rivals = table.seats().into_iter().filter(|&other| other != seat);
            rivals.map(|other| Person::catch(table, ship, other)).max().unwrap_or(0)
        };
        // Of the three ships that it wants least itself, the one that the others want most gets the thief.
        let thief = *ships[3..].iter().max_by_key(|&&ship| others(ship)).expect("three ships");
        let mut cards = [Card::Five, Card::Four, Card::Three, Card::One, Card::Zero].into_iter();
        let mut sealed = Sealed::default();
        for ship in ships {
            let card = if ship == thief { Card::Thief } else { cards.next().expect("five cards for five ships") };
            sealed.insert(bribe_slot(ship), Choice::Card(card));
        }
        sealed.insert(RESERVE, Choice::Card(Card::Two));
        sealed
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        let table = view.table();
        let activation = table.activation().expect("a ship to command");
        let seat = activation.seat();
        let mut planner = Planner::new();
        let best = planner
            .plan(&activation)
            .max_by_key(|ending| (ending.gain(seat, table.waters()), Person::promise(table, ending, seat)));
        best.and_then(|ending| planner.way(&activation, &ending)).unwrap_or_default()
    }
}

#[test]
fn it_loses_most_games_to_a_simple_fixed_way_to_play() {
    let (mut lost, games) = (0, 60);
    for game in 0..games {
        let mut table = new_table(2, game);
        let person = Seat::new((game % 2) as usize).expect("a seat");
        let mut beginner = bot(Level::Deckhand, game, SMALL);
        play_by(
            &mut table,
            |_, seat, view| {
                if seat == person { decide(&mut Person, view) } else { decide(beginner.as_mut(), view) }
            },
        );
        lost += u64::from(winners(&table) == [person]);
    }
    assert!(lost * 100 >= games * 60, "the beginner lost only {lost} of {games}");
}

/// What an activation earns everybody: the commander, and all others together.
fn earned(activation: &Activation<'_>, seats: impl Iterator<Item = Seat>, after: impl Fn(Seat) -> u16) -> (u16, u16) {
    let mut sums = (0, 0);
    for seat in seats {
        let gain = after(seat) - activation.waters().money(seat);
        if seat == activation.seat() { sums.0 += gain } else { sums.1 += gain }
    }
    sums
}

#[test]
fn it_never_gives_money_away_and_leaves_no_free_delivery_undone() {
    let (mut moves, mut payments) = (0, 0);
    for game in 0..40 {
        let players = 2 + (game % 3) as u8;
        let mut table = new_table(players, 1_000 + game);
        let mut beginners: Vec<_> =
            (0..u64::from(players)).map(|seat| bot(Level::Deckhand, game * 8 + seat, SMALL)).collect();
        play_by(&mut table, |table, seat, view| {
            let decision = decide(beginners[seat.index()].as_mut(), view);
            if let Decision::Act(action) = &decision {
                let activation = view.table().activation().expect("a ship to command");
                let seats = || table.game().seats().into_iter();
                let mut played = activation.clone();
                played.play_all(action.commands(), &mut Deaf).expect("a legal move");
                let (own, others) = earned(&activation, seats(), |seat| played.waters().money(seat));
                let mut planner = Planner::new();
                for ending in planner.plan(&activation) {
                    let possible = earned(&activation, seats(), |seat| ending.waters.money(seat));
                    assert!(possible.0 <= own, "{possible:?} was there, {own} was taken: {action:?}");
                    let needless = possible.0 == own && possible.1 < others;
                    assert!(!needless, "{others} went to others where {possible:?} was possible: {action:?}");
                }
                moves += 1;
                payments += u32::from(own > 0);
            }
            decision
        });
    }
    assert!(moves > 800 && payments > 200, "{moves} moves, {payments} that paid");
}
