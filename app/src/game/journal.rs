//! A practice game as it is written down: what it was begun with, and every decision. Chance and openings follow from
//! those, so nothing else is needed to sit down at the same table again, and no bot has to think twice.

use std::fmt::Write as _;

use doubloons_engine::any::{SealedBytes, action_bytes};
use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Caribbean, Choice, Command, Event};
use doubloons_engine::contract::{Action, Canonical, Input, Sealed, Seat, Slot};
use doubloons_engine::local::LocalTable;
use doubloons_engine::tongue::Worded;
use doubloons_net::table::genesis::RULES_VERSION;
use thiserror::Error;

use super::draft::Unsealed;
use super::log::Cast;
use super::model::Model;
use super::setup::{Printing, Setup};
use super::table::{Practice, Table};

/// What a journal begins with; the number is that of its form.
const TITLE: &str = "doubloons-practice 1";

/// A decision that was made at a practice table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Record {
    /// A seat sealed this.
    Seal(Seat, Sealed<Choice>),
    /// A seat broke its seal again.
    Unseal(Seat),
    /// A seat did this with its ship.
    Act(Seat, Action<Command>),
    /// A bot that could not decide left.
    Gone(Seat),
    /// These cards lie there, and are not sealed. That decides nothing: the last one counts until the seat seals.
    Draft(Seat, Sealed<Choice>),
}

/// Why a journal can't be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
pub(crate) enum JournalFault {
    /// It was written by another version.
    #[error("another version of Doubloons began this game")]
    OtherVersion,
    /// It says something that can't be.
    #[error("its file is damaged at line {line}")]
    Damaged {
        /// The first line that is wrong, from 1.
        line: usize,
    },
}

/// The first lines of a journal.
pub(crate) fn heading(setup: &Setup) -> String {
    let Setup { opponents, level, printing, seed } = *setup;
    let printing = match printing {
        Printing::First => "first",
        Printing::Second => "second",
    };
    format!("{TITLE} rules {RULES_VERSION}\nbegin {opponents} {} {printing} {seed:016x}\n", level.name())
}

impl Record {
    /// Who decided.
    fn seat(&self) -> Seat {
        match self {
            Record::Seal(seat, _)
            | Record::Unseal(seat)
            | Record::Act(seat, _)
            | Record::Gone(seat)
            | Record::Draft(seat, _) => *seat,
        }
    }

    /// The line for it, its end included.
    pub(crate) fn line(&self) -> String {
        let seat = self.seat().index();
        match self {
            Record::Seal(_, choices) => format!("seal {seat}") + &choice_words(choices) + "\n",
            Record::Draft(_, choices) => format!("draft {seat}") + &choice_words(choices) + "\n",
            Record::Unseal(_) => format!("unseal {seat}\n"),
            Record::Act(_, action) => format!("act {seat} {}\n", hex(&action_bytes(action))),
            Record::Gone(_) => format!("gone {seat}\n"),
        }
    }

    fn read(line: &str) -> Option<Record> {
        let mut words = line.split(' ');
        let (kind, seat) = (words.next()?, Seat::new(words.next()?.parse().ok()?)?);
        let record = match kind {
            "seal" => Record::Seal(seat, read_choices(words.by_ref())?),
            "draft" => Record::Draft(seat, read_choices(words.by_ref())?),
            "unseal" => Record::Unseal(seat),
            "act" => Record::Act(seat, Action::from_bytes(&unhex(words.next()?)?).ok()?),
            "gone" => Record::Gone(seat),
            _ => return None,
        };
        words.next().is_none().then_some(record)
    }

    /// Lets it happen at a table.
    fn apply(&self, table: &mut LocalTable<Caribbean>, events: &mut Vec<Event>) -> bool {
        let applied = match self {
            Record::Seal(seat, choices) => table.seal(*seat, choices, events),
            Record::Unseal(seat) => table.apply(&Input::Unlocked(*seat), events),
            Record::Act(seat, action) => table.act(*seat, action.clone(), events),
            Record::Gone(seat) => table.apply(&Input::Absent(*seat), events),
            Record::Draft(..) => Ok(()),
        };
        applied.is_ok()
    }
}

/// Cards in words, each with a space before it.
pub(crate) fn choice_words(choices: &Sealed<Choice>) -> String {
    let mut words = String::new();
    for (slot, choice) in SealedBytes::of(choices).iter() {
        let _ = write!(words, " {}:{}", slot.index(), hex(choice));
    }
    words
}

/// Cards from their words; `None` if they are not such words.
pub(crate) fn read_choices<'a>(words: impl Iterator<Item = &'a str>) -> Option<Sealed<Choice>> {
    let choices: SealedBytes = words.map(sealed).collect::<Option<Vec<_>>>()?.into_iter().collect();
    choices.decode().ok()
}

fn sealed(word: &str) -> Option<(Slot, Vec<u8>)> {
    let (slot, choice) = word.split_once(':')?;
    Some((Slot::new(slot.parse().ok()?)?, unhex(choice)?))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

/// A practice game as its journal tells it.
#[derive(Debug)]
pub(crate) struct Retold {
    /// What it was begun with.
    pub(crate) setup: Setup,
    /// The table before anything had happened.
    pub(crate) beginning: Caribbean,
    /// Everything that happened.
    pub(crate) events: Vec<Event>,
    table: LocalTable<Caribbean>,
    /// The cards that somebody has laid and not sealed.
    draft: Option<Sealed<Choice>>,
}

/// Lets everything happen again that a journal tells. What follows the last whole line was cut off while it was written,
/// and is left out.
pub(crate) fn retell(journal: &str) -> Result<Retold, JournalFault> {
    let whole = journal.rfind('\n').map_or("", |end| &journal[..end]);
    let mut lines = whole.lines().zip(1..);
    let title = lines.next().map(|(line, _)| line).unwrap_or_default();
    if title != format!("{TITLE} rules {RULES_VERSION}") {
        let is_ours = title.starts_with("doubloons-practice ");
        return Err(if is_ours { JournalFault::OtherVersion } else { JournalFault::Damaged { line: 1 } });
    }
    let setup = lines.next().and_then(|(line, _)| begin(line)).ok_or(JournalFault::Damaged { line: 2 })?;
    let mut table = setup.table().map_err(|_| JournalFault::Damaged { line: 2 })?;
    let beginning = table.game().clone();
    let (mut events, mut draft) = (Vec::new(), None);
    for (text, line) in lines {
        settle(&mut table, &mut events);
        if text.starts_with("draft ") {
            // It decides nothing: one that can't be read has to be laid again, and no more.
            draft = match Record::read(text) {
                Some(Record::Draft(_, choices)) => Some(choices),
                _ => None,
            };
            continue;
        }
        let record = Record::read(text).ok_or(JournalFault::Damaged { line })?;
        if matches!(record, Record::Seal(seat, _) if seat == setup.human()) {
            draft = None;
        }
        if !record.apply(&mut table, &mut events) {
            return Err(JournalFault::Damaged { line });
        }
    }
    settle(&mut table, &mut events);
    Ok(Retold { setup, beginning, events, table, draft })
}

impl Model {
    /// A practice table at which all that a journal tells has happened; [`Msg::Began`](super::Msg::Began) sets it going
    /// again.
    pub(crate) fn resumed(journal: &str) -> Result<(Setup, Model), JournalFault> {
        let Retold { setup, events, table, draft, .. } = retell(journal)?;
        let practice = Practice::new(setup, table);
        let mut model = Model::new(Table::Practice(Box::new(practice)), setup.names());
        model.left = draft.map(|choices| Unsealed { occasion: None, choices });
        let cast = Cast { names: &model.names, human: Some(setup.human()) };
        for event in events {
            model.logbook.write(&event, &model.shown, model.table.game().board(), &cast);
            model.shown.apply(&event);
            model.history.push(event);
        }
        Ok((setup, model))
    }
}

fn begin(line: &str) -> Option<Setup> {
    let [word, opponents, level, printing, seed] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let printing = match printing {
        "first" => Printing::First,
        "second" => Printing::Second,
        _ => return None,
    };
    let opponents = opponents.parse().ok().filter(|opponents| Setup::OPPONENTS.contains(opponents))?;
    let seed = u64::from_str_radix(seed, 16).ok()?;
    (word == "begin").then_some(Setup { opponents, level: Level::named(level)?, printing, seed })
}

/// Lets everything happen that nobody decides on.
fn settle(table: &mut LocalTable<Caribbean>, events: &mut Vec<Event>) {
    while let Some(input) = table.automatic() {
        if table.apply(&input, events).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::{Card, Ship};

    use super::*;
    use crate::game::{Berth, Crew, Effect, Msg, Stage, update};

    const SETUP: Setup = Setup { opponents: 2, level: Level::Deckhand, printing: Printing::Second, seed: 11 };

    /// A practice game with its journal, played by whatever is suggested.
    struct Game {
        model: Model,
        crew: Crew,
        journal: String,
    }

    impl Game {
        fn new(model: Model, journal: String) -> Game {
            let mut game = Game { model, crew: Crew::new(&SETUP), journal };
            game.send(Msg::Began);
            game
        }

        fn send(&mut self, msg: Msg) {
            let mut inbox = vec![msg];
            while let Some(msg) = inbox.pop() {
                for effect in update(&mut self.model, msg) {
                    match effect {
                        Effect::Ask(order) => {
                            inbox.extend(self.crew.answer(&order).map(|reply| Msg::Answered(Box::new(reply))));
                        }
                        Effect::Wait { ticket, .. } => inbox.push(Msg::TimePassed { ticket }),
                        Effect::Keep(record) => self.journal.push_str(&record.line()),
                        _ => {}
                    }
                }
            }
        }

        fn decide(&mut self) {
            match self.model.stage() {
                Stage::Bribing(_) => {
                    self.send(Msg::SuggestionAsked);
                    self.send(Msg::SealPressed);
                }
                Stage::Tie { .. } => self.send(Msg::TieDecided { show: true }),
                Stage::Commanding(_) => self.send(Msg::MoveEnded),
                stage => panic!("nothing to decide in {stage:?}"),
            }
        }
    }

    fn resumed(journal: &str) -> Model {
        let (setup, model) = Model::resumed(journal).expect("a journal");
        assert_eq!(setup, SETUP);
        model
    }

    /// A game of some decisions.
    fn played(decisions: usize) -> Game {
        let mut game = Game::new(Model::practice(SETUP).expect("a table"), heading(&SETUP));
        (0..decisions).for_each(|_| game.decide());
        game
    }

    #[test]
    fn a_game_goes_on_where_it_was() {
        for decisions in [0, 1, 2, 5, 9] {
            let game = played(decisions);
            let again = Game::new(resumed(&game.journal), game.journal.clone());
            assert_eq!(again.model.scene(), game.model.scene(), "after {decisions} decisions");
            assert_eq!(again.model.stage(), game.model.stage());
            assert_eq!(again.model.log(), game.model.log());
            assert_eq!(again.model.race(), game.model.race());
        }
    }

    #[test]
    fn the_same_decisions_lead_to_the_same_game_after_a_break() {
        let (mut game, interrupted) = (played(6), played(3));
        let mut again = Game::new(resumed(&interrupted.journal), interrupted.journal);
        (0..3).for_each(|_| again.decide());
        assert_eq!(again.journal, game.journal);
        game.decide();
        again.decide();
        assert_eq!(again.model.scene(), game.model.scene());
    }

    #[test]
    fn cards_that_were_laid_and_not_sealed_lie_there_again() {
        let mut game = played(4);
        while !matches!(game.model.stage(), Stage::Bribing(_)) {
            game.decide();
        }
        let berths = [Berth::Ship(Ship::C), Berth::Reserve];
        game.send(Msg::CardDropped(Card::Five, berths[0]));
        game.send(Msg::CardDropped(Card::Thief, berths[1]));
        let again = Game::new(resumed(&game.journal), game.journal.clone());
        let Stage::Bribing(draft) = again.model.stage() else { panic!("{:?}", again.model.stage()) };
        assert_eq!(berths.map(|berth| draft.card(berth)), [Some(Card::Five), Some(Card::Thief)]);
        assert_eq!(draft.missing(), 5);
        assert_eq!(again.journal, game.journal, "what is kept is not kept twice");
        game.send(Msg::Cleared);
        let again = Game::new(resumed(&game.journal), game.journal.clone());
        assert!(matches!(again.model.stage(), Stage::Bribing(draft) if draft.missing() == 7));
        game.send(Msg::CardDropped(Card::Five, berths[0]));
        let nonsense = game.journal.lines().last().expect("a draft").replacen("2:", "2:07 3:", 1);
        let again = Game::new(resumed(&format!("{}{nonsense}\n", game.journal)), game.journal.clone());
        assert!(matches!(again.model.stage(), Stage::Bribing(draft) if draft.missing() == 7), "{nonsense}");
        game.decide();
        while !matches!(game.model.stage(), Stage::Bribing(_)) {
            game.decide();
        }
        let again = Game::new(resumed(&game.journal), game.journal);
        assert!(matches!(again.model.stage(), Stage::Bribing(draft) if draft.missing() == 7), "another round");
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let game = played(3);
        let cut = &game.journal[..game.journal.len() - 2];
        assert!(Model::resumed(cut).is_ok());
    }

    #[test]
    fn what_can_t_have_happened_is_told_with_its_line() {
        let fault = |journal: &str| Model::resumed(journal).expect_err("no such game");
        let journal = played(2).journal;
        assert_eq!(fault("nonsense\n"), JournalFault::Damaged { line: 1 });
        assert_eq!(fault(""), JournalFault::Damaged { line: 1 });
        assert_eq!(fault("doubloons-practice 9 rules 7\nbegin\n"), JournalFault::OtherVersion);
        assert_eq!(fault(&journal.replacen("deckhand", "parrot", 1)), JournalFault::Damaged { line: 2 });
        let third = journal.lines().nth(2).expect("a decision");
        assert_eq!(fault(&journal.replacen(third, "seal 0 0:ff", 1)), JournalFault::Damaged { line: 3 });
        assert_eq!(fault(&journal.replacen(third, "gone 9", 1)), JournalFault::Damaged { line: 3 });
        assert_eq!(fault(&format!("{journal}act 0 00\nact 0 00\n")), {
            JournalFault::Damaged { line: journal.lines().count() + 1 }
        });
    }
}
