//! The harbour's list of games that were left and can be gone on with.

use std::rc::Rc;
use std::time::SystemTime;

use adw::prelude::*;
use doubloons_words::{say, tr};

use super::a11y;
use super::harbour::{HarbourOutput, link};
use super::when::when;
use crate::lan::listing::SavedRow;
use crate::voyages::PracticeRow;

mod words {
    pub(super) const TITLE: &str = "Your voyages";
    pub(super) const PRACTICE: &str = "Resume the practice game";
    pub(super) const BROKEN: &str = "A practice game";
    pub(super) const REMOVE: &str = "Remove";

    pub(super) fn resume(table: &str) -> String {
        doubloons_words::say!("Resume “{table}”")
    }
}

/// The list.
pub(crate) struct VoyageList {
    group: adw::PreferencesGroup,
    saved: Vec<SavedRow>,
    practised: Vec<PracticeRow>,
    rows: Vec<adw::ActionRow>,
    ask: Rc<dyn Fn(HarbourOutput)>,
}

impl VoyageList {
    /// A list with nothing in it, which is not shown.
    pub(crate) fn new(ask: impl Fn(HarbourOutput) + 'static) -> VoyageList {
        let group = adw::PreferencesGroup::new();
        group.set_title(tr(words::TITLE));
        group.set_visible(false);
        VoyageList { group, saved: Vec::new(), practised: Vec::new(), rows: Vec::new(), ask: Rc::new(ask) }
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &adw::PreferencesGroup {
        &self.group
    }

    /// Lists these games on the network.
    pub(crate) fn show_saved(&mut self, saved: Vec<SavedRow>) {
        if self.saved != saved {
            self.saved = saved;
            self.show();
        }
    }

    /// Lists these practice games.
    pub(crate) fn show_practised(&mut self, practised: Vec<PracticeRow>) {
        if self.practised != practised {
            self.practised = practised;
            self.show();
        }
    }

    fn show(&mut self) {
        for row in self.rows.drain(..) {
            self.group.remove(&row);
        }
        self.group.set_visible(!self.saved.is_empty() || !self.practised.is_empty());
        for saved in self.saved.clone() {
            let title = words::resume(&saved.name);
            let forget = HarbourOutput::Forget(saved.game, saved.name.clone());
            self.add(
                &title,
                &dated(&saved.about, saved.at),
                &saved.name,
                Some(HarbourOutput::Resume(saved.game)),
                forget,
            );
        }
        for practised in self.practised.clone() {
            let PracticeRow { path, about, at, sound } = practised;
            let about = dated(&about, Some(at));
            let title = if sound { tr(words::PRACTICE) } else { tr(words::BROKEN) };
            let resume = sound.then(|| HarbourOutput::ResumePractice(path.clone()));
            self.add(title, &about, tr(words::BROKEN), resume, HarbourOutput::ForgetPractice(path));
        }
    }

    /// A row that goes on with a game, if it can, with a button that removes it.
    fn add(&mut self, title: &str, about: &str, name: &str, resume: Option<HarbourOutput>, forget: HarbourOutput) {
        let icon = if resume.is_some() { "document-open-recent-symbolic" } else { "dialog-warning-symbolic" };
        let row = link(title, about, icon);
        let remove = gtk::Button::from_icon_name("user-trash-symbolic");
        remove.add_css_class("flat");
        remove.set_valign(gtk::Align::Center);
        remove.set_tooltip_text(Some(tr(words::REMOVE)));
        a11y::set_label(&remove, &say!("Remove “{name}”"));
        let ask = Rc::clone(&self.ask);
        remove.connect_clicked(move |_| ask(forget.clone()));
        if let Some(header) = row.child().and_downcast::<gtk::Box>() {
            let arrow = header.last_child();
            header.insert_child_after(&remove, arrow.as_ref().and_then(|arrow| arrow.prev_sibling()).as_ref());
            if let Some(arrow) = arrow.filter(|_| resume.is_none()) {
                header.remove(&arrow);
            }
        }
        row.set_activatable(resume.is_some());
        if let Some(resume) = resume {
            let ask = Rc::clone(&self.ask);
            row.connect_activated(move |_| ask(resume.clone()));
        }
        self.group.add(&row);
        self.rows.push(row);
    }
}

/// How far a game is, and when it was last played.
fn dated(about: &str, at: Option<SystemTime>) -> String {
    match at {
        Some(at) => say!("{about} · {when}", when = when(at)),
        None => about.to_owned(),
    }
}
