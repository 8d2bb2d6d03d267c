//! Ctrl-C and SIGTERM: the wish to end cleanly.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::report::Failure;

/// Listens for the wish to end.
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    count: u32,
}

impl Signals {
    /// Begins to listen. Must be called inside a tokio runtime.
    pub(crate) fn listen() -> Result<Signals, Failure> {
        let to = |kind| signal(kind).map_err(Failure::Runtime);
        Ok(Signals { interrupt: to(SignalKind::interrupt())?, terminate: to(SignalKind::terminate())?, count: 0 })
    }

    /// Waits for the wish. Whoever says it a third time does not want to wait for a clean end.
    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        self.count += 1;
        if self.count >= 3 {
            std::process::exit(130);
        }
    }
}
