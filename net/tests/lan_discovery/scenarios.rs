//! What can happen on a network, one case each.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::lan::{Addresses, Lan, address_of, system};
use crate::laptop::Process;
use crate::roles::{Role, clock};

/// A table shows up within this many milliseconds.
const SHOWS_UP: u64 = 1000;

/// A host that has just spoken to everybody keeps a second of silence, as mDNS demands. So one who comes right then waits
/// this many milliseconds.
const SHOWS_UP_AFTER_SILENCE: u64 = 1400;

/// After this time a new host has said all that it says by itself, and kept its silence.
const SPOKEN: Duration = Duration::from_millis(2300);

/// A change of a table is seen within this many milliseconds.
const CHANGE_SEEN: u64 = 2000;

/// A table that says goodbye is gone within this many milliseconds.
const GOODBYE_SEEN: u64 = 2000;

/// A table whose host was killed is gone within this many milliseconds.
const KILLED_SEEN: u64 = 5000;

/// A table shows up within this many milliseconds after the cable was plugged in.
const CABLE_SEEN: u64 = 3000;

/// Every test, by name.
pub(crate) const ALL: [(&str, fn()); 11] = [
    ("found_in_both_orders_and_followed_to_the_end", found_in_both_orders_and_followed_to_the_end),
    ("a_killed_host_disappears_and_comes_back", a_killed_host_disappears_and_comes_back),
    ("two_cables_to_one_network_are_one_table", two_cables_to_one_network_are_one_table),
    ("useless_interfaces_are_passed_over", useless_interfaces_are_passed_over),
    ("link_local_addresses_are_enough", link_local_addresses_are_enough),
    ("cables_come_and_go", cables_come_and_go),
    ("beside_avahi", beside_avahi),
    ("two_tables_on_one_laptop", two_tables_on_one_laptop),
    ("loopback_alone", loopback_alone),
    ("nothing_is_found_where_no_cable_leads", nothing_is_found_where_no_cable_leads),
    ("the_doctor_names_the_layer", the_doctor_names_the_layer),
];

fn only(tables: &[Value], name: &str) -> bool {
    tables.len() == 1 && tables[0]["name"] == name
}

fn only_verified(tables: &[Value], name: &str) -> bool {
    only(tables, name) && tables[0]["verified"] == true
}

fn addresses(table: &Value) -> Vec<&str> {
    table["addresses"].as_array().expect("addresses").iter().filter_map(Value::as_str).collect()
}

fn found_in_both_orders_and_followed_to_the_end() {
    let mut lan = Lan::new("order");
    let [host, early, late] = [(); 3].map(|()| lan.laptop_with_cable());
    let mut early = Process::browse(&early);
    sleep(Duration::from_millis(300));
    let mut table = Process::host(&host, "Tortuga");
    early.sees("joiner first", table.began(), SHOWS_UP, |list| only(list, "Tortuga"));
    early.sees("joiner first, answered", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    sleep(SPOKEN);
    let mut late = Process::browse(&late);
    let began = late.began();
    late.sees("host first", began, SHOWS_UP, |list| only(list, "Tortuga"));
    let changed = clock();
    table.tell("taken 3");
    for browser in [&mut early, &mut late] {
        browser.sees("seats taken", changed, CHANGE_SEEN, |list| only(list, "Tortuga") && list[0]["taken"] == 3);
    }
    let closed = table.close();
    for browser in [&mut early, &mut late] {
        browser.sees("goodbye", closed, GOODBYE_SEEN, <[Value]>::is_empty);
    }
}

fn a_killed_host_disappears_and_comes_back() {
    let mut lan = Lan::new("kill");
    let [host, browser] = [(); 2].map(|()| lan.laptop_with_cable());
    let mut browser = Process::browse(&browser);
    let table = Process::host(&host, "Tortuga");
    browser.sees("found", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    sleep(Duration::from_millis(1700));
    let killed = table.kill();
    browser.sees("gone after kill -9", killed, KILLED_SEEN, <[Value]>::is_empty);
    let again = Process::host(&host, "Tortuga");
    browser.sees("back", again.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    drop(again);
}

fn two_cables_to_one_network_are_one_table() {
    let mut lan = Lan::new("two");
    let [host, browser] = [(); 2].map(|()| lan.laptop_with_cable());
    for laptop in [&host, &browser] {
        lan.plug(laptop, "eth1", Addresses::Both);
    }
    let mut browser = Process::browse(&browser);
    let table = Process::host(&host, "Tortuga");
    browser.sees("found", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    let every = |list: &[Value]| {
        let addresses = list.first().map(addresses).unwrap_or_default();
        let v4 = addresses.iter().filter(|address| address.starts_with("10.77.")).count();
        list.len() == 1 && v4 == 2 && addresses.iter().any(|address| address.contains('%'))
    };
    browser.sees("with all addresses", table.began(), CHANGE_SEEN, every);
    assert_eq!(browser.list_after(Duration::from_secs(1)).len(), 1);
}

fn useless_interfaces_are_passed_over() {
    let mut lan = Lan::new("junk");
    let [host, browser] = [(); 2].map(|()| lan.laptop_with_cable());
    for laptop in [&host, &browser] {
        system(&format!(
            "set -e
             ip -n {laptop} link add docker0 type bridge
             ip -n {laptop} addr add 172.17.0.1/16 dev docker0
             ip -n {laptop} link set docker0 up
             ip -n {laptop} link add br9 type bridge
             ip -n {laptop} addr add 172.19.0.1/16 dev br9
             ip -n {laptop} link set br9 up
             ip -n {laptop} link add veth1 type veth peer name veth2
             ip -n {laptop} addr add 172.18.0.1/16 dev veth1
             ip -n {laptop} link set veth1 up
             ip -n {laptop} link set veth2 up"
        ));
    }
    let mut browser = Process::browse(&browser);
    let table = Process::host(&host, "Tortuga");
    browser.sees("found", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    let list = browser.list_after(Duration::from_secs(1));
    let addresses = addresses(&list[0]);
    assert!(!addresses.iter().any(|address| address.starts_with("172.")), "{addresses:?}");
    assert_eq!(addresses.len(), 2, "one of each family: {addresses:?}");
}

fn link_local_addresses_are_enough() {
    let mut lan = Lan::new("local");
    let [host, browser] = [(); 2].map(|()| lan.laptop());
    for laptop in [&host, &browser] {
        lan.plug(laptop, "eth0", Addresses::LinkLocal);
    }
    let mut browser = Process::browse(&browser);
    let table = Process::host(&host, "Tortuga");
    browser.sees("found", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    let list = browser.list_after(Duration::ZERO);
    assert!(addresses(&list[0]).iter().all(|address| address.starts_with("[fe80::") && address.contains('%')));
}

fn cables_come_and_go() {
    let mut lan = Lan::new("come");
    let [host, browser_laptop] = [(); 2].map(|()| lan.laptop());
    let mut browser = Process::browse(&browser_laptop);
    let table = Process::host(&host, "Tortuga");
    assert!(browser.list_after(Duration::from_millis(700)).is_empty());
    lan.plug(&host, "eth0", Addresses::Both);
    let plugged = clock();
    lan.plug(&browser_laptop, "eth0", Addresses::Both);
    browser.sees("cable plugged in", plugged, CABLE_SEEN, |list| only_verified(list, "Tortuga"));
    let unplugged = clock();
    lan.unplug(&browser_laptop, "eth0");
    browser.sees("cable pulled out", unplugged, KILLED_SEEN, <[Value]>::is_empty);
    let plugged = clock();
    lan.plug(&browser_laptop, "eth0", Addresses::Both);
    browser.sees("another cable", plugged, CABLE_SEEN, |list| only_verified(list, "Tortuga"));
    drop(table);
}

/// Kills a daemon with the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn avahi(laptop: &str) -> Daemon {
    let folder = format!("/run/avahi-{laptop}");
    let settings = format!(
        "[server]\nhost-name={laptop}\nenable-dbus=no\nuse-ipv4=yes\nuse-ipv6=yes\n[publish]\npublish-workstation=yes\n"
    );
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(format!("{folder}/avahi.conf"), settings).expect("a file");
    // Its notes about the running process lie in one place; so each gets that place for itself.
    let script = format!(
        "mkdir -p {folder}/run /run/avahi-daemon && mount --bind {folder}/run /run/avahi-daemon &&
         exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --no-proc-title -f {folder}/avahi.conf"
    );
    let child = Command::new("ip")
        .args(["netns", "exec", laptop, "unshare", "--mount", "sh", "-c", &script])
        .stderr(Stdio::null())
        .spawn()
        .expect("ip netns exec");
    Daemon(child)
}

fn beside_avahi() {
    let installed = Command::new("avahi-daemon").arg("--version").output().is_ok();
    if !installed {
        assert!(std::env::var_os("CI").is_none(), "avahi-daemon is not installed");
        println!("  SKIPPED: avahi-daemon is not installed");
        return;
    }
    let mut lan = Lan::new("avahi");
    let [host, browser] = [(); 2].map(|()| lan.laptop_with_cable());
    let mut daemons = [&host, &browser].map(|laptop| avahi(laptop));
    sleep(Duration::from_millis(1500));
    let mut browser = Process::browse(&browser);
    let table = Process::host(&host, "Tortuga");
    browser.sees("found", table.began(), SHOWS_UP, |list| only_verified(list, "Tortuga"));
    let closed = table.close();
    browser.sees("goodbye", closed, GOODBYE_SEEN, <[Value]>::is_empty);
    for daemon in &mut daemons {
        assert!(daemon.0.try_wait().expect("a process").is_none(), "avahi-daemon has run all the time");
    }
}

fn two_tables_on_one_laptop() {
    let mut lan = Lan::new("both");
    let [host, browser] = [(); 2].map(|()| lan.laptop_with_cable());
    let mut browser = Process::browse(&browser);
    let first = Process::host(&host, "Tortuga");
    let second = Process::host(&host, "Nassau");
    let both = |list: &[Value]| {
        let names: Vec<_> = list.iter().map(|table| &table["name"]).collect();
        names == ["Nassau", "Tortuga"] && list.iter().all(|table| table["verified"] == true)
    };
    browser.sees("both found", second.began(), SHOWS_UP, both);
    let killed = first.kill();
    browser.sees("one gone", killed, KILLED_SEEN, |list| only_verified(list, "Nassau"));
}

fn loopback_alone() {
    let mut lan = Lan::new("lo");
    let laptop = lan.laptop();
    let table = Process::host(&laptop, "Tortuga");
    let mut browser = Process::browse(&laptop);
    let began = browser.began().max(table.began());
    browser.sees("found", began, SHOWS_UP_AFTER_SILENCE, |list| only_verified(list, "Tortuga"));
}

fn nothing_is_found_where_no_cable_leads() {
    let (mut here, mut there) = (Lan::new("here"), Lan::new("there"));
    let table = Process::host(&here.laptop_with_cable(), "Tortuga");
    let mut browser = Process::browse(&there.laptop_with_cable());
    assert!(browser.list_after(Duration::from_secs(2)).is_empty());
    drop(table);
}

/// What the doctor finds on a laptop, about a host at this address.
fn diagnosis(laptop: &str, host: &str) -> Vec<String> {
    let doctor = Process::start(laptop, &Role::Doctor(format!("{host}:17180")));
    let findings = doctor.first_words()["findings"].as_array().expect("findings");
    findings.iter().filter_map(|finding| finding["code"].as_str()).map(str::to_owned).collect()
}

fn the_doctor_names_the_layer() {
    let mut lan = Lan::new("doc");
    let [patient, other] = [(); 2].map(|()| lan.laptop_with_cable());
    let ends_with = |host: &str, end: &str| {
        let codes = diagnosis(&patient, host);
        assert!(codes.iter().any(|code| code == "multicast_works"), "{codes:?}");
        assert_eq!(codes.last().map(String::as_str), Some(end), "{host}: {codes:?}");
    };
    ends_with(&address_of("2", "eth0"), "nothing_listens");
    ends_with(&address_of("99", "eth0"), "nobody_there");
    ends_with("10.99.0.1", "no_route");
    system(&format!("ip -n {other} link set eth0 multicast off"));
    let codes = diagnosis(&other, &address_of("1", "eth0"));
    assert!(codes.iter().any(|code| code == "multicast_off"), "{codes:?}");
    let alone = lan.laptop();
    let codes = diagnosis(&alone, &address_of("1", "eth0"));
    assert_eq!(codes[0], "only_loopback", "{codes:?}");
}
