//! Hostile programs on the network, over real QUIC: the game of the others goes on, and the host does not swell.

use std::thread;
use std::time::{Duration, Instant};

use doubloons_net::hash::Hash;
use doubloons_net::table::genesis::GameId;
use doubloons_tests::attack::{Attack, attack};
use doubloons_tests::audience::{Audience, Target};
use doubloons_tests::memory;
use doubloons_tests::network::Lan;
use doubloons_tests::party::{Party, Plan};
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("hostile::garbage_disturbs_nobody", || {
            suffer(&[Attack::GarbageDatagrams, Attack::GarbageOnLinks]);
        }),
        test("hostile::crowds_disturb_nobody", || suffer(&[Attack::HandshakeFlood, Attack::IdleConnections])),
        test("hostile::members_find_a_place_in_a_crowd", members_find_a_place),
        test("hostile::greed_disturbs_nobody", || suffer(&[Attack::NeverReading, Attack::LongestMessages])),
    ]
}

const SOON: Duration = Duration::from_secs(60);
const GAME: Duration = Duration::from_secs(240);

/// How long each attack lasts.
const ATTACK: Duration = Duration::from_secs(6);

/// By how much the host's memory may grow, in kibibytes.
const GROWTH: u64 = 64 << 10;

/// As many entries have to be accepted during each attack: the game goes on, if more slowly on a busy machine.
const ENTRIES: u64 = 3;

fn suffer(attacks: &[Attack]) {
    let lan = Lan::bridged(5);
    let party = Party::sit_down(&lan, &Plan { pace: Duration::from_millis(900), ..Plan::default() });
    party.wait_for_entry(1, 20, SOON);
    let host = &party.players()[0].program;
    let game = game_id(host.wait_for("begun", SOON).text("game"));
    let port = u16::try_from(host.wait_for("hosting", SOON).number("port")).expect("a port");
    let target = Target { address: (lan.laptop(0).address(), port).into(), game };
    let idle = memory::of_process(host.id());
    println!("idle: {} KiB, at most {} KiB so far", idle.resident, idle.peak);
    for &kind in attacks {
        let before = party.players()[1].accepted();
        let (done, most) = thread::scope(|scope| {
            let attacker = scope.spawn(|| attack(lan.laptop(4), target, kind, ATTACK));
            let mut most = 0;
            while !attacker.is_finished() {
                most = most.max(memory::of_process(host.id()).resident);
                thread::sleep(Duration::from_millis(50));
            }
            (attacker.join().expect("an attack"), most)
        });
        let entries = party.players()[1].accepted() - before;
        println!(
            "{kind:?}: {}; the others' game went on by {entries} entries; the host had {most} KiB, {} KiB above idle",
            done.words,
            most.saturating_sub(idle.resident)
        );
        assert!(done.happened, "{kind:?} was no attack: {}", done.words);
        assert!(entries >= ENTRIES, "{kind:?}: only {entries} entries");
        assert!(most <= idle.resident + GROWTH, "{kind:?}: {most} KiB after {} KiB", idle.resident);
        let over = party.players()[1].program.find(0, Duration::ZERO, |event| event.is("over"));
        assert!(over.is_none(), "the game was too short for this test");
    }
    let lost = |event: &doubloons_tests::event::Event| event.is("lost") || event.is("cheated");
    for player in party.players() {
        let lost = player.program.find(0, Duration::ZERO, lost);
        assert!(lost.is_none(), "nobody was lost or blamed: {lost:?}");
    }
    let after = Instant::now();
    let peak = memory::of_process(host.id()).peak;
    assert!(peak <= idle.peak + GROWTH, "{peak} KiB after {} KiB", idle.peak);
    party.finish(GAME);
    println!("the game ended {:?} later; the host's peak was {peak} KiB", after.elapsed());
}

/// One machine takes every place that it can get. A member whose program is killed comes back all the same.
fn members_find_a_place() {
    let lan = Lan::bridged(5);
    let mut party = Party::sit_down(&lan, &Plan { pace: Duration::from_millis(900), ..Plan::default() });
    party.wait_for_entry(1, 20, SOON);
    let host = &party.players()[0].program;
    let game = game_id(host.wait_for("begun", SOON).text("game"));
    let port = u16::try_from(host.wait_for("hosting", SOON).number("port")).expect("a port");
    let target = Target { address: (lan.laptop(0).address(), port).into(), game };
    let crowd = Audience::gather(lan.laptop(4), target, 300);
    println!("{} of 300 were let in", crowd.size());
    assert!(crowd.size() >= 256, "only {} came", crowd.size());
    let guest = party.player(2);
    guest.program.kill();
    guest.start_again();
    guest.program.wait_for("resumed", SOON);
    let back = |event: &doubloons_tests::event::Event| event.is("connected") && event.text("peer") == "laptop1";
    guest.program.wait_since(0, "a link to the host", SOON, back);
    party.finish(GAME);
    drop(crowd);
}

fn game_id(hex: &str) -> GameId {
    let byte = |place: usize| u8::from_str_radix(&hex[2 * place..2 * place + 2], 16).expect("hexadecimal digits");
    GameId(Hash(std::array::from_fn(byte)))
}
