//! Life on laptops: full disks, and programs that are asked to end.

use std::fs;
use std::time::Duration;

use doubloons_tests::network::Lan;
use doubloons_tests::party::{Finished, Party, Plan};
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("life::a_full_disk_is_said_and_breaks_nothing", a_full_disk_is_said_and_breaks_nothing),
        test("life::whoever_crashes_as_the_game_ends_gets_its_end", whoever_crashes_as_the_game_ends_gets_its_end),
        test("life::asked_to_end_a_program_ends_and_its_game_can_go_on", asked_to_end_a_program_ends),
        test("life::the_demo_plays_without_any_network", the_demo_plays_without_any_network),
    ]
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(240);

fn a_full_disk_is_said_and_breaks_nothing() {
    (0..3).find_map(|_| a_full_disk_in_a_game()).expect("a game that is long enough");
}

/// `None` if the game was over too soon to see all of it.
fn a_full_disk_in_a_game() -> Option<Finished> {
    let lan = Lan::bridged(4);
    let plan = Plan { pace: Duration::from_millis(60), ..Plan::default() };
    // Room for the beginning, and not for much of the game.
    let disk = lan.laptop(3).small_disk(1 << 20);
    let mut party = Party::gather_with(&lan, &plan, |laptop| if laptop == 3 { Some(disk.clone()) } else { None });
    party.wait_until_begun();
    party.wait_for_entry(3, 10, SOON);
    fill(&disk);
    let mark = party.players()[3].program.mark();
    let stalled = party.players()[3].program.wait_since(mark, "stalled", SOON, |event| event.is("journal_stalled"));
    let said = stalled.text("text").to_owned();
    assert!(said.contains("No space left") || said.contains("full"), "{said}");
    // The others go on meanwhile, and the seat comes back once there is room.
    party.wait_for_progress(0, 10, SOON);
    fs::remove_file(disk.join("filler")).expect("room again");
    party.wait_for_progress(3, 10, SOON);
    // Nothing was corrupted: the journal can be read again after a crash.
    party.player(3).program.kill();
    if party.is_over(0) {
        return None;
    }
    party.player(3).start_again();
    party.players()[3].program.wait_for("resumed", SOON);
    Some(party.finish(GAME))
}

fn whoever_crashes_as_the_game_ends_gets_its_end() {
    for seat in 0..4 {
        let lan = Lan::bridged(4);
        let mut party = Party::sit_down(&lan, &Plan::default());
        let player = party.player(seat);
        player.program.wait_for("game_over", GAME);
        player.program.kill();
        player.start_again();
        party.finish(GAME);
    }
}

/// Writes until not a byte more fits.
fn fill(disk: &std::path::Path) {
    use std::io::Write;
    let mut filler = fs::File::create(disk.join("filler")).expect("a file");
    for size in [4096, 1] {
        while filler.write_all(&vec![0; size]).is_ok() {}
    }
}

fn asked_to_end_a_program_ends() {
    let lan = Lan::bridged(4);
    let mut party = Party::sit_down(&lan, &Plan { pace: Duration::from_millis(60), ..Plan::default() });
    party.wait_for_entry(2, 20, SOON);
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let guest = party.player(2);
        guest.program.signal(signal);
        let status = guest.program.wait_end(Duration::from_secs(5));
        assert_eq!(status.code(), Some(1), "it left in the middle of a game\n{}", guest.program.account());
        guest.program.wait_for("left", SOON);
        guest.start_again();
        assert!(guest.program.wait_for("resumed", SOON).number("index") >= 20);
        party.wait_for_progress(2, 5, SOON);
    }
    party.finish(GAME);
}

fn the_demo_plays_without_any_network() {
    let lan = Lan::bridged(1);
    lan.laptop(0).namespace().ip(["link", "set", "eth0", "down"]);
    let started = std::time::Instant::now();
    let transcript = lan.laptop(0).data().join("demo.doubloons");
    let demo = lan.laptop(0).run(&["demo", "--json", "--transcript", transcript.to_str().expect("UTF-8")]);
    let said = String::from_utf8_lossy(&demo.stdout);
    assert!(demo.status.success(), "{said}\n{}", String::from_utf8_lossy(&demo.stderr));
    let last: serde_json::Value = serde_json::from_str(said.lines().last().expect("a last line")).expect("JSON");
    println!("the demo took {:?}", started.elapsed());
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    assert_eq!((&last["event"], &last["verified"]), (&"over".into(), &true.into()), "{last}");
    assert_eq!(last["scores"].as_array().map(Vec::len), Some(4), "{last}");
    assert!(last["entries"].as_u64().is_some_and(|entries| entries > 0), "{last}");
    assert!(fs::exists(last["transcript"].as_str().expect("a path")).is_ok_and(|there| there), "{last}");
}
