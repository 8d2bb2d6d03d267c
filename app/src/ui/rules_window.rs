//! The rules, in a window of their own, so that they can lie beside a game: chapters on the left, the page on the right.

use std::rc::Rc;

use adw::prelude::*;
use doubloons_words::tr;
use gtk::{gdk, gio, glib};

use super::widget::Layer;
use super::{a11y, theme};
use crate::paint;
use crate::rulebook::{Block, Chapter, Plate, chapters};

mod words {
    pub(super) const TITLE: &str = "Rules";
    pub(super) const GAME: &str = "Caribbean";
    pub(super) const CONTENTS: &str = "Chapters";
    pub(super) const PAGE: &str = "The rules of Caribbean";
}

/// By what name an open window is found again.
const NAME: &str = "rules";

/// The action that shows the rules, in every window that has it.
pub(crate) const ACTION: &str = "win.rules";

/// Lets F1 show the rules.
pub(crate) fn install(window: &adw::ApplicationWindow) {
    let action = gio::SimpleAction::new("rules", None);
    let weak = window.downgrade();
    action.connect_activate(move |_, _| {
        if let Some(window) = weak.upgrade() {
            show(&window);
        }
    });
    window.add_action(&action);
    relm4::main_application().set_accels_for_action(ACTION, &["F1"]);
}

/// Shows the rules; those that are open already come to the front.
pub(crate) fn show(parent: &adw::ApplicationWindow) {
    if let Some(open) = open_window() {
        return open.present();
    }
    let window = adw::Window::new();
    window.set_widget_name(NAME);
    window.set_title(Some(tr(words::TITLE)));
    window.set_transient_for(Some(parent));
    window.set_destroy_with_parent(true);
    window.set_default_size(920, 620);
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(&adw::WindowTitle::new(tr(words::TITLE), tr(words::GAME))));
    let column = gtk::Box::new(gtk::Orientation::Vertical, 0);
    column.append(&header);
    column.append(&book());
    window.set_content(Some(&column));
    let keys = gtk::EventControllerKey::new();
    let weak = window.downgrade();
    keys.connect_key_pressed(move |_, key, _, _| match weak.upgrade() {
        Some(window) if key == gdk::Key::Escape => {
            window.close();
            glib::Propagation::Stop
        }
        _ => glib::Propagation::Proceed,
    });
    window.add_controller(keys);
    window.present();
}

fn open_window() -> Option<gtk::Window> {
    let windows = gtk::Window::toplevels();
    (0..windows.n_items())
        .filter_map(|index| windows.item(index).and_downcast::<gtk::Window>())
        .find(|window| window.widget_name() == NAME)
}

fn book() -> gtk::Box {
    let page = gtk::Box::new(gtk::Orientation::Vertical, 10);
    page.add_css_class("rules-page");
    let scroller = gtk::ScrolledWindow::new();
    scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
    scroller.set_hexpand(true);
    scroller.set_vexpand(true);
    a11y::set_label(&scroller, tr(words::PAGE));
    let clamp = adw::Clamp::new();
    clamp.set_maximum_size(680);
    clamp.set_child(Some(&page));
    scroller.set_child(Some(&clamp));

    let list = gtk::ListBox::new();
    list.add_css_class("navigation-sidebar");
    list.set_selection_mode(gtk::SelectionMode::Browse);
    a11y::set_label(&list, tr(words::CONTENTS));
    let headings: Rc<Vec<gtk::Label>> = Rc::new(
        chapters()
            .iter()
            .map(|chapter| {
                list.append(&contents_row(chapter.title));
                write(&page, chapter)
            })
            .collect(),
    );
    let (view, below) = (scroller.clone(), page.clone());
    let turn = move |row: &gtk::ListBoxRow| {
        let heading = usize::try_from(row.index()).ok().and_then(|index| headings.get(index));
        if let Some((_, y)) = heading.and_then(|heading| heading.translate_coordinates(&below, 0.0, 0.0)) {
            view.vadjustment().set_value(y);
        }
    };
    list.connect_row_selected(move |_, row| row.into_iter().for_each(&turn));
    let contents = gtk::ScrolledWindow::new();
    contents.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
    contents.set_size_request(210, -1);
    contents.set_child(Some(&list));
    a11y::set_label(&contents, tr(words::CONTENTS));
    let both = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    both.append(&contents);
    both.append(&gtk::Separator::new(gtk::Orientation::Vertical));
    both.append(&scroller);
    both
}

fn contents_row(title: &str) -> gtk::ListBoxRow {
    let label = gtk::Label::new(Some(title));
    label.set_xalign(0.0);
    label.set_wrap(true);
    let row = gtk::ListBoxRow::new();
    row.set_child(Some(&label));
    a11y::set_label(&row, title);
    row
}

/// Writes a chapter and returns its heading.
fn write(page: &gtk::Box, chapter: &Chapter) -> gtk::Label {
    let heading = gtk::Label::builder().label(chapter.title).accessible_role(gtk::AccessibleRole::Heading).build();
    heading.add_css_class("rules-heading");
    heading.set_xalign(0.0);
    heading.set_wrap(true);
    page.append(&heading);
    for block in &chapter.blocks {
        match block {
            Block::Text(text) => page.append(&paragraph(text, "rules-paragraph")),
            Block::Example(text) => page.append(&paragraph(text, "rules-example")),
            Block::Points(points) => {
                for (what, about) in points {
                    page.append(&point(what, about));
                }
            }
            Block::Plate(plate) => page.append(&picture(*plate)),
        }
    }
    heading
}

fn paragraph(text: &str, class: &str) -> gtk::Label {
    let label = gtk::Label::new(Some(text));
    label.add_css_class(class);
    label.add_css_class("rules-text");
    label.set_xalign(0.0);
    label.set_wrap(true);
    label.set_selectable(true);
    a11y::set_label(&label, text);
    label
}

fn point(what: &str, about: &str) -> gtk::Label {
    let label = paragraph("", "rules-point");
    label.set_markup(&format!("<b>{}</b>  {}", glib::markup_escape_text(what), glib::markup_escape_text(about)));
    a11y::set_label(&label, &format!("{what}: {about}"));
    label
}

fn picture(plate: Plate) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 4);
    column.append(&Layer::painted(0, paint::PLATE_HEIGHT, move |cr, width, height| {
        paint::paint_plate(cr, theme::palette(), plate, width, height);
    }));
    column.append(&paragraph(plate.caption(), "rules-caption"));
    column
}
