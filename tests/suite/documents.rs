//! The documents keep their word: what they link and name is there, their commands exist, and their numbers are those of the
//! program. That both programs understand what is shown of them is tested beside their command lines.

#[path = "../lib/documents.rs"]
mod typed;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use doubloons_engine::caribbean::{CAPTURE_BONUS, target};
use doubloons_engine::tongue::{English, Tongue};
use doubloons_net::lan::doctor::{FIRST_PORT, LAST_PORT};
use doubloons_words_tools::sources::root;
use serde_json::Value;
use typed::{Typed, typed};

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All documents, by their names from the root on.
fn documents() -> Vec<String> {
    let mut names: Vec<String> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned).into();
    for folder in ["docs", "docs/rules"] {
        let files = fs::read_dir(root().join(folder)).expect("a folder of documents").flatten();
        let markdown = files.map(|file| format!("{folder}/{}", file.file_name().to_string_lossy()));
        names.extend(markdown.filter(|name| name.ends_with(".md")));
    }
    names
}

/// The text without blocks of code.
fn prose(document: &str) -> String {
    document.split("```").step_by(2).collect()
}

/// The part of a text between each pair of backticks.
fn code(text: &str) -> Vec<String> {
    prose(text).split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect()
}

/// What an address calls a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(document: &str) -> BTreeSet<String> {
    let text = prose(document);
    text.lines().filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#'))).collect()
}

#[test]
fn what_is_linked_is_there() {
    let mut linked = 0;
    for name in documents() {
        let text = read(&name);
        let folder = root().join(&name).parent().map(Path::to_path_buf).unwrap_or_default();
        for part in prose(&text).split("](").skip(1) {
            let Some((address, _)) = part.split_once(')') else { continue };
            if address.contains("://") {
                continue;
            }
            let (file, place) = address.split_once('#').unwrap_or((address, ""));
            let path = if file.is_empty() { root().join(&name) } else { folder.join(file) };
            assert!(path.exists(), "{name} links {address}, which is not there");
            if !place.is_empty() {
                let there = anchors(&fs::read_to_string(&path).expect("a document"));
                assert!(there.contains(place), "{name} links {address}, and there is no such heading");
            }
            linked += 1;
        }
    }
    assert!(linked > 20, "only {linked} links were found");
}

#[test]
fn files_that_are_named_are_there() {
    const FOLDERS: [&str; 9] = ["app", "data", "docs", "engine", "flatpak", "net", "po", "tests", "words"];
    let mut named = 0;
    for name in documents() {
        for span in code(&read(&name)) {
            let Some((folder, rest)) = span.split_once('/') else { continue };
            let plain = rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c));
            if FOLDERS.contains(&folder) && plain {
                assert!(root().join(&span).exists(), "{name} names {span}, which is not there");
                named += 1;
            }
        }
    }
    assert!(named > 50, "only {named} names were found");
}

#[test]
fn scripts_to_be_typed_can_be_run() {
    let mut scripts = BTreeSet::new();
    for Typed { place, words } in typed() {
        let program = words.into_iter().find(|word| !word.contains('=')).unwrap_or_default();
        if !program.contains('/') || program.starts_with(['/', '~']) {
            continue;
        }
        let file = fs::metadata(root().join(&program)).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(file.permissions().mode() & 0o100 != 0, "{place}: not executable");
        scripts.insert(program);
    }
    assert!(scripts.len() > 5, "only {scripts:?} were found");
}

/// The packages of the workspace, with the kinds and names of what they build.
fn packages() -> Vec<(String, Vec<(String, String)>)> {
    let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    let value: Value = serde_json::from_slice(&output.stdout).expect("what cargo knows");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    list(&value["packages"])
        .iter()
        .map(|package| {
            let targets = list(&package["targets"]).into_iter();
            let targets = targets.map(|target| (text(&target["kind"][0]), text(&target["name"])));
            (text(&package["name"]), targets.collect())
        })
        .collect()
}

#[test]
fn cargo_knows_what_it_is_asked_for() {
    let packages = packages();
    let mut asked = 0;
    for Typed { place, words } in typed() {
        if !words.iter().any(|word| word == "cargo") {
            continue;
        }
        let own = words.split(|word| word == "--").next().unwrap_or_default();
        for pair in own.windows(2) {
            let [option, name] = pair else { continue };
            let kind = match option.as_str() {
                "-p" => {
                    assert!(packages.iter().any(|(known, _)| known == name), "{place}: there is no package {name}");
                    asked += 1;
                    continue;
                }
                "--bin" | "--test" | "--bench" => option.trim_start_matches('-'),
                _ => continue,
            };
            let there = packages.iter().flat_map(|(_, targets)| targets);
            assert!(
                there.into_iter().any(|known| (known.0.as_str(), &known.1) == (kind, name)),
                "{place}: no {kind} {name}"
            );
            asked += 1;
        }
    }
    assert!(asked > 10, "only {asked} names were found");
}

#[test]
fn ports_are_those_of_the_program() {
    for name in ["README.md", "docs/PACKAGING.md"] {
        let text = read(name);
        let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|number| number.len() == 5);
        for port in numbers.filter(|number| number.starts_with("17")) {
            let port: u16 = port.parse().expect("a port");
            assert!(port == FIRST_PORT || port == LAST_PORT, "{name} speaks of the port {port}");
        }
    }
    let readme = read("README.md");
    for ports in [format!("{FIRST_PORT}:{LAST_PORT}/udp"), format!("{FIRST_PORT}-{LAST_PORT}/udp")] {
        assert!(readme.contains(&ports), "README.md does not open {ports}");
    }
}

#[test]
fn numbers_of_the_rules_are_those_of_the_engine() {
    let readme = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let money = |thousands: u64| English.number(thousands * 1_000);
    let [two, three, four] = [2, 3, 4].map(|seats| money(target(seats).into()));
    for sentence in [
        format!("({two} doubloons with two players, {three} with three, {four} with four)"),
        format!("for {} doubloons", money(CAPTURE_BONUS.into())),
    ] {
        assert!(readme.contains(&sentence), "README.md does not say: {sentence}");
    }
}

#[test]
fn libraries_are_those_that_are_built_against() {
    let (readme, manifest) = (read("README.md"), read("Cargo.toml"));
    let version = |package: &str, letter: char| {
        let line = manifest.lines().find(|line| line.contains(&format!("package = \"{package}\"")));
        let feature = line.and_then(|line| line.split(&format!("\"{letter}")).last()).unwrap_or_default();
        feature.split('"').next().unwrap_or_default().replace('_', ".")
    };
    let sentence = format!("GTK {} and libadwaita {} or newer", version("gtk4", 'v'), version("libadwaita", 'v'));
    assert!(readme.contains(&sentence), "README.md does not say: {sentence}");
}
