//! `data/release` makes the same sources of a tag, wherever and by whomever that is done, and refuses a tag that does not tell
//! of one version everywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use doubloons_words_tools::sources::root;

const VERSION: &str = "99.0.0";
const DATE: &str = "2030-01-02";

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn output(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=Anne", "-c", "user.email=anne@example.org"]).args(arguments);
    let output = output(command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1"));
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Puts a line after the first one that begins like this.
fn insert(text: &str, after: &str, line: &str) -> String {
    let at = text.find(after).and_then(|at| text[at..].find('\n').map(|end| at + end + 1));
    let (before, behind) = text.split_at(at.unwrap_or_else(|| panic!("there is no {after:?}")));
    format!("{before}{line}\n{behind}")
}

/// A repository with what makes a release, in which the next version is tagged.
fn tagged(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("data")).expect("a folder");
    for file in ["Cargo.toml", "CHANGELOG.md", "data/release", "data/io.github.doubloons.Doubloons.metainfo.xml"] {
        fs::copy(root().join(file), folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let change = |file: &str, change: &dyn Fn(&str) -> String| {
        let text = fs::read_to_string(folder.join(file)).expect("a file that was copied");
        fs::write(folder.join(file), change(&text)).expect("the copy is changed");
    };
    let own = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    change("Cargo.toml", &|text| text.replacen(own, &format!("version = \"{VERSION}\""), 1));
    change("CHANGELOG.md", &|text| {
        insert(text, "## [", &format!("\n## [{VERSION}] - {DATE}\n\n- A kraken.\n\n## [0.0.1] - 2020-01-01"))
    });
    change("data/io.github.doubloons.Doubloons.metainfo.xml", &|text| {
        insert(text, "<releases>", &format!("    <release version=\"{VERSION}\" date=\"{DATE}\">\n    </release>"))
    });
    git(&folder, &["init", "--quiet", "--initial-branch=main"]);
    git(&folder, &["add", "--all"]);
    git(&folder, &["commit", "--quiet", "--message=Release"]);
    git(&folder, &["tag", &format!("v{VERSION}")]);
    folder
}

fn release(repository: &Path, tag: &str, into: &Path) -> Command {
    let mut command = Command::new(repository.join("data/release"));
    command.args(["--sources-only", tag]).arg(into);
    command
}

/// The files of a folder, with what is in them.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|file| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_tag_gives_the_same_sources_everywhere() {
    let here = tagged("release-here");
    let there = folder("release-there").join("clone");
    git(&here, &["clone", "--quiet", ".", there.to_str().expect("a path in UTF-8")]);
    // What lies around has no part in it.
    fs::write(there.join("CHANGELOG.md"), "something else").expect("a file");
    let made = ["release-made-here", "release-made-there"].map(folder);
    let first = output(&mut release(&here, &format!("v{VERSION}"), &made[0]));
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let mut elsewhere = release(&there, &format!("v{VERSION}"), &made[1]);
    let second = output(elsewhere.env("TZ", "Pacific/Auckland").env("LC_ALL", "de_DE.UTF-8").current_dir("/"));
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    let [here, there] = made.map(|folder| files(&folder));
    let names: Vec<&str> = here.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["SHA256SUMS", "doubloons-99.0.0.md", "doubloons-99.0.0.tar.gz"]);
    assert_eq!(String::from_utf8_lossy(&here[1].1).trim(), "- A kraken.");
    assert!(here == there, "the same tag gave other bytes");
}

#[test]
fn a_tag_of_another_version_is_refused() {
    let repository = tagged("release-refused");
    git(&repository, &["tag", "v98.0.0"]);
    let output = output(&mut release(&repository, "v98.0.0", &folder("release-not-made")));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("Cargo.toml at v98.0.0 says version 99.0.0"), "{said}");
}
