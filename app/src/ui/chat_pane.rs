//! What people say at a table: lines, an entry, a few gestures, and who is not listened to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use doubloons_net::identity::PublicKey;
use doubloons_net::table::chat::{MAX_LINE, Remark};
use doubloons_words::tr;
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use super::a11y;
use super::widget::{follow_the_end, stop_while_there_is_more};
use crate::lan::chat::{self, ChatLine, EMOTES, KEPT};

mod words {
    pub(super) const SAY: &str = "Say something";
    pub(super) const SEND: &str = "Send";
    pub(super) const GESTURES: &str = "Gestures";
    pub(super) const PEOPLE: &str = "Who is listened to";
    pub(super) const LISTEN: &str = "Listen to";
    pub(super) const NOBODY: &str = "Nobody else is here yet.";
    pub(super) const LINES: &str = "Chat";
}

/// What the pane is told.
#[derive(Debug)]
pub(crate) enum ChatInput {
    /// Show one more line.
    Line(ChatLine),
    /// These others are here; with each, whether they are muted.
    People(Vec<(PublicKey, String, bool)>),
    /// Put the focus into the entry.
    Focus,
}

/// What the pane asks for.
#[derive(Debug)]
pub(crate) enum ChatOutput {
    /// Say this.
    Say(Remark),
    /// Listen to somebody no more, or again.
    Mute(PublicKey),
}

/// The pane.
pub(crate) struct ChatPane {
    lines: gtk::Box,
    entry: gtk::Entry,
    people: gtk::Box,
    shown: Rc<RefCell<Vec<(PublicKey, String, bool)>>>,
    shown_lines: Cell<usize>,
}

impl SimpleComponent for ChatPane {
    type Init = Vec<ChatLine>;
    type Input = ChatInput;
    type Output = ChatOutput;
    type Root = gtk::Box;
    type Widgets = ();

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 8)
    }

    fn init(lines: Vec<ChatLine>, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let list = gtk::Box::new(gtk::Orientation::Vertical, 6);
        list.set_margin_end(10);
        a11y::set_label(&list, tr(words::LINES));
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_min_content_height(24);
        scroller.set_child(Some(&list));
        a11y::set_label(&scroller, tr(words::LINES));
        follow_the_end(&scroller);
        stop_while_there_is_more(&scroller);
        root.append(&scroller);

        let people = gtk::Box::new(gtk::Orientation::Vertical, 4);
        let bottom = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        let entry = gtk::Entry::new();
        entry.set_hexpand(true);
        entry.set_width_chars(4);
        entry.set_max_width_chars(10);
        entry.set_max_length(i32::try_from(MAX_LINE).unwrap_or(i32::MAX));
        entry.set_placeholder_text(Some(tr(words::SAY)));
        a11y::set_label(&entry, tr(words::SAY));
        if let Some(text) = entry.delegate().and_downcast::<gtk::Text>() {
            a11y::set_label(&text, tr(words::SAY));
        }
        let output = sender.output_sender().clone();
        entry.connect_activate(move |entry| {
            if let Some(remark) = chat::typed(&entry.text()) {
                entry.set_text("");
                output.emit(ChatOutput::Say(remark));
            }
        });
        let end = gtk::EntryIconPosition::Secondary;
        entry.set_icon_from_icon_name(end, Some("mail-send-symbolic"));
        entry.set_icon_tooltip_text(end, Some(tr(words::SEND)));
        entry.connect_icon_press(|entry, _| entry.emit_activate());
        bottom.append(&entry);
        let output = sender.output_sender().clone();
        let say = move |remark| output.emit(ChatOutput::Say(remark));
        bottom.append(&menu("face-smile-symbolic", tr(words::GESTURES), &gestures(say)));
        bottom.append(&menu("system-users-symbolic", tr(words::PEOPLE), &people));
        root.append(&bottom);

        let pane = ChatPane { lines: list, entry, people, shown: Rc::default(), shown_lines: Cell::new(0) };
        lines.iter().for_each(|line| pane.append(line));
        ComponentParts { model: pane, widgets: () }
    }

    fn update(&mut self, input: ChatInput, sender: ComponentSender<Self>) {
        match input {
            ChatInput::Line(line) => self.append(&line),
            ChatInput::Focus => {
                self.entry.grab_focus();
            }
            ChatInput::People(people) => self.show_people(people, &sender),
        }
    }
}

impl ChatPane {
    /// Shows one more line. The oldest ones give way, as they do where lines are kept.
    fn append(&self, line: &ChatLine) {
        self.lines.append(&row(line));
        let shown = self.shown_lines.get() + 1;
        match self.lines.first_child().filter(|_| shown > KEPT) {
            Some(oldest) => self.lines.remove(&oldest),
            None => self.shown_lines.set(shown),
        }
    }

    fn show_people(&self, people: Vec<(PublicKey, String, bool)>, sender: &ComponentSender<ChatPane>) {
        if *self.shown.borrow() == people && self.people.first_child().is_some() {
            return;
        }
        while let Some(child) = self.people.first_child() {
            self.people.remove(&child);
        }
        if people.is_empty() {
            self.people.append(&gtk::Label::new(Some(tr(words::NOBODY))));
        }
        for (key, name, muted) in &people {
            let label = format!("{} {name}", tr(words::LISTEN));
            let check = gtk::CheckButton::with_label(&label);
            check.set_active(!muted);
            a11y::set_label(&check, &label);
            let (output, key) = (sender.output_sender().clone(), *key);
            check.connect_toggled(move |_| output.emit(ChatOutput::Mute(key)));
            self.people.append(&check);
        }
        self.shown.replace(people);
    }
}

/// What can be said without words.
pub(crate) fn gestures(say: impl Fn(Remark) + Clone + 'static) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 2);
    for (emote, label) in EMOTES {
        let button = gtk::Button::with_label(tr(label));
        button.add_css_class("flat");
        let say = say.clone();
        button.connect_clicked(move |button| {
            say(Remark::Emote(emote));
            if let Some(popover) = button.ancestor(gtk::Popover::static_type()).and_downcast::<gtk::Popover>() {
                popover.popdown();
            }
        });
        column.append(&button);
    }
    column
}

/// A button with something behind it.
pub(crate) fn menu(icon: &str, label: &str, content: &gtk::Box) -> gtk::MenuButton {
    let popover = gtk::Popover::new();
    popover.set_child(Some(content));
    let button = gtk::MenuButton::new();
    button.set_icon_name(icon);
    button.set_tooltip_text(Some(label));
    button.set_direction(gtk::ArrowType::Up);
    button.set_popover(Some(&popover));
    a11y::set_menu_label(&button, label);
    button
}

fn row(line: &ChatLine) -> gtk::Label {
    let label = gtk::Label::new(None);
    label.set_wrap(true);
    // Long lines must not ask for a wide sidebar.
    label.set_max_width_chars(20);
    label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
    label.set_xalign(0.0);
    label.add_css_class("log-line");
    match &line.from {
        Some(speaker) => {
            let name = gtk::glib::markup_escape_text(&speaker.name);
            let text = gtk::glib::markup_escape_text(&line.text);
            label.set_markup(&format!("<b>{name}</b>  {text}"));
            if speaker.own {
                label.add_css_class("own-line");
            }
        }
        None => {
            label.set_label(&line.text);
            label.add_css_class("quiet");
        }
    }
    label
}
