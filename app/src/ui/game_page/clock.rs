//! The clock in the header, for the eye: the table measures the time itself, and begins anew after a break. Of a decision
//! that was waited for already when the person came back, only the rest is left.

use std::time::{Duration, Instant, SystemTime};

use doubloons_net::table::genesis::GameId;
use doubloons_net::table::peer::Occasion;
use doubloons_words::tr;
use gtk::prelude::*;

use crate::game::TimeLimit;
use crate::hourglass::Hourglass;
use crate::ui::a11y;

/// From so many seconds on the person's own time is red.
const SOON: u64 = 10;

mod words {
    pub(super) const YOURS: &str = "Time left";
    pub(super) const OTHERS: &str = "Time left for the others";
}

/// The clock.
pub(super) struct Clock {
    label: gtk::Label,
    running: Option<Running>,
    /// What was noted before the person left the table, until it is compared with the first decision that is asked for.
    noted: Option<(GameId, Hourglass)>,
}

/// A decision that somebody has to make.
#[derive(Clone, Copy)]
struct Running {
    decision: Occasion,
    until: Instant,
    own: bool,
}

impl Running {
    /// There are so many seconds for this decision, or what is `left` of them. The same decision goes on with what is left,
    /// whoever still has to make it.
    fn go_on(before: Option<Running>, limit: TimeLimit, left: Option<Duration>, now: Instant) -> Running {
        let TimeLimit { occasion, own, .. } = limit;
        let known = before.filter(|known| known.decision == occasion);
        let until = known.map_or_else(|| now + left.unwrap_or(limit.time()), |known| known.until);
        Running { decision: occasion, until, own }
    }
}

impl Clock {
    /// A clock that does not run; at a table that the person came back to, with what was noted before.
    pub(super) fn new(noted: Option<(GameId, Hourglass)>) -> Clock {
        let label = gtk::Label::new(None);
        label.add_css_class("clock");
        label.add_css_class("numeric");
        label.set_visible(false);
        Clock { label, running: None, noted }
    }

    /// The widget.
    pub(super) fn widget(&self) -> &gtk::Label {
        &self.label
    }

    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// There is so much time for a decision, or none is awaited. Returns the decision if all of its time begins now.
    pub(super) fn set(&mut self, limit: Option<TimeLimit>) -> Option<Occasion> {
        let before = self.running;
        let left = limit.and_then(|limit| {
            let (game, noted) = self.noted.take()?;
            noted.left(game, limit.occasion, limit.time(), SystemTime::now())
        });
        self.running = limit.map(|limit| Running::go_on(before, limit, left, Instant::now()));
        self.show();
        let begun =
            self.running.filter(|now| left.is_none() && before.is_none_or(|before| before.decision != now.decision));
        begun.map(|running| running.decision)
    }

    /// Shows what is left now.
    pub(super) fn show(&self) {
        self.label.set_visible(self.is_running());
        let Some(Running { until, own, .. }) = self.running else { return };
        let left = until.saturating_duration_since(Instant::now()).as_secs();
        let whose = if own { tr(words::YOURS) } else { tr(words::OTHERS) };
        self.label.set_label(&format!("{}:{:02}", left / 60, left % 60));
        self.label.set_tooltip_text(Some(whose));
        a11y::set_label(&self.label, &format!("{whose}: {left} s"));
        for (class, on) in [("error", own && left <= SOON), ("quiet", !own)] {
            if on {
                self.label.add_css_class(class);
            } else {
                self.label.remove_css_class(class);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEALING: Occasion = Occasion { decision: 4, turn: None };

    fn limit(occasion: Occasion, own: bool) -> TimeLimit {
        TimeLimit { occasion, seconds: 90, own }
    }

    #[test]
    fn whoever_has_decided_sees_what_the_others_have_left() {
        let begin = Instant::now();
        let own = Running::go_on(None, limit(SEALING, true), None, begin);
        let others = Running::go_on(Some(own), limit(SEALING, false), None, begin + Duration::from_secs(30));
        assert_eq!((others.until, others.own), (begin + Duration::from_secs(90), false));
    }

    #[test]
    fn another_decision_has_all_its_time() {
        let begin = Instant::now();
        let first = Running::go_on(None, limit(SEALING, true), None, begin);
        let later = begin + Duration::from_secs(30);
        let next = Occasion { decision: 5, turn: Some(12) };
        assert_eq!(Running::go_on(Some(first), limit(next, false), None, later).until, later + Duration::from_secs(90));
    }

    #[test]
    fn whoever_came_back_has_only_the_rest() {
        let begin = Instant::now();
        let rest = Duration::from_secs(40);
        let own = Running::go_on(None, limit(SEALING, true), Some(rest), begin);
        assert_eq!(own.until, begin + rest);
        let later = Running::go_on(Some(own), limit(SEALING, false), None, begin + Duration::from_secs(5));
        assert_eq!(later.until, begin + rest, "and it goes on");
    }
}
