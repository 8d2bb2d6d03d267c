//! The beginner: weak, but never foolish.

use doubloons_engine::bots::{Bot, Level};
use doubloons_engine::caribbean::planner::Planner;
use doubloons_engine::caribbean::{
    Activation, Board, Card, Caribbean, Chest, Choice, Colour, Command, MOST_STEPS, Options, Phase, RESERVE, Scenario,
    Ship, Space, View, bribe_slot, tie_slot,
};
use doubloons_engine::contract::{Action, Deaf, Game, Sealed, Seat, Secrets, Viewer};
use doubloons_engine::local::LocalTable;

use crate::tables::{Decision, SMALL, bot, carry_out, decide, new_table, play_by, table_with, winners};

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
fn earned(activation: &Activation<'_>, seats: impl Iterator<Item = Seat>, after: impl Fn(Seat) -> u16) -> (i32, i32) {
    let mut sums = (0, 0);
    for seat in seats {
        let gain = i32::from(after(seat) - activation.waters().money(seat));
        if seat == activation.seat() { sums.0 += gain } else { sums.1 += gain }
    }
    sums
}

/// Asserts that no way to end this activation earns more, compared with what others get by it, nor as much and others
/// less. Returns what the deckhand earns.
fn check_course(view: &View, action: &Action<Command>) -> i32 {
    let activation = view.table().activation().expect("a ship to command");
    let seats = || view.table().seats().into_iter();
    let mut played = activation.clone();
    played.play_all(action.commands(), &mut Deaf).expect("a legal move");
    let (own, others) = earned(&activation, seats(), |seat| played.waters().money(seat));
    let mut planner = Planner::new();
    for ending in planner.plan(&activation) {
        let (could, paid) = earned(&activation, seats(), |seat| ending.waters.money(seat));
        assert!(could - paid <= own - others, "{could} and {paid} was there, not {own} and {others}: {action:?}");
        let needless = could - paid == own - others && paid < others;
        assert!(!needless, "{others} went to others where {could} and {paid} was possible: {action:?}");
    }
    own
}

#[test]
fn it_never_gives_money_away_and_leaves_no_free_delivery_undone() {
    let (mut moves, mut payments) = (0, 0);
    for game in 0..120 {
        let players = 2 + (game % 3) as u8;
        let options = if game % 2 == 0 { Options::SECOND_PRINTING } else { Options::FIRST_PRINTING };
        let mut table = table_with(options, players, 1_000 + game);
        // In every third game it meets somebody who leaves it other positions than its like do.
        let level = |seat: u64| if game % 3 == 1 && seat > 0 { Level::Bosun } else { Level::Deckhand };
        let mut crew: Vec<_> = (0..u64::from(players)).map(|seat| bot(level(seat), game * 8 + seat, SMALL)).collect();
        play_by(&mut table, |_, seat, view| {
            let decision = decide(crew[seat.index()].as_mut(), view);
            if let Decision::Act(action) = &decision
                && level(seat.index() as u64) == Level::Deckhand
            {
                moves += 1;
                payments += u32::from(check_course(view, action) > 0);
            }
            decision
        });
    }
    assert!(moves > 2_000 && payments > 500, "{moves} moves, {payments} that paid");
}

fn first() -> Seat {
    Seat::new(0).expect("a seat")
}

/// A position with the first seat's colour first, in which all other chests are gone.
pub(crate) fn scenario(colours: &[Colour], ships: [(usize, Option<usize>); 6], in_city: &[usize]) -> Scenario {
    let chest = |index: usize| Chest::from_index(index).expect("a chest");
    let at = |number: usize| Space::from_number(number).expect("a space");
    let used = |index: &usize| in_city.contains(index) || ships.iter().any(|(_, aboard)| *aboard == Some(*index));
    Scenario {
        board: Board::standard(),
        options: Options::default(),
        colours: colours.to_vec(),
        round: 7,
        ships: ships.map(|(number, aboard)| (at(number), aboard.map(chest))),
        in_city: in_city.iter().copied().map(chest).collect(),
        delivered: (0..16).filter(|index| !used(index)).map(|index| (chest(index), first())).collect(),
        money: vec![10; colours.len()],
        quiet_rounds: 0,
    }
}

pub(crate) fn city(name: &str) -> usize {
    let index = Board::standard().cities().iter().position(|city| city.name == name);
    index.unwrap_or_else(|| panic!("there is no city called {name}"))
}

/// The ships in corners of the chart, but for the first one.
pub(crate) fn alone(number: usize, aboard: Option<usize>) -> [(usize, Option<usize>); 6] {
    [(number, aboard), (29, None), (71, None), (77, None), (8, None), (6, None)]
}

/// Through Blue's haven a loaded ship comes empty to a city: 2,000 for the capture, and 8,000 for Blue.
#[test]
fn it_does_not_deliver_to_others_to_earn_a_capture() {
    let ships = alone(11, Some(city("Veracruz")));
    let scenario = scenario(&[Colour::Green, Colour::Blue], ships, &[city("Pensacola")]);
    let game = scenario.commanding(Ship::A, first(), 2).expect("a good position");
    let view = game.view(Viewer::Seat(first(), &Secrets::default()));
    for seed in 0..20 {
        let Decision::Act(action) = decide(bot(Level::Deckhand, seed, SMALL).as_mut(), &view) else {
            panic!("a ship is commanded");
        };
        assert_eq!(check_course(&view, &action), 0, "{action:?}");
    }
}

/// The cards for ships A to F and the reserve, for so many seeds.
fn hands(view: &View, seeds: u64) -> Vec<Vec<Card>> {
    let card = |choice| match choice {
        Choice::Card(card) => card,
        other => panic!("{other:?} is no bribe"),
    };
    let hand = |seed| match decide(bot(Level::Deckhand, seed, SMALL).as_mut(), view) {
        Decision::Seal(sealed) => sealed.iter().map(|(_, choice)| card(choice)).collect(),
        Decision::Act(_) => panic!("bribes are sealed"),
    };
    (0..seeds).map(hand).collect()
}

fn opening(players: u8) -> View {
    let mut table = table_with(Options::default(), players, 4);
    let deal = table.automatic().expect("chance deals first");
    table.apply(&deal, &mut Deaf).expect("a deal");
    table.view(first())
}

#[test]
fn its_reserve_varies() {
    let hands = hands(&opening(3), 200);
    let count = |card: Card| hands.iter().filter(|hand| hand[6] == card).count();
    let counts = Card::ALL.map(count);
    assert!(counts.iter().all(|&count| count <= 80), "{counts:?}");
    assert!(counts.iter().filter(|&&count| count >= 10).count() >= 5, "{counts:?}");
}

#[test]
fn it_likes_to_lay_its_thief_on_what_another_wants() {
    // Four steps from Blue's haven, too far from Red's, and nobody else near; what the first ship carries is Red's own next
    // delivery.
    let mut ships = alone(42, Some(city("Nassau")));
    (ships[2], ships[3]) = ((2, None), (72, Some(city("Veracruz"))));
    let game = scenario(&[Colour::Red, Colour::Blue], ships, &[]).bribing().expect("a good position");
    let hands = hands(&game.view(Viewer::Seat(first(), &Secrets::default())), 200);
    let count = |place: usize| hands.iter().filter(|hand| hand[place] == Card::Thief).count();
    let counts: Vec<usize> = (0..7).map(count).collect();
    let others = (0..6).filter(|&ship| ship != 3).map(|ship| counts[ship]).max().expect("five ships");
    assert!(counts[3] >= 60 && counts[3] > 2 * others, "{counts:?}");
}

/// What the first seat sees in a tie for the first ship: all have laid this card on her, and have this one in reserve.
pub(crate) fn tie_for_the_first(scenario: &Scenario, laid: Card, reserve: Card) -> View {
    let mut table = LocalTable::new(scenario.bribing().expect("a good position"), 1);
    let mut rest: Vec<Card> = Card::ALL.into_iter().filter(|card| ![laid, reserve].contains(card)).collect();
    let mut sealed = Sealed::default();
    sealed.insert(bribe_slot(Ship::A), Choice::Card(laid));
    for ship in Ship::ALL.into_iter().skip(1) {
        sealed.insert(bribe_slot(ship), Choice::Card(rest.pop().expect("a card for every ship")));
    }
    sealed.insert(RESERVE, Choice::Card(reserve));
    for seat in table.game().seats() {
        carry_out(&mut table, seat, &Decision::Seal(sealed));
    }
    while let Some(input) = table.automatic() {
        table.apply(&input, &mut Deaf).expect("what nobody decides is legal");
    }
    table.view(first())
}

/// How often, out of 200, the deckhand shows in a tie for the first ship, which lies on this space: both have laid this card
/// on her, and have this one in reserve.
fn shows(number: usize, laid: Card, reserve: Card) -> usize {
    let ships = alone(number, Some(city("Veracruz")));
    let view = tie_for_the_first(&scenario(&[Colour::Red, Colour::Blue], ships, &[]), laid, reserve);
    let shown = |seed: &u64| match decide(bot(Level::Deckhand, *seed, SMALL).as_mut(), &view) {
        Decision::Seal(sealed) => sealed.iter().any(|(_, choice)| choice == Choice::Show),
        Decision::Act(_) => panic!("a tie is sealed"),
    };
    (0..200).filter(shown).count()
}

#[test]
fn it_breaks_ties_for_what_the_steps_suffice_for() {
    // Space 46 is three steps from Red's haven.
    assert_eq!(shows(46, Card::Two, Card::Five), 0);
    assert!(shows(46, Card::Three, Card::Five) > 120);
}

#[test]
fn it_knows_that_its_own_thief_costs_a_step() {
    assert_eq!(shows(46, Card::Three, Card::Thief), 0);
    let [thief, five] = [Card::Thief, Card::Five].map(|reserve| shows(46, Card::Four, reserve));
    assert!(thief > 20 && five > thief + 40, "{thief} with the thief, {five} with the five");
}
