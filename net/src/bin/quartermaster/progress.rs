//! A progress bar on the terminal. Where standard error goes to a file it stays silent.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::report::grouped;

/// How often the bar is drawn at most.
const INTERVAL: Duration = Duration::from_millis(100);
/// How many characters it is long.
const WIDTH: u64 = 24;

/// A bar over a known number of games. It vanishes when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    total: u64,
    begun: Instant,
    /// When the bar was drawn last; `None` if there is no terminal to draw it on.
    drawn: Option<Mutex<Instant>>,
}

impl Progress {
    /// Begins at none of `total` games.
    pub(crate) fn new(total: u64) -> Progress {
        let begun = Instant::now();
        Progress { total, begun, drawn: io::stderr().is_terminal().then(|| Mutex::new(begun)) }
    }

    /// So many games are done. May be called from any thread, as often as one likes.
    pub(crate) fn show(&self, done: u64) {
        // A thread that finds the bar being drawn has better things to do than wait.
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if drawn.elapsed() >= INTERVAL {
            *drawn = Instant::now();
            erase_and_write(&bar(done, self.total, self.begun.elapsed()));
        }
    }

    /// Takes the bar away, so that something else can be written; the next [`show`](Progress::show) brings it back.
    pub(crate) fn hide(&self) {
        if self.drawn.is_some() {
            erase_and_write("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.hide();
    }
}

/// A bar that can't be drawn is no reason to stop the games, so errors are ignored.
fn erase_and_write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = write!(err, "\r\x1b[2K{text}").and_then(|()| err.flush());
}

fn bar(done: u64, total: u64, elapsed: Duration) -> String {
    let filled = (done * WIDTH / total.max(1)).min(WIDTH) as usize;
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let speed = done as f64 / seconds;
    let left = total.saturating_sub(done) as f64 / speed.max(1e-3);
    format!(
        "[{}{}] {} of {} games, {speed:.0} a second, {left:.0} s left",
        "=".repeat(filled),
        " ".repeat(WIDTH as usize - filled),
        grouped(done),
        grouped(total),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_how_far_and_how_fast() {
        let half = bar(1_500, 3_000, Duration::from_secs(10));
        assert_eq!(half, "[============            ] 1,500 of 3,000 games, 150 a second, 10 s left");
        assert!(bar(0, 0, Duration::ZERO).starts_with("[      "));
        assert!(bar(9, 3, Duration::ZERO).starts_with("[====="));
    }
}
