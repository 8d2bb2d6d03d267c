//! The program under test, running: what its windows show, and what a person does with them.

use std::fmt::Write as _;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use doubloons_tests::program::Program;

use crate::accessible::{Address, Extents, Seen, State};
use crate::desktop::{Desktop, Size};
use crate::hands::Hands;
use crate::surroundings;

/// How long anything may take that has nothing to wait for.
pub const SOON: Duration = Duration::from_secs(15);

/// How wide the edge is that GTK keeps around a window for its shadow where nobody manages windows, in pixels.
pub const SHADOW: i32 = 5;

/// The pause between two looks at the windows.
const BLINK: Duration = Duration::from_millis(10);

/// What stays in its place for so long, which is longer than a frame, has come to rest there.
const STILL: Duration = Duration::from_millis(40);

/// The pages of the main window are children of this, no deeper in the tree than that.
const PAGES: (&str, usize) = ("AdwLeaflet", 4);

/// So long a program that rests uses no processor.
const REST: Duration = Duration::from_millis(500);

/// The program, killed when it is dropped.
#[derive(Debug)]
pub struct App<'a> {
    desktop: &'a Desktop,
    /// The process.
    pub program: Program,
    root: Option<Address>,
}

impl<'a> App<'a> {
    pub(crate) fn new(desktop: &'a Desktop, program: Program) -> App<'a> {
        let mut app = App { desktop, program, root: None };
        app.root = Some(app.patiently("a window", SOON, || desktop.bus().program(app.program.id())));
        app.wait_for("a window", |seen| seen.role == "window");
        app
    }

    /// The computer it runs on.
    pub fn desktop(&self) -> &'a Desktop {
        self.desktop
    }

    /// The person's pointer and keyboard.
    pub fn hands(&self) -> Hands<'a> {
        self.desktop.hands()
    }

    /// Everything that its windows show now, and nothing else.
    pub fn look(&self) -> Vec<Seen> {
        let mut hidden_below = None;
        let mut all = self.root.as_ref().map(|root| self.desktop.bus().tree(root)).unwrap_or_default();
        all.retain(|seen| {
            if hidden_below.is_some_and(|depth| seen.depth > depth) {
                return false;
            }
            // The program itself is no window and is never shown.
            let shows = seen.depth == 0 || seen.is(State::Visible);
            hidden_below = if shows { None } else { Some(seen.depth) };
            shows
        });
        all
    }

    /// Waits for something that is shown and can be used.
    pub fn wait_for(&self, what: &str, likes: impl Fn(&Seen) -> bool) -> Seen {
        self.wait_within(SOON, what, likes)
    }

    /// The same with another deadline.
    pub fn wait_within(&self, within: Duration, what: &str, likes: impl Fn(&Seen) -> bool) -> Seen {
        self.patiently(what, within, || self.look().into_iter().find(|seen| seen.is_usable() && likes(seen)))
    }

    /// Waits for a button by its name, or by how its name begins if it ends with `…`.
    pub fn button(&self, name: &str) -> Seen {
        self.wait_for(name, |seen| is_button(seen, name))
    }

    /// Waits until something is true about what is shown.
    pub fn wait_until<T>(&self, what: &str, within: Duration, holds: impl Fn(&[Seen]) -> Option<T>) -> T {
        self.patiently(what, within, || holds(&self.look()))
    }

    /// Clicks something with the pointer.
    pub fn click(&self, what: &Seen) {
        self.hands().click(self.extents(what));
    }

    /// Clicks something unless it goes away before it has come to rest, as what a game asks for may: the click before may not
    /// have been heard yet when this was seen.
    pub fn click_unless_gone(&self, what: &Seen) {
        let deadline = Instant::now() + SOON;
        while let Some(now) = self.place(what) {
            if self.rests_at(what, now) {
                return self.hands().click(in_screen(now));
            }
            if Instant::now() >= deadline {
                self.fail(&format!("{what} never comes to rest"));
            }
        }
    }

    /// Chooses from a row with choices in the window with this title; there are so many before the wanted one. By keys, since a
    /// list that opens is a window of its own.
    pub fn choose(&self, window: &str, row: &str, choice: &str, before: usize) {
        self.hands().take_up_keyboard(window);
        self.click(&self.wait_for(row, |seen| seen.role == "combo box" && seen.name.starts_with(row)));
        self.wait_for(choice, |seen| seen.role == "label" && seen.name == choice);
        self.hands().press("Home");
        (0..before).for_each(|_| self.hands().press("Down"));
        self.hands().press("Return");
    }

    /// Turns the wheel until something in a window of this size has come up from below.
    pub fn scroll_to(&self, what: &Seen, window: Size) {
        let deadline = Instant::now() + SOON;
        loop {
            let extents = self.extents(what);
            if extents.y + extents.height <= window.height as i32 {
                return;
            }
            if Instant::now() > deadline {
                self.fail(&format!("{what} does not come up"));
            }
            self.hands().scroll_on(window);
        }
    }

    /// Where something is on the screen, once it has come to rest there.
    pub fn extents(&self, of: &Seen) -> Extents {
        let extents = self.patiently(&format!("place of {of}"), SOON, || {
            self.place(of).filter(|&extents| self.rests_at(of, extents))
        });
        in_screen(extents)
    }

    fn place(&self, of: &Seen) -> Option<Extents> {
        self.desktop.bus().extents(&of.address).filter(|extents| extents.width > 0)
    }

    /// Whether something stays where it is, and no page slides over it.
    fn rests_at(&self, what: &Seen, place: Extents) -> bool {
        thread::sleep(STILL);
        self.place(what) == Some(place) && !self.turns_a_page()
    }

    /// Whether one page of the main window slides over another: a click may meet either of them then.
    fn turns_a_page(&self) -> bool {
        let (pages, depth) = PAGES;
        let mut within = false;
        let mut shown = 0;
        for seen in self.root.iter().flat_map(|root| self.desktop.bus().tree_down_to(root, depth + 1)) {
            within = if seen.depth <= depth { seen.name == pages } else { within };
            shown += usize::from(within && seen.depth == depth + 1 && seen.is(State::Visible));
        }
        shown > 1
    }

    /// Gives its main window the keyboard.
    pub fn take_up_keyboard(&self) {
        self.hands().take_up_keyboard("Doubloons");
    }

    /// Makes its main window as large as the screen.
    pub fn fill_screen(&self, size: Size) {
        self.hands().resize("Doubloons", size);
        self.come_to_rest();
    }

    /// Gives its main window a size, its shadow left out. It may have to be asked more than once: what it shows may first have
    /// to find a place in less room.
    pub fn resize(&self, size: Size) {
        let both_sides = 2 * SHADOW.unsigned_abs();
        let with_shadow = Size { width: size.width + both_sides, height: size.height + both_sides };
        let window = self.wait_for("the window", |seen| seen.role == "window" && seen.name == "Doubloons");
        self.patiently(&format!("{size:?}"), SOON, || {
            self.hands().resize("Doubloons", with_shadow);
            let extents = self.desktop.bus().extents(&window.address)?;
            (extents.width.unsigned_abs() == size.width && extents.height.unsigned_abs() == size.height).then_some(())
        });
    }

    /// Waits until it has nothing more to do.
    pub fn come_to_rest(&self) {
        let deadline = Instant::now() + SOON;
        let mut before = self.processor_time();
        loop {
            thread::sleep(REST);
            let now = self.processor_time();
            if std::mem::replace(&mut before, now) == now {
                return;
            }
            if Instant::now() >= deadline {
                self.fail("it never comes to rest");
            }
        }
    }

    /// The processor time that it has used so far.
    pub fn processor_time(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.id())).expect("its state");
        // The name before the last bracket may hold anything; the times are the 14th and 15th field.
        let after = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 = after.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        // The kernel tells them in hundredths of a second.
        Duration::from_millis(ticks * 10)
    }

    /// Fails with everything that is known.
    pub fn fail(&self, why: &str) -> ! {
        panic!("{}: {why}\n{}", self.desktop.name(), self.program.account());
    }

    fn patiently<T>(&self, what: &str, within: Duration, mut attempt: impl FnMut() -> Option<T>) -> T {
        let deadline = Instant::now() + within;
        loop {
            if let Some(found) = attempt() {
                return found;
            }
            if Instant::now() >= deadline {
                self.fail(&format!("no {what:?} within {within:?}"));
            }
            thread::sleep(BLINK);
        }
    }
}

impl Drop for App<'_> {
    /// If a test fails, a picture of the screen stays, and in words what a screen reader would have been told.
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        let tree = self.look().iter().fold(String::new(), |mut text, seen| {
            let _ = writeln!(text, "{seen}");
            text
        });
        let folder = surroundings::failures();
        let file = |ending: &str| folder.join(format!("{}.{ending}", self.desktop.name()));
        let kept = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(file("txt"), tree))
            .and_then(|()| self.desktop.picture(&file("png")));
        match kept {
            Ok(()) => eprintln!("--- what it showed: {}, {}", file("png").display(), file("txt").display()),
            Err(error) => eprintln!("--- what it showed could not be kept: {error}"),
        }
    }
}

/// Programs tell places in their window, without the shadow around it.
fn in_screen(extents: Extents) -> Extents {
    Extents { x: extents.x + SHADOW, y: extents.y + SHADOW, ..extents }
}

/// Whether something is a button of this name; `…` at the end stands for anything.
pub fn is_button(seen: &Seen, name: &str) -> bool {
    let named = match name.strip_suffix('…') {
        Some(beginning) => seen.name.starts_with(beginning),
        // The buttons of a dialog are named twice: by what they say, and by the label in them.
        None => {
            seen.name == name
                || seen
                    .name
                    .split_at_checked(name.len())
                    .is_some_and(|(one, two)| one == name && two.strip_prefix(' ') == Some(name))
        }
    };
    named && matches!(seen.role.as_str(), "push button" | "button" | "toggle button")
}
