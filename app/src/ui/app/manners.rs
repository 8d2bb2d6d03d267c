//! Good manners towards the desktop: a notification for somebody who looks elsewhere, and a screen that stays on in a game.

use adw::prelude::*;
use doubloons_words::tr;
use gtk::gio;
use relm4::ComponentSender;

use super::{App, AppInput};
use crate::attention::{Bell, Occasion};

mod words {
    pub(super) const GAME_IS_ON: &str = "A game is on";
}

/// There is one call at a time: the next one takes its place.
const CALL: &str = "attention";

/// Notes when the window gets the focus and loses it.
pub(super) fn watch_focus(root: &adw::ApplicationWindow, sender: &ComponentSender<App>) {
    let input = sender.input_sender().clone();
    // The window may outlive its component for a moment.
    root.connect_is_active_notify(move |root| drop(input.send(AppInput::Looked(root.is_active()))));
}

impl App {
    /// The person is needed for this, or for nothing any more.
    pub(super) fn need(&mut self, occasion: Option<Occasion>) {
        let bell = self.attention.need(occasion);
        ring(bell);
    }

    /// The window has the focus, or has lost it.
    pub(super) fn looked(&mut self, looks: bool) {
        let bell = self.attention.look(looks);
        ring(bell);
    }

    /// A game is on, and the computer must not fall asleep over it.
    pub(super) fn stay_awake(&mut self, root: &adw::ApplicationWindow) {
        if self.awake.is_none() {
            let flags = gtk::ApplicationInhibitFlags::IDLE | gtk::ApplicationInhibitFlags::SUSPEND;
            let cookie = relm4::main_application().inhibit(Some(root), flags, Some(tr(words::GAME_IS_ON)));
            // A desktop that can't promise it gives no number.
            self.awake = (cookie != 0).then_some(cookie);
        }
    }

    /// No game is on: the computer may do as it likes, and nobody is needed.
    pub(super) fn rest(&mut self) {
        if let Some(cookie) = self.awake.take() {
            relm4::main_application().uninhibit(cookie);
        }
        self.need(None);
    }
}

fn ring(bell: Option<Bell>) {
    let application = relm4::main_application();
    match bell {
        None => {}
        Some(Bell::Silence) => application.withdraw_notification(CALL),
        Some(Bell::Ring(occasion)) => {
            let (title, body) = occasion.words();
            let notification = gio::Notification::new(title);
            notification.set_body(Some(body));
            notification.set_priority(gio::NotificationPriority::High);
            // Pressed, it brings the window to the front: that is what activating the program does.
            application.send_notification(Some(CALL), &notification);
        }
    }
}
