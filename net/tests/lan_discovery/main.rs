//! Discovery between real processes on separate network hosts: namespaces with cables and a switch between them, which
//! go away with the test. Where such can't be made, every test is skipped, loudly, and fails where `CI` is set.

mod lan;
mod laptop;
mod roles;
mod scenarios;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

/// Set inside the namespace in which everything else is made.
const INSIDE: &str = "DOUBLOONS_LAN_TEST_INSIDE";

fn main() -> ExitCode {
    if let Some(role) = roles::Role::from_environment() {
        role.play();
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::from_args();
    if arguments.list || std::env::var_os(INSIDE).is_some() { run(arguments) } else { go_inside() }
}

/// How often a scenario is tried.
const TRIES: usize = 3;

/// Runs this program again as the first process of a namespace that the kernel clears away with it.
fn go_inside() -> ExitCode {
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
        .args(std::env::args_os().skip(1))
        .env(INSIDE, "1")
        .status()
        .expect("unshare was there a moment ago");
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One after the other: they measure how long it takes until something is seen.
fn run(mut arguments: Arguments) -> ExitCode {
    arguments.test_threads = Some(1);
    let trials = scenarios::ALL.map(|(name, scenario)| Trial::test(name, move || patiently(scenario)));
    libtest_mimic::run(&arguments, trials.into()).exit_code()
}

/// What has to be seen within a second may be late on a computer that has other things to do.
fn patiently(scenario: fn()) -> Result<(), Failed> {
    let seen = (1..=TRIES).any(|number| {
        let held = catch_unwind(AssertUnwindSafe(scenario)).is_ok();
        if !held {
            println!("try {number} of {TRIES} failed");
        }
        held
    });
    if seen { Ok(()) } else { Err("it failed every time".into()) }
}
