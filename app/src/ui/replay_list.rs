//! The harbour's list of games that can be looked at again.

use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use adw::prelude::*;
use doubloons_words::{say, tr};
use gtk::glib;

use super::a11y;
use super::harbour::{HarbourOutput, link};
use crate::game::listed;
use crate::replay::Kept;

mod words {
    pub(super) const TITLE: &str = "Replays";
    pub(super) const OPEN: (&str, &str) =
        ("Open a transcript", "Any game that somebody saved, checked and played again");
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
        let row = link(&title, &date(game.at), "media-playback-start-symbolic");
        a11y::set_label(&row, &say!("Look again at {title}"));
        let (tell, path) = (Rc::clone(&self.ask), game.path.clone());
        row.connect_activated(move |_| tell(HarbourOutput::Replay(Some(path.clone()))));
        row
    }
}

/// A day and a time, as the desktop writes them.
fn date(at: SystemTime) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default();
    let local = glib::DateTime::from_unix_local(i64::try_from(seconds).unwrap_or_default());
    local.and_then(|local| local.format("%x, %R")).map(String::from).unwrap_or_default()
}
