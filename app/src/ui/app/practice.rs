//! Practice games: a new one, and one that was left and goes on.

use std::path::Path;

use doubloons_words::told;
use relm4::{ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, GameInit, HarbourInput, ResultsInput};
use crate::game::{Model, Setup, sentence};
use crate::ui::widget::toast;
use crate::voyages::{self, Journal, JournalNews};

impl App {
    /// Begins a practice game.
    pub(super) fn practise(
        &mut self,
        setup: Setup,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let model = match Model::practice(setup) {
            Ok(model) => model,
            Err(fault) => return widgets.toasts.add_toast(toast(&told(&fault))),
        };
        let journal = self.voyages.as_deref().map(|folder| Journal::new(folder, &setup, hear(sender)));
        // Without a thread to write it down, the game is played all the same.
        self.sit_down_to_practise(model, setup, journal.and_then(Result::ok), widgets, sender, root);
    }

    /// Goes on with a practice game that was left.
    pub(super) fn resume_practice(
        &mut self,
        path: &Path,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let resumed = voyages::open(path).and_then(|(setup, model)| {
            let journal = Journal::resume(path, &setup, hear(sender)).map_err(|error| error.to_string())?;
            Ok((model, setup, journal))
        });
        match resumed {
            Ok((model, setup, journal)) => {
                self.sit_down_to_practise(model, setup, Some(journal), widgets, sender, root);
            }
            Err(why) => {
                widgets.toasts.add_toast(toast(&sentence(&why)));
                self.list_practised();
            }
        }
    }

    fn sit_down_to_practise(
        &mut self,
        model: Model,
        setup: Setup,
        journal: Option<Journal>,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        self.practice = Some(setup);
        self.practised = None;
        self.stay_awake(root);
        let speed = self.preferences.speed;
        self.show_game(GameInit { model, speed, seed: setup.seed, lan: None, journal, copy_of: None }, widgets, sender);
    }

    /// Tells the harbour which practice games were left.
    pub(super) fn list_practised(&self) {
        if let Some(folder) = self.voyages.as_deref() {
            self.harbour.emit(HarbourInput::Practised(voyages::list(folder)));
        }
    }

    /// Gives the practice game up that is being played.
    pub(super) fn give_up(&mut self, widgets: &AppWidgets) {
        if let Some(journal) = self.game.as_ref().and_then(|game| game.model().journal().cloned()) {
            journal.discard();
        }
        self.leave_table();
        self.go_to_harbour(widgets);
    }

    /// Something became of the journal of a game.
    pub(super) fn hear_of_journal(&mut self, news: JournalNews, widgets: &AppWidgets) {
        match news {
            JournalNews::Failed(why) => widgets.toasts.add_toast(toast(&sentence(&why))),
            JournalNews::Finished(kept) => {
                self.list_practised();
                self.list_replays();
                self.practised = kept;
                self.offer_replay(widgets);
            }
            JournalNews::Gone => self.list_practised(),
        }
    }

    /// Offers the practice game that has just ended to be looked at again, once both its results and its journal are there.
    pub(super) fn offer_replay(&mut self, widgets: &AppWidgets) {
        if let Some(page) = self.results.as_ref().filter(|_| widgets.pages.shows(&widgets.results))
            && let Some(kept) = self.practised.take()
        {
            page.emit(ResultsInput::Kept(kept));
        }
    }

    /// Removes a practice game that was left.
    pub(super) fn forget_practice(&self, path: &Path, widgets: &AppWidgets) {
        if let Err(error) = voyages::forget(path) {
            widgets.toasts.add_toast(toast(&sentence(&error.to_string())));
        }
        self.list_practised();
    }
}

/// Hears from the thread that writes a game down.
fn hear(sender: &ComponentSender<App>) -> impl Fn(JournalNews) + Send + 'static {
    let input = sender.input_sender().clone();
    // The window may be gone by then.
    move |news| drop(input.send(AppInput::Journal(news)))
}
