//! Puts the catalogues of `po/` into the program, sorted, so that it needs no file at run time.

// The library reads and writes catalogues; here they are only read.
#[path = "src/po.rs"]
#[allow(dead_code, unreachable_pub)]
mod po;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const LANGUAGES: [&str; 4] = ["de", "es", "fr", "nl"];

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let folder = Path::new(&root).join("../po");
    let mut code = String::new();
    for language in LANGUAGES {
        let path = folder.join(language).with_extension("po");
        println!("cargo::rerun-if-changed={}", path.display());
        let file = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let catalogue = po::parse(&file).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let mut messages: Vec<(String, Vec<String>)> = catalogue
            .messages
            .into_iter()
            .filter(|message| !message.is_fuzzy() && !message.translations.iter().any(String::is_empty))
            .map(|message| (message.key(), message.translations))
            .collect();
        messages.sort();
        let _ = writeln!(code, "pub(crate) static {}: &[(&str, &[&str])] = &[", language.to_uppercase());
        for (key, translations) in messages {
            let _ = writeln!(code, "    ({key:?}, &{translations:?}),");
        }
        code.push_str("];\n");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/po.rs");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("catalogues.rs"), code).expect("cargo's folder can be written to");
}
