//! The harbour's list of games that can be looked at again.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use adw::prelude::*;
use doubloons_words::tr;

use super::harbour::{HarbourOutput, link};

mod words {
    pub(super) const TITLE: &str = "Replays";
    pub(super) const OPEN: (&str, &str) =
        ("Open a transcript", "Any game that somebody saved, checked and played again");
    pub(super) const WATCH: &str = "Look at it again";
}

/// How many of the last games are listed.
const LISTED: usize = 3;

/// The list.
pub(crate) struct ReplayList {
    group: adw::PreferencesGroup,
    rows: Vec<(PathBuf, adw::ActionRow)>,
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
        ReplayList { group, rows: Vec::new(), ask }
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &adw::PreferencesGroup {
        &self.group
    }

    /// Lists the first of these files.
    pub(crate) fn show(&mut self, files: &[PathBuf]) {
        let files = &files[..files.len().min(LISTED)];
        if self.rows.iter().map(|(file, _)| file).eq(files) {
            return;
        }
        for (_, row) in self.rows.drain(..) {
            self.group.remove(&row);
        }
        for file in files {
            let row = link(&title(file), tr(words::WATCH), "media-playback-start-symbolic");
            let (tell, path) = (Rc::clone(&self.ask), file.clone());
            row.connect_activated(move |_| tell(HarbourOutput::Replay(Some(path.clone()))));
            self.group.add(&row);
            self.rows.push((file.clone(), row));
        }
    }
}

fn title(file: &Path) -> String {
    file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
