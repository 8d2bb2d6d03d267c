//! What the desktop asks of the program: a second start, a file that is opened, an action of its icon, and a start by the
//! message bus.

use std::path::Path;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use doubloons_gui_tests::app::SOON;
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::surroundings;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("outside::a_second_start_is_heard_by_the_first", a_second_start_is_heard_by_the_first),
        test("outside::a_game_is_not_lost_by_a_second_start", a_game_is_not_lost_by_a_second_start),
        test("outside::a_second_player_has_a_folder_of_its_own", a_second_player_has_a_folder_of_its_own),
        test("outside::the_menu_of_the_icon_begins_a_game", the_menu_of_the_icon_begins_a_game),
        test("outside::the_message_bus_starts_it_with_a_file", the_message_bus_starts_it_with_a_file),
    ]
}

const GOLDEN: &str = "net/tests/golden/game-1.doubloons";

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// A start of the program that ends by itself.
fn start_again(desktop: &Desktop, arguments: &[&str]) {
    let mut command = desktop.command(surroundings::doubloons());
    // Names of files are those of the folder that somebody is in.
    let done = command.args(arguments).current_dir(repository()).output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Asks as desktops do.
fn ask(desktop: &Desktop, method: &str, arguments: &[&str]) -> Output {
    let mut command = desktop.command("gdbus");
    command.args(["call", "--session", "--timeout", "20", "--dest", "io.github.doubloons.Doubloons"]);
    command.args(["--object-path", "/io/github/doubloons/Doubloons"]);
    command.args(["--method", &format!("org.freedesktop.Application.{method}")]).args(arguments);
    command.output().expect("gdbus runs")
}

fn a_second_start_is_heard_by_the_first() {
    let desktop = Desktop::new("second-start");
    let app = desktop.start(&[]);
    app.button("Practice");
    start_again(&desktop, &[GOLDEN]);
    app.wait_for("the film", |seen| seen.name.starts_with("Moment of the game, "));
    // The film gives way.
    start_again(&desktop, &["--practice", "--seed", "7"]);
    app.button("Suggest");
}

fn a_game_is_not_lost_by_a_second_start() {
    let desktop = Desktop::new("second-start-in-game");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    start_again(&desktop, &["--host"]);
    app.wait_for("why not", |seen| seen.name == "You are at a table. Leave it first.");
    app.button("Suggest");
}

fn a_second_player_has_a_folder_of_its_own() {
    let desktop = Desktop::new("second-player");
    let first = desktop.start(&[]);
    first.button("Practice");
    let folder = desktop.home().join("jack");
    let second = desktop.start(&["--data-dir", folder.to_str().expect("text"), "--practice"]);
    second.button("Suggest");
    first.button("Practice");
}

fn the_menu_of_the_icon_begins_a_game() {
    let desktop = Desktop::new("icon-menu");
    let app = desktop.start(&[]);
    app.button("Practice");
    let asked = ask(&desktop, "ActivateAction", &["practice", "[]", "{}"]);
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    app.button("Suggest");
}

fn the_message_bus_starts_it_with_a_file() {
    let desktop = Desktop::new("service");
    let file = format!("['file://{}']", repository().join(GOLDEN).display());
    thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let deadline = Instant::now() + SOON;
            // The bus waits for a program that it starts itself; this one was started by hand.
            while !ask(&desktop, "Open", &[&file, "{}"]).status.success() {
                assert!(Instant::now() < deadline, "the program never had its name on the bus");
                thread::sleep(Duration::from_millis(50));
            }
        });
        let app = desktop.start(&["--gapplication-service"]);
        app.wait_for("the film", |seen| seen.name.starts_with("Moment of the game, "));
        asking.join().expect("it was asked");
    });
}
