//! What the game page asks for, and the results of its game.

use std::time::SystemTime;

use adw::prelude::*;
use doubloons_net::lan::session::Command;
use doubloons_net::table::chat::Remark;
use doubloons_net::table::peer::{self, Wish};
use gtk::gio;
use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets};
use crate::attention::Occasion;
use crate::game::Results;
use crate::hourglass::Hourglass;
use crate::lan::table::LanTable;
use crate::ui::game_page::{GameInit, GameInput, GameOutput, GamePage};
use crate::ui::results_page::{Played, ResultsInit, ResultsPage};

impl App {
    pub(super) fn show_game(&mut self, init: GameInit, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        if self.checks.give_up() {
            self.is_done();
        }
        let game = GamePage::builder().launch(init).forward(sender.input_sender(), AppInput::Game);
        widgets.game.set_child(Some(game.widget()));
        widgets.pages.show(&widgets.game);
        self.game = Some(game);
    }

    pub(super) fn in_game(
        &mut self,
        wish: GameOutput,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        match wish {
            GameOutput::Asked(asked) => self.need(asked.then_some(Occasion::Turn)),
            // Who has come to the end of the tutorial leaves nothing behind.
            GameOutput::Leave if self.game.as_ref().is_some_and(|game| game.model().has_learned()) => {
                self.has_learned(root);
                sender.input(AppInput::ToHarbour);
            }
            GameOutput::Leave => self.ask_before_leaving_game(sender, root),
            GameOutput::Finished(results) => {
                self.has_learned(root);
                self.show_results(results, widgets, sender);
            }
            GameOutput::Stranded(stranded) => self.tell_copy(stranded),
            GameOutput::Copy => self.ask_for_copy(),
            // Only copies have another table behind them.
            GameOutput::ToTable => {}
            GameOutput::AskForSeat(seat) => self.command(Command::AskForSeat(seat)),
            GameOutput::Wish(wish) => self.command(Command::Wish(*wish)),
            GameOutput::Say(remark) => {
                let line = self.seated.as_mut().and_then(|table| table.say(&remark));
                if let (Some(game), Some(line)) = (&self.game, line) {
                    game.emit(GameInput::Line(line));
                }
                self.pass_on(Some(remark));
            }
            GameOutput::Mute(key) => self.mute(key),
            GameOutput::TimeBegan(decision) => self.note_time(decision),
            GameOutput::Learned => self.has_learned(root),
            GameOutput::Preferences => self.ask_for_preferences(sender, root),
            GameOutput::SpeedChosen(speed) => {
                self.preferences.speed = speed;
                self.keep_preferences(root);
            }
        }
    }

    /// Sends what the person says in a game to whoever is there; if nobody is, as soon as somebody is.
    pub(super) fn pass_on(&mut self, remark: Option<Remark>) {
        let remarks = self.seated.as_mut().map(|table| table.speak(remark)).unwrap_or_default();
        remarks.into_iter().for_each(|remark| self.command(Command::Wish(Wish::Say(remark))));
    }

    /// Notes since when a decision is waited for, for whoever leaves the table and comes back.
    fn note_time(&self, decision: peer::Occasion) {
        let game = self.seated.as_ref().and_then(LanTable::game);
        if let (Some(game), Some(folder)) = (game, self.folder.clone()) {
            let glass = Hourglass::turned(game, decision, SystemTime::now());
            // What could not be noted is only for the eye.
            drop(gio::spawn_blocking(move || glass.note(&folder)));
        }
    }

    pub(super) fn show_results(&mut self, results: Box<Results>, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        let practice = self.practice.filter(|_| self.seated.is_none());
        let standings = self.remember(&results);
        self.rest();
        if let Some(table) = &mut self.seated {
            table.over = true;
        }
        self.copy = None;
        let kept = self.game.as_ref().is_some_and(|game| game.model().journal().is_some());
        let played = practice.map_or(Played::Network, |setup| Played::Practice { setup, kept });
        let rematch = self.seated.as_ref().filter(|_| standings.is_some()).map(|table| table.rematch.clone());
        // After one game they say the same as its ranking.
        let standings = standings.filter(|standings| standings.games > 1);
        let init = ResultsInit { results, played, rematch, standings };
        let page = ResultsPage::builder().launch(init).forward(sender.input_sender(), AppInput::Results);
        widgets.results.set_child(Some(page.widget()));
        widgets.pages.show(&widgets.results);
        self.results = Some(page);
        self.show_verdict();
        self.offer_replay(widgets);
    }
}
