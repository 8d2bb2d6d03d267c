//! The laws of the contract, written once for every game. Each law is one function; a test calls it for a subject.

use std::collections::BTreeMap;

use doubloons_engine::contract::{
    Action, Canonical, Deaf, Face, Game, Handle, Input, InputOf, MAX_COMMANDS, MAX_SLOTS, Malformed, Seat, SeatMap,
    Slot, Turn, Viewer,
};

use crate::noise::{must_be_refused, noise};
use crate::table::{CommandOf, Manners, Subject, Table};

/// What `commands` lists is exactly what `apply` takes, at every prefix of random actions.
pub(crate) fn commands_are_exact<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let universe = subject.every_command();
    let mut checked = 0;
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            for seat in Seat::first(8).filter(|&seat| table.game.turn() != Turn::Seat(seat)) {
                let listed = table.game.commands(seat, &[], &mut |command| panic!("{seat} may {command:?}"));
                assert!(listed.is_err(), "it is not the turn of {seat}");
            }
            if let Turn::Seat(seat) = table.game.turn()
                && table.dice.below(4) == 0
            {
                check_action(&mut table, seat, &universe);
                checked += 1;
            }
            table.apply(&input);
        }
    }
    assert!(checked > 20, "only {checked} decisions were checked");
}

fn check_action<S: Subject>(table: &mut Table<'_, S>, seat: Seat, universe: &[CommandOf<S>]) {
    let mut so_far: Vec<CommandOf<S>> = Vec::new();
    assert!(!accepts(table, seat, &so_far), "an action without commands is incomplete");
    loop {
        let listed = table.listed(seat, &so_far);
        for (index, command) in listed.iter().enumerate() {
            assert!(universe.contains(command), "the subject does not know {command:?}");
            assert!(!listed[..index].contains(command), "{command:?} is listed twice after {so_far:?}");
        }
        for command in universe {
            let longer = [so_far.as_slice(), &[*command]].concat();
            if longer.len() > MAX_COMMANDS {
                continue;
            }
            let goes_on = table.game.commands(seat, &longer, &mut |_| {}).is_ok();
            let complete = S::Game::ends_action(command);
            let is_listed = listed.contains(command);
            assert_eq!(goes_on, is_listed, "{command:?} after {so_far:?}");
            assert_eq!(accepts(table, seat, &longer), is_listed && complete, "{longer:?}, listed: {is_listed}");
            if is_listed && !complete {
                let action = table.random_action(seat, &longer);
                assert!(accepts(table, seat, action.commands()), "{action:?} is complete");
            }
        }
        let Some(&next) = table.pick(&listed) else {
            panic!("nothing is listed after {so_far:?}, which is incomplete");
        };
        so_far.push(next);
        if S::Game::ends_action(&next) {
            break;
        }
    }
    let mut after = Vec::new();
    let _ = table.game.commands(seat, &so_far, &mut |command| after.push(command));
    assert!(after.is_empty(), "{after:?} after a complete action");
    if so_far.len() < MAX_COMMANDS {
        let beyond = [so_far.as_slice(), &so_far[so_far.len() - 1..]].concat();
        assert!(!accepts(table, seat, &beyond), "{beyond:?} goes on after its end");
    }
}

fn accepts<S: Subject>(table: &Table<'_, S>, seat: Seat, commands: &[CommandOf<S>]) -> bool {
    let action = Action::new(commands).expect("short enough");
    table.game.clone().apply(&Input::Act(seat, action), &mut Deaf).is_ok()
}

/// What `choices` lists is exactly what can be opened; and a choice that brings further slots is followed by them.
pub(crate) fn choices_are_exact<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let universe = subject.every_choice();
    let mut checked = 0;
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            let asked = match table.game.turn() {
                Turn::Open { slot, .. } => Some(slot),
                _ => None,
            };
            for slot in (0..MAX_SLOTS).filter_map(Slot::new) {
                for seat in Seat::first(8) {
                    let mut listed = Vec::new();
                    table.game.choices(seat, slot, &mut |choice| listed.push(choice));
                    if asked != Some(slot) {
                        assert!(listed.is_empty(), "{seat} has nothing to open in {slot:?}");
                        continue;
                    }
                    assert!(listed.iter().all(|choice| universe.contains(choice)), "the subject knows all choices");
                    for &choice in &universe {
                        let choices: SeatMap<_> = [(seat, choice)].into_iter().collect();
                        let mut after = table.game.clone();
                        let opened = after.apply(&Input::Opened { slot, choices }, &mut Deaf).is_ok();
                        assert_eq!(opened, listed.contains(&choice), "{seat} opens {choice:?} in {slot:?}");
                        if opened {
                            check_what_opens_with_it(&table, &after, seat, slot, choice);
                            checked += 1;
                        }
                    }
                }
            }
            if let Turn::Open { slot, seats } = table.game.turn() {
                let nothing = Input::Opened { slot, choices: SeatMap::default() };
                assert!(table.game.clone().apply(&nothing, &mut Deaf).is_ok(), "everybody may withhold");
                let Input::Opened { choices, .. } = &input else {
                    table.apply(&input);
                    continue;
                };
                assert!(choices.iter().all(|(seat, _)| seats.contains(seat)));
            }
            table.apply(&input);
        }
    }
    assert!(checked > 20, "only {checked} choices were opened");
}

fn check_what_opens_with_it<S: Subject>(
    table: &Table<'_, S>,
    after: &S::Game,
    seat: Seat,
    slot: Slot,
    choice: <S::Game as Game>::Choice,
) {
    let further = table.game.opens_with(seat, slot, choice);
    if !further.is_empty() && table.game.present().contains(seat) {
        let Turn::Open { slot, seats } = after.turn() else {
            panic!("{choice:?} opens {further:?} too, but now comes {:?}", after.turn());
        };
        assert!(further.contains(slot) && seats.contains(seat), "{choice:?} opens {further:?} too");
    }
}

/// An `apply` that fails changes nothing and tells nothing, whatever was thrown at it.
pub(crate) fn failures_change_nothing<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let (mut refused, mut taken) = (0, 0);
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        loop {
            for _ in 0..8 {
                let input = noise(&mut table);
                let mut after = table.game.clone();
                let mut events = Vec::new();
                let result = after.apply(&input, &mut events);
                let deaf = table.game.clone().apply(&input, &mut Deaf);
                assert_eq!(result, deaf, "{input:?} is judged in the same way when nobody listens");
                if must_be_refused(&table.game, &input) {
                    assert!(result.is_err(), "{input:?} is taken at {:?}", table.game.turn());
                }
                if result.is_ok() {
                    check_waiting(&after);
                    taken += 1;
                    continue;
                }
                assert_eq!(after.digest(), table.game.digest(), "{input:?}");
                assert_eq!(after.turn(), table.game.turn(), "{input:?}");
                assert_eq!(after.present(), table.game.present(), "{input:?}");
                assert!(table.views(&after) == table.views(&table.game), "{input:?} changes what somebody sees");
                assert!(events.is_empty(), "{input:?} is refused but tells {events:?}");
                refused += 1;
            }
            let Some(input) = table.decide(Manners::Rough) else {
                break;
            };
            table.apply(&input);
        }
    }
    assert!(refused > 100 && taken > 20, "{refused} refused, {taken} taken");
}

/// The recorded inputs give the same digest after every step, also when they went over the wire.
pub(crate) fn replays_agree<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        table.play_out(Manners::Rough);
        let (mut again, mut decoded) = (subject.game(seed), subject.game(seed));
        for (input, digest) in &table.log {
            again.apply(input, &mut Deaf).expect("it was legal before");
            assert_eq!(again.digest(), *digest, "{input:?}");
            let bytes = input.to_bytes();
            let read = InputOf::<S::Game>::from_bytes(&bytes).expect("it was written just now");
            assert_eq!(read, *input);
            decoded.apply(&read, &mut Vec::new()).expect("it was legal before");
            assert_eq!(decoded.digest(), *digest, "{input:?} after decoding");
        }
        assert!(matches!(again.turn(), Turn::Over(_)));
        assert_eq!(again.turn(), table.game.turn());
    }
}

/// Two public states have the same digest exactly if they are the same: what a digest leaves out, replicas could
/// disagree on without noticing.
pub(crate) fn digests_tell_states_apart<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        let mut known = vec![(table.game.digest(), table.game.view(Viewer::Watcher))];
        while let Some(input) = table.decide(Manners::Rough) {
            table.apply(&input);
            let (digest, view) = (table.game.digest(), table.game.view(Viewer::Watcher));
            for (earlier, seen) in &known {
                assert_eq!(digest == *earlier, view == *seen, "{digest} after {input:?}");
            }
            if known.len() < 600 {
                known.push((digest, view));
            }
        }
    }
}

/// Whoever leaves and comes back whenever: the table waits for a present seat, for chance, or is over.
pub(crate) fn nobody_freezes_the_table<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        check_waiting(&table.game);
        while let Some(mut input) = table.decide(Manners::Rough) {
            // Many more comings and goings than anywhere else.
            if table.dice.below(3) == 0 {
                let seats: Vec<Seat> = table.game.seats().into_iter().collect();
                let seat = *table.pick(&seats).expect("a game has seats");
                input = if table.game.present().contains(seat) { Input::Absent(seat) } else { Input::Back(seat) };
            }
            table.apply(&input);
            check_waiting(&table.game);
            if table.log.len() > 20 * subject.most_inputs() {
                break;
            }
        }
    }
}

/// A game says so if it has hidden cards, and only then has any.
pub(crate) fn hidden_hands_are_declared<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let mut hidden = 0;
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            table.game.face_down(&mut |_| hidden += 1);
            hidden += u32::from(matches!(table.game.turn(), Turn::Reveal { .. }));
            table.apply(&input);
        }
    }
    assert_eq!(hidden > 0, S::Game::HIDDEN_HANDS, "{hidden} hidden cards were seen");
}

/// Whatever is opened after a later sealed decision was told of as still closed in that one, and there are moments at
/// which nothing old is closed any more: only then can a seat change hands.
pub(crate) fn old_seals_are_told<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let (mut opened, mut free) = (0, 0);
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        // By slot: whether all decisions since it was sealed have told of it.
        let mut told: BTreeMap<Slot, bool> = BTreeMap::new();
        let mut decision = 0;
        while let Some(input) = table.decide(Manners::Rough) {
            match table.game.turn() {
                Turn::Seal { slots, .. } if table.game.decisions() != decision => {
                    decision = table.game.decisions();
                    let closed = table.game.still_closed();
                    free += u32::from(closed.is_empty());
                    told.iter_mut().for_each(|(slot, told)| *told &= closed.contains(*slot));
                    slots.iter().for_each(|slot| drop(told.insert(slot, true)));
                }
                Turn::Open { slot, .. } => {
                    assert_eq!(told.get(&slot), Some(&true), "{slot:?} was not told of in decision {decision}");
                    opened += 1;
                }
                _ => {}
            }
            table.apply(&input);
        }
    }
    assert!(opened == 0 || free > 0, "no seat can ever change hands");
}

/// A table that everybody has left, at whatever moment, ends by chance alone.
pub(crate) fn an_empty_table_ends<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            if table.dice.below(8) == 0 {
                let mut empty = table.game.clone();
                for seat in table.game.present() {
                    if !matches!(empty.turn(), Turn::Over(_)) {
                        empty.apply(&Input::Absent(seat), &mut Deaf).expect("anybody may leave at any time");
                        check_waiting(&empty);
                    }
                }
                let mut inputs = 0;
                while let Turn::Chance(_) = empty.turn() {
                    let input = Input::Chance(table.dice.beacon());
                    empty.apply(&input, &mut Deaf).expect("chance was asked for");
                    inputs += 1;
                    assert!(inputs <= subject.most_inputs(), "chance alone goes on and on");
                }
                assert!(matches!(empty.turn(), Turn::Over(_)), "{:?} with nobody there", empty.turn());
            }
            table.apply(&input);
        }
    }
}

fn check_waiting<G: Game>(game: &G) {
    let (turn, present) = (game.turn(), game.present());
    assert!(present.without(game.seats()).is_empty(), "{present:?} are at the table of {:?}", game.seats());
    match turn {
        Turn::Chance(_) => {}
        Turn::Over(outcome) => {
            assert_eq!(outcome.scores.seats(), game.seats(), "everybody has a score");
            assert!(!outcome.winners.is_empty() && outcome.winners.without(game.seats()).is_empty(), "{outcome:?}");
        }
        Turn::Seal { seats, slots, .. } => {
            assert!(seats.without(present).is_empty() && !slots.is_empty(), "{turn:?}");
            assert!(!turn.waiting_for().is_empty(), "{turn:?} waits for nobody");
        }
        Turn::Open { seats, .. } => assert!(!seats.is_empty() && seats.without(present).is_empty(), "{turn:?}"),
        Turn::Seat(seat) | Turn::Reveal { seat, .. } => assert!(present.contains(seat), "{turn:?} waits in vain"),
    }
}

/// Every fair game ends within the subject's bound, every rough one within a multiple of it.
pub(crate) fn games_end<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    let bound = subject.most_inputs();
    let mut longest = 0;
    for seed in seeds {
        for (manners, most) in [(Manners::Fair, bound), (Manners::Rough, 4 * bound)] {
            let mut table = Table::new(subject, seed);
            while let Some(input) = table.decide(manners) {
                table.apply(&input);
                assert!(table.log.len() <= most, "{manners:?} game {seed} does not end");
            }
            longest = longest.max(table.log.len());
        }
    }
    assert!(longest > 10, "these games end before they begin");
}

/// What a seat sees depends on the public state and its own secrets. Others' sealed choices can't change it before
/// they are opened, nor can faces of cards that the seat has no right to know, even if they got into its secrets.
pub(crate) fn views_keep_secrets<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            check_faces(&mut table);
            if let Input::Locked(sealer) = input
                && !table.game.clone().turn().waiting_for().is_empty()
            {
                // Another sealed choice in the same place: nobody else's view and no digest may tell the difference.
                let other = subject.seal(&table.game, sealer, &mut table.dice);
                let mut elsewhere = table.game.clone();
                elsewhere.apply(&input, &mut Deaf).expect("locking is legal");
                let seen = table.views(&elsewhere);
                let kept = table.secrets[sealer.index()].clone();
                other.iter().for_each(|(slot, choice)| {
                    table.secrets[sealer.index()].sealed.insert(slot, choice);
                });
                let seen_then = table.views(&elsewhere);
                table.secrets[sealer.index()] = kept;
                for (index, (one, other)) in seen.iter().zip(&seen_then).enumerate() {
                    assert!(index == sealer.index() || one == other, "{sealer} is seen through");
                }
            }
            table.apply(&input);
        }
    }
}

fn check_faces<S: Subject>(table: &mut Table<'_, S>) {
    let mut cards = Vec::new();
    table.game.face_down(&mut |card| cards.push(card));
    let mut handles: Vec<Handle> = cards.iter().map(|card| card.handle).collect();
    handles.sort_unstable();
    handles.dedup();
    assert_eq!(handles.len(), cards.len(), "a handle stands for one card");
    for seat in table.game.seats() {
        let mut knows_all = table.secrets[seat.index()].clone();
        for card in cards.iter().filter(|card| card.owner != seat) {
            let shuffled = Face(table.dice.below(1000) as u16);
            let face = table.dealt().get(card.handle).filter(|_| table.dice.below(2) == 0);
            knows_all.faces.insert(card.handle, face.unwrap_or(shuffled));
        }
        let seen = table.game.view(Viewer::Seat(seat, &knows_all));
        assert!(seen == table.view(seat), "{seat} sees faces of others");
    }
}

/// One encoding per value: what is written is read back, what is read is written back, and nothing may follow.
pub(crate) fn encoding_is_canonical<S: Subject>(subject: &S, seeds: std::ops::Range<u64>) {
    subject.every_command().iter().for_each(check_encoding);
    subject.every_choice().iter().for_each(check_encoding);
    for seed in seeds {
        let mut table = Table::new(subject, seed);
        table.play_out(Manners::Rough);
        for index in 0..table.log.len() {
            check_encoding(&table.log[index].0);
            check_encoding(&noise(&mut table));
        }
        let mut decoded = 0;
        for _ in 0..20_000 {
            let kind = table.dice.below(10) as u8;
            let rest = (0..table.dice.below(12)).map(|_| (table.dice.word() >> 56) as u8 % 12);
            let bytes: Vec<u8> = [kind].into_iter().chain(rest).collect();
            if let Ok(input) = InputOf::<S::Game>::from_bytes(&bytes) {
                assert_eq!(input.to_bytes(), bytes, "{input:?} can be written in two ways");
                decoded += 1;
            }
        }
        assert!(decoded > 100, "only {decoded} of 20,000 random messages could be read");
    }
}

fn check_encoding<T: Canonical + PartialEq + std::fmt::Debug>(value: &T) {
    let mut bytes = value.to_bytes();
    assert_eq!(T::from_bytes(&bytes).as_ref(), Ok(value));
    for end in 0..bytes.len() {
        assert_eq!(T::from_bytes(&bytes[..end]), Err(Malformed::Truncated), "{end} bytes of {value:?}");
    }
    bytes.push(0);
    assert_eq!(T::from_bytes(&bytes), Err(Malformed::Trailing { rest: 1 }), "{value:?} and a byte");
}
