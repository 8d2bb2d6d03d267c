//! What the desktop asks of the running program: a second start of it, a file that was double-clicked, an action in the
//! menu of its icon. All of them end as an [`Opening`], like what was asked for by the command that started it.

use adw::prelude::*;
use clap::Parser;
use doubloons_words::{say, told, tr};
use gtk::{gio, glib};
use relm4::{ComponentController, ComponentSender};

use super::harbour::to_address;
use super::{App, AppInput, AppWidgets, HostPlan, words as titles};
use crate::cli::{Cli, Opening};
use crate::link::JoinLink;
use crate::ui::dialog::{self, Answer};
use crate::ui::replay_page::Behind;
use crate::ui::widget::toast;

mod words {
    pub(super) const BUSY: &str = "You are at a table. Leave it first.";
    pub(super) const JOIN: &str = "Join this table?";
    pub(super) const DONT_JOIN: &str = "Don’t Join";
    pub(super) const JOIN_BUTTON: &str = "Join";
    pub(super) const FOLLOWING: &str = "Your computer connects to it, and the people there see your name.";
    pub(super) const BAD_LINK: &str = "This link can’t be opened";
}

/// The actions that the desktop file names, and the options that do the same.
const ACTIONS: [(&str, &str); 2] = [("host", "--host"), ("practice", "--practice")];

/// How the application presents itself to others of its name. Whoever stands alone does not.
pub(super) fn prepare(alone: bool) {
    let mut flags = gio::ApplicationFlags::HANDLES_COMMAND_LINE | gio::ApplicationFlags::HANDLES_OPEN;
    flags.set(gio::ApplicationFlags::NON_UNIQUE, alone);
    relm4::main_application().set_flags(flags);
}

/// Listens to what is asked for from now on, what this very start asks for included.
pub(super) fn listen(fresh_seed: fn() -> u64, sender: &ComponentSender<App>) {
    let application = relm4::main_application();
    let input = sender.input_sender().clone();
    let ask = move |application: &gtk::Application, arguments: &[std::ffi::OsString]| {
        // Activation shows the window and brings it to the front.
        application.activate();
        let Ok(cli) = Cli::try_parse_from(arguments) else { return glib::ExitCode::FAILURE };
        input.emit(AppInput::Asked(cli.opening(fresh_seed)));
        glib::ExitCode::SUCCESS
    };

    let told = ask.clone();
    application.connect_command_line(move |application, message| told(application, &message.arguments()));

    let opened = ask.clone();
    application.connect_open(move |application, files, _| {
        // One film at a time.
        if let Some(file) = files.first() {
            opened(application, &["doubloons".into(), file.uri().as_str().into()]);
        }
    });

    for (name, option) in ACTIONS {
        let action = gio::SimpleAction::new(name, None);
        let (ask, asked) = (ask.clone(), application.clone());
        action.connect_activate(move |_, _| {
            ask(&asked, &["doubloons".into(), option.into()]);
        });
        application.add_action(&action);
    }
}

impl App {
    /// Does what was asked for from outside, unless that would end a game.
    pub(super) fn be_asked(
        &mut self,
        opening: Opening,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        if opening == Opening::Harbour {
            return;
        }
        if self.seated.is_some() || widgets.pages.shows(&widgets.game) {
            return self.say_busy(widgets);
        }
        if !widgets.pages.shows(self.harbour.widget()) {
            self.close_replay(Behind::Harbour, widgets);
        }
        self.carry_out(opening, sender, root);
    }

    /// Says that a game comes first.
    pub(super) fn say_busy(&self, widgets: &AppWidgets) {
        widgets.toasts.add_toast(toast(tr(words::BUSY)));
    }

    /// Does it now, or as soon as the data directory is open.
    pub(super) fn carry_out(&mut self, opening: Opening, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let ready = self.folder.is_some();
        match opening {
            Opening::Harbour => {}
            Opening::Practice(setup) => sender.input(AppInput::Begin(setup)),
            Opening::Replay(path) => sender.input(AppInput::Replay(path)),
            later @ (Opening::Host | Opening::Join(_) | Opening::Link(Ok(_))) if !ready => self.opening = Some(later),
            Opening::Host => {
                if let Ok(name) = titles::table_of(self.own_name().as_ref()).try_into() {
                    sender.input(AppInput::Host(Box::new(HostPlan::plain(name))));
                }
            }
            Opening::Join(address) => sender.input(AppInput::Join(Box::new(to_address(address)))),
            Opening::Link(Ok(link)) => ask_before_following(link, sender, root),
            Opening::Link(Err(why)) => {
                dialog::tell(root, tr(words::BAD_LINK), &crate::game::sentence(&told(&why)));
            }
        }
    }
}

/// A link can come from anybody: nothing is connected before the person agrees.
fn ask_before_following(link: JoinLink, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
    let JoinLink { address, table } = link;
    let place = match table {
        Some(table) => say!("A link leads to the table “{table}” at {address}."),
        None => say!("A link leads to the table at {address}."),
    };
    let body = format!("{place} {}", tr(words::FOLLOWING));
    let answer = Answer { label: tr(words::JOIN_BUTTON), look: adw::ResponseAppearance::Suggested };
    let input = sender.input_sender().clone();
    dialog::ask(root, tr(words::JOIN), &body, tr(words::DONT_JOIN), &answer, move || {
        input.emit(AppInput::Join(Box::new(to_address(address.clone()))));
    });
}
