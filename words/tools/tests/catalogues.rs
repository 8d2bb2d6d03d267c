//! The catalogues hold everything that the sources say, translated and with the same places, and nothing else; and
//! nothing that the programs show bypasses them.

use std::fs;

use doubloons_words::{Language, po};
use doubloons_words_tools::{check, extract, merge, sources};

const REFRESH: &str = "run 'cargo run -p doubloons-words-tools' and translate what is new (docs/TRANSLATING.md)";

/// Texts of the programs that look like prose and are none that could be translated, with the reason.
const NOT_TRANSLATED: &[(&str, &str)] = &[
    ("Doubloons", "the name of the program"),
    ("Gentium Book Plus, Gentium Plus, Gentium, Gentium Basic, serif", "typefaces"),
    ("Sailor", "the name of last resort, if a translation of it is no name"),
    ("{millis} ms", "a unit"),
    (
        "If Doubloons is running already, its window does what was asked for, and this program ends. With\n--data-dir or \
         --interface it is a second player on the same computer instead.",
        "a part of --help",
    ),
    (
        "Exit codes:\n  0  done, and all is well\n  1  done, and the answer is no: a board is not fair, a transcript is not\n     \
         valid or shows that somebody cheated, a game was left, or the network\n     needs help\n  2  not done: an argument or a \
         file can't be used, or a table can't be\n     joined",
        "a part of --help",
    ),
    ("GtkNoMediaFile", "a class of GTK's"),
    ("DoubloonsColumn", "a class of our own"),
    ("Delete", "the name of a key"),
    ("Return", "the name of a key"),
    ("Tab", "the name of a key"),
    ("&lt;Shift&gt;F10 Menu", "names of keys"),
    ("Left Right", "names of keys"),
    ("seal {seat}", "a line of a kept practice game"),
    ("draft {seat}", "a line of a kept practice game"),
    ("unseal {seat}\n", "a line of a kept practice game"),
    ("act {seat} {}\n", "a line of a kept practice game"),
    ("gone {seat}\n", "a line of a kept practice game"),
    ("Escape", "the name of a key"),
    ("DoubloonsChart", "a class of widgets"),
    ("DoubloonsFan", "a class of widgets"),
    ("DoubloonsLayer", "a class of widgets"),
    ("DoubloonsPainted", "a class of widgets"),
    ("DoubloonsRing", "a class of widgets"),
    ("{whose}: {left} s", "a unit, behind what is translated"),
    ("Demo {}", "the table of quartermaster's demo, seen by nobody else"),
    ("Host", "a player of quartermaster's demo, the same in every transcript"),
    ("Second", "a player of quartermaster's demo, the same in every transcript"),
    ("Third", "a player of quartermaster's demo, the same in every transcript"),
    ("Fourth", "a player of quartermaster's demo, the same in every transcript"),
    ("Guest", "a player of quartermaster's demo, the same in every transcript"),
    ("  quartermaster join --table '{}'", "a command to be typed"),
    ("  quartermaster join --address {address}", "a command to be typed"),
    ("there is no such bot", "never shown: the parser before it knows the names"),
];

/// Messages with straight apostrophes or quotation marks, with the reason.
const STRAIGHT: &[(&str, &str)] = &[
    ("Which program it is: sudo ss -ulpn 'sport = :5353'", "a command to be typed"),
    (
        "Which programs they are: sudo ss -ulpn 'sport >= :{FIRST_PORT} and sport <= :{LAST_PORT}'",
        "a command to be typed",
    ),
];

#[test]
fn apostrophes_and_quotation_marks_are_those_of_print() {
    let is_straight = |text: &&str| text.contains(['\'', '"']);
    let mut lines = Vec::new();
    let mut look = |name: &str, message: &po::Message| {
        let texts = [message.text.as_str()].into_iter().chain(message.plural.as_deref());
        let texts = texts.chain(message.translations.iter().map(String::as_str));
        if !STRAIGHT.iter().any(|(text, _)| *text == message.text) {
            lines.extend(texts.filter(is_straight).map(|text| format!("{name}: {text}")));
        }
    };
    extract::extract(&sources::all()).messages.iter().for_each(|message| look("the sources", message));
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let name = format!("po/{}.po", language.code());
        let file = fs::read_to_string(sources::root().join(&name)).expect("a catalogue");
        po::parse(&file).expect("a catalogue").messages.iter().for_each(|message| look(&name, message));
    }
    assert!(lines.is_empty(), "to be written with ’ or “ ”, or to be listed with a reason:\n{}", lines.join("\n"));
}

#[test]
fn the_template_is_what_the_sources_say() {
    let messages = extract::extract(&sources::all()).messages;
    let template = fs::read_to_string(sources::catalogues().join("doubloons.pot")).expect("po/doubloons.pot");
    let known: Vec<String> = po::parse(&template).expect("a template").messages.iter().map(po::Message::key).collect();
    let said: Vec<String> = messages.iter().map(po::Message::key).collect();
    let new: Vec<&String> = said.iter().filter(|text| !known.contains(text)).collect();
    let gone: Vec<&String> = known.iter().filter(|text| !said.contains(text)).collect();
    assert!(new.is_empty() && gone.is_empty(), "po/doubloons.pot lacks {new:#?} and has in vain {gone:#?}: {REFRESH}");
    assert!(template == merge::template(&messages), "po/doubloons.pot is out of date: {REFRESH}");
}

#[test]
fn every_language_is_complete() {
    let messages = extract::extract(&sources::all()).messages;
    let mut lines = Vec::new();
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let name = format!("po/{}.po", language.code());
        let file = fs::read_to_string(sources::root().join(&name)).expect("a catalogue");
        match po::parse(&file) {
            Ok(catalogue) => {
                lines.extend(
                    check::faults(language, &catalogue, &messages).iter().map(|line| format!("{name}: {line}")),
                );
            }
            Err(fault) => lines.push(format!("{name}: {fault}")),
        }
    }
    assert!(lines.is_empty(), "{REFRESH}:\n{}", lines.join("\n"));
}

#[test]
fn nothing_that_the_programs_show_bypasses_the_catalogues() {
    let found = extract::extract(&sources::all());
    let lines: Vec<String> = found
        .bypasses
        .iter()
        .filter(|bypass| !NOT_TRANSLATED.iter().any(|(text, _)| *text == bypass.text))
        .map(|bypass| format!("{}:{}: {:?}", bypass.file, bypass.line, bypass.text))
        .collect();
    assert!(lines.is_empty(), "to be shown through tr, say! or say_count!:\n{}", lines.join("\n"));
}
