//! Another game with the same people, and the standings of the evening.

use adw::prelude::*;
use doubloons_net::lan::session::{Command, RematchNews};
use doubloons_net::table::lobby::LobbyView;
use relm4::{ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, HarbourInput, ResultsInput, ResultsOutput};
use crate::evening::{self, Company, Standings};
use crate::game::Results;
use crate::lan::Request;
use crate::lan::listing::TableRow;
use crate::lan::table;
use crate::ui::replay_page::Behind;

impl App {
    pub(super) fn at_results(&mut self, wish: ResultsOutput, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        match wish {
            ResultsOutput::PractiseAgain(setup) => sender.input(AppInput::Begin(setup)),
            ResultsOutput::Rematch => {
                self.command(Command::Rematch);
                if let Some(table) = &mut self.seated {
                    table.rematch.ask();
                }
                self.show_rematch();
            }
            ResultsOutput::Watch(path) => self.read_replay(path, Behind::Results, sender),
            ResultsOutput::ToTable => sender.input(AppInput::ToTable),
            ResultsOutput::Leave => {
                self.last_table = self.seated.take().map(|table| table.last_table());
                self.ask(Request::Retire);
                // The table may stand again already.
                self.ask(Request::Relist);
                self.go_to_harbour(widgets);
            }
        }
    }

    /// Remembers how a game ended. Returns how the evening stands; `None` for somebody who only watched.
    pub(super) fn remember(&mut self, results: &Results) -> Option<Standings> {
        let played = match (&self.seated, &self.practice) {
            (Some(table), _) => table.played(results)?,
            (None, Some(setup)) => results.practised(setup),
            (None, None) => return None,
        };
        let company = Company::new(played.players.iter().map(|player| &player.who));
        self.evenings.remember(played);
        // The standings are a convenience: if the disk is full, the next game is worth more than a complaint.
        let _ = self.folder.as_deref().map(|folder| self.evenings.write(folder));
        self.evenings.standings(&company, evening::now())
    }

    /// How the evening stands for those who sit in this lobby.
    pub(super) fn standings_of(&self, lobby: &LobbyView) -> Option<Standings> {
        self.evenings.standings(&table::company(lobby)?, evening::now())
    }

    /// Somebody said something about another game.
    pub(super) fn hear_of_rematch(&mut self, news: RematchNews) {
        if let Some(table) = &mut self.seated {
            table.hear_of_rematch(news);
        }
        self.show_rematch();
    }

    /// Tells somebody who went to the harbour that the table stands again for another game.
    pub(super) fn offer_rematch(&self, tables: &[TableRow]) {
        let again = self.last_table.as_ref().and_then(|last| last.stands_again(tables));
        self.harbour.emit(HarbourInput::Rematch(again.cloned().map(Box::new)));
    }

    /// Shows on the results page how another game stands.
    pub(super) fn show_rematch(&self) {
        if let (Some(table), Some(page)) = (&self.seated, &self.results) {
            page.emit(ResultsInput::Rematch(table.rematch.clone()));
        }
    }

    /// The table is open for another game: what belongs to the last one is put away.
    pub(super) fn put_away_last_game(&mut self, widgets: &AppWidgets) {
        for bin in [&widgets.game, &widgets.results, &widgets.replay] {
            bin.set_child(gtk::Widget::NONE);
        }
        self.checks.give_up();
        self.game = None;
        self.results = None;
        self.replay = None;
    }
}
