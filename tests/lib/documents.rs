//! What people are told to type: every command in the `sh` blocks of README.md, CONTRIBUTING.md and docs/PACKAGING.md, and
//! those between backticks in their sentences. Included by the tests of both programs and of the documents, so that none
//! shows a command that does not work.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "docs/PACKAGING.md"];

/// What a sentence between backticks has to begin with to be a command.
const COMMANDS: [&str; 11] = [
    "app/run",
    "cargo",
    "data/check",
    "data/install",
    "data/release",
    "flatpak",
    "flatpak/carry",
    "flatpak/check",
    "join",
    "quartermaster",
    "tests/run",
];

/// A command to be typed.
pub(crate) struct Typed {
    /// The document, and the whole line.
    pub(crate) place: String,
    /// Its words, without variables before it, `sudo`, redirections and what follows in a pipe.
    pub(crate) words: Vec<String>,
}

/// All of them.
pub(crate) fn typed() -> Vec<Typed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        for line in lines(&text) {
            for words in commands(&line) {
                all.push(Typed { place: format!("{document}: {line}"), words });
            }
        }
    }
    all
}

/// The lines of the blocks, joined where they go on in the next one, and the commands of the sentences.
fn lines(document: &str) -> Vec<String> {
    let (mut found, mut prose) = (Vec::new(), String::new());
    let mut block: Option<&str> = None;
    let mut line = String::new();
    for part in document.lines() {
        if let Some(language) = part.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
        } else if block == Some("sh") {
            line.push_str(part.trim_end_matches('\\'));
            if !part.ends_with('\\') {
                found.push(std::mem::take(&mut line));
            }
        } else if block.is_none() {
            prose.push_str(part);
            prose.push(' ');
        }
    }
    let spans = prose.split('`').skip(1).step_by(2);
    found.extend(
        spans.filter(|span| span.split(' ').next().is_some_and(|word| COMMANDS.contains(&word))).map(str::to_owned),
    );
    found
}

/// The commands of a line, as a shell would part them.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut redirected = false;
    for word in words(line) {
        match word.as_str() {
            "&&" | ";" | "|" | "||" => all.push(Vec::new()),
            "<" | ">" => redirected = true,
            "sudo" => {}
            _ if std::mem::take(&mut redirected) => {}
            _ => all.last_mut().expect("there is always one").push(word),
        }
    }
    all.retain(|words| !words.is_empty());
    all
}

/// The words of a line, up to its comment.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '#') if word.is_empty() => break,
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, ' ') => all.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    all.push(word);
    all.retain(|word| !word.is_empty());
    all
}
