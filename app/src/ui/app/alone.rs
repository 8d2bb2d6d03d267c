//! Too few are there: a copy of the game to play on in, while the game itself waits; and getting up for good, so that the
//! others need not wait.

use adw::prelude::*;
use doubloons_net::lan::session::Command;
use doubloons_net::table::copy::{MarkedCopy, NoCopy};
use doubloons_words::{say, told, tr};
use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, GameInit, GameInput, GameOutput, GamePage, ResultsInit, ResultsPage};
use crate::game::{Msg, Results, sentence, stand_in_level};
use crate::lan::Request;
use crate::ui::dialog::{self, Answer};
use crate::ui::results_page::Played;
use crate::ui::widget::toast;

mod words {
    pub(super) const LEAVE_COPY: (&str, &str) = (
        "Leave this copy?",
        "What you played in it is not kept. You go back to the table, and the game itself is as it was.",
    );
    pub(super) const STAY: &str = "Stay";
    pub(super) const LEAVE: &str = "Leave the Copy";
}

impl App {
    /// Asks for a copy of the game.
    pub(super) fn ask_for_copy(&self) {
        self.command(Command::Copy { level: stand_in_level(), seed: (self.seed)() });
    }

    /// The copy is there, or there is none.
    pub(super) fn open_copy(
        &mut self,
        copy: Result<Box<MarkedCopy>, NoCopy>,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
    ) {
        let copy = match copy {
            Ok(copy) => *copy,
            Err(why) => return self.say(&sentence(&told(&why))),
        };
        let (Some(game), Some(table)) = (&self.game, &self.seated) else { return };
        let Some(model) = game.model().copied(copy) else { return };
        let init = GameInit {
            model,
            speed: self.preferences.speed,
            seed: (self.seed)(),
            lan: None,
            journal: None,
            copy_of: Some(table.sitting.table.clone()),
        };
        let page = GamePage::builder().launch(init).forward(sender.input_sender(), AppInput::Copy);
        widgets.game.set_child(Some(page.widget()));
        self.copy = Some(page);
    }

    /// The copy's page asks for something.
    pub(super) fn in_copy(
        &mut self,
        wish: GameOutput,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        match wish {
            GameOutput::Leave | GameOutput::ToTable => {
                let answer = Answer { label: tr(words::LEAVE), look: adw::ResponseAppearance::Suggested };
                let input = sender.input_sender().clone();
                let (heading, body) = words::LEAVE_COPY;
                dialog::ask(root, tr(heading), tr(body), tr(words::STAY), &answer, move || {
                    input.emit(AppInput::ToTable);
                });
            }
            GameOutput::Finished(results) => self.show_results_of_copy(results, widgets, sender),
            GameOutput::Preferences => self.ask_for_preferences(sender, root),
            GameOutput::SpeedChosen(speed) => {
                self.preferences.speed = speed;
                self.keep_preferences(root);
            }
            // A copy has nobody to send anything to; and whoever plays in it is called for the game itself only.
            GameOutput::Asked(_)
            | GameOutput::Wish(_)
            | GameOutput::AskForSeat(_)
            | GameOutput::Say(_)
            | GameOutput::Mute(_)
            | GameOutput::TimeBegan(_)
            | GameOutput::Stranded(_)
            | GameOutput::Copy
            | GameOutput::Learned => {}
        }
    }

    /// Tells whoever plays in a copy whether the game itself can go on.
    pub(super) fn tell_copy(&self, stranded: bool) {
        if let Some(copy) = &self.copy {
            copy.emit(GameInput::Game(Msg::OthersAreBack(!stranded)));
        }
    }

    fn show_results_of_copy(&mut self, results: Box<Results>, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        let Some(table) = &self.seated else { return };
        let played = Played::Copy(table.sitting.table.clone());
        let init = ResultsInit { results, played, rematch: None, standings: None };
        let page = ResultsPage::builder().launch(init).forward(sender.input_sender(), AppInput::Results);
        widgets.results.set_child(Some(page.widget()));
        widgets.pages.show(&widgets.results);
        self.results = Some(page);
    }

    /// Back from a copy to the game itself.
    pub(super) fn go_back_to_table(&mut self, widgets: &AppWidgets) {
        if self.copy.take().is_none() {
            return;
        }
        let Some(game) = &self.game else { return self.go_to_harbour(widgets) };
        widgets.game.set_child(Some(game.widget()));
        widgets.pages.show(&widgets.game);
        widgets.results.set_child(gtk::Widget::NONE);
        self.results = None;
    }

    /// Gets up from the table for good.
    pub(super) fn leave_for_good(&mut self, widgets: &AppWidgets) {
        self.ask(Request::Part);
        self.seated = None;
        self.invitation = None;
        self.go_to_harbour(widgets);
    }

    /// Somebody got up from a table for good, and the others know it or don't.
    pub(super) fn has_parted(&self, table: &str, heard: bool, widgets: &AppWidgets) {
        let text = match heard {
            true => say!("You left “{table}” for good. The others know it."),
            false => say!("Nobody heard that you left “{table}” for good. The game stays under “Your voyages”."),
        };
        widgets.toasts.add_toast(toast(&text));
    }
}
