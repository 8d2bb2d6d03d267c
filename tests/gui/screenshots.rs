//! Pictures of every page, made from the real program: `cargo run -p doubloons-gui-tests --bin screenshots -- FOLDER`.
//!
//! Every page is shown at 1024×640 and at 1920×1080, in light and in dark. The same seed deals the same game, so pictures
//! of two versions can be laid side by side. The pages speak the language of the environment: `LANGUAGE=de cargo run …`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use doubloons_gui_tests::app::App;
use doubloons_gui_tests::desktop::{Desktop, Look, Size};
use doubloons_gui_tests::surroundings;
use doubloons_tests::sandbox::{self, Possible};
use doubloons_words::tr;

const SIZES: [Size; 2] = [Size { width: 1024, height: 640 }, Size { width: 1920, height: 1080 }];

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: screenshots FOLDER");
        return ExitCode::from(2);
    };
    if let Possible::No(why) = surroundings::possible() {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    if !sandbox::is_inside() {
        return sandbox::enter_with(|| surroundings::provide_doubloons("dev"));
    }
    doubloons_words::choose(None);
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    for size in SIZES {
        for dark in [false, true] {
            photograph(&folder, size, Look { dark, contrast: false });
        }
    }
    ExitCode::SUCCESS
}

fn photograph(folder: &Path, size: Size, look: Look) {
    let style = format!("{}x{}-{}", size.width, size.height, if look.dark { "dark" } else { "light" });
    let desktop = Desktop::with(&style, size, look).speaking(doubloons_words::current());
    let shoot = |app: &App<'_>, page: &str| {
        app.come_to_rest();
        let file = folder.join(format!("{page}-{style}.png"));
        desktop.picture(&file).expect("a picture");
        println!("{}", file.display());
    };
    let open = |arguments: &[&str]| {
        let app = desktop.start(arguments);
        app.fill_screen(size);
        app
    };

    let app = open(&[]);
    app.button(tr("Practice"));
    shoot(&app, "harbour");
    app.click(&app.button("Start the Tutorial"));
    app.button("Next");
    shoot(&app, "tutorial");
    app.take_up_keyboard();
    app.hands().press("F1");
    app.wait_for("the rules", |seen| seen.name.starts_with("Six pirate ships"));
    shoot(&app, "rules");
    drop(app);

    let app = open(&["--practice", "--seed", "7"]);
    let click = |name: &str| app.click(&app.button(name));
    app.button(tr("Suggest"));
    shoot(&app, "bribing");
    click(tr("Suggest"));
    let seal = format!("{}, {}", tr("Seal"), tr("all cards laid"));
    app.button(&seal);
    shoot(&app, "suggested");
    click(&seal);
    app.wait_for("a ship to command, or a tie", |seen| {
        if seen.name == tr("Skip") {
            app.click(seen);
        }
        seen.name.starts_with(tr("End Move")) || seen.name.starts_with(tr("Keep It"))
    });
    shoot(&app, "deciding");
    drop(app);

    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../net/tests/golden/game-1.doubloons");
    let app = open(&[golden.to_str().expect("a path that is text")]);
    app.click(&app.button(tr("Step on")));
    app.click(&app.button(tr("Step on")));
    shoot(&app, "replay");
}
