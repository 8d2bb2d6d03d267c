//! Files that are kept: transcripts of every version of the format, with what the program says about them.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p doubloons-net --test transcript` writes the texts anew. A transcript that is there is
//! never written again: it was made by a version that people have used, and has to stay readable. One that is not there
//! is made from a new game.

use std::fs;
use std::path::{Path, PathBuf};

use doubloons_net::transcript::Transcript;

use crate::eventful::eventful;
use crate::program::quartermaster;

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "golden"].iter().collect()
}

fn updating() -> bool {
    std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1")
}

/// The text has to be the one that is kept under this name.
pub(crate) fn expect(name: &str, text: &str) {
    let path = folder().join(name);
    if updating() {
        fs::write(&path, text).expect("it can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let differs = kept.lines().zip(text.lines()).position(|(kept, now)| kept != now);
    let line = differs.unwrap_or(kept.lines().count().min(text.lines().count()));
    assert!(
        kept == text,
        "{} differs from line {} on:\n  kept {:?}\n  now  {:?}\nIf this is meant, run again with UPDATE_SNAPSHOTS=1.",
        path.display(),
        line + 1,
        kept.lines().nth(line),
        text.lines().nth(line),
    );
}

/// The transcripts of all versions.
fn transcripts() -> Vec<PathBuf> {
    let newest = folder().join(format!("game-{}.doubloons", doubloons_net::transcript::VERSION));
    if updating() && !newest.exists() {
        eventful().transcript().write_file(&newest).expect("it can be written");
    }
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder()).expect("the folder is there").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "doubloons"));
    paths.sort();
    assert!(paths.contains(&newest), "there is no transcript of the present format");
    paths
}

fn run(command: &str, path: &Path, code: i32) -> String {
    let output = quartermaster(&[command, path.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(code), "{command} {}", path.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn old_transcripts_are_read_and_judged_as_ever() {
    for path in transcripts() {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let bytes = fs::read(&path).expect("it can be read");
        let transcript = Transcript::from_bytes(&bytes).expect("a transcript");
        assert_eq!(transcript.to_bytes(), bytes, "{name} is written as it was read");
        expect(&format!("{name}.verify.txt"), &run("verify", &path, 1));
        expect(&format!("{name}.show.txt"), &run("show", &path, 0));
    }
}
