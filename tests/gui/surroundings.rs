//! What the tests need from outside: can windows be shown here, and which program is under test?

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Once;

use doubloons_tests::program;
use doubloons_tests::sandbox::{self, Possible};

/// Where the program under test is; built if nobody says.
const DOUBLOONS: &str = "DOUBLOONS";

/// Where the empty window is that benchmarks compare it with; built if nobody says.
const EMPTY_WINDOW: &str = "EMPTY_WINDOW";

/// The programs that make a desktop: screen, pointer and keyboard, pictures.
const TOOLS: [&str; 4] = ["Xvfb", "xdotool", "import", "dbus-daemon"];

/// The folder of the sockets of X servers.
const SCREENS: &str = "/tmp/.X11-unix";

/// May tests that need windows run here?
pub fn possible() -> Possible {
    match TOOLS.into_iter().find(|tool| !is_installed(tool)) {
        Some(tool) => Possible::No(format!("tests with windows: there is no program '{tool}'")),
        None => sandbox::possible(),
    }
}

/// Builds the program under test with this profile, unless the environment names one.
pub fn provide_doubloons(profile: &str) -> io::Result<()> {
    sandbox::provide("doubloons", ["--bin", "doubloons"], DOUBLOONS, profile)
}

/// Builds the empty window with this profile, unless the environment names one.
pub fn provide_empty_window(profile: &str) -> io::Result<()> {
    sandbox::provide("doubloons-gui-tests", ["--example", "empty-window"], EMPTY_WINDOW, profile)
}

/// Enters the sandbox for a program that takes pictures, with the programs under test; built if nobody names them. Whether
/// it is inside now; otherwise how it has to end.
pub fn enter_for_pictures() -> Result<(), ExitCode> {
    if let Possible::No(why) = possible() {
        eprintln!("{why}");
        return Err(ExitCode::FAILURE);
    }
    if sandbox::is_inside() {
        return Ok(());
    }
    let provide = || provide_doubloons("dev").and_then(|()| sandbox::provide_quartermaster("dev"));
    Err(sandbox::enter_with(provide))
}

/// The program under test.
pub fn doubloons() -> PathBuf {
    env::var_os(DOUBLOONS).map_or_else(|| sandbox::programs().join("doubloons"), PathBuf::from)
}

/// The empty window.
pub fn empty_window() -> PathBuf {
    env::var_os(EMPTY_WINDOW).map_or_else(|| sandbox::programs().join("examples/empty-window"), PathBuf::from)
}

/// Where pictures and trees of failed tests go.
pub fn failures() -> PathBuf {
    program::logs().unwrap_or_else(|| sandbox::programs().join("gui-failures"))
}

/// Hides the X servers outside, once for this process: theirs would be met by number, and ours are not theirs to see.
pub(crate) fn own_screens() {
    static HIDDEN: Once = Once::new();
    HIDDEN.call_once(|| {
        assert!(sandbox::is_inside(), "screens are made in a sandbox");
        std::fs::create_dir_all(SCREENS).expect("a folder for the sockets of screens");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "mode=1777", "tmpfs", SCREENS]).status();
        assert!(mounted.is_ok_and(|status| status.success()), "the sockets of screens can be kept apart");
    });
}

fn is_installed(tool: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(tool).is_file()))
}
