//! Screens for the scenes of one language and one look, and the camera.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_gui_tests::app::{App, SHADOW};
use doubloons_gui_tests::desktop::{Desktop, Frame, Size};
use doubloons_tests::laptop::Laptop;

use crate::collection::Shooting;

/// How long a window may take to calm down before its picture is taken anyway: one that talks to others never rests.
const CALM: Duration = Duration::from_secs(8);

/// Between two looks at how busy it is.
const MOMENT: Duration = Duration::from_millis(150);

/// What a calm program may use of that.
const IDLE: Duration = Duration::from_millis(10);

/// For so many of them it has to be calm: on a busy computer it may just not have had its turn.
const CALM_MOMENTS: usize = 3;

/// How a film is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rhythm {
    /// The time from one frame to the next.
    pub(crate) every: Duration,
    pub(crate) frames: u32,
}

/// The place for one visit.
pub(crate) struct Studio<'a> {
    folder: &'a Path,
    shooting: &'a Shooting,
    visit: &'static str,
}

impl<'a> Studio<'a> {
    pub(crate) fn new(folder: &'a Path, shooting: &'a Shooting, visit: &'static str) -> Studio<'a> {
        Studio { folder, shooting, visit }
    }

    /// A computer without a network.
    pub(crate) fn desktop(&self) -> Desktop {
        let look = self.shooting.style.look;
        Desktop::with(&self.name("alone"), self.screen(), look).speaking(self.shooting.language)
    }

    /// The screen of a laptop.
    pub(crate) fn desktop_of(&self, laptop: &Laptop) -> Desktop {
        let look = self.shooting.style.look;
        Desktop::of_with(laptop, &self.name(laptop.name()), self.screen(), look).speaking(self.shooting.language)
    }

    /// How large a window is whose pictures have been taken.
    pub(crate) fn last_size(&self) -> Size {
        self.shooting.sizes.last().copied().unwrap_or(Size::DESIGNED)
    }

    /// Whether anybody wants a picture of this scene, for those that take long to get to.
    pub(crate) fn wants(&self, scene: &str) -> bool {
        self.shooting.wants(scene)
    }

    /// Takes pictures of the window, in every size.
    pub(crate) fn shoot(&self, app: &App<'_>, scene: &str) {
        self.shoot_when(app, scene, None, calm_down);
    }

    /// The same with a smaller window of this title before it.
    pub(crate) fn shoot_with(&self, app: &App<'_>, scene: &str, title: &str) {
        self.shoot_when(app, scene, Some(title), calm_down);
    }

    /// The same of something that is moving and will soon be gone.
    pub(crate) fn snap(&self, app: &App<'_>, scene: &str) {
        self.shoot_when(app, scene, None, |_| thread::sleep(MOMENT));
    }

    /// Films what comes of something that is done: frames in quick succession, in one picture. In the smallest size only, for
    /// it happens only once.
    pub(crate) fn film(&self, app: &App<'_>, scene: &str, rhythm: Rhythm, act: impl FnOnce()) {
        let Some(&size) = self.shooting.sizes.first().filter(|_| self.wants(scene)) else { return act() };
        app.resize(size);
        calm_down(app);
        act();
        self.roll(app, scene, rhythm, size);
    }

    /// Films what goes on already.
    pub(crate) fn film_on(&self, app: &App<'_>, scene: &str, rhythm: Rhythm) {
        if let Some(&size) = self.shooting.sizes.first().filter(|_| self.wants(scene)) {
            self.roll(app, scene, rhythm, size);
        }
    }

    fn roll(&self, app: &App<'_>, scene: &str, rhythm: Rhythm, size: Size) {
        let began = Instant::now();
        let frames: Vec<Frame> = (0..rhythm.frames)
            .map(|number| {
                thread::sleep((rhythm.every * number).saturating_sub(began.elapsed()));
                app.desktop().frame().expect("the screen’s memory")
            })
            .collect();
        let file = self.file(scene, size);
        app.desktop().film(&frames, size, SHADOW, &file).expect("a film");
        println!("{}", file.display());
    }

    fn file(&self, scene: &str, Size { width, height }: Size) -> PathBuf {
        let (style, language) = (self.shooting.style.name, self.shooting.language.code());
        self.folder.join(format!("{scene}-{width}x{height}-{style}-{language}.png"))
    }

    fn shoot_when(&self, app: &App<'_>, scene: &str, before: Option<&str>, ready: impl Fn(&App<'_>)) {
        if !self.wants(scene) {
            return;
        }
        app.hands().step_aside();
        for &size in &self.shooting.sizes {
            app.resize(size);
            if let Some(title) = before {
                app.hands().centre(title, with_shadow(size));
            }
            ready(app);
            let file = self.file(scene, size);
            app.desktop().picture_of(size, SHADOW, &file).expect("a picture");
            println!("{}", file.display());
        }
        if let Some(title) = before {
            app.hands().put_in_corner(title);
        }
    }

    /// Names homes, so that every visit begins with a fresh one.
    fn name(&self, computer: &str) -> String {
        format!("{}-{}-{}-{computer}", self.visit, self.shooting.style.name, self.shooting.language.code())
    }

    /// Room for the largest window.
    fn screen(&self) -> Size {
        let largest = |side: fn(&Size) -> u32| self.shooting.sizes.iter().map(side).max().unwrap_or_default();
        with_shadow(Size { width: largest(|size| size.width), height: largest(|size| size.height) })
    }
}

fn with_shadow(size: Size) -> Size {
    let both_sides = 2 * SHADOW.unsigned_abs();
    Size { width: size.width + both_sides, height: size.height + both_sides }
}

/// Waits until there is nothing more to paint.
fn calm_down(app: &App<'_>) {
    let deadline = Instant::now() + CALM;
    let mut before = app.processor_time();
    let mut calm = 0;
    while calm < CALM_MOMENTS && Instant::now() < deadline {
        thread::sleep(MOMENT);
        let now = app.processor_time();
        let used = now - std::mem::replace(&mut before, now);
        calm = if used <= IDLE { calm + 1 } else { 0 };
    }
}
