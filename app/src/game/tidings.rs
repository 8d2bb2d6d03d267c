//! What was told lately, for whoever listens instead of looking: the latest of it, and step by step what was before.

use std::collections::VecDeque;

/// So many are kept: about two rounds.
const KEPT: usize = 80;

/// What was told, the latest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tidings {
    told: VecDeque<String>,
    /// How many steps back somebody has listened.
    back: usize,
}

impl Tidings {
    /// Something is told.
    pub(crate) fn tell(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.told.len() == KEPT {
            self.told.pop_front();
        }
        self.told.push_back(text.to_owned());
        self.back = 0;
    }

    /// What was told last.
    pub(crate) fn latest(&self) -> &str {
        self.told.back().map(String::as_str).unwrap_or_default()
    }

    /// What was told last; asked again, what was told before that, as far as it is kept.
    pub(crate) fn look_back(&mut self) -> &str {
        self.back = (self.back + 1).min(self.told.len());
        let index = self.told.len().checked_sub(self.back);
        index.and_then(|index| self.told.get(index)).map(String::as_str).unwrap_or_default()
    }

    /// Whoever listened has turned to something else: the next time it begins with the latest.
    pub(crate) fn look_up(&mut self) {
        self.back = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(all: &[&str]) -> Tidings {
        let mut tidings = Tidings::default();
        all.iter().for_each(|text| tidings.tell(text));
        tidings
    }

    #[test]
    fn whoever_asks_again_hears_what_was_before_and_stays_at_the_oldest() {
        let mut tidings = told(&["one", "two", "three"]);
        let heard: Vec<String> = (0..4).map(|_| tidings.look_back().to_owned()).collect();
        assert_eq!(heard, ["three", "two", "one", "one"]);
    }

    #[test]
    fn something_new_is_heard_first() {
        let mut tidings = told(&["one", "two"]);
        tidings.look_back();
        tidings.look_back();
        tidings.tell("three");
        assert_eq!((tidings.latest().to_owned(), tidings.look_back()), ("three".to_owned(), "three"));
    }

    #[test]
    fn whoever_turns_away_begins_with_the_latest_again() {
        let mut tidings = told(&["one", "two"]);
        tidings.look_back();
        tidings.look_up();
        assert_eq!(tidings.look_back(), "two");
    }

    #[test]
    fn nothing_told_is_no_text() {
        let mut tidings = told(&[""]);
        assert_eq!((tidings.look_back().to_owned(), tidings.latest()), (String::new(), ""));
    }

    #[test]
    fn only_the_latest_are_kept() {
        let mut tidings = Tidings::default();
        (0..=KEPT).for_each(|number| tidings.tell(&number.to_string()));
        let oldest = (0..=KEPT).map(|_| tidings.look_back().to_owned()).last();
        assert_eq!(oldest.as_deref(), Some("1"));
    }
}
