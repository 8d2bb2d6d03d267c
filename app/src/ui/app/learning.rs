//! The tutorial, and what is known of who has taken it.

use doubloons_words::say;
use relm4::{ComponentController, ComponentSender};

use super::{App, AppWidgets, GameInit, HarbourInput};
use crate::game::{Model, Speed};
use crate::ui::widget::toast;

impl App {
    /// Begins the tutorial.
    pub(super) fn learn(&mut self, widgets: &AppWidgets, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        match Model::lesson() {
            Ok(model) => {
                self.practice = model.setup().copied();
                self.practised = None;
                self.stay_awake(root);
                let seed = self.practice.map_or(0, |setup| setup.seed);
                // What is explained has to be seen happen.
                let speed = match self.preferences.speed {
                    Speed::Calm => Speed::Calm,
                    Speed::Normal | Speed::Brisk | Speed::Off => Speed::Normal,
                };
                self.show_game(
                    GameInit { model, speed, seed, lan: None, journal: None, copy_of: None },
                    widgets,
                    sender,
                );
            }
            Err(fault) => {
                let told = say!("The tutorial can’t begin: {fault}");
                widgets.toasts.add_toast(toast(&told));
            }
        }
    }

    /// Remembers that the person needs no offer of the tutorial any more.
    pub(super) fn has_learned(&mut self, root: &adw::ApplicationWindow) {
        if !self.preferences.learned {
            self.preferences.learned = true;
            self.keep_preferences(root);
            self.offer_tutorial();
        }
    }

    /// Offers the tutorial to somebody who has never played.
    pub(super) fn offer_tutorial(&self) {
        self.harbour.emit(HarbourInput::OfferTutorial(!self.preferences.learned));
    }
}
