//! Who gets in, and how: by address, with the right PIN, and never twice with the same data.

use std::time::{Duration, Instant};

use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use doubloons_tests::program::Program;
use doubloons_tests::switch::Weather;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("door::by_address_where_multicast_is_blocked", by_address_where_multicast_is_blocked),
        test("door::by_link_local_address", by_link_local_address),
        test("door::with_the_right_pin", with_the_right_pin),
        test("door::five_wrong_pins_lock_the_table_for_a_while", five_wrong_pins_lock_the_table_for_a_while),
        test("door::a_data_folder_belongs_to_one_program", a_data_folder_belongs_to_one_program),
    ]
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(120);

fn by_address_where_multicast_is_blocked() {
    let lan = Lan::switched(2, 60);
    lan.set_weather(Weather { multicast_loss: 100.0, ..Weather::FAIR });
    let host = lan.laptop(0).start(&["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga"]);
    let address = lan.laptop(0).address().to_string();
    host.wait_for("hosting", SOON);
    // The control: by name it can't be found.
    let mut blind = lan.laptop(1).start(&["join", "--table", "Tortuga", "--bot", "greedy", "--wait", "6"]);
    assert!(!blind.wait_end(SOON).success(), "{}", blind.account());
    let said = blind.wait_for("error", SOON).text("text").to_owned();
    assert!(said.contains("--address"), "it is said what helps: {said}");
    let guest = lan.laptop(1).start(&["join", "--address", &address, "--bot", "greedy"]);
    both_finish(host, guest);
}

fn by_link_local_address() {
    let lan = Lan::bridged(2);
    let host =
        lan.laptop(0).start(&["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga", "--port", "20000"]);
    host.wait_for("hosting", SOON);
    let address = format!("[{}%eth0]:20000", lan.laptop(0).link_local().expect("a link-local address"));
    let guest = lan.laptop(1).start(&["join", "--address", &address, "--bot", "greedy"]);
    both_finish(host, guest);
}

fn both_finish(mut host: Program, mut guest: Program) {
    let scores = [&host, &guest].map(|program| program.wait_for("over", GAME).json["scores"].clone());
    assert_eq!(scores[0], scores[1]);
    for program in [&mut host, &mut guest] {
        assert!(program.wait_end(SOON).success(), "{}", program.account());
    }
}

fn with_the_right_pin() {
    let lan = Lan::bridged(4);
    Party::sit_down(&lan, &Plan { pin: Some("271828"), ..Plan::default() }).finish(GAME);
}

/// Tries a PIN; what the program says about it when it gives up.
fn try_pin(laptop: &Laptop, data: &str, pin: &str) -> String {
    let arguments = ["join", "--table", "Tortuga", "--pin", pin, "--bot", "greedy"];
    // A new installation each time: keys are free, so tries must not be counted by them.
    let mut guest = laptop.start_with_data(&laptop.data().join(data), &arguments);
    let status = guest.wait_end(SOON);
    assert!(!status.success(), "{}", guest.account());
    let events = guest.events();
    assert!(!events.iter().any(|event| event.is("joined")), "{}", guest.account());
    let said = events.iter().find(|event| event.is("refused") || event.is("error"));
    said.unwrap_or_else(|| panic!("no reason\n{}", guest.account())).text("text").to_owned()
}

fn five_wrong_pins_lock_the_table_for_a_while() {
    let lan = Lan::bridged(3);
    let host = ["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga", "--pin", "271828"];
    let mut host = lan.laptop(0).start(&host);
    host.wait_for("hosting", SOON);
    for number in 0..5 {
        let said = try_pin(lan.laptop(1), &format!("thief{number}"), &format!("00000{number}"));
        assert!(said.contains("PIN"), "try {number}: {said}");
    }
    // Now even the right one has to wait, from wherever it comes.
    let asked = Instant::now();
    let said = try_pin(lan.laptop(2), "honest", "271828");
    assert!(said.contains("try again in"), "{said}");
    let seconds = said.split_whitespace().find_map(|word| word.parse::<u64>().ok()).expect("how long to wait");
    assert!((1..=120).contains(&seconds), "{said}");
    std::thread::sleep(Duration::from_secs(seconds + 1).saturating_sub(asked.elapsed()));
    let guest = ["join", "--table", "Tortuga", "--pin", "271828", "--bot", "greedy"];
    let mut guest = lan.laptop(2).start_with_data(&lan.laptop(2).data().join("honest"), &guest);
    assert!(guest.wait_end(GAME).success(), "{}", guest.account());
    assert!(host.wait_end(SOON).success(), "{}", host.account());
}

fn a_data_folder_belongs_to_one_program() {
    let lan = Lan::bridged(1);
    let arguments = ["host", "--seats", "2", "--play", "greedy", "--name", "Tortuga"];
    let mut first = lan.laptop(0).start(&arguments);
    first.wait_for("hosting", SOON);
    let mut second = lan.laptop(0).start(&arguments);
    let status = second.wait_end(SOON);
    assert!(!status.success(), "{}", second.account());
    let said = second.complaints();
    assert!(said.contains("in use by another Doubloons"), "{said}");
    assert!(first.has_ended().is_none(), "{}", first.account());
    // Not even a killed program keeps the folder for itself.
    first.kill();
    let third = lan.laptop(0).start(&arguments);
    third.wait_for("hosting", SOON);
}
