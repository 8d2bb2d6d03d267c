//! One network namespace: a laptop as the network sees it, or the inside of a switch.

use std::ffi::OsStr;
use std::fs::File;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use nix::sched::{CloneFlags, setns};

/// A network namespace, removed when it is dropped.
#[derive(Debug)]
pub struct Namespace {
    name: String,
}

impl Namespace {
    /// A new one with nothing in it but loopback.
    pub fn new(name: String) -> Namespace {
        ip(["netns", "add", &name]);
        let namespace = Namespace { name };
        namespace.ip(["link", "set", "lo", "up"]);
        namespace
    }

    /// What it is called among the namespaces.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A command that will run in here. No process stands between the caller and the program.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net={}", self.path().display())).arg("--").arg(program);
        command
    }

    /// Runs `ip` in here.
    pub fn ip<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let mut command = Command::new("ip");
        output(command.args(["-n", &self.name]).args(arguments))
    }

    /// Runs a program in here to its end, which has to be a good one.
    pub fn run<'a>(&self, program: &str, arguments: impl IntoIterator<Item = &'a str>) -> String {
        output(self.command(program).args(arguments))
    }

    /// Does something in here, for instance opens a socket. A socket stays in the namespace that it was opened in.
    pub fn inside<T: Send>(&self, action: impl FnOnce() -> T + Send) -> T {
        let entrance = self.entrance();
        thread::scope(|scope| {
            let there = scope.spawn(|| {
                entrance.enter();
                action()
            });
            there.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// A way in for another thread.
    pub fn entrance(&self) -> Entrance {
        Entrance(File::open(self.path()).expect("the namespace's file"))
    }

    fn path(&self) -> PathBuf {
        PathBuf::from("/run/netns").join(&self.name)
    }
}

/// A way into a namespace.
#[derive(Debug)]
pub struct Entrance(File);

impl Entrance {
    /// Moves the current thread, and those that it will start, into the namespace for good.
    pub fn enter(self) {
        setns(self.0, CloneFlags::CLONE_NEWNET).expect("the namespace can be entered");
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // Whatever is left goes with the namespaces around it.
        let _ = Command::new("ip").args(["netns", "delete", &self.name]).status();
    }
}

fn ip<const COUNT: usize>(arguments: [&str; COUNT]) -> String {
    output(Command::new("ip").args(arguments))
}

fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{command:?}: {}\n{said}{}", done.status, String::from_utf8_lossy(&done.stderr));
    said
}
