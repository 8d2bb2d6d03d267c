//! Golden playthroughs: whole games of bots, written down for people. A change in the rules, in a bot or on the board
//! shows as a difference that can be read and judged.
//!
//! `UPDATE_GOLDEN=1 cargo test -p doubloons-engine --test playthroughs` writes the files anew.

mod scribe;

use std::fs;
use std::path::PathBuf;

use doubloons_engine::caribbean::Options;

/// How many lines around the first difference are shown.
const CONTEXT: usize = 6;

#[test]
fn two_players_first_printing() {
    compare(2, "first", Options::FIRST_PRINTING);
}

#[test]
fn two_players_second_printing() {
    compare(2, "second", Options::SECOND_PRINTING);
}

#[test]
fn three_players_first_printing() {
    compare(3, "first", Options::FIRST_PRINTING);
}

#[test]
fn three_players_second_printing() {
    compare(3, "second", Options::SECOND_PRINTING);
}

#[test]
fn four_players_first_printing() {
    compare(4, "first", Options::FIRST_PRINTING);
}

#[test]
fn four_players_second_printing() {
    compare(4, "second", Options::SECOND_PRINTING);
}

fn compare(seats: u8, printing: &str, options: Options) {
    let played = scribe::playthrough(seats, printing, options);
    let lines = played.lines().count();
    assert!((50..2_500).contains(&lines), "{lines} lines are not what a person wants to read");
    let name = format!("caribbean-{seats}p-{printing}-printing.txt");
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "playthroughs", &name].iter().collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        fs::write(&path, &played).expect("the golden file can be written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    if let Some(difference) = first_difference(&golden, &played) {
        panic!(
            "{name} differs from the game that is played now.\n{difference}\nIf this is meant, set UPDATE_GOLDEN=1."
        );
    }
}

/// The first line that differs, with what comes before it and what comes next on both sides.
fn first_difference(golden: &str, played: &str) -> Option<String> {
    if golden == played {
        return None;
    }
    let (golden, played): (Vec<&str>, Vec<&str>) = (golden.lines().collect(), played.lines().collect());
    let same = golden.iter().zip(&played).take_while(|(one, other)| one == other).count();
    let mut shown = format!("First difference in line {}:\n", same + 1);
    for line in &golden[same.saturating_sub(CONTEXT)..same] {
        shown += &format!("    {line}\n");
    }
    for (mark, lines) in [('-', &golden), ('+', &played)] {
        for line in lines.iter().skip(same).take(CONTEXT) {
            shown += &format!("  {mark} {line}\n");
        }
    }
    Some(shown)
}

#[test]
fn a_difference_is_shown_with_its_surroundings() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    let shown = first_difference("a\nb\nc\n", "a\nB\nc\n").expect("they differ");
    assert!(shown.contains("line 2:\n    a\n  - b\n  - c\n  + B\n  + c\n"), "{shown}");
    let longer = first_difference("a\n", "a\nb\n").expect("they differ");
    assert!(longer.contains("line 2:\n    a\n  + b\n"), "{longer}");
}
