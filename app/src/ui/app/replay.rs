//! Opening transcripts: which ones there are, choosing one, checking it off the main thread, and the page that shows it.

use std::path::PathBuf;
use std::sync::Arc;

use adw::prelude::*;
use doubloons_words::tr;
use gtk::{gio, glib};
use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, HarbourInput, ReplayPage, ResultsInput};
use crate::replay::{self, ENDING, Story, Ticket};
use crate::ui::dialog;
use crate::ui::replay_page::{Behind, ReplayInit};

mod speech {
    pub(super) const CHECKING: &str = "Checking every signature, draw, card and move…";
    pub(super) const UNREADABLE: &str = "This file can’t be opened";
    pub(super) const STOPPED: &str = "The check has stopped by a fault of this program.";
    pub(super) const CHOOSE: &str = "Open a Replay";
    pub(super) const OPEN: &str = "Open";
    pub(super) const CANCEL: &str = "Cancel";
    pub(super) const KIND: &str = "Replays of Doubloons";
}

/// The folder of transcripts in the data directory.
const FOLDER: &str = "transcripts";

impl App {
    /// Tells the harbour which games were played on this computer, the newest first.
    pub(super) fn list_replays(&self) {
        let (transcripts, practice) = (self.folder.as_ref().map(|folder| folder.join(FOLDER)), self.voyages.clone());
        let input = self.harbour.sender().clone();
        glib::spawn_future_local(async move {
            if let Ok(games) =
                gio::spawn_blocking(move || replay::shelf(transcripts.as_deref(), practice.as_deref())).await
            {
                // The window may be gone by then.
                let _ = input.send(HarbourInput::Replays(games));
            }
        });
    }

    /// Reads and checks a transcript; the story comes back as [`AppInput::Told`].
    pub(super) fn open_replay(&mut self, path: PathBuf, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        if self.table.is_some() || widgets.pages.shows(&widgets.game) {
            return self.say_busy(widgets);
        }
        // One thing at a time is waited for: a table that was being looked for is not any more.
        self.leave_table();
        self.keep_busy(tr(speech::CHECKING).to_owned());
        self.read_replay(path, Behind::Harbour, sender);
    }

    /// Reads and checks a transcript for somebody who comes from this page.
    pub(super) fn read_replay(&mut self, path: PathBuf, behind: Behind, sender: &ComponentSender<App>) {
        let input = sender.input_sender().clone();
        let ticket = self.checks.begin();
        let held = ticket.clone();
        let read = gio::spawn_blocking(move || Story::read(&path, &held));
        glib::spawn_future_local(async move {
            let told = read.await.unwrap_or_else(|_| Some(Err(tr(speech::STOPPED).to_owned())));
            if let Some(told) = told {
                // The window may be gone by then.
                let _ = input.send(AppInput::Told(ticket, behind, told.map(Box::new)));
            }
        });
    }

    /// Shows a story, or says why there is none, unless it is not waited for any more.
    pub(super) fn show_replay(
        &mut self,
        (ticket, behind): (&Ticket, Behind),
        told: Result<Box<Story>, String>,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        // Whoever began something else meanwhile has given it up; a game in view is never covered, and results only by their
        // own game.
        let wanted = match behind {
            Behind::Harbour => self.seated.is_none() && !widgets.pages.shows(&widgets.game),
            Behind::Results => widgets.pages.shows(&widgets.results),
        };
        if !self.checks.is_done(ticket) || !wanted {
            return;
        }
        match (behind, &self.results) {
            (Behind::Results, Some(page)) => page.emit(ResultsInput::Watched),
            _ => self.is_done(),
        }
        let story = match told {
            Ok(story) => story,
            Err(why) => return dialog::tell(root, tr(speech::UNREADABLE), &why),
        };
        let init = ReplayInit { story: Arc::from(story), behind };
        let page = ReplayPage::builder().launch(init).forward(sender.input_sender(), AppInput::Film);
        widgets.replay.set_child(Some(page.widget()));
        widgets.pages.show(&widgets.replay);
        self.replay = Some(page);
    }

    /// Back to where the person came from.
    pub(super) fn close_replay(&mut self, behind: Behind, widgets: &AppWidgets) {
        match behind {
            Behind::Harbour => self.go_to_harbour(widgets),
            Behind::Results => widgets.pages.show(&widgets.results),
        }
        widgets.replay.set_child(gtk::Widget::NONE);
        self.replay = None;
    }
}

/// Lets the person choose a file.
pub(super) fn choose(root: &adw::ApplicationWindow, sender: &ComponentSender<App>) {
    let chooser = gtk::FileChooserNative::new(
        Some(tr(speech::CHOOSE)),
        Some(root),
        gtk::FileChooserAction::Open,
        Some(tr(speech::OPEN)),
        Some(tr(speech::CANCEL)),
    );
    let kind = gtk::FileFilter::new();
    kind.set_name(Some(tr(speech::KIND)));
    kind.add_pattern(&format!("*.{ENDING}"));
    chooser.add_filter(&kind);
    let input = sender.input_sender().clone();
    // A chooser that nobody holds closes at once; its own answer lets it go.
    let held = std::cell::RefCell::new(Some(chooser.clone()));
    chooser.connect_response(move |chooser, response| {
        if let (gtk::ResponseType::Accept, Some(path)) = (response, chooser.file().and_then(|file| file.path())) {
            input.emit(AppInput::Replay(path));
        }
        held.take();
    });
    chooser.show();
}
