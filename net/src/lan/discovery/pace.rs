//! How often the network is asked for tables: often at first, as multicast over radio is lost easily and somebody looks
//! at an empty list; seldom later, as every question wakes every laptop in the room.

use std::time::Duration;

/// A host may keep a second of silence after it has spoken, so a table that was announced just before the first question
/// is heard as soon as that is over.
const AT_FIRST: Duration = Duration::from_millis(350);
const QUICK_ROUNDS: u32 = 3;

const AT_EASE: Duration = Duration::from_millis(1200);
const EASY_ROUNDS: u32 = 4;
const MOST_DOUBLINGS: u32 = 3;

/// Counts the questions and says how long to wait after each.
#[derive(Default)]
pub(super) struct Pace {
    asked: u32,
}

impl Pace {
    /// A question was asked: how long to wait before the next.
    pub(super) fn wait_after_question(&mut self) -> Duration {
        self.asked = self.asked.saturating_add(1);
        if self.asked <= QUICK_ROUNDS {
            return AT_FIRST;
        }
        AT_EASE * (1 << self.asked.saturating_sub(QUICK_ROUNDS + EASY_ROUNDS).min(MOST_DOUBLINGS))
    }

    /// Something has changed: be quick again.
    pub(super) fn hurry(&mut self) {
        self.asked = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::ANNOUNCEMENT_HOLDS;
    use super::*;

    #[test]
    fn questions_become_rare_and_quick_again() {
        let mut pace = Pace::default();
        let waits: Vec<u128> = (0..12).map(|_| pace.wait_after_question().as_millis()).collect();
        assert_eq!(waits, [350, 350, 350, 1200, 1200, 1200, 1200, 2400, 4800, 9600, 9600, 9600]);
        pace.hurry();
        assert_eq!(pace.wait_after_question(), AT_FIRST);
    }

    #[test]
    fn a_table_that_only_announces_itself_outlives_a_lost_question() {
        assert!(ANNOUNCEMENT_HOLDS > 2 * AT_EASE * (1 << MOST_DOUBLINGS));
    }
}
