//! Processes on laptops, and what they print.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::roles::{Role, clock};

/// A process on a laptop. Killed when dropped.
pub(crate) struct Process {
    child: Child,
    printed: Receiver<Value>,
    last: Value,
}

impl Process {
    /// Starts it and waits until it is at work.
    pub(crate) fn start(laptop: &str, role: &Role) -> Process {
        let own = std::env::current_exe().expect("the path of this program");
        let mut child = Command::new("ip")
            .args(["netns", "exec", laptop])
            .arg(own)
            .envs(role.to_environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ip netns exec");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let (sender, printed) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"));
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let last = printed.recv_timeout(Duration::from_secs(6)).expect("it starts");
        Process { child, printed, last }
    }

    /// Hosts a table.
    pub(crate) fn host(laptop: &str, table: &str) -> Process {
        Process::start(laptop, &Role::Host(table.to_owned()))
    }

    /// Looks for tables.
    pub(crate) fn browse(laptop: &str) -> Process {
        Process::start(laptop, &Role::Browse)
    }

    /// The first thing that it printed.
    pub(crate) fn first_words(&self) -> &Value {
        &self.last
    }

    /// When it came to work.
    pub(crate) fn began(&self) -> u64 {
        self.last["at"].as_u64().expect("a time")
    }

    /// Tells it something.
    pub(crate) fn tell(&mut self, command: &str) {
        writeln!(self.child.stdin.as_mut().expect("an input"), "{command}").expect("it listens");
    }

    /// Kills it the hard way and returns when that was.
    pub(crate) fn kill(mut self) -> u64 {
        let at = clock();
        self.child.kill().expect("it lives");
        at
    }

    /// Lets it end by itself and returns when that was asked.
    pub(crate) fn close(mut self) -> u64 {
        let at = clock();
        drop(self.child.stdin.take());
        assert!(self.child.wait().expect("it ends").success());
        at
    }

    /// Waits until the list of tables is as wished and returns how many milliseconds that was after `since`.
    pub(crate) fn sees(&mut self, what: &str, since: u64, most: u64, wish: impl Fn(&[Value]) -> bool) -> u64 {
        let patience = Instant::now() + Duration::from_millis(most + 2000);
        loop {
            if wish(self.last["tables"].as_array().expect("a list")) {
                let took = self.last["at"].as_u64().expect("a time").saturating_sub(since);
                println!("  {what}: {took} ms");
                assert!(took <= most, "{what}: {took} ms are more than {most}");
                return took;
            }
            match self.printed.recv_timeout(patience.saturating_duration_since(Instant::now())) {
                Ok(list) => self.last = list,
                Err(RecvTimeoutError::Timeout) => panic!("{what}: not seen; the list is {}", self.last),
                Err(RecvTimeoutError::Disconnected) => panic!("{what}: the browser has ended"),
            }
        }
    }

    /// The list after this time has passed.
    pub(crate) fn list_after(&mut self, wait: Duration) -> &[Value] {
        let until = Instant::now() + wait;
        while let Ok(list) = self.printed.recv_timeout(until.saturating_duration_since(Instant::now())) {
            self.last = list;
        }
        self.last["tables"].as_array().expect("a list")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
