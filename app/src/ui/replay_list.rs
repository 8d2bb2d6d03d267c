//! The harbour's list of games that can be looked at again.

use std::rc::Rc;

use adw::prelude::*;
use doubloons_words::{say, tr};

use super::a11y;
use super::harbour::{HarbourOutput, link};
use super::when::when;
use crate::game::listed;
use crate::replay::{Kept, Kind};

mod words {
    pub(super) const TITLE: &str = "Replays";
    pub(super) const OPEN: (&str, &str) = ("Open a replay", "Any game that somebody saved, checked and played again");
    pub(super) const OLDER: &str = "Older games";
}

/// How many of the last games are listed at once; the others are behind a row of their own.
const LISTED: usize = 3;

/// The list.
pub(crate) struct ReplayList {
    group: adw::PreferencesGroup,
    rows: Vec<gtk::Widget>,
    shown: Vec<Kept>,
    ask: Rc<dyn Fn(HarbourOutput)>,
}

impl ReplayList {
    /// A list with nothing in it but a way to choose a file.
    pub(crate) fn new(ask: impl Fn(HarbourOutput) + 'static) -> ReplayList {
        let ask: Rc<dyn Fn(HarbourOutput)> = Rc::new(ask);
        let group = adw::PreferencesGroup::new();
        group.set_title(tr(words::TITLE));
        let open = link(tr(words::OPEN.0), tr(words::OPEN.1), "document-open-symbolic");
        let tell = Rc::clone(&ask);
        open.connect_activated(move |_| tell(HarbourOutput::Replay(None)));
        group.add(&open);
        ReplayList { group, rows: Vec::new(), shown: Vec::new(), ask }
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &adw::PreferencesGroup {
        &self.group
    }

    /// Lists these games: the first of them, and the others once somebody wants to see them.
    pub(crate) fn show(&mut self, games: Vec<Kept>) {
        if self.shown == games {
            return;
        }
        for row in self.rows.drain(..) {
            self.group.remove(&row);
        }
        let (newest, older) = games.split_at(games.len().min(LISTED));
        for game in newest {
            let row = self.row(game);
            self.group.add(&row);
            self.rows.push(row.upcast());
        }
        if !older.is_empty() {
            let expander = adw::ExpanderRow::new();
            expander.set_title(tr(words::OLDER));
            expander.set_subtitle(&doubloons_words::number(older.len() as u64));
            a11y::set_label(&expander, tr(words::OLDER));
            older.iter().for_each(|game| expander.add_row(&self.row(game)));
            self.group.add(&expander);
            self.rows.push(expander.upcast());
        }
        self.shown = games;
    }

    fn row(&self, game: &Kept) -> adw::ActionRow {
        let title = if game.players.is_empty() { game.name.clone() } else { listed(&game.players) };
        let at = when(game.at);
        let about = match game.kind {
            Kind::Signed => at,
            Kind::Practice => say!("Practice · {at}"),
        };
        let row = link(&title, &about, "media-playback-start-symbolic");
        a11y::set_label(&row, &format!("{}, {about}", say!("Look again at {title}")));
        let (tell, path) = (Rc::clone(&self.ask), game.path.clone());
        row.connect_activated(move |_| tell(HarbourOutput::Replay(Some(path.clone()))));
        row
    }
}
