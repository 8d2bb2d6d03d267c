//! A table in the list of tables, with the host there first and with the looker there first, beside what Avahi takes for
//! the same on the same network.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use doubloons_tests::avahi::Avahi;
use doubloons_tests::network::Lan;
use doubloons_tests::program::Program;
use doubloons_tests::spread::Spread;

const SAMPLES: usize = 10;
const SOON: Duration = Duration::from_secs(30);
const HOST: [&str; 5] = ["host", "--seats", "4", "--name", "Tortuga"];
const SERVICE: &str = "_doubloons._udp";

pub(crate) fn measure() {
    let [mut ours, mut avahis, mut ours_waiting, mut avahis_waiting] = [const { Spread::new() }; 4];
    for _ in 0..SAMPLES {
        ours.add(host_first());
        avahis.add(host_first_with_avahi());
        ours_waiting.add(looker_first());
        avahis_waiting.add(looker_first_with_avahi());
    }
    println!("a table in the list of tables");
    println!("  host first: `quartermaster discover` from its start       {ours}");
    println!("  host first: `avahi-browse` from its start                 {avahis}");
    println!("  looker first: from the start of `quartermaster host`      {ours_waiting}");
    println!("  looker first: from the start of `avahi-publish-service`   {avahis_waiting}");
    println!("  host first, ours / Avahi's    {:.2} (at most 1.2, and under 1 s)", ours.ratio(&avahis));
    println!("  looker first, ours / Avahi's  {:.2} (at most 1.2, and under 1 s)", ours_waiting.ratio(&avahis_waiting));
}

fn host_first() -> Duration {
    let lan = Lan::bridged(2);
    let host = lan.laptop(0).start(&HOST);
    host.wait_for("hosting", SOON);
    settle();
    let started = Instant::now();
    let looker = lan.laptop(1).start(&["discover"]);
    looker.wait_for("table", SOON).at.duration_since(started)
}

fn looker_first() -> Duration {
    let lan = Lan::bridged(2);
    let looker = lan.laptop(1).start(&["discover"]);
    settle();
    let started = Instant::now();
    let _host = lan.laptop(0).start(&HOST);
    looker.wait_for("table", SOON).at.duration_since(started)
}

fn host_first_with_avahi() -> Duration {
    let lan = Lan::bridged(2);
    let announcer = Avahi::start(lan.laptop(0));
    let _published = publish(&announcer, &lan);
    settle();
    // A daemon that starts now has heard nothing yet.
    let looker = Avahi::start(lan.laptop(1));
    settle();
    let started = Instant::now();
    first_line(browse(&looker, &lan)).duration_since(started)
}

fn looker_first_with_avahi() -> Duration {
    let lan = Lan::bridged(2);
    let [announcer, looker] = [0, 1].map(|number| Avahi::start(lan.laptop(number)));
    let browser = browse(&looker, &lan);
    settle();
    let started = Instant::now();
    let _published = publish(&announcer, &lan);
    first_line(browser).duration_since(started)
}

fn publish(avahi: &Avahi, lan: &Lan) -> Program {
    let mut command = avahi.command(lan.laptop(0), "avahi-publish-service");
    command.args(["Tortuga", SERVICE, "17180"]);
    Program::start("publisher".to_owned(), command)
}

/// `avahi-browse` that resolves what it finds: only then is it of use.
fn browse(avahi: &Avahi, lan: &Lan) -> Child {
    let mut command: Command = avahi.command(lan.laptop(1), "avahi-browse");
    command.args(["--parsable", "--resolve", SERVICE]).stdout(Stdio::piped());
    command.spawn().expect("avahi-browse runs")
}

/// When a table was found and resolved.
fn first_line(mut browser: Child) -> Instant {
    let lines = BufReader::new(browser.stdout.take().expect("its output")).lines();
    let found = lines.map_while(Result::ok).any(|line| line.starts_with('='));
    let at = Instant::now();
    assert!(found, "avahi-browse ended");
    browser.kill().and_then(|()| browser.wait()).expect("a browser to end");
    at
}

/// Announcements are made several times; after this long, all of that is over.
fn settle() {
    std::thread::sleep(Duration::from_secs(3));
}
