//! The tray while something is shown, or others decide.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use doubloons_words::tr;
use gtk::prelude::*;

use super::bids::{Bids, Seen, Strip};
use super::{View, label};
use crate::game::{Msg, WatchTray};
use crate::ui::a11y;

mod words {
    pub(super) const SKIP: &str = "Skip";
    pub(super) const SKIP_HELP: &str = "Space";
}

/// The page for looking on.
pub(super) struct WatchPage {
    pub(super) root: gtk::Box,
    title: gtk::Label,
    bids: Bids,
    sum: gtk::Label,
    status: gtk::Label,
    strip: Strip,
    skip: gtk::Button,
    /// Whether anything is shown by itself here.
    shows_by_itself: Cell<bool>,
}

impl WatchPage {
    pub(super) fn new(seen: &Rc<RefCell<Seen>>, tell: impl Fn(Msg) + 'static) -> WatchPage {
        let root = gtk::Box::new(gtk::Orientation::Vertical, 4);
        let header = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        let title = label("title");
        let strip = Strip::new();
        header.append(&title);
        header.append(&strip.root);
        root.append(&header);
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 18);
        row.set_vexpand(true);
        let bids = Bids::new(seen);
        row.append(&bids.root);
        let text = gtk::Box::new(gtk::Orientation::Vertical, 6);
        text.set_valign(gtk::Align::Center);
        text.set_hexpand(true);
        let sum = label("sum");
        sum.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let status = label("dim");
        status.set_ellipsize(gtk::pango::EllipsizeMode::End);
        text.append(&sum);
        text.append(&status);
        row.append(&text);
        let skip = gtk::Button::with_label(tr(words::SKIP));
        skip.set_valign(gtk::Align::Center);
        skip.set_size_request(110, -1);
        skip.set_tooltip_text(Some(tr(words::SKIP_HELP)));
        a11y::set_label(&skip, tr(words::SKIP));
        skip.connect_clicked(move |_| tell(Msg::Skipped));
        row.append(&skip);
        root.append(&row);
        WatchPage { root, title, bids, sum, status, strip, skip, shows_by_itself: Cell::new(true) }
    }

    /// Takes the button away where nothing is shown by itself.
    pub(super) fn forget_skipping(&self) {
        self.shows_by_itself.set(false);
        self.skip.set_visible(false);
    }

    pub(super) fn show(&self, tray: &WatchTray, view: View) {
        self.title.set_label(&tray.title);
        self.bids.show(&tray.bids, &tray.strip, view);
        self.bids.root.set_visible(!tray.bids.is_empty());
        self.sum.set_label(&tray.sum);
        self.sum.set_visible(!tray.sum.is_empty());
        self.status.set_label(&tray.status);
        self.strip.show(&tray.strip);
        // It stays where it is while somebody thinks: there will be more to skip in a moment.
        self.skip.set_visible((tray.can_skip || !tray.bids.is_empty()) && self.shows_by_itself.get());
        self.skip.set_sensitive(tray.can_skip);
    }
}
