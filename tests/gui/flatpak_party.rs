//! Four laptops with the installed Flatpak: Anne hosts, Mary finds the table in the list and joins, two bots of
//! `quartermaster` find it too, and they play. For `flatpak/check`, which builds and installs it:
//! `DOUBLOONS=COMMAND QUARTERMASTER=COMMAND cargo run -p doubloons-gui-tests --bin flatpak-party -- FOLDER`, where the
//! commands run the programs of the Flatpak, and FOLDER is for the pictures.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use doubloons_gui_tests::app::is_button;
use doubloons_gui_tests::desktop::Desktop;
use doubloons_gui_tests::party::{self, PATIENCE, press};
use doubloons_gui_tests::{playing, surroundings};
use doubloons_tests::network::Lan;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: flatpak-party FOLDER");
        return ExitCode::from(2);
    };
    if let Err(end) = surroundings::enter_for_pictures() {
        return end;
    }
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    play(&folder);
    ExitCode::SUCCESS
}

fn play(folder: &Path) {
    let lan = Lan::bridged(4);
    let desktops: Vec<Desktop> = lan.laptops()[..2].iter().map(Desktop::of).collect();
    let picture = |desktop: &Desktop, name: &str| desktop.picture(&folder.join(name)).expect("a picture");

    let begun = Instant::now();
    let host = party::host(&desktops[0], "Anne");
    println!("Anne's window, with her table: {} ms", begun.elapsed().as_millis());
    let begun = Instant::now();
    let guest = party::find(&desktops[1], "Mary");
    println!("Mary's window, with Anne's table in the list: {} ms", begun.elapsed().as_millis());
    in_sandboxes_of_their_own();
    picture(&desktops[1], "harbour.png");

    let begun = Instant::now();
    press(&guest, "Join…");
    host.wait_within(PATIENCE, "Mary at the table", |seen| seen.name.contains("Mary"));
    println!("Mary sits at Anne's table: {} ms", begun.elapsed().as_millis());
    picture(&desktops[0], "table.png");

    let _bots = [(2, "Jack"), (3, "Grace")].map(|(laptop, name)| {
        let bot = party::bot(lan.laptop(laptop), &party::table_of("Anne"), name);
        println!("{name}, a bot of quartermaster's, found the table as well");
        bot
    });
    press(&guest, "Ready");
    press(&host, "Start…");
    for (app, desktop, name) in [(&host, &desktops[0], "game-host.png"), (&guest, &desktops[1], "game-guest.png")] {
        app.wait_within(PATIENCE, "Suggest", |seen| is_button(seen, "Suggest"));
        app.come_to_rest();
        picture(desktop, name);
    }
    for app in [&host, &guest] {
        press(app, "Suggest");
        press(app, &playing::seal());
    }
    host.wait_within(PATIENCE, "what the bribes brought", |seen| {
        ["End", "Keep It", "Skip"].iter().any(|button| is_button(seen, &format!("{button}…")))
    });
    println!("bribes were sealed by both and are opened");
    picture(&desktops[0], "revealed.png");
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
