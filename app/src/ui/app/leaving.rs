//! What is asked before somebody goes: others may wait, and a practice game is not kept.

use adw::prelude::*;
use doubloons_words::tr;
use gtk::glib;
use relm4::{ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, PARTING};
use crate::lan::Request;
use crate::ui::dialog::{self, Answer};

mod words {
    pub(super) const STAY: &str = "Stay";
    pub(super) const PRACTICE: (&str, &str) = ("Leave this game?", "A practice game is not kept.");
    pub(super) const LEAVE: &str = "Leave";
    pub(super) const GAME: (&str, &str) = (
        "Leave the table for now?",
        "The others wait, or go on without you. Nothing is lost: the game is under “Your voyages” when you are back.",
    );
    pub(super) const RESUME_LATER: &str = "Resume Later";
    pub(super) const OWN_TABLE: (&str, &str) = ("Close this table?", "Everybody at it goes back to the harbour.");
    pub(super) const CLOSE_TABLE: &str = "Close Table";
}

impl App {
    pub(super) fn ask_before_leaving_game(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let (heading, body, label, look) = match &self.seated {
            Some(table) if table.is_playing() => {
                (tr(words::GAME.0), tr(words::GAME.1), tr(words::RESUME_LATER), adw::ResponseAppearance::Suggested)
            }
            _ => (tr(words::PRACTICE.0), tr(words::PRACTICE.1), tr(words::LEAVE), adw::ResponseAppearance::Destructive),
        };
        let input = sender.input_sender().clone();
        dialog::ask(root, heading, body, tr(words::STAY), &Answer { label, look }, move || {
            input.emit(AppInput::ToHarbour);
        });
    }

    pub(super) fn ask_before_leaving_table(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let crowded =
            self.seated.as_ref().is_some_and(|table| table.sitting.host.is_none() && !table.people().is_empty());
        if !crowded {
            return sender.input(AppInput::ToHarbour);
        }
        let answer = Answer { label: tr(words::CLOSE_TABLE), look: adw::ResponseAppearance::Destructive };
        let input = sender.input_sender().clone();
        let (heading, body) = words::OWN_TABLE;
        dialog::ask(root, tr(heading), tr(body), tr(words::STAY), &answer, move || input.emit(AppInput::ToHarbour));
    }

    pub(super) fn ask_before_closing(
        &self,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let (heading, body, label, look) = match &self.seated {
            Some(table) if table.is_playing() => {
                (tr(words::GAME.0), tr(words::GAME.1), tr(words::RESUME_LATER), adw::ResponseAppearance::Suggested)
            }
            Some(table) if table.sitting.host.is_none() && !table.over && !table.people().is_empty() => {
                let (heading, body) = words::OWN_TABLE;
                (tr(heading), tr(body), tr(words::CLOSE_TABLE), adw::ResponseAppearance::Destructive)
            }
            None if self.is_practising(widgets) => {
                (tr(words::PRACTICE.0), tr(words::PRACTICE.1), tr(words::LEAVE), adw::ResponseAppearance::Destructive)
            }
            _ => return sender.input(AppInput::Quit),
        };
        let input = sender.input_sender().clone();
        let answer = Answer { label, look };
        dialog::ask(root, heading, body, tr(words::STAY), &answer, move || input.emit(AppInput::Quit));
    }

    /// Whether a practice game is in view, which would be gone. The tutorial can be taken again at any time.
    fn is_practising(&self, widgets: &AppWidgets) -> bool {
        widgets.pages.shows(&widgets.game) && self.game.as_ref().is_some_and(|game| !game.model().has_coach())
    }

    /// Leaves everything in order; the program ends when the network thread has.
    pub(super) fn quit(&self, root: &adw::ApplicationWindow) {
        root.set_visible(false);
        if self.harbourmaster.is_none() {
            return relm4::main_application().quit();
        }
        self.ask(Request::Close);
        glib::timeout_add_local_once(PARTING, || relm4::main_application().quit());
    }
}
