//! The window that lists the keys: Ctrl and question mark.

use std::fmt::Write as _;

use gtk::prelude::*;

/// Groups of keys and what they do, in GTK's notation for keys.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Bribing",
        &[
            ("a...f", "Go to a ship’s berth"),
            ("r", "Go to the tie-breaker"),
            ("0...5 t", "Lay a card, or the thief"),
            ("Delete", "Take the card back"),
            ("&lt;Control&gt;Return", "Seal the bribes"),
        ],
    ),
    (
        "Sailing",
        &[
            ("Left Right Home Page_Up End Page_Down", "Look at the six neighbours of a space"),
            ("0...9", "Go to a space by its number"),
            ("Tab", "Go to the next space that glows"),
            ("Return", "Sail there"),
            ("c s w p d", "Capture, steal, swap, pass on, deliver"),
            ("u &lt;Control&gt;z", "Undo a step"),
            ("&lt;Control&gt;Return", "End the move"),
        ],
    ),
    ("Ties", &[("s", "Show the last card"), ("k", "Keep it")]),
    (
        "Everywhere in a game",
        &[
            ("space", "Skip what is being shown"),
            ("n", "Say what is awaited"),
            ("F6", "Go to the next pane"),
            ("F9", "Show or hide the sidebar"),
            ("F1", "Show the rules"),
            ("&lt;Control&gt;m", "Turn the sounds off and on"),
            ("&lt;Control&gt;question", "Show these keys"),
        ],
    ),
];

/// Gives a window its list of keys.
pub(crate) fn install(window: &adw::ApplicationWindow) {
    let builder = gtk::Builder::from_string(&description());
    window.set_help_overlay(builder.object::<gtk::ShortcutsWindow>("shortcuts").as_ref());
    relm4::main_application().set_accels_for_action("win.show-help-overlay", &["<Control>question"]);
}

fn description() -> String {
    let mut xml = String::from(
        "<interface><object class='GtkShortcutsWindow' id='shortcuts'><property name='modal'>1</property><child>\
         <object class='GtkShortcutsSection'><property name='section-name'>game</property>",
    );
    for (title, keys) in GROUPS {
        let _ = write!(xml, "<child><object class='GtkShortcutsGroup'><property name='title'>{title}</property>");
        for (accelerator, what) in keys {
            let _ = write!(
                xml,
                "<child><object class='GtkShortcutsShortcut'><property name='accelerator'>{accelerator}</property>\
                 <property name='title'>{what}</property></object></child>"
            );
        }
        xml.push_str("</object></child>");
    }
    xml.push_str("</object></child></object></interface>");
    xml
}
