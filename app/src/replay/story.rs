//! What a transcript tells: everything that happened as far as it holds, and what the verifier says. A practice game is told
//! by its journal, and nobody can say anything of it.

use std::path::Path;
use std::sync::Arc;

use doubloons_engine::any::{AnyEvent, AnyGame};
use doubloons_engine::caribbean::{Card, Caribbean, Event, Ship};
use doubloons_engine::contract::{Seat, SeatSet};
use doubloons_net::table::words::TableWords;
use doubloons_net::transcript::{self, Flaw, ProvenFault, Report, Transcript, Verification};
use doubloons_words::{say, say_count, told};

use super::check::Ticket;
use crate::game::{self, Results, Retold, card_short, sentence};
use crate::voyages;

/// How long the beginning of a round stays in view at normal speed, in milliseconds.
const ROUND: u32 = 900;

/// What the verifier says, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everything holds.
    Sound(String),
    /// Everything holds, but it is not all of the game.
    Unfinished(String),
    /// Everything holds, and it proves that somebody cheated.
    Caught(Finding),
    /// Something does not hold; what comes before it is shown.
    Broken(Finding),
    /// A practice game: nobody signed anything, so there is nothing to check.
    Unsigned(String),
}

/// Something that was found, for whoever watches and for whoever wants to know exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    /// In plain words.
    pub(crate) told: String,
    /// What was proven, and where that is.
    pub(crate) details: String,
}

/// Something to stop at: events up to one that is worth a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Beat {
    /// How many events have happened by then.
    events: usize,
    /// How long it stays in view at normal speed.
    stay: u32,
}

/// What a transcript tells.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    game: Arc<Caribbean>,
    names: Vec<String>,
    /// Whom the log calls "you".
    person: Option<Seat>,
    words: String,
    events: Vec<Event>,
    beats: Vec<Beat>,
    verdict: Verdict,
}

impl Story {
    /// Reads a file and checks everything in it; `None` if nobody waits for that any more. The error is a sentence for
    /// people: there is nothing to show.
    pub(crate) fn read(path: &Path, ticket: &Ticket) -> Option<Result<Story, String>> {
        if voyages::is_journal(path) {
            return Some(voyages::finished_game(path).map(Story::of_practice).map_err(|why| sentence(&why)));
        }
        let transcript = match Transcript::read_file(path) {
            Ok(transcript) => transcript,
            Err(fault) => return Some(Err(sentence(&told(&fault)))),
        };
        let story = Story::of(&transcript, ticket).transpose()?;
        Some(story.map_err(|flaw| sentence(&say!("the game can’t have begun like this: {flaw}"))))
    }

    fn of_practice(retold: Retold) -> Story {
        let Retold { setup, beginning, events, .. } = retold;
        Story {
            game: Arc::new(beginning),
            names: setup.names(),
            person: Some(setup.human()),
            words: say!("Practice"),
            beats: beats(&events),
            events,
            verdict: Verdict::Unsigned(say!(
                "A practice game against bots, kept on this computer. Nobody has signed it, so it proves nothing."
            )),
        }
    }

    /// Checks a transcript and plays it again as far as it holds; `None` if nobody waits for that any more.
    fn of(transcript: &Transcript, ticket: &Ticket) -> Result<Option<Story>, Flaw> {
        let mut verification = Verification::begin(transcript)?;
        let AnyGame::Caribbean(game) = verification.state().charter().game().clone();
        let mut events = Vec::new();
        let mut broken = None;
        for (entry, index) in transcript.entries().iter().zip(1..) {
            if ticket.is_given_up() {
                return Ok(None);
            }
            let mut news = Vec::new();
            if let Err(fault) = verification.take(entry, &mut news) {
                broken = Some((index, entry.body().epoch.host, Flaw::from(fault)));
                break;
            }
            events.extend(news.into_iter().map(|AnyEvent::Caribbean(event)| event));
        }
        let names = game::names(verification.state(), None);
        let words = TableWords::of(verification.state().charter().id()).to_string();
        let verdict = match broken {
            Some((index, host, flaw)) => {
                let host = game::member_name(verification.state(), host);
                Verdict::Broken(Finding {
                    told: say!("This replay is damaged or was changed. What comes before that holds, and is shown."),
                    details: sentence(&say!("broken at entry {index}, signed by {host} as host: {flaw}")),
                })
            }
            None => holds(verification.finish(), transcript.entries().len()),
        };
        let beats = beats(&events);
        Ok(Some(Story { game: Arc::new(game), names, person: None, words, events, beats, verdict }))
    }

    /// What the verifier says.
    pub(crate) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The words that all screens showed at that table, or that it was a practice game.
    pub(crate) fn table_words(&self) -> &str {
        &self.words
    }

    /// Everybody's name, by seat.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// How the game ended; `None` if that is not told.
    pub(crate) fn results(&self) -> Option<Results> {
        let outcome = self.events.iter().rev().find_map(|event| match event {
            Event::GameOver { outcome, .. } => Some(outcome),
            _ => None,
        })?;
        Some(self.after(self.len(), self.person).results(outcome))
    }

    /// How many beats there are.
    pub(crate) fn len(&self) -> usize {
        self.beats.len()
    }

    /// The table after so many beats, looked at from a seat or from none.
    pub(crate) fn after(&self, beats: usize, seat: Option<Seat>) -> game::Model {
        game::Model::rerun(Arc::clone(&self.game), self.names.clone(), self.person, self.events_until(beats), seat)
    }

    /// How long the last of so many beats stays in view at normal speed, in milliseconds.
    pub(crate) fn stay(&self, beats: usize) -> u32 {
        beats.checked_sub(1).and_then(|last| self.beats.get(last)).map_or(0, |beat| beat.stay)
    }

    /// What a seat has laid for this round and only its owner knew then, in words; `None` before it has sealed.
    pub(crate) fn laid(&self, beats: usize, seat: Seat) -> Option<String> {
        let happened = self.events_until(beats);
        let began = happened.iter().rposition(|event| matches!(event, Event::RoundBegan { .. }))?;
        let sealed = self.events[began..happened.len()].iter().any(|event| match *event {
            Event::Sealed { seat: sealer } => sealer == seat,
            Event::SealsClosed { .. } => true,
            _ => false,
        });
        if !sealed {
            return None;
        }
        // The cards are told when they are turned up, which may be later than now.
        let cards: Vec<(Ship, Card)> = self.events[began + 1..]
            .iter()
            .take_while(|event| !matches!(event, Event::RoundBegan { .. }))
            .filter_map(|event| match event {
                Event::BribesShown { ship, cards } => Some((*ship, *cards.get(seat)?)),
                _ => None,
            })
            .collect();
        let text: Vec<String> =
            cards.iter().map(|(ship, card)| format!("{} {}", ship.letter(), card_short(*card))).collect();
        (!text.is_empty()).then(|| text.join(" · "))
    }

    fn events_until(&self, beats: usize) -> &[Event] {
        let count = beats.checked_sub(1).and_then(|last| self.beats.get(last)).map_or(0, |beat| beat.events);
        &self.events[..count]
    }
}

fn beats(events: &[Event]) -> Vec<Beat> {
    let mut beats: Vec<Beat> = events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| {
            let stay = if let Event::RoundBegan { .. } = event { ROUND } else { game::stay(event, None) };
            (stay > 0).then_some(Beat { events: index + 1, stay })
        })
        .collect();
    if beats.last().map_or(0, |beat| beat.events) < events.len() {
        beats.push(Beat { events: events.len(), stay: ROUND });
    }
    beats
}

/// What is said of a transcript in which every entry holds.
fn holds(report: Report, entries: usize) -> Verdict {
    let complete = report.is_complete();
    match report.verdict {
        transcript::Verdict::ValidWithFaults(faults) => {
            let Finding { told, details } = caught(&faults);
            let told = if complete { told } else { say!("{told} The replay stops before the end of the game.") };
            Verdict::Caught(Finding { told, details })
        }
        _ if complete => {
            Verdict::Sound(say_count!(entries, "Verified: the one entry holds.", "Verified: all {count} entries hold."))
        }
        _ => Verdict::Unfinished(say_count!(
            entries,
            "Stops before the end of the game: its one entry holds, but who won is not in it.",
            "Stops before the end of the game: its {count} entries hold, but who won is not in them."
        )),
    }
}

fn caught(faults: &[ProvenFault]) -> Finding {
    let deeds: Vec<String> = faults.iter().map(|fault| game::deed(fault.name.as_ref(), fault.offence)).collect();
    let told = say!("Somebody was caught cheating. {deeds}", deeds = deeds.join(" "));
    let all: Vec<String> = faults
        .iter()
        .map(|fault| {
            let ProvenFault { name, seats, offence, entry, .. } = fault;
            match seats.is_empty() {
                true => say!("{name} {offence} (entry {entry})"),
                false => say!("{name}, {seats}, {offence} (entry {entry})", seats = seat_words(*seats)),
            }
        })
        .collect();
    let details = sentence(&say!("everything holds, and it proves cheating: {all}", all = all.join("; ")));
    Finding { told, details }
}

fn seat_words(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.into_iter().map(|seat| (seat.index() + 1).to_string()).collect();
    say_count!(numbers.len(), "seat {numbers}", "seats {numbers}", numbers = game::listed(&numbers))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::PathBuf;

    use doubloons_engine::bots::Level;
    use doubloons_net::table::entry::Entry;

    use super::super::check::Checks;
    use super::*;
    use crate::game::{Printing, Setup, Stage, heading, retell};

    /// A game that was played on a LAN once, at which Jack was caught cheating.
    pub(crate) fn golden() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../net/tests/golden/game-1.doubloons")
    }

    /// The story of that game.
    pub(crate) fn golden_story() -> Story {
        Story::read(&golden(), &Ticket::default()).expect("somebody waits").expect("a transcript")
    }

    fn told(transcript: &Transcript) -> Story {
        Story::of(transcript, &Ticket::default()).expect("a beginning").expect("somebody waits")
    }

    #[test]
    fn a_check_that_nobody_waits_for_stops() {
        let mut checks = Checks::default();
        let ticket = checks.begin();
        checks.give_up();
        assert!(Story::read(&golden(), &ticket).is_none());
    }

    #[test]
    fn a_game_is_told_to_its_end() {
        let story = golden_story();
        let Verdict::Caught(Finding { told, details }) = story.verdict() else { panic!("{:?}", story.verdict()) };
        assert!(told.starts_with("Somebody was caught cheating. Jack decided the same thing twice"), "{told}");
        assert!(details.contains("Jack, seat 2,") && details.contains("entry 87"), "{details}");
        assert!(story.len() > 50, "{} beats", story.len());
        let end = story.after(story.len(), None);
        assert_eq!(*end.stage(), Stage::Over);
        assert!(end.race().iter().any(|runner| runner.money >= end.round_summary().target));
        assert!(end.log().len() > 20);
        assert_eq!(story.after(1, None).round_summary().round, 1);
    }

    #[test]
    fn a_game_that_was_told_to_its_end_names_the_winner() {
        let results = golden_story().results().expect("an end");
        let winner = &results.ranking[0];
        assert!(winner.won && winner.money >= results.ranking[1].money);
        assert_eq!(results.headline, format!("{} rules the Caribbean.", winner.name));
        let whole = Transcript::read_file(&golden()).expect("a transcript");
        assert!(with_entries(&whole, |entries| entries.truncate(86)).results().is_none(), "who won is not told");
    }

    #[test]
    fn a_broken_game_is_told_up_to_the_break() {
        let whole = Transcript::read_file(&golden()).expect("a transcript");
        let middle = whole.entries().len() / 2;
        let torn = with_entries(&whole, |entries| drop(entries.remove(middle)));
        let whole = told(&whole);
        let Verdict::Broken(found) = torn.verdict() else { panic!("{:?}", torn.verdict()) };
        assert!(found.details.contains(&format!("entry {}", middle + 1)), "{found:?}");
        assert!(torn.len() > 1 && torn.len() < whole.len());
        assert!(whole.events.starts_with(&torn.events), "the same story as far as it goes");
    }

    #[test]
    fn a_game_that_stops_before_its_end_is_not_shown_as_sound() {
        let whole = Transcript::read_file(&golden()).expect("a transcript");
        let story = with_entries(&whole, |entries| entries.truncate(86));
        let Verdict::Unfinished(said) = story.verdict() else { panic!("{:?}", story.verdict()) };
        assert!(said.starts_with("Stops before the end of the game: its 86 entries hold"), "{said}");
        assert_ne!(*story.after(story.len(), None).stage(), Stage::Over);
    }

    #[test]
    fn a_cheat_is_named_also_where_the_end_is_cut_off() {
        let whole = Transcript::read_file(&golden()).expect("a transcript");
        let story = with_entries(&whole, |entries| entries.truncate(90));
        let Verdict::Caught(Finding { told: who, .. }) = story.verdict() else { panic!("{:?}", story.verdict()) };
        assert!(who.contains("Jack") && who.ends_with("The replay stops before the end of the game."), "{who}");
    }

    fn with_entries(whole: &Transcript, change: impl Fn(&mut Vec<Entry>)) -> Story {
        let mut entries = whole.entries().to_vec();
        change(&mut entries);
        let charter = whole.charter().expect("a beginning");
        let other = Transcript::new(&charter, whole.board(), entries).expect("a transcript");
        told(&other)
    }

    #[test]
    fn a_practice_game_is_told_to_its_end_and_nobody_vouches_for_it() {
        let setup = Setup { opponents: 1, level: Level::Deckhand, printing: Printing::Second, seed: 4 };
        // A table that everybody has left runs out by itself.
        let journal = heading(&setup) + "gone 1\ngone 0\n";
        let story = Story::of_practice(retell(&journal).expect("a journal"));
        let Verdict::Unsigned(said) = story.verdict() else { panic!("{:?}", story.verdict()) };
        assert!(said.contains("proves nothing"), "{said}");
        assert_eq!(story.names(), ["You", "Mate"]);
        let end = story.after(story.len(), None);
        assert_eq!(*end.stage(), Stage::Over);
        assert!(end.log().iter().any(|entry| entry.text.starts_with("You ")), "{:?}", end.log());
        let results = story.results().expect("an end");
        assert!(results.ranking.iter().any(|rank| rank.human), "{results:?}");
    }

    #[test]
    fn what_a_seat_has_laid_is_known_once_it_has_sealed() {
        let story = golden_story();
        let seat = Seat::first(1).next().expect("a seat");
        assert_eq!(story.laid(1, seat), None, "the round has only begun");
        let laid = story.laid(2, seat).expect("bribes");
        assert!(laid.starts_with("A ") && laid.contains("F "), "{laid}");
    }
}
