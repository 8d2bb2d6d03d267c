//! The window, and which page it shows.
//!
//! * `message`: what happens to it; `harbour`, `lobby`, `game`: what its pages ask for.
//! * `desktop`: what the desktop asks of the running program, links included; `manners`: notifications and the screen.
//! * `network`: what the network thread tells; `leaving`: what is asked before somebody goes; `again`: another game with
//!   the same people, and the standings; `replay`: transcripts; `alone`: when too few are there; `evidence`: of cheating.
//! * `practice`: practice games, and going on with one.
//! * `learning`: tutorial and rules; `senses`: contrast, motion and sound.

mod again;
mod alone;
mod desktop;
mod evidence;
mod game;
mod harbour;
mod learning;
mod leaving;
mod lobby;
mod manners;
mod message;
mod network;
mod practice;
mod replay;
mod senses;
mod speaking;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use adw::prelude::*;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::session::Command;
use doubloons_net::table::evidence::Verdict as Proof;
use doubloons_net::table::genesis::Name;
use doubloons_words::{Language, tr};
use gtk::{gio, glib};
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller, RelmApp};

use self::evidence::Wanted;
use self::message::AppInput;
use super::game_page::{GameInit, GameInput, GameOutput, GamePage};
use super::harbour::{Harbour, HarbourInput};
use super::pages::Pages;
use super::replay_page::{ReplayOutput, ReplayPage};
use super::results_page::{ResultsInit, ResultsInput, ResultsOutput, ResultsPage};
use super::table_page::{TableInput, TablePage};
use super::widget::toast;
use super::{about, dialog, rules_window, shortcuts, theme};
use crate::attention::Attention;
use crate::cli::Opening;
use crate::evening::Evenings;
use crate::game::{Setup, sentence};
use crate::lan::last_table::LastTable;
use crate::lan::plan::HostPlan;
use crate::lan::table::LanTable;
use crate::lan::{Harbourmaster, Invitation, Place, Request};
use crate::preferences::Preferences;
use crate::replay::Checks;

/// The name under which the desktop knows the program.
pub(super) const APP_ID: &str = "io.github.doubloons.Doubloons";

/// How long the end waits for the network thread.
const PARTING: Duration = Duration::from_secs(4);

mod words {
    pub(super) const TITLE: &str = "Doubloons";
    pub(super) const NO_THREAD: &str = "The network can’t be used";
    pub(super) const NO_FOLDER: &str =
        "there is no home folder to keep the game’s key and journals in: name one with --data-dir";
    pub(super) const LOOKING: &str = "Looking for the table…";
    pub(super) const LANGUAGE_LATER: &str = "This language is spoken as soon as you are back in the harbour.";
    pub(super) const OPENING: &str = "Going back to the table…";

    pub(super) fn table_of(name: &str) -> String {
        doubloons_words::say!("{name}’s table")
    }

    pub(super) fn knocking(table: &str) -> String {
        doubloons_words::say!("Knocking at “{table}”…")
    }
}

/// How the program begins.
pub(crate) struct AppInit {
    /// Where everything is kept; `None` where there is no home.
    pub(crate) place: Option<Place>,
    /// What others call the person, this time.
    pub(crate) name: Option<Name>,
    /// Where fresh chance comes from.
    pub(crate) seed: fn() -> u64,
}

/// The window.
pub(crate) struct App {
    seed: fn() -> u64,
    /// What the person is called on this computer.
    account: String,
    /// What others call them, this time.
    name: Option<Name>,
    preferences: Preferences,
    /// Turns the sounds off and on; its state is whether they are on.
    sounds: gio::SimpleAction,
    /// The language that was chosen when the pages were written; `None` is that of the system.
    spoken: Option<Language>,
    folder: Option<PathBuf>,
    harbourmaster: Option<Harbourmaster>,
    /// What is to be shown as soon as the network is ready.
    opening: Option<Opening>,
    /// Where somebody wanted to go last, to be asked for a PIN.
    invitation: Option<Box<Invitation>>,
    /// Whether the doctor was asked for by a person.
    examining: bool,
    seated: Option<LanTable>,
    /// The table that the person got up from last, to be told if it stands again.
    last_table: Option<LastTable>,
    /// Who is not listened to this evening.
    muted: BTreeSet<PublicKey>,
    practice: Option<Setup>,
    /// Where practice games are kept.
    voyages: Option<PathBuf>,
    /// The practice game that has just ended, to be looked at again.
    practised: Option<PathBuf>,
    /// The check of a transcript that somebody waits for.
    checks: Checks,
    /// The last proof that somebody cheated, and what is wanted of it.
    proof: Option<Proof>,
    wanted: Option<Wanted>,
    evenings: Evenings,
    attention: Attention,
    /// By what the desktop knows that it must not fall asleep.
    awake: Option<u32>,
    harbour: Controller<Harbour>,
    /// Why no table can be joined or hosted, if none can.
    closed: Option<String>,
    /// Why tables are not looked for, if they are not.
    not_looking: Option<String>,
    /// Whether something is under way that the harbour tells of and that can be cancelled there.
    busy: bool,
    table: Option<Controller<TablePage>>,
    game: Option<Controller<GamePage>>,
    /// A copy of the game to play on in, while that waits behind it.
    copy: Option<Controller<GamePage>>,
    results: Option<Controller<ResultsPage>>,
    replay: Option<Controller<ReplayPage>>,
}

/// Where the pages are put.
pub(crate) struct AppWidgets {
    pages: Pages,
    table: adw::Bin,
    game: adw::Bin,
    results: adw::Bin,
    replay: adw::Bin,
    toasts: adw::ToastOverlay,
}

/// Runs the program until its window is closed; or hands the message to the one that runs already, unless this one stands
/// alone.
pub(crate) fn run(init: AppInit, message: Vec<String>, alone: bool) {
    let app = RelmApp::new(APP_ID).with_args(message);
    desktop::prepare(alone);
    theme::install();
    app.run::<App>(init);
}

impl Component for App {
    type Init = AppInit;
    type Input = AppInput;
    type Output = ();
    type CommandOutput = ();
    type Root = adw::ApplicationWindow;
    type Widgets = AppWidgets;

    fn init_root() -> adw::ApplicationWindow {
        adw::ApplicationWindow::builder()
            .title(tr(words::TITLE))
            .icon_name(APP_ID)
            .default_width(1280)
            .default_height(800)
            .build()
    }

    fn init(init: AppInit, root: adw::ApplicationWindow, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let harbour = Harbour::builder().launch(()).forward(sender.input_sender(), AppInput::Harbour);
        let [table, game, results, replay] = [(); 4].map(|()| adw::Bin::new());
        let pages = Pages::new(harbour.widget(), &[&table, &game, &results, &replay]);
        let toasts = adw::ToastOverlay::new();
        toasts.set_child(Some(pages.widget()));
        root.set_content(Some(&toasts));
        shortcuts::install(&root);
        rules_window::install(&root);
        about::install(&root);
        let sounds = senses::install(&root, &sender);
        leaving::install(&root, &sender);
        let input = sender.input_sender().clone();
        root.connect_close_request(move |_| {
            input.emit(AppInput::CloseRequested);
            glib::Propagation::Stop
        });
        let mut app = App {
            seed: init.seed,
            account: glib::user_name().to_string_lossy().into_owned(),
            name: init.name,
            preferences: Preferences::default(),
            sounds,
            spoken: None,
            folder: None,
            harbourmaster: None,
            opening: None,
            invitation: None,
            examining: false,
            seated: None,
            last_table: None,
            muted: BTreeSet::new(),
            practice: None,
            voyages: init.place.as_ref().map(|place| place.folder.clone()),
            practised: None,
            checks: Checks::default(),
            proof: None,
            wanted: None,
            evenings: Evenings::default(),
            attention: Attention::default(),
            awake: None,
            harbour,
            closed: None,
            not_looking: None,
            busy: false,
            table: None,
            game: None,
            copy: None,
            results: None,
            replay: None,
        };
        app.introduce();
        app.open_network(init.place, &sender);
        manners::watch_focus(&root, &sender);
        desktop::listen(init.seed, &sender);
        ComponentParts { model: app, widgets: AppWidgets { pages, table, game, results, replay, toasts } }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut AppWidgets,
        input: AppInput,
        sender: ComponentSender<Self>,
        root: &adw::ApplicationWindow,
    ) {
        match input {
            AppInput::Asked(opening) => self.be_asked(opening, widgets, &sender, root),
            AppInput::Begin(setup) => self.practise(setup, widgets, &sender, root),
            AppInput::Learn => self.learn(widgets, &sender, root),
            AppInput::Harbour(wish) => self.in_harbour(wish, &sender, root),
            AppInput::Host(plan) => {
                self.checks.give_up();
                self.ask(Request::Host(plan));
            }
            AppInput::Join(invitation) => {
                self.checks.give_up();
                self.invitation = Some(invitation.clone());
                self.keep_busy(tr(words::LOOKING).to_owned());
                self.ask(Request::Join(invitation));
            }
            AppInput::Table(wish) => self.at_table(wish, &sender, root),
            AppInput::Game(wish) => self.in_game(wish, widgets, &sender, root),
            AppInput::Results(wish) => self.at_results(wish, widgets, &sender),
            AppInput::ResumePractice(path) => self.resume_practice(&path, widgets, &sender, root),
            AppInput::ForgetPractice(path) => self.forget_practice(&path, widgets),
            AppInput::Forget(game) => self.ask(Request::Forget(game)),
            AppInput::Journal(news) => self.hear_of_journal(news, widgets),
            AppInput::GiveUp => self.give_up(widgets),
            AppInput::Copy(wish) => self.in_copy(wish, widgets, &sender, root),
            AppInput::ToTable => self.go_back_to_table(widgets),
            AppInput::LeaveAsked => self.ask_before_leaving_game(&sender, root),
            AppInput::LeaveForGood => self.leave_for_good(widgets),
            AppInput::Evidence(wanted) => self.want_evidence(wanted),
            AppInput::SaveEvidence => self.choose_evidence_file(&sender, root),
            AppInput::EvidenceRead(details) => self.show_details(&details, &sender, root),
            AppInput::EvidenceKept(text) => self.evidence_kept(&text, widgets),
            AppInput::AboutCheating => self.ask_about_cheating(&sender, root),
            AppInput::Wish(wish) => self.command(Command::Wish(*wish)),
            AppInput::SoundsToggled => self.toggle_sounds(widgets, root),
            AppInput::Chosen(preferences) => self.choose(preferences, widgets, root),
            AppInput::News(news) => self.hear(news, widgets, &sender, root),
            AppInput::Replay(path) => self.open_replay(path, widgets, &sender),
            AppInput::Told(ticket, behind, told) => self.show_replay((&ticket, behind), told, widgets, &sender, root),
            AppInput::Film(ReplayOutput::Leave(behind)) => self.close_replay(behind, widgets),
            AppInput::ToHarbour => {
                self.leave_table();
                self.go_to_harbour(widgets);
            }
            AppInput::Looked(looks) => self.looked(looks),
            AppInput::CloseRequested => self.ask_before_closing(widgets, &sender, root),
            AppInput::Quit => self.quit(root),
        }
        self.speak_if_in_harbour(widgets, &sender, root);
    }
}

impl App {
    fn ask(&self, request: Request) {
        if let Some(harbourmaster) = &self.harbourmaster {
            harbourmaster.ask(request);
        }
    }

    fn command(&self, command: Command) {
        if let Some(harbourmaster) = &self.harbourmaster {
            harbourmaster.command(command);
        }
    }

    /// What others call the person.
    fn own_name(&self) -> Name {
        self.name.clone().unwrap_or_else(|| self.preferences.name_or(&self.account))
    }

    /// Tells the first page and the network what the person is called.
    fn introduce(&self) {
        let (name, emblem) = (self.own_name(), self.preferences.emblem);
        self.harbour.emit(HarbourInput::Me(name.to_string(), emblem));
        self.ask(Request::IntroduceAs(name, emblem));
    }

    fn open_network(&mut self, place: Option<Place>, sender: &ComponentSender<App>) {
        let Some(place) = place else {
            return self.close_harbour(tr(words::NO_FOLDER).to_owned());
        };
        let input = sender.input_sender().clone();
        // The window may be gone before the thread is.
        let tell = move |news| drop(input.send(AppInput::News(news)));
        match Harbourmaster::start(place, tell) {
            Ok(harbourmaster) => self.harbourmaster = Some(harbourmaster),
            Err(error) => self.close_harbour(format!("{}: {error}", tr(words::NO_THREAD))),
        }
    }

    fn choose(&mut self, preferences: Preferences, widgets: &AppWidgets, root: &adw::ApplicationWindow) {
        let before = std::mem::replace(&mut self.preferences, preferences);
        let language = self.preferences.language;
        let speaks_later = language != self.spoken && !widgets.pages.shows(self.harbour.widget());
        if language != before.language && speaks_later {
            widgets.toasts.add_toast(toast(tr(words::LANGUAGE_LATER)));
        }
        // What was chosen counts more than what was said at the start.
        self.name = None;
        self.adapt();
        self.introduce();
        self.keep_preferences(root);
    }

    fn keep_preferences(&self, root: &adw::ApplicationWindow) {
        if let Some(Err(error)) = self.folder.as_deref().map(|folder| self.preferences.write(folder)) {
            dialog::tell(root, tr("The preferences can’t be saved"), &sentence(&error.to_string()));
        }
    }

    /// Looks what is wrong with the connection, for a person who wants to know.
    fn examine(&mut self) {
        self.examining = true;
        self.ask(Request::Examine);
    }

    /// Gets up from the table, if somebody sits at one.
    fn leave_table(&mut self) {
        self.ask(Request::Leave);
        self.seated = None;
        self.invitation = None;
    }

    fn go_to_harbour(&mut self, widgets: &AppWidgets) {
        widgets.pages.show(self.harbour.widget());
        for bin in [&widgets.table, &widgets.game] {
            bin.set_child(gtk::Widget::NONE);
        }
        self.rest();
        self.is_done();
        self.practised = None;
        self.list_replays();
        self.list_practised();
        self.table = None;
        self.game = None;
        self.copy = None;
        self.proof = None;
        self.practice = None;
    }
}
