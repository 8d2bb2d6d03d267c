//! A line across the page that says what is wrong, with a button where something can be done about it.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::prelude::*;

use crate::ui::a11y::{self, Urgency};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// Something goes on.
    Calm,
    /// The table can't go on.
    Amber,
}

impl Tone {
    fn icon(self) -> &'static str {
        match self {
            Tone::Calm => "dialog-information-symbolic",
            Tone::Amber => "dialog-warning-symbolic",
        }
    }
}

/// What a banner says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    /// The sentence.
    pub(crate) text: String,
    /// What can be done, on the button.
    pub(crate) button: Option<String>,
    /// What else can be done, on a second button.
    pub(crate) other: Option<String>,
    /// How bad it is.
    pub(crate) tone: Tone,
}

/// The banner.
#[derive(Clone)]
pub(crate) struct Banner {
    root: gtk::Revealer,
    line: gtk::Box,
    icon: gtk::Image,
    label: gtk::Label,
    button: gtk::Button,
    other: gtk::Button,
    shown: Rc<RefCell<Option<Notice>>>,
}

impl Banner {
    /// A banner that says nothing yet; `pressed` is called when its button is.
    pub(crate) fn new(pressed: impl Fn() + 'static) -> Banner {
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 12);
        line.add_css_class("banner");
        let icon = gtk::Image::new();
        let label = gtk::Label::new(None);
        label.set_wrap(true);
        label.set_xalign(0.0);
        label.set_hexpand(true);
        let button = gtk::Button::new();
        button.set_valign(gtk::Align::Center);
        button.connect_clicked(move |_| pressed());
        let other = gtk::Button::new();
        other.set_valign(gtk::Align::Center);
        line.append(&icon);
        line.append(&label);
        line.append(&other);
        line.append(&button);
        let root = gtk::Revealer::new();
        root.set_transition_duration(200);
        root.set_child(Some(&line));
        root.set_visible(false);
        Banner { root, line, icon, label, button, other, shown: Rc::default() }
    }

    /// Calls back when the second button is pressed.
    pub(crate) fn connect_other(&self, pressed: impl Fn() + 'static) {
        self.other.connect_clicked(move |_| pressed());
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &gtk::Revealer {
        &self.root
    }

    /// The sentence that it shows.
    pub(crate) fn says(&self) -> Option<String> {
        self.shown.borrow().as_ref().map(|notice| notice.text.clone())
    }

    /// Says this, or nothing.
    pub(crate) fn show(&self, notice: Option<Notice>) {
        if *self.shown.borrow() == notice {
            return;
        }
        let before = self.says();
        match &notice {
            Some(Notice { text, button, other, tone }) => {
                self.label.set_label(text);
                a11y::set_label(&self.line, text);
                self.button.set_visible(button.is_some());
                self.button.set_label(button.as_deref().unwrap_or_default());
                self.other.set_visible(other.is_some());
                self.other.set_label(other.as_deref().unwrap_or_default());
                match tone {
                    Tone::Amber => self.line.add_css_class("amber"),
                    Tone::Calm => self.line.remove_css_class("amber"),
                }
                self.icon.set_icon_name(Some(tone.icon()));
                self.root.set_visible(true);
                self.root.set_reveal_child(true);
            }
            None => {
                self.root.set_reveal_child(false);
                self.root.set_visible(false);
            }
        }
        self.shown.replace(notice);
        if let Some(said) = self.says().filter(|said| before.as_ref() != Some(said)) {
            a11y::announce(&self.line, &said, Urgency::Event);
        }
    }
}
