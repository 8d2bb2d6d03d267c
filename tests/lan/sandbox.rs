//! The namespaces that the tests as a whole run in, and what they need from outside: can they be made here, and which
//! `quartermaster` is under test?

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Set for the process that runs inside.
const INSIDE: &str = "DOUBLOONS_TESTS_INSIDE";

/// Where the program under test is; built if nobody says.
const QUARTERMASTER: &str = "QUARTERMASTER";

/// The exit code of `tests/lan/enter` where it can't do its work.
const CANNOT: i32 = 77;

/// May tests that need a LAN run here?
#[derive(Debug, PartialEq, Eq)]
pub enum Possible {
    /// They may.
    Yes,
    /// They can't, for this reason.
    No(String),
}

/// Tries it.
pub fn possible() -> Possible {
    if is_inside() {
        return Possible::Yes;
    }
    let tried = Command::new(enter()).arg("true").stdin(Stdio::null()).output();
    match tried {
        Ok(output) if output.status.success() => Possible::Yes,
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            let why = if output.status.code() == Some(CANNOT) { said } else { format!("{}: {said}", output.status) };
            Possible::No(why)
        }
        Err(error) => Possible::No(format!("{}: {error}", enter().display())),
    }
}

/// Is this process inside already?
pub fn is_inside() -> bool {
    env::var_os(INSIDE).is_some()
}

/// Replaces this process with the same program, with the same arguments, inside. Returns only if that fails.
fn enter_again() -> io::Error {
    match env::current_exe() {
        Ok(this) => Command::new(enter()).arg(this).args(env::args_os().skip(1)).env(INSIDE, "1").exec(),
        Err(error) => error,
    }
}

/// Enters with what is needed inside. Building is the one thing that belongs outside. Returns only if something fails.
pub fn enter_with(provide: impl FnOnce() -> io::Result<()>) -> ExitCode {
    let error = match provide() {
        Ok(()) => enter_again(),
        Err(error) => error,
    };
    eprintln!("{error}");
    ExitCode::FAILURE
}

/// Builds the `quartermaster` under test with this profile, unless the environment names one.
pub fn provide_quartermaster(profile: &str) -> io::Result<()> {
    provide("doubloons-net", ["--bin", "quartermaster"], QUARTERMASTER, profile)
}

/// Builds a program of a package, named as cargo wants it, with this profile, unless this variable of the environment names
/// one.
pub fn provide(package: &str, program: [&str; 2], variable: &str, profile: &str) -> io::Result<()> {
    if env::var_os(variable).is_some() {
        return Ok(());
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--locked", "--profile", profile, "-p", package])
        .args(program)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if built.success() { Ok(()) } else { Err(io::Error::other(format!("{} could not be built", program[1]))) }
}

/// The program under test.
pub fn quartermaster() -> PathBuf {
    env::var_os(QUARTERMASTER).map_or_else(|| programs().join("quartermaster"), PathBuf::from)
}

/// The folder that programs are built into. This one is there too, or in the folder `deps` below if it is a test.
pub fn programs() -> PathBuf {
    let this = env::current_exe().expect("the path of this program");
    let folder = this.parent().expect("a folder of programs");
    let above = if folder.ends_with("deps") { folder.parent() } else { None };
    above.unwrap_or(folder).to_owned()
}

fn enter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("lan/enter")
}
