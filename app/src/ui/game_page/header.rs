//! The bar above the game: the way back, the menu, and the sidebar's switch.

use doubloons_words::tr;
use gtk::glib;
use gtk::prelude::*;
use relm4::ComponentSender;

use super::GamePage;
use super::message::{GameInput, GameOutput};
use crate::game::{Msg, Speed};
use crate::ui::{a11y, chat_pane, rules_window, shortcuts, sounds};

mod words {
    pub(super) const BACK: &str = "Back to the harbour";
    pub(super) const MENU: &str = "Menu";
    pub(super) const KEYS: &str = "Keyboard Shortcuts";
    pub(super) const RULES: &str = "Rules";
    pub(super) const SPEED: &str = "Others’ moves";
    pub(super) const SPEEDS: [(&str, &str); 4] =
        [("Calm", "calm"), ("Normal", "normal"), ("Brisk", "brisk"), ("At once", "off")];
    pub(super) const BREAK: &str = "Take a Break";
    pub(super) const PREFERENCES: &str = "Preferences";
    pub(super) const SOUNDS: &str = "Sounds";
    pub(super) const GESTURES: &str = "Gestures";
}

/// The bar: `lan` tells whether the table is on the network.
pub(super) fn header(
    title: &adw::WindowTitle,
    sidebar: &gtk::ToggleButton,
    speed: Speed,
    lan: bool,
    sender: &ComponentSender<GamePage>,
) -> adw::HeaderBar {
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(title));
    let back = gtk::Button::from_icon_name("go-previous-symbolic");
    back.set_tooltip_text(Some(tr(words::BACK)));
    a11y::set_label(&back, tr(words::BACK));
    let output = sender.output_sender().clone();
    back.connect_clicked(move |_| output.emit(GameOutput::Leave));
    header.pack_start(&back);
    let menu = gtk::MenuButton::new();
    menu.set_icon_name("open-menu-symbolic");
    menu.set_tooltip_text(Some(tr(words::MENU)));
    a11y::set_label(&menu, tr(words::MENU));
    menu.set_menu_model(Some(&game_menu(lan)));
    header.pack_end(&menu);
    header.pack_end(sidebar);
    if lan {
        // Not only in the chat: a gesture is made while others play.
        let output = sender.output_sender().clone();
        let gestures = chat_pane::gestures(move |remark| output.emit(GameOutput::Say(remark)));
        header.pack_end(&chat_pane::menu("face-smile-symbolic", tr(words::GESTURES), &gestures));
    }
    header.insert_action_group("game", Some(&game_actions(speed, sender)));
    header
}

fn game_menu(lan: bool) -> gtk::gio::Menu {
    let speeds = gtk::gio::Menu::new();
    for (name, value) in words::SPEEDS {
        speeds.append(Some(tr(name)), Some(&format!("game.speed::{value}")));
    }
    let menu = gtk::gio::Menu::new();
    menu.append_section(Some(tr(words::SPEED)), &speeds);
    let senses = gtk::gio::Menu::new();
    senses.append(Some(tr(words::SOUNDS)), Some(sounds::ACTION));
    senses.append(Some(tr(words::PREFERENCES)), Some("game.preferences"));
    menu.append_section(None, &senses);
    let help = gtk::gio::Menu::new();
    help.append(Some(tr(words::KEYS)), Some(shortcuts::ACTION));
    help.append(Some(tr(words::RULES)), Some(rules_window::ACTION));
    menu.append_section(None, &help);
    if lan {
        let table = gtk::gio::Menu::new();
        table.append(Some(tr(words::BREAK)), Some("game.break"));
        menu.append_section(None, &table);
    }
    menu
}

fn game_actions(speed: Speed, sender: &ComponentSender<GamePage>) -> gtk::gio::SimpleActionGroup {
    let value = |speed: Speed| {
        let index = Speed::ALL.iter().position(|&other| other == speed).unwrap_or(1);
        words::SPEEDS[index].1.to_variant()
    };
    let action = gtk::gio::SimpleAction::new_stateful("speed", Some(glib::VariantTy::STRING), &value(speed));
    let input = sender.input_sender().clone();
    action.connect_activate(move |action, chosen| {
        let Some(chosen) = chosen.and_then(glib::Variant::str) else { return };
        if let Some(index) = words::SPEEDS.iter().position(|&(_, value)| value == chosen) {
            action.set_state(&chosen.to_variant());
            input.emit(GameInput::Game(Msg::SpeedChosen(Speed::ALL[index])));
        }
    });
    let pause = gtk::gio::SimpleAction::new("break", None);
    let input = sender.input_sender().clone();
    pause.connect_activate(move |_, _| input.emit(GameInput::Game(Msg::BreakAsked)));
    let group = gtk::gio::SimpleActionGroup::new();
    group.add_action(&action);
    group.add_action(&pause);
    let preferences = gtk::gio::SimpleAction::new("preferences", None);
    let output = sender.output_sender().clone();
    preferences.connect_activate(move |_, _| output.emit(GameOutput::Preferences));
    group.add_action(&preferences);
    group
}
