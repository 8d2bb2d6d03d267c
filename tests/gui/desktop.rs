//! One person's computer: a virtual screen, message buses, a home, and the programs that are started on it.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_tests::laptop::Laptop;
use doubloons_tests::program::Program;
use doubloons_words::Language;

use crate::accessible::Bus;
use crate::app::App;
use crate::hands::Hands;
use crate::pixels::Pixels;
use crate::surroundings;

/// How long a screen or a bus may take to be there.
const AWAKE: Duration = Duration::from_secs(20);

/// The file in which Xvfb keeps its first screen.
const SCREEN_MEMORY: &str = "Xvfb_screen0";

/// The size of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

impl Size {
    /// The size that the windows are designed for.
    pub const DESIGNED: Size = Size { width: 1280, height: 800 };
}

/// How the desktop wants programs to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Dark instead of light.
    pub dark: bool,
    /// High contrast.
    pub contrast: bool,
    /// By how many percent writing is larger than usual.
    pub larger: u32,
}

/// A computer with a screen. Screen and buses end when it is dropped.
#[derive(Debug)]
pub struct Desktop {
    name: String,
    home: PathBuf,
    display: String,
    session: String,
    look: Look,
    language: Language,
    network: Option<String>,
    bus: Option<Bus>,
    screen: Child,
    session_bus: Option<Child>,
}

impl Desktop {
    /// A computer without a network. The name also names files, so it has no spaces.
    pub fn new(name: &str) -> Desktop {
        Desktop::with(name, Size::DESIGNED, Look::default())
    }

    /// The same with another screen or look.
    pub fn with(name: &str, size: Size, look: Look) -> Desktop {
        Desktop::start_up(name, size, look, None)
    }

    /// The screen of a laptop: its programs run in the laptop's network.
    pub fn of(laptop: &Laptop) -> Desktop {
        Desktop::of_with(laptop, laptop.name(), Size::DESIGNED, Look::default())
    }

    /// The same with a name of its own, and so another home, and with another screen or look.
    pub fn of_with(laptop: &Laptop, name: &str, size: Size, look: Look) -> Desktop {
        Desktop::start_up(name, size, look, Some(laptop.namespace().name().to_owned()))
    }

    fn start_up(name: &str, size: Size, look: Look, network: Option<String>) -> Desktop {
        surroundings::own_screens();
        let home = home(network.as_deref(), name);
        let runtime = home.join("runtime");
        fs::create_dir_all(&runtime).expect("a home");
        fs::set_permissions(&runtime, fs::Permissions::from_mode(0o700)).expect("a private folder");
        install_looks(&home);
        if look.larger > 0 {
            enlarge_writing(&home, look.larger);
        }
        let (screen, display) = screen(size, &home);
        let session = format!("unix:path={}", runtime.join("bus").display());
        let name = name.to_owned();
        let mut desktop = Desktop {
            name,
            home,
            display,
            session,
            look,
            language: Language::English,
            network,
            bus: None,
            screen,
            session_bus: None,
        };
        let mut daemon = desktop.command("dbus-daemon");
        daemon.args(["--session", "--nofork", "--nopidfile", "--address", &desktop.session]);
        desktop.session_bus = Some(daemon.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a message bus"));
        desktop.bus = Some(patiently("accessibility bus", || Bus::of(&desktop.session).ok()));
        desktop
    }

    /// The same, set to another language.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Desktop {
        self.language = language;
        self
    }

    /// What failure messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder of its person.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// What screen readers are told.
    pub fn bus(&self) -> &Bus {
        self.bus.as_ref().expect("made with the desktop")
    }

    /// The person's pointer and keyboard.
    pub fn hands(&self) -> Hands<'_> {
        Hands::of(self)
    }

    /// Starts the program under test with these arguments.
    pub fn start(&self, arguments: &[&str]) -> App<'_> {
        let mut command = self.command(surroundings::doubloons());
        command.args(arguments);
        self.open(command)
    }

    /// Runs a command of this computer that shows the windows of the program under test.
    pub fn open(&self, command: Command) -> App<'_> {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
        let name = format!("{}: doubloons {}", self.name, arguments.join(" "));
        App::new(self, Program::start(name, command))
    }

    /// A command that will run here.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = match &self.network {
            Some(network) => {
                let mut command = Command::new("nsenter");
                command.arg(format!("--net=/run/netns/{network}")).arg("--").arg(program);
                command
            }
            None => Command::new(program),
        };
        command.env_clear().stdin(Stdio::null());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        let home = |folder: &str| self.home.join(folder);
        command
            .env("HOME", &self.home)
            .env("XDG_RUNTIME_DIR", home("runtime"))
            .env("XDG_CONFIG_HOME", home("config"))
            .env("XDG_CACHE_HOME", home("cache"))
            .env("XDG_DATA_HOME", home("data"))
            .env("LANG", "C.UTF-8")
            .env("LANGUAGE", self.language.code())
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.session)
            .env("GDK_BACKEND", "x11")
            .env("GSK_RENDERER", "cairo")
            .env("GTK_A11Y", "atspi")
            .env("GTK_USE_PORTAL", "0")
            .env("GIO_USE_VFS", "local")
            .env("GSETTINGS_BACKEND", "memory")
            .env("DOUBLOONS_MUTE", "1")
            .env("ADW_DISABLE_PORTAL", "1")
            .env("ADW_DEBUG_COLOR_SCHEME", if self.look.dark { "prefer-dark" } else { "prefer-light" })
            .env("ADW_DEBUG_HIGH_CONTRAST", if self.look.contrast { "1" } else { "0" })
            // Where it panicked says enough, and a backtrace would hide it.
            .env("RUST_BACKTRACE", "0");
        command
    }

    /// What is on the screen, for whoever looks often.
    pub fn pixels(&self) -> Pixels {
        Pixels::of(&self.home.join(SCREEN_MEMORY)).expect("the screen’s memory")
    }

    /// Takes a picture of the whole screen.
    pub fn picture(&self, file: &Path) -> io::Result<()> {
        self.import(&[], file)
    }

    /// Takes a picture of a part of the screen of this size, as far from the left as from the top.
    pub fn picture_of(&self, size: Size, from_corner: i32, file: &Path) -> io::Result<()> {
        let part = format!("{}x{}+{from_corner}+{from_corner}", size.width, size.height);
        self.import(&["-crop", &part, "+repage"], file)
    }

    fn import(&self, how: &[&str], file: &Path) -> io::Result<()> {
        succeed(self.command("import").args(["-window", "root"]).args(how).arg(file))
    }

    /// What is on the screen, as fast as it can be had: for something that moves. To be developed by [`Desktop::film`].
    pub fn frame(&self) -> io::Result<Frame> {
        Ok(Frame(fs::read(self.home.join(SCREEN_MEMORY))?))
    }

    /// Lays frames side by side in one picture, each cut out as by [`Desktop::picture_of`] and half as large.
    pub fn film(&self, frames: &[Frame], size: Size, from_corner: i32, file: &Path) -> io::Result<()> {
        const FRAMES_IN_A_ROW: &str = "3x";
        let negatives: Vec<PathBuf> = (0..frames.len()).map(|number| self.home.join(format!("{number}.xwd"))).collect();
        for (Frame(bytes), negative) in frames.iter().zip(&negatives) {
            fs::write(negative, bytes)?;
        }
        let part = format!("{}x{}+{from_corner}+{from_corner}", size.width, size.height);
        let mut command = self.command("montage");
        command.args(&negatives).args(["-crop", &part, "+repage", "-resize", "50%"]);
        let developed =
            succeed(command.args(["-geometry", "+4+4", "-background", "black", "-tile", FRAMES_IN_A_ROW]).arg(file));
        for negative in &negatives {
            fs::remove_file(negative)?;
        }
        developed
    }
}

/// What was on a screen at some moment.
#[derive(Debug)]
pub struct Frame(Vec<u8>);

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in self.session_bus.iter_mut().chain([&mut self.screen]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Where somebody's files are. People on different networks may have the same name.
pub(crate) fn home(network: Option<&str>, name: &str) -> PathBuf {
    let mut home = PathBuf::from("/run/desktops");
    home.extend(network);
    home.join(name)
}

/// What an installation brings along: the typefaces of the chart, and the icon.
fn install_looks(home: &Path) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let (data, icons) = (home.join("data"), home.join("data/icons/hicolor/scalable/apps"));
    if !icons.exists() {
        fs::create_dir_all(&icons).expect("a folder for icons");
        let icon = "io.github.doubloons.Doubloons.svg";
        symlink(sources.join("fonts"), data.join("fonts")).expect("a link to the typefaces");
        symlink(sources.join("icons").join(icon), icons.join(icon)).expect("a link to the icon");
    }
}

/// Runs a program that makes a picture.
fn succeed(command: &mut Command) -> io::Result<()> {
    let made = command.status()?;
    if made.success() { Ok(()) } else { Err(io::Error::other("no picture could be taken")) }
}

/// Lets programs write larger, as a desktop's settings would: by more dots per inch.
fn enlarge_writing(home: &Path, percent: u32) {
    const USUAL: u32 = 96;
    fs::write(home.join(".Xdefaults"), format!("Xft.dpi: {}\n", USUAL + USUAL * percent / 100)).expect("settings");
}

/// Starts a screen, with its memory in this folder, and tells what it is called.
fn screen(size: Size, memory: &Path) -> (Child, String) {
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-nolock", "-nolisten", "tcp", "-noreset", "-screen", "0"])
        .arg(format!("{}x{}x24", size.width, size.height))
        .arg("-fbdir")
        .arg(memory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a virtual screen");
    let mut said = screen.stdout.take().expect("its output");
    let mut number = Vec::new();
    let mut byte = [0];
    while said.read(&mut byte).is_ok_and(|count| count == 1) && byte != *b"\n" {
        number.extend(byte);
    }
    let number = String::from_utf8(number).expect("a number");
    assert!(!number.is_empty(), "the virtual screen has come up");
    (screen, format!(":{number}"))
}

/// Tries until it works.
fn patiently<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + AWAKE;
    loop {
        if let Some(found) = attempt() {
            return found;
        }
        assert!(Instant::now() < deadline, "no {what} within {AWAKE:?}");
        thread::sleep(Duration::from_millis(5));
    }
}
