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

/// Lets Ctrl and M turn the sounds off and on. Whether they are on is the state of the action, which [`App::adapt`] keeps.
pub(super) fn install(window: &adw::ApplicationWindow, sender: &ComponentSender<App>) -> gio::SimpleAction {
    let name = sounds::ACTION.trim_start_matches("win.");
    let action = gio::SimpleAction::new_stateful(name, None, &false.to_variant());
    let input = sender.input_sender().clone();
    // By itself it would turn over at once, also where there is nothing to play them with.
    action.connect_activate(move |_, _| input.emit(AppInput::SoundsToggled));
    window.add_action(&action);
    relm4::main_application().set_accels_for_action(sounds::ACTION, &["<Control>m"]);
    action
}

impl App {
    /// Takes over what was chosen.
    pub(super) fn adapt(&self) {
        theme::set_appearance(self.preferences.appearance);
        theme::set_contrast(self.preferences.contrast);
        motion::set(self.preferences.motion);
        sounds::set(self.preferences.sound);
        let are_heard = self.preferences.sound == Sound::On && sounds::can_play();
        self.sounds.set_state(&are_heard.to_variant());
    }

    /// Turns the sounds off, or on again, and says so.
    pub(super) fn toggle_sounds(&mut self, widgets: &AppWidgets, root: &adw::ApplicationWindow) {
        if !sounds::can_play() {
            return widgets.toasts.add_toast(toast(tr(words::NONE)));
        }
        let (sound, said) = match self.preferences.sound {
            Sound::On => (Sound::Off, tr(words::OFF)),
            Sound::Off => (Sound::On, tr(words::ON)),
        };
        self.preferences.sound = sound;
        self.adapt();
        self.keep_preferences(root);
        widgets.toasts.add_toast(toast(said));
    }
}
