//! `quartermaster doctor` on laptops that have something: it names the layer that fails and what helps.

use std::net::UdpSocket;
use std::sync::Arc;
use std::time::Duration;

use doubloons_tests::event::Event;
use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::{CABLE, Lan};
use doubloons_tests::program::Program;
use doubloons_tests::stranger;
use libtest_mimic::Trial;
use quinn::{Endpoint, EndpointConfig, TokioRuntime};

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("doctor::all_is_well", all_is_well),
        test("doctor::a_pulled_cable", a_pulled_cable),
        test("doctor::multicast_that_is_switched_off", multicast_that_is_switched_off),
        test("doctor::sending_that_is_forbidden", sending_that_is_forbidden),
        test("doctor::an_address_without_a_computer", an_address_without_a_computer),
        test("doctor::a_computer_without_a_table", a_computer_without_a_table),
        test("doctor::a_wrong_pin", a_wrong_pin),
        test("doctor::another_version", another_version),
    ]
}

const SOON: Duration = Duration::from_secs(60);

/// What the doctor found.
struct Findings {
    findings: Vec<Event>,
    healthy: bool,
}

impl Findings {
    /// The finding of this code; it has to be the worst that there is.
    fn trouble(&self, code: &str) -> &Event {
        assert!(!self.healthy, "it exits with 1: {:?}", self.findings);
        let found = self.findings.iter().find(|finding| finding.text("code") == code);
        let found = found.unwrap_or_else(|| panic!("no {code} among {:?}", self.findings));
        assert_eq!(found.text("severity"), "trouble", "{found:?}");
        assert!(found.json["help"].as_array().is_some_and(|help| !help.is_empty()), "it is said what helps: {found:?}");
        found
    }
}

fn examine(laptop: &Laptop, arguments: &[&str]) -> Findings {
    let mut doctor = laptop.start(&[&["doctor"], arguments].concat());
    let status = doctor.wait_end(SOON);
    doctor.wait_for("examined", SOON);
    let findings = doctor.events().into_iter().filter(|event| event.is("finding")).collect();
    Findings { findings, healthy: status.success() }
}

/// A table on the first laptop, and its address.
fn table(lan: &Lan, more: &[&str]) -> (Program, String) {
    let host = lan.laptop(0).start(&[&["host", "--seats", "2", "--name", "Tortuga"], more].concat());
    let port = host.wait_for("hosting", SOON).number("port");
    (host, format!("{}:{port}", lan.laptop(0).address()))
}

fn all_is_well() {
    let lan = Lan::bridged(2);
    let (_host, address) = table(&lan, &[]);
    let found = examine(lan.laptop(1), &["--address", &address]);
    assert!(found.healthy, "{:?}", found.findings);
    for code in ["multicast_works", "host_answers"] {
        assert!(found.findings.iter().any(|finding| finding.text("code") == code), "{code}: {:?}", found.findings);
    }
}

fn a_pulled_cable() {
    let lan = Lan::bridged(1);
    lan.laptop(0).namespace().ip(["link", "set", CABLE, "down"]);
    lan.laptop(0).namespace().ip(["link", "set", "lo", "down"]);
    assert_eq!(examine(lan.laptop(0), &[]).trouble("no_interface").text("layer"), "interface");
}

fn multicast_that_is_switched_off() {
    let lan = Lan::bridged(1);
    lan.laptop(0).namespace().ip(["link", "set", CABLE, "multicast", "off"]);
    let found = examine(lan.laptop(0), &[]);
    assert_eq!(found.trouble("multicast_off").text("layer"), "multicast");
}

fn sending_that_is_forbidden() {
    let lan = Lan::bridged(2);
    let (_host, address) = table(&lan, &[]);
    let host = lan.laptop(0).address().to_string();
    // As a firewall on this computer does.
    lan.laptop(1).namespace().ip(["route", "add", "prohibit", &host]);
    examine(lan.laptop(1), &["--address", &address]).trouble("send_forbidden");
}

fn an_address_without_a_computer() {
    let lan = Lan::bridged(2);
    let [first, second, third, _] = lan.laptop(0).address().octets();
    let address = format!("{first}.{second}.{third}.250");
    assert_eq!(examine(lan.laptop(1), &["--address", &address]).trouble("nobody_there").text("layer"), "host");
}

fn a_computer_without_a_table() {
    let lan = Lan::bridged(2);
    let address = lan.laptop(0).address().to_string();
    examine(lan.laptop(1), &["--address", &address]).trouble("nothing_listens");
}

fn a_wrong_pin() {
    let lan = Lan::bridged(2);
    let (_host, address) = table(&lan, &["--pin", "1720"]);
    let found = examine(lan.laptop(1), &["--address", &address, "--pin", "1721"]);
    assert_eq!(found.trouble("wrong_pin").text("layer"), "door");
}

fn another_version() {
    let lan = Lan::bridged(2);
    let entrance = lan.laptop(0).namespace().entrance();
    let (tell, told) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let newer = std::thread::spawn(move || {
        entrance.enter();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async move {
            let socket = UdpSocket::bind("0.0.0.0:0").expect("a port");
            tell.send(socket.local_addr().expect("an address").port()).expect("somebody waits");
            let server = stranger::server(vec![b"doubloons/9999".to_vec(), b"doubloons-inquiry/9999".to_vec()]);
            let config = EndpointConfig::default();
            let endpoint = Endpoint::new(config, Some(server), socket, Arc::new(TokioRuntime)).expect("an endpoint");
            let answers = async {
                while let Some(incoming) = endpoint.accept().await {
                    tokio::spawn(async move { incoming.await.map(drop) });
                }
            };
            tokio::select! {
                () = answers => {}
                _ = stopped => {}
            }
        });
    });
    let address = format!("{}:{}", lan.laptop(0).address(), told.recv().expect("a port"));
    let found = examine(lan.laptop(1), &["--address", &address]);
    assert_eq!(found.trouble("other_version").text("layer"), "door");
    drop(stop);
    newer.join().expect("it ends");
}
