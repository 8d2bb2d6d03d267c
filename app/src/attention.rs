//! When somebody who looks at another window is called: once, and not again before they have looked or it has passed.

use doubloons_words::tr;
/// Why somebody is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// They have to decide something in the game.
    Turn,
    /// All others at their table are ready.
    EverybodyReady,
    /// The game begins.
    Begun,
}

impl Occasion {
    /// The words of the call: a title, and what to do.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Occasion::Turn => (tr("Your turn"), tr("The table waits for you.")),
            Occasion::EverybodyReady => (tr("Everybody is ready"), tr("You can start the game.")),
            Occasion::Begun => (tr("The game begins"), tr("Lay your bribes.")),
        }
    }
}

/// What to do about a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bell {
    /// Call.
    Ring(Occasion),
    /// Take the call back.
    Silence,
}

/// Whether somebody is needed, looks, and was called.
#[derive(Debug)]
pub(crate) struct Attention {
    looks: bool,
    needed: Option<Occasion>,
    rung: bool,
}

impl Default for Attention {
    fn default() -> Attention {
        Attention { looks: true, needed: None, rung: false }
    }
}

impl Attention {
    /// Somebody is needed for this, or for nothing any more.
    pub(crate) fn need(&mut self, occasion: Option<Occasion>) -> Option<Bell> {
        let new = self.needed != occasion;
        self.needed = occasion;
        match occasion {
            Some(occasion) if new && !self.looks && !self.rung => {
                self.rung = true;
                Some(Bell::Ring(occasion))
            }
            Some(_) => None,
            None => self.silence(),
        }
    }

    /// The window has the focus, or has lost it.
    pub(crate) fn look(&mut self, looks: bool) -> Option<Bell> {
        self.looks = looks;
        if looks { self.silence() } else { None }
    }

    fn silence(&mut self) -> Option<Bell> {
        std::mem::take(&mut self.rung).then_some(Bell::Silence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_is_not_called() {
        let mut attention = Attention::default();
        assert_eq!(attention.need(Some(Occasion::Turn)), None);
        assert_eq!(attention.look(false), None, "they know that it is their turn");
        assert_eq!(attention.need(Some(Occasion::Turn)), None);
    }

    #[test]
    fn one_call_is_enough_until_they_have_looked() {
        let mut attention = Attention::default();
        attention.look(false);
        assert_eq!(attention.need(Some(Occasion::Begun)), Some(Bell::Ring(Occasion::Begun)));
        assert_eq!(attention.need(Some(Occasion::Turn)), None);
        assert_eq!(attention.look(true), Some(Bell::Silence));
        assert_eq!(attention.look(true), None);
    }

    #[test]
    fn a_turn_that_has_passed_is_taken_back_and_the_next_one_calls_again() {
        let mut attention = Attention::default();
        attention.look(false);
        assert_eq!(attention.need(Some(Occasion::Turn)), Some(Bell::Ring(Occasion::Turn)));
        assert_eq!(attention.need(None), Some(Bell::Silence));
        assert_eq!(attention.need(None), None);
        assert_eq!(attention.need(Some(Occasion::Turn)), Some(Bell::Ring(Occasion::Turn)));
    }
}
