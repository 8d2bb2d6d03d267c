//! The program and an empty libadwaita window, started in turns on the same screen of the same laptop: from the start to
//! the first frame, and the memory after a rest in the harbour.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::surroundings;
use doubloons_tests::memory;
use doubloons_tests::network::Lan;
use doubloons_tests::program::Program;
use doubloons_tests::spread::Spread;
use nix::sys::signal::Signal;

/// How often each is started, after a first time that does not count because files come from the disk.
const STARTS: usize = 15;

/// How long a program rests before its memory is looked at.
const REST: Duration = Duration::from_secs(2);

/// How long a window may take to come or to go.
const SOON: Duration = Duration::from_secs(20);

/// How often the screen is looked at.
const GLANCE: Duration = Duration::from_micros(200);

/// How much more than the empty window the program may take.
const MOST: f64 = 1.5;

pub(crate) fn measure() {
    let lan = Lan::bridged(1);
    let desktop = Desktop::of(lan.laptop(0));
    let (doubloons, empty) = (surroundings::doubloons(), surroundings::empty_window());
    start(&desktop, &empty);
    start(&desktop, &doubloons);
    let [mut ours, mut theirs] = [const { Starts::new() }; 2];
    for _ in 0..STARTS {
        theirs.add(start(&desktop, &empty));
        ours.add(start(&desktop, &doubloons));
    }
    println!("from the start to the first frame, with cairo as the renderer");
    println!("  the harbour      {}", ours.first_frame);
    println!("  an empty window  {}", theirs.first_frame);
    println!("  ratio of the medians  {:.2} (at most {MOST})", ours.first_frame.ratio(&theirs.first_frame));
    println!("memory {REST:?} later, medians");
    for (what, ours, theirs) in [
        ("resident", &ours.resident, &theirs.resident),
        ("proportional", &ours.proportional, &theirs.proportional),
        ("private", &ours.private, &theirs.private),
    ] {
        let [ours, theirs] = [ours, theirs].map(|sizes| median(sizes));
        let ratio = ours / theirs;
        println!("  {what:12}  {ours:.1} MiB, empty window {theirs:.1} MiB, ratio {ratio:.2} (at most {MOST})");
    }
}

/// What was measured of one program; memory in kibibytes.
struct Starts {
    first_frame: Spread,
    resident: Vec<u64>,
    proportional: Vec<u64>,
    private: Vec<u64>,
}

impl Starts {
    const fn new() -> Starts {
        Starts { first_frame: Spread::new(), resident: Vec::new(), proportional: Vec::new(), private: Vec::new() }
    }

    fn add(&mut self, (first_frame, memory): (Duration, memory::Shares)) {
        self.first_frame.add(first_frame);
        self.resident.push(memory.resident);
        self.proportional.push(memory.proportional);
        self.private.push(memory.private);
    }
}

/// In mebibytes.
fn median(sizes: &[u64]) -> f64 {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2] as f64 / 1024.0
}

fn start(desktop: &Desktop, path: &Path) -> (Duration, memory::Shares) {
    let screen = desktop.pixels();
    let command = desktop.command(path);
    wait_until(Instant::now(), || screen.middle_is_black());
    let started = Instant::now();
    let mut program = Program::start(path.display().to_string(), command);
    let first_frame = wait_until(started, || !screen.middle_is_black());
    thread::sleep(REST);
    let memory = memory::shares_of_process(program.id());
    program.signal(Signal::SIGTERM);
    program.wait_end(SOON);
    (first_frame, memory)
}

fn wait_until(started: Instant, holds: impl Fn() -> bool) -> Duration {
    while !holds() {
        assert!(started.elapsed() < SOON, "a window comes and goes within {SOON:?}");
        thread::sleep(GLANCE);
    }
    started.elapsed()
}
