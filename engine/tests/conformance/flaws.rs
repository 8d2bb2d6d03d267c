//! The suite itself is tested: for every law there is a game that breaks it, and the suite has to notice.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use doubloons_engine::contract::{
    ByteSink, Dice, EventSink, Face, FaceDown, Faces, Game, Handle, Input, InputOf, Sealed, Seat, SeatSet, Slot,
    SlotSet, Turn, Viewer,
};

use crate::subjects::ParrotGames;
use crate::suite;
use crate::table::Subject;
use crate::toy::{Fact, Move, Parrot, ParrotView, Reaction, Refused, SQUAWK};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    HidesACommand,
    ListsTooMuch,
    ListsOutOfTurn,
    HidesAChoice,
    OffersAnotherChoice,
    TellsOfFailures,
    CountsFailures,
    TakesAnyChance,
    DigestsTheClock,
    DigestsTooLittle,
    WaitsForTheAbsent,
    NeverEnds,
    ShowsAllFaces,
    NeverLetsGo,
}

#[test]
fn a_game_without_flaws_passes() {
    assert!(noticed(None).is_empty());
}

#[test]
fn every_flaw_is_noticed() {
    let expected = [
        (Flaw::HidesACommand, "commands"),
        (Flaw::ListsTooMuch, "commands"),
        (Flaw::ListsOutOfTurn, "commands"),
        (Flaw::HidesAChoice, "choices"),
        (Flaw::OffersAnotherChoice, "choices"),
        (Flaw::TellsOfFailures, "failures"),
        (Flaw::CountsFailures, "failures"),
        (Flaw::TakesAnyChance, "failures"),
        (Flaw::DigestsTheClock, "replays"),
        (Flaw::DigestsTooLittle, "digests"),
        (Flaw::WaitsForTheAbsent, "freezing"),
        (Flaw::WaitsForTheAbsent, "empty table"),
        (Flaw::NeverEnds, "end"),
        (Flaw::ShowsAllFaces, "views"),
        (Flaw::NeverLetsGo, "seals"),
    ];
    for (flaw, law) in expected {
        let noticed = noticed(Some(flaw));
        assert!(noticed.contains(&law), "{flaw:?} should break the law on {law}, but only breaks {noticed:?}");
    }
}

type Law = fn(&FlawedGames, std::ops::Range<u64>);

/// The laws that a game breaks.
fn noticed(flaw: Option<Flaw>) -> Vec<&'static str> {
    let games = FlawedGames { flaw };
    let breaks = |law: Law| catch_unwind(AssertUnwindSafe(|| law(&games, 0..6))).is_err();
    // A game that never ends is only put to the law that counts.
    if flaw == Some(Flaw::NeverEnds) {
        return if breaks(suite::games_end) { vec!["end"] } else { Vec::new() };
    }
    let laws: [(&str, Law); 10] = [
        ("commands", suite::commands_are_exact),
        ("choices", suite::choices_are_exact),
        ("seals", suite::old_seals_are_told),
        ("failures", suite::failures_change_nothing),
        ("replays", suite::replays_agree),
        ("digests", suite::digests_tell_states_apart),
        ("freezing", suite::nobody_freezes_the_table),
        ("empty table", suite::an_empty_table_ends),
        ("end", suite::games_end),
        ("views", suite::views_keep_secrets),
    ];
    laws.into_iter().filter(|&(_, law)| breaks(law)).map(|(name, _)| name).collect()
}

struct FlawedGames {
    flaw: Option<Flaw>,
}

#[derive(Clone)]
struct Flawed {
    game: Parrot,
    flaw: Option<Flaw>,
    away: SeatSet,
    failures: u32,
}

impl Flawed {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }
}

impl Subject for FlawedGames {
    type Game = Flawed;

    fn game(&self, seed: u64) -> Flawed {
        Flawed { game: ParrotGames.game(seed), flaw: self.flaw, away: SeatSet::EMPTY, failures: 0 }
    }

    fn every_command(&self) -> Vec<Move> {
        ParrotGames.every_command()
    }

    fn every_choice(&self) -> Vec<Reaction> {
        ParrotGames.every_choice()
    }

    fn seal(&self, game: &Flawed, seat: Seat, dice: &mut Dice) -> Sealed<Reaction> {
        ParrotGames.seal(&game.game, seat, dice)
    }

    fn deal(&self, card: FaceDown, dealt: &Faces, dice: &mut Dice) -> Face {
        ParrotGames.deal(card, dealt, dice)
    }

    fn most_inputs(&self) -> usize {
        ParrotGames.most_inputs()
    }
}

impl Game for Flawed {
    type Command = Move;
    type Choice = Reaction;
    type Event = Fact;
    type View = ParrotView;
    type Illegal = Refused;

    fn seats(&self) -> SeatSet {
        self.game.seats()
    }

    fn present(&self) -> SeatSet {
        self.game.present().without(self.away)
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn commands(&self, seat: Seat, so_far: &[Move], each: &mut dyn FnMut(Move)) -> Result<(), Refused> {
        if self.has(Flaw::ListsOutOfTurn) && self.game.turn() != Turn::Seat(seat) {
            return Ok(());
        }
        let hides = self.has(Flaw::HidesACommand);
        self.game.commands(seat, so_far, &mut |command| {
            if !hides || command != Move::Roll {
                each(command);
            }
        })?;
        if self.has(Flaw::ListsTooMuch) && so_far.is_empty() {
            each(Move::Play(Handle(crate::toy::CARDS)));
        }
        Ok(())
    }

    fn ends_action(command: &Move) -> bool {
        Parrot::ends_action(command)
    }

    fn choices(&self, seat: Seat, slot: Slot, each: &mut dyn FnMut(Reaction)) {
        let mut any = false;
        self.game.choices(seat, slot, &mut |choice| {
            any = true;
            if !self.has(Flaw::HidesAChoice) || choice != Reaction::Pass {
                each(choice);
            }
        });
        if any && self.has(Flaw::OffersAnotherChoice) {
            each(Reaction::Squawk(Handle(crate::toy::CARDS)));
        }
    }

    fn check_seal(&self, seat: Seat, choices: &Sealed<Reaction>) -> Result<(), Refused> {
        self.game.check_seal(seat, choices)
    }

    fn check_opening(&self, seat: Seat, slot: Slot, choice: Reaction) -> Result<(), Refused> {
        self.game.check_opening(seat, slot, choice)
    }

    fn decisions(&self) -> u32 {
        self.game.decisions()
    }

    fn still_closed(&self) -> SlotSet {
        if self.has(Flaw::NeverLetsGo) { SlotSet::only(SQUAWK) } else { self.game.still_closed() }
    }

    fn opens_with(&self, seat: Seat, slot: Slot, choice: Reaction) -> SlotSet {
        self.game.opens_with(seat, slot, choice)
    }

    fn face_down(&self, each: &mut dyn FnMut(FaceDown)) {
        self.game.face_down(each);
    }

    fn apply(&mut self, input: &InputOf<Flawed>, events: &mut impl EventSink<Fact>) -> Result<(), Refused> {
        match input {
            Input::Absent(seat) if self.has(Flaw::WaitsForTheAbsent) => {
                if !self.present().contains(*seat) || matches!(self.turn(), Turn::Over(_)) {
                    return Err(Refused("nobody is there"));
                }
                self.away.insert(*seat);
                return Ok(());
            }
            Input::Back(seat) if self.has(Flaw::WaitsForTheAbsent) => {
                if !self.away.contains(*seat) || matches!(self.turn(), Turn::Over(_)) {
                    return Err(Refused("nobody is missing there"));
                }
                self.away.remove(*seat);
                return Ok(());
            }
            Input::Chance(_) if self.has(Flaw::TakesAnyChance) && !matches!(self.turn(), Turn::Chance(_)) => {
                return Ok(());
            }
            _ => {}
        }
        let result = self.game.apply(input, events);
        if result.is_err() {
            if self.has(Flaw::TellsOfFailures) {
                events.record(Fact::Sealed { seat: Seat::first(1).next().expect("a first seat") });
            }
            self.failures += u32::from(self.has(Flaw::CountsFailures));
        }
        if self.has(Flaw::NeverEnds) && matches!(self.game.turn(), Turn::Over(_)) {
            self.game = Parrot::new(self.game.seats().len());
        }
        result
    }

    fn view(&self, viewer: Viewer<'_, Reaction>) -> ParrotView {
        let mut view = self.game.view(viewer);
        if let Viewer::Seat(_, secrets) = viewer
            && self.has(Flaw::ShowsAllFaces)
        {
            view.hand = secrets.faces.iter().map(|(handle, face)| (handle, Some(face))).collect();
        }
        view
    }

    fn write_public(&self, out: &mut impl ByteSink) {
        static CLOCK: AtomicU32 = AtomicU32::new(0);
        if self.has(Flaw::DigestsTooLittle) {
            return out.put(&[self.present().bits()]);
        }
        self.game.write_public(out);
        out.put(&self.failures.to_le_bytes());
        if self.has(Flaw::DigestsTheClock) {
            out.put(&CLOCK.fetch_add(1, Ordering::Relaxed).to_le_bytes());
        }
    }
}
