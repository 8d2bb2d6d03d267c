//! The coach of the tutorial: a card beside the chart that explains one thing at a time, and what she points at.
//!
//! Every step takes the focus, so that a screen reader reads it: its button where there is something to read, its words
//! where there is something to do. The keys of the game work from there as they do in chart and tray.

use doubloons_words::tr;
use gtk::prelude::*;

use super::{a11y, size};
use crate::game::{Effect, Heed, Lesson, Model, Msg, Pointer, Step};

mod words {
    pub(super) const COACH: &str = "Tutorial";
    pub(super) const BACK: &str = "Back";
    pub(super) const BACK_ABOUT: &str = "Back to the step before this one";
    pub(super) const NEXT: &str = "Next";
    pub(super) const SKIP: &str = "Skip Tutorial";
    pub(super) const PLAY_ON: &str = "Play On";
    pub(super) const HARBOUR: &str = "To the Harbour";
    pub(super) const PLAY_ON_ABOUT: &str = "Goes on with this very game against two beginners";

    pub(super) fn progress(step: usize, of: usize) -> String {
        doubloons_words::say!("Step {step} of {of}")
    }

    pub(super) fn keys(keys: &str) -> String {
        doubloons_words::say!("Keys: {keys}")
    }
}

/// What the person asks the coach for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoachInput {
    /// The step before.
    Back,
    /// The next step.
    Next,
    /// Back to the harbour, at its end or before.
    Leave,
    /// No more of this, but the game goes on.
    PlayOn,
}

/// The coach.
pub(crate) struct Coach {
    lesson: Lesson,
    root: gtk::Box,
    progress: gtk::Label,
    bar: gtk::ProgressBar,
    words: gtk::Box,
    title: gtk::Label,
    text: gtk::Label,
    keys: gtk::Label,
    hint: gtk::Label,
    back: gtk::Button,
    next: gtk::Button,
    play_on: gtk::Button,
    leave: gtk::Button,
}

impl Coach {
    /// A coach at the beginning of the tutorial.
    pub(crate) fn new(tell: impl Fn(CoachInput) + Clone + 'static) -> Coach {
        let root = gtk::Box::new(gtk::Orientation::Vertical, 8);
        root.add_css_class("coach");
        let progress = line("coach-progress");
        let bar = gtk::ProgressBar::new();
        a11y::set_label(&bar, tr(words::COACH));
        progress.set_hexpand(true);
        let back = gtk::Button::with_label(tr(words::BACK));
        back.add_css_class("flat");
        back.add_css_class("coach-back");
        a11y::set_description(&back, tr(words::BACK_ABOUT));
        back.set_tooltip_text(Some(tr(words::BACK_ABOUT)));
        let above = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        above.append(&progress);
        above.append(&back);
        root.append(&above);
        root.append(&bar);

        let words = gtk::Box::new(gtk::Orientation::Vertical, 6);
        words.set_focusable(true);
        words.add_css_class("coach-words");
        let [title, text, keys, hint] = ["coach-title", "coach-text", "coach-keys", "coach-hint"].map(line);
        for label in [&title, &text, &keys, &hint] {
            words.append(label);
        }
        root.append(&words);

        let lie = if size::is_text_large() { gtk::Orientation::Vertical } else { gtk::Orientation::Horizontal };
        let buttons = gtk::Box::new(lie, 8);
        let leave = gtk::Button::with_label(tr(words::SKIP));
        leave.set_hexpand(true);
        leave.set_halign(gtk::Align::Start);
        let play_on = gtk::Button::with_label(tr(words::PLAY_ON));
        a11y::set_description(&play_on, tr(words::PLAY_ON_ABOUT));
        play_on.set_tooltip_text(Some(tr(words::PLAY_ON_ABOUT)));
        let next = gtk::Button::with_label(tr(words::NEXT));
        next.add_css_class("suggested-action");
        for (button, input) in [(&leave, CoachInput::Leave), (&play_on, CoachInput::PlayOn), (&next, CoachInput::Next)]
        {
            buttons.append(button);
            let tell = tell.clone();
            button.connect_clicked(move |_| tell(input));
        }
        back.connect_clicked(move |_| tell(CoachInput::Back));
        root.append(&buttons);
        let lesson = Lesson::new();
        let coach = Coach { lesson, root, progress, bar, words, title, text, keys, hint, back, next, play_on, leave };
        coach.show();
        let (next, weak) = (coach.next.downgrade(), coach.root.downgrade());
        // The focus can be taken only when there is something to see.
        coach.root.connect_map(move |_| {
            let (next, weak) = (next.clone(), weak.clone());
            gtk::glib::idle_add_local_once(move || {
                if let (Some(next), Some(_)) = (next.upgrade(), weak.upgrade()) {
                    next.grab_focus();
                }
            });
        });
        coach
    }

    /// The card.
    pub(crate) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// What she says now, as one text.
    pub(crate) fn spoken(&self) -> String {
        self.lesson.step().map(Step::spoken).unwrap_or_default()
    }

    /// Why the last try was not meant, if it was not.
    pub(crate) fn hint(&self) -> Option<gtk::glib::GString> {
        self.hint.is_visible().then(|| self.hint.label())
    }

    /// Whether there is nothing left to learn.
    pub(crate) fn is_done(&self) -> bool {
        self.lesson.is_last()
    }

    /// What she points at.
    pub(crate) fn pointers(&self) -> Vec<Pointer> {
        self.lesson.step().map(|step| step.pointers.clone()).unwrap_or_default()
    }

    /// What of a message reaches the table now. A try that is not meant is answered on the card.
    pub(crate) fn heed(&mut self, model: &Model, msg: Msg) -> Option<Msg> {
        match self.lesson.heed(model, msg) {
            Heed::Let(msg) => Some(msg),
            Heed::Later => None,
            Heed::Next => self.go_on(model),
            Heed::Hint(hint) => {
                let hint = tr(hint);
                self.hint.set_label(hint);
                self.hint.set_visible(true);
                let step = self.spoken();
                a11y::set_label(&self.words, &format!("{hint} {step}"));
                None
            }
        }
    }

    /// Goes on from what was read. What had to wait for that reaches the table now.
    pub(crate) fn go_on(&mut self, model: &Model) -> Option<Msg> {
        let before = self.lesson.progress();
        let held = self.lesson.next(model);
        if self.lesson.progress() != before {
            self.show();
            self.take_focus();
        }
        held
    }

    /// Goes back to the step before. Tells how the table stood then, and what is to be done about it.
    pub(crate) fn go_back(&mut self, model: &Model) -> Option<(Model, Vec<Effect>)> {
        let before = self.lesson.go_back(model)?;
        self.show();
        self.take_focus();
        Some(before)
    }

    /// Goes on as far as the table has come.
    pub(crate) fn follow(&mut self, model: &Model) {
        if self.lesson.follow(model) {
            self.show();
            self.take_focus();
        }
    }

    fn show(&self) {
        let Some(step) = self.lesson.step() else { return };
        let (number, of) = self.lesson.progress();
        let progress = words::progress(number, of);
        self.progress.set_label(&progress);
        self.bar.set_fraction(number as f64 / of as f64);
        self.title.set_label(tr(step.title));
        self.text.set_label(tr(step.text));
        self.keys.set_label(&words::keys(tr(step.keys)));
        let ready = self.lesson.is_ready();
        self.keys.set_visible(!step.keys.is_empty() && !ready);
        self.hint.set_visible(false);
        let spoken = format!("{progress}. {}", step.spoken());
        a11y::set_label(&self.words, &spoken);
        a11y::set_description(&self.next, &spoken);
        let last = self.lesson.is_last();
        self.next.set_visible(ready && !last);
        self.play_on.set_visible(last);
        let leave = if last { tr(words::HARBOUR) } else { tr(words::SKIP) };
        self.leave.set_label(leave);
        if last {
            self.leave.add_css_class("suggested-action");
        } else {
            self.leave.remove_css_class("suggested-action");
        }
        a11y::set_description(&self.leave, if last { &spoken } else { "" });
        // The place stays, so that nothing moves when it appears.
        self.back.set_opacity(if self.lesson.can_go_back() { 1.0 } else { 0.0 });
        self.back.set_sensitive(self.lesson.can_go_back());
    }

    /// Puts the focus where this step wants it.
    pub(crate) fn take_focus(&self) {
        if self.lesson.is_last() {
            self.leave.grab_focus();
        } else if self.lesson.is_ready() {
            self.next.grab_focus();
        } else {
            self.words.grab_focus();
        }
    }
}

fn line(class: &str) -> gtk::Label {
    let label = gtk::Label::new(None);
    label.add_css_class(class);
    label.set_xalign(0.0);
    label.set_wrap(true);
    // As wide as the sidebar, whatever there is to say.
    label.set_max_width_chars(24);
    label
}
