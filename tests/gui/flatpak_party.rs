//! Four laptops with the installed Flatpak: Anne hosts, Mary finds the table in the list and joins, two bots of
//! `quartermaster` find it too, and they play. For `flatpak/check`, which builds and installs it:
//! `DOUBLOONS=COMMAND QUARTERMASTER=COMMAND cargo run -p doubloons-gui-tests --bin flatpak-party -- FOLDER`, where the
//! commands run the programs of the Flatpak, and FOLDER is for the pictures.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::surroundings;
use doubloons_tests::laptop::Laptop;
use doubloons_tests::network::Lan;
use doubloons_tests::program::Program;
use doubloons_tests::sandbox::{self, Possible};

/// Anne's table, as her program calls it.
const TABLE: &str = "Anne’s table";

/// How long anything may take: a sandbox starts more slowly than a program.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: flatpak-party FOLDER");
        return ExitCode::from(2);
    };
    if let Possible::No(why) = surroundings::possible() {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    if !sandbox::is_inside() {
        return sandbox::enter_with(|| surroundings::provide_doubloons("dev"));
    }
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    play(&folder);
    ExitCode::SUCCESS
}

fn play(folder: &Path) {
    let lan = Lan::bridged(4);
    let desktops: Vec<Desktop> = lan.laptops()[..2].iter().map(Desktop::of).collect();
    let picture = |desktop: &Desktop, name: &str| desktop.picture(&folder.join(name)).expect("a picture");
    let press = |app: &App<'_>, name: &str| {
        let button = app.wait_within(PATIENCE, name, |seen| is_button(seen, name));
        assert!(app.desktop().bus().act(&button.address), "{name} can be pressed");
    };

    let begun = Instant::now();
    let host = desktops[0].start(&["--name", "Anne", "--host"]);
    host.wait_within(PATIENCE, "the table", |seen| seen.name.contains("Anne"));
    println!("Anne's window, with her table: {} ms", begun.elapsed().as_millis());
    let begun = Instant::now();
    let guest = desktops[1].start(&["--name", "Mary"]);
    guest.wait_within(PATIENCE, "the table in the list", |seen| is_button(seen, "Join…"));
    println!("Mary's window, with Anne's table in the list: {} ms", begun.elapsed().as_millis());
    in_sandboxes_of_their_own();
    picture(&desktops[1], "harbour.png");

    let begun = Instant::now();
    press(&guest, "Join…");
    host.wait_within(PATIENCE, "Mary at the table", |seen| seen.name.contains("Mary"));
    println!("Mary sits at Anne's table: {} ms", begun.elapsed().as_millis());
    picture(&desktops[0], "table.png");

    let _bots = [bot(&lan.laptops()[2], "Jack"), bot(&lan.laptops()[3], "Grace")];
    press(&guest, "Ready");
    press(&host, "Start…");
    for (app, desktop, name) in [(&host, &desktops[0], "game-host.png"), (&guest, &desktops[1], "game-guest.png")] {
        app.wait_within(PATIENCE, "Suggest", |seen| is_button(seen, "Suggest"));
        app.come_to_rest();
        picture(desktop, name);
    }
    for app in [&host, &guest] {
        press(app, "Suggest");
        press(app, "Seal, all cards laid");
    }
    host.wait_within(PATIENCE, "what the bribes brought", |seen| {
        ["End", "Keep It", "Skip"].iter().any(|button| is_button(seen, &format!("{button}…")))
    });
    println!("bribes were sealed by both and are opened");
    picture(&desktops[0], "revealed.png");
}

/// Somebody who finds the table and lets a bot decide, from a sandbox too.
fn bot(laptop: &Laptop, name: &str) -> Program {
    let home = Path::new("/run/desktops").join(name);
    let runtime = home.join("runtime");
    fs::create_dir_all(&runtime).expect("a home");
    fs::set_permissions(&runtime, fs::Permissions::from_mode(0o700)).expect("a private folder");
    let mut command = laptop.namespace().command(sandbox::quartermaster());
    command.env("HOME", home).env("XDG_RUNTIME_DIR", runtime);
    command.args(["join", "--json", "--table", TABLE, "--bot", "bosun", "--player", name]);
    let bot = Program::start(format!("{}: quartermaster", laptop.name()), command);
    bot.wait_for("joined", PATIENCE);
    println!("{name}, a bot of quartermaster's, found the table as well");
    bot
}

/// The programs that run are in Flatpak's sandboxes, and in different networks.
fn in_sandboxes_of_their_own() {
    let processes = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
    let sandboxed = processes.filter(|process| {
        let is_ours = fs::read_to_string(process.join("comm")).is_ok_and(|name| name.trim() == "doubloons");
        is_ours && process.join("root/.flatpak-info").exists()
    });
    let networks: Vec<PathBuf> = sandboxed.filter_map(|process| fs::read_link(process.join("ns/net")).ok()).collect();
    assert_eq!(networks.len(), 2, "both programs run in a sandbox of Flatpak's");
    assert_eq!(networks.iter().collect::<BTreeSet<_>>().len(), 2, "and each in the network of its laptop");
    println!("both in sandboxes, in two networks");
}
