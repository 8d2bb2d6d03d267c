//! The committed starting points of the fuzz targets: taken from real games, and still worth something.
//!
//! `UPDATE_CORPUS=1 cargo test -p doubloons-engine --test conformance fuzz_seeds` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use doubloons_engine::caribbean::{Board, Caribbean, Colour, Colours, Options, Terms};
use doubloons_engine::contract::{Canonical, Dice, Input, InputOf};

use crate::subjects::{CaribbeanGames, house_rules};
use crate::table::{Manners, Table};

const BOARD: &str = include_str!("../../../data/boards/caribbean.toml");

/// Files by target and name.
type Seeds = BTreeMap<(&'static str, String), Vec<u8>>;

#[test]
fn the_corpus_is_in_order() {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "fuzz", "corpus"].iter().collect();
    if std::env::var_os("UPDATE_CORPUS").is_some_and(|value| value == "1") {
        for ((target, name), bytes) in seeds() {
            fs::create_dir_all(folder.join(target)).expect("the corpus can be written");
            fs::write(folder.join(target).join(name), bytes).expect("the corpus can be written");
        }
    }
    let (mut files, mut size, mut boards) = (0, 0, 0);
    for target in ["apply", "decode_input", "decode_terms", "parse_board"] {
        for entry in fs::read_dir(folder.join(target)).expect("every target has a corpus") {
            let path = entry.expect("the corpus can be read").path();
            let bytes = fs::read(&path).expect("the corpus can be read");
            let sound = match target {
                "decode_input" => InputOf::<Caribbean>::from_bytes(&bytes).is_ok(),
                "decode_terms" => Terms::from_bytes(&bytes).is_ok(),
                "parse_board" => {
                    let board = std::str::from_utf8(&bytes).map(Board::parse);
                    boards += usize::from(matches!(&board, Ok(Ok(_))));
                    board.is_ok()
                }
                _ => bytes.len() > 2,
            };
            assert!(sound, "{} leads the fuzzer nowhere any more", path.display());
            files += 1;
            size += bytes.len();
        }
    }
    assert!((30..=60).contains(&files) && size < 300_000, "{files} files, {size} bytes");
    assert!(boards >= 1, "no board of the corpus is accepted");
}

fn seeds() -> Seeds {
    let mut seeds = Seeds::new();
    input_seeds(&mut seeds);
    terms_seeds(&mut seeds);
    game_seeds(&mut seeds);
    board_seeds(&mut seeds);
    seeds
}

/// A few inputs of every kind.
fn input_seeds(seeds: &mut Seeds) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let whole = CaribbeanGames::printing(Options::SECOND_PRINTING);
    let games = CaribbeanGames { keen: true, seats: Some(4), ..whole };
    for (games, seed) in [(&games, 4), (&CaribbeanGames::sketch(), 5), (&CaribbeanGames::sketch(), 6)] {
        let mut table = Table::new(games, seed);
        table.play_out(Manners::Rough);
        for (input, _) in &table.log {
            let (kind, most) = match input {
                Input::Act(_, action) if action.commands().len() > 6 => ("long-act", 4),
                Input::Act(..) => ("act", 4),
                Input::Locked(_) => ("locked", 1),
                Input::Unlocked(_) => ("unlocked", 1),
                Input::Opened { choices, .. } if choices.seats().len() > 2 => ("opened", 4),
                Input::Opened { .. } => ("opened-by-few", 3),
                Input::Chance(_) => ("chance", 1),
                Input::Reveal { .. } => ("reveal", 1),
                Input::Absent(_) => ("absent", 1),
                Input::Back(_) => ("back", 1),
                Input::TimedOut(_) => ("timed-out", 1),
            };
            let count = counts.entry(kind).or_default();
            if *count < most {
                *count += 1;
                let name = format!("{kind}-{count}");
                seeds.insert(("decode_input", name), input.to_bytes());
            }
        }
    }
}

fn terms_seeds(seeds: &mut Seeds) {
    let (board, mut dice) = (Board::standard(), Dice::from_seed(11));
    let mut add = |name: &str, terms: Terms| seeds.insert(("decode_terms", name.to_owned()), terms.to_bytes());
    add("second-printing", Terms::new(&board, 4));
    add("first-printing", Terms { options: Options::FIRST_PRINTING, ..Terms::new(&board, 2) });
    let colours = Colours::picked(&[Colour::Green, Colour::Red]).expect("two colours");
    add("picked-colours", Terms { colours, ..Terms::new(&board, 3) });
    add("house-rules", Terms { options: house_rules(&mut dice), ..Terms::new(&board, 3) });
}

/// Streams for the target that plays games: two bytes of terms, then what is done, mostly something plausible.
fn game_seeds(seeds: &mut Seeds) {
    for table in 0..16u8 {
        let mut dice = Dice::from_seed(table.into());
        let mut bytes = vec![table * 2, dice.below(256) as u8];
        let length = 200 + 80 * usize::from(table);
        while bytes.len() < length {
            let rude = table >= 8 && dice.below(6) == 0;
            bytes.push(if rude { 200 + dice.below(56) } else { dice.below(200) } as u8);
        }
        seeds.insert(("apply", format!("table-{table:02}")), bytes);
    }
}

/// The standard board without its comments, and pieces of it.
fn board_seeds(seeds: &mut Seeds) {
    let mut add = |name: &str, text: String| seeds.insert(("parse_board", name.to_owned()), text.into_bytes());
    let lines: Vec<&str> =
        BOARD.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let whole = lines.join("\n") + "\n";
    let until = |mark: &str| lines.iter().take_while(|line| !line.starts_with(mark)).copied().collect::<Vec<_>>();
    let head = until("[[city]]").join("\n");
    add("only-ships", head.clone());
    add("other-format", head.replace("format = 1", "format = 2"));
    add("no-spaces", until("[[space]]").join("\n"));
    add("one-space", format!("{head}\nvertices = [[0, 0], [9, 0], [9, 9]]\n"));
    add("not-toml", "[board\nname = ".to_owned());
    add("empty", String::new());
    add("cut-short", whole.chars().take(6_000).collect());
    add("standard", whole);
}
