//! docs/FAIR-PLAY.md links every attack to the test that tries it: all of those tests exist.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_test_named_in_fair_play_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/FAIR-PLAY.md")).expect("docs/FAIR-PLAY.md");
    let mut files = Vec::new();
    ["net/tests", "net/src/table"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let code: String = files.iter().map(|file| fs::read_to_string(file).expect("a source")).collect();
    let rows =
        page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| attack") && !line.contains("---"));
    let mut linked = 0;
    for row in rows {
        let named: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "an attack without a test: {row}");
        for test in named {
            assert!(code.contains(&format!("\nfn {test}() {{")), "no test is called {test}");
            linked += 1;
        }
    }
    assert!(linked > 50, "only {linked} tests are linked");
}
