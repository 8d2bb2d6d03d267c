//! The program with somebody who looks at the clock before and after each frame. It runs in a process of its own, where
//! this benchmark is started once more instead of the program.

use std::cell::Cell;
use std::env;
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::prelude::*;
use nix::time::{ClockId, clock_gettime};

/// Says that this process is the watched program, and how it paints.
const PAINTING: &str = "DOUBLOONS_BENCH_PAINTING";

/// What a line about a frame is called, with its fields: nanoseconds by the clock, and of the processor.
pub(crate) const FRAME: &str = "frame";
pub(crate) const ELAPSED: &str = "elapsed";
pub(crate) const WORKED: &str = "worked";

/// How much of the chart is painted in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Painting {
    /// What has changed, as ever.
    Changes,
    /// Everything on the chart, whether it has changed or not.
    WholeChart,
}

impl Painting {
    /// What this process is to do, if it is the watched program.
    pub(crate) fn asked_for() -> Option<Painting> {
        let name = env::var(PAINTING).ok()?;
        [Painting::Changes, Painting::WholeChart].into_iter().find(|painting| painting.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Painting::Changes => "changes",
            Painting::WholeChart => "whole-chart",
        }
    }

    /// What the process needs in its environment to be the watched program.
    pub(crate) fn variable(self) -> (&'static str, &'static str) {
        (PAINTING, self.name())
    }
}

/// Runs the program and prints a line for each frame of its windows.
pub(crate) fn run(painting: Painting) {
    gtk::init().expect("a screen");
    gtk::Window::toplevels().connect_items_changed(move |windows, from, _, added| {
        for window in (from..from + added).filter_map(|index| windows.item(index).and_downcast::<gtk::Window>()) {
            window.connect_realize(move |window| watch(window, painting));
        }
    });
    doubloons::run();
}

fn watch(window: &gtk::Window, painting: Painting) {
    let Some(clock) = window.frame_clock() else { return };
    let began = Rc::new(Cell::new(Moment::now()));
    let begins = Rc::clone(&began);
    let weak = window.downgrade();
    clock.connect_before_paint(move |_| {
        if painting == Painting::WholeChart
            && let Some(window) = weak.upgrade()
        {
            mark_chart(window.upcast_ref());
        }
        begins.set(Moment::now());
    });
    clock.connect_after_paint(move |_| {
        let (began, now) = (began.get(), Moment::now());
        let elapsed = now.clock.duration_since(began.clock).as_nanos();
        let worked = now.processor.saturating_sub(began.processor).as_nanos();
        println!(r#"{{"event":"{FRAME}","{ELAPSED}":{elapsed},"{WORKED}":{worked}}}"#);
    });
}

/// Has all layers of the chart painted in the frame that begins.
fn mark_chart(widget: &gtk::Widget) {
    let is_chart = widget.css_name() == "chart";
    let mut child = widget.first_child();
    while let Some(widget) = child {
        if is_chart {
            widget.queue_draw();
        } else {
            mark_chart(&widget);
        }
        child = widget.next_sibling();
    }
}

#[derive(Clone, Copy)]
struct Moment {
    clock: Instant,
    /// How long this thread, which is the one that paints, has worked.
    processor: Duration,
}

impl Moment {
    fn now() -> Moment {
        let processor = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default();
        Moment { clock: Instant::now(), processor }
    }
}
