//! A second, plain reading of sections 6 and 7 to compare the engine with: slow, with lists where the engine has bits,
//! and written from the rules alone.

use std::sync::Arc;

use doubloons_engine::caribbean::{
    Activation, Board, Card, Colour, Command, Options, SHIPS, Ship, Space, TieVerdict, UnusedHavens, Verdict,
    Whereabouts, compare, compare_reserves, steps,
};
use doubloons_engine::contract::{Dice, Seat, SeatMap};

use super::fixture::*;

/// A ship under command, by the letter.
#[derive(Clone)]
struct Model {
    board: Arc<Board>,
    options: Options,
    colours: Vec<Colour>,
    ship: Ship,
    seat: Seat,
    steps: u8,
    at: [Space; SHIPS],
    chests: Vec<Whereabouts>,
    money: Vec<u16>,
    /// Where the chests were since the last step.
    since_step: Vec<Vec<Whereabouts>>,
}

impl Model {
    fn here(&self) -> Space {
        self.at[self.ship.index()]
    }

    fn beside(&self, to: Space) -> bool {
        self.board.neighbours(self.here()).contains(to)
    }

    fn aboard(&self, ship: Ship) -> Option<usize> {
        self.chests.iter().position(|&place| place == Whereabouts::Aboard(ship))
    }

    fn owner(&self, space: Space) -> Option<Seat> {
        let colour = self.board.haven(space)?;
        self.colours.iter().position(|&other| other == colour).map(seat)
    }

    /// The model after the command; `None` if the rules refuse it.
    fn after(&self, command: Command) -> Option<Model> {
        let mut next = self.clone();
        let mine = self.aboard(self.ship);
        let near = |other: Ship| other != self.ship && self.beside(self.at[other.index()]);
        match command {
            Command::Step(to) => {
                let closed = self.options.unused_havens == UnusedHavens::Closed
                    && self.board.haven(to).is_some()
                    && self.owner(to).is_none();
                if self.steps == 0 || !self.beside(to) || self.at.contains(&to) || closed {
                    return None;
                }
                next.at[self.ship.index()] = to;
                next.steps -= 1;
                next.since_step.clear();
            }
            Command::Capture => {
                let city = self.board.cities().iter().position(|city| city.space == self.here())?;
                if mine.is_some() || self.chests[city] != Whereabouts::City || self.steps < self.options.capture_cost {
                    return None;
                }
                next.steps -= self.options.capture_cost;
                next.chests[city] = Whereabouts::Aboard(self.ship);
                next.money[self.seat.index()] += 2;
            }
            Command::Steal(other) => {
                if mine.is_some() || !near(other) {
                    return None;
                }
                next.chests[self.aboard(other)?] = Whereabouts::Aboard(self.ship);
            }
            Command::Swap(other) => {
                if !near(other) {
                    return None;
                }
                next.chests[self.aboard(other)?] = Whereabouts::Aboard(self.ship);
                next.chests[mine?] = Whereabouts::Aboard(other);
            }
            Command::PassOn(other) => {
                if !self.options.pass_on || !near(other) || self.aboard(other).is_some() {
                    return None;
                }
                next.chests[mine?] = Whereabouts::Aboard(other);
                if let Some(owner) = self.owner(self.at[other.index()]) {
                    next.deliver(mine?, owner);
                }
            }
            Command::Deliver => next.deliver(mine?, self.owner(self.here())?),
            Command::DeliverTo(haven) => {
                if !self.options.adjacent_deliver || !self.beside(haven) {
                    return None;
                }
                next.deliver(mine?, self.owner(haven)?);
            }
            Command::End => {
                if let (true, Some(chest), Some(owner)) =
                    (self.options.must_unload_on_stop, mine, self.owner(self.here()))
                {
                    next.deliver(chest, owner);
                }
                return Some(next);
            }
        }
        if next.since_step.contains(&next.chests) {
            return None;
        }
        next.since_step.push(next.chests.clone());
        Some(next)
    }

    fn deliver(&mut self, chest: usize, owner: Seat) {
        self.chests[chest] = Whereabouts::Delivered(owner);
        self.money[owner.index()] += u16::from(self.board.cities()[chest].value);
    }

    #[track_caller]
    fn matches(&self, activation: &Activation<'_>) {
        let waters = activation.waters();
        assert_eq!(Ship::ALL.map(|ship| waters.space(ship)), self.at);
        for ship in Ship::ALL {
            assert_eq!(waters.cargo().get(ship).map(|chest| chest.index()), self.aboard(ship));
        }
        for (index, place) in self.chests.iter().enumerate() {
            let chest = chest(index);
            assert_eq!(waters.in_city().contains(chest), *place == Whereabouts::City);
            let paid = waters.deliveries().get(chest);
            assert_eq!(paid.map(Whereabouts::Delivered), paid.is_some().then_some(*place));
            assert_eq!(paid.is_some(), matches!(place, Whereabouts::Delivered(_)));
        }
        for (index, money) in self.money.iter().enumerate() {
            assert_eq!(waters.money(seat(index)), *money);
        }
        assert_eq!(activation.steps_left(), self.steps);
    }
}

fn every_command(board: &Board) -> Vec<Command> {
    let mut commands = vec![Command::Capture, Command::Deliver, Command::End];
    for ship in Ship::ALL {
        commands.extend([Command::Steal(ship), Command::Swap(ship), Command::PassOn(ship)]);
    }
    for space in board.spaces() {
        commands.extend([Command::Step(space), Command::DeliverTo(space)]);
    }
    commands
}

/// Six ships in a few neighbouring spaces, chests anywhere.
fn crowded(dice: &mut Dice, options: Options) -> (Fixture, Vec<Whereabouts>) {
    let board = Board::standard();
    let mut colours = Colour::ALL;
    dice.shuffle(&mut colours);
    let count = 2 + dice.index(3);
    let mut fixture = Fixture::on(Arc::clone(&board), &colours[..count]).rules(options);
    let live = |space: Space| board.haven(space).is_some_and(|colour| colours[..count].contains(&colour));
    let middle = f(1 + dice.index(77));
    let mut near: Vec<Space> = board
        .spaces()
        .filter(|&space| board.distance(middle, space).is_some_and(|distance| distance <= 3))
        .filter(|&space| options.unused_havens == UnusedHavens::Sea || board.haven(space).is_none() || live(space))
        .collect();
    if near.len() < SHIPS {
        return crowded(dice, options);
    }
    dice.shuffle(&mut near);
    let mut chests: Vec<Whereabouts> = (0..16)
        .map(|_| match dice.index(8) {
            0 => Whereabouts::Supply,
            1 => Whereabouts::Delivered(seat(dice.index(count))),
            _ => Whereabouts::City,
        })
        .collect();
    let mut cargo: Vec<usize> = (0..16).collect();
    dice.shuffle(&mut cargo);
    for (ship, &space) in Ship::ALL.into_iter().zip(&near) {
        let may_be_laden = !(options.must_unload_on_stop && live(space));
        fixture = if may_be_laden && dice.below(2) == 0 {
            let index = cargo[ship.index()];
            chests[index] = Whereabouts::Aboard(ship);
            fixture.laden(ship, space.number(), chest(index))
        } else {
            fixture.ship(ship, space.number())
        };
    }
    for (index, place) in chests.iter().enumerate() {
        match *place {
            Whereabouts::City => fixture = fixture.city(chest(index)),
            Whereabouts::Delivered(seat) => fixture = fixture.delivered(chest(index), seat),
            Whereabouts::Supply | Whereabouts::Aboard(_) => {}
        }
    }
    (fixture, chests)
}

#[test]
fn section_7_the_engine_and_a_plain_reading_of_the_rules_agree() {
    let board = Board::standard();
    let commands = every_command(&board);
    let mut dice = Dice::from_seed(20);
    let mut given = 0;
    for game in 0..1_500 {
        let options = match game % 4 {
            0 | 1 => Options::SECOND_PRINTING,
            2 => Options::FIRST_PRINTING,
            _ => Options {
                capture_cost: 1,
                unused_havens: UnusedHavens::Closed,
                adjacent_deliver: dice.below(2) == 0,
                must_unload_on_stop: dice.below(2) == 0,
                ..Options::default()
            },
        };
        let (fixture, chests) = crowded(&mut dice, options);
        let count = fixture.0.colours.len();
        let ship = Ship::ALL[dice.index(SHIPS)];
        let commander = seat(dice.index(count));
        let mut model = Model {
            board: Arc::clone(&board),
            options,
            colours: fixture.0.colours.clone(),
            ship,
            seat: commander,
            steps: dice.index(6) as u8,
            at: fixture.0.ships.map(|(space, _)| space),
            since_step: vec![chests.clone()],
            chests,
            money: vec![0; count],
        };
        let table = fixture.commanding(ship, commander, model.steps);
        let mut activation = table.game().activation().unwrap();
        while !activation.ended() {
            model.matches(&activation);
            let legal = activation.legal();
            for &command in &commands {
                let taken = model.after(command).is_some();
                assert_eq!(legal.contains(command), taken, "{command:?} in game {game}");
                assert_eq!(activation.check(command).is_ok(), taken, "{command:?} in game {game}");
            }
            assert_eq!(legal.iter().count(), legal.len());
            // Exchanges rather than steps, and the end only now and then, so that much happens.
            let mut choice: Vec<Command> = legal.iter().filter(|&command| command != Command::End).collect();
            if choice.is_empty() || dice.below(12) == 0 {
                choice = vec![Command::End];
            }
            let command = choice[dice.index(choice.len())];
            activation.play(command, &mut Vec::new()).unwrap();
            model = model.after(command).unwrap();
            // A step forgets what was before it, but the present distribution counts.
            if model.since_step.is_empty() {
                model.since_step.push(model.chests.clone());
            }
            given += 1;
        }
        model.matches(&activation);
    }
    assert!(given > 5_000, "{given}");
}

/// Section 6 as it is written down, for one ship.
fn section_6(bids: &[Option<i8>], shown: &[Option<i8>]) -> Option<(usize, u8)> {
    let high = bids.iter().flatten().copied().max()?;
    if high == -1 {
        return None;
    }
    let top: Vec<usize> = (0..bids.len()).filter(|&seat| bids[seat] == Some(high)).collect();
    let thieves = |cards: &[i8]| cards.iter().filter(|&&card| card == -1).count() as i8;
    let mut slow = thieves(&bids.iter().flatten().copied().collect::<Vec<_>>());
    let winner = if let [winner] = top[..] {
        winner
    } else {
        let reserves: Vec<(usize, i8)> = top.iter().filter_map(|&seat| Some((seat, shown[seat]?))).collect();
        slow += thieves(&reserves.iter().map(|&(_, card)| card).collect::<Vec<_>>());
        let best = reserves.iter().map(|&(_, card)| card).max()?;
        match reserves.iter().filter(|&&(_, card)| card == best).collect::<Vec<_>>()[..] {
            [&(winner, _)] => winner,
            _ => return None,
        }
    };
    Some((winner, (high - slow).max(0) as u8))
}

#[test]
fn section_6_every_combination_of_bids_and_reserves() {
    let cards = |list: &[Option<i8>]| -> SeatMap<Card> {
        (0..list.len()).filter_map(|index| Some((seat(index), card(list[index]?)))).collect()
    };
    // All bids of four seats, each a card or none; all shown reserves of those who are tied.
    let worth = |code: usize| if code == 0 { None } else { Some(code as i8 - 2) };
    let lists: Vec<[Option<i8>; 4]> =
        (0..4096).map(|code| [code, code / 8, code / 64, code / 512].map(|code| worth(code % 8))).collect();
    for bids in &lists {
        match compare(&cards(bids)) {
            Verdict::NoBribe => assert_eq!(section_6(bids, &[Some(5); 4]), None),
            Verdict::Won { seat, card, thieves } => {
                assert_eq!(section_6(bids, &[None; 4]), Some((seat.index(), steps(card, thieves))));
            }
            Verdict::Tied { seats, card, thieves } => {
                for shown in lists.iter().step_by(7) {
                    let asked: [Option<i8>; 4] =
                        std::array::from_fn(|place| shown[place].filter(|_| seats.contains(seat(place))));
                    let verdict = compare_reserves(&cards(&asked), &Options::default());
                    let winner = match verdict {
                        TieVerdict::Won { seat, thieves: more } => Some((seat.index(), steps(card, thieves + more))),
                        TieVerdict::NobodyShowed | TieVerdict::Unbroken => None,
                    };
                    assert_eq!(winner, section_6(bids, &asked), "{bids:?} {asked:?}");
                }
            }
        }
    }
}
