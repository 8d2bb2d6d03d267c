//! The manual pages in `data/man` are made from the command line's own description; this compares them. Included by both
//! programs' tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Set this to write the pages instead of comparing them.
const WRITE: &str = "WRITE_MANUAL";

/// Compares the pages of a program with those in `data/man`, or writes them there.
pub(crate) fn check(command: clap::Command) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/man");
    let program = command.get_name().to_owned();
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = BTreeMap::new();
    add(&command, &mut pages);
    if std::env::var_os(WRITE).is_some() {
        fs::create_dir_all(&folder).expect("a folder for the manual");
        pages.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("a page is written"));
    }
    for (name, text) in &pages {
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(kept == *text, "data/man/{name} is out of date: run the tests named `manual` with {WRITE}=1");
    }
    let files = fs::read_dir(&folder).expect("the manual").flatten();
    let kept = files.filter_map(|file| file.file_name().into_string().ok());
    let stale: Vec<String> = kept.filter(|name| name.starts_with(&program) && !pages.contains_key(name)).collect();
    assert!(stale.is_empty(), "pages of commands that are gone: {stale:?}");
}

fn add(command: &clap::Command, pages: &mut BTreeMap<String, String>) {
    command.get_subcommands().filter(|below| !below.is_hide_set()).for_each(|below| add(below, pages));
    let version = concat!("Doubloons ", env!("CARGO_PKG_VERSION"));
    let man = clap_mangen::Man::new(command.clone()).manual("Doubloons").source(version);
    let mut page = Vec::new();
    man.render(&mut page).expect("a page");
    let page = String::from_utf8(page).expect("text");
    for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
        let Some(long) = option.get_long() else { continue };
        // As the page writes it: a hyphen that is no line break.
        let written = format!("\\-\\-{}", long.replace('-', "\\-"));
        assert!(page.contains(&written), "the page of {} says nothing of --{long}", command.get_name());
    }
    pages.insert(man.get_filename(), page);
}
