//! Another language while the program runs. Preferences are chosen in the harbour, so that is all that is made anew;
//! every other page is made when it is opened.

use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, HarbourInput};
use crate::lan::Request;
use crate::ui::harbour::Harbour;
use crate::ui::shortcuts;

impl App {
    /// Speaks the language that was chosen from now on.
    pub(super) fn speak(&mut self, widgets: &AppWidgets, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        doubloons_words::choose(self.preferences.language);
        let harbour = Harbour::builder().launch(()).forward(sender.input_sender(), AppInput::Harbour);
        widgets.pages.replace(self.harbour.widget(), harbour.widget());
        self.harbour = harbour;
        shortcuts::install(root);
        self.list_replays();
        match self.closed.clone() {
            Some(why) => self.close_harbour(why),
            None => {
                self.ask(Request::Relist);
                self.ask(Request::Examine);
            }
        }
    }

    /// No table can be joined or hosted, for this reason.
    pub(super) fn close_harbour(&mut self, why: String) {
        self.closed = Some(why.clone());
        self.harbour.emit(HarbourInput::Closed(why));
    }
}
