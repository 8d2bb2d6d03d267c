//! A program on a laptop: what it says, as it says it, and what can be done to it.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::event::Event;

/// A started program. It is killed when it is dropped.
#[derive(Debug)]
pub struct Program {
    name: String,
    started: Instant,
    child: Child,
    ended: Option<ExitStatus>,
    said: Arc<Said>,
    listeners: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Said {
    lines: Mutex<Lines>,
    more: Condvar,
}

#[derive(Debug, Default)]
struct Lines {
    events: Vec<Event>,
    /// Lines of the output that are no JSON: a mistake of the program.
    other: Vec<String>,
    complaints: Vec<String>,
    /// The output has ended, and so will the program.
    silent: bool,
}

/// A folder for everything that programs say and write, if whoever looks for the cause of a failure wants one.
pub fn logs() -> Option<PathBuf> {
    env::var_os("DOUBLOONS_TESTS_LOGS").map(PathBuf::from)
}

/// As many lines of complaints are kept, the first ones: what went wrong first is the cause of the rest.
const COMPLAINTS: usize = 400;

impl Program {
    /// Starts it. The name is for failure messages.
    pub fn start(name: String, mut command: Command) -> Program {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
        let said = Arc::new(Said::default());
        let listeners = vec![
            listen(child.stdout.take().expect("its output"), Arc::clone(&said), Lines::hear, Lines::fall_silent),
            listen(child.stderr.take().expect("its complaints"), Arc::clone(&said), Lines::complain, |_| {}),
        ];
        Program { name, started: Instant::now(), child, ended: None, said, listeners }
    }

    /// What failure messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its process id, for a look at `/proc`.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything said so far.
    pub fn events(&self) -> Vec<Event> {
        self.lock().events.clone()
    }

    /// How much was said so far, to wait for something new with [`Program::wait_since`].
    pub fn mark(&self) -> usize {
        self.lock().events.len()
    }

    /// What it printed to its standard error.
    pub fn complaints(&self) -> String {
        self.lock().complaints.iter().fold(String::new(), |all, line| all + line + "\n")
    }

    /// Waits until it says, or has said, something of this kind.
    pub fn wait_for(&self, kind: &str, within: Duration) -> Event {
        self.wait_since(0, kind, within, |event| event.is(kind))
    }

    /// Waits until it says something, after the mark, that the predicate likes. Panics with everything that is known
    /// about the program if that does not happen in time, or can't happen any more.
    pub fn wait_since(&self, mark: usize, what: &str, within: Duration, likes: impl Fn(&Event) -> bool) -> Event {
        self.find(mark, within, likes).unwrap_or_else(|| {
            panic!("{} did not say {what:?} within {within:?}\n{}", self.name, self.account());
        })
    }

    /// The same, but not hearing it is an answer too.
    pub fn find(&self, mark: usize, within: Duration, likes: impl Fn(&Event) -> bool) -> Option<Event> {
        let deadline = Instant::now() + within;
        let mut seen = mark;
        let mut lines = self.lock();
        loop {
            if let Some(event) = lines.events[seen..].iter().find(|event| likes(event)) {
                return Some(event.clone());
            }
            seen = lines.events.len();
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || lines.silent {
                return None;
            }
            lines = self.said.more.wait_timeout(lines, left).expect("what it said").0;
        }
    }

    /// Waits until it ends by itself. Panics if it does not in time.
    pub fn wait_end(&mut self, within: Duration) -> ExitStatus {
        let deadline = Instant::now() + within;
        loop {
            if let Some(status) = self.has_ended() {
                // Whatever it said last has to be read before anybody looks for it.
                self.listeners.drain(..).for_each(|listener| listener.join().expect("a listener"));
                return status;
            }
            assert!(Instant::now() < deadline, "{} did not end within {within:?}\n{}", self.name, self.account());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// How it ended, if it has.
    pub fn has_ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().expect("the state of a child");
        }
        self.ended
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        assert!(self.ended.is_none(), "{} has ended, its number may be another's", self.name);
        let id = Pid::from_raw(i32::try_from(self.id()).expect("a process id"));
        kill(id, signal).unwrap_or_else(|error| panic!("{signal} to {}: {error}", self.name));
    }

    /// `kill -9`, and waits for the end.
    pub fn kill(&mut self) {
        if self.has_ended().is_none() {
            self.signal(Signal::SIGKILL);
            self.wait_end(Duration::from_secs(10));
        }
    }

    /// What there is to tell about it when a test fails.
    pub fn account(&self) -> String {
        self.tell(24)
    }

    /// The same with so many of the last events.
    fn tell(&self, last: usize) -> String {
        let lines = self.lock();
        let mut text = format!("--- {}: {} events", self.name, lines.events.len());
        if let Some(status) = self.ended {
            let _ = write!(text, ", ended with {status}");
        } else if lines.silent {
            text += ", said nothing more";
        }
        // Enough of the beginning to see how it started, and more of the end.
        let first = 6;
        let skipped = lines.events.len().saturating_sub(last.saturating_add(first));
        for (number, event) in lines.events.iter().enumerate() {
            if number == first && skipped > 0 {
                let _ = write!(text, "\n    … {skipped} more …");
            }
            if number < first || number >= first + skipped {
                let at = event.at.duration_since(self.started).as_secs_f64();
                let line: String = event.json.to_string().chars().take(300).collect();
                let _ = write!(text, "\n    {at:8.3} {line}");
            }
        }
        lines.other.iter().for_each(|line| text += &format!("\n    no JSON: {line}"));
        lines.complaints.iter().take(last.saturating_mul(4)).for_each(|line| text += &format!("\n    stderr: {line}"));
        text
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.said.lines.lock().expect("what it said")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(folder) = logs() {
            let file = folder.join(format!("{}-{}.log", self.name.replace([' ', '/'], "_"), self.id()));
            let _ = fs::write(file, self.tell(usize::MAX));
        }
        if self.has_ended().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Lines {
    fn hear(&mut self, line: String) {
        match serde_json::from_str::<Value>(&line) {
            Ok(json) if json["event"].is_string() => self.events.push(Event { at: Instant::now(), json }),
            _ => self.other.push(line),
        }
    }

    fn complain(&mut self, line: String) {
        if self.complaints.len() < COMPLAINTS {
            self.complaints.push(line);
        }
    }

    fn fall_silent(&mut self) {
        self.silent = true;
    }
}

/// Reads lines as they come.
fn listen(
    output: impl Read + Send + 'static,
    said: Arc<Said>,
    take: fn(&mut Lines, String),
    end: fn(&mut Lines),
) -> JoinHandle<()> {
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            take(&mut said.lines.lock().expect("what it said"), String::from_utf8_lossy(&line).into_owned());
            said.more.notify_all();
        }
        end(&mut said.lines.lock().expect("what it said"));
        said.more.notify_all();
    })
}
