//! The same inputs must give the same game on every machine, so the engine's code may not reach for the clock, files,
//! sockets, threads or the environment, nor for hash maps, whose order is random, nor keep floats in its state.
//!
//! The dependencies are watched by `engine_dependencies.rs`; this is about the standard library. Test code inside the
//! engine is free to do all that.

#[path = "support/rust_tokens.rs"]
mod rust_tokens;

use std::collections::BTreeSet;

use doubloons_words_tools::sources::{self, Source};
use rust_tokens::{Located, Token, tokens};

/// Modules of the standard library that the engine stays out of.
const FORBIDDEN_MODULES: &[(&str, &str)] = &[
    ("env", "the environment"),
    ("fs", "files"),
    ("net", "the network"),
    ("os", "the operating system"),
    ("process", "processes"),
    ("thread", "threads"),
    ("time", "the clock"),
];

/// Names that are refused wherever they come from.
const FORBIDDEN_NAMES: &[(&str, &str)] = &[
    ("DefaultHasher", "its algorithm may change with any Rust release"),
    ("HashMap", "its order is random; use BTreeMap"),
    ("HashSet", "its order is random; use BTreeSet"),
    ("RandomState", "randomness of the operating system"),
    ("SystemTime", "the clock"),
    ("hash_map", "its order is random; use BTreeMap"),
    ("hash_set", "its order is random; use BTreeSet"),
];

/// Where floats may be: how a board is painted is not state.
const FLOATS_ALLOWED_IN: &str = "caribbean/board/";

#[test]
fn the_engine_reaches_for_nothing_outside() {
    let sources = sources::below(&sources::root().join("engine/src"));
    assert!(!sources.is_empty(), "no source files in engine/src");
    let found = violations(&sources);
    assert!(found.is_empty(), "the engine must be pure, but in engine/src:\n{}", found.join("\n"));
}

/// A line for each thing that is refused in the sources, which are named from `engine/src` on.
fn violations(sources: &[Source]) -> Vec<String> {
    let code: Vec<(&str, Code)> =
        sources.iter().map(|Source { name, text }| (name.as_str(), Code::without_tests(name, tokens(text)))).collect();
    let test_files: BTreeSet<&str> = code.iter().flat_map(|(_, code)| &code.test_files).map(String::as_str).collect();

    let mut lines = Vec::new();
    for (name, code) in &code {
        if !test_files.contains(name) {
            let mut found = outside(&code.tokens);
            if !name.starts_with(FLOATS_ALLOWED_IN) {
                found.extend(floats(&code.tokens));
            }
            found.sort();
            found.dedup();
            lines.extend(found.into_iter().map(|(line, what)| format!("  {name}:{line}: {what}")));
        }
    }
    lines
}

/// What is left of a file when test modules are taken out.
struct Code {
    tokens: Vec<Located>,
    /// The files, by name, that hold a test module declared here as `#[cfg(test)] mod name;`.
    test_files: Vec<String>,
}

impl Code {
    fn without_tests(file: &str, all: Vec<Located>) -> Code {
        let mut code = Code { tokens: Vec::new(), test_files: Vec::new() };
        let mut at = 0;
        while at < all.len() {
            match test_module(&all[at..]) {
                Some((_, TestModule::Inline(length))) => at += length,
                Some((name, TestModule::File(length))) => {
                    code.test_files.extend(module_files(file, name));
                    at += length;
                }
                None => {
                    code.tokens.push(all[at].clone());
                    at += 1;
                }
            }
        }
        code
    }
}

enum TestModule {
    Inline(usize),
    File(usize),
}

/// The `#[cfg(test)] mod` that `tokens` begin with: its name and how many tokens it takes.
fn test_module(tokens: &[Located]) -> Option<(&str, TestModule)> {
    const ATTRIBUTE: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    if tokens.len() < ATTRIBUTE.len() || !tokens.iter().zip(ATTRIBUTE).all(|(found, wanted)| is(found, wanted)) {
        return None;
    }
    let keyword = ATTRIBUTE.len();
    if !is(tokens.get(keyword)?, "mod") {
        return None;
    }
    let Token::Word(name) = &tokens.get(keyword + 1)?.token else {
        return None;
    };
    let opening = keyword + 2;
    if is(tokens.get(opening)?, ";") {
        return Some((name, TestModule::File(opening + 1)));
    }
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(opening) {
        if is(token, "{") {
            depth += 1;
        } else if is(token, "}") {
            depth -= 1;
            if depth == 0 {
                return Some((name, TestModule::Inline(at + 1)));
            }
        }
    }
    None
}

fn is(found: &Located, wanted: &str) -> bool {
    match &found.token {
        Token::Word(word) => word == wanted,
        Token::Sign(sign) => wanted.chars().eq([*sign]),
        Token::Path => wanted == "::",
        Token::Number(_) => false,
    }
}

/// Where rustc looks for `mod name;` in `file`.
fn module_files(file: &str, name: &str) -> [String; 2] {
    let stem = file.trim_end_matches(".rs");
    let folder = match stem.rsplit_once('/') {
        Some((folder, "mod" | "lib" | "main")) => format!("{folder}/"),
        None if matches!(stem, "lib" | "main") => String::new(),
        _ => format!("{stem}/"),
    };
    [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")]
}

fn outside(tokens: &[Located]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, located) in tokens.iter().enumerate() {
        let Token::Word(word) = &located.token else {
            continue;
        };
        if let Some((name, why)) = FORBIDDEN_NAMES.iter().find(|(name, _)| name == word) {
            found.push((located.line, format!("{name}: {why}")));
        }
        let next = &tokens[at + 1..];
        if word == "Instant" && matches!(next, [path, now, ..] if is(path, "::") && is(now, "now")) {
            found.push((located.line, "Instant::now: the clock".to_owned()));
        }
        if matches!(word.as_str(), "std" | "core") && next.first().is_some_and(|path| is(path, "::")) {
            for (module, line) in first_segments(&next[1..]) {
                if let Some((name, why)) = FORBIDDEN_MODULES.iter().find(|(name, _)| *name == module) {
                    found.push((line, format!("{word}::{name}: {why}")));
                }
            }
        }
    }
    found
}

/// What follows `std::`, be it one name or a group in braces.
fn first_segments(tokens: &[Located]) -> Vec<(&str, usize)> {
    let mut segments = Vec::new();
    let mut depth = 0;
    let mut is_first = true;
    for located in tokens {
        match &located.token {
            Token::Word(word) if is_first => {
                segments.push((word.as_str(), located.line));
                is_first = false;
            }
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            Token::Sign(',') if depth == 1 => is_first = true,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    segments
}

fn floats(tokens: &[Located]) -> Vec<(usize, String)> {
    tokens
        .iter()
        .filter_map(|located| match &located.token {
            Token::Word(word) if matches!(word.as_str(), "f32" | "f64") => Some((located.line, word)),
            Token::Number(number) if is_float(number) => Some((located.line, number)),
            _ => None,
        })
        .map(|(line, text)| (line, format!("{text}: floats differ between machines; use integers")))
        .collect()
}

fn is_float(number: &str) -> bool {
    let is_decimal = !number.starts_with("0x") && !number.starts_with("0b") && !number.starts_with("0o");
    let is_whole = number.trim_end_matches("usize").trim_end_matches("isize").chars().all(|c| c != 'e' && c != 'E');
    is_decimal && (number.contains('.') || number.ends_with("f32") || number.ends_with("f64") || !is_whole)
}

/// The checks above, on sources with planted violations.
mod checks {
    use super::*;

    fn file(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), text: text.to_owned() }
    }

    fn found_in(name: &str, text: &str) -> Vec<String> {
        violations(&[file(name, text)])
    }

    fn assert_refused(source: &str, what: &str) {
        let found = found_in("game.rs", source);
        assert!(found.iter().any(|line| line.contains(what)), "{source:?} should be refused for {what:?}: {found:?}");
    }

    fn assert_clean(source: &str) {
        assert_eq!(found_in("game.rs", source), [""; 0], "{source:?} should pass");
    }

    #[test]
    fn each_way_out_is_found() {
        assert_refused("let now = std::time::Instant::now();", "std::time");
        assert_refused("let now = Instant::now();", "Instant::now");
        assert_refused("fn at(time: SystemTime) {}", "SystemTime");
        assert_refused("use std::fs;", "std::fs");
        assert_refused("use std :: net :: UdpSocket;", "std::net");
        assert_refused("std::env::var(\"HOME\")", "std::env");
        assert_refused("std::thread::spawn(f)", "std::thread");
        assert_refused("std::process::exit(1)", "std::process");
        assert_refused("use core::time::Duration;", "core::time");
        assert_refused("use std::collections::HashMap;", "HashMap");
        assert_refused("use std::collections::{BTreeMap, HashSet as Set};", "HashSet");
        assert_refused("use std::collections::hash_map::Entry;", "hash_map");
        assert_refused("use std::hash::RandomState;", "RandomState");
        assert_refused("use std::hash::DefaultHasher;", "DefaultHasher");
    }

    #[test]
    fn grouped_imports_are_looked_into() {
        assert_refused("use std::{fmt, fs};", "std::fs");
        assert_refused("use std::{collections::{BTreeMap, BTreeSet}, time::Duration};", "std::time");
        assert_clean("use std::{fmt, ops::{Add, Index}};\nmod fs; mod net;");
    }

    #[test]
    fn each_way_to_write_a_float_is_found() {
        assert_refused("x: f32", "f32");
        assert_refused("y as f64", "f64");
        assert_refused("let half = 0.5;", "0.5");
        assert_refused("let one = 1f32;", "1f32");
        assert_refused("let many = 1e9;", "1e9");
    }

    #[test]
    fn what_only_looks_like_a_float_passes() {
        assert_clean("let x = pair.0.1; let y = nested.0 .1; for i in 0..5 {} let z = 1.max(2);");
        assert_clean("let x = 0xf32; let y = 0x1e9; let z = 1_000usize; let w = 7isize; let v = 1u8;");
    }

    #[test]
    fn floats_may_paint_a_board() {
        assert_eq!(found_in("caribbean/board/paint.rs", "struct Point { x: f32, y: f32 }"), [""; 0]);
        assert_eq!(found_in("caribbean/board.rs", "x: f32").len(), 1);
        assert_eq!(found_in("caribbean/board/paint.rs", "use std::fs;").len(), 1);
    }

    #[test]
    fn comments_strings_and_lifetimes_are_not_code() {
        assert_clean("// HashMap\n/* std::fs /* f32 */ HashSet */ /// std::time::Instant\nfn f() {}");
        assert_clean(
            r###"let a = "HashMap \" f32"; let b = r#"std::fs " HashSet"#; let c = b"f64"; let d = br"f32";"###,
        );
        assert_clean("let quote = '\"'; let tick = '\\''; fn f<'f32>(x: &'f32 str) {} let end = '\"';");
    }

    #[test]
    fn code_after_a_literal_is_code_again() {
        assert_refused(r#"let quote = '"'; use std::fs; let end = '"';"#, "std::fs");
        assert_refused(r###"let raw = r#" " "#; use std::fs;"###, "std::fs");
        assert_refused("fn f<'a>(x: &'a str) -> f64 {}", "f64");
        assert_refused("/* /* */ */ use std::fs;", "std::fs");
    }

    #[test]
    fn the_line_is_named() {
        let source = "//! Docs\n\nlet a = \"two\nlines\";\nuse std::fs;\n";
        assert_eq!(found_in("game.rs", source), ["  game.rs:5: std::fs: files"]);
    }

    #[test]
    fn inline_test_modules_are_free_and_what_follows_is_not() {
        assert_clean("#[cfg(test)]\nmod tests { use std::fs; fn f() { let x = 0.5; } }");
        assert_refused("#[cfg(test)] mod tests { fn f() {} }\nuse std::fs;", "std::fs");
        assert_refused("mod tests { use std::fs; }", "std::fs");
        assert_refused("#[cfg(not(test))] mod real { use std::fs; }", "std::fs");
    }

    #[test]
    fn test_modules_in_their_own_file_are_free() {
        let tree = |declaration: &str, module: &str| {
            violations(&[file("caribbean/mod.rs", declaration), file(module, "use std::fs;")])
        };
        assert_eq!(tree("#[cfg(test)] mod tests;", "caribbean/tests.rs"), [""; 0]);
        assert_eq!(tree("#[cfg(test)] mod tests;", "caribbean/tests/mod.rs"), [""; 0]);
        assert_eq!(tree("mod tests;", "caribbean/tests.rs").len(), 1);
        assert_eq!(tree("#[cfg(test)] mod tests;", "tests.rs").len(), 1);
    }

    #[test]
    fn a_module_is_looked_for_where_rustc_does() {
        assert_eq!(module_files("lib.rs", "a"), ["a.rs", "a/mod.rs"]);
        assert_eq!(module_files("game.rs", "a"), ["game/a.rs", "game/a/mod.rs"]);
        assert_eq!(module_files("game/mod.rs", "a"), ["game/a.rs", "game/a/mod.rs"]);
        assert_eq!(module_files("game/ship.rs", "a"), ["game/ship/a.rs", "game/ship/a/mod.rs"]);
    }
}
