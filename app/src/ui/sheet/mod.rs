//! Sheets: small windows over the main one in which something is chosen before it begins.

mod address;
mod host;
mod pin;
mod practice;
mod preferences;

pub(crate) use address::ask_for_address;
pub(crate) use host::{ask_for_rules, ask_how_to_host};
pub(crate) use pin::{ask_for_new_pin, ask_for_pin};
pub(crate) use practice::ask_how_to_practise;
pub(crate) use preferences::ask_for_preferences;

use adw::prelude::*;
use doubloons_words::tr;
use gtk::{gdk, glib};

use super::a11y;
use super::widget::{fit_height, show_in_view};

mod words {
    pub(super) const CANCEL: &str = "Cancel";
}

/// How high a sheet may be below its header before it is scrolled.
const HIGHEST: i32 = 560;

/// A sheet with one thing to do.
struct Sheet {
    window: adw::Window,
    header: adw::HeaderBar,
    action: gtk::Button,
    content: gtk::Box,
    scroller: gtk::ScrolledWindow,
}

impl Sheet {
    /// A sheet over `parent` with a button that does it.
    fn new(parent: &impl IsA<gtk::Window>, title: &str, action: &str) -> Sheet {
        let window = adw::Window::new();
        window.set_title(Some(title));
        window.set_modal(true);
        window.set_transient_for(Some(parent));
        window.set_destroy_with_parent(true);
        window.set_default_width(520);
        let header = adw::HeaderBar::new();
        header.set_show_start_title_buttons(false);
        header.set_show_end_title_buttons(false);
        header.set_title_widget(Some(&adw::WindowTitle::new(title, "")));
        let cancel = gtk::Button::with_label(tr(words::CANCEL));
        let closing = window.downgrade();
        cancel.connect_clicked(move |_| close(&closing));
        header.pack_start(&cancel);
        let button = gtk::Button::with_label(action);
        button.add_css_class("suggested-action");
        header.pack_end(&button);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 18);
        content.set_margin_top(18);
        content.set_margin_bottom(24);
        content.set_margin_start(18);
        content.set_margin_end(18);
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_child(Some(&content));
        a11y::set_label(&scroller, title);
        let column = gtk::Box::new(gtk::Orientation::Vertical, 0);
        column.append(&header);
        column.append(&scroller);
        window.set_content(Some(&column));
        close_by_escape(&window);
        Sheet { window, header, action: button, content, scroller }
    }

    /// Shows it; `done` is called when the button is pressed, and the sheet closes if it says so.
    fn present(self, done: impl Fn() -> bool + 'static) {
        let closing = self.window.downgrade();
        self.action.connect_clicked(move |_| {
            if done() {
                close(&closing);
            }
        });
        self.window.set_default_widget(Some(&self.action));
        fit_height(&self.window, &self.header, &self.scroller, HIGHEST);
        self.window.present();
    }
}

/// Lets Escape close a window.
pub(crate) fn close_by_escape(window: &adw::Window) {
    let keys = gtk::EventControllerKey::new();
    let closing = window.downgrade();
    keys.connect_key_pressed(move |_, key, _, _| {
        if key == gdk::Key::Escape {
            close(&closing);
            return glib::Propagation::Stop;
        }
        glib::Propagation::Proceed
    });
    window.add_controller(keys);
}

fn close(window: &glib::WeakRef<adw::Window>) {
    if let Some(window) = window.upgrade() {
        window.close();
    }
}

/// A group of rows.
fn group(title: &str, about: &str) -> adw::PreferencesGroup {
    let group = adw::PreferencesGroup::new();
    group.set_title(title);
    if !about.is_empty() {
        group.set_description(Some(about));
    }
    group
}

/// A row with choices.
fn choice(title: &str, about: &str, choices: &[&'static str]) -> adw::ComboRow {
    let row = adw::ComboRow::new();
    row.set_title(title);
    row.set_subtitle(about);
    let choices: Vec<&str> = choices.iter().map(|choice| tr(choice)).collect();
    row.set_model(Some(&gtk::StringList::new(&choices)));
    a11y::set_label(&row, title);
    row
}

/// A row with a text.
fn entry(title: &str, text: &str) -> adw::EntryRow {
    let row = adw::EntryRow::new();
    row.set_title(title);
    row.set_text(text);
    row.set_activates_default(true);
    a11y::set_label(&row, title);
    // What is typed into is a part of the row with a name of its own.
    if let Some(text) = row.delegate().and_downcast::<gtk::Text>() {
        a11y::set_label(&text, title);
    }
    row
}

/// A row with a switch.
fn switch(title: &str, about: &str, on: bool) -> (adw::ActionRow, gtk::Switch) {
    let row = adw::ActionRow::new();
    row.set_title(title);
    row.set_subtitle(about);
    let switch = gtk::Switch::new();
    switch.set_valign(gtk::Align::Center);
    switch.set_active(on);
    row.add_suffix(&switch);
    // This also names the switch after the row.
    row.set_activatable_widget(Some(&switch));
    (row, switch)
}

/// A line that says what is wrong; hidden until it says something.
fn complaint() -> gtk::Label {
    let label = gtk::Label::new(None);
    label.add_css_class("error");
    label.set_wrap(true);
    label.set_xalign(0.0);
    label.set_visible(false);
    label
}

fn complain(label: &gtk::Label, text: &str) {
    label.set_label(text);
    label.set_visible(!text.is_empty());
    show_in_view(label);
}
