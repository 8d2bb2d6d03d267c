//! Whole games of four laptops that find each other by themselves, on good networks and on bad ones.

use std::time::Duration;

use doubloons_tests::avahi::Avahi;
use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::{Addresses, Lan};
use doubloons_tests::party::{Finished, Party, Plan};
use doubloons_tests::switch::Weather;
use libtest_mimic::Trial;

use crate::{documents, test};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("games::four_laptops_find_the_table_and_play", four_laptops_find_the_table_and_play),
        test("games::on_a_slow_network_that_loses_packets", on_a_slow_network_that_loses_packets),
        test("games::with_link_local_addresses_only", with_link_local_addresses_only),
        test("games::with_a_useless_interface_on_each_laptop", with_a_useless_interface_on_each_laptop),
        test("games::beside_avahi", beside_avahi),
        test("games::two_tables_on_one_network", two_tables_on_one_network),
        test("games::what_the_readme_shows_begins_a_game", what_the_readme_shows_begins_a_game),
    ]
}

/// A game without faults takes far less, on a machine that has nothing else to do.
const GAME: Duration = Duration::from_secs(120);

/// Where nothing goes wrong, nobody is to blame.
fn finish_in_peace(party: Party<'_>, within: Duration) -> Finished {
    let finished = party.finish(within);
    assert!(finished.blamed.is_empty(), "{:?}", finished.blamed);
    finished
}

fn four_laptops_find_the_table_and_play() {
    let lan = Lan::bridged(4);
    let finished = finish_in_peace(Party::sit_down(&lan, &Plan::default()), GAME);
    println!("{} entries, {} reports", finished.transcript.entries().len(), finished.reports);
}

fn on_a_slow_network_that_loses_packets() {
    let lan = Lan::switched(4, 50);
    let (delay, jitter) = (Duration::from_millis(50), Duration::from_millis(20));
    lan.set_weather(Weather { delay, jitter, loss: 10.0, multicast_loss: 0.0 });
    let finished = finish_in_peace(Party::sit_down(&lan, &Plan::default()), Duration::from_secs(400));
    let traffic = lan.switch().traffic();
    println!("{} entries, {traffic:?}", finished.transcript.entries().len());
    assert!(traffic.lost * 100 > traffic.forwarded * 8, "the network was as bad as it should be: {traffic:?}");
    assert_eq!(traffic.overflowed, 0, "the switch lost nothing by itself");
}

fn with_link_local_addresses_only() {
    let lan = Lan::bridged_with(4, Addresses::LinkLocalOnly);
    finish_in_peace(Party::sit_down(&lan, &Plan::default()), GAME);
}

fn with_a_useless_interface_on_each_laptop() {
    let lan = Lan::bridged(4);
    lan.laptops().iter().for_each(Laptop::add_useless_interface);
    let party = Party::sit_down(&lan, &Plan::default());
    let hosting = party.players()[0].program.wait_for("hosting", GAME).json["addresses"].to_string();
    assert!(hosting.contains("10.77.0.1"), "{hosting}");
    assert!(!hosting.contains("172.17."), "an address that leads nowhere is not offered: {hosting}");
    finish_in_peace(party, GAME);
}

fn beside_avahi() {
    let lan = Lan::bridged(4);
    let daemons: Vec<Avahi> = lan.laptops().iter().map(Avahi::start).collect();
    let party = Party::sit_down(&lan, &Plan { pace: Duration::from_millis(20), ..Plan::default() });
    // Avahi, too, sees the table: what is announced is proper DNS-SD.
    let mut browse = daemons[3].command(lan.laptop(3), "avahi-browse");
    let found = browse.args(["--parsable", "--resolve", "--terminate", "_doubloons._udp"]).output();
    let found = String::from_utf8_lossy(&found.expect("avahi-browse runs").stdout).into_owned();
    assert!(found.lines().any(|line| line.starts_with('=') && line.contains("10.77.0.1")), "{found}");
    finish_in_peace(party, GAME);
}

fn two_tables_on_one_network() {
    let lan = Lan::bridged(4);
    let here = Plan { table: "Tortuga", seats: 2, ..Plan::default() };
    let there = Plan { table: "Nassau", seats: 2, ..Plan::default() };
    // Both tables are on the first laptop, as two programs.
    let tables = [&here, &there].map(|plan| {
        let data = lan.laptop(0).data().join(plan.table);
        let arguments = doubloons_tests::party::host_arguments(plan);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        lan.laptop(0).start_with_data(&data, &arguments)
    });
    let guests = [(1, &here), (2, &there)].map(|(laptop, plan)| {
        let arguments = doubloons_tests::party::join_arguments(plan);
        lan.laptop(laptop).start(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    });
    for (table, guest) in tables.iter().zip(&guests) {
        let [one, other] = [table, guest].map(|program| program.wait_for("over", GAME));
        assert_eq!(one.json["scores"], other.json["scores"]);
        assert!(one.json["verified"] == true && other.json["verified"] == true);
    }
    let games = tables.map(|table| table.wait_for("begun", GAME).text("game").to_owned());
    assert_ne!(games[0], games[1], "two games");
}

fn what_the_readme_shows_begins_a_game() {
    let readme = documents::typed().into_iter().filter(|typed| typed.place.starts_with("README.md"));
    let commands: Vec<Vec<String>> = readme
        .filter_map(|typed| {
            let at = typed.words.iter().position(|word| word == "--")?;
            Some(typed.words[at + 1..].to_vec())
        })
        .collect();
    let lan = Lan::bridged(2);
    let start = |laptop: usize, name: &str| {
        let shown = commands.iter().find(|words| words.first().is_some_and(|word| word == name));
        let words: Vec<&str> = shown.unwrap_or_else(|| panic!("no {name}")).iter().map(String::as_str).collect();
        lan.laptop(laptop).start(&words)
    };
    let programs = [start(0, "host"), start(1, "join")];
    for program in &programs {
        program.wait_for("begun", GAME);
    }
}
