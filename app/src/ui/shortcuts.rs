//! The window that lists the keys: Ctrl and question mark.

use std::fmt::Write as _;

use doubloons_words::{mark, tr};
use gtk::gio;
use gtk::prelude::*;

use super::a11y;

mod words {
    pub(super) const KEYS: &str = "Keyboard Shortcuts";
    pub(super) const FIND: &str = "Find a key";
}

/// The action that shows them, in every window that has it.
pub(crate) const ACTION: &str = "win.show-help-overlay";

/// Groups of keys and what they do, in GTK's notation for keys.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        mark("Bribing"),
        &[
            ("a...f", mark("Go to a ship’s place")),
            ("r", mark("Go to the tie-breaker")),
            ("0...5 t", mark("Lay a card, or the thief")),
            ("Delete", mark("Take the card back")),
            ("&lt;Control&gt;Return", mark("Seal the bribes")),
        ],
    ),
    (
        mark("Sailing"),
        &[
            ("Left Right", mark("Look at the spaces on both sides")),
            ("Home Page_Up", mark("Look at the spaces above")),
            ("End Page_Down", mark("Look at the spaces below")),
            ("0...9", mark("Go to a space by its number")),
            ("Tab", mark("Go to the next golden space")),
            ("Return", mark("Sail there")),
            ("c s w p d", mark("Capture, steal, swap, pass on, deliver")),
            ("u &lt;Control&gt;z", mark("Undo a step")),
            ("f", mark("Follow the suggestion")),
            ("&lt;Control&gt;Return", mark("End the move")),
        ],
    ),
    (mark("Ties"), &[("s", mark("Show the tie-breaker")), ("k", mark("Keep it"))]),
    (
        mark("Everywhere in a game"),
        &[
            ("&lt;Shift&gt;F10 Menu", mark("Tell what is on a space")),
            ("space", mark("Skip what is being shown")),
            ("n", mark("Read what is awaited")),
            ("l", mark("Read what happened last, and before")),
            ("Escape", mark("Go back, or take back")),
            ("h &lt;Control&gt;h", mark("Ask for a suggestion")),
            ("F6", mark("Go to the next pane")),
            ("F9", mark("Show or hide the sidebar")),
            ("&lt;Control&gt;k", mark("Go to the chat")),
            ("F1", mark("Show the rules")),
            ("&lt;Control&gt;m", mark("Turn the sounds off and on")),
            ("&lt;Control&gt;question", mark("Show these keys")),
            ("&lt;Control&gt;q", mark("Quit")),
        ],
    ),
];

/// Lets Ctrl and question mark show the list, in the language that is spoken now. It is made when somebody asks for it:
/// all its keys take time, and the window that is to come does not need them.
pub(crate) fn install(window: &adw::ApplicationWindow) {
    window.set_help_overlay(None::<&gtk::ShortcutsWindow>);
    let action = gio::SimpleAction::new("show-help-overlay", None);
    let weak = window.downgrade();
    action.connect_activate(move |_, _| {
        if let Some(window) = weak.upgrade() {
            show(&window);
        }
    });
    window.add_action(&action);
    relm4::main_application().set_accels_for_action(ACTION, &["<Control>question"]);
}

fn show(window: &adw::ApplicationWindow) {
    if window.help_overlay().is_none() {
        let builder = gtk::Builder::from_string(&description());
        let keys = builder.object::<gtk::ShortcutsWindow>("shortcuts");
        if let Some(keys) = &keys {
            keys.set_title(Some(tr(words::KEYS)));
            name_parts(keys.upcast_ref());
        }
        window.set_help_overlay(keys.as_ref());
    }
    if let Some(keys) = window.help_overlay() {
        keys.present();
    }
}

/// Gives names to what GTK leaves without one in its window.
fn name_parts(part: &gtk::Widget) {
    if let Some(menu) = part.downcast_ref::<gtk::MenuButton>() {
        return a11y::set_menu_label(menu, tr(words::KEYS));
    }
    // These are named by the pages that they turn to.
    if part.is::<gtk::StackSwitcher>() {
        return;
    }
    if part.is::<gtk::SearchEntry>() || part.is::<gtk::ToggleButton>() {
        a11y::set_label(part, tr(words::FIND));
    }
    let mut child = part.first_child();
    while let Some(part) = child {
        name_parts(&part);
        child = part.next_sibling();
    }
}

/// As many lines, titles among them, stand in a column: two columns hold them all, and no page has to be turned.
const LINES: usize = 18;

fn description() -> String {
    let mut xml = format!(
        "<interface><object class='GtkShortcutsWindow' id='shortcuts'><property name='modal'>1</property><child>\
         <object class='GtkShortcutsSection'><property name='section-name'>game</property>\
         <property name='max-height'>{LINES}</property>",
    );
    for (title, keys) in GROUPS {
        let _ = write!(
            xml,
            "<child><object class='GtkShortcutsGroup'><property name='title'>{}</property>",
            escaped(title)
        );
        for (accelerator, what) in keys {
            let _ = write!(
                xml,
                "<child><object class='GtkShortcutsShortcut'><property name='accelerator'>{accelerator}</property>\
                 <property name='title'>{}</property></object></child>",
                escaped(what)
            );
        }
        xml.push_str("</object></child>");
    }
    xml.push_str("</object></child></object></interface>");
    xml
}

/// A text as it is written in XML.
fn escaped(text: &'static str) -> gtk::glib::GString {
    gtk::glib::markup_escape_text(tr(text))
}
