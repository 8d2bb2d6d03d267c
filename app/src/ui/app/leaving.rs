//! What is asked before somebody goes: others may wait, and not everything is kept.

use std::path::PathBuf;

use adw::prelude::*;
use doubloons_net::table::genesis::GameId;
use doubloons_words::{say, tr};
use gtk::{gio, glib};
use relm4::{ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, PARTING};
use crate::lan::Request;
use crate::ui::dialog::{self, Answer};

mod words {
    pub(super) const STAY: &str = "Stay";
    pub(super) const PRACTICE: (&str, &str) =
        ("Leave this game?", "It is kept under “Your voyages”, and goes on where you left it. Or give it up.");
    pub(super) const LESSON: (&str, &str) =
        ("Leave the tutorial?", "You can take it again at any time. It begins with its first step then.");
    pub(super) const AFTER_LESSON: (&str, &str) =
        ("Leave this game?", "You began it in the tutorial, and such games can’t be gone on with later.");
    pub(super) const UNKEPT: (&str, &str) = ("Leave this game?", "This practice game can’t be kept.");
    pub(super) const LEAVE: &str = "Leave";
    pub(super) const GIVE_UP: &str = "Give Up";
    pub(super) const GAME: (&str, &str) = (
        "Leave the table for now?",
        "The others wait, or go on without you. Nothing is lost: the game is under “Your voyages” when you are back.",
    );
    pub(super) const FOR_GOOD: &str =
        "If you don’t come back, leave for good: then the others go on without waiting for you, however few they are.";
    pub(super) const RESUME_LATER: &str = "Resume Later";
    pub(super) const LEAVE_FOR_GOOD: &str = "Leave for Good";
    pub(super) const OWN_TABLE: (&str, &str) = ("Close this table?", "Everybody at it goes back to the harbour.");
    pub(super) const CLOSE_TABLE: &str = "Close Table";
    pub(super) const FORGET: &str = "Remove this game?";
    pub(super) const FORGET_PRACTICE: &str = "It can’t be gone on with afterwards.";
    pub(super) const KEEP: &str = "Keep";
    pub(super) const REMOVE: &str = "Remove";
}

/// Lets Ctrl and Q do what closing the window does: whatever has to be asked before is asked.
pub(super) fn install(window: &adw::ApplicationWindow, sender: &ComponentSender<App>) {
    let action = gio::SimpleAction::new("quit", None);
    let input = sender.input_sender().clone();
    action.connect_activate(move |_, _| input.emit(AppInput::CloseRequested));
    window.add_action(&action);
    relm4::main_application().set_accels_for_action("win.quit", &["<Control>q"]);
}

/// An answer that lets something happen to the window.
fn answer<'a>(
    label: &'static str,
    look: adw::ResponseAppearance,
    sender: &ComponentSender<App>,
    message: fn() -> AppInput,
) -> (Answer<'a>, Box<dyn Fn()>) {
    let input = sender.input_sender().clone();
    (Answer { label: tr(label), look }, Box::new(move || input.emit(message())))
}

/// Asks before a game on the network is removed from the list.
pub(super) fn ask_before_forgetting(
    game: GameId,
    table: &str,
    sender: &ComponentSender<App>,
    root: &adw::ApplicationWindow,
) {
    let body = say!("You can’t go back to “{table}” afterwards. Others who do may have to wait for you in vain.");
    let answer = Answer { label: tr(words::REMOVE), look: adw::ResponseAppearance::Destructive };
    let input = sender.input_sender().clone();
    dialog::ask(root, tr(words::FORGET), &body, tr(words::KEEP), &answer, move || input.emit(AppInput::Forget(game)));
}

/// Asks before a practice game is removed from the list.
pub(super) fn ask_before_forgetting_practice(
    path: PathBuf,
    sender: &ComponentSender<App>,
    root: &adw::ApplicationWindow,
) {
    let answer = Answer { label: tr(words::REMOVE), look: adw::ResponseAppearance::Destructive };
    let input = sender.input_sender().clone();
    dialog::ask(root, tr(words::FORGET), tr(words::FORGET_PRACTICE), tr(words::KEEP), &answer, move || {
        input.emit(AppInput::ForgetPractice(path.clone()));
    });
}

/// A practice game is on the disk, and stays there unless somebody gives it up.
fn ask_before_closing_practice(sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
    let later = answer(words::RESUME_LATER, adw::ResponseAppearance::Suggested, sender, || AppInput::Quit);
    let input = sender.input_sender().clone();
    let give_up = Answer { label: tr(words::GIVE_UP), look: adw::ResponseAppearance::Destructive };
    let given_up: Box<dyn Fn()> = Box::new(move || {
        input.emit(AppInput::GiveUp);
        input.emit(AppInput::Quit);
    });
    let (heading, body) = words::PRACTICE;
    dialog::choose(root, tr(heading), tr(body), tr(words::STAY), vec![(give_up, given_up), later]);
}

impl App {
    pub(super) fn ask_before_leaving_game(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        use adw::ResponseAppearance::{Default, Destructive, Suggested};
        let for_good = answer(words::LEAVE_FOR_GOOD, Destructive, sender, || AppInput::LeaveForGood);
        let later = answer(words::RESUME_LATER, Suggested, sender, || AppInput::ToHarbour);
        let leave = |look| answer(words::LEAVE, look, sender, || AppInput::ToHarbour);
        let give_up = answer(words::GIVE_UP, Destructive, sender, || AppInput::GiveUp);
        let ((heading, body), more, answers) = match &self.seated {
            Some(table) if table.is_playing() && table.is_member() => {
                (words::GAME, Some(words::FOR_GOOD), vec![for_good, later])
            }
            Some(table) if table.is_playing() => (words::GAME, None, vec![later]),
            _ if self.keeps_practice() => (words::PRACTICE, None, vec![give_up, later]),
            _ if self.game.as_ref().is_some_and(|game| game.model().has_coach()) => {
                (words::LESSON, None, vec![leave(Default)])
            }
            _ if self.game.as_ref().is_some_and(|game| game.model().is_lesson()) => {
                (words::AFTER_LESSON, None, vec![leave(Destructive)])
            }
            _ => (words::UNKEPT, None, vec![leave(Destructive)]),
        };
        let body = match more {
            Some(more) => format!("{}\n\n{}", tr(body), tr(more)),
            None => tr(body).to_owned(),
        };
        dialog::choose(root, tr(heading), &body, tr(words::STAY), answers);
    }

    /// Whether a practice game is being played that is kept.
    fn keeps_practice(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.model().journal().is_some())
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
            None if self.is_practising(widgets) && self.keeps_practice() => {
                return ask_before_closing_practice(sender, root);
            }
            None if self.is_practising(widgets) => {
                (tr(words::UNKEPT.0), tr(words::UNKEPT.1), tr(words::LEAVE), adw::ResponseAppearance::Destructive)
            }
            _ => return sender.input(AppInput::Quit),
        };
        let input = sender.input_sender().clone();
        let answer = Answer { label, look };
        dialog::ask(root, heading, body, tr(words::STAY), &answer, move || input.emit(AppInput::Quit));
    }

    /// Whether a practice game is in view. The tutorial can be taken again at any time.
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
