//! The tray while the person decides a tie: show the reserve, or keep it.

use std::cell::RefCell;
use std::rc::Rc;

use doubloons_words::{say, tr};
use gtk::prelude::*;

use super::bids::{Bids, Seen, Strip, face};
use super::{View, label, mark, two_line_button};
use crate::game::{Msg, Pointer, TieTray, card_name};
use crate::ui::a11y;

mod words {
    pub(super) const SHOW: &str = "Show It";
    pub(super) const KEEP: &str = "Keep It";
    pub(super) const SUGGEST: &str = "Suggest";
}

/// The style of the two answers.
pub(crate) const ANSWER: &str = "answer";

/// The page for ties.
pub(super) struct TiePage {
    pub(super) root: gtk::Box,
    title: gtk::Label,
    bids: Bids,
    question: gtk::Label,
    reserve: gtk::Box,
    show: gtk::Button,
    show_below: gtk::Label,
    keep: gtk::Button,
    keep_below: gtk::Label,
    suggest: gtk::Button,
    /// What the coach says.
    advice: gtk::Label,
    strip: Strip,
}

impl TiePage {
    pub(super) fn new(seen: &Rc<RefCell<Seen>>, tell: impl Fn(Msg) + Clone + 'static) -> TiePage {
        let root = gtk::Box::new(gtk::Orientation::Vertical, 4);
        let header = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        let title = label("title");
        let strip = Strip::new();
        header.append(&title);
        header.append(&strip.root);
        root.append(&header);
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 16);
        row.set_vexpand(true);
        let bids = Bids::new(seen);
        row.append(&bids.root);
        row.append(&gtk::Separator::new(gtk::Orientation::Vertical));
        let right = gtk::Box::new(gtk::Orientation::Vertical, 8);
        right.set_hexpand(true);
        right.set_valign(gtk::Align::Center);
        let question = label("question");
        question.set_wrap(true);
        question.set_lines(2);
        question.set_ellipsize(gtk::pango::EllipsizeMode::End);
        question.set_hexpand(true);
        let suggest = gtk::Button::with_label(tr(words::SUGGEST));
        a11y::set_description(&suggest, "H");
        let suggested = tell.clone();
        suggest.connect_clicked(move |_| suggested(Msg::SuggestionAsked));
        let asked = gtk::Box::new(gtk::Orientation::Horizontal, 10);
        asked.append(&question);
        asked.append(&suggest);
        right.append(&asked);
        let advice = label("dim");
        advice.set_wrap(true);
        advice.set_ellipsize(gtk::pango::EllipsizeMode::End);
        advice.set_visible(false);
        right.append(&advice);
        let answers = gtk::Box::new(gtk::Orientation::Horizontal, 10);
        answers.set_homogeneous(true);
        let (show, show_below) = two_line_button(tr(words::SHOW), "");
        let (keep, keep_below) = two_line_button(tr(words::KEEP), "");
        for (button, below, decision) in [(&show, &show_below, true), (&keep, &keep_below, false)] {
            // What follows from an answer is read to its end, in long languages on a second line.
            below.set_wrap(true);
            below.set_lines(2);
            below.set_ellipsize(gtk::pango::EllipsizeMode::End);
            below.set_justify(gtk::Justification::Center);
            button.add_css_class(ANSWER);
            answers.append(button);
            let tell = tell.clone();
            button.connect_clicked(move |_| tell(Msg::TieDecided { show: decision }));
        }
        right.append(&answers);
        let reserve = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        reserve.set_valign(gtk::Align::Center);
        row.append(&reserve);
        row.append(&right);
        root.append(&row);
        TiePage { root, title, bids, question, reserve, show, show_below, keep, keep_below, suggest, advice, strip }
    }

    pub(super) fn show(&self, tray: &TieTray, view: View) {
        self.title.set_label(&tray.title);
        self.bids.show(&tray.bids, &tray.strip, view);
        self.question.set_label(&tray.question);
        while let Some(child) = self.reserve.first_child() {
            self.reserve.remove(&child);
        }
        self.reserve.append(&face(tray.reserve, view.size, true));
        a11y::set_label(&self.reserve, &say!("Your tie-breaker: {card}", card = card_name(tray.reserve)));
        self.show_below.set_label(&tray.show);
        self.keep_below.set_label(&tray.keep);
        a11y::set_label(&self.show, &format!("{}. {}", tr(words::SHOW), tray.show));
        a11y::set_label(&self.keep, &format!("{}. {}", tr(words::KEEP), tray.keep));
        self.advise(tray.advice.as_ref());
        self.strip.show(&tray.strip);
    }

    /// Shows what the coach says, and lets the answer stand out that it would give.
    fn advise(&self, advice: Option<&(bool, String)>) {
        let reason = advice.map_or("", |(_, reason)| reason);
        self.advice.set_label(reason);
        self.advice.set_tooltip_text(Some(reason));
        self.advice.set_visible(advice.is_some());
        let shows = advice.map(|&(shows, _)| shows);
        // Whoever listens hears the reason where the answer is given.
        let (advised, other) = if shows == Some(false) { (&self.keep, &self.show) } else { (&self.show, &self.keep) };
        a11y::set_description(advised, reason);
        a11y::set_description(other, "");
        if advice.is_some() && self.suggest.has_focus() {
            advised.grab_focus();
        }
        self.suggest.set_visible(advice.is_none());
        for (button, stands_out) in [(&self.show, shows == Some(true)), (&self.keep, shows == Some(false))] {
            if stands_out {
                button.add_css_class("gold");
            } else {
                button.remove_css_class("gold");
            }
        }
    }

    /// How many lines the coach may fill. What does not fit is in the tooltip.
    pub(super) fn allow_lines(&self, lines: i32) {
        self.advice.set_lines(lines);
    }

    pub(super) fn point_at(&self, pointers: &[Pointer]) {
        mark(&self.show, pointers.contains(&Pointer::Show));
    }

    pub(super) fn focus(&self) {
        self.show.grab_focus();
    }
}
