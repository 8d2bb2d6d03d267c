//! The clock in the header, for the eye: the table measures the time itself.

use std::time::{Duration, Instant};

use doubloons_net::table::peer::Occasion;
use doubloons_words::tr;
use gtk::prelude::*;

use crate::ui::a11y;

/// From so many seconds on it is red.
const SOON: u64 = 10;

mod words {
    pub(super) const TIME_LEFT: &str = "Time left";
}

/// The clock.
pub(super) struct Clock {
    label: gtk::Label,
    /// Until when the person has to decide, and what.
    deadline: Option<(Occasion, Instant)>,
}

impl Clock {
    /// A clock that does not run.
    pub(super) fn new() -> Clock {
        let label = gtk::Label::new(None);
        label.add_css_class("clock");
        label.add_css_class("numeric");
        label.set_tooltip_text(Some(tr(words::TIME_LEFT)));
        label.set_visible(false);
        Clock { label, deadline: None }
    }

    /// The widget.
    pub(super) fn widget(&self) -> &gtk::Label {
        &self.label
    }

    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.deadline.is_some()
    }

    /// There are so many seconds for this decision, or none is awaited. The same decision goes on with what is left.
    pub(super) fn set(&mut self, limit: Option<(Occasion, u16)>) {
        self.deadline = match (limit, self.deadline) {
            (Some((decision, _)), Some((known, until))) if decision == known => Some((known, until)),
            (Some((decision, seconds)), _) => Some((decision, Instant::now() + Duration::from_secs(seconds.into()))),
            (None, _) => None,
        };
        self.show();
    }

    /// Shows what is left now.
    pub(super) fn show(&self) {
        self.label.set_visible(self.is_running());
        let Some((_, until)) = self.deadline else { return };
        let left = until.saturating_duration_since(Instant::now()).as_secs();
        self.label.set_label(&format!("{}:{:02}", left / 60, left % 60));
        a11y::set_label(&self.label, &format!("{}: {left} s", tr(words::TIME_LEFT)));
        if left <= SOON {
            self.label.add_css_class("error");
        } else {
            self.label.remove_css_class("error");
        }
    }
}
