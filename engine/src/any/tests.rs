//! Any game against the game itself.

use super::*;
use crate::bots::{Bot, Random};
use crate::caribbean::{BRIBES, Card, Choice, Command, RESERVE};
use crate::contract::{Action, Beacon, Dice, Input, Sealed, SeatMap, SecretsOf};

fn terms() -> AnyTerms {
    AnyTerms::Caribbean(Terms::new(&Board::standard(), 3))
}

fn begin() -> AnyGame {
    AnyGame::begin(&terms(), |_| Some(Board::standard())).expect("good terms")
}

#[test]
fn terms_keep_their_game_through_bytes() {
    let bytes = terms().to_bytes();
    assert_eq!(AnyTerms::from_bytes(&bytes), Ok(terms()));
    assert_eq!(terms().game_name(), "caribbean");
    let unknown = [&[200], &bytes[1..]].concat();
    assert_eq!(AnyTerms::from_bytes(&unknown), Err(Malformed::OutOfRange { what: "game", value: 200 }));
}

#[test]
fn a_game_needs_its_board() {
    let AnyTerms::Caribbean(agreed) = terms();
    let refused = AnyGame::begin(&terms(), |_| None).map(|_| ());
    assert_eq!(refused, Err(CannotBegin::UnknownBoard(agreed.board)));
}

#[test]
fn bytes_play_the_same_game_as_inputs() {
    let mut any = begin();
    let mut plain = Caribbean::new(&Terms::new(&Board::standard(), 3), Board::standard()).expect("good terms");
    let inputs: [InputOf<Caribbean>; 2] =
        [Input::Chance(Beacon([7; 32])), Input::Locked(Seat::new(1).expect("a seat"))];
    let (mut told, mut known) = (Vec::new(), Vec::new());
    for input in inputs {
        any.apply(&input.to_bytes(), &mut told).expect("legal");
        plain.apply(&input, &mut known).expect("legal");
        assert_eq!(any.digest(), plain.digest());
        assert_eq!(any.turn(), plain.turn());
    }
    assert_eq!(told, known.into_iter().map(AnyEvent::Caribbean).collect::<Vec<_>>());
    assert_eq!(any.watch(), AnyView::Caribbean(plain.view(Viewer::Watcher)));
    assert_eq!((any.seats(), any.present()), (plain.seats(), plain.present()));
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut any = begin();
    let before = any.digest();
    let garbage = any.apply(&[99], &mut Deaf).expect_err("no such input");
    assert_eq!(garbage.to_string(), "not an input of this game: 99 is not a valid kind of input");
    let early: InputOf<Caribbean> = Input::Locked(Seat::new(0).expect("a seat"));
    let refused = any.apply(&early.to_bytes(), &mut Deaf).expect_err("nothing to seal yet");
    assert_eq!(refused.to_string(), "the table does not wait for this now (§5)");
    assert_eq!(any.digest(), before);
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

fn hand() -> Sealed<Choice> {
    BRIBES.iter().zip(Card::ALL.map(Choice::Card)).collect()
}

fn dealt() -> AnyGame {
    let mut any = begin();
    any.play(&AnyInput::Chance(Beacon([7; 32])), &mut Deaf).expect("chance deals first");
    any
}

/// Hands the input over with commands and choices as bytes.
fn in_bytes<T>(input: &InputOf<Caribbean>, take: impl FnOnce(&AnyInput<'_>) -> T) -> T {
    match input {
        Input::Act(seat, action) => take(&AnyInput::Act { seat: *seat, action: &action_bytes(action) }),
        Input::Locked(seat) => take(&AnyInput::Locked(*seat)),
        Input::Unlocked(seat) => take(&AnyInput::Unlocked(*seat)),
        Input::Opened { slot, choices } => {
            let choices = choices.iter().map(|(seat, choice)| (seat, choice.to_bytes())).collect();
            take(&AnyInput::Opened { slot: *slot, choices: &choices })
        }
        Input::Chance(beacon) => take(&AnyInput::Chance(*beacon)),
        Input::TimedOut(seat) => take(&AnyInput::TimedOut(*seat)),
        Input::Absent(seat) => take(&AnyInput::Absent(*seat)),
        Input::Back(seat) => take(&AnyInput::Back(*seat)),
        Input::Reveal { .. } => panic!("nothing is hidden"),
    }
}

/// The same game three times: as itself, by bytes, and from a transcript.
struct Triplets {
    plain: Caribbean,
    by_bytes: AnyGame,
    transcribed: AnyGame,
    refused: u32,
}

impl Triplets {
    /// All three take the input or refuse it for the same reason, and are the same game afterwards.
    fn play(&mut self, input: &InputOf<Caribbean>) -> bool {
        let (mut known, mut told, mut read) = (Vec::new(), Vec::new(), Vec::new());
        let outcome = self.plain.apply(input, &mut known).map_err(Refused::Caribbean);
        assert_eq!(in_bytes(input, |any| self.by_bytes.check(any)), outcome, "{input:?}");
        assert_eq!(in_bytes(input, |any| self.by_bytes.play(any, &mut told)), outcome, "{input:?}");
        assert_eq!(self.transcribed.apply(&input.to_bytes(), &mut read), outcome, "{input:?}");
        assert_eq!(told, known.into_iter().map(AnyEvent::Caribbean).collect::<Vec<_>>());
        assert_eq!(told, read);
        let digest = self.plain.digest();
        assert_eq!((self.by_bytes.digest(), self.transcribed.digest()), (digest, digest), "{input:?}");
        assert_eq!(self.by_bytes.turn(), self.plain.turn());
        assert_eq!(self.by_bytes.decisions(), self.plain.decisions());
        self.refused += u32::from(outcome.is_err());
        outcome.is_ok()
    }

    /// What the table needs to go on; seals on the way. `None` when the game is over.
    fn next(
        &self,
        bots: &mut [Random],
        secrets: &mut [SecretsOf<Caribbean>],
        dice: &mut Dice,
    ) -> Option<InputOf<Caribbean>> {
        let seen_by = |seat: Seat, secrets: &SecretsOf<Caribbean>| {
            let view = self.plain.view(Viewer::Seat(seat, secrets));
            let sealed = SealedBytes::of(&secrets.sealed);
            assert_eq!(self.by_bytes.view(seat, &sealed), Ok(AnyView::Caribbean(view.clone())));
            view
        };
        Some(match self.plain.turn() {
            Turn::Chance(_) => Input::Chance(dice.beacon()),
            Turn::Seat(seat) => Input::Act(seat, bots[seat.index()].act(&seen_by(seat, &secrets[seat.index()]))),
            Turn::Seal { seats, locked, .. } => {
                let seat = seats.without(locked).into_iter().next().expect("the table waits for somebody");
                let choices = bots[seat.index()].seal(&seen_by(seat, &secrets[seat.index()]));
                let bytes = SealedBytes::of(&choices);
                assert_eq!(bytes.decode(), Ok(choices));
                assert_eq!(self.by_bytes.check_seal(seat, &bytes), Ok(()));
                let other = self.plain.seats().into_iter().find(|&other| other != seat).expect("two play");
                let outcome = self.plain.check_seal(other, &choices).map_err(Refused::Caribbean);
                assert_eq!(self.by_bytes.check_seal(other, &bytes), outcome);
                choices.iter().for_each(|(slot, choice)| {
                    secrets[seat.index()].sealed.insert(slot, choice);
                });
                Input::Locked(seat)
            }
            Turn::Open { slot, seats } => {
                let mut choices = SeatMap::default();
                for seat in seats {
                    let Some(choice) = secrets[seat.index()].sealed.get(slot) else { continue };
                    let with = self.plain.opens_with(seat, slot, choice);
                    assert_eq!(self.by_bytes.opens_with(seat, slot, &choice.to_bytes()), Ok(with));
                    let outcome = self.plain.check_opening(seat, slot, choice).map_err(Refused::Caribbean);
                    assert_eq!(self.by_bytes.check_opening(seat, slot, &choice.to_bytes()), outcome);
                    if outcome.is_ok() {
                        choices.insert(seat, choice);
                    }
                }
                Input::Opened { slot, choices }
            }
            Turn::Reveal { .. } => panic!("nothing is hidden"),
            Turn::Over(_) => return None,
        })
    }
}

/// Something that may well be out of place.
fn noise(dice: &mut Dice, seats: usize) -> InputOf<Caribbean> {
    let seat = seat(dice.index(seats + 1));
    match dice.below(7) {
        0 => Input::Locked(seat),
        1 => Input::Unlocked(seat),
        2 => Input::TimedOut(seat),
        3 => Input::Absent(seat),
        4 => Input::Back(seat),
        5 => Input::Act(seat, Action::new(&[Command::Capture, Command::End]).expect("short")),
        _ => Input::Opened { slot: RESERVE, choices: [(seat, Choice::Keep)].into_iter().collect() },
    }
}

#[test]
fn whole_games_by_bytes_are_the_same_games() {
    for (seed, seats) in (0..12).zip([2, 3, 4].into_iter().cycle()) {
        let terms = Terms::new(&Board::standard(), seats);
        let begin = || AnyGame::begin(&AnyTerms::Caribbean(terms), |_| Some(Board::standard())).expect("good terms");
        let mut games = Triplets {
            plain: Caribbean::new(&terms, Board::standard()).expect("good terms"),
            by_bytes: begin(),
            transcribed: begin(),
            refused: 0,
        };
        let mut dice = Dice::from_seed(seed);
        let mut bots: Vec<Random> = (0..seats).map(|_| Random::new(dice.word())).collect();
        let mut secrets = vec![SecretsOf::<Caribbean>::default(); seats.into()];
        let mut steps = 0;
        while let Some(input) = games.next(&mut bots, &mut secrets, &mut dice) {
            assert!(games.play(&input), "refused {input:?}");
            // One game of each size without disturbance.
            if seed > 2 && dice.below(3) == 0 {
                games.play(&noise(&mut dice, seats.into()));
                Seat::first(seats.into()).for_each(|seat| {
                    if !games.plain.present().contains(seat) && dice.below(2) == 0 {
                        games.play(&Input::Back(seat));
                    }
                });
            }
            steps += 1;
            assert!(steps < 50_000, "the game does not end");
        }
        assert!(steps > 50, "game {seed} was over after {steps} steps");
        assert_eq!(games.refused == 0, seed <= 2);
    }
}

#[test]
fn an_action_is_what_follows_the_seat_in_an_input() {
    let action = Action::new(&[Command::Capture, Command::Deliver, Command::End]).expect("short");
    let bytes = action_bytes(&action);
    assert_eq!(bytes[0], 3);
    assert_eq!(Action::<Command>::from_bytes(&bytes), Ok(action.clone()));
    let input: InputOf<Caribbean> = Input::Act(seat(1), action);
    assert_eq!(input.to_bytes()[2..], bytes);
}

#[test]
fn malformed_bytes_are_refused_everywhere() {
    let mut any = dealt();
    let before = any.digest();
    let end = action_bytes(&Action::new(&[Command::End]).expect("short"));
    let actions =
        [vec![], vec![1], end[..end.len() - 1].to_vec(), [&end[..], &[0]].concat(), vec![97; 400], vec![1, 99, 0]];
    for action in &actions {
        let input = AnyInput::Act { seat: seat(0), action };
        assert!(matches!(any.check(&input), Err(Refused::Malformed(_))), "{action:?}");
        assert!(matches!(any.play(&input, &mut Deaf), Err(Refused::Malformed(_))), "{action:?}");
    }
    for choice in [&[][..], &[7], &[200], &[0, 0]] {
        let choices = [(seat(0), vec![0]), (seat(1), choice.to_vec())].into_iter().collect();
        let opened = AnyInput::Opened { slot: RESERVE, choices: &choices };
        let mut sealed = SealedBytes::of(&hand());
        sealed.insert(RESERVE, choice);
        let outcomes = [
            any.check(&opened),
            any.play(&opened, &mut Deaf),
            any.check_seal(seat(0), &sealed),
            any.check_opening(seat(0), RESERVE, choice),
            any.opens_with(seat(0), RESERVE, choice).map(|_| ()),
            any.view(seat(0), &sealed).map(|_| ()),
        ];
        assert!(
            outcomes.iter().all(|outcome| matches!(outcome, Err(Refused::Malformed(_)))),
            "{choice:?}: {outcomes:?}"
        );
    }
    assert_eq!(any.digest(), before);
}

#[test]
fn a_seat_sees_its_own_choices_and_no_stale_ones() {
    let mut any = dealt();
    let mine = SealedBytes::of(&hand());
    assert_eq!(any.check_seal(seat(0), &mine), Ok(()));
    let reserve = |any: &AnyGame, sealed: &SealedBytes| {
        let AnyView::Caribbean(view) = any.view(seat(0), sealed).expect("well formed");
        view.own().expect("a player").reserve
    };
    assert_eq!(reserve(&any, &mine), None, "not sealed yet, so it is of an earlier round");
    any.play(&AnyInput::Locked(seat(0)), &mut Deaf).expect("legal");
    assert_eq!(reserve(&any, &mine), Some(Card::Five));
    assert_eq!(reserve(&any, &SealedBytes::default()), None);
    any.play(&AnyInput::Unlocked(seat(0)), &mut Deaf).expect("legal");
    assert_eq!(reserve(&any, &mine), None);
}
