//! The engine is a pure state machine: what it is linked with must not bring in an async runtime, a window system, a
//! clock or the randomness of the operating system.
//!
//! Two checks on the same set. Crates that we know to be wrong are refused by name, so that the message says why; and
//! the whole set has to be the one written down here, so that a new dependency of the engine is a decision.

use std::collections::BTreeSet;
use std::process::Command;

/// What the engine is linked with, directly or not, and why that is fine.
const ALLOWED: &[(&str, &str)] = &[
    ("arrayvec", "lists with a fixed capacity, so that playouts don't allocate"),
    ("blake3", "digests of states, and chance derived from beacons"),
    ("cfg-if", "used by blake3"),
    ("constant_time_eq", "used by blake3"),
    ("cpufeatures", "used by blake3 to choose its fastest code; the hash is the same"),
    ("serde", "reading boards and options"),
    ("serde_core", "used by serde"),
    ("serde_spanned", "used by toml"),
    ("thiserror", "errors that say what is wrong"),
    ("toml", "the format of boards"),
    ("toml_datetime", "used by toml: the type of a date in a file, not the clock"),
    ("toml_parser", "used by toml"),
    ("winnow", "used by toml"),
    ("zeroize", "wiping sealed choices from memory"),
];

/// Crates that have no place below the engine, and what each would bring in. A name that ends in `*` is a prefix.
const FORBIDDEN: &[(&str, &str)] = &[
    ("async-*", "an async runtime"),
    ("futures*", "an async runtime"),
    ("mio", "an async runtime"),
    ("polling", "an async runtime"),
    ("smol", "an async runtime"),
    ("tokio*", "an async runtime"),
    ("cairo-*", "a GUI"),
    ("gdk*", "a GUI"),
    ("gio*", "a GUI"),
    ("glib*", "a GUI"),
    ("gsk4*", "a GUI"),
    ("gtk*", "a GUI"),
    ("libadwaita*", "a GUI"),
    ("pango*", "a GUI"),
    ("relm4*", "a GUI"),
    ("chrono", "the clock"),
    ("instant", "the clock"),
    ("jiff", "the clock"),
    ("time", "the clock"),
    ("web-time", "the clock"),
    ("fastrand", "randomness of the operating system"),
    ("getrandom", "randomness of the operating system"),
    ("rand", "randomness of the operating system"),
    ("rand_*", "random numbers that may change between versions"),
    ("mdns-sd", "the network"),
    ("quinn*", "the network"),
    ("rustls*", "the network"),
    ("socket2", "the network"),
    ("dirs*", "files"),
    ("tempfile", "files"),
    ("rayon*", "threads"),
    ("rustix", "system calls"),
];

#[test]
fn the_engine_is_linked_with_nothing_impure() {
    let found = forbidden(&engine_dependencies("normal,no-proc-macro"));
    assert!(found.is_empty(), "doubloons-engine must not depend on:\n{}", found.join("\n"));
}

#[test]
fn every_dependency_of_the_engine_is_a_decision() {
    let differences = differences(&engine_dependencies("normal,no-proc-macro"), ALLOWED);
    assert!(
        differences.is_empty(),
        "the dependencies of doubloons-engine are not those in ALLOWED ({}):\n{}",
        file!(),
        differences.join("\n")
    );
}

/// The crates at the end of these kinds of edges, itself not counted. Macros run in the compiler and build dependencies
/// before it; neither is linked.
///
/// `cargo tree` rather than `cargo metadata`, which lists crates of features that are off. For one fixed platform, so
/// that the answer is the same on every machine. Not `--offline`: on a fresh clone cargo may still have to fetch crates
/// that this test's own build had no use for.
fn engine_dependencies(edges: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--package", "doubloons-engine", "--edges", edges])
        .args(["--target", "x86_64-unknown-linux-gnu", "--prefix", "none", "--format", "{p}", "--color", "never"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    names_in_tree(&String::from_utf8_lossy(&output.stdout), "doubloons-engine")
}

/// The names in what `cargo tree` prints (`name vVERSION` and perhaps remarks on each line), without the root's.
fn names_in_tree(printed: &str, root: &str) -> BTreeSet<String> {
    let names: BTreeSet<String> =
        printed.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.contains(root), "cargo tree did not print {root}:\n{printed}");
    names.into_iter().filter(|name| name != root).collect()
}

/// A line for each crate that is refused by name.
fn forbidden(dependencies: &BTreeSet<String>) -> Vec<String> {
    let mut lines = Vec::new();
    for name in dependencies {
        for (pattern, what) in FORBIDDEN {
            let is_hit = match pattern.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => name == pattern,
            };
            if is_hit {
                lines.push(format!("  {name}: {what}"));
            }
        }
    }
    lines
}

/// A line for each crate that is there but not allowed, or allowed but not there.
fn differences(dependencies: &BTreeSet<String>, allowed: &[(&str, &str)]) -> Vec<String> {
    let allowed: BTreeSet<String> = allowed.iter().map(|(name, _)| (*name).to_owned()).collect();
    let new = dependencies.difference(&allowed).map(|name| format!("  {name} is new: list it with a reason"));
    let gone = allowed.difference(dependencies).map(|name| format!("  {name} is gone: take it off the list"));
    new.chain(gone).collect()
}

/// The checks above, with planted violations.
mod checks {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// The engine's own tests use random numbers, so the same walk with development dependencies has to be refused.
    #[test]
    fn a_real_graph_can_be_refused() {
        let found = forbidden(&engine_dependencies("normal,dev,no-proc-macro"));
        assert!(found.iter().any(|line| line.starts_with("  rand")), "no random numbers even in tests? {found:?}");
    }

    #[test]
    fn the_tree_is_read() {
        let printed = "game v0.1.0 (/some/where)\nmaths v1.2.3+spec-1\ngetrandom v0.3.0\n\nmaths v1.2.3 (*)\n";
        assert_eq!(names_in_tree(printed, "game"), names(&["getrandom", "maths"]));
        assert_eq!(forbidden(&names_in_tree(printed, "game")), ["  getrandom: randomness of the operating system"]);
    }

    #[test]
    #[should_panic(expected = "did not print game")]
    fn an_empty_tree_is_no_answer() {
        names_in_tree("", "game");
    }

    #[test]
    fn patterns_match_names_and_prefixes() {
        let found = forbidden(&names(&["tokio-util", "relm4-macros", "rand", "timely", "serde"]));
        assert_eq!(
            found,
            ["  rand: randomness of the operating system", "  relm4-macros: a GUI", "  tokio-util: an async runtime"]
        );
    }

    #[test]
    fn the_list_has_to_match_both_ways() {
        let lines = differences(&names(&["maths", "new"]), &[("maths", "sums"), ("old", "habit")]);
        assert_eq!(lines, ["  new is new: list it with a reason", "  old is gone: take it off the list"]);
    }

    #[test]
    fn every_allowed_crate_has_a_reason_and_none_is_forbidden() {
        assert!(ALLOWED.iter().all(|(_, reason)| !reason.is_empty()));
        let allowed: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
        assert_eq!(forbidden(&names(&allowed)), [""; 0]);
    }
}
