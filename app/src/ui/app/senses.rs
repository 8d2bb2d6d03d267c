//! What is seen and heard, as the person has chosen: light or dark, contrast, motion and sound.

use adw::prelude::*;
use doubloons_words::tr;
use gtk::gio;
use relm4::ComponentSender;

use super::{App, AppInput, AppWidgets};
use crate::preferences::Sound;
use crate::ui::widget::toast;
use crate::ui::{motion, sounds, theme};

mod words {
    pub(super) const ON: &str = "Sounds are on";
    pub(super) const OFF: &str = "Sounds are off";
    pub(super) const NONE: &str = "There is nothing to play sounds with on this computer";
}

/// Lets Ctrl and M turn the sounds off and on.
pub(super) fn install(window: &adw::ApplicationWindow, sender: &ComponentSender<App>) {
    let action = gio::SimpleAction::new("mute", None);
    let input = sender.input_sender().clone();
    action.connect_activate(move |_, _| input.emit(AppInput::Muted));
    window.add_action(&action);
    relm4::main_application().set_accels_for_action("win.mute", &["<Control>m"]);
}

impl App {
    /// Takes over what was chosen.
    pub(super) fn adapt(&self) {
        theme::set_appearance(self.preferences.appearance);
        theme::set_contrast(self.preferences.contrast);
        motion::set(self.preferences.motion);
        sounds::set(self.preferences.sound);
    }

    /// Turns the sounds off, or on again, and says so.
    pub(super) fn toggle_sounds(&mut self, widgets: &AppWidgets, root: &adw::ApplicationWindow) {
        let (sound, said) = match self.preferences.sound {
            Sound::On => (Sound::Off, tr(words::OFF)),
            Sound::Off if sounds::can_play() => (Sound::On, tr(words::ON)),
            Sound::Off => (Sound::On, tr(words::NONE)),
        };
        self.preferences.sound = sound;
        self.adapt();
        self.keep_preferences(root);
        widgets.toasts.add_toast(toast(said));
    }
}
