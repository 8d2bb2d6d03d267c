//! How much of a processor a thread has taken: on a busy machine that says more than a clock on the wall.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the kernel counts for one thread.
#[derive(Clone, Debug)]
pub(crate) struct Account(PathBuf);

impl Account {
    /// The thread that asks.
    pub(crate) fn of_this_thread() -> Account {
        let thread = fs::read_link("/proc/thread-self").expect("the kernel tells who we are");
        Account(Path::new("/proc").join(thread).join("schedstat"))
    }

    /// What the thread has taken so far, to within a few milliseconds; `None` if it is gone.
    pub(crate) fn taken(&self) -> Option<Duration> {
        let text = fs::read_to_string(&self.0).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}
