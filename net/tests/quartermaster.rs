//! The real program, run as a person or a script would.

#[path = "../../tests/lib/documents.rs"]
mod documents;

use std::fs;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use doubloons_net::identity::Identity;
use doubloons_net::lan::transport::{Endpoint, PortChoice, Settings};
use serde_json::Value;

fn quartermaster(arguments: &[&str]) -> Output {
    // What a command keeps by itself goes where the test's own files go.
    let data = concat!(env!("CARGO_TARGET_TMPDIR"), "/quartermaster");
    let program = env!("CARGO_BIN_EXE_quartermaster");
    Command::new(program).env("XDG_DATA_HOME", data).args(arguments).output().expect("the program starts")
}

/// A data directory that holds nothing.
const TMP: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/empty");

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// Runs a command that has to succeed and returns what it printed.
fn printed(arguments: &[&str]) -> String {
    let output = quartermaster(arguments);
    assert!(output.status.success(), "{arguments:?}: {}\n{}", output.status, text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
}

fn json_lines(arguments: &[&str]) -> Vec<Value> {
    printed(arguments).lines().map(json).collect()
}

/// Runs a command that can't do its work and returns what it complained about.
fn refused(arguments: &[&str]) -> String {
    let output = quartermaster(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "{arguments:?} prints results");
    text(&output.stderr).to_owned()
}

/// A file that is removed again when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("doubloons-{}-{name}", std::process::id()));
        fs::write(&path, content).expect("a scratch file can be written");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn standard_board() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/boards/caribbean.toml");
    fs::read_to_string(path).expect("the standard board")
}

#[test]
fn a_demo_plays_to_the_end_and_its_recording_is_verified() {
    for seats in [2, 3, 4] {
        let lines = json_lines(&["demo", "--json", "--seats", &seats.to_string(), "--seed", "11"]);
        let (over, before) = lines.split_last().expect("some lines");
        assert_eq!(over["event"], "over");
        assert_eq!(over["verified"], true);
        let scores = over["scores"].as_array().expect("scores");
        assert_eq!(scores.len(), seats);
        let winners = over["winners"].as_array().expect("winners");
        let best = scores.iter().filter_map(Value::as_u64).max();
        for winner in winners {
            let seat = winner.as_u64().expect("a seat") as usize;
            assert_eq!(scores[seat - 1].as_u64(), best, "{over}");
        }
        assert!(!winners.is_empty());
        assert_eq!(over["digest"].as_str().map(str::len), Some(64));
        let rounds = before.iter().filter(|line| line["event"] == "round_began").count();
        assert_eq!(over["rounds"].as_u64(), Some(rounds as u64));
        assert!(over["entries"].as_u64() > Some(20));
        assert!(before.iter().all(|line| line["event"].is_string()));
        // What was paid out in the events is what the purses hold in the end.
        let paid: u64 =
            before.iter().filter_map(|line| line["value"].as_u64().filter(|_| line["event"] == "delivered")).sum();
        let bonus: u64 = before.iter().filter_map(|line| line["bonus"].as_u64()).sum();
        assert_eq!(paid + bonus, scores.iter().filter_map(Value::as_u64).sum::<u64>());
    }
}

#[test]
fn a_demo_is_the_same_game_in_words_and_again_from_its_seed() {
    let arguments = ["demo", "--bot", "random", "--printing", "first", "--seed", "3"];
    // Who seals first is up to the network, and on a busy computer who hosts, which takes entries of its own.
    let up_to_chance = |line: &&str| ["has sealed.", "hosts.", "entries"].iter().any(|end| line.ends_with(end));
    let told = |words: &str| words.lines().filter(|line| !up_to_chance(line)).collect::<Vec<_>>().join("\n");
    let [words, again] = [(); 2].map(|()| told(&printed(&arguments)));
    assert_eq!(words, again);
    assert!(words.contains("Round 1 begins"), "{words}");
    assert!(words.trim_end().ends_with("every signature, draw, card and move holds."), "{words}");
    let over = json_lines(&[&arguments[..], &["--json"]].concat()).pop().expect("a last line");
    assert!(words.contains(over["digest"].as_str().expect("a digest")), "the same game in words and in JSON");
}

#[test]
fn a_demo_leaves_a_transcript_that_can_be_verified_and_shown() {
    let board = Scratch::new("bay.toml", &standard_board().replacen("name = \"Caribbean\"", "name = \"Our Bay\"", 1));
    for own in [&[][..], &["--board", board.path()]] {
        let file = Scratch::new("demo.doubloons", "");
        let over = json_lines(&[&["demo", "--json", "--seed", "5", "--transcript", file.path()], own].concat()).pop();
        assert_eq!(over.expect("a last line")["transcript"], file.path());
        let words = printed(&["verify", file.path()]);
        assert!(words.contains("valid"), "{words}");
        assert!(printed(&["show", file.path()]).lines().count() > 50);
    }
}

#[test]
fn what_the_readme_shows_plays_verifies_and_shows_a_game() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&folder).expect("a folder");
    let mut done = Vec::new();
    for documents::Typed { place, words } in documents::typed() {
        let Some(("cargo", arguments)) = words.split_first().map(|(program, rest)| (program.as_str(), rest)) else {
            continue;
        };
        let Some(at) = arguments.iter().position(|word| word == "--") else { continue };
        let arguments = &arguments[at + 1..];
        let Some(command) = arguments.first().filter(|name| ["demo", "verify", "show"].contains(&name.as_str())) else {
            continue;
        };
        let program = env!("CARGO_BIN_EXE_quartermaster");
        let output = Command::new(program).current_dir(&folder).args(arguments).output().expect("the program starts");
        assert!(output.status.success(), "{place}: {}", text(&output.stderr));
        done.push(command.clone());
    }
    assert_eq!(done, ["demo", "verify", "show"]);
}

#[test]
fn a_demo_without_a_seed_is_a_new_game_each_time() {
    let seed = || json_lines(&["demo", "--json", "--bot", "random"])[0]["seed"].clone();
    assert_ne!(seed(), seed());
}

#[test]
fn greedy_beats_random() {
    let lines = json_lines(&["arena", "--line-up", "greedy,random", "--games", "24", "--json"]);
    assert_eq!(lines[0]["event"], "arena");
    let bots = lines[0]["bots"].as_array().expect("bots");
    assert_eq!(bots.len(), 2);
    for (bot, name) in bots.iter().zip(["greedy", "random"]) {
        assert_eq!(bot["name"], name);
        assert_eq!(bot["games"], 24);
        let [low, rate, high] = ["low", "rate", "high"].map(|field| bot[field].as_f64().expect(field));
        assert!(low <= rate && rate <= high, "{bot}");
        assert!(bot["seconds_per_decision"].as_f64() > Some(0.0), "{bot}");
    }
    assert!(bots[0]["low"].as_f64() > Some(0.5), "{}", lines[0]);
    let wins: f64 = bots.iter().filter_map(|bot| bot["wins"].as_f64()).sum();
    assert!((wins - 24.0).abs() < 1e-9, "{wins}");
}

#[test]
fn a_table_plays_every_pair_with_the_budgets_that_were_named() {
    let arguments = ["arena", "--table", "--line-up", "random,bosun,captain@2000", "--games", "6"];
    let lines = json_lines(&[&arguments[..], &["--json"]].concat());
    let names: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| (line["bots"][0]["name"].as_str().unwrap(), line["bots"][1]["name"].as_str().unwrap()))
        .collect();
    assert_eq!(names, [("random", "bosun"), ("random", "captain@2000"), ("bosun", "captain@2000")]);
    assert!(lines.iter().all(|line| line["bots"][0]["games"] == 6));
    assert_eq!(lines[0]["bots"][0]["wins"], 0.0, "{}", lines[0]);
    let words = printed(&arguments);
    assert!(words.contains("captain@2000") && words.contains("6 games for every pair"), "{words}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let results = |threads: &str| {
        let arguments = ["arena", "--line-up", "random,greedy,random", "--games", "15", "--seed", "9", "--json"];
        let lines = json_lines(&[&arguments[..], &["--threads", threads]].concat());
        let bots = lines[0]["bots"].as_array().expect("bots").clone();
        bots.into_iter().map(|bot| (bot["name"].clone(), bot["wins"].clone(), bot["rate"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(results("1"), results("4"));
    let fairness = |threads: &str| {
        let arguments = ["fairness", "--games", "200", "--bot", "random", "--json", "--threads", threads];
        text(&quartermaster(&arguments).stdout).to_owned()
    };
    assert_eq!(fairness("1"), fairness("3"));
}

#[test]
fn fairness_plays_every_combination_and_answers_with_its_exit_code() {
    let output = quartermaster(&["fairness", "--games", "60", "--bot", "random", "--json"]);
    let report = json(text(&output.stdout));
    assert_eq!(report["event"], "fairness");
    let combinations = report["combinations"].as_array().expect("combinations");
    let players: Vec<u64> = combinations.iter().filter_map(|table| table["players"].as_u64()).collect();
    assert_eq!(players, [4, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3]);
    for table in combinations {
        let shares = table["colours"].as_array().expect("colours").iter().filter_map(|colour| colour["share"].as_f64());
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{table}");
    }
    assert_eq!(output.status.code(), Some(if report["fair"] == true { 0 } else { 1 }));
    // One game can't be shared out fairly among four.
    let output = quartermaster(&["fairness", "--games", "1", "--players", "4", "--bot", "random", "--seed", "2"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("NOT FAIR with 4 players"));
    assert!(!text(&output.stdout).contains("2 players"));
}

/// Scripts that read a command's lines learn why there will be no more, whatever the reason.
#[test]
fn a_script_is_told_why_nothing_can_be_done() {
    let folder = format!("{}/in-use", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).expect("a folder");
    let lock = fs::File::create(format!("{folder}/lock")).expect("a lock");
    lock.lock().expect("it is free");
    let taken = UdpSocket::bind("[::]:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let free = format!("{}/free", env!("CARGO_TARGET_TMPDIR"));
    for arguments in [
        &["host", "--name", "Tortuga", "--data-dir", &folder, "--json"][..],
        &["join", "--table", "Tortuga", "--data-dir", &folder, "--json"],
        &["host", "--name", "Tortuga", "--data-dir", &free, "--port", &port, "--json"],
        &["join", "--address", "127.0.0.1:harbour", "--data-dir", &free, "--json"],
    ] {
        let output = quartermaster(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let lines: Vec<Value> = text(&output.stdout).lines().map(json).collect();
        assert_eq!(lines.len(), 1, "{arguments:?}: {lines:?}");
        assert_eq!(lines[0]["event"], "error");
        assert!(text(&output.stderr).contains(lines[0]["text"].as_str().expect("a reason")), "{lines:?}");
    }
}

#[test]
fn a_game_goes_on_when_nobody_reads_along_any_more() {
    let file = Scratch::new("unread.doubloons", "");
    let mut playing = Command::new(env!("CARGO_BIN_EXE_quartermaster"))
        .args(["demo", "--json", "--seed", "5", "--transcript", file.path()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(playing.stdout.take());
    assert!(playing.wait().expect("it ends").success());
    assert!(printed(&["verify", file.path()]).ends_with("\nvalid\n"));
}

#[test]
fn whoever_answers_without_a_table_may_open_one_within_the_time_to_wait() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let identity = Identity::from_secret(&[7; 32]);
    let settings = Settings { port: PortChoice::Any, ..Settings::default() };
    let (endpoint, _arrivals) = runtime.block_on(async { Endpoint::open(&identity, settings) }).expect("a port");
    let address = format!("127.0.0.1:{}", endpoint.port());
    let folder = format!("{}/waits", env!("CARGO_TARGET_TMPDIR"));
    let started = Instant::now();
    let complaint = refused(&["join", "--address", &address, "--wait", "2", "--data-dir", &folder]);
    assert!(complaint.contains("hosts no table"), "{complaint}");
    assert!(started.elapsed() >= Duration::from_secs(2), "it has asked again and again");
}

#[test]
fn bad_arguments_are_explained() {
    for (arguments, hint) in [
        (&["arena", "--line-up", "greedy"][..], "--line-up greedy,random"),
        (&["arena", "--line-up", "greedy"], "Usage: quartermaster"),
        (&["arena", "--table", "--line-up", "greedy"], "two bots or more"),
        (&["arena", "--line-up", "greedy,greedy,greedy,greedy,random"], "2 to 4 players"),
        (&["arena", "--line-up", "greedy,parrot"], "there are random, greedy, deckhand, bosun, captain, admiral"),
        (&["arena", "--line-up", "greedy,admiral@noon"], "@50ms, @250ms, @1s"),
        (&["arena", "--line-up", "random@1s,greedy"], "decides at once"),
        (&["arena"], "--line-up"),
        (&["arena", "--line-up", "greedy,random", "--games", "0"], "--games"),
        (&["demo", "--seats", "5"], "2..=4"),
        (&["host", "--seats", "2", "--bots", "3"], "--seats 3"),
        (&["host", "--pin", "12"], "PIN"),
        (&["host", "--name", " "], "a name has 1 to 24 characters"),
        (&["join", "--bot", "greedy"], "--table"),
        (&["join", "--table", "Tortuga", "--address", "127.0.0.1"], "--address"),
        (&["join", "--address", "127.0.0.1:harbour", "--data-dir", TMP], "is no port"),
        (&["demo", "--printing", "third"], "first, second"),
        (&["fairness", "--players", "1"], "2..=4"),
        (&["fairness", "--board", "no-such-file.toml"], "can’t read the board file no-such-file.toml"),
        (&["sail"], "--help"),
    ] {
        let complaint = refused(arguments);
        assert!(complaint.contains(hint), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_broken_board_file_is_refused_with_its_fault() {
    let broken = standard_board().replacen("chest = 8000", "chest = 7000", 1);
    let file = Scratch::new("poor.toml", &broken);
    let complaint = refused(&["fairness", "--games", "1", "--board", file.path()]);
    assert!(complaint.contains(file.path()), "{complaint}");
    assert!(complaint.contains("90000") || complaint.contains("91000"), "{complaint}");

    let file = Scratch::new("prose.toml", "Here be dragons.");
    let complaint = refused(&["demo", "--board", file.path()]);
    assert!(complaint.contains("line 1 of the board file"), "{complaint}");
}

#[test]
fn an_own_board_file_is_played_on() {
    let file = Scratch::new("own.toml", &standard_board().replacen("name = \"Caribbean\"", "name = \"Our Bay\"", 1));
    let words = printed(&["demo", "--bot", "random", "--board", file.path()]);
    assert!(words.contains("play on Our Bay"), "{words}");
}

#[test]
fn help_tells_what_there_is() {
    let help = printed(&["--help"]);
    for word in ["host", "join", "discover", "doctor", "demo", "arena", "fairness", "verify", "show", "Exit codes"] {
        assert!(help.contains(word), "{help}");
    }
    for command in ["demo", "arena", "fairness"] {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("--json") && help.contains("greedy"), "{help}");
    }
    for (command, plays) in [("host", true), ("join", true), ("discover", false), ("doctor", false)] {
        let help = printed(&[command, "--help"]);
        assert!(["--json", "--data-dir", "--interface"].iter().all(|option| help.contains(option)), "{help}");
        assert_eq!(help.contains("--seed"), plays, "only bots have seeds: {help}");
    }
}
