//! A person's hands: the pointer and the keyboard of a desktop.

use crate::accessible::Extents;
use crate::desktop::{Desktop, Size};

/// How long a finger stays down, in seconds.
const MOMENT: &str = "0.03";

/// Pointer and keyboard.
#[derive(Clone, Copy, Debug)]
pub struct Hands<'a> {
    desktop: &'a Desktop,
}

impl<'a> Hands<'a> {
    pub(crate) fn of(desktop: &'a Desktop) -> Hands<'a> {
        Hands { desktop }
    }

    /// Clicks into the middle of something. Windows lie at the corner of the screen.
    pub fn click(&self, on: Extents) {
        self.click_with("1", 1, on);
    }

    /// Clicks twice in a row.
    pub fn double_click(&self, on: Extents) {
        self.click_with("1", 2, on);
    }

    /// Clicks with the other button, which asks what is there.
    pub fn click_other(&self, on: Extents) {
        self.click_with("3", 1, on);
    }

    /// As a hand does it: it moves until it is there, and a finger stays down for a moment. A click without any duration,
    /// on something that came up under the pointer just then, can get lost in GTK 4.8.
    fn click_with(&self, button: &str, times: usize, on: Extents) {
        let (x, y) = (on.x + on.width / 2, on.y + on.height / 2);
        let (beside, x, y) = ((x - 1).to_string(), x.to_string(), y.to_string());
        let mut motions = vec!["mousemove", &beside, &y, "sleep", MOMENT, "mousemove", &x, &y];
        for _ in 0..times {
            motions.extend(["sleep", MOMENT, "mousedown", button, "sleep", MOMENT, "mouseup", button]);
        }
        self.run(&motions);
    }

    /// Turns the wheel of the mouse by one notch, towards the end, in the middle of a window of this size.
    pub fn scroll_on(&self, window: Size) {
        let (x, y) = ((window.width / 2).to_string(), (window.height / 2).to_string());
        self.run(&["mousemove", &x, &y, "sleep", MOMENT, "click", "5"]);
    }

    /// Presses a key, by its name: `Return`, `ctrl+Return`, `a`.
    pub fn press(&self, key: &str) {
        self.run(&["key", key]);
    }

    /// Takes the pointer off the windows, so that nothing explains itself.
    pub fn step_aside(&self) {
        self.run(&["mousemove", "0", "0"]);
    }

    /// Types a text.
    pub fn type_text(&self, text: &str) {
        self.run(&["type", "--delay", "20", text]);
    }

    /// Gives the window with this title the keyboard, as a window manager would.
    pub fn take_up_keyboard(&self, title: &str) {
        let title = pattern(title);
        self.run(&["search", "--sync", "--onlyvisible", "--name", &title, "windowfocus", "--sync"]);
    }

    /// Gives the window with this title another size, as a window manager would.
    pub fn resize(&self, title: &str, size: Size) {
        let (title, width, height) = (pattern(title), size.width.to_string(), size.height.to_string());
        self.run(&["search", "--sync", "--onlyvisible", "--name", &title, "windowsize", &width, &height]);
    }

    /// Puts the window with this title into the middle of a part of the screen, as a window manager would. Clicks miss it
    /// there.
    pub fn centre(&self, title: &str, within: Size) {
        let said =
            self.run(&["search", "--sync", "--onlyvisible", "--name", &pattern(title), "getwindowgeometry", "--shell"]);
        let side = |name: &str| -> u32 {
            let line = said.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|number| number.parse().ok()).expect("the window's size")
        };
        let (x, y) =
            (within.width.saturating_sub(side("WIDTH=")) / 2, within.height.saturating_sub(side("HEIGHT=")) / 2);
        self.place(title, x, y);
    }

    /// Puts it back to where clicks find what is in it.
    pub fn put_in_corner(&self, title: &str) {
        self.place(title, 0, 0);
    }

    fn place(&self, title: &str, x: u32, y: u32) {
        let (title, x, y) = (pattern(title), x.to_string(), y.to_string());
        self.run(&["search", "--sync", "--onlyvisible", "--name", &title, "windowmove", &x, &y]);
    }

    fn run(&self, arguments: &[&str]) -> String {
        let done = self.desktop.command("xdotool").args(arguments).output().expect("xdotool runs");
        assert!(done.status.success(), "xdotool {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }
}

/// A title as the pattern that finds it alone: its marks would mean something else there, and are of several bytes.
fn pattern(title: &str) -> String {
    let any = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == ' ' { letter.to_string() } else { ".+".to_owned() }
    };
    format!("^{}$", title.chars().map(any).collect::<String>())
}
