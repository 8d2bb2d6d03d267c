//! `quartermaster show`: a transcript in words.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use doubloons_engine::any::{AnyEvent, AnyGame};
use doubloons_engine::caribbean::{Board, Caribbean, Event, Narrator, Options};
use doubloons_net::table::entry::Entry;
use doubloons_net::table::genesis::{Holder, PeerIndex};
use doubloons_net::table::state::State;
use doubloons_net::table::words::TableWords;
use doubloons_net::transcript::{Flaw, Transcript, Verdict, Verification};
use doubloons_words::{current, mark, say, told, tr};
use serde_json::{Value, json};

use crate::event;
use crate::report::{self, Failure, json_line};
use crate::verify::{fault_line, invalid_line, read};
use crate::{entry, names};

/// Tell a transcript in words: who sat down, and what happened, entry by entry
///
/// Everything is checked on the way; the first entry that does not hold ends the story, with exit code 1.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The transcript
    file: PathBuf,
    /// Print a JSON object for the table, for each entry with its events, and for the verdict
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the story.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<report::Verdict, Failure> {
    let ended = match read(&arguments.file)? {
        Ok(transcript) => tell(&transcript, arguments.json, out)?,
        Err(why) => Err(say!("invalid: {why}")),
    };
    let (text, verdict) = match ended {
        Ok(text) => (text, report::Verdict::Yes),
        Err(text) => (text, report::Verdict::No),
    };
    if arguments.json {
        json_line(out, &json!({"event": "verdict", "holds": verdict == report::Verdict::Yes, "text": text}))?;
    } else {
        writeln!(out, "\n{text}")?;
    }
    Ok(verdict)
}

/// Tells all that holds, then returns the verdict.
fn tell(transcript: &Transcript, as_json: bool, out: &mut impl Write) -> Result<Result<String, String>, Failure> {
    let mut verification = match Verification::begin(transcript) {
        Ok(verification) => verification,
        Err(flaw) => return Ok(Err(invalid_line(0, None, &flaw))),
    };
    let AnyGame::Caribbean(game) = verification.state().game().clone();
    if as_json {
        json_line(out, &table_json(&game, verification.state()))?;
    } else {
        print_table(&game, verification.state(), out)?;
    }
    for (entry, index) in transcript.entries().iter().zip(1..) {
        let before = verification.state().clone();
        let mut events = Vec::new();
        if let Err(fault) = verification.take(entry, &mut events) {
            let culprit = verification.culprit(entry, &fault);
            return Ok(Err(invalid_line(index, culprit.as_ref(), &Flaw::from(fault))));
        }
        let told = Told { entry, before: &before, after: verification.state(), board: game.board(), events: &events };
        if as_json { json_line(out, &told.json())? } else { told.print(out)? }
    }
    Ok(Ok(match verification.finish().verdict {
        Verdict::ValidWithFaults(faults) => {
            let lines: Vec<String> =
                faults.iter().map(|fault| say!("valid, {fault}", fault = fault_line(fault))).collect();
            lines.join("\n")
        }
        Verdict::Valid | Verdict::Invalid { .. } => say!("valid"),
    }))
}

/// An entry with what happened by it.
struct Told<'a> {
    entry: &'a Entry,
    before: &'a State,
    after: &'a State,
    board: &'a Board,
    events: &'a [AnyEvent],
}

impl Told<'_> {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let index = self.entry.body().index;
        let sentence = capital(&entry::tell(self.entry, self.before, self.after));
        writeln!(out, "{index:>5}  {sentence}")?;
        self.each_event(|_, text| writeln!(out, "         {text}"))
    }

    fn json(&self) -> Value {
        let body = self.entry.body();
        let mut events = Vec::new();
        let told = self.each_event(|event, text| {
            events.push(event::json(event, self.board, text));
            Ok(())
        });
        debug_assert!(told.is_ok(), "a list takes everything");
        json!({
            "event": "entry",
            "entry": body.index,
            "epoch": body.epoch.number,
            "host": names::peer_number(body.epoch.host),
            "kind": entry::kind(self.entry),
            "text": capital(&entry::tell(self.entry, self.before, self.after)),
            "events": events,
        })
    }

    fn each_event(&self, mut each: impl FnMut(&Event, String) -> std::io::Result<()>) -> std::io::Result<()> {
        let tongue = current();
        let names = names::seats(self.after);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let narrator = Narrator::new(self.board, &names).speaking(&tongue);
        self.events.iter().try_for_each(|AnyEvent::Caribbean(event)| each(event, narrator.tell(event)))
    }
}

fn print_table(game: &Caribbean, state: &State, out: &mut impl Write) -> std::io::Result<()> {
    let draft = state.charter().draft();
    let (players, board, rules) = (draft.seats.len(), game.board().name(), tr(rules(game.options())));
    writeln!(out, "{}", say!("Caribbean for {players} on {board}, {rules}"))?;
    let game = state.charter().id();
    writeln!(out, "{}", say!("table words: {words}", words = TableWords::of(game)))?;
    writeln!(out, "{}", say!("game {id}", id = game.0))?;
    for (peer, member) in (0..).map(PeerIndex).zip(&draft.members) {
        let (name, key) = (&member.name, member.key);
        let line = match peer == PeerIndex::FIRST_HOST {
            true => say!("{peer} is {name}, who invited, with the key {key}"),
            false => say!("{peer} is {name}, with the key {key}"),
        };
        writeln!(out, "{line}")?;
    }
    for (seat, known) in state.seats() {
        match known.owner() {
            Holder::Person(peer) => writeln!(out, "{}: {}", told(&seat), names::peer(state, *peer))?,
            Holder::Bot { runner, level } => {
                let (level, runner) = (entry::bot_level(level), names::peer(state, *runner));
                writeln!(out, "{}", say!("{seat}: a {level} bot, run by {runner}"))?;
            }
        }
    }
    if let Some(clock) = draft.clock {
        let (seal, act) = (clock.seal_seconds, clock.act_seconds);
        writeln!(out, "{}", say!("clock: {seal} s to seal, {act} s to act"))?;
    }
    writeln!(out)
}

fn table_json(game: &Caribbean, state: &State) -> Value {
    let draft = state.charter().draft();
    let members = draft
        .members
        .iter()
        .map(|member| json!({"name": member.name.to_string(), "key": member.key.to_string(), "emblem": member.emblem}));
    let seats = draft.seats.iter().map(|holder| match holder {
        Holder::Person(peer) => json!({"peer": names::peer_number(*peer)}),
        Holder::Bot { runner, level } => json!({"bot": level.to_string(), "runner": names::peer_number(*runner)}),
    });
    json!({
        "event": "table",
        "game": state.charter().id().0.to_string(),
        "words": TableWords::of(state.charter().id()).to_string(),
        "board": game.board().name(),
        "rules": rules(game.options()),
        "members": members.collect::<Vec<_>>(),
        "seats": seats.collect::<Vec<_>>(),
        "clock": draft.clock.map(|clock| json!({"seal_seconds": clock.seal_seconds, "act_seconds": clock.act_seconds})),
    })
}

fn rules(options: &Options) -> &'static str {
    match *options {
        Options::SECOND_PRINTING => mark("second printing"),
        Options::FIRST_PRINTING => mark("first printing"),
        _ => mark("house rules"),
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
