//! What the layers say together.

use std::net::UdpSocket;
use std::time::Instant;

use super::*;
use crate::identity::PublicKey;
use crate::lan::interfaces::Network;

struct Says(Reachability);

impl Prober for Says {
    fn reach<'a>(&'a self, _addresses: &'a [SocketAddr]) -> Reaching<'a> {
        Box::pin(async { self.0.clone() })
    }
}

fn interface(name: &str, kind: InterfaceKind) -> Interface {
    let networks = vec![Network { address: [10, 1, 2, 3].into(), prefix: 24 }];
    Interface { name: name.to_owned(), index: 7, kind, connected: true, networks }
}

fn codes(symptoms: &[Symptom]) -> Vec<&'static str> {
    symptoms.iter().map(Symptom::code).collect()
}

fn interface_codes(all: &[Interface], choice: &InterfaceChoice) -> Vec<&'static str> {
    codes(&look_at_interfaces(all, &interfaces::chosen(all, choice), choice))
}

#[test]
fn the_interfaces_tell_why_nobody_is_found() {
    let sensible = InterfaceChoice::Sensible;
    let loopback = interface("lo", InterfaceKind::Loopback);
    let docker = interface("docker0", InterfaceKind::Virtual);
    let cable = interface("eth0", InterfaceKind::Local);
    assert_eq!(interface_codes(&[], &sensible), ["no_interface"]);
    assert_eq!(interface_codes(std::slice::from_ref(&loopback), &sensible), ["only_loopback", "interface_used"]);
    assert_eq!(
        interface_codes(&[loopback.clone(), docker, cable.clone()], &sensible),
        ["interface_used", "interface_passed_over"]
    );
    assert_eq!(interface_codes(&[loopback, cable], &InterfaceChoice::Only("wlan0".to_owned()))[0], "no_such_interface");
}

async fn host_codes(addresses: &[SocketAddr], announced: bool, says: Reachability) -> Vec<&'static str> {
    codes(&host::look(&HostInQuestion { addresses, announced, prober: &Says(says) }).await)
}

#[tokio::test]
async fn a_door_that_answers_speaks_for_itself() {
    let nowhere = ["127.0.0.1:9".parse().expect("an address")];
    let (known, found) = (PublicKey([1; 32]), PublicKey([2; 32]));
    for (says, code) in [
        (Reachability::Answered { round_trip: Duration::from_millis(3) }, "host_answers"),
        (Reachability::OtherVersion { protocol: Some(2), rules: None }, "other_version"),
        (Reachability::WrongPin, "wrong_pin"),
        (Reachability::LockedOut { wait: Some(Duration::from_secs(30)) }, "locked_out"),
        (Reachability::KeyChanged { known, found }, "key_changed"),
        (Reachability::TurnedAway("the table is full".to_owned()), "turned_away"),
    ] {
        assert_eq!(host_codes(&nowhere, false, says).await, [code]);
    }
}

#[tokio::test]
async fn a_closed_port_is_told_from_silence() {
    let taken = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    assert_eq!(host_codes(&[address], true, Reachability::Silent).await, ["host_blocked"]);
    assert_eq!(host_codes(&[address], false, Reachability::Silent).await, ["host_silent"]);
    drop(taken);
    assert_eq!(host_codes(&[address], false, Reachability::Silent).await, ["nothing_listens"]);
}

#[tokio::test]
async fn a_whole_examination_ends_in_time_and_can_be_read() {
    struct Never;
    impl Prober for Never {
        fn reach<'a>(&'a self, _addresses: &'a [SocketAddr]) -> Reaching<'a> {
            Box::pin(std::future::pending())
        }
    }
    let silent = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let host =
        HostInQuestion { addresses: &[silent.local_addr().expect("an address")], announced: false, prober: &Never };
    let surroundings = Surroundings { ufw: true, ..Surroundings::default() };
    let only = InterfaceChoice::Only("lo".to_owned());
    let began = Instant::now();
    let report = examine(Examination { interfaces: &only, surroundings: &surroundings, host: Some(host) }).await;
    assert!(began.elapsed() < EXAMINED_WITHIN, "{:?}", began.elapsed());
    let codes: Vec<_> = report.findings.iter().map(|finding| finding.symptom.code()).collect();
    assert!(codes.contains(&"multicast_works"), "{codes:?}");
    assert!(codes.contains(&"firewall_on") && codes.contains(&"host_silent"), "{codes:?}");
    assert_eq!(report.worst(), Severity::Trouble);
    let text = report.to_string();
    assert!(text.contains("sudo ufw allow 17180:17199/udp\n") && text.contains("sudo ufw allow 5353/udp\n"), "{text}");
    let json = serde_json::to_value(&report).expect("a report can be written");
    assert_eq!(json["findings"][0]["layer"], "interface");
    assert_eq!(json["findings"][0]["severity"], "good");
}

#[test]
fn a_redacted_report_names_nobody() {
    let symptoms = vec![
        Symptom::InterfaceUsed {
            interface: Detail::Interface("enx0a1b2c3d4e5f".to_owned()),
            addresses: vec![Detail::Address([192, 168, 44, 55].into())],
        },
        Symptom::NothingListens { address: Detail::Socket(([192, 168, 44, 66], 17180).into()) },
        Symptom::KeyChanged { known: Detail::Key(PublicKey([0xAB; 32])), found: Detail::Key(PublicKey([0xCD; 32])) },
        Symptom::TurnedAway { words: Detail::Words("no place for Mary".to_owned()) },
    ];
    let report = Report::new(symptoms, &Surroundings::default());
    let whole = report.to_string();
    for secret in ["0a1b2c3d4e5f", "44.55", "44.66", "abababababab", "cdcdcdcdcdcd", "Mary"] {
        assert!(whole.contains(secret), "{secret} is in {whole}");
        let redacted = report.redacted();
        let shown = format!("{redacted}{}", serde_json::to_string(&redacted).expect("a report can be written"));
        assert!(!shown.contains(secret), "{secret} is in {shown}");
    }
}
