//! Where the sources and the catalogues are.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose sentences are translated.
const SPOKEN: [&str; 3] = ["engine/src", "net/src", "app/src"];

/// A file of sources: its name from a folder on, and what is in it.
#[derive(Clone, Debug)]
pub struct Source {
    /// With slashes.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with the catalogues.
pub fn catalogues() -> PathBuf {
    root().join("po")
}

/// All sources that speak, by name from the root on. Files of tests are left out: nobody reads what they say.
pub fn all() -> Vec<Source> {
    let root = root();
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("/tests/") || name.ends_with("simulated.rs");
    SPOKEN
        .iter()
        .flat_map(|folder| {
            let named = move |source: Source| Source { name: format!("{folder}/{}", source.name), ..source };
            below(&root.join(folder)).into_iter().map(named)
        })
        .filter(|source| !is_test(&source.name))
        .collect()
}

/// All Rust sources below a folder, by name from there on.
pub fn below(folder: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder).expect("it was found below").to_string_lossy().replace('\\', "/");
        Source { name, text: fs::read_to_string(&path).expect("a source file is text") }
    };
    files.into_iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
