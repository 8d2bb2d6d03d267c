//! How the program comes, rests and goes.

use std::thread;
use std::time::Duration;

use doubloons_gui_tests::desktop::Desktop;
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("life::a_game_that_waits_for_its_player_uses_no_processor", an_idle_game_uses_no_processor),
        test("life::asked_to_end_it_leaves_cleanly", asked_to_end_it_leaves_cleanly),
    ]
}

/// How long the game is watched, and how much of a core it may use meanwhile.
const WATCHED: Duration = Duration::from_secs(10);
const MOST: f64 = 0.01;

fn an_idle_game_uses_no_processor() {
    let desktop = Desktop::new("idle");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    // What is still being painted when the decision is awaited does not count.
    app.come_to_rest();
    let before = app.processor_time();
    thread::sleep(WATCHED);
    let share = (app.processor_time() - before).as_secs_f64() / WATCHED.as_secs_f64();
    println!("an idle game used {:.2} % of a core", share * 100.0);
    assert!(share < MOST, "an idle game used {:.2} % of a core", share * 100.0);
}

fn asked_to_end_it_leaves_cleanly() {
    let desktop = Desktop::new("leaving");
    let mut app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.program.signal(Signal::SIGTERM);
    let status = app.program.wait_end(Duration::from_secs(5));
    assert!(status.success(), "it ended with {status}\n{}", app.program.account());
    let complaints = app.program.complaints();
    assert!(!complaints.contains("CRITICAL") && !complaints.contains("panicked"), "{complaints}");
}
