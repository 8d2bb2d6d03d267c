//! What is shown first, and what comes in later: a second start of the program, a link, an opened file.

use adw::prelude::*;
use clap::Parser;
use gtk::gio::ApplicationFlags;
use gtk::glib;
use relm4::{ComponentSender, RelmApp};

use super::{App, AppInput, AppWidgets, to_address, words};
use crate::cli::{Cli, Opening};
use crate::lan::plan::HostPlan;
use crate::link::JoinLink;
use crate::ui::dialog::{self, Answer};

mod speech {
    pub(super) const JOIN: &str = "Join this table?";
    pub(super) const DONT_JOIN: &str = "Don’t Join";
    pub(super) const JOIN_BUTTON: &str = "Join";
    pub(super) const BAD_LINK: &str = "This link can’t be opened";
    pub(super) const BUSY: &str = "Something else was to be opened. Leave the table or the game first, then try again.";
}

/// Lets a second start of the program hand over to the first one, unless it is to be alone. Returns the arguments that are
/// handed over.
pub(super) fn share(app: &RelmApp<AppInput>, alone: bool) -> Vec<String> {
    app.allow_multiple_instances(alone);
    if alone {
        return Vec::new();
    }
    let application = relm4::main_application();
    application.set_flags(application.flags() | ApplicationFlags::HANDLES_COMMAND_LINE);
    std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// Listens to later starts of the program, and brings the window to the front when it is asked for.
pub(super) fn listen(sender: &ComponentSender<App>, seed: fn() -> u64) {
    let application = relm4::main_application();
    application.connect_activate(|application| {
        if let Some(window) = application.active_window() {
            window.present();
        }
    });
    let input = sender.input_sender().clone();
    application.connect_command_line(move |application, line| {
        application.activate();
        if line.is_remote() {
            match Cli::try_parse_from(line.arguments()) {
                Ok(cli) => drop(input.send(AppInput::Open(from_folder(cli.opening(seed), line.cwd())))),
                // Whoever typed it reads it where it was typed; the second start has checked it before.
                Err(_) => return glib::ExitCode::FAILURE,
            }
        }
        glib::ExitCode::SUCCESS
    });
}

/// A file is meant from where it was named.
fn from_folder(opening: Opening, folder: Option<std::path::PathBuf>) -> Opening {
    match (opening, folder) {
        (Opening::Replay(path), Some(folder)) => Opening::Replay(folder.join(path)),
        (opening, _) => opening,
    }
}

impl App {
    /// Shows what was asked for, as soon as that is possible.
    pub(super) fn open(
        &mut self,
        opening: Opening,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        if opening == Opening::Harbour {
            return;
        }
        if self.seated.is_some() || self.game.is_some() {
            return widgets.toasts.add_toast(adw::Toast::new(speech::BUSY));
        }
        let needs_network = matches!(opening, Opening::Host | Opening::Join(_) | Opening::Link(Ok(_)));
        if needs_network && self.folder.is_none() {
            self.opening = Some(opening);
            return;
        }
        match opening {
            Opening::Harbour => {}
            Opening::Practice(setup) => sender.input(AppInput::Begin(setup)),
            Opening::Replay(path) => sender.input(AppInput::Replay(path)),
            Opening::Host => {
                if let Ok(name) = words::table_of(self.own_name().as_ref()).try_into() {
                    sender.input(AppInput::Host(Box::new(HostPlan::plain(name))));
                }
            }
            Opening::Join(address) => sender.input(AppInput::Join(Box::new(to_address(address)))),
            Opening::Link(Ok(link)) => ask_before_following(link, sender, root),
            Opening::Link(Err(why)) => {
                dialog::tell(root, speech::BAD_LINK, &crate::game::sentence(&why.to_string()));
            }
        }
    }
}

/// A link can come from anybody: nothing is connected before the person agrees.
fn ask_before_following(link: JoinLink, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
    let JoinLink { address, table } = link;
    let place = match table {
        Some(table) => format!("the table “{table}” at {address}"),
        None => format!("the table at {address}"),
    };
    let body = format!("A link leads to {place}. Your computer connects to it, and the people there see your name.");
    let answer = Answer { label: speech::JOIN_BUTTON, look: adw::ResponseAppearance::Suggested };
    let input = sender.input_sender().clone();
    dialog::ask(root, speech::JOIN, &body, speech::DONT_JOIN, &answer, move || {
        input.emit(AppInput::Join(Box::new(to_address(address.clone()))));
    });
}
