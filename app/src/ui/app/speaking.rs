//! Another language while the program runs. Every page is made when it is opened, except the harbour, which is made anew.
//! A page that is open is not: whoever chooses a language during a game hears it once they are back in the harbour, and
//! what is under way there is finished first.

use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, HarbourInput};
use crate::lan::Request;
use crate::ui::harbour::Harbour;
use crate::ui::shortcuts;

impl App {
    /// Speaks the language that was chosen, if nothing is open that was written in another one.
    pub(super) fn speak_if_in_harbour(
        &mut self,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let is_idle = !self.busy && widgets.pages.shows(self.harbour.widget());
        if self.spoken != self.preferences.language && is_idle {
            self.speak(widgets, sender, root);
        }
    }

    fn speak(&mut self, widgets: &AppWidgets, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        self.spoken = self.preferences.language;
        doubloons_words::choose(self.spoken);
        let harbour = Harbour::builder().launch(()).forward(sender.input_sender(), AppInput::Harbour);
        widgets.pages.replace(self.harbour.widget(), harbour.widget());
        self.harbour = harbour;
        shortcuts::install(root);
        self.introduce();
        self.offer_tutorial();
        self.list_replays();
        self.list_practised();
        self.not_looking.iter().for_each(|why| self.harbour.emit(HarbourInput::NotLooking(why.clone())));
        match self.closed.clone() {
            Some(why) => self.close_harbour(why),
            None => {
                self.ask(Request::Relist);
                self.ask(Request::Examine);
            }
        }
    }

    /// The harbour tells what is under way, and lets it be cancelled.
    pub(super) fn keep_busy(&mut self, with: String) {
        self.busy = true;
        self.harbour.emit(HarbourInput::Busy(Some(with)));
    }

    /// Nothing is under way any more.
    pub(super) fn is_done(&mut self) {
        self.busy = false;
        self.harbour.emit(HarbourInput::Busy(None));
    }

    /// No table can be joined or hosted, for this reason.
    pub(super) fn close_harbour(&mut self, why: String) {
        self.closed = Some(why.clone());
        self.harbour.emit(HarbourInput::Closed(why));
    }
}
