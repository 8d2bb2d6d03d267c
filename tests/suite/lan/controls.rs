//! The LAN itself: does it carry what it should, and does every fault that the other tests rely on really happen?

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use doubloons_tests::avahi::Avahi;
use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::{Addresses, Lan};
use doubloons_tests::program::Program;
use doubloons_tests::switch::Weather;
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("controls::laptops_reach_each_other_over_a_bridge", laptops_reach_each_other_over_a_bridge),
        test("controls::link_local_addresses_work_without_others", link_local_addresses_work_without_others),
        test("controls::laptops_are_apart", laptops_are_apart),
        test("controls::a_pulled_cable_carries_nothing", a_pulled_cable_carries_nothing),
        test("controls::delay_and_jitter_are_as_told", delay_and_jitter_are_as_told),
        test("controls::loss_is_as_told", loss_is_as_told),
        test("controls::multicast_can_be_blocked_alone", multicast_can_be_blocked_alone),
        test("controls::a_split_network_is_split_until_healed", a_split_network_is_split_until_healed),
        test("controls::programs_are_heard_and_waited_for", programs_are_heard_and_waited_for),
        test("controls::what_is_not_said_is_missed", what_is_not_said_is_missed),
        test(
            "controls::a_stopped_program_says_nothing_until_it_goes_on",
            a_stopped_program_says_nothing_until_it_goes_on,
        ),
        test("controls::a_small_disk_fills_up", a_small_disk_fills_up),
        test("controls::avahi_finds_what_avahi_announces", avahi_finds_what_avahi_announces),
    ]
}

/// Sends one datagram; does it arrive?
fn arrives(from: &UdpSocket, to: &UdpSocket, within: Duration) -> bool {
    let mark: [u8; 8] = fastrand::u64(..).to_be_bytes();
    // A pulled cable may refuse to send at all, which says the same.
    let _ = from.send_to(&mark, to.local_addr().expect("its address"));
    hears(to, &mark, within)
}

fn hears(socket: &UdpSocket, mark: &[u8], within: Duration) -> bool {
    let deadline = Instant::now() + within;
    let mut buffer = [0; 64];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        socket.set_read_timeout(Some(left)).expect("a time-out");
        match socket.recv(&mut buffer) {
            Ok(length) if &buffer[..length] == mark => return true,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return false,
            Err(_) => {}
        }
    }
}

/// Tries again until it arrives: neighbours have to find each other first, which takes its time after a change.
fn comes_through(from: &UdpSocket, to: &UdpSocket) -> bool {
    (0..40).any(|_| arrives(from, to, Duration::from_millis(250)))
}

const SOON: Duration = Duration::from_secs(5);

fn laptops_reach_each_other_over_a_bridge() {
    let lan = Lan::bridged(4);
    let sockets: Vec<UdpSocket> = lan.laptops().iter().map(Laptop::udp_socket).collect();
    for from in 0..4 {
        for to in (0..4).filter(|&to| to != from) {
            assert!(arrives(&sockets[from], &sockets[to], SOON), "from {from} to {to}");
        }
    }
}

fn link_local_addresses_work_without_others() {
    let lan = Lan::bridged_with(2, Addresses::LinkLocalOnly);
    let [here, there] = [0, 1].map(|number| lan.laptop(number).link_local_socket());
    assert!(arrives(&here, &there, SOON));
    let shown = lan.laptop(0).namespace().ip(["-4", "-oneline", "address", "show", "dev", "eth0"]);
    assert_eq!(shown.trim(), "", "no IPv4 at the cable");
}

fn laptops_are_apart() {
    let lan = Lan::bridged(2);
    let other_lan = Lan::bridged(2);
    let here = lan.laptop(0).udp_socket();
    assert!(arrives(&here, &lan.laptop(1).udp_socket(), SOON), "on one LAN");
    assert!(!arrives(&here, &other_lan.laptop(1).udp_socket(), Duration::from_millis(300)), "on different LANs");
    // What one laptop has open at loopback is not open on another.
    let port = lan.laptop(0).namespace().inside(|| UdpSocket::bind("127.0.0.1:17180")).expect("a socket");
    lan.laptop(1).namespace().inside(|| UdpSocket::bind("127.0.0.1:17180")).expect("the same port elsewhere");
    drop(port);
}

fn a_pulled_cable_carries_nothing() {
    for lan in [Lan::bridged(2), Lan::switched(2, 1)] {
        let [here, there] = [0, 1].map(|number| lan.laptop(number).udp_socket());
        assert!(comes_through(&here, &there), "before");
        lan.unplug(0);
        assert!(!arrives(&here, &there, Duration::from_millis(300)), "out of a laptop without cable");
        assert!(!arrives(&there, &here, Duration::from_millis(300)), "into a laptop without cable");
        lan.plug_in(0);
        assert!(comes_through(&here, &there), "afterwards");
    }
}

/// How long datagrams take, one after the other; `None` for those that did not arrive.
fn times(from: &UdpSocket, to: &UdpSocket, count: usize) -> Vec<Option<Duration>> {
    let one = |_| {
        let sent = Instant::now();
        arrives(from, to, Duration::from_millis(500)).then(|| sent.elapsed())
    };
    (0..count).map(one).collect()
}

fn delay_and_jitter_are_as_told() {
    let lan = Lan::switched(2, 2);
    let [here, there] = [0, 1].map(|number| lan.laptop(number).udp_socket());
    assert!(comes_through(&here, &there) && comes_through(&there, &here));
    let without: Vec<Duration> = times(&here, &there, 50).into_iter().flatten().collect();
    let (delay, jitter) = (Duration::from_millis(50), Duration::from_millis(20));
    lan.set_weather(Weather { delay, jitter, ..Weather::FAIR });
    let with: Vec<Duration> = times(&here, &there, 100).into_iter().flatten().collect();
    let mean = |times: &[Duration]| times.iter().sum::<Duration>() / u32::try_from(times.len()).expect("a few");
    println!("a datagram takes {:?} by itself, {:?} with 50±20 ms", mean(&without), mean(&with));
    assert!(without.len() == 50 && with.len() == 100, "nothing is lost");
    assert!(mean(&without) < Duration::from_millis(15), "{:?}", mean(&without));
    assert!((Duration::from_millis(43)..Duration::from_millis(70)).contains(&mean(&with)), "{:?}", mean(&with));
    assert!(*with.iter().min().expect("some") >= delay - jitter, "never earlier than told");
    let spread = *with.iter().max().expect("some") - *with.iter().min().expect("some");
    assert!(spread > Duration::from_millis(25), "{spread:?}");
}

fn loss_is_as_told() {
    let lan = Lan::switched(2, 3);
    let [here, there] = [0, 1].map(|number| lan.laptop(number).udp_socket());
    assert!(comes_through(&here, &there) && comes_through(&there, &here));
    let sent = 2000_u64;
    let received = |lost_percent: f64| {
        lan.set_weather(Weather { loss: lost_percent, ..Weather::FAIR });
        let target = there.local_addr().expect("an address");
        let mut count = 0;
        // In small bursts, so that no buffer on the way overflows.
        for _ in 0..sent / 20 {
            let before = lan.switch().traffic();
            (0..20).for_each(|_| assert_eq!(here.send_to(b"ahoy", target).expect("sent"), 4));
            let passed = |_| {
                std::thread::sleep(Duration::from_micros(200));
                let now = lan.switch().traffic();
                now.forwarded + now.lost >= before.forwarded + before.lost + 20
            };
            assert!((0..50_000).any(passed), "the switch keeps up");
            there.set_read_timeout(Some(Duration::from_millis(5))).expect("a time-out");
            while there.recv(&mut [0; 64]).is_ok() {
                count += 1;
            }
        }
        count
    };
    assert_eq!(received(0.0), sent, "without loss");
    let rest = received(10.0);
    println!("{rest} of {sent} datagrams arrive with 10 % loss");
    assert!((sent * 87 / 100..sent * 93 / 100).contains(&rest), "{rest} of {sent} arrived");
    assert_eq!(received(100.0), 0, "with nothing but loss");
}

fn multicast_can_be_blocked_alone() {
    let lan = Lan::switched(2, 4);
    let group = Ipv4Addr::new(224, 0, 0, 251);
    let sender = lan.laptop(0).udp_socket();
    let listener = lan.laptop(1).namespace().inside(|| {
        let socket = UdpSocket::bind("0.0.0.0:5353").expect("a socket");
        socket.join_multicast_v4(&group, &lan.laptop(1).address()).expect("in the group");
        socket
    });
    let target = SocketAddr::from((group, 5353));
    let multicast_arrives = || {
        let mark: [u8; 8] = fastrand::u64(..).to_be_bytes();
        sender.send_to(&mark, target).expect("sent");
        hears(&listener, &mark, Duration::from_millis(300))
    };
    assert!((0..10).any(|_| multicast_arrives()), "before");
    lan.set_weather(Weather { multicast_loss: 100.0, ..Weather::FAIR });
    assert!((0..5).all(|_| !multicast_arrives()), "blocked");
    let there = lan.laptop(1).udp_socket();
    assert!(comes_through(&sender, &there), "what is meant for one laptop gets there, and finds its way first");
    let [here, there] = [0, 1].map(|number| lan.laptop(number).link_local_socket());
    assert!(comes_through(&here, &there), "over IPv6 as well");
}

fn a_split_network_is_split_until_healed() {
    let lan = Lan::switched(4, 5);
    let sockets: Vec<UdpSocket> = lan.laptops().iter().map(Laptop::udp_socket).collect();
    let pairs = || (0..4).flat_map(|from| (0..4).filter(move |&to| to != from).map(move |to| (from, to)));
    assert!(pairs().all(|(from, to)| comes_through(&sockets[from], &sockets[to])), "before");
    for parts in [[0, 0, 0, 1], [0, 0, 1, 1]] {
        lan.switch().split(&parts);
        for (from, to) in pairs() {
            let arrived = if parts[from] == parts[to] {
                comes_through(&sockets[from], &sockets[to])
            } else {
                arrives(&sockets[from], &sockets[to], Duration::from_millis(100))
            };
            assert_eq!(arrived, parts[from] == parts[to], "{parts:?}: from {from} to {to}");
        }
        lan.switch().heal();
        assert!(pairs().all(|(from, to)| comes_through(&sockets[from], &sockets[to])), "healed after {parts:?}");
    }
}

/// A shell on a laptop, as a program that says JSON.
fn shell(laptop: &Laptop, script: &str) -> Program {
    let mut command = laptop.namespace().command("sh");
    command.args(["-c", script]);
    Program::start(format!("{} shell", laptop.name()), command)
}

fn programs_are_heard_and_waited_for() {
    let lan = Lan::bridged(1);
    let script =
        r#"echo '{"event":"one","number":7}'; echo no JSON; echo oh >&2; sleep 0.2; echo '{"event":"two"}'; exit 3"#;
    let mut program = shell(lan.laptop(0), script);
    assert_eq!(program.wait_for("one", SOON).number("number"), 7);
    let mark = program.mark();
    program.wait_since(mark, "two", SOON, |event| event.is("two"));
    assert_eq!(program.wait_end(SOON).code(), Some(3));
    assert_eq!(program.complaints(), "oh\n");
    let account = program.account();
    assert!(account.contains("no JSON: no JSON") && account.contains("stderr: oh"), "{account}");
}

fn what_is_not_said_is_missed() {
    let lan = Lan::bridged(1);
    let program = shell(lan.laptop(0), r#"echo '{"event":"one"}'; exec sleep 60"#);
    assert!(program.find(0, SOON, |event| event.is("one")).is_some());
    let asked = Instant::now();
    assert!(program.find(0, Duration::from_millis(200), |event| event.is("two")).is_none());
    assert!(asked.elapsed() >= Duration::from_millis(200), "waits as long as it was told to");
    let ended = shell(lan.laptop(0), "exit 0");
    let asked = Instant::now();
    assert!(ended.find(0, Duration::from_secs(60), |event| event.is("two")).is_none());
    assert!(asked.elapsed() < Duration::from_secs(10), "does not wait for a program that has ended");
}

fn a_stopped_program_says_nothing_until_it_goes_on() {
    let lan = Lan::bridged(1);
    let program = shell(lan.laptop(0), r#"while :; do echo '{"event":"tick"}'; sleep 0.01; done"#);
    program.wait_for("tick", SOON);
    let ticks_since = |mark: usize, within| program.find(mark, within, |event| event.is("tick")).is_some();
    program.signal(Signal::SIGSTOP);
    // What was said before it stopped may still be in the pipe.
    std::thread::sleep(Duration::from_millis(100));
    assert!(!ticks_since(program.mark(), Duration::from_millis(300)));
    program.signal(Signal::SIGCONT);
    assert!(ticks_since(program.mark(), SOON));
}

fn a_small_disk_fills_up() {
    let lan = Lan::bridged(1);
    let disk = lan.laptop(0).small_disk(64 << 10);
    std::fs::write(disk.join("small"), [0; 1 << 10]).expect("a little fits");
    let full = std::fs::write(disk.join("large"), vec![0; 1 << 20]).expect_err("much does not fit");
    assert_eq!(full.kind(), ErrorKind::StorageFull);
}

fn avahi_finds_what_avahi_announces() {
    let lan = Lan::bridged(2);
    let daemons = [0, 1].map(|number| Avahi::start(lan.laptop(number)));
    let mut publish = daemons[0].command(lan.laptop(0), "avahi-publish-service");
    publish.args(["Nassau", "_doubloons._udp", "17180"]);
    let _published = Program::start("publisher".to_owned(), publish);
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let mut browse = daemons[1].command(lan.laptop(1), "avahi-browse");
        let found = browse.args(["--parsable", "--terminate", "_doubloons._udp"]).output().expect("avahi-browse runs");
        if String::from_utf8_lossy(&found.stdout).contains("Nassau") {
            return;
        }
        assert!(Instant::now() < deadline, "not found");
    }
}
