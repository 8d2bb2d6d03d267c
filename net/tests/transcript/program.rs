//! `quartermaster verify` and `quartermaster show`, run as a person or a script would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::statement::{Deed, Voice};
use serde_json::Value;

use crate::bots::tampered_bot;
use crate::crew::{Crew, Plan};
use crate::eventful::eventful;
use crate::tampering::resealed;

pub(crate) fn quartermaster(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quartermaster")).args(arguments).output().expect("the program starts")
}

/// A file that is removed again when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("doubloons-{}-{name}", std::process::id()));
        fs::write(&path, bytes).expect("a scratch file can be written");
        Scratch(path)
    }

    /// Runs a command on the file: exit code, standard output, standard error.
    fn run(&self, command: &str, more: &[&str]) -> (Option<i32>, String, String) {
        let path = self.0.to_str().expect("UTF-8");
        let output = quartermaster(&[&[command, path], more].concat());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn duel() -> Crew {
    let mut crew = Crew::new(Plan::new(1, 1, 2));
    crew.play_out();
    crew
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

#[test]
fn a_fair_game_is_valid() {
    let crew = duel();
    let file = Scratch::new("fair", &crew.transcript().to_bytes());
    let (code, out, err) = file.run("verify", &["--bots"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.ends_with("\nvalid\n"), "{out}");
    assert!(out.contains("the greedy bot of Anne at seat 2 played true in "), "{out}");
    assert!(out.contains(&format!("game {}", crew.charter().id().0)), "{out}");
    let (code, out, _) = file.run("verify", &["--bots", "--json"]);
    assert_eq!(code, Some(0));
    let report = json(&out);
    assert_eq!((&report["event"], &report["verdict"]), (&"verdict".into(), &"valid".into()));
    assert_eq!(report["over"], true);
    assert_eq!(report["entries"], crew.entries.len());
    assert_eq!(report["bots"][0]["finding"], "true");
    assert_eq!(report["scores"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_proven_fault_is_named() {
    let crew = eventful();
    let file = Scratch::new("fault", &crew.transcript().to_bytes());
    let (code, out, _) = file.run("verify", &[]);
    assert_eq!(code, Some(1));
    let last = out.lines().last().expect("a verdict");
    assert!(last.starts_with("valid, seat 2 (Jack) at fault at entry "), "{last}");
    assert!(last.ends_with(": signed two different inputs under one number"), "{last}");
    let report = json(&file.run("verify", &["--json"]).1);
    assert_eq!(report["verdict"], "faults");
    assert_eq!((&report["faults"][0]["name"], &report["faults"][0]["seats"][0]), (&"Jack".into(), &2.into()));
    assert_eq!(file.run("show", &[]).0, Some(0), "it can be told to its end");
}

#[test]
fn a_log_that_was_changed_is_invalid() {
    let mut crew = duel();
    crew.entries.swap(10, 11);
    let file = Scratch::new("swapped", &crew.transcript().to_bytes());
    let (code, out, _) = file.run("verify", &[]);
    assert_eq!(code, Some(1));
    let verdict = "invalid at entry 11, for which seat 1 (Anne) answers: it does not follow the entry before it\n";
    assert_eq!(out.lines().last(), verdict.lines().last());
    let report = json(&file.run("verify", &["--json"]).1);
    assert_eq!((&report["verdict"], &report["entry"]), (&"invalid".into(), &11.into()));
    assert_eq!((&report["seats"][0], &report["name"], &report["peer"]), (&1.into(), &"Anne".into(), &1.into()));
    assert_eq!(report["fault"], "it does not follow the entry before it");
    let (code, out, _) = file.run("show", &[]);
    assert_eq!(code, Some(1));
    assert!(out.contains("\n   10  ") && !out.contains("\n   11  "), "all that holds is told: {out}");
    assert!(out.ends_with(verdict), "{out}");
}

#[test]
fn whoever_signed_what_is_wrong_answers_for_it() {
    let mut crew = Crew::new(Plan::new(3, 0, 11));
    (0..12).for_each(|_| assert!(crew.step()));
    let bad = crew.input(PeerIndex(1), Voice::Own, Deed::Resume);
    let digest = crew.state().game().digest();
    let entry = crew.forge(doubloons_net::table::entry::Content::Input(bad), digest);
    crew.entries.push(entry);
    let file = Scratch::new("answers", &crew.transcript().to_bytes());
    let (code, out, _) = file.run("verify", &[]);
    assert_eq!(code, Some(1));
    assert!(
        out.contains(&format!("invalid at entry {}, for which seat 2 (Mary) answers: ", crew.entries.len())),
        "{out}"
    );
}

#[test]
fn nonsense_under_a_good_seal_is_invalid() {
    let mut bytes = duel().transcript().to_bytes();
    let at = bytes.len() - 33;
    bytes[at] = 1;
    let file = Scratch::new("nonsense", &resealed(bytes));
    let (code, out, _) = file.run("verify", &[]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("invalid: entry "), "{out}");
    assert_eq!(json(&file.run("verify", &["--json"]).1)["verdict"], "invalid");
    assert_eq!(file.run("show", &[]).0, Some(1));
}

#[test]
fn files_that_are_no_transcripts_say_what_to_do() {
    let mut bytes = duel().transcript().to_bytes();
    bytes[200] ^= 1;
    let damaged = Scratch::new("damaged", &bytes);
    bytes[8] = 9;
    let newer = Scratch::new("newer", &bytes);
    let other = Scratch::new("other", b"Ahoy!");
    for command in ["verify", "show"] {
        for (file, complaint) in [
            (&damaged, "ask another player at that table for theirs"),
            (&newer, "use a newer Doubloons"),
            (&other, "this is not a transcript of Doubloons"),
        ] {
            let (code, out, err) = file.run(command, &[]);
            assert_eq!((code, err.as_str()), (Some(1), ""));
            assert!(out.contains("invalid: ") && out.contains(complaint), "{out}");
            let last = file.run(command, &["--json"]).1;
            assert_eq!(json(last.lines().last().expect("a line"))["event"], "verdict");
        }
    }
    let missing = quartermaster(&["verify", "--json", "/nowhere/at.all"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(json(std::str::from_utf8(&missing.stdout).expect("UTF-8"))["event"], "error");
}

#[test]
fn a_tampered_bot_is_named() {
    let (crew, entry) = tampered_bot();
    let file = Scratch::new("bot", &crew.transcript().to_bytes());
    assert_eq!(file.run("verify", &[]).0, Some(0), "the log itself holds");
    let (code, out, _) = file.run("verify", &["--bots"]);
    assert_eq!(code, Some(1));
    assert!(out.contains(&format!("the greedy bot of Anne at seat 2 was tampered with at entry {entry}")), "{out}");
    let report = json(&file.run("verify", &["--bots", "--json"]).1);
    assert_eq!((&report["bots"][0]["finding"], &report["bots"][0]["entry"]), (&"differs".into(), &entry.into()));
}

#[test]
fn a_game_is_told_for_scripts() {
    let mut crew = Crew::new(Plan::new(2, 0, 1));
    (0..12).for_each(|_| assert!(crew.step()));
    let pause = crew.input(PeerIndex(1), Voice::Own, Deed::Pause);
    crew.push(doubloons_net::table::entry::Content::Input(pause));
    let file = Scratch::new("story", &crew.transcript().to_bytes());
    let (code, out, _) = file.run("show", &["--json"]);
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(lines.len(), crew.entries.len() + 2);
    assert_eq!((&lines[0]["event"], &lines[0]["members"][1]["name"]), (&"table".into(), &"Mary".into()));
    assert_eq!((&lines[1]["kind"], &lines[1]["entry"]), (&"epoch".into(), &1.into()));
    assert_eq!(lines[2]["kind"], "chance");
    assert!(lines[2]["events"].as_array().is_some_and(|events| events.iter().any(|one| one["event"] == "ship_placed")));
    assert_eq!(lines[lines.len() - 2]["text"], "Mary asks for a break.");
    assert_eq!(lines[lines.len() - 1]["holds"], true);
}
