//! Another game with the same people, as the results page tells of it.

use doubloons_words::{current, list, say, tr};
/// Who would like another game, and how far it has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RematchScene {
    wanted: Vec<String>,
    offered: Vec<String>,
    asked: bool,
    failed: Option<String>,
}

impl RematchScene {
    /// Somebody would like another game.
    pub(crate) fn want(&mut self, name: String) {
        if !self.wanted.contains(&name) {
            self.wanted.push(name);
        }
    }

    /// Somebody has opened a table for it.
    pub(crate) fn offer(&mut self, name: String) {
        if !self.offered.contains(&name) {
            self.offered.push(name);
        }
    }

    /// Somebody is gone.
    pub(crate) fn gone(&mut self, name: &str) {
        self.wanted.retain(|known| known != name);
        self.offered.retain(|known| known != name);
    }

    /// The person here would like another game.
    pub(crate) fn ask(&mut self) {
        self.asked = true;
    }

    /// Whether the person here would like another game.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked
    }

    /// It did not come about.
    pub(crate) fn fail(&mut self, why: String) {
        self.failed = Some(why);
    }

    /// How it stands, in a sentence; empty when nobody has said anything.
    pub(crate) fn text(&self) -> String {
        match (&self.failed, self.asked, self.offered.first()) {
            (Some(why), ..) => say!("The rematch did not come about: {why}."),
            (None, true, Some(host)) => say!("Going to {host}’s table…"),
            (None, true, None) => tr("Opening the table for a rematch…").to_owned(),
            (None, false, Some(host)) => say!("{host} proposes a rematch: same table, same terms."),
            (None, false, None) => match self.wanted.as_slice() {
                [] => String::new(),
                [one] => say!("{one} would like a rematch."),
                several => say!("{names} would like a rematch.", names = list(&current(), several)),
            },
        }
    }

    /// What the button for it says, and whether it can be pressed.
    pub(crate) fn button(&self) -> (&'static str, bool) {
        let label = if self.offered.is_empty() { tr("Rematch") } else { tr("Join the Rematch") };
        (label, !self.asked && self.failed.is_none())
    }

    /// What the button says that leads away.
    pub(crate) fn other_button(&self) -> &'static str {
        if self.offered.is_empty() || self.asked { tr("Back to the Harbour") } else { tr("Not Now") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_is_wanted_offered_and_joined() {
        let mut scene = RematchScene::default();
        assert_eq!(
            (scene.text().as_str(), scene.button(), scene.other_button()),
            ("", ("Rematch", true), "Back to the Harbour")
        );
        scene.want("Bea".to_owned());
        assert_eq!(scene.text(), "Bea would like a rematch.");
        scene.want("Carl".to_owned());
        scene.want("Carl".to_owned());
        assert_eq!(scene.text(), "Bea and Carl would like a rematch.");
        scene.offer("Bea".to_owned());
        assert_eq!(scene.text(), "Bea proposes a rematch: same table, same terms.");
        assert_eq!((scene.button(), scene.other_button()), (("Join the Rematch", true), "Not Now"));
        scene.ask();
        assert_eq!((scene.text().as_str(), scene.button().1), ("Going to Bea’s table…", false));
    }

    #[test]
    fn whoever_is_gone_offers_nothing() {
        let mut scene = RematchScene::default();
        scene.offer("Bea".to_owned());
        scene.gone("Bea");
        assert_eq!(scene, RematchScene::default());
        scene.ask();
        assert_eq!(scene.text(), "Opening the table for a rematch…");
        scene.fail("the host is gone".to_owned());
        assert_eq!(scene.text(), "The rematch did not come about: the host is gone.");
        assert!(!scene.button().1);
    }
}
