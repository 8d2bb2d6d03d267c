//! The check of a transcript that somebody waits for. Big transcripts take a while, and whoever waits may think again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One check. Whoever does it looks now and then whether somebody still waits for it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ticket(Arc<AtomicBool>);

impl Ticket {
    /// Whether nobody waits for it any more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which check is waited for: the last one that was begun, until it is there or given up.
#[derive(Default, Debug)]
pub(crate) struct Checks {
    awaited: Option<Ticket>,
}

impl Checks {
    /// Begins a check; one that was waited for is given up for it.
    pub(crate) fn begin(&mut self) -> Ticket {
        self.give_up();
        self.awaited.insert(Ticket::default()).clone()
    }

    /// Waits no more. Whether something was waited for.
    pub(crate) fn give_up(&mut self) -> bool {
        let awaited = self.awaited.take();
        awaited.inspect(|ticket| ticket.0.store(true, Ordering::Relaxed)).is_some()
    }

    /// A check is done. Whether what it found is to be shown.
    pub(crate) fn is_done(&mut self, ticket: &Ticket) -> bool {
        let wanted = self.awaited.as_ref().is_some_and(|awaited| Arc::ptr_eq(&awaited.0, &ticket.0));
        if wanted {
            self.awaited = None;
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_waited_for_is_shown_once() {
        let mut checks = Checks::default();
        let ticket = checks.begin();
        assert!(checks.is_done(&ticket));
        assert!(!checks.is_done(&ticket));
    }

    #[test]
    fn a_check_that_was_given_up_is_told_so_and_not_shown() {
        let mut checks = Checks::default();
        let ticket = checks.begin();
        assert!(checks.give_up());
        assert!(ticket.is_given_up());
        assert!(!checks.is_done(&ticket));
        assert!(!checks.give_up(), "once");
    }

    #[test]
    fn of_two_checks_the_later_one_counts() {
        let mut checks = Checks::default();
        let (first, second) = (checks.begin(), checks.begin());
        assert!(first.is_given_up() && !second.is_given_up());
        assert!(!checks.is_done(&first));
        assert!(checks.is_done(&second), "the first one does not end the wait for it");
    }
}
