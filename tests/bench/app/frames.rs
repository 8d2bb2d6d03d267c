//! Frames while a ship sails: a game at the moment in which the person commands a ship, all ships on the chart and every
//! space lit that can be reached. She sails, and the step is taken back, many times.

use std::env;
use std::thread;
use std::time::Duration;

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, is_button};
use doubloons_gui_tests::desktop::{Desktop, Size};
use doubloons_tests::event::Event;
use doubloons_tests::spread::Spread;

use crate::watched::{ELAPSED, FRAME, Painting, WORKED};

/// How often the ship sails, and as often back.
const VOYAGES: usize = 20;

/// A ship sails for 220 ms a step; what follows from her arrival belongs to it.
const UNDER_WAY: Duration = Duration::from_millis(450);

/// Fewer frames than this in that time are no animation. A computer with nothing else to do shows twenty; a busy one leaves
/// some out.
const FEWEST: usize = 4;

/// What a frame may cost.
const MOST: Duration = Duration::from_millis(8);

pub(crate) fn measure() {
    let Size { width, height } = Size::DESIGNED;
    println!("a frame while a ship sails, in a window of {width}×{height}, painted by GSK’s cairo renderer");
    for (painting, what) in
        [(Painting::Changes, "as players see it"), (Painting::WholeChart, "with the whole chart painted anew")]
    {
        let Frames { elapsed, worked } = frames(painting);
        println!("  {what}");
        println!("    by the clock      {elapsed}");
        println!("    of the processor  {worked}");
        let holds = |percent: usize| elapsed.percentile(percent) <= MOST;
        println!("    within {MOST:?}: p50 {}, p90 {}, p99 {}", yes(holds(50)), yes(holds(90)), yes(holds(99)));
    }
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// What frames took.
#[derive(Default)]
struct Frames {
    elapsed: Spread,
    worked: Spread,
}

impl Frames {
    fn extend(&mut self, frames: &[Event]) {
        let time = |field: &'static str| frames.iter().map(move |frame| Duration::from_nanos(frame.number(field)));
        self.elapsed.extend(time(ELAPSED));
        self.worked.extend(time(WORKED));
    }
}

fn frames(painting: Painting) -> Frames {
    let desktop = Desktop::new(painting.name());
    let (variable, value) = painting.variable();
    let mut command = desktop.command(env::current_exe().expect("the path of this program"));
    command.args(["--practice", "--seed", "7"]).env(variable, value);
    let app = desktop.open(command);
    app.fill_screen(Size::DESIGNED);
    app.take_up_keyboard();
    wait_for_command(&app);
    let mut frames = Frames::default();
    for _ in 0..VOYAGES {
        focus_lit_space(&app);
        for key in ["Return", "u"] {
            app.come_to_rest();
            let mark = app.program.mark();
            app.hands().press(key);
            thread::sleep(UNDER_WAY);
            let seen: Vec<Event> = app.program.events().drain(mark..).filter(|event| event.is(FRAME)).collect();
            assert!(seen.len() >= FEWEST, "{key}: a ship sails in {} frames", seen.len());
            frames.extend(&seen);
        }
    }
    frames
}

/// Plays on until the person commands a ship that can sail.
fn wait_for_command(app: &App<'_>) {
    const GAME: Duration = Duration::from_secs(200);
    app.wait_until("a ship that can sail", GAME, |all| {
        if all.iter().any(can_be_reached) {
            return Some(());
        }
        let shows = |name: &str| all.iter().find(|seen| seen.is_usable() && is_button(seen, name));
        let next = ["Seal, all cards laid", "Suggest", "Keep It…", "End Move", "End, …", "Skip"];
        if let Some(button) = next.into_iter().find_map(shows) {
            app.click(button);
        }
        None
    });
}

fn can_be_reached(space: &Seen) -> bool {
    space.name.contains("reachable in")
}

fn focus_lit_space(app: &App<'_>) {
    const TRIES: usize = 20;
    for _ in 0..TRIES {
        app.come_to_rest();
        if app.look().iter().any(|seen| seen.is(State::Focused) && can_be_reached(seen)) {
            return;
        }
        app.hands().press("Tab");
    }
    app.fail("Tab does not lead to a space that can be reached");
}
