//! docs/FAIR-PLAY.md links every attack to the test that tries it: all of those tests exist.

use std::fs;

use doubloons_words_tools::sources;

#[test]
fn every_test_named_in_fair_play_exists() {
    let root = sources::root();
    let page = fs::read_to_string(root.join("docs/FAIR-PLAY.md")).expect("docs/FAIR-PLAY.md");
    let files = ["net/tests", "net/src/table"].map(|folder| sources::below(&root.join(folder)));
    let code: String = files.iter().flatten().map(|file| file.text.as_str()).collect();
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
