//! The window, and which page it shows.
//!
//! * `desktop`: what the desktop asks of the running program, links included; `manners`: notifications and the screen.
//! * `network`: what the network thread tells; `leaving`: what is asked before somebody goes; `again`: another game with
//!   the same people, and the standings; `replay`: transcripts; `alone`: when too few are there; `evidence`: of cheating.
//! * `practice`: practice games, and going on with one.
//! * `learning`: tutorial and rules; `senses`: contrast, motion and sound.

mod again;
mod alone;
mod desktop;
mod evidence;
mod learning;
mod leaving;
mod manners;
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
use doubloons_net::table::chat::Remark;
use doubloons_net::table::evidence::Verdict as Proof;
use doubloons_net::table::genesis::{GameId, Name};
use doubloons_net::table::lobby::guest::GuestCommand;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::peer::Wish;
use doubloons_words::tr;
use gtk::glib;
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller, RelmApp};

use super::game_page::{GameInit, GameInput, GameOutput, GamePage};
use super::harbour::{Harbour, HarbourInput, HarbourOutput};
use super::pages::Pages;
use super::replay_page::{ReplayOutput, ReplayPage};
use super::results_page::{Played, ResultsInit, ResultsInput, ResultsOutput, ResultsPage};
use super::table_page::{TableInput, TableOutput, TablePage};
use super::{about, dialog, rules_window, sheet, shortcuts, theme};
use crate::attention::{Attention, Occasion};
use crate::cli::Opening;
use crate::evening::Evenings;
use crate::game::{Results, Setup, sentence};
use crate::lan::last_table::LastTable;
use crate::lan::listing::{Offer, TableRow};
use crate::lan::lobby::Deed;
use crate::lan::plan::HostPlan;
use crate::lan::table::LanTable;
use crate::lan::{Found, Harbourmaster, Invitation, News, Place, Request, Target};
use crate::preferences::Preferences;
use crate::replay::{Checks, Story, Ticket};
use crate::voyages::JournalNews;

/// The name under which the desktop knows the program.
pub(super) const APP_ID: &str = "io.github.doubloons.Doubloons";

/// How long the end waits for the network thread.
const PARTING: Duration = Duration::from_secs(4);

use evidence::Wanted;

mod words {
    pub(super) const TITLE: &str = "Doubloons";
    pub(super) const NO_THREAD: &str = "The network can’t be used";
    pub(super) const NO_FOLDER: &str =
        "there is no home folder to keep the game’s key and journals in: name one with --data-dir";
    pub(super) const LOOKING: &str = "Looking for the table…";
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

/// What happens to the window.
#[derive(Debug)]
pub(crate) enum AppInput {
    /// Somebody asks for this from outside: by a command, the icon's menu, a file.
    Asked(Opening),
    /// A practice game begins.
    Begin(Setup),
    /// The tutorial begins.
    Learn,
    /// The first page asks for something.
    Harbour(HarbourOutput),
    /// A table is opened.
    Host(Box<HostPlan>),
    /// Somebody goes to a table.
    Join(Box<Invitation>),
    /// The table page asks for something.
    Table(TableOutput),
    /// The game page asks for something.
    Game(GameOutput),
    /// The results page asks for something.
    Results(ResultsOutput),
    /// A practice game that was left goes on.
    ResumePractice(PathBuf),
    /// A practice game that was left is of no interest any more.
    ForgetPractice(PathBuf),
    /// A game on the network that was left is of no interest any more.
    Forget(GameId),
    /// Something became of the journal of a practice game.
    Journal(JournalNews),
    /// The practice game that is being played is given up.
    GiveUp,
    /// The page of a copy asks for something.
    Copy(GameOutput),
    /// Back from a copy to the game itself.
    ToTable,
    /// Getting up from the game was asked for elsewhere than on its page.
    LeaveAsked,
    /// The person gets up from the table for good.
    LeaveForGood,
    /// The proof of cheating is wanted, to read or to keep.
    Evidence(Wanted),
    /// The proof of cheating is to be kept somewhere.
    SaveEvidence,
    /// The proof of cheating, in words.
    EvidenceRead(String),
    /// What became of keeping the proof.
    EvidenceKept(String),
    /// What to do about somebody who cheated?
    AboutCheating,
    /// A decision at the table was made in a dialog.
    Wish(Box<Wish>),
    /// The sounds are to be turned off, or on again.
    Muted,
    /// Preferences were chosen.
    Chosen(Preferences),
    /// The network thread tells something.
    News(News),
    /// A transcript is to be looked at.
    Replay(PathBuf),
    /// A transcript was read and checked, or can't be.
    Told(Ticket, Result<Box<Story>, String>),
    /// The replay page asks for something.
    Film(ReplayOutput),
    /// The harbour, whatever is left behind.
    ToHarbour,
    /// The window has the focus, or has lost it.
    Looked(bool),
    /// The window is to be closed.
    CloseRequested,
    /// The program ends.
    Quit,
}

/// The window.
pub(crate) struct App {
    seed: fn() -> u64,
    /// What the person is called on this computer.
    account: String,
    /// What others call them, this time.
    name: Option<Name>,
    preferences: Preferences,
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
        senses::install(&root, &sender);
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
            checks: Checks::default(),
            proof: None,
            wanted: None,
            evenings: Evenings::default(),
            attention: Attention::default(),
            awake: None,
            harbour,
            closed: None,
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
                self.harbour.emit(HarbourInput::Busy(Some(tr(words::LOOKING).to_owned())));
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
            AppInput::Muted => self.toggle_sounds(widgets, root),
            AppInput::Chosen(preferences) => self.choose(preferences, widgets, &sender, root),
            AppInput::News(news) => self.hear(news, widgets, &sender, root),
            AppInput::Replay(path) => self.open_replay(path, widgets, &sender),
            AppInput::Told(ticket, told) => self.show_replay(&ticket, told, widgets, &sender, root),
            AppInput::Film(ReplayOutput::Leave) => {
                self.close_replay(widgets);
            }
            AppInput::ToHarbour => {
                self.leave_table();
                self.go_to_harbour(widgets);
            }
            AppInput::Looked(looks) => self.looked(looks),
            AppInput::CloseRequested => self.ask_before_closing(widgets, &sender, root),
            AppInput::Quit => self.quit(root),
        }
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

    fn show_game(&mut self, init: GameInit, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        if self.checks.give_up() {
            self.harbour.emit(HarbourInput::Busy(None));
        }
        let game = GamePage::builder().launch(init).forward(sender.input_sender(), AppInput::Game);
        widgets.game.set_child(Some(game.widget()));
        widgets.pages.show(&widgets.game);
        self.game = Some(game);
    }

    fn in_harbour(&mut self, wish: HarbourOutput, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let input = sender.input_sender().clone();
        match wish {
            HarbourOutput::Practice => {
                sheet::ask_how_to_practise(root, self.seed, move |setup| input.emit(AppInput::Begin(setup)));
            }
            HarbourOutput::Host => {
                let name = words::table_of(self.own_name().as_ref());
                sheet::ask_how_to_host(root, &name, move |plan| input.emit(AppInput::Host(Box::new(plan))));
            }
            HarbourOutput::ByAddress => sheet::ask_for_address(root, move |address| {
                input.emit(AppInput::Join(Box::new(to_address(address))));
            }),
            HarbourOutput::Learn => sender.input(AppInput::Learn),
            HarbourOutput::DontLearn => self.has_learned(root),
            HarbourOutput::Rules => rules_window::show(root),
            HarbourOutput::Join(row) => sender.input(AppInput::Join(Box::new(to_table(&row)))),
            HarbourOutput::Resume(game) => {
                self.checks.give_up();
                self.harbour.emit(HarbourInput::Busy(Some(tr(words::OPENING).to_owned())));
                self.ask(Request::Resume(game));
            }
            HarbourOutput::ResumePractice(path) => sender.input(AppInput::ResumePractice(path)),
            HarbourOutput::ForgetPractice(path) => leaving::ask_before_forgetting_practice(path, sender, root),
            HarbourOutput::Forget(game, name) => leaving::ask_before_forgetting(game, &name, sender, root),
            HarbourOutput::Replay(Some(path)) => sender.input(AppInput::Replay(path)),
            HarbourOutput::Replay(None) => replay::choose(root, sender),
            HarbourOutput::Refresh => self.ask(Request::Refresh),
            HarbourOutput::Examine => {
                self.examining = true;
                self.ask(Request::Examine);
            }
            HarbourOutput::Preferences => {
                let (name, before) = (self.own_name(), &self.preferences);
                sheet::ask_for_preferences(root, name.as_ref(), before, move |preferences| {
                    input.emit(AppInput::Chosen(preferences));
                });
            }
            HarbourOutput::NoRematch => self.last_table = None,
            HarbourOutput::Cancel => {
                self.checks.give_up();
                self.leave_table();
                self.harbour.emit(HarbourInput::Busy(None));
            }
        }
    }

    fn choose(
        &mut self,
        preferences: Preferences,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let before = std::mem::replace(&mut self.preferences, preferences);
        if self.preferences.language != before.language {
            self.speak(widgets, sender, root);
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

    fn at_table(&mut self, wish: TableOutput, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let hosts = self.seated.as_ref().is_some_and(|table| table.sitting.host.is_none());
        let command = match (wish, hosts) {
            (TableOutput::Leave, _) => return self.ask_before_leaving_table(sender, root),
            (TableOutput::Say(remark), _) => return self.say_in_lobby(remark, hosts),
            (TableOutput::Mute(key), _) => return self.mute(key),
            (TableOutput::AddBot(seat, level), _) => Command::Host(HostCommand::AddBot { seat, level }),
            (TableOutput::Start(true), _) => Command::Host(HostCommand::Start),
            (TableOutput::Start(false), _) => Command::Host(HostCommand::CancelStart),
            (TableOutput::Ready(true), _) => Command::Guest(GuestCommand::Ready),
            (TableOutput::Ready(false), _) => Command::Guest(GuestCommand::Unready),
            (TableOutput::Seat(seat, deed), true) => Command::Host(match deed {
                Deed::Sit => HostCommand::TakeSeat(seat),
                Deed::RemoveBot => HostCommand::RemoveBot(seat),
                Deed::Kick(key) => HostCommand::Kick(key),
                Deed::Stand => HostCommand::LeaveSeat,
                // Which bot, the page asks for itself.
                Deed::AddBot => return,
            }),
            (TableOutput::Seat(seat, deed), false) => Command::Guest(match deed {
                Deed::Sit => GuestCommand::ChooseSeat(seat),
                Deed::Stand => GuestCommand::Watch,
                // Only hosts are offered these.
                Deed::AddBot | Deed::RemoveBot | Deed::Kick(_) => return,
            }),
        };
        self.command(command);
    }

    /// Guests hear themselves from the host; a host hears nobody but itself.
    fn say_in_lobby(&mut self, remark: Remark, hosts: bool) {
        if !hosts {
            return self.command(Command::Guest(GuestCommand::Say(remark)));
        }
        let line = self.seated.as_mut().and_then(|table| table.say(&remark));
        if let (Some(page), Some(line)) = (&self.table, line) {
            page.emit(TableInput::Line(line));
        }
        self.command(Command::Host(HostCommand::Say(remark)));
    }

    fn mute(&mut self, key: PublicKey) {
        let Some(table) = &mut self.seated else { return };
        let name = table.people().into_iter().find(|(known, ..)| *known == key).map(|(_, name, _)| name);
        let line = table.chat.mute(key, name.as_deref().unwrap_or("them"));
        self.muted.clone_from(table.chat.muted());
        let people = table.people();
        if let Some(game) = &self.game {
            game.emit(GameInput::People(people));
            game.emit(GameInput::Line(line));
        } else if let Some(page) = &self.table {
            page.emit(TableInput::People(people));
            page.emit(TableInput::Line(line));
        }
    }

    fn in_game(
        &mut self,
        wish: GameOutput,
        widgets: &AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        match wish {
            GameOutput::Asked(asked) => self.need(asked.then_some(Occasion::Turn)),
            GameOutput::Leave => self.ask_before_leaving_game(sender, root),
            GameOutput::Finished(results) => {
                self.has_learned(root);
                self.show_results(results, widgets, sender);
            }
            GameOutput::Stranded(stranded) => self.tell_copy(stranded),
            GameOutput::Copy => self.ask_for_copy(),
            // Only copies have another table behind them.
            GameOutput::ToTable => {}
            GameOutput::AskForSeat(seat) => self.command(Command::AskForSeat(seat)),
            GameOutput::Wish(wish) => self.command(Command::Wish(*wish)),
            GameOutput::Say(remark) => {
                let line = self.seated.as_mut().and_then(|table| table.say(&remark));
                if let (Some(game), Some(line)) = (&self.game, line) {
                    game.emit(GameInput::Line(line));
                }
                self.command(Command::Wish(Wish::Say(remark)));
            }
            GameOutput::Mute(key) => self.mute(key),
            GameOutput::Learned { stays } => {
                self.has_learned(root);
                if !stays {
                    sender.input(AppInput::ToHarbour);
                }
            }
            GameOutput::SpeedChosen(speed) => {
                self.preferences.speed = speed;
                self.keep_preferences(root);
            }
        }
    }

    fn show_results(&mut self, results: Box<Results>, widgets: &AppWidgets, sender: &ComponentSender<App>) {
        let practice = self.practice.filter(|_| self.seated.is_none());
        let standings = self.remember(&results);
        self.rest();
        if let Some(table) = &mut self.seated {
            table.over = true;
        }
        self.copy = None;
        let played = practice.map_or(Played::Network, Played::Practice);
        let rematch = self.seated.as_ref().filter(|_| standings.is_some()).map(|table| table.rematch.clone());
        // After one game they say the same as its ranking.
        let standings = standings.filter(|standings| standings.games > 1);
        let init = ResultsInit { results, played, rematch, standings };
        let page = ResultsPage::builder().launch(init).forward(sender.input_sender(), AppInput::Results);
        widgets.results.set_child(Some(page.widget()));
        widgets.pages.show(&widgets.results);
        self.results = Some(page);
        self.show_verdict();
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
        self.harbour.emit(HarbourInput::Busy(None));
        self.list_replays();
        self.list_practised();
        self.table = None;
        self.game = None;
        self.copy = None;
        self.proof = None;
        self.practice = None;
    }
}

fn to_table(row: &TableRow) -> Invitation {
    let found = Found { card: Box::new(row.card.clone()), addresses: row.addresses.clone() };
    let plays = row.offer == Offer::Join;
    Invitation { target: Target::Table(found), pin: None, plays, trusts_new_key: false }
}

fn to_address(address: String) -> Invitation {
    Invitation { target: Target::Address(address), pin: None, plays: true, trusts_new_key: false }
}
