//! Discovery between real processes on separate network hosts: namespaces with cables and a switch between them, which
//! go away with the test. Where such can't be made, every test is skipped, loudly, and fails where `CI` is set.

mod lan;
mod laptop;
mod roles;
mod scenarios;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Set inside the namespace in which everything else is made.
const INSIDE: &str = "DOUBLOONS_LAN_TEST_INSIDE";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(role) = roles::Role::from_environment() {
        role.play();
        return ExitCode::SUCCESS;
    }
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    // Test runners ask for the names of all tests, and of those that are ignored: there are none of the latter.
    if has("--list") || has("--ignored") {
        let listed = if has("--ignored") { &[] } else { &scenarios::ALL[..] };
        listed.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    if std::env::var_os(INSIDE).is_some() { run(&arguments) } else { go_inside(&arguments) }
}

/// How often a scenario is tried.
const TRIES: usize = 3;

/// Runs this program again as the first process of a namespace that the kernel clears away with it.
fn go_inside(arguments: &[String]) -> ExitCode {
    let own = std::env::current_exe().expect("the path of this program");
    let unshare = |user: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(user).args(["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c"]);
        command
    };
    let probe = "mount -t tmpfs tmpfs /run && ip link add v0 type veth peer name v1 && ip link add b0 type bridge";
    let means: [&[&str]; 2] = [&[], &["--user", "--map-root-user"]];
    let possible = |user: &&&[&str]| {
        let output = unshare(user).arg(probe).output();
        output.is_ok_and(|output| output.status.success())
    };
    let Some(user) = means.iter().find(possible) else {
        let reason = "can't make network namespaces: run as root, or allow user namespaces";
        return if std::env::var_os("CI").is_some() {
            eprintln!("lan_discovery: FAILED, as CI is set: {reason}");
            ExitCode::FAILURE
        } else {
            eprintln!("lan_discovery: SKIPPED all {}: {reason}", scenarios::ALL.len());
            ExitCode::SUCCESS
        };
    };
    let script = "mount -t tmpfs tmpfs /run && mkdir -p /run/netns && exec \"$@\"";
    let status = unshare(user)
        .args([script, "sh"])
        .arg(own)
        .args(arguments)
        .env(INSIDE, "1")
        .status()
        .expect("unshare was there a moment ago");
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(arguments: &[String]) -> ExitCode {
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let exact = arguments.iter().any(|argument| argument == "--exact");
    let is_wanted = |name: &str| {
        let fits = |wanted: &&String| if exact { name == wanted.as_str() } else { name.contains(wanted.as_str()) };
        wanted.is_empty() || wanted.iter().any(fits)
    };
    let (mut passed, mut failed) = (0, 0);
    for (name, scenario) in scenarios::ALL.iter().filter(|(name, _)| is_wanted(name)) {
        let began = Instant::now();
        // What has to be seen within a second may be late on a computer that has other things to do.
        let seen = (1..=TRIES).any(|number| {
            let held = catch_unwind(AssertUnwindSafe(scenario)).is_ok();
            if !held {
                println!("test {name}: try {number} of {TRIES} failed");
            }
            held
        });
        if seen {
            passed += 1;
            println!("test {name} ... ok ({:.1} s)", began.elapsed().as_secs_f32());
        } else {
            failed += 1;
            println!("test {name} ... FAILED");
        }
    }
    println!("\ntest result: {passed} passed; {failed} failed; 0 ignored");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
